"""Whether the evidence holds the clauses that a request asks for; questions are left to the ordinary rule."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from pincite.answer.pipeline import SufficiencyRule
from pincite.generate.clauses import ClauseFinder
from pincite.generate.judge import SentenceJudge
from pincite.text.clause_request import ClauseRequest, clause_request
from pincite.text.language import detect
from pincite.types.retrieval import Evidence, SufficiencyVerdict

# For a type without a rule: log odds by the shares of the words of name and details, and of the name alone, that one
# sentence holds. Fitted on 208 CUAD questions as if their types were unknown (half of them absent); cross-validated
# over contracts the shares tell present from absent with AUC 0.755, the cross-encoder's best score with 0.65.
CONSTANT: Final = -1.53
BY_QUERY: Final = 3.87
BY_NAME: Final = 2.22
EVEN: Final = 0.5


class ClauseSufficiency:
    """For a type that has a learned rule, the chance that the clause is there; for others by the words of its name.

    Args:
        ordinary: judges questions, and requests in Korean for other clauses.
        words: judges sentences by words alone.
    """

    def __init__(self, finder: ClauseFinder, ordinary: SufficiencyRule, words: SentenceJudge) -> None:
        self._finder = finder
        self._ordinary = ordinary
        self._words = words
        self.name = f"{ordinary.name}, clauses/{finder.parameters.version}"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """See `SufficiencyRule.__call__`."""
        request = clause_request(question)
        if request is None:
            return self._ordinary(question, evidence)
        key = self._finder.type_of(request, [e.chunk.language for e in evidence])
        if key is not None:
            found = self._finder(key, evidence)
            return _verdict(found.chance, found.there and bool(found.passages), request, question)
        if detect(question) == "ko" or any(e.chunk.language == "ko" for e in evidence):
            return self._ordinary(request.query, evidence)
        chance = self._by_words(request, evidence)
        return _verdict(chance, chance > EVEN, request, question)

    def _by_words(self, request: ClauseRequest, evidence: Sequence[Evidence]) -> float:
        """The chance, 0 to 1; of a name without details, the share of its words that a sentence holds."""
        by_name = max((judged.own for judged in self._words(request.name, evidence)), default=0.0)
        if not request.details:
            return by_name
        by_query = max((judged.own for judged in self._words(request.query, evidence)), default=0.0)
        return 1.0 / (1.0 + exp(-(CONSTANT + BY_QUERY * by_query + BY_NAME * by_name)))


def _verdict(chance: float, there: bool, request: ClauseRequest, question: str) -> SufficiencyVerdict:
    return SufficiencyVerdict(chance, "" if there else _reason(request, question))


def _reason(request: ClauseRequest, question: str) -> str:
    if detect(question) == "ko":
        return f"가장 가까운 부분에 '{request.name}'에 해당하는 조항이 없습니다"
    return f"nothing in the nearest passages is a clause on {request.name!r}"
