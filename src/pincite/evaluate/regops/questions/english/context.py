"""English questions with their matter in front, where the question alone does not tell it: the title of its section."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.english.plain import lowered
from pincite.evaluate.regops.questions.english.rule import is_clean
from pincite.evaluate.regops.questions.english.whole import hangs, is_open
from pincite.evaluate.regops.types import Ask, QuestionType

_PLACE = re.compile(r"^(?P<place>(?:In (?:the )?[A-Z][\w ]{2,30}|Under federal law), )(?P<rest>.+)$")
_GENERAL = re.compile(
    r"\b(?:definitions?|applicability|general|scope|purposes?|construction|short title|other|miscellaneous|"
    r"relationship|specifications?|"
    r"standards?|principles?|requirements?|findings|declaration|continued|repealed|reserved)\b"
)
_NO_NOUN = re.compile(
    r"\b(?:shall|may|must|is|are|when|who|what|how|where|if)\b|^\w+(?: \w+)? to (?!individuals|the|a|an)\w+"
)
MAX_WORDS = 9


def in_context(corpus: BenchCorpus, ask: Ask) -> Ask | None:
    """The ask with the title of its section in front; None where that names no matter or the question gets too long."""
    matter = matter_of(corpus.title(ask.provision))
    if ask.type is QuestionType.DEFINITION or not matter or "+matter" in ask.template:
        return None
    if all(word[:5] in ask.finals[0].lower() for word in matter.split()):
        return None  # the question says it already
    finals = tuple(f for f in (_named(final, matter) for final in ask.finals) if is_clean(f))
    return replace(ask, template=f"{ask.template}+matter", finals=finals) if finals else None


def where_needed(corpus: BenchCorpus, ask: Ask) -> Ask:
    """The ask in its context where it speaks of a paper or a step that nobody has named: `may they deny the petition`.

    Doubted where the title tells no matter, and where it asks what somebody does in no case at all.
    """
    question = ask.finals[0]
    words = f"{question} {ask.words}" if ask.template.endswith(".condition") else question
    if not (hangs(words) or is_open(question)):
        return ask
    caseless = question.endswith((" do?", " entitled to?")) and not re.search(r" (?:who|that|whose) ", question)
    found = None if caseless else in_context(corpus, ask)
    return found or replace(ask, doubt=ask.doubt or "matter_not_named")


def matter_of(title: str) -> str:
    """What a title names, as it stands within a sentence; empty where it names nothing or is a sentence.

    >>> matter_of("Content of Notices; Mailing."), matter_of("Landlord to maintain premises"), matter_of("Definitions")
    ('content of notices', '', '')
    """
    first = re.split(r"[;:.—(]", title)[0].strip(" .")
    words = first.split()
    plain = " ".join(lowered(w) if not re.search(r"[A-Z].*[A-Z]", w) else w for w in words)
    if (
        not 2 <= len(words) <= MAX_WORDS
        or _GENERAL.search(plain)
        or _NO_NOUN.search(plain)
        or re.fullmatch(r"the \w+", plain)
        or re.search(r"[\d“\"]", plain)
    ):
        return ""
    return plain


def _named(question: str, matter: str) -> str:
    found = _PLACE.match(question)
    place, rest = (found["place"], found["rest"]) if found else ("", question)
    opening = f"under the rules on {matter}, {lowered(rest)}"
    return f"{place}{opening}" if place else opening[:1].upper() + opening[1:]
