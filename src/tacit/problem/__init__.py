"""What is talked about: variables, relations, constraints, networks, problems, queries."""
