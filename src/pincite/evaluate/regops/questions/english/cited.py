"""The citations of an English sentence, as the parser read them, and the provisions that an answer needs for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.questions.english.plain import TOKEN, Mark, Plain, lowered, marked
from pincite.evaluate.regops.types import Need
from pincite.graph.resolve import Resolution
from pincite.types.provision import ProvisionKind, is_ancestor
from pincite.types.reference import EdgeType, ReferenceForm, Unresolved

MAX_NAMED = 3
"""An answer that names more provisions than this is spread too far."""
_SPOKEN = re.compile(r"\d|§|\(|^(?:this|that|such)\b", re.IGNORECASE)
_TOLD_THERE = re.compile(
    r"\b(?:statement|statements|requirements?|documentation|assurances?|elements|criteria|information|findings?)$"
)
_LABEL = re.compile(r"^\s*(?:\([\w-]{1,5}\)\s*)+")
_ITEM_END = re.compile(r"[;,.]?\s*(?:\b(?:and|or)\b)?\s*$")
_PLACES = (
    ReferenceForm.OWN_DOCUMENT, ReferenceForm.OWN_ARTICLE, ReferenceForm.SELF, ReferenceForm.ANAPHORA,
    ReferenceForm.ALIAS, ReferenceForm.NAMED_WORK,
)  # fmt: skip
_RULES = (ProvisionKind.SECTION, ProvisionKind.ARTICLE, ProvisionKind.PARAGRAPH, ProvisionKind.ITEM)


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence read for asking.

    Args:
        plain: its words, with marks.
        cited: its citations, by their numbers in the marks.
    """

    sentence: Sentence
    plain: Plain
    cited: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """What the citations of some words bring into the gold.

    Args:
        doubt: why it cannot be told; empty where it can.
        inner: provisions below the answering one: the gold has them, the claims need them.
    """

    needs: tuple[Need, ...] = ()
    inner: tuple[str, ...] = ()
    doubt: str = ""


def read_sentence(corpus: BenchCorpus, sentence: Sentence, stem: Sentence | None = None) -> Read:
    """A sentence with each citation in it numbered and taken out where a person would not say it.

    Args:
        stem: the words above an item that it goes on from: they are read in front of it.
    """
    cited: list[Resolution] = []
    text = _numbered(corpus, sentence, cited)
    if stem is not None:
        front: list[Resolution] = list(cited)
        head = re.sub(r"\s*(?::|--|—|–)$", "", _numbered(corpus, stem, front).rstrip())
        text = f"{head} {lowered(_ITEM_END.sub('', _LABEL.sub('', text)))}"
        cited = front
    return Read(sentence, marked(text), tuple(cited))


def _numbered(corpus: BenchCorpus, sentence: Sentence, cited: list[Resolution]) -> str:
    """The text of a sentence with `§ ref` and a number for each citation, which is added to those cited."""
    text, start = corpus.texts[sentence.document_id], sentence.span.start
    pieces: list[str] = []
    for resolution in sorted(corpus.references.get(sentence.provision.id, ()), key=lambda r: r.reference.span.start):
        span = resolution.reference.span
        inside = start <= span.start and span.end <= sentence.span.end
        if inside and resolution.reference.form in _PLACES and _SPOKEN.search(span.cut(text)):
            pieces.append(f"{text[start : span.start]}§ {TOKEN}{len(cited)}")
            cited.append(resolution)
            start = span.end
    pieces.append(text[start : sentence.span.end])
    return "".join(pieces)


def refs_of(read: Read, words: str) -> tuple[int, ...]:
    """Numbers of the citations that some plain words of a sentence rest on, those that only name a thing left out."""
    marks = [m for m in read.plain.marks_in(words) if m.sense in ("content", "condition") or _is_told(read.plain, m)]
    left = tuple(int(n) for n in re.findall(rf"§ {TOKEN}(\d+)", words))
    return tuple(dict.fromkeys((*(r for m in marks for r in m.refs), *left)))


def _is_told(plain: Plain, mark: Mark) -> bool:
    """Whether what a thing must be stands at the cited place: the statement required by a paragraph."""
    return mark.sense == "naming" and _TOLD_THERE.search(plain.text[: mark.at]) is not None


def refs_in_sense(read: Read, *senses: str) -> tuple[int, ...]:
    """Numbers of the citations taken out with words of some senses."""
    return tuple(dict.fromkeys(r for m in read.plain.marks if m.sense in senses for r in m.refs))


def cites_nothing(read: Read, sense: str) -> bool:
    """Whether words of a sense stand there without a citation that the parser has read."""
    return any(m.sense == sense and not m.refs for m in read.plain.marks)


def named(corpus: BenchCorpus, read: Read, refs: Iterable[int], kind: str) -> Named:
    """The provisions that some citations of a sentence lead to.

    Args:
        kind: of the needs: `named`, `exception` or `applied`.
    """
    own = read.sentence.provision.id
    needs: dict[str, Need] = {}
    inner: list[str] = []
    for number in refs:
        resolution = read.cited[number]
        if resolution.reason is Unresolved.OUTSIDE_CORPUS:
            if kind == "exception":
                return Named(doubt="exception_outside")
            continue
        if resolution.reason is not None:
            return Named(doubt=f"answer_points_to_{resolution.reason}")
        for target in resolution.targets:
            provision = corpus.provision(target)
            if provision is None or provision.kind not in _RULES or is_ancestor(target, own):
                return Named(doubt="exception_not_told" if kind == "exception" else "answer_points_to_whole")
            if is_ancestor(own, target):
                inner.append(target)
            else:
                needs[target] = Need(own, target, kind, _edge(resolution))
    if len(needs) > MAX_NAMED:
        return Named(doubt="answer_points_to_many")
    return Named(tuple(needs.values()), tuple(dict.fromkeys(inner)))


def _edge(resolution: Resolution) -> str:
    manner = resolution.reference.manner
    return f"{EdgeType.REFERENCES}/{manner}" if manner else str(EdgeType.REFERENCES)
