"""Requests for the clauses of a contract on a subject, told from questions: "highlight the parts related to …".

Such a request wants the passages themselves, several where there are several, and none where the document is silent.
What it names is the clause's type; the words around the name are a form that says nothing of the matter and would only
lead a search astray.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_PARTS: Final = (
    r"(?:clauses?|parts?|portions?|provisions?|sections?|passages?|language|wording|terms|texts?|sentences?|paragraphs?"
    r"|excerpts?|spans?|stipulations?|covenants?|articles?)"
)
_ASK: Final = (
    r"(?:highlight|show|list|find|extract|quote|identify|locate|mark|flag|underline|display|retrieve|select|cite|give|get"
    r"|point (?:me |us )?(?:out|to)|pull (?:out|up)?|pick out|search for|look for|look up|copy)"
)
_POLITE: Final = (
    r"(?:(?:please|kindly|can you|could you|would you|i (?:want|need|would like) (?:you )?to|let us|let me)[ ,]+)*+"
)
_WHOSE: Final = (
    r"(?:(?:me|us|all|any|every|each|the|those|these|of|relevant|exact|verbatim|full|contract|contractual)\s+)*+"
)
_SOURCE: Final = (
    r"(?:contract|agreement|document|lease|licen[cs]e|policy|deed|text|file|terms|addendum|amendment|nda|order|statement"
    r"|handbook|statute|act|law|regulation|rules?)s?"
)
_OF_SOURCE: Final = rf"(?:\s+(?:of|in|from|within)\s+(?:this|the|that|our|my|its|these|those|an?|each)\s+{_SOURCE}\b)?"
_ABOUT: Final = (
    r"(?:(?:that|which)\s+(?:are\s+|is\s+)?)?(?:related\s+to|relat(?:es?|ing)\s+to|about|concern(?:s|ing)?|regarding"
    r"|deal(?:s|ing)?\s+with|cover(?:s|ing)?|address(?:es|ing)?|govern(?:s|ing)?|pertain(?:s|ing)?\s+to|on\s+the\s+subject\s+of"
    r"|with\s+(?:respect|regard)\s+to|in\s+respect\s+of|relevant\s+to|describ(?:es?|ing)|mention(?:s|ing)?"
    r"|set(?:s|ting)?\s+out|provid(?:es?|ing)\s+for|speak(?:s|ing)?\s+(?:of|to)|on|for)"
)
_IF_ANY: Final = r"(?:\s*\((?:if any|if there are any)\))?"
_QUOTED: Final = r"[\"“”'‘’「『](?P<quoted>[^\"“”「」『』]{1,200}?)[\"“”'‘’」』]"
_NAME: Final = rf"(?:{_QUOTED}(?P<rest>.*)|(?P<name>.+))"
# "What clauses deal with rent?" is such a request; "what section of the code must a landlord cite" is a question.
_ENGLISH: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"\A{_POLITE}{_ASK}\s+{_WHOSE}{_PARTS}{_IF_ANY}{_OF_SOURCE}{_IF_ANY},?\s+{_ABOUT}\s+{_NAME}\Z",
        rf"\A{_POLITE}{_ASK}\s+{_WHOSE}{_QUOTED}\s+{_PARTS}\b(?P<rest>.*)\Z",
        rf"\A{_POLITE}{_ASK}\s+{_WHOSE}(?P<name>[\w/&’'\-]+(?:\s+[\w/&’'\-]+){{0,5}}?)\s+(?:clause|provision|language)s?\b"
        rf"(?P<rest>.*)\Z",
        rf"\A(?:which|what)\s+(?:are\s+the\s+)?{_PARTS}{_OF_SOURCE}\s+(?:are\s+)?{_ABOUT}\s+{_NAME}\Z",
        rf"\A(?:is|are)\s+there\s+(?:an?|any)\s+{_PARTS}{_OF_SOURCE}\s+{_ABOUT}\s+{_NAME}\Z",
        rf"\Adoes\s+(?:this|the|that|our|my)\s+{_SOURCE}\s+(?:contain|have|include)\s+(?:an?|any)\s+"
        rf"(?P<name>[\w/&’'\-]+(?:\s+[\w/&’'\-]+){{0,5}}?)\s+(?:clause|provision)s?\b(?P<rest>.*)\Z",
    )
)
_KO_PARTS: Final = r"(?:조항|조문|부분|문구|문장|구절|규정|대목)(?:들)?"
_KO_ASK: Final = r"(?:찾|보여|보이|표시|발췌|강조|추출|골라|고르|인용|뽑|나열|짚|하이라이트)"
_KO_SOURCE: Final = (
    r"(?:(?:(?:이|본|위|해당|그|저|우리)\s*)?(?:임대차)?(?:계약서?|약정서?|협약서?|문서|약관|합의서)"
    r"(?:에서|에|의|중에서?|상)?[\s,]+)?"
)
_KO_NAME: Final = _NAME.replace(".+", ".+?")
_KO_ABOUT: Final = r"\s*(?:와|과|에|이랑|랑)\s*(?:관한|관련된|관련한|관련|관계된|대한|연관된)\s*(?:모든\s*)?"
_KO_ALL: Final = r"\s*(?:모두\s*|다\s*|전부\s*)?"
_KOREAN: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\A{_KO_SOURCE}{_KO_NAME}{_KO_ABOUT}{_KO_PARTS}(?:을|를|이|은|만|도)?{_KO_ALL}"
        rf"(?:{_KO_ASK}.*|있.*|알려.*|뭐.*|무엇.*)?\Z",
        rf"\A{_KO_SOURCE}{_KO_NAME}\s*(?:조항|조문)(?:들)?(?:을|를|이|만)?{_KO_ALL}"
        rf"(?:{_KO_ASK}.*|알려.*|있(?:나|는|습|어).*)\Z",
    )
)
_DETAILS: Final = re.compile(
    r"[\s.]*\b(?:details?|description|meaning)\s*:\s*|[\s.]*(?:설명|세부\s*사항|상세)\s*:\s*", re.IGNORECASE
)
_REVIEWED: Final = re.compile(
    r",?\s*\b(?:that|which)\s+(?:should|must|need(?:s)?\s+to|ought\s+to)\s+be\s+(?:reviewed|checked|read|seen)\b[^.?!]*",
    re.IGNORECASE,
)
_THIS_SOURCE: Final = re.compile(
    rf"\s*,?\s*\b(?:of|in|from|within|under)\s+(?:this|the|that|our|my|its|these|those)\s+{_SOURCE}\s*\Z", re.IGNORECASE
)
_EDGES: Final = " \t\n\"“”'‘’「」『』.,:;?!"
_MAX_NAME: Final = 300


@dataclass(frozen=True, slots=True)
class ClauseRequest:
    """What a request for clauses asks for.

    Args:
        name: the clause's type as the request names it, such as `Governing Law`.
        details: what the request says of it beside the name; empty where it says nothing.
    """

    name: str
    details: str = ""

    @property
    def query(self) -> str:
        """Name and details, for searching."""
        return f"{self.name}. {self.details}" if self.details else self.name


def clause_request(question: str) -> ClauseRequest | None:
    """What clauses the question asks to be shown; None where it is a question like any other.

    >>> clause_request('Highlight the parts (if any) of this contract related to "Governing Law".').name
    'Governing Law'
    >>> clause_request("Who pays for repairs?") is None
    True
    """
    asked, details = _apart(" ".join(question.split()))
    asked = _REVIEWED.sub("", asked).strip(" .?!")
    for pattern in (*_ENGLISH, *_KOREAN):
        found = pattern.match(asked)
        if found is None:
            continue
        groups = found.groupdict()
        name = _THIS_SOURCE.sub("", groups.get("quoted") or groups.get("name") or "").strip(_EDGES)
        # What follows a quoted name may tell the document; the form's own words tell nothing.
        rest = _THIS_SOURCE.sub("", (groups.get("rest") or "").strip()).strip(_EDGES)
        if any(c.isalpha() for c in name) and len(name) <= _MAX_NAME:
            return ClauseRequest(name, " ".join(part for part in (rest, details) if part))
    return None


def _apart(text: str) -> tuple[str, str]:
    """The request and its details."""
    cut = _DETAILS.search(text)
    return (text[: cut.start()], text[cut.end() :].strip()) if cut else (text, "")
