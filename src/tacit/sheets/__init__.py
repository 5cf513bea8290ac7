"""Spreadsheets in and out: plans as people write them, with labels down and across (docs/plans.md).

    bytes and a name ──opening──> Spreadsheet ──reading_plans──> examples of a problem
                                       └─────────seen──> what it shows ──problem_text──> a problem file
    plans of a problem ──laying_out──> Spreadsheet ──opening──> bytes

Nothing here prints, and nothing in a file is ever executed: formulas count by the value that was saved with them, and
macros are not even read.
"""
