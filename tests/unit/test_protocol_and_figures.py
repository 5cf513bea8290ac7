"""What the paper ran, row by row and curve by curve, and how the figures are drawn."""

from __future__ import annotations

import random
import warnings
from collections import Counter

import pytest

from tacit.candidates.bias import Bias
from tacit.dialogue.options import read_options, without_effect
from tacit.experiments.figures import FIGURES, save
from tacit.experiments.paper import paper_results
from tacit.experiments.protocol import BENCHMARKS, Effort, table_rows
from tacit.experiments.run import CUT
from tacit.experiments.tables import METRICS, as_csv, as_html, as_markdown, as_text, compare, quotient


def row(task, **changes):
    """What a run of a task might have given."""
    draw = random.Random(task.key)
    size = {"sudoku": 81, "latin-10": 100}.get(task.problem, 0) or int(task.problem.rpartition("-")[2])
    found = {
        "queries": size * 9 + draw.randint(0, 50),
        "time_total_s": size * 0.05 + draw.random(),
        "n_variables": size,
        "bias": size * (size - 1) // 2 * (4 + len(task.relations)),
        "reason": None,
    }
    return found | changes


def curve(task):
    draw = random.Random(task.key)
    learned = [(4 * i + draw.randint(0, 3), i * 0.01) for i in range(1, 60)]
    return {"learned": learned, "violated": [draw.randint(1, 40) for _ in range(25)]}


def test_every_row_of_the_paper_has_its_tasks():
    rows = [each for table in (1, 2, 3) for each in table_rows(table)]
    assert len(rows) == len(paper_results()) == 130
    for each in rows:
        tasks = each.tasks(Effort(10))
        assert [task.seed for task in tasks] == list(range(10))
        assert {(task.problem, task.options["findc"]) for task in tasks} == {(BENCHMARKS[each.benchmark], "first")}
        options = read_options(tasks[0].options)
        assert without_effect(options, tasks[0].options) is None


def test_methods_are_what_they_are_called():
    for each in [each for table in (1, 2, 3) for each in table_rows(table)]:
        setting = each.setting
        assert setting["algorithm"] == each.method.split()[0].lower()
        if setting["algorithm"] != "multiacq":
            assert setting["findscope"] == (1 if each.table == 1 and "FindScope-2" not in each.method else 2)
        assert setting["objective"] == ("max" if each.table == 1 or each.method.endswith(" max") else "max_b")
        assert setting["variables"] == ("dom/wdeg" if setting["objective"] == "max" else "bdeg")
        assert setting["values"] == ("max_v" if each.method.endswith("max_v") else "random")


@pytest.mark.parametrize(("runs", "of_multiacq"), [(1, 1), (3, 1), (9, 1), (10, 10), (12, 12)])
def test_multiacq_runs_once_unless_it_is_the_papers_protocol(runs, of_multiacq):
    counts = {each.method: len(each.tasks(Effort(runs))) for each in table_rows(1, ["sudoku"])}
    assert Counter(counts.values()) == Counter({runs: 4}) + Counter({of_multiacq: 1})
    assert counts["MultiAcq"] == of_multiacq


# --- tables ---


def comparison(**changes):
    (table_row,) = [each for each in table_rows(1, ["gtsudoku"]) if each.method == "MultiAcq"]
    run = dict.fromkeys(METRICS, 123456.789)
    run |= {"status": "converged", "reason": None, "equivalent": True}
    return compare(table_row, [run, run | changes])


def test_large_numbers_stay_in_their_columns():
    for line in as_text(1, [comparison(status="stopped", reason=CUT, equivalent=False)]).splitlines():
        assert len(line.replace("\N{COMBINING MACRON}", "")) <= 80


def test_runs_that_the_cap_has_stopped_are_marked_in_every_form():
    cut = comparison(status="stopped", reason=CUT, equivalent=False)
    assert "MultiAcq: converged 1, cut 1, equivalent no 1, yes 1 (2 runs) †" in as_text(1, [cut])
    assert "converged 1, cut 1 † | no 1, yes 1 |" in as_markdown(1, [cut])
    assert "converged 1, cut 1 †; equivalent: no 1, yes 1; 2 runs" in as_html(1, [cut])
    assert '"converged 1, cut 1","no 1, yes 1",True,' in as_csv([cut])
    whole = comparison()
    assert "MultiAcq: converged, equivalent yes (2 runs)\n" in as_text(1, [whole])


def test_a_ratio_needs_both_numbers_and_no_zero():
    ruler = next(each for each in table_rows(2, ["purdey"]))  # in the paper, no cutoff fired
    run = dict.fromkeys(METRICS, 7.0)
    run |= {"status": "converged", "reason": None, "equivalent": True}
    compared = compare(ruler, [run])
    assert compared.paper["cutoffs_max"] == 0
    assert compared.ratio("cutoffs_max") is None
    assert quotient(compared.ratio("cutoffs_max")) == ""
    assert compared.ratio("learned") == 7 / compared.paper["learned"]


# --- figures ---


def test_the_language_of_the_bias_study_grows_in_steps():
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # there would be a warning if a relation were always or never true
        for name in ("bias-examtt", "bias-sudoku", "bias-latin", "bias-golomb"):
            ((line, *_), *_) = FIGURES[name].lines(Effort(1))
            sizes = [Bias(task.benchmark().problem).size for (task,) in line.points]
            assert len(sizes) >= 6
            assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("cut", [None, CUT])
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn(name, cut, tmp_path):
    figure = FIGURES[name]
    effort = Effort(2)
    drawing = figure.draw(figure.lines(effort), lambda task: (row(task, reason=cut), curve(task)))
    panels = drawing.get_axes()
    assert all(axes.get_xlabel() and axes.get_ylabel() and axes.lines for axes in panels)
    said = " ".join(text.get_text() for axes in panels if axes.get_legend() for text in axes.get_legend().get_texts())
    assert ("stopped by the cap" in said) == (cut is not None)
    for axes in panels:  # nothing is cut off at the edge
        low, high = axes.get_ylim()
        assert all(low <= y <= high for line in axes.lines for y in line.get_ydata())
    save(drawing, tmp_path / name)
    assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")


def test_a_run_that_was_stopped_before_it_learned_anything_is_drawn_too():
    nothing = {"learned": [], "violated": []}
    for figure in FIGURES.values():
        lines = figure.lines(Effort(1))
        drawing = figure.draw(lines, lambda task: (row(task, reason=CUT, queries=0, time_total_s=0.0), nothing))
        assert drawing.get_axes()
