"""What `make demo` shows."""

from __future__ import annotations

from tacit.cli.demo import main


def test_the_paper_and_then_the_same_by_rules(capsys):
    main()
    paper, rules = capsys.readouterr().out.split("The same Sudoku by rules")
    for part in (paper, rules):
        assert "Status: converged." in part
        assert "Equivalent to what the user had in mind: yes" in part
    assert "6,858" in paper  # the paper's questions
    for word in ("row", "column", "3×3 block"):
        assert f"In each {word} of grid, do all cells differ? yes" in rules
    numbered = [line for line in rules.splitlines() if line.strip()[:1].isdigit()]
    assert len(numbered) < 25
    assert all(line.endswith((" yes", " no")) or "were about rules" in line for line in numbered)
