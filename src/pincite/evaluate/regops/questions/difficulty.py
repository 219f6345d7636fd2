"""How hard a gold set is: hops on the graph between its articles, documents, and conditions in its words.

Nothing of the question's wording counts. The graph is that of the corpus, which knows nothing of the gold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations

from pincite.evaluate.regops.corpus import MISMATCH, WALKED, BenchCorpus
from pincite.evaluate.regops.questions.conditions import PROVISO, conditions_in
from pincite.evaluate.regops.types import Difficulty
from pincite.types.reference import Manner

EXCEPTION = "exception"
MAX_HOPS = 8


class ArticleGraph:
    """Articles joined by references, delegations and what carries them out, undirected.

    Branch articles are articles of their own (제10조의2 is not 제10조). An edge whose number belongs to another edition
    joins nothing. Documents as a whole and acts outside the corpus are no articles, so no way leads through them.
    """

    def __init__(self, corpus: BenchCorpus) -> None:
        self._corpus = corpus

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """Article to the articles one edge away, sorted."""
        found: dict[str, set[str]] = {}
        graph = self._corpus.graph
        for edge in graph.edges:
            if edge.type not in WALKED or edge.manner == MISMATCH:
                continue
            one, other = graph.lifted(edge.source), graph.lifted(edge.target)
            if one != other and self._is_article(one) and self._is_article(other):
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
        return {article: tuple(sorted(others)) for article, others in sorted(found.items())}

    def _is_article(self, node_id: str) -> bool:
        node = self._corpus.graph.nodes.get(node_id)
        return node is not None and node.provision_kind is not None and "/" in node_id

    def hops(self, one: str, other: str) -> int | None:
        """Length of a shortest way; None where none of at most `MAX_HOPS` leads there."""
        found = {one: 0}
        queue = deque([one])
        while queue:
            at = queue.popleft()
            if at == other:
                return found[at]
            if found[at] < MAX_HOPS:
                for step in self.near.get(at, ()):
                    if step not in found:
                        found[step] = found[at] + 1
                        queue.append(step)
        return None

    def shares_hub(self, one: str, other: str, gold: frozenset[str]) -> bool:
        """Whether two articles two hops apart meet only in articles outside the gold."""
        between = set(self.near.get(one, ())) & set(self.near.get(other, ()))
        return bool(between) and not between & gold


def difficulty_of(corpus: BenchCorpus, articles: ArticleGraph, gold: Iterable[str]) -> Difficulty:
    """The difficulty of a gold set.

    A pair of gold articles that only a shared article outside the gold joins is parallel: it makes no chain and no
    hops. A pair that nothing joins is passed over.
    """
    gold = tuple(sorted(gold))
    lifted = frozenset(corpus.article(provision_id) for provision_id in gold)
    longest, parallel = 0, 0
    for one, other in combinations(sorted(lifted), 2):
        hops = articles.hops(one, other)
        if hops == 2 and articles.shares_hub(one, other, lifted):
            parallel += 1
        elif hops is not None:
            longest = max(longest, hops)
    crosses = len({provision_id.partition("/")[0] for provision_id in gold}) > 1
    conditional = conditions_of(corpus, gold)
    return Difficulty(level(longest, crosses, bool(conditional)), longest, longest > 0, parallel, crosses, conditional)


def level(hops: int, crosses: bool, conditional: bool) -> str:
    """The level by hops, several documents, conditions.

    >>> level(0, False, False), level(1, False, False), level(0, False, True)
    ('L1', 'L2', 'L2')
    >>> level(1, True, False), level(4, False, False), level(3, False, True), level(1, True, True)
    ('L3', 'L3', 'L4', 'L4')
    """
    if conditional and (hops >= 3 or crosses):
        return "L4"
    if crosses or hops >= 4:
        return "L3"
    return "L2" if hops or conditional else "L1"


def conditions_of(corpus: BenchCorpus, gold: Iterable[str]) -> tuple[str, ...]:
    """Why a gold set is conditional, sorted: words of its provisions, an exception edge that starts in one."""
    found: set[str] = set()
    for provision_id in gold:
        member = corpus.members[provision_id.partition("/")[0]]
        found.update(conditions_in(corpus.cut(provision_id), member.tree.grammar))
        if any(edge.manner == Manner.EXCEPTION for edge in corpus.edges_out.get(provision_id, ())):
            found.add(EXCEPTION)
    return tuple(sorted(found))


__all__ = ["EXCEPTION", "PROVISO", "ArticleGraph", "conditions_of", "difficulty_of", "level"]
