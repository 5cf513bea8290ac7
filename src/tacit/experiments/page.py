"""One HTML page with the tables and the figures in it; it loads nothing from elsewhere."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping, Sequence
from pathlib import Path

from tacit.experiments.tables import LEGEND, Reproduction, as_html

CSS = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #6b6b70; --line: #dcdce0; --paper: #fff; --own: #20639b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececee; --soft: #a0a0a6; --line: #3a3a3f; --paper: #1b1b1d; --own: #8dbde6 } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 76rem; padding: 0 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; margin: 2rem 0; width: 100% }
caption { text-align: left; padding-bottom: .5rem; font-size: 16px }
th, td { padding: .3rem .5rem; text-align: right; vertical-align: top; white-space: nowrap }
thead th { border-bottom: 2px solid var(--ink) }
tbody th, td.method, thead th:nth-child(-n+2) { text-align: left }
tr.new > * { border-top: 1px solid var(--line) }
td b { color: var(--own); display: block } td span { display: block }
td i, small { color: var(--soft); display: block; font-style: normal; font-size: 12px; min-height: 1.5em }
figure { margin: 2.5rem 0 } figure img { max-width: 100%; background: #fff; border-radius: 6px }
figcaption { color: var(--soft) }
"""


def page(
    tables: Mapping[int, Sequence[Reproduction]], figures: Mapping[str, tuple[str, Path]], about: Sequence[str]
) -> str:
    """The page; each figure has its title and the path of its SVG file."""
    parts = [f"<p>{html.escape(line)}</p>" for line in about]
    if tables:
        parts.append(f"<p>In each cell: <b>tacit</b>, the paper, the ratio of the two. {html.escape(LEGEND)}</p>")
    parts += [f"<div class=wide>{as_html(table, rows)}</div>" for table, rows in tables.items()]
    for name, (title, path) in figures.items():
        data = base64.b64encode(path.read_bytes()).decode()
        parts.append(
            f'<figure id="{name}"><img alt="{html.escape(title)}" src="data:image/svg+xml;base64,{data}">'
            f"<figcaption>{html.escape(title)} (<code>{name}</code>)</figcaption></figure>"
        )
    return (
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>tacit: the paper's experiments</title><style>{CSS}</style>"
        "<h1>Efficient Multiple Constraint Acquisition: the experiments, with tacit</h1>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )
