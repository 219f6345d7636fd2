"""A document's place in the order of authority: its level, its family, its work, from what it says of itself.

What `corpus.toml` declares counts first, then what the file states beside its text, then the words of the first
article ("이 영은 「A법」에서 위임된 사항과"), then the title. Every rule is a row; no law's name stands in this file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pincite.types.document import Document, Span
from pincite.types.law import AuthorityLevel, Declared, Standing
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree

_L = AuthorityLevel

# Middle dots of the many kinds in which law writes a list, blanks, and the brackets around titles.
_NO_KEY = re.compile(r"[\s\u00b7\u318d\u30fb\uff65\u2027\u2022\u22c5\u119e\u2024‧「」｢｣『』《》〈〉<>“”\"‘’']+")
_BLANK = re.compile(r"[\s\u00b7\u318d\u30fb\uff65]+")

# How a file states its level beside its text.
_STATED: tuple[tuple[str, AuthorityLevel], ...] = (
    (r"헌법|법률|조약", _L.STATUTE),
    (r"대통령령|시행령", _L.DECREE),
    (r"총리령|부령$|시행규칙|(?:대법원|국회|헌법재판소|위원회|감사원)규칙", _L.RULE),
    (r"고시|훈령|예규|지침|공고|기준|규정|지시", _L.NOTICE),
    (r"매뉴얼|안내서|가이드라인|manual|guide|handbook", _L.MANUAL),
    (r"statute|\bact\b|\blaw\b|code|directive", _L.STATUTE),
    (r"decree|executive order", _L.DECREE),
    (r"rule|regulation", _L.RULE),
    (r"notice|bulletin|circular", _L.NOTICE),
)

# A manual names the law that it explains, so its own words in the title go first.
_MANUAL_TITLE = re.compile(
    r"매뉴얼|가이드라인|가이드북|안내서|해설서?|편람|길라잡이|질의\s?응답|지침서|FAQ"
    r"|\b(?:manuals?|handbooks?|guides?|guidance|guidelines|fact ?sheets?|questions and answers|packets?)\b",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

# How the first article calls its own text: 이 영은 …을 규정함을 목적으로 한다.
_FIRST_WORDS: tuple[tuple[str, AuthorityLevel], ...] = (
    (r"이\s?법(?:률)?은", _L.STATUTE),
    (r"이\s?영은", _L.DECREE),
    (r"이\s?규칙은", _L.RULE),
    (r"이\s?(?:고시|지침|기준|규정|훈령|예규|요령|대책|공고)(?:은|는)", _L.NOTICE),
)

_TITLE_ENDS: tuple[tuple[str, AuthorityLevel], ...] = (
    (r"시행\s?령$", _L.DECREE),
    (r"시행\s?규칙$", _L.RULE),
    (r"(?:고시|지침|기준|규정|훈령|예규|요령|대책|공고)$", _L.NOTICE),
    (r"(?:법|법률)$", _L.STATUTE),
    (r"\bC\.?\s?F\.?\s?R\b|code of federal regulations", _L.RULE),
    (r"\b(?:delegated|implementing) (?:regulation|directive|decision)\b", _L.RULE),
    (r"\bU\.?\s?S\.?\s?C\b|united states code|\bU\.?S\.? code\b", _L.STATUTE),
    (r"\b(?:administrative code|code of regulations|code of .{0,20}regulations|C\.?M\.?R|rules)\b", _L.RULE),
    (r"\b(?:regulation|directive) \((?:EU|EC)\)", _L.STATUTE),
    (r"\b(?:statutes?|code|laws?|public law|act)\b", _L.STATUTE),
    (r"\bregulations?\b", _L.RULE),
    (r"\b(?:bulletin|circular)\b", _L.NOTICE),
)
# Papers between parties name codes and acts too; they stand outside the order.
_PRIVATE = re.compile(
    r"\b(?:agreement|contract|lease|policy|terms|privacy notice|bylaws)\b|계약|약관|방침|정관|협약", re.IGNORECASE
)

_CODE = re.compile(r"(?<![\w.])(\d+)\s*(?P<name>C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)(?![a-z])\.?", re.IGNORECASE)
_CODE_LONG = (
    re.compile(r"\btitle\s+(\d+)\b.{0,40}?\b(?P<name>code of federal regulations|united states code)", re.IGNORECASE),
    re.compile(r"\b(?P<name>code of federal regulations|united states code)\W+title\s+(\d+)\b", re.IGNORECASE),
)
_CODE_PART = re.compile(r"\bparts?\s+(\d+[a-z]?)\b", re.IGNORECASE)
_EU_ACT = re.compile(r"(?:\w+ )*(?:Regulation|Directive|Decision) \((?:EU|EC|EEC)\) (?:No )?\d+/\d+", re.IGNORECASE)
_LOWER = re.compile(r"(?:시행령|시행규칙)$")
_SHORT_TITLE = re.compile(r"may be (?:cited|known|referred to) as (?:the )?[“\"]?([A-Z][^“”\".;\n]{5,90})")
_HEAD_CHARS = 20000
_PART_MARK = re.compile(r"^[ \t]*[■□◼▪]\s*(\S.*?)\s*\[(?:별표|별지)", re.MULTILINE)
_NAMED = re.compile(r"[「｢]([^「」｢｣\n]{2,80})[」｣]")
_PUBLIC_LAW = re.compile(r"\b(?:public law|pub\.? ?l\.?) ?(?:no\.? ?)?(?=\d)", re.IGNORECASE)
_FAMILY_ALIASES = ("법", "영", "규칙")


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """The form in which names of works are compared: without blanks, dots between words and brackets, in small letters.

    >>> name_key("「과학ㆍ기술 기본법」") == name_key("과학·기술기본법")
    True
    >>> name_key("the Fair Housing Act"), name_key("Pub. L. No. 104-191")
    ('fair housing act', 'public law 104-191')
    """
    name = unicodedata.normalize("NFC", name)
    if _is_korean(name):
        return _NO_KEY.sub("", name).casefold()
    spaced = _PUBLIC_LAW.sub("public law ", re.sub(r"[“”\"‘’'「」｢｣]", "", name))
    return re.sub(r"^(?:the|an?) ", "", " ".join(spaced.split()).casefold()).strip(" ,.")


def _is_korean(name: str) -> bool:
    return any("가" <= character <= "힣" for character in name)


def code_of(name: str) -> str | None:
    """The code that a name belongs to, such as `45 cfr` or `42 usc`; None for other works.

    >>> code_of("45 CFR Part 164"), code_of("42 U.S.C."), code_of("Fair Housing Act")
    ('45 cfr', '42 usc', None)
    """
    found = next((m for pattern in (_CODE, *_CODE_LONG) if (m := pattern.search(name))), None)
    if found is None:
        return None
    number = next(group for group in found.groups() if group.isdecimal())
    return f"{int(number)} {'cfr' if re.search('f', found['name'], re.IGNORECASE) else 'usc'}"


def code_part(name: str) -> str | None:
    """The part of a code that a name says: `164` of "45 CFR Part 164"; None where it says none.

    >>> code_part("45 CFR Part 164"), code_part("45 CFR")
    ('164', None)
    """
    found = _CODE_PART.search(name)
    return found[1].lower() if found else None


def standing_of(document: Document, tree: ProvisionTree, aliases: Mapping[str, str] | None = None) -> Standing:
    """A document's place in the order, from what it says itself.

    Args:
        aliases: short names that the text defines, as `pincite.graph.find` gives them.
    """
    part_of = _part_of(document, tree)
    level, basis = _level(document, tree)
    if part_of and basis != "stated":
        level, basis = _by_rows(_TITLE_ENDS, part_of) or level, "title"
    title = document.title
    work = f"{name_key(part_of)}/{name_key(title)}" if part_of else _work(document, level)
    names = () if part_of else tuple(dict.fromkeys(n for n in _names(document, level) if n))
    return Standing(
        document_id=document.id,
        title=title,
        level=level,
        family=_family(document, tree, level, part_of, aliases or {}),
        work=work,
        names=names,
        effective_date=document.effective_date,
        part_of=name_key(part_of) if part_of else "",
        forms=_listed(document, "form"),
        annexes=_listed(document, "annex"),
        basis=basis,
    )


def with_declared(standing: Standing, declared: Declared | None) -> Standing:
    """The standing with what `corpus.toml` says in the place of what the text says."""
    if declared is None:
        return standing
    names = (*standing.names, *map(name_key, declared.short_names))
    if declared.work:
        names = (*names, name_key(declared.work))
    family = name_key(declared.family) if declared.family else ""
    level = AuthorityLevel[declared.level.upper()] if declared.level else standing.level
    part_of = name_key(declared.part_of) if declared.part_of else standing.part_of
    work = name_key(declared.work) if declared.work else standing.work
    if declared.part_of:
        work, family = f"{part_of}/{work}", family or _LOWER.sub("", part_of)
    return replace(
        standing,
        level=level,
        family=family or standing.family or (work if declared.work and level is AuthorityLevel.STATUTE else ""),
        work=work,
        names=() if part_of else tuple(dict.fromkeys(names)),
        effective_date=declared.effective_date or standing.effective_date,
        part_of=part_of,
        basis="declared" if declared.level else standing.basis,
    )


def _work(document: Document, level: AuthorityLevel) -> str:
    """Key of the law of which the document is an edition; sister acts of several states bear one title."""
    if document.work:
        return name_key(document.work)
    if level is _L.OTHER:  # two contracts of one title are no editions of each other
        return f"document {document.id}"
    place = "/".join(document.jurisdiction.path) if document.jurisdiction else ""
    return f"{place}: {name_key(document.title)}" if place else name_key(document.title)


def _level(document: Document, tree: ProvisionTree) -> tuple[AuthorityLevel, str]:
    stated = next((value for name, value in document.stated if name == "level"), "")
    tests: tuple[tuple[Callable[[], AuthorityLevel | None], str], ...] = (
        (lambda: _by_rows(_STATED, stated) if stated else None, "stated"),
        (lambda: _L.MANUAL if _MANUAL_TITLE.search(document.title) else None, "title"),
        (lambda: _by_rows(_FIRST_WORDS, _first_text(document, tree)), "first_provision"),
        (lambda: _title_level(document.title), "title"),
    )
    return next(((level, basis) for test, basis in tests if (level := test()) is not None), (_L.OTHER, ""))


def _title_level(title: str) -> AuthorityLevel | None:
    if _PRIVATE.search(title):
        return None
    return _by_rows(_TITLE_ENDS, _bare(title) if _is_korean(title) else title)


def _by_rows(rows: Sequence[tuple[str, AuthorityLevel]], text: str) -> AuthorityLevel | None:
    return next((level for pattern, level in rows if re.search(pattern, text, re.IGNORECASE)), None)


def _bare(title: str) -> str:
    return _BRACKETED.sub("", title).strip() or title


def _first_article(tree: ProvisionTree) -> Provision | None:
    kinds = (ProvisionKind.ARTICLE, ProvisionKind.SECTION)
    return next((p for p in tree if p.kind in kinds and "/x" not in p.id), None) if tree.grammar else None


def _first_text(document: Document, tree: ProvisionTree) -> str:
    first = _first_article(tree)
    return Span(first.heading.end, first.span.end).cut(document.text)[:400] if first else ""


def _part_of(document: Document, tree: ProvisionTree) -> str:
    """The work whose annexes the document holds and nothing else: 「■ A법 시행령 [별표 1]」."""
    if any(p.kind in (ProvisionKind.ARTICLE, ProvisionKind.SECTION) for p in tree):
        return ""
    named = {name_key(name): name for name in _PART_MARK.findall(document.text[:_HEAD_CHARS])}
    return next(iter(named.values())) if len(named) == 1 else ""


def _names(document: Document, level: AuthorityLevel) -> Iterator[str]:
    """What others may call a document."""
    yield name_key(document.work) if document.work else ""
    yield name_key(document.title)
    yield name_key(_bare(document.title))
    code, part = code_of(document.title), code_part(document.title)
    if code and part:
        yield f"{code} part {part}"
    if numbered := _EU_ACT.match(document.title):
        yield name_key(numbered[0])
    if level is AuthorityLevel.STATUTE:
        yield from (name_key(name) for name in _SHORT_TITLE.findall(document.text[:_HEAD_CHARS]))


def _family(
    document: Document, tree: ProvisionTree, level: AuthorityLevel, part_of: str, aliases: Mapping[str, str]
) -> str:
    if part_of:
        return _LOWER.sub("", name_key(part_of))
    code = code_of(document.title) if level is not _L.MANUAL else None
    if code:
        return code
    title = name_key(_bare(document.title))
    if level is _L.STATUTE and _is_korean(title):
        return title
    if level in (_L.STATUTE, _L.RULE) and not _is_korean(title) and document.jurisdiction:
        return "/".join(document.jurisdiction.path)
    if _LOWER.search(title):
        return _LOWER.sub("", title)
    named = _named_parent(document, tree, aliases) if level in (_L.DECREE, _L.RULE, _L.NOTICE, _L.MANUAL) else ""
    if level is _L.MANUAL:
        explained = _LOWER.sub("", name_key(_MANUAL_TITLE.split(_bare(document.title))[0]))
        return explained if re.search(r"(?:법|법률)$", explained) else named
    return named


def _named_parent(document: Document, tree: ProvisionTree, aliases: Mapping[str, str]) -> str:
    """The act that the text calls 법, or whose decree it calls 영; else the first that its first article names."""
    called = next((aliases[alias] for alias in _FAMILY_ALIASES if alias in aliases), "")
    if not called:
        found = _NAMED.search(_first_text(document, tree))
        called = found[1] if found else ""
    return _LOWER.sub("", name_key(called))


def _listed(document: Document, kind: str) -> tuple[tuple[str, str], ...] | None:
    if not any(name == "attachments" for name, _ in document.stated):
        return None
    entries = (value.partition(" ") for name, value in document.stated if name == kind)
    return tuple((number, title) for number, _, title in entries)
