"""Unanswerable twins: questions like those of the benchmark about what the corpus does not say.

A twin takes a rule or a named thing of the corpus and asks for something that is said of others like it, but not of
this one: a period, a fee, a penalty, a quorum. It is kept only where no provision that speaks of its matter, and none
that an edge joins to it, has a word of the kind that would answer; of a named thing the whole corpus is
searched. What is asked for, and what was looked for in vain, is in its record.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.compose import WHETHER
from pincite.evaluate.regops.questions.giveaways import fingerprint, is_repeat
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.questions.twin_kinds import KINDS, TwinKind
from pincite.evaluate.regops.types import Ask, Question
from pincite.types.provision import is_ancestor

if TYPE_CHECKING:
    from pincite.evaluate.regops.questions.korean.twin_topics import Topic, TopicKind

MAX_OF_KIND = 4
"""Of one kind at most so many: a tail that many twins share would give them away."""
NEAR_SHARE = 0.55
"""From this share of a rule's words on, a provision speaks of its matter."""


def twins(
    corpus: BenchCorpus,
    asks: Mapping[str, Sequence[Ask]],
    rivals: Mapping[str, Rivals],
    count: int,
    seed: int,
    drops: Counter[str],
) -> list[Question]:
    """So many unanswerable questions, of every kind alike; fewer where the corpus gives fewer."""
    from pincite.evaluate.regops.questions.english.twin_terms import term_twins

    made = _of_topics(corpus, count, seed, drops)
    made.extend(term_twins(corpus, min(MAX_OF_KIND * 2, count - len(made)), seed))
    return [*made, *_of_rules(corpus, asks, rivals, count - len(made), seed, drops)]


def _of_topics(corpus: BenchCorpus, count: int, seed: int, drops: Counter[str]) -> list[Question]:
    """Twins about Korean papers, committees and designations, the kinds alike, each topic once."""
    from pincite.evaluate.regops.questions.korean.twin_topics import TOPIC_KINDS, said_somewhere, topics, worded

    waiting = sorted(topics(corpus), key=lambda t: (t.name, t.provision))
    chooser = random.Random(f"twins {seed}")  # no secret hangs on it
    chooser.shuffle(waiting)
    by_kind: Counter[str] = Counter()
    made: list[Question] = []
    used: set[tuple[Topic, str]] = set()
    for topic in (*waiting, *waiting):  # each once, then again where the corpus names few
        if len(made) >= count:
            break
        fitting = [
            k
            for k in TOPIC_KINDS
            if k.of == topic.kind and by_kind[k.name] < MAX_OF_KIND and (topic, k.name) not in used
        ]
        for kind in sorted(fitting, key=lambda k: (by_kind[k.name], k.name)):
            if said_somewhere(corpus, topic, kind):
                drops[f"twin_answered_{kind.name}"] += 1
                continue
            text = worded(kind.asks[by_kind[kind.name] % len(kind.asks)], topic.said)
            made.append(Question("", text, kind.type, False, made_by=_record(kind, topic.provision)))
            by_kind[kind.name] += 1
            used.add((topic, kind.name))
            break
    return made


def _record(kind: TopicKind, provision_id: str) -> dict[str, object]:
    return {
        "templates": [f"twin.{kind.name}"],
        "types": [kind.type.value],
        "seed_provision": provision_id,
        "near_miss": provision_id,
        "looked_for": kind.answers.pattern,
    }


def _of_rules(
    corpus: BenchCorpus,
    asks: Mapping[str, Sequence[Ask]],
    rivals: Mapping[str, Rivals],
    count: int,
    seed: int,
    drops: Counter[str],
) -> list[Question]:
    """Twins of English rules."""
    rules = [ask for group in asks.values() for ask in group if ask.template.endswith(WHETHER) and ask.subject]
    ordered = sorted(rules, key=lambda a: a.key)
    random.Random(f"twins {seed}").shuffle(ordered)
    made: list[Question] = []
    said: list[frozenset[str]] = []
    used: set[str] = set()
    by_kind: Counter[str] = Counter()
    for ask in ordered:
        article = corpus.article(ask.provision)
        if len(made) >= count or article in used:
            continue
        language = corpus.language(ask.provision.partition("/")[0])
        for kind in sorted(KINDS.get(language, ()), key=lambda k: (by_kind[k.name], k.name)):
            twin = _twin(corpus, ask, kind, rivals[language], drops)
            if twin is None or is_repeat(fingerprint(twin.text), said):
                continue
            made.append(twin)
            said.append(fingerprint(twin.text))
            used.add(article)
            by_kind[kind.name] += 1
            break
    return made


def _twin(corpus: BenchCorpus, ask: Ask, kind: TwinKind, rivals: Rivals, drops: Counter[str]) -> Question | None:
    if not kind.fits.search(ask.finals[0]) or not kind.whose.search(ask.subject) or _is_general(corpus, ask, kind):
        return None
    text = kind.question(ask)
    if not text:
        return None
    looked = sorted(_around(corpus, ask, rivals))
    if any(kind.answers.search(corpus.cut(provision_id)) for provision_id in looked):
        drops[f"twin_answered_{kind.name}"] += 1
        return None
    made_by: dict[str, object] = {
        "templates": [f"twin.{kind.name}"],
        "types": [kind.type.value],
        "seed_provision": ask.provision,
        "near_miss": ask.provision,
        "looked_at": len(looked),
        "looked_for": kind.answers.pattern,
    }
    return Question("", text, kind.type, False, made_by=made_by)


def _is_general(corpus: BenchCorpus, ask: Ask, kind: TwinKind) -> bool:
    """Whether the law, or one of the same place, answers for every rule of its own."""
    own = ask.provision.partition("/")[0]
    place = corpus.places.get(own)
    laws = (d for d in corpus.seeds if d == own or (kind.everywhere and corpus.places.get(d) == place))
    return any(kind.general.search(corpus.cut(p.id)) for d in laws for p in corpus.tree(d) if "/" in p.id)


def _around(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> Iterator[str]:
    """Where an answer would stand: around the rule, where an edge leads from it, what speaks of its matter.

    A Korean article is of one matter, so all of it counts; of an American section the rule's own paragraph.
    """
    article = corpus.article(ask.provision)
    korean = corpus.language(article.partition("/")[0]) == "ko"
    base = article if korean else "/".join(ask.provision.split("/")[: article.count("/") + 2])
    near = {base}
    for provision in corpus.tree(article.partition("/")[0]):
        if is_ancestor(base, provision.id):
            near.update(_lifted(corpus, e.target, korean) for e in corpus.edges_out.get(provision.id, ()))
            near.update(_lifted(corpus, e.source, korean) for e in corpus.edges_in.get(provision.id, ()))
    near.update(rule for rule, share in rivals.shares(ask.finals[0]).items() if share >= NEAR_SHARE)
    yield from (p for p in near if corpus.provision(p) is not None)


def _lifted(corpus: BenchCorpus, provision_id: str, whole: bool) -> str:
    return corpus.article(provision_id) if whole else provision_id
