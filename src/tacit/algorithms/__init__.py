"""The algorithms of the paper and later ones, one per file, laid out to be read beside their pseudo-code.

"The paper" is D. C. Tsouros, K. Stergiou, "Efficient Multiple Constraint Acquisition", Constraints 25, 2020,
https://doi.org/10.1007/s10601-020-09311-4; each file cites where its algorithm was first published.

Each is a generator: it yields a question, is sent the answer, and returns what the pseudo-code returns;
`tacit.learning.asking` says how they call each other. None of them does I/O. Sets of variables are bitsets
(`tacit.candidates.bitset`): R ∪ Y₁ reads `R | Y1`.

Where the code differs from the pseudo-code:

* `asker.ask` does what follows a "yes": B ← B \\ κ_B(e).
* An answer that no candidate explains raises `Contradiction` there, so c = nil and `collapse` never appear.
* FindC returns a list of rows: the corrected one may find several constraints at once.
* `guided` is not in the paper; docs/guided.md says what it does.
* MQuAcq-2, GrowAcq, P-QuAcq, G-QuAcq, CB-FindScope and the two ConAcq are other papers': docs/algorithms.md.
* `DontKnow` is not in the paper: the branch that asked is given up, and `settle` comes back to it at the end.
"""

from collections.abc import Callable

from tacit.algorithms.cb_findscope import cb_findscope
from tacit.algorithms.conacq_1 import conacq_1
from tacit.algorithms.conacq_2 import conacq_2
from tacit.algorithms.findc import findc
from tacit.algorithms.findc_corrected import findc_corrected
from tacit.algorithms.findscope import findscope
from tacit.algorithms.findscope2 import findscope2
from tacit.algorithms.g_quacq import g_quacq
from tacit.algorithms.growacq import growacq
from tacit.algorithms.guided import guided
from tacit.algorithms.mquacq import mquacq
from tacit.algorithms.mquacq2 import mquacq2
from tacit.algorithms.multiacq import multiacq
from tacit.algorithms.outcome import Outcome
from tacit.algorithms.p_quacq import p_quacq
from tacit.algorithms.quacq import quacq
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking

Learner = Callable[[Asker], Asking[Outcome]]
FindScope = Callable[[Asker, Example, int], Asking[int]]
FindC = Callable[[Asker, Example, int], Asking[list[int]]]

ALGORITHMS: dict[str, Learner] = {
    "quacq": quacq,
    "multiacq": multiacq,
    "mquacq": mquacq,
    "guided": guided,
    "mquacq-2": mquacq2,
    "growacq": growacq,
    "p-quacq": p_quacq,
    "g-quacq": g_quacq,
}
# These know complete examples only. What they learn has the solutions of the target, and need not agree on parts.
OF_COMPLETE_EXAMPLES: dict[str, Learner] = {"conacq-1": conacq_1, "conacq-2": conacq_2}
FIND_SCOPE: dict[int | str, FindScope] = {1: findscope, 2: findscope2, "cb": cb_findscope}
FIND_C: dict[str, FindC] = {"first": findc, "corrected": findc_corrected}

__all__ = ["ALGORITHMS", "FIND_C", "FIND_SCOPE", "OF_COMPLETE_EXAMPLES", "FindC", "FindScope", "Learner", "Outcome"]
