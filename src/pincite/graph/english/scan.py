"""Where references begin in a text, and which parser reads each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.graph.english.aliases import Aliases
from pincite.graph.english.labels import BLANK, COARSE_NUMBER, GAP, LABEL, LABELS, MAY_GAP
from pincite.graph.english.meanings import Found, Meanings, labels_unit, whole_work
from pincite.graph.english.phrases import UNIT, Phrase, members_at, phrase_at
from pincite.graph.english.skips import Skips
from pincite.graph.english.tails import DETERMINED, Tail, determined_tail, tail_at
from pincite.graph.english.words import ANNEX_UNIT, ANNEX_WORDS, NAME_ENDS, UNITS
from pincite.graph.english.works import (
    EUROPEAN,
    LAW,
    TITLE_OF,
    TITLED,
    UNTITLED,
    Work,
    dated_act,
    named_before,
    title_behind,
    work_of,
)
from pincite.types.document import Document, Span
from pincite.types.reference import ReferenceForm as Form

_NAMED_UNITS = "|".join(sorted(UNITS, key=len, reverse=True))
_ANNEX: Final = rf"(?P<annex>{'|'.join(ANNEX_WORDS)}){GAP}(?=(?:{COARSE_NUMBER})|\d)"
_FORM: Final = (
    rf"\b(?P<form>Form{GAP}(?:No\.{GAP})?(?=[A-Z-]{{0,6}}\d)[A-Z0-9]{{1,8}}(?:-[A-Z0-9]{{1,6}}){{0,3}})(?![\w])"
)
_PROCEDURES = "Civil|Criminal|Appellate|Bankruptcy|Evidence|Practice|Court"
_SUFFIX: Final = (
    rf"\b(?P<suffix>{'|'.join(NAME_ENDS)}|Amendments(?=\ of\ \d{{4}})|Law(?=\ \(§)"
    rf"|Rules(?={GAP}of{GAP}(?:{_PROCEDURES})))(?![\w’'])"
)
_BARE: Final = rf"(?P<bare>(?={LABEL}))"
# Inside of a word nothing begins but a number or capital that sticks to it (`by105 CMR`): tried first, being cheap.
_MAY_BEGIN: Final = r"(?:(?<![a-z])|(?=[§(\dA-Z]))(?=[§(\dA-ZacdiprstSPC])"
_ANCHOR = re.compile(
    _MAY_BEGIN + "(?:" + "|".join(
        (
            TITLE_OF, TITLED, UNTITLED, LAW, EUROPEAN, rf"\b{DETERMINED.replace(' ', chr(92) + ' ')}", _ANNEX, _FORM,
            _SUFFIX, rf"(?:(?<![\w.§])|(?<=[a-z])(?=§)){UNIT}", _BARE,
        )
    ) + ")",
    re.VERBOSE,
)  # fmt: skip
_CODE_LEAD = re.compile(rf"(?:{BLANK},)?{MAY_GAP}")
_CHAPTER = re.compile(rf"(?:[Cc]h?\.|[Cc]hapter|c(?=\s\d)){MAY_GAP}")
_MUST_HAVE_NUMBER = re.compile(r"[A-Z.\s]+\Z|(?:RSMo|Va\.? Code)\Z")
_BEHIND_NAME = re.compile(rf",?{GAP}(?=§|[Ss]ec(?:tion|\.)|ss?\.[ ]?\d)")
_BEHIND_LAW = re.compile(rf",{GAP}(?=§|[Ss]ec|[Tt]itle|[Dd]ivision|[Aa]rticle)")
_CITED_AS = re.compile(rf"\b(?:cited|known|referred{GAP}to|titled|entitled){GAP}as{GAP}(?:the{GAP})?[“\"]?\Z")
_MEANS_NEXT = re.compile(r"[”\"],?\s(?:means|shall mean|refers to|has the)\b")
_THE = re.compile(rf"\b[Tt]he{GAP}\Z")
_BARE_LIST = re.compile(
    rf"{LABELS}(?:(?:{BLANK},{BLANK}(?:(?:and|or){GAP})?|{GAP}(?:and|or|through|to){GAP}|{BLANK}[–-]{BLANK}){LABELS}){{0,30}}+"
    rf"(?={GAP}of{GAP}(?:this|that|such){GAP}(?i:{_NAMED_UNITS})\b)"
)
# `section 8 housing` is a programme, `Schedule II drugs` a list of substances.
_PROGRAMME = re.compile(
    r"\s(?:housing|vouchers?|tenan(?:ts?|cy)|programs?|programmes?|certificates?|assistance|rent(?:al|s)?|units?|landlords?"
    r"|controlled|drugs?|substances?|narcotics?)\b"
)
_ACT_OF = re.compile(r"\s(?:of|or)\b")
_PART_OF_LAW = re.compile(rf"\b(?:provisions?|requirements?|purposes?|terms){GAP}of{GAP}\Z")
# Behind `such` and `that` these words mean things as well as levels of a law.
_ALWAYS_LEVELS = frozenset(
    "section subsection paragraph subparagraph clause subclause subdivision subpart chapter subchapter".split()
)
_NEVER_THIS = frozenset(("item", "point", "recital", "division", "subitem"))


class Scanner:
    """Finds the references of a document, in groups: the members of a list together."""

    def __init__(self, document: Document, meanings: Meanings, aliases: Aliases, skips: Skips) -> None:
        self.text, self.title = document.text, document.title
        self.meanings, self.aliases, self.skips = meanings, aliases, skips
        self._short = self._short_names()
        self._floor = 0

    def groups(self) -> Iterator[list[Found]]:
        """The references in the order of the text."""
        at = self._behind_title()
        while (found := self._next(at)) is not None:
            skip = self.skips.end_at(found.start())
            if skip >= 0:
                at = max(skip, found.start() + 1)
                continue
            consumed = self.meanings.consumed
            if consumed is not None and consumed.start <= found.start() < consumed.end:
                at = consumed.end
                continue
            group, end = self._read(found)
            if group:
                yield group
                self._floor = end
            at = max(end, found.start() + 1)

    def _behind_title(self) -> int:
        """Behind the title, which cites nothing: the text's first line where it stands in no provision."""
        start = len(self.text) - len(self.text.lstrip())
        if self.title and self.text.startswith(self.title, start):
            return start + len(self.title)
        line = self.text.find("\n", start)
        return line if line > start and self.meanings.place.source(start) is None else start

    def _next(self, at: int) -> re.Match[str] | None:
        found = _ANCHOR.search(self.text, at)
        if self._short is None:
            return found
        short = self._short.search(self.text, at, found.start() if found else len(self.text))
        return short or found

    def _short_names(self) -> re.Pattern[str] | None:
        """Short names that the document defines and no other pattern finds: `ERISA`."""
        names = [n for n in self.aliases.names if n.rsplit(" ", 1)[-1] not in NAME_ENDS and n not in self.aliases.own]
        names = [n for n in names if n.isupper() or " " in n]
        if not names:
            return None
        words = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
        return re.compile(rf"(?<![\w(“\"])(?P<short_name>{words})(?![\w”\"])")

    def _read(self, found: re.Match[str]) -> tuple[list[Found], int]:
        groups = found.groupdict()
        if groups.get("short_name"):
            return [
                whole_work(Work(found.group(), *found.span(), alias=True), self.meanings.place, self.aliases.names)
            ], found.end()
        if groups["det"]:
            return self._determined(found)
        if groups["annex"]:
            return self._annex(found)
        if groups["form"]:
            return self._form(found)
        if groups["suffix"]:
            return self._named(found)
        if groups["sign"] or groups["word"] or groups["short"]:
            return self._unit(found)
        if groups["bare"] is not None:
            return self._bare(found)
        return self._code(found)

    # §, section, paragraph …

    def _unit(self, found: re.Match[str]) -> tuple[list[Found], int]:
        phrase = phrase_at(self.text, found.start())
        if phrase is None or self._is_no_law(phrase):
            return [], phrase.end if phrase else found.end()
        return self.meanings.phrase(phrase)

    def _is_no_law(self, phrase: Phrase) -> bool:
        first = phrase.members[0]
        if phrase.unit.name == "section" and _PROGRAMME.match(self.text, phrase.end) and first.number.isdigit():
            return True
        if phrase.unit.name == "rule":
            has = self.meanings.place.has_top(f"s{first.number}")
            return not has and tail_at(self.text, phrase.end, self.aliases.names).end == phrase.end
        if phrase.unit.name not in ("part", "title", "article", "division", "chapter") or first.number[:1].isdigit():
            return False
        # `Part A` alone is as often a part of a form or a programme: law says of what, or has it.
        place, segment = self.meanings.place, f"{phrase.unit.letter}{first.number}"
        tail = tail_at(self.text, phrase.end, self.aliases.names)
        return len(first.number) == 1 and tail.end == phrase.end and not place.has_top(segment) and not phrase.plural

    # this section, such Act

    def _determined(self, found: re.Match[str]) -> tuple[list[Found], int]:
        numbered = phrase_at(self.text, found.start("dname")) if found["dname"] else None
        if numbered is not None and not numbered.unit.depth:  # this Article 2, such title VIII
            group, end = self.meanings.phrase(numbered)
            group[0].span = Span(found.start(), group[0].span.end)
            return group, end
        tail = determined_tail(found)
        if not self._means_law(found, tail):
            return [], found.end("det")
        return self.meanings.determined(tail, found.start()), found.end()

    def _means_law(self, found: re.Match[str], tail: Tail) -> bool:
        text, end = self.text, found.end()
        written = found["dname"] or found["dannex"] or found["dwork"]
        if tail.determiner == "this":
            if found["ds"] or tail.word in _NEVER_THIS or (tail.word == "act" and _ACT_OF.match(text, end)):
                return False
            return not found["dannex"] or written[0].isupper()
        if found["ds"] and tail.determiner not in ("such", "those", "these"):
            return False
        if tail.determiner in ("those", "these") and not found["ds"]:
            return False
        if found["ds"]:
            tail.determiner = "those"
        if tail.determiner == "same":
            if tail.word not in _ALWAYS_LEVELS:
                return False
            return (
                self.meanings.history.find(tail.word, self.meanings.place.source(found.start()), found.start())
                is not None
            )
        if tail.word in _ALWAYS_LEVELS:
            return not text.startswith((" of the building", " of the premises"), end)
        if tail.word == "part":
            return _PART_OF_LAW.search(text, max(0, found.start() - 40), found.start()) is not None
        return written[0].isupper() and tail.word not in ("title", "item", "point", "order", "policy")

    # (b) of this section

    def _bare(self, found: re.Match[str]) -> tuple[list[Found], int]:
        whole = _BARE_LIST.match(self.text, found.start())
        if whole is None:
            run = _LABEL_RUN.match(self.text, found.start())
            return [], run.end() if run else found.start() + 1
        word = self.text[whole.end() : whole.end() + 60].split()[2].lower().strip(".,;)")
        unit = UNITS[labels_unit(word)]
        phrase = members_at(self.text, found.start(), unit, plural=True, start=found.start())
        return self.meanings.phrase(phrase) if phrase else ([], whole.end())

    # Exhibit A, Form W-2

    def _annex(self, found: re.Match[str]) -> tuple[list[Found], int]:
        word = found["annex"]
        plural = word in ("Annexes", "Appendices", "Exhibits", "Schedules", "Attachments")
        phrase = members_at(self.text, found.end(), ANNEX_UNIT, plural=plural, start=found.start())
        if phrase is None or _PROGRAMME.match(self.text, phrase.end):
            return [], found.end()
        group, end = self.meanings.phrase(phrase)
        singular = {"annexes": "annex", "appendices": "appendix"}.get(word.lower(), word.lower().rstrip("s"))
        for one in group:
            if one.form is Form.OWN_DOCUMENT:
                one.form = Form.ANNEX
                head = next((s for s in one.path if s.startswith("n")), "n")
                other = f"n{singular}-{head[1:]}"
                one.path = tuple(
                    other
                    if s == head and not self.meanings.place.has_top(head) and self.meanings.place.has_top(other)
                    else s
                    for s in one.path
                )
        return group, end

    def _form(self, found: re.Match[str]) -> tuple[list[Found], int]:
        number = found["form"].split()[-1]
        source = self.meanings.place.source(found.start())
        one = Found(
            Span(*found.span("form")), Form.FORM, (f"f{number}",), source=source, unit="form", group_end=found.end()
        )
        return [one], found.end()

    # Works

    def _code(self, found: re.Match[str]) -> tuple[list[Found], int]:
        work = work_of(found)
        if work.code is None:
            lead = _BEHIND_LAW.match(self.text, work.end)
            phrase = phrase_at(self.text, lead.end()) if lead else None
            if phrase is not None and not phrase.unit.depth:
                return self.meanings.phrase(phrase, work)
            return [whole_work(work, self.meanings.place, self.aliases.names)], work.end
        phrase = self._behind_code(work)
        if phrase is not None and self._is_too_short(work, phrase):
            return [], work.end
        if phrase is not None:
            group, end = self.meanings.phrase(phrase, work)
            return group, title_behind(self.text, end)
        written = self.text[work.start : work.end]
        if not work.code.titled and _MUST_HAVE_NUMBER.match(written):
            return [], work.end
        if work.name in self.meanings.place.own_codes and not work.code.titled:
            return [], work.end
        return [whole_work(work, self.meanings.place, self.aliases.names)], title_behind(self.text, work.end)

    def _is_too_short(self, work: Work, phrase: Phrase) -> bool:
        """Whether capitals before a plain number are a code's name only by chance: `AS 5`."""
        written, number = self.text[work.start : work.end], phrase.members[0].number
        return phrase.start == work.start and re.fullmatch(r"[A-Z]{2,4}", written) is not None and number.isalnum()

    def _behind_code(self, work: Work) -> Phrase | None:
        """The provisions behind a code's name: `§ 5`, `part 160`, `c. 186, § 22`, `1320d-8`."""
        code = work.code
        lead = _CODE_LEAD.match(self.text, work.end)
        at = lead.end() if lead else work.end
        phrase = phrase_at(self.text, at)
        if phrase is not None:
            return None if phrase.unit.depth else phrase
        chapter = _CHAPTER.match(self.text, at)
        if chapter is not None or (code is not None and code.letter == "c"):
            return members_at(
                self.text, chapter.end() if chapter else at, UNITS["chapter"], plural=False, start=work.start
            )
        if "," in self.text[work.end : at]:
            return None
        written = self.text[work.start : work.end]
        return members_at(self.text, at, UNITS["section"], plural=True, start=work.start, code=written)

    def _named(self, found: re.Match[str]) -> tuple[list[Found], int]:
        start, end = found.span("suffix")
        if self._defines(start, end):
            return [], end
        work = named_before(self.text, start, end, self._floor)
        if work is None:
            return self._called(found)
        if _CITED_AS.search(self.text, max(0, work.start - 60), work.start) or _MEANS_NEXT.match(self.text, work.end):
            return [], work.end
        lead = _BEHIND_NAME.match(self.text, work.end)
        phrase = phrase_at(self.text, lead.end()) if lead else None
        alias = work._replace(alias=work.name in self.aliases.names)
        if phrase is not None:
            tail = tail_at(self.text, phrase.end, self.aliases.names)
            if tail.end == phrase.end:
                return self.meanings.phrase(phrase, alias)
        return [whole_work(alias, self.meanings.place, self.aliases.names)], work.end

    def _called(self, found: re.Match[str]) -> tuple[list[Found], int]:
        """`the Act`."""
        start, end = found.span("suffix")
        word = found["suffix"]
        dated = dated_act(self.text, start, end) if word == "Act" else None
        if dated is not None:
            return [whole_work(dated, self.meanings.place, self.aliases.names)], dated.end
        the = _THE.search(self.text, max(0, start - 8), start)
        if the is None or (word != "Act" and word not in self.aliases.names) or _MEANS_NEXT.match(self.text, end):
            return [], end
        return [whole_work(Work(word, start, end, alias=True), self.meanings.place, self.aliases.names)], end

    def _defines(self, start: int, end: int) -> bool:
        """Whether a name stands in the words that give it: `(the Act)`."""
        from bisect import bisect_right

        at = bisect_right(self.aliases.defining, (start, len(self.text))) - 1
        return at >= 0 and self.aliases.defining[at][0] <= start and end <= self.aliases.defining[at][1]


_LABEL_RUN = re.compile(LABELS)
