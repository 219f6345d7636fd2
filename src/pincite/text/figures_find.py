"""Finds figures: one pattern a kind, in an order in which no later one can take a part of an earlier one's figure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from pincite.text import figures_en as en
from pincite.text import figures_ko as ko
from pincite.text import figures_patterns as patterns
from pincite.text.figures import Figure, FigureKind
from pincite.types.document import Span

# Behind `one`, these show the pronoun.
_PRONOUN_NEXT: Final = frozenset("of or another who that whom and to is was may shall must can such".split())
_NO_NOUN: Final = frozenset(
    """a an and any are as at be before but by each every for from has have if in into is it may must not of on or per
    shall than that the then there this to unless until upon was were when which who will with within""".split()
)

_Maker = Callable[[re.Match[str]], Iterator[Figure]]
# Stands in the place of a character that belongs to a figure already.
_TAKEN: Final = "\x01"


def find(text: str) -> list[Figure]:
    """All figures of `text` in its order."""
    label = patterns.LABELS.match(text)
    work = _masked(text, [_span(label)]) if label else text
    found: list[Figure] = []
    if label:
        found.extend(_label_sections(text, label))
    for pattern, make in _STEPS:
        taken: list[Span] = []
        for match in pattern.finditer(work):
            made = list(make(match))
            found.extend(made)
            taken.extend(figure.span for figure in made)
        work = _masked(work, taken)
    return _share_units(text, sorted(found, key=lambda figure: figure.span))


def _masked(text: str, taken: Sequence[Span]) -> str:
    """The text with what is taken, ascending spans, made unreadable."""
    parts: list[str] = []
    at = 0
    for span in taken:
        parts += (text[at : span.start], _TAKEN * (span.end - span.start))
        at = span.end
    return "".join((*parts, text[at:]))


def _label_sections(text: str, label: re.Match[str]) -> Iterator[Figure]:
    """A label is no figure of the claim, but `(b) ...` stands for `paragraph (b)`."""
    for part in re.finditer(r"\((\w{1,4})\)|(\d{1,3})[.)]", label[0]):
        span = Span(label.start() + part.start(), label.start() + part.end())
        yield Figure(FigureKind.SECTION, f"({(part[1] or part[2]).lower()})", "below", span, implied=True)


def _span(match: re.Match[str]) -> Span:
    return Span(match.start(), match.end())


def _count_of(text: str) -> Fraction:
    """The number of what `patterns.COUNT` matched; where words and digits stand together, the digits count."""
    lowered = text.lower()
    if lowered == "half":
        return Fraction(1, 2)
    digits = re.search(rf"{patterns.DIGITS}", lowered)
    vulgar = re.search(rf"[{patterns.VULGAR}]", lowered)
    if not digits and not vulgar:
        return en.number_of_words(lowered)
    value = (
        Fraction(digits[0].replace(",", ""))
        if digits and not (vulgar and vulgar.start() < digits.start())
        else Fraction(0)
    )
    if vulgar:
        value += en.VULGAR[vulgar[0]]
    slash = re.search(r"[\s-](\d{1,2})/(\d{1,2})", lowered)
    if slash and int(slash[2]):
        value += Fraction(int(slash[1]), int(slash[2]))
    scale = re.search(rf"\s({'|'.join(en.SCALES)})\b", lowered)
    return value * en.SCALES[scale[1]] if scale and "(" not in lowered else value


def _date(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    month = en.MONTHS[part["name"].lower()] if part.get("name") else int(part.get("m") or 0)
    day, year = int(part.get("d") or 0), part.get("y")
    if month > 12 or day > 31:
        return
    value = f"{year or '-'}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")
    yield Figure(FigureKind.DATE, value, "", _span(match))


def _time(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    if part.get("word"):
        yield Figure(FigureKind.TIME, "12:00" if part["word"].lower() == "noon" else "00:00", "", _span(match))
        return
    hour = int(part["h"]) if part["h"].isdigit() else en.UNITS[part["h"].lower()]
    minute = int(part.get("min") or 0)
    half = (part.get("half") or "").lower()
    if half in ("p", "오후") and hour < 12:
        hour += 12
    if half in ("a", "오전") and hour == 12:
        hour = 0
    if hour < 25 and minute < 60:
        yield Figure(FigureKind.TIME, f"{hour:02d}:{minute:02d}", "", _span(match))


def _section_value(number: str) -> str:
    return " ".join(re.findall(r"\(\w+\)|[^\s()]+", number.lower()))


def _section(match: re.Match[str]) -> Iterator[Figure]:
    level, number, title = match["level"], match["number"], match["title"]
    if not level and not title and not ("(" in number and number[0].isdigit()):
        return
    unit = en.SECTION_WORDS[level.lower().rstrip(".")] if level and level[0] != "§" else "section"
    if (
        level
        and level[0].isalpha()
        and number[0].isalpha()
        and not level[0].isupper()
        and number not in ("I", "V", "X")
    ):
        number_is_name = len(number) == 1 and unit != "annex" and unit != "part"
        if number_is_name:
            return
    if title:
        yield Figure(FigureKind.SECTION, title, "title", Span(match.start("title"), match.end("title")))
    yield Figure(
        FigureKind.SECTION,
        _section_value(number),
        unit,
        Span(match.start("level") if level else match.start("number"), match.end()),
    )
    at = match.end()
    while level and (more := patterns.MORE_SECTIONS.match(match.string, at)):
        if more["number"][0] == "(" and number[0] != "(" and "(" not in number:
            break
        yield Figure(FigureKind.SECTION, _section_value(more["number"]), unit, _span(more))
        at = more.end()


def _provision(match: re.Match[str]) -> Iterator[Figure]:
    yield Figure(FigureKind.SECTION, " ".join(ko.provision_tokens(match[0])), "", _span(match))


def _number_in(match: re.Match[str]) -> Fraction:
    part = match.groupdict()
    if part.get("ko"):
        return ko.number_of_numeral(part["ko"])
    if part.get("native"):
        return Fraction(ko.NATIVE[part["native"]])
    return _count_of(part["count"].strip("( )") if part["count"].startswith("(") else part["count"])


def _amount(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    unit = "krw"
    if part.get("sign"):
        unit = en.CURRENCIES[part["sign"].lower().replace(" ", "")]
    elif part.get("word"):
        unit = en.CURRENCY_WORDS[part["word"].lower()]
    value = Fraction(part["count"]) if part.get("count", "") and part["count"][0] == "." else _number_in(match)
    yield Figure(FigureKind.AMOUNT, value, unit, _span(match))


def _percent(match: re.Match[str]) -> Iterator[Figure]:
    """Shares of one, so that `50 %`, `half` and `100분의 50` are the same."""
    part = match.groupdict()
    if part.get("under"):
        under, over = ko.number_of_numeral(part["under"]), ko.number_of_numeral(part["over"])
        if under:
            yield Figure(FigureKind.PERCENT, over / under, "", _span(match))
    elif part.get("part"):
        words = (part["words"] or "one").lower()
        if part["words"] or part["part"].lower() == "half":
            parts = 1 if words in ("a", "an") else en.UNITS[words]
            yield Figure(FigureKind.PERCENT, Fraction(parts, en.DENOMINATORS[part["part"].lower()]), "", _span(match))
    else:
        yield Figure(FigureKind.PERCENT, _number_in(match) / 100, "", _span(match))


def _period(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    unit = part["unit"].lower()
    unit = en.PERIODS.get(unit) or ko.PERIODS[unit]
    if (part.get("kind") or "").lower() in ("business", "working", "court"):
        unit = f"business {unit}"
    yield Figure(FigureKind.PERIOD, _number_in(match), unit, _span(match))


def _implied_period(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    if part.get("koyear"):
        unit = "month" if "월" in part["koyear"] else "year"
    else:
        unit = en.PERIOD_ADVERBS[part["adverb"].lower()] if part.get("adverb") else en.PERIODS[part["unit"].lower()]
    yield Figure(FigureKind.PERIOD, Fraction(1), unit, _span(match), implied=True)


def _measure(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    if "unit" in part:
        unit = en.MEASURES[" ".join(part["unit"].lower().replace(".", " ").split())]
    else:
        unit = "degree" + (f" {part['scale'][0].lower()}" if part["scale"] else "")
    yield Figure(FigureKind.MEASURE, _number_in(match), unit, _span(match))


def _factor(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    if word := (part.get("word") or part.get("word2")):
        value = Fraction(en.FACTORS[word.lower()])
    elif part.get("ko") in ko.NATIVE:
        value = Fraction(ko.NATIVE[part["ko"]])
    else:
        value = _number_in(match)
    yield Figure(FigureKind.FACTOR, value, "", _span(match))


def _ordinal(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    if part.get("digits"):
        place = int(part["digits"])
    elif part.get("native"):
        place = ko.NATIVE_ORDINALS[part["native"]]
    else:
        place = en.ORDINALS[part["word"].lower()] + (en.TENS[part["tens"].lower()] if part.get("tens") else 0)
    yield Figure(FigureKind.ORDINAL, Fraction(place), "", _span(match))


def _number(match: re.Match[str]) -> Iterator[Figure]:
    text, end = match.string, match.end()
    bracketed = text[match.start() - 1 : match.start()] == "(" and text[end : end + 1] == ")"
    if bracketed and match["count"].isdigit():  # an inner list label
        return
    behind = patterns.NOUN_BEHIND.match(text, end)
    noun = behind["noun"].lower() if behind else ""
    implied = match["count"].lower() == "one"
    if implied and (
        noun in _PRONOUN_NEXT
        or not noun
        or re.search(r"\b(?:no|any|every|each)\s$", text[max(match.start() - 8, 0) : match.start()])
    ):
        return
    singular = f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s")
    unit = "" if noun in _NO_NOUN else singular
    yield Figure(FigureKind.NUMBER, _number_in(match), unit, _span(match), implied)


def _ko_counted(match: re.Match[str]) -> Iterator[Figure]:
    part = match.groupdict()
    value = Fraction(ko.NATIVE[part["ko"]]) if part["ko"] in ko.NATIVE else ko.number_of_numeral(part["ko"])
    yield Figure(FigureKind.NUMBER, value, ko.COUNTERS[part["unit"]], _span(match))


def _ko_number(match: re.Match[str]) -> Iterator[Figure]:
    yield Figure(FigureKind.NUMBER, ko.number_of_numeral(match["ko"]), "", _span(match))


_STEPS: Final[tuple[tuple[re.Pattern[str], _Maker], ...]] = (
    *((pattern, _date) for pattern in patterns.DATES),
    *((pattern, _time) for pattern in patterns.TIMES),
    (ko.PROVISION, _provision),
    (patterns.SECTION, _section),
    *((pattern, _amount) for pattern in patterns.AMOUNTS),
    *((pattern, _percent) for pattern in patterns.PERCENTS[:4]),
    *((pattern, _period) for pattern in patterns.PERIODS),
    *((pattern, _measure) for pattern in patterns.MEASURES),
    *((pattern, _factor) for pattern in patterns.FACTORS),
    *((pattern, _percent) for pattern in patterns.PERCENTS[4:]),
    *((pattern, _ordinal) for pattern in patterns.ORDINALS),
    (patterns.KO_COUNTED, _ko_counted),
    *((pattern, _implied_period) for pattern in patterns.IMPLIED_PERIODS),
    (patterns.NUMBER, _number),
    (patterns.KO_NUMBER, _ko_number),
)


def _share_units(text: str, found: list[Figure]) -> list[Figure]:
    """In `$50 to 150` and `10 to 15 days` the bare number has the other one's unit."""
    shared = list(found)
    for at in range(len(shared) - 1):
        left, right = shared[at], shared[at + 1]
        between = text[left.span.end : right.span.start]
        if len(between) > 12 or not patterns.LINK.fullmatch(f"{between.strip()} ".strip()):
            continue
        if left.kind is FigureKind.NUMBER and right.kind is FigureKind.TIME and isinstance(left.value, Fraction):
            hour = int(left.value) + (12 if str(right.value) >= "12:00" and left.value < 12 else 0)
            shared[at] = Figure(FigureKind.TIME, f"{hour:02d}:00", "", left.span)
        elif _takes(left, right):
            shared[at] = Figure(right.kind, _as_share(left, right), right.unit, left.span)
        elif _takes(right, left):
            shared[at + 1] = Figure(left.kind, _as_share(right, left), left.unit, right.span)
    return shared


_SHARING: Final = (FigureKind.AMOUNT, FigureKind.PERCENT, FigureKind.PERIOD, FigureKind.MEASURE)


def _takes(bare: Figure, other: Figure) -> bool:
    return bare.kind is FigureKind.NUMBER and bare.unit in ("", "to", "or") and other.kind in _SHARING


def _as_share(bare: Figure, other: Figure) -> Fraction | str:
    if other.kind is FigureKind.PERCENT and isinstance(bare.value, Fraction):
        return bare.value / 100
    return bare.value
