"""What only these tests need. The contract that a user's own learner is tested by is in `tacit.testing`."""
