"""A benchmark from a corpus: asks, golds, difficulty, choice, wording, twins; the same each time for one seed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.closure_gold import close
from pincite.evaluate.regops.questions.compose import SUBJECT, WHETHER, Candidate, candidate_of
from pincite.evaluate.regops.questions.difficulty import ArticleGraph, difficulty_of
from pincite.evaluate.regops.questions.giveaways import gives_away, says_heading
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.questions.select import Rated, select
from pincite.evaluate.regops.types import Ask, Question, QuestionType

if TYPE_CHECKING:
    from pincite.evaluate.regops.questions.paraphrase import Paraphraser

TWIN_SHARE = 0.12
"""Unanswerable questions beside the answerable ones, as a share of these."""


@dataclass(frozen=True, slots=True)
class Built:
    """A benchmark.

    Args:
        questions: answerable ones, then the twins.
        drops: reason to how many candidates were dropped for it.
        candidates: how many were left to choose from.
    """

    corpus: BenchCorpus
    questions: tuple[Question, ...]
    drops: dict[str, int]
    candidates: int
    seed: int
    paraphrased: dict[str, int]


Say = Callable[[str], None]


def build(
    corpus: BenchCorpus,
    size: int,
    seed: int,
    *,
    paraphraser: Paraphraser | None = None,
    say: Say = lambda line: None,
) -> Built:
    """A benchmark of so many answerable questions, and its twins.

    Args:
        size: answerable questions wanted, from 1; fewer come where the corpus gives fewer.
        paraphraser: rewords each question by a model, checked; None for the templates' words.
        say: told what is done.

    Raises:
        InputError: the corpus gives no question.
    """
    drops: Counter[str] = Counter()
    rated: list[Rated] = []
    rivals: dict[str, Rivals] = {}
    asks: dict[str, list[Ask]] = {}
    for language in sorted({corpus.language(d) for d in corpus.seeds}):
        rivals[language] = Rivals(corpus, language)
        found = _asks(corpus, language)
        say(f"{language}: {sum(map(len, found.values()))} things to ask of {len(found)} provisions")
        rated.extend(_rated(corpus, found, rivals[language], drops))
        asks.update(found)
    if not rated:
        raise InputError("The corpus gives no question.", hint="It needs articles or sections that state rules.")
    chosen, drops["repeat"] = select(rated, size, seed)
    questions, counts = _worded(chosen, seed, paraphraser)
    from pincite.evaluate.regops.questions.twins import twins

    missing = twins(corpus, asks, rivals, round(len(questions) * TWIN_SHARE), seed, drops)
    numbered = [*_numbered(questions, "q"), *_numbered(missing, "u")]
    return Built(corpus, tuple(numbered), dict(sorted(drops.items())), len(rated), seed, counts)


def _asks(corpus: BenchCorpus, language: str) -> dict[str, list[Ask]]:
    """Provision id to its asks."""
    if language == "ko":
        from pincite.evaluate.regops.questions.korean.read import asks_of
    else:
        from pincite.evaluate.regops.questions.english.read import asks_of
    return asks_of(corpus)


def _rated(corpus: BenchCorpus, asks: dict[str, list[Ask]], rivals: Rivals, drops: Counter[str]) -> Iterator[Rated]:
    articles = ArticleGraph(corpus)
    for provision_id in sorted(asks):
        for ask in asks[provision_id]:
            if WHETHER in ask.template:
                continue
            candidate, reason = _tried(corpus, ask, rivals)
            if reason:
                drops[reason] += 1
            else:
                said = says_heading(corpus, candidate.finals[0], candidate.gold)
                yield Rated(candidate, difficulty_of(corpus, articles, candidate.gold), said)


_UNCLEAR = ("says_too_little", "answered_elsewhere")


def _tried(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> tuple[Candidate, str]:
    """The candidate of an ask and why it cannot be asked; where its matter is not clear, that is named."""
    candidate, reason = _closed(corpus, ask, rivals)
    unnamed = ask.type is not QuestionType.DEFINITION and (
        not rivals.names_matter(ask.finals[0], _subject(ask)) or _leaves_out(corpus, ask)
    )
    if reason in _UNCLEAR or (not reason and unnamed):
        named = _in_context(corpus, ask)
        if named is not None:
            return _closed(corpus, named, rivals)
        return candidate, reason or "matter_not_named"
    return candidate, reason


def _leaves_out(corpus: BenchCorpus, ask: Ask) -> bool:
    """Whether a Korean question does not say what the deed or thing is of that it names."""
    document_id = ask.provision.partition("/")[0]
    if corpus.language(document_id) != "ko":
        return False
    from pincite.evaluate.regops.questions.korean.natural import matter_is_left_out, tells_no_field

    if _OF_A_CASE.search(ask.template) and any(tells_no_field(final, _subject(ask)) for final in ask.finals):
        return True
    return any(matter_is_left_out(final, ask.sentence.cut(corpus.texts[document_id])) for final in ask.finals)


_OF_A_CASE = re.compile(r"(?:permission|exception)\.(?:condition|instead|proviso)$")
# Need without what for: the text said it before, the question does not.
_NEED_ALONE = re.compile(r"[은는] 필요(?:한 경우|할 때|하면)")
_TOPIC = re.compile(r"^(?P<who>[^,?]{2,40}?)[은는] ")


def _subject(ask: Ask) -> str:
    """Who acts, as the question opens with it."""
    found = _TOPIC.match(ask.finals[0])
    return ask.subject or (found["who"] if found else "")


def _closed(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> tuple[Candidate, str]:
    closed = close(corpus, ask, rivals)
    candidate = candidate_of(closed)
    return candidate, closed.dropped or _unfit(corpus, candidate, rivals)


def _in_context(corpus: BenchCorpus, ask: Ask) -> Ask | None:
    """The ask with its matter named, where the title of its article tells it: not of one that others apply."""
    if any(need.kind == "applied" for need in ask.needs):
        return None
    if corpus.language(ask.provision.partition("/")[0]) == "ko":
        from pincite.evaluate.regops.questions.korean.context import in_context
    else:
        from pincite.evaluate.regops.questions.english.context import in_context
    return in_context(corpus, ask)


# English templates whose answer stands in the items, or in what the sentence cites, and not in the sentence asked.
_ANSWERS_BELOW = re.compile(r"en\.(?:list|items|\w+\.elsewhere)\b")


def _unfit(corpus: BenchCorpus, candidate: Candidate, rivals: Rivals) -> str:
    """Why a candidate cannot be asked; empty where it can."""
    ask = candidate.ask
    if ask.type is QuestionType.DEFINITION:
        reason = "term_defined_elsewhere" if rivals.defines_too(ask.subject, ask.finals[0], candidate.gold) else ""
    else:
        reason = rivals.verdict(ask.finals[0], candidate.gold)
    if reason:
        return reason
    if SUBJECT in ask.template and "+matter" not in ask.template and rivals.says_little(ask.finals[0]):
        return "says_too_little"
    if "+matter" in ask.template and _NEED_ALONE.search(ask.finals[0]):
        return "purpose_not_said"
    quote = ask.sentence.cut(corpus.texts[ask.provision.partition("/")[0]])
    said = _ANSWERS_BELOW.match(ask.template) is None and gives_away(candidate.finals[0], [quote])
    return "giveaway" if said else ""


def _worded(
    chosen: Sequence[Rated], seed: int, paraphraser: Paraphraser | None
) -> tuple[list[Question], dict[str, int]]:
    """The chosen in words: one phrasing each, by the seed."""
    counts: Counter[str] = Counter()
    questions: list[Question] = []
    for one in chosen:
        phrasing = random.Random(f"{seed} {one.candidate.key}").randrange(len(one.candidate.finals))
        text = one.candidate.finals[phrasing]
        made = _question(one, text, phrasing)
        if paraphraser is not None:
            reworded, outcome = paraphraser(text)
            counts[outcome] += 1
            made = replace(made, text=reworded, made_by={**made.made_by, "paraphrase": outcome, "template_text": text})
        questions.append(made)
    return questions, dict(sorted(counts.items()))


def _question(one: Rated, text: str, phrasing: int) -> Question:
    candidate, ask = one.candidate, one.candidate.ask
    made_by: dict[str, object] = {
        "templates": [ask.template],
        "types": [ask.type.value],
        "phrasing": phrasing,
        "seed_provision": ask.provision,
        "asked_out": [ask.words],
        "needs": [{"source": n.source, "target": n.target, "kind": n.kind, "edge": n.edge} for n in ask.needs],
    }
    return Question(
        "", text, candidate.type, True, candidate.gold, candidate.claims, one.difficulty, made_by
    )  # fmt: skip


def _numbered(questions: Sequence[Question], letter: str) -> Iterator[Question]:
    for number, question in enumerate(questions, 1):
        yield replace(question, id=f"{letter}{number:04d}")
