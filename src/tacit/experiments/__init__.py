"""The paper's experiments: its numbers, the tasks that reproduce them, a runner for sweeps, tables and figures."""
