"""What a problem shows of itself: arrays read from names, places in them, families of groups."""
