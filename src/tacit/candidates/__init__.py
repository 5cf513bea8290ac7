"""The bias as arrays, and which candidates an example violates."""
