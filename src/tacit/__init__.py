"""tacit learns a constraint model by asking yes/no questions.

>>> import tacit
>>> problem = tacit.Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["==", "!=", "<", ">"])
>>> result = tacit.learn(problem, [("!=", ["a", "b"]), ("<", ["b", "c"])], seed=0)
>>> str(result.status), sorted(str(c) for c in result.network)
('converged', ['a != b', 'b < c'])
"""

import os

from tacit.version import __version__ as __version__

# NumPy would ask for huge pages. A new array then waits until whole megabytes are cleared, which virtual machines do
# slowly: 0.4 s for 12 MB was seen, and a tenth of that without (docs/performance.md). It is read when NumPy is loaded.
os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")

TYPE_CHECKING = False  # as type checkers know it, without the time that `typing` takes to load

if TYPE_CHECKING:
    from tacit import notebook as notebook
    from tacit.interface import *  # noqa: F403
else:

    def __getattr__(name):
        """Load everything when any name is first used: the command must take care of Ctrl-C first (`__main__.py`)."""
        if name.startswith("__") and name != "__all__":  # Python and tools ask for these, users don't
            raise AttributeError(name)
        import importlib

        if name == "notebook":  # a room of its own, which nobody waits for who is in no notebook
            return importlib.import_module("tacit.notebook")
        # Not `from tacit import interface`, which would ask this function for the name.
        interface = importlib.import_module("tacit.interface")
        globals().update({each: getattr(interface, each) for each in interface.__all__}, __all__=interface.__all__)
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(f"module 'tacit' has no attribute {name!r}") from None

    def __dir__():
        __getattr__("__all__")
        return sorted(globals())
