from __future__ import annotations

import os
import shutil
import signal

import pytest
from hypothesis import HealthCheck, settings

from kit.command import tacit
from kit.processes import own, start

__all__ = ["own", "start", "tacit"]

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "build")

# No deadlines, because shared machines are slow at times. The same examples on every run, so that a red build stays red
# until it is mended; `HYPOTHESIS_PROFILE=search` looks for new ones.
common = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
}
settings.register_profile("build", derandomize=True, max_examples=40, **common)
settings.register_profile("search", max_examples=1000, **common)
settings.load_profile(PROFILE)


# Whatever is started in the background by a shell ignores Ctrl-C, and so would the programs that tests start and end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    """Here and not in pyproject.toml: from there pytest would import tacit before coverage is measured."""
    config.addinivalue_line("filterwarnings", "error::tacit.errors.LanguageWarning")


def pytest_collection_modifyitems(items):
    """The limit of a test's time (pyproject.toml) is for the examples of a build. A search is long on purpose."""
    if PROFILE == "search":
        for item in items:
            item.add_marker(pytest.mark.timeout(0))


@pytest.fixture
def tool():
    """The path of a program beside Python, by name; the test is skipped, and says so, where it is not installed."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed (scripts/debian-tools.sh installs it with root and apt)")
        return path

    return find
