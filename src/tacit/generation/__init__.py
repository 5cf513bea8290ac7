"""How a query is found: Algorithm 9 and Sections 7 and 8 of the paper."""
