"""The programs that `make tools` installs are there and work; if not, the tests that need them are skipped."""

from __future__ import annotations

import subprocess


def test_minizinc_solves(tool, tmp_path):
    model = tmp_path / "three.mzn"
    model.write_text("var 1..3: x; constraint x != 2; solve satisfy;")
    command = [tool("minizinc"), "--solver", "gecode", "-a", str(model)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert sorted(line for line in run.stdout.splitlines() if line.startswith("x")) == ["x = 1;", "x = 3;"]


def test_chromium_renders(tool, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p id=p></p><script>document.getElementById('p').textContent = 6 * 7</script>")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    command = [tool("chromium"), *flags, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert '<p id="p">42</p>' in run.stdout
