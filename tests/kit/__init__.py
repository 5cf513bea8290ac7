"""What only these tests need. What a learner of one's own is put through is in `tacit.testing`."""
