"""Questions for what a rule leaves to a lower text: 대통령령으로 정하는 경미한 사항 is asked as 어떤 경미한 사항.

The lower text quotes the words that it fills, so where the delegated thing's name ends is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.evaluate.regops.corpus import Sentence
from pincite.evaluate.regops.questions.korean import slots
from pincite.evaluate.regops.questions.korean.clauses import Parts, parts
from pincite.evaluate.regops.questions.korean.endings import force_of, split_statements
from pincite.evaluate.regops.types import Need, QuestionType
from pincite.types.reference import Edge, EdgeType

if TYPE_CHECKING:
    from pincite.evaluate.regops.questions.korean.facts import Reader

_QUOTED = re.compile(r"[\"“](?P<words>[^\"“”]*(?<!인)정(?:하는|하여 고시하는) (?P<thing>[^\"“”]+))[\"”]")
_BEHIND = re.compile(
    r"⟦⟧(?P<particle>에게는|에게|에는|에|으로|로|은|는|이|가|을|를|의|과|와|도)?(?=[ ,.]|$)(?P<as>로서 )?"
)


def delegated_masks(reader: Reader, sentence: Sentence) -> Iterator[tuple[slots.Mask, Parts, Edge]]:
    """The asks of a sentence for what it delegates, with the edge to what fills it."""
    for edge in reader.corpus.edges_out.get(sentence.provision.id, ()):
        if edge.type is not EdgeType.DELEGATES_TO or edge.manner != "claimed" or edge.span is None:
            continue
        if not (sentence.span.start <= edge.span.start < sentence.span.end):
            continue
        for mask, about in _masks(reader, sentence, edge):
            yield mask, about, edge


def _masks(reader: Reader, sentence: Sentence, edge: Edge) -> Iterator[tuple[slots.Mask, Parts]]:
    target = reader.corpus.provision(edge.target)
    if target is None:
        return
    document_id = edge.target.partition("/")[0]
    for filling in reader.corpus.sentences_of(document_id, target):
        for quoted in _QUOTED.finditer(filling.text):
            words = next((w for w in _endings(quoted["words"]) if w in sentence.text), "")
            if words:
                yield from _asked(reader, sentence, words, quoted["thing"])
                return


def _endings(words: str) -> Iterator[str]:
    """The quoted words, then those from who decides on."""
    yield words
    if found := re.search(r"(?:대통령령|총리령|[가-힣]+부령|[가-힣]+장관이)\S* 정(?:하는|하여 고시하는) .+$", words):
        yield found[0]


def _asked(reader: Reader, sentence: Sentence, words: str, thing: str) -> Iterator[tuple[slots.Mask, Parts]]:
    noun = thing.split()[-1]
    row = slots.listed(noun, sentence.text)
    if row is None or sentence.text.count(words) != 1:
        return
    said = reader.said(sentence.text.replace(words, "⟦⟧"), sentence.provision.id)
    said = re.sub(r"^(?:다만|단),? ?", "", said)
    subject = ""
    for statement in split_statements(said):
        found = parts(statement)
        subject = found.subject or subject
        if "⟦⟧" in statement and (hit := _BEHIND.search(found.rest)) and "⟦⟧" not in found.subject:
            word = row[0] if len(thing.split()) == 1 else f"어떤 {thing}"
            text = (
                found.rest[: hit.start()]
                + slots.with_question_word(word, hit["particle"] or "")
                + found.rest[hit.end() :]
            )
            kind = _kind(row[1], noun, found.rest, sentence.text)
            about = found if found.subject else Parts(subject, bool(subject), found.rest)
            yield slots.Mask(text, words, kind, "ko.delegated.thing"), about


def _kind(kind: QuestionType, noun: str, rest: str, sentence: str) -> QuestionType:
    takes_back = force_of(rest) == "need_not" or sentence.startswith(("다만", "단,"))
    if takes_back and noun in ("경우", "사유", "때", "사항", "분야", "사업"):
        return QuestionType.EXCEPTION
    if noun in ("경우", "사유", "때"):
        return QuestionType.PERMISSION if force_of(rest) in ("may", "ban", "cannot") else QuestionType.PROCEDURE
    return kind


def need(edge: Edge) -> Need:
    """Why the filling provision is needed."""
    return Need(edge.source, edge.target, "delegated", f"{edge.type}/{edge.manner}")
