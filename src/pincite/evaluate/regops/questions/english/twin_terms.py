"""Twins without an answer about terms: standards that an English law uses and nowhere explains."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.english.read import opening_of
from pincite.evaluate.regops.types import Question, QuestionType

_STANDARD: Final = re.compile(
    r"\b(?:good|undue|exigent|reasonable|unreasonable|substantial|material|manifest|imminent|extraordinary|extenuating|"
    r"irreparable|clear and convincing|professional|best|ordinary|adequate|probable|serious|minimal|gross|unusual|"
    r"special|wilful|willful|prevailing|legitimate|compelling) "
    r"(?:cause|hardship|circumstances|efforts?|delay|compliance|noncompliance|injustice|danger|harm|evidence|judgment|"
    r"care|risk|interest|grounds?|prejudice|burden|threat|safeguards|negligence|misconduct|wear and tear|"
    r"neglect|wages?)\b"
)
_EXPLAINS = (
    r"(?:means?|includes?|shall mean|refers? to|is defined|are defined|shall be deemed|is deemed|exists?|shall include|"
    r"may include|shall exist|is established|consists?)\b"
)


def term_twins(corpus: BenchCorpus, count: int, seed: int) -> list[Question]:
    """So many questions for what an unexplained standard means, each standard once; fewer where there are fewer."""
    found = sorted({(phrase, document_id): provision for phrase, document_id, provision in _used(corpus)}.items())
    random.Random(f"terms {seed}").shuffle(found)  # no secret hangs on it
    made: list[Question] = []
    asked: set[str] = set()
    for (phrase, document_id), provision_id in found:
        if len(made) >= count:
            break
        if phrase in asked or _explained(corpus, phrase, document_id):
            continue
        asked.add(phrase)
        made.append(_question(phrase, opening_of(corpus, document_id), provision_id, len(made)))
    return made


def _used(corpus: BenchCorpus) -> Iterator[tuple[str, str, str]]:
    """Each standard with the document and the last provision that uses it."""
    for sentence in corpus.sentences:
        if corpus.language(sentence.document_id) == "en":
            for hit in _STANDARD.finditer(sentence.text):
                yield hit[0], sentence.document_id, sentence.provision.id


def _explained(corpus: BenchCorpus, phrase: str, document_id: str) -> bool:
    """Whether a law of the place says, or may say, what a phrase means."""
    place = corpus.places.get(document_id)
    bare = re.escape(phrase.removesuffix("s"))
    told = re.compile(
        rf"\b{bare}s?[”\"’']?,? {_EXPLAINS}|[“\"‘]{bare}|purposes? of[^.]{{0,120}}\b{bare}|"
        rf"\b{bare}s?\b[^.]{{0,140}}\b(?:based on|following (?:\w+ )?(?:elements|factors|criteria|conditions))|"
        rf"\b{bare}s?\b[^.]{{0,40}}(?:,? such as|,? including|:)|\b(?:considered|deemed|constitutes?|is|are|as|"
        rf"be) (?:a |an )?{bare}",
        re.IGNORECASE,
    )
    for other in corpus.seeds:
        if other != document_id and (place is None or corpus.places.get(other) != place) and corpus.places:
            continue
        terms = (d.term.casefold() for d in corpus.members[other].law.definitions)
        if told.search(" ".join(corpus.texts[other].split())) or any(
            phrase.casefold() in t or t in phrase for t in terms
        ):
            return True
    return False


def _question(phrase: str, place: str, provision_id: str, number: int) -> Question:
    opened = f"{place}, what" if place else "What"
    text = f"{opened} is meant by “{phrase}”?" if number % 2 else f"{opened} does “{phrase}” mean?"
    made_by: dict[str, object] = {
        "templates": ["twin.term"],
        "types": [QuestionType.DEFINITION.value],
        "seed_provision": provision_id,
        "near_miss": provision_id,
        "looked_for": _EXPLAINS,
    }
    return Question("", text, QuestionType.DEFINITION, False, made_by=made_by)
