"""What it costs to install tacit: `pip install .` and each extra by itself, in fresh environments; size and time.

    python scripts/install_sizes.py [--only "" mcp] [--uv uv]      # "" is tacit without extras; uv instead of pip

The size is that of all that pip puts into the environment, without pip itself. The time depends on the network and on
pip's cache, so it is worth little beside another machine's. At the end of each: does `import tacit` work, and what do
the others say that need another extra?
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TRIED = {
    "mcp": ["-m", "tacit", "mcp", "--db", "{folder}/db.sqlite"],
    "notebook": ["-c", "import tacit; tacit.notebook.interview(tacit.Problem({'a': [0, 1]}, language=['x > 0']))"],
    "sheets": ["-m", "tacit", "new", "--template", "{folder}/table.xlsx", "--rows", "a,b", "--columns", "c,d"],
    "experiments": ["-m", "tacit", "bench", "purdey", "--dask", "localhost:1"],
    "testing": ["-c", "import tacit.testing"],
}


def main() -> None:
    extras = list(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=["", *(each for each in extras if each != "dev")])
    parser.add_argument("--uv", help="the path of uv, to install with it: quicker, and the same packages")
    args = parser.parse_args()
    for extra in args.only:
        measure(extra, args.uv)


def measure(extra: str, uv: str | None) -> None:
    """Install it into a fresh environment, and say what that took."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "env", "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", Path(folder, "env")], check=True)
        before = size(Path(folder, "env"))
        start = time.perf_counter()
        what = f"{ROOT}[{extra}]" if extra else str(ROOT)
        installer = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
        subprocess.run([*installer, "--quiet", what], check=True, stderr=subprocess.DEVNULL)
        took = time.perf_counter() - start
        mib = (size(Path(folder, "env")) - before) / 2**20
        packages = subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
        name = f"tacit[{extra}]" if extra else "tacit"
        print(f"{name:20} {mib:6.0f} MiB {took:6.0f} s {len(packages.splitlines()) - 2:4} packages")
        if not extra:
            for other, arguments in TRIED.items():
                asked = [each.replace("{folder}", folder) for each in arguments]
                done = subprocess.run([python, *asked], capture_output=True, text=True, stdin=subprocess.DEVNULL)
                print(f"    without {other}: {(done.stderr.strip().splitlines() or ['nothing'])[-1]}")
        sys.stdout.flush()


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


if __name__ == "__main__":
    main()
