"""What an interview has come to, as a model that can be exported and solved."""

from __future__ import annotations

from tacit.interview.interview import Interview
from tacit.problem.model import Model


def model_of(interview: Interview) -> Model:
    """What an interview has come to."""
    result = interview.so_far()
    return Model(interview.file.problem.name, result.network, str(result.status), interview.answers, len(result.open))
