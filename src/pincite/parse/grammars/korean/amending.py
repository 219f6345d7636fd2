"""Addenda that amend other law quote its new wording, labels and all. Those labels are no provisions of the addenda.

Behind "제9조제2항을 다음과 같이 한다." a line "② 장관은 …" is the other law's second paragraph; the addenda's own
second paragraph is a line such as "② 가나법 일부를 다음과 같이 개정한다.".
"""

from __future__ import annotations

import re

from pincite.parse.grammars.outline import Number

_ANNOUNCES = re.compile(r"다음과[ \t]?같이[ \t]?[^.\n]{0,20}?(개정|신설|한|삽입|추가)(?:한)?다[ \t]?\.?[ \t]*$")
_TARGET = re.compile(r"(?:법률[ \t])?(?:제[ \t]?\d|별표|별지|부칙[ \t]?제|제목|제명)")
_INSTRUCTS = re.compile(
    r"(?:(?:법률[ \t])?(?:제[ \t]?\d|별표|별지|부칙[ \t]?제|제목|제명|같은)[^\n]*|[^\n]*?중[ \t]?\"[^\n]*)"
    r"(?:중[ \t]?\"|로 하|로 한다|으로 한다|삭제한다|다음과 같이|각각 한다)[^\n]*$"
)
_REST = 20
_AMENDS_NEXT = re.compile(r"(?:개정한다|폐지한다|삭제한다|생략)[ \t]?\.?[ \t]*$")
_ARTICLE = re.compile(r"제 ?(\d{1,4}) ?조((?:의 ?\d{1,3})*)(?:[^\n,]{0,3}부터 ?제 ?(\d{1,4}) ?조)?")


class Amending:
    """What one addenda article has said so far about other law."""

    def __init__(self) -> None:
        self.active = False
        """It amends something."""
        self.quoted = False
        """New wording is being quoted."""
        self._articles: set[Number] = set()

    def see(self, line: str, before: str = "") -> None:
        """Take notice of a line (behind its label), which may be the rest of one `before` it."""
        announced = _ANNOUNCES.search(before[-_REST:] + line)
        if announced is not None:
            self.active = True
            self.quoted = announced[1] != "개정" or _TARGET.match(line) is not None
            self._articles = _named(line) if self.quoted else set()
        elif self.quoted and _INSTRUCTS.match(line):
            self.quoted = False

    def hides_article(self, number: Number, *, fits: bool) -> bool:
        """Whether an article's label belongs to other law."""
        return self.active and (not fits or number in self._articles)

    def hides_paragraph(self, line: str, *, fits: bool, forward: bool) -> bool:
        """Whether a paragraph's label belongs to other law.

        Args:
            line: all of its line.
            fits, forward: whether its number comes right after the addenda's last one, or anywhere after it.
        """
        return self.active and not (fits and not self.quoted) and not (forward and _AMENDS_NEXT.search(line))


def _named(line: str) -> set[Number]:
    """Articles that an instruction names, those inside a range included."""
    found: set[Number] = set()
    for match in _ARTICLE.finditer(line):
        first = int(match[1])
        found.add((first, *(int(part) for part in re.findall(r"\d+", match[2]))))
        found.update((number,) for number in range(first, min(int(match[3] or 0), first + 200) + 1))
    return found
