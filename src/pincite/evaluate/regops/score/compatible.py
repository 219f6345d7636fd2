"""The RefWalk authors' definitions, to be held against what they published; our own differ in each point below.

Ids are compared as their evaluator sees them, as strings in their form (`가나법_제13조의2_제1항`), and:

1. hierarchical is the default; every retrieved id that hits some gold gains, so nDCG can pass 1;
2. the roll-up to articles looks for 제N의M조 while ids are written 제N조의M: 제10조의2 제1항 becomes 제10조;
3. a question without gold scores 0 and is left out of the means of retrieval; for citations both sides empty is 1;
4. nothing cited is precision 0, CFP 0, ctxCFP 0, and counts in the means;
5. the runner cuts an unknown id until it is known, else drops it, before CFP counts; CFP and ctxCFP compare articles;
6. the paragraph's level keeps ids that name 항 or 호, as they are, on both sides;
7. clauses come from tags where there is a `raw_output`, else from the words; an article named there counts too; branch
   numbers of paragraphs and items are lost; a number is led to a law without looking at its branch;
8. claims are paired one to one; questions that are not predicted are left out; scores are rounded to four digits.

Not repeated: two spellings of document names that their code corrects, and the cap on citations of their report on
retrieval alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, Final

from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.node_ids import authors_form, is_provision_path
from pincite.evaluate.regops.predictions.read import Prediction
from pincite.evaluate.regops.score.bench import BenchQuestion

_ARTICLE = re.compile(r"(.*?_제\d+(?:의\d+)?조)")
_CLAUSE = re.compile(r"_제\d+(?:의\d+)?[항호]")
_LAW = re.compile(r"(.*?)_(?:제\d|별표)")
_BRACKET = re.compile(r"\[([^\]]{1,25})\]")
_TAG = re.compile(r"(?:제(\d+)조(?:의(\d+))?)?(?:제(\d+)(?:의\d+)?항)?(?:제(\d+)(?:의\d+)?호)?")
_PROSE = re.compile(
    r"제\s*(\d+)\s*조(?:\s*의\s*(\d+))?(?:\s*\([^)]{0,40}\))?(?:\s*제\s*(\d+)\s*항)?(?:\s*제\s*(\d+)\s*호)?"
)
_CUTS: Final = ("_", "/")
K: Final = 10


@dataclass(frozen=True, slots=True)
class CompatibleRules:
    """The flags of their command line.

    Args:
        hierarchical: else strict.
        article: both sides of retrieval rolled up.
        clauses: whether clauses are recovered.
        repaired: whether unknown citations are cut or dropped first, as their runner does; their evaluator alone does
            not.
    """

    hierarchical: bool = True
    article: bool = False
    clauses: bool = True
    repaired: bool = True


class CompatibleScorer:
    """Scores predictions by the authors' definitions."""

    def __init__(self, known: KnownIds, rules: CompatibleRules) -> None:
        self._rules = rules
        self._known = known
        spelled = known.spelled.items()
        self._corpus = {self._seen(node, written) for node, written in spelled} if known.complete else None
        self._articles = {rolled_up(node) for node in self._corpus} if self._corpus is not None else None

    def __call__(self, question: BenchQuestion, prediction: Prediction) -> dict[str, float | None]:
        """All measures but those of claims; None where a question is left out of the mean."""
        gold = _once(map(self._seen, question.gold, question.written_gold))
        ranked = _once(map(self._seen, prediction.retrieved or (), prediction.written_retrieved))
        cited = _once(map(self._seen, prediction.cited, prediction.written_cited))
        if self._rules.repaired and self._corpus is not None:
            cited = _once(found for node in cited if (found := repaired(node, self._corpus)))
        scores = self._retrieval(gold, ranked)
        scores |= self._citations(gold, cited, ranked)
        named = [*cited, *(clauses_named(prediction, cited, ranked) if self._rules.clauses else ())]
        scores |= _prefixed(set_scores(set(named), set(gold)), "strict")
        own = {node for node in gold if _CLAUSE.search(node)}
        finer = set_scores({node for node in named if _CLAUSE.search(node)}, own)
        return scores | _prefixed(finer if own else (None, None, None), "paragraph")

    def _seen(self, node: str, written: str) -> str:
        """An id as their evaluator sees it: as the corpus spells it, else as it was written."""
        spelled = self._known.spelled.get(node, written)
        return authors_form(spelled) if is_provision_path(spelled) else spelled

    def _retrieval(self, gold: Sequence[str], ranked: Sequence[str]) -> dict[str, float | None]:
        rule = "hierarchical" if self._rules.hierarchical else "strict"
        if self._rules.article:
            gold, ranked, rule = _once(map(rolled_up, gold)), _once(map(rolled_up, ranked)), "article"
        if not gold:
            return dict.fromkeys((f"R@5 {rule}", f"R@{K} {rule}", f"nDCG@{K} {rule}", f"FullCov@{K} {rule}"))
        return {
            f"R@5 {rule}": self._recall(gold, ranked[:5]),
            f"R@{K} {rule}": self._recall(gold, ranked[:K]),
            f"nDCG@{K} {rule}": self._ndcg(gold, ranked[:K]),
            f"FullCov@{K} {rule}": float(all(self._hit(node, ranked[:K]) for node in gold)),
        }

    def _hit(self, node: str, others: Iterable[str]) -> bool:
        if not self._rules.hierarchical:
            return node in others
        return any(one_line(node, other) for other in others)

    def _recall(self, gold: Sequence[str], ranked: Sequence[str]) -> float:
        return sum(self._hit(node, ranked) for node in gold) / len(gold)

    def _ndcg(self, gold: Sequence[str], ranked: Sequence[str]) -> float:
        gained = sum(1 / log2(rank + 1) for rank, node in enumerate(ranked, 1) if self._hit(node, gold))
        return gained / sum(1 / log2(rank + 1) for rank in range(1, min(len(gold), K) + 1))

    def _citations(self, gold: Sequence[str], cited: Sequence[str], ranked: Sequence[str]) -> dict[str, float | None]:
        said = set(map(rolled_up, cited))
        found = _prefixed(set_scores(said, set(map(rolled_up, gold))), "article")
        seen = set(map(rolled_up, ranked))
        return {
            **found,
            "CFP": 0.0 if self._articles is None else _share(said - self._articles, said),
            "ctxCFP": _share(said - seen, said),
        }


def rolled_up(node: str) -> str:
    """An id cut to its article, the authors' way.

    >>> rolled_up("가나법_제10조_제1항"), rolled_up("가나법_제10조의2_제1항"), rolled_up("spans/sent_1")
    ('가나법_제10조', '가나법_제10조', 'spans/sent_1')
    """
    found = _ARTICLE.match(node)
    return found[1] if found else node


def one_line(one: str, other: str) -> bool:
    """Whether two ids are the same or one is the beginning of the other up to a separator."""
    return one == other or any(one.startswith(other + cut) or other.startswith(one + cut) for cut in _CUTS)


def repaired(node: str, corpus: set[str]) -> str:
    """An id cut from its end until the corpus has it; empty where nothing is left.

    >>> repaired("가나법_제5조_제9항", {"가나법_제5조"}), repaired("다라법_제5조", {"가나법_제5조"})
    ('가나법_제5조', '')
    """
    while node not in corpus:
        at = max(node.rfind(cut) for cut in _CUTS)
        if at <= 0:
            return ""
        node = node[:at]
    return node


def set_scores(said: set[str], gold: set[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of two sets; 1 where both are empty; each rounded to four digits."""
    if not said and not gold:
        return 1.0, 1.0, 1.0
    precision = _share(said & gold, said, digits=None)
    recall = _share(said & gold, gold, digits=None)
    total = precision + recall
    return round(precision, 4), round(recall, 4), round(2 * precision * recall / total if total else 0.0, 4)


def clauses_named(prediction: Prediction, cited: Sequence[str], ranked: Sequence[str]) -> Iterator[str]:
    """What an answer names beside its citations: by tags where there is a `raw_output`, else by its words."""
    raw = prediction.row.get("raw_output")
    found = _of_tags(raw) if isinstance(raw, Mapping) and raw else _of_words(prediction.answer, cited, ranked)
    return iter(sorted(set(found) - set(cited)))


def _of_tags(raw: Mapping[str, Any]) -> Iterator[str]:
    for key, texts in raw.items():
        if key == "answer" or not isinstance(texts, list):
            continue
        law = found[1] if (found := _LAW.match(key)) else key
        for text in texts:
            for tag in _BRACKET.findall(text) if isinstance(text, str) else ():
                yield from _of_tag(tag.replace(" ", ""), key, law)


def _of_tag(tag: str, key: str, law: str) -> Iterator[str]:
    found = _TAG.match(tag)
    assert found is not None  # every part may be missing
    article, branch, paragraph, item = found.groups()
    base = f"{law}_제{article}조{f'의{branch}' if branch else ''}" if article else key
    if article:
        yield base
    if paragraph or item:
        yield base + (f"_제{paragraph}항" if paragraph else "") + (f"_제{item}호" if item else "")


def _of_words(answer: str, cited: Sequence[str], ranked: Sequence[str]) -> Iterator[str]:
    for article, branch, paragraph, item in (found.groups() for found in _PROSE.finditer(answer)):
        law = _law_of(article, (*cited, *ranked))
        if law is None:
            continue
        base = f"{law}_제{article}조{f'의{branch}' if branch else ''}"
        yield base
        if paragraph or item:
            yield base + (f"_제{paragraph}항" if paragraph else "") + (f"_제{item}호" if item else "")


def _law_of(article: str, nodes: Sequence[str]) -> str | None:
    """The law of the first id with an article of that number, whatever its branch."""
    wanted = re.compile(rf"(.*)_제{article}조(?:의\d+)?(?:_|$)")
    return next((found[1] for node in nodes if (found := wanted.match(node))), None)


def _share(part: set[str], whole: set[str], digits: int | None = 4) -> float:
    share = len(part) / len(whole) if whole else 0.0
    return share if digits is None else round(share, digits)


def _prefixed(scores: Sequence[float | None], level: str) -> dict[str, float | None]:
    return dict(zip((f"CP {level}", f"CR {level}", f"CF1 {level}"), scores, strict=True))


def _once(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
