"""What the words of a reference mean where they stand: its form, work and whole path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pincite.graph.english.antecedents import History
from pincite.graph.english.labels import GAP
from pincite.graph.english.paths import fine_segments, is_section, path_of, through_of
from pincite.graph.english.phrases import Member, Phrase, nested_at
from pincite.graph.english.places import Place
from pincite.graph.english.tails import Tail, tail_at, unit_named
from pincite.graph.english.words import ANNEX_UNIT, UNITS
from pincite.graph.english.works import Work
from pincite.types.document import Span
from pincite.types.provision import Provision
from pincite.types.reference import ReferenceForm as Form

_ASIDE = re.compile(r"\s?\((?:other than|except(?: for)?|including|excluding|without regard to)(?: in| under)?\s\Z")
_OF_TERM = re.compile(rf"{GAP}of{GAP}(?:the{GAP}term{GAP})?[“\"]?")
_TERM_CHARS = 120
_TITLE_NUMBER = re.compile(r"\d+(?:\.\d+)?\Z")
_DASHED = re.compile(r"\d[A-Za-z]{0,3}[-–]\d")
_THIS = ("this",)


@dataclass(slots=True)
class Found:
    """A reference before its manner is known.

    Args:
        absolute: the path as if written out, for anaphora that take it up.
        unit: that it names, such as `paragraph`.
        group: references of one list have the same; `group_end` is where its words end, tail included.
    """

    span: Span
    form: Form
    path: tuple[str, ...] = ()
    work: str = ""
    through: str = ""
    unit: str = ""
    absolute: tuple[str, ...] = ()
    antecedent: Span | None = None
    source: Provision | None = field(default=None, repr=False)
    group: int = 0
    group_end: int = 0


@dataclass(slots=True)
class Meanings:
    """Reads the references of one document in order.

    `consumed` is what the last one took of the text behind its own end, over a bracket.
    """

    text: str
    place: Place
    aliases: dict[str, str]
    history: History
    consumed: Span | None = None

    def phrase(self, phrase: Phrase, work: Work | None = None) -> tuple[list[Found], int]:
        """The references of a phrase with its tail, and where they end."""
        chain = [phrase, *self._nested(phrase)]
        inner = chain[-1]
        annexed = inner.unit is ANNEX_UNIT
        tail = tail_at(self.text, inner.end, self.aliases, annexed=annexed) if work is None else Tail(inner.end, [])
        if tail.definition:
            self._read_term(tail)
        outers = [*([] if tail.definition else reversed(tail.phrases)), *chain[:-1]]
        start = work.start if work else phrase.start
        source = self.place.source(start)
        named = work or tail.work or self._title_work(outers, inner)
        outers = [o for o in outers if o.unit.name != "title" or not self._is_title_work(o)]
        if named is None or named.name in self.place.own_codes:
            self._join_dashed(inner)
        found = [self._member(inner, member, outers, tail, named, source) for member in inner.members]
        end = tail.aside.start if tail.aside else tail.end
        if tail.aside:
            self.consumed = Span(tail.aside.end, tail.end)
        self._place_spans(found, inner, start, end)
        return found, end

    def _join_dashed(self, phrase: Phrase) -> None:
        """Read `27–978` as one number where the document's own sections are numbered so and it has no section 27."""
        if phrase.unit.name not in ("section", "rule"):
            return
        for member in phrase.members:
            left, right = member.number, member.through_number
            written = _DASHED.search(self.text, member.start, member.end)
            if not right or written is None or self.place.has_top(f"s{left}"):
                continue
            whole = f"{left}-{right}"
            one = self.place.dashed and "-" not in left and not right.startswith(left)
            if one or self.place.has_top(f"s{whole}"):
                member.number, member.through_number = whole, ""

    def _read_term(self, tail: Tail) -> None:
        """The term that is defined, told by the document's own terms where it has it."""
        of = _OF_TERM.match(self.text, tail.term_start)
        term = self.place.term_at(" ".join(self.text[of.end() : of.end() + _TERM_CHARS].split())) if of else ""
        if of and term and term != tail.term:
            tail.term = term
            place = self.text.find(term, of.end(), of.end() + _TERM_CHARS)
            tail.end = place + len(term) if place >= 0 else tail.end

    def _nested(self, phrase: Phrase) -> Iterator[Phrase]:
        """Finer levels behind commas, unless they are of the section around: `§ 5, paragraph (b) of this section`."""
        while len(phrase.members) == 1 and not phrase.plural and not phrase.members[0].through_number:
            inner = nested_at(self.text, phrase.end, phrase.unit)
            if inner is None or self._stands_alone(inner) or self._is_clause(inner, phrase):
                return
            yield inner
            phrase = inner

    def _stands_alone(self, phrase: Phrase) -> bool:
        tail = tail_at(self.text, phrase.end, self.aliases)
        return bool(tail.phrases) or bool(tail.determiner and phrase.unit.depth)

    def _is_clause(self, inner: Phrase, outer: Phrase) -> bool:
        """Whether what follows is a clause of the contract, with its whole number: `Section 2.1, clause 5.3`."""
        if outer.unit is ANNEX_UNIT:
            return inner.unit.name == "clause"
        return self.place.contract and inner.members[0].labels[0][:1].isdigit() if inner.members[0].labels else False

    def _place_spans(self, found: list[Found], phrase: Phrase, start: int, end: int) -> None:
        spans = [Span(member.start, member.end) for member in phrase.members]
        spans[0] = Span(start, end if len(spans) == 1 else spans[0].end)
        for one, span in zip(found, spans, strict=True):
            one.span, one.group_end = span, end

    # Works

    def _is_title_work(self, phrase: Phrase) -> bool:
        """`title 21` is a work of its own, `title XI` a part of an act."""
        return phrase.unit.name == "title" and _TITLE_NUMBER.match(phrase.members[0].number) is not None

    def _title_work(self, outers: list[Phrase], inner: Phrase) -> Work | None:
        title = next((p for p in (*outers, inner) if self._is_title_work(p)), None)
        if title is None:
            return None
        number = title.members[0].number
        if self.place.own_units.get("title") == number and title is not inner:
            return None
        code = next((name.split(" ", 1)[1] for name in self.place.own_codes if name[0].isdigit()), "")
        written = " ".join(self.text[title.start : title.members[0].end].split())
        return Work(f"{number} {code}" if code == "U.S.C." else written, title.start, title.end)

    def is_own(self, work: Work, path: tuple[str, ...]) -> bool:
        """Whether a code that is named is the one that the document is of, and the document has the provision."""
        if work.name not in self.place.own_codes or not path:
            return False
        return self.place.has_top(path[0]) or path[0].endswith(".000")

    # One member

    def _member(
        self,
        phrase: Phrase,
        member: Member,
        outers: list[Phrase],
        tail: Tail,
        work: Work | None,
        source: Provision | None,
    ) -> Found:
        own = work is None or self.is_own(work, (f"s{member.number}",))
        prefix = tuple(s for outer in outers for s in path_of(outer, outer.members[0], self.place, own=own))
        path = path_of(phrase, member, self.place, own=own)
        if work is not None and self._is_title_work(phrase):
            path = ()
        through = through_of(phrase, member, path, self.place)
        whole = (*prefix, *path)
        found = Found(
            Span(member.start, member.end), Form.OWN_DOCUMENT, whole, "", through, phrase.unit.name, source=source
        )
        relative = bool((outers[0] if outers else phrase).unit.depth) and not self._has_section(phrase, member, outers)
        if tail.determiner and tail.determiner not in _THIS:
            return self._anaphoric(found, tail, phrase)
        if work is not None:
            return self._of_work(found, work, own=own)
        if relative:
            return self._relative(found, tail, phrase)
        found.path = found.absolute = (*self._above(found, tail, phrase), *whole)
        return found

    def _above(self, found: Found, tail: Tail, phrase: Phrase) -> tuple[str, ...]:
        """`chapter 34 of this title` in a document that is another chapter: the title, which reaches beyond it."""
        if tail.determiner != "this" or tail.word != "title" or phrase.unit.rank >= UNITS["section"].rank:
            return ()
        title = self.place.this(found.source, tail.word)
        known = not title or self.place.has_top(title[0]) or self.place.has_top(found.path[0])
        return () if known or self.place.own_units.get(phrase.unit.name) == found.path[0][1:] else title

    def _has_section(self, phrase: Phrase, member: Member, outers: list[Phrase]) -> bool:
        first, named = (outers[0], outers[0].members[0]) if outers else (phrase, member)
        if self.place.contract and not self.place.in_annex(self.place.source(phrase.start)):
            return (
                bool(named.labels)
                and named.labels[0][0].isdigit()
                and "(" not in self.text[named.start : named.end][:-2]
            )
        return is_section(first, named, self.place)

    def _of_work(self, found: Found, work: Work, *, own: bool) -> Found:
        if own:
            whole = (
                ()
                if found.path[:1] and found.path[0].endswith(".000") and not self.place.has_top(found.path[0])
                else found.path
            )
            return replace(found, path=whole, absolute=whole)
        alias = work.alias or work.name in self.aliases
        return replace(found, form=Form.ALIAS if alias else Form.NAMED_WORK, work=work.name, absolute=found.path)

    def _anaphoric(self, found: Found, tail: Tail, phrase: Phrase) -> Found:
        """`paragraph (1) of such section`: the path goes on from what was cited before."""
        if tail.determiner in ("preceding", "foregoing", "previous"):
            before = self.place.beside(found.source, tail.word)
            path = (*before, *found.path)
            return replace(found, form=Form.ANAPHORA, path=path, absolute=path)
        earlier = self.history.find(tail.word, found.source, found.span.start)
        if earlier is None:
            return replace(found, form=Form.ANAPHORA)
        path = (*earlier.path, *found.path)
        return replace(found, form=Form.ANAPHORA, path=path, absolute=path, work=earlier.work, antecedent=earlier.span)

    # Relative to the section around

    def _relative(self, found: Found, tail: Tail, phrase: Phrase) -> Found:
        place, source, labels = self.place, found.source, found.path
        if tail.definition:
            return self._of_definition(found, tail)
        aside = self._aside(found) if not tail.determiner else None
        if aside is not None:
            return aside
        unit = unit_named(tail.word) if tail.determiner else None
        if unit is not None and unit.depth:
            inner = (*fine_segments(tail.labels, unit, place, own=True), *labels) if tail.labels else labels
            path = inner if tail.labels else place.inside(source, unit, labels)
        elif unit is not None and not place.contract:
            path = labels
        else:
            path = place.complete(source, labels, phrase.unit)
        base = place.base(source)
        absolute = (*(base.segments if base else ()), *path)
        return replace(found, form=Form.OWN_ARTICLE, path=path, absolute=absolute)

    def _of_definition(self, found: Found, tail: Tail) -> Found:
        section = path_of(tail.phrases[0], tail.phrases[0].members[0], self.place, own=True) if tail.phrases else ()
        base = self.place.base(found.source)
        around = base.segments if base else ()
        if tail.term:
            whole = (*self.place.defined(found.source, section, tail.term), *found.path)
        else:
            whole = (*around, *self.place.definition(found.source), *found.path)
        if around and whole[: len(around)] == around:
            return replace(found, form=Form.OWN_ARTICLE, path=whole[len(around) :], absolute=whole)
        return replace(found, form=Form.OWN_DOCUMENT, path=whole, absolute=whole)

    def _aside(self, found: Found) -> Found | None:
        """`section 5 (other than subsection (c))`: a bracket right behind a section speaks of that section."""
        last = self.history.last()
        if last is None or not last.absolute or not _ASIDE.match(self.text[last.group_end : found.span.start]):
            return None
        if last.unit not in ("section", "article"):
            return None
        path = (*last.absolute, *found.path)
        return replace(
            found, form=Form.OWN_DOCUMENT if not last.work else last.form, path=path, work=last.work, absolute=path
        )

    # this, such

    def determined(self, tail: Tail, start: int) -> list[Found]:
        """What is meant without a number: `this section`, `such paragraph`."""
        source = self.place.source(start)
        span = Span(start, tail.end)
        unit = unit_named(tail.word)
        if tail.labels and unit is not None and unit.depth:
            labels = fine_segments(tail.labels, unit, self.place, own=True)
            found = Found(span, Form.OWN_ARTICLE, self.place.complete(source, labels, unit), source=source)
            found.unit, found.group_end = unit.name, tail.end
            base = self.place.base(source)
            found.absolute = (*(base.segments if base else ()), *found.path)
            return [found]
        if tail.determiner == "this":
            path = self.place.this(source, tail.word)
            return [Found(span, Form.SELF, path, unit=tail.word, absolute=path, source=source, group_end=tail.end)]
        if tail.determiner in ("preceding", "foregoing", "previous"):
            path = self.place.beside(source, tail.word)
            return [Found(span, Form.ANAPHORA, path, unit=tail.word, absolute=path, source=source, group_end=tail.end)]
        earlier = self.history.find_all(tail.word, source, start, plural=tail.determiner in ("those", "these"))
        if not earlier:
            return [Found(span, Form.ANAPHORA, unit=tail.word, source=source, group_end=tail.end)]
        return [
            Found(span, Form.ANAPHORA, e.path, e.work, e.through, tail.word, e.path, e.span, source, 0, tail.end)
            for e in earlier
        ]


def whole_work(work: Work, place: Place, aliases: dict[str, str]) -> Found:
    """A work named without a provision."""
    form = Form.ALIAS if work.alias or work.name in aliases else Form.NAMED_WORK
    return Found(
        Span(work.start, work.end),
        form,
        (),
        work.name,
        unit="work",
        source=place.source(work.start),
        group_end=work.end,
    )


def labels_unit(word: str) -> str:
    """What `(b)` of `(b) of this section` is called: the level below the one that is named."""
    unit = UNITS.get(word)
    below = [u.name for u in UNITS.values() if unit is not None and u.depth == unit.depth + 1]
    return below[0] if below else "paragraph"
