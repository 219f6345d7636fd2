"""Words by which English law names its levels and its codes. Data only: a new law adds a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Unit:
    """A level of a law as a reference names it.

    Args:
        name: singular, lower case.
        letter: of its id segment; empty where the document's grammar decides (see `places`).
        rank: from the outermost, for `chapter 4, part 20`.
        depth: below the section, 1 for its first labels, in texts that name the levels apart; 0 at and above it.
    """

    name: str
    letter: str
    rank: int
    depth: int = 0


UNITS: Final = {
    unit.name: unit
    for unit in (
        Unit("title", "t", 0),
        Unit("subtitle", "d", 1),
        Unit("division", "d", 2),
        Unit("chapter", "c", 3),
        Unit("subchapter", "sc", 4),
        Unit("part", "pt", 5),
        Unit("subpart", "sp", 6),
        Unit("article", "a", 7),
        Unit("recital", "r", 7),
        Unit("section", "s", 8),
        Unit("rule", "s", 8),
        Unit("subsection", "p", 9, 1),
        Unit("paragraph", "p", 10, 2),
        Unit("subdivision", "p", 10, 2),
        Unit("subparagraph", "p", 11, 3),
        Unit("point", "i", 11, 3),
        Unit("clause", "p", 12, 4),
        Unit("sub-subparagraph", "p", 12, 4),
        Unit("subclause", "p", 13, 5),
        Unit("sub-sub-subparagraph", "p", 13, 5),
        Unit("item", "p", 14, 6),
        Unit("subitem", "p", 15, 7),
    )
}
ANNEX_UNIT: Final = Unit("annex", "n", 7)
# Plural and short forms; a full stop after a short one is in the pattern.
SPELLINGS: Final = {
    "§": "section",
    "s": "section",
    "ss": "section",
    "sec": "section",
    "secs": "section",
    "sect": "section",
    "art": "article",
    "arts": "article",
    "ch": "chapter",
    "chap": "chapter",
    "c": "chapter",
    "pt": "part",
    "subsec": "subsection",
    "para": "paragraph",
    "paras": "paragraph",
    "par": "paragraph",
    "subpara": "subparagraph",
    "subd": "subdivision",
    "subdiv": "subdivision",
    "cl": "clause",
    "cls": "clause",
}

# Levels that `this …` or `such …` may name besides the units; as written, since `this act of negligence` is no law.
WHOLE_WORKS: Final = (
    "Act", "act", "Code", "code", "Agreement", "Lease", "Contract", "Regulation", "Directive", "Decision",
    "Ordinance", "ordinance", "Constitution", "Treaty", "Convention", "Charter", "Policy", "Deed", "Order",
)  # fmt: skip
ANNEX_WORDS: Final = ("Annexes", "Annex", "Appendix", "Appendices", "Exhibits", "Exhibit", "Schedules", "Schedule",
                      "Attachments", "Attachment", "Addendum")  # fmt: skip

# A number before these is a quantity or the beginning of another citation, not a member of a list of sections.
AFTER_QUANTITY: Final = (
    r"days?|months?|years?|weeks?|hours?|minutes?|percent|per cent|%|dollars?|feet|foot|inches|units?|persons?|miles?"
    r"|business|calendar|consecutive|working|or\ more|or\ fewer|square|members?|individuals?|tenants?|million|times"
    r"|U\.?\s?S\.?|C\.?\s?F\.?\s?R|F\.?R\.|Fed\.|Stat\.|D?CMR|V\.S\.A|A\.M|P\.M|a\.m|p\.m|o’clock"
)


@dataclass(frozen=True, slots=True)
class Code:
    """A code or series that citations call by a fixed name.

    Args:
        name: as `CrossReference.work` has it.
        pattern: of its spellings.
        titled: a title's number stands before it (`42 U.S.C. 1320d`), and is part of the work.
        letter: of the first number behind it.
        full: what the title of a document of its own calls it, as a pattern; empty for the same as `pattern`.
    """

    name: str
    pattern: str
    titled: bool = False
    letter: str = "s"
    full: str = ""


CODES: Final = (
    Code("U.S.C.", r"U\.?\ ?S\.?\ ?C\.?(?:\ ?A\.)?|United\ States\ Code", True, full=r"United States Code|U\.S\.C"),
    Code("CFR", r"C\.?\ ?F\.?\ ?R\.?|Code\ of\ Federal\ Regulations", True, full=r"CFR|Code of Federal Regulations"),
    Code("V.S.A.", r"V\.?\ ?S\.?\ ?A\.?", True, full=r"Vermont Statutes|V\.S\.A"),
    Code("CMR", r"C\.?M\.?R\.?", True, full="CMR|Code of Massachusetts Regulations"),
    Code("DCMR", r"D\.?C\.?M\.?R\.?", True, full="DCMR"),
    Code("NYCRR", r"N\.?Y\.?C\.?R\.?R\.?", True, full="NYCRR"),
    Code("ILCS", r"ILCS", True, full="ILCS|Illinois Compiled Statutes"),
    Code("M.R.S.", r"M\.?R\.?S\.?(?:A\.?)?", True, full=r"Maine Revised Statutes"),
    Code("Pa.C.S.", r"Pa\.?\ ?C\.?S\.?(?:A\.?)?", True, full=r"Pennsylvania Consolidated Statutes"),
    Code("Del. C.", r"Del\.?\ C\.?", True, full=r"Delaware Code"),
    Code("O.S.", r"O\.S\.", True, full=r"Oklahoma Statutes"),
    Code("CCR", r"CCR", True),
    Code("AS", r"AS|Alaska\ Stat(?:utes|\.)", full="Alaska Statutes"),
    Code("T.C.A.", r"T\.?C\.?A\.?|Tenn(?:essee|\.)\ Code(?:\ Ann(?:otated|\.))?", full="Tennessee Code"),
    Code("Fla. Stat.", r"Fla\.?\ Stat\.?|F\.S\.|Florida\ Statutes", full="Florida Statutes"),
    Code("D.C. Code", r"D\.C\.\ (?:Official\ )?Code", full=r"D\.C\. (?:Official )?Code"),
    Code("Va. Code", r"Va\.?\ Code(?:\ Ann\.)?|Code\ of\ Virginia", full="Code of Virginia"),
    Code("R.I. Gen. Laws", r"R\.I\.\ Gen(?:eral|\.)\ Laws(?:\ Ann\.)?|R\.I\.G\.L\.", full="Rhode Island General Laws"),
    Code("M.G.L.", r"(?:M\.\ ?)?G\.\ ?L\.?|Mass\.\ Gen\.\ Laws", letter="c", full="Massachusetts General Laws"),
    Code("RCW", r"RCW", full="Revised Code of Washington"),
    Code("ORS", r"ORS", full="Oregon Revised Statutes"),
    Code("NRS", r"NRS", full="Nevada Revised Statutes"),
    Code("KRS", r"KRS", full="Kentucky Revised Statutes"),
    Code("RSA", r"RSA", full="New Hampshire Revised Statutes"),
    Code("HRS", r"HRS", full="Hawaii Revised Statutes"),
    Code("SDCL", r"SDCL", full="South Dakota Codified Laws"),
    Code("RSMo", r"RSMo", full="Missouri Revised Statutes"),
    Code("MCL", r"MCLA?", full="Michigan Compiled Laws"),
    Code("A.R.S.", r"A\.?R\.?S\.?", full="Arizona Revised Statutes"),
    Code("O.C.G.A.", r"O\.?C\.?G\.?A\.?", full="Official Code of Georgia"),
    Code("C.R.S.", r"C\.?R\.?S\.?", full="Colorado Revised Statutes"),
    Code("K.S.A.", r"K\.?S\.?A\.?", full="Kansas Statutes"),
    Code("N.J.S.A.", r"N\.?J\.?S\.?A\.?", full="New Jersey Statutes"),
    Code("R.C.", r"R\.C\.|Ohio\ Rev\.\ Code", full="Ohio Revised Code"),
    Code("Minn. Stat.", r"Minn\.?\ Stat\.?", full="Minnesota Statutes"),
    Code("Wis. Stat.", r"Wis\.?\ Stat\.?", full="Wisconsin Statutes"),
    Code("Tex. Prop. Code", r"Tex\.?\ Prop\.?\ Code(?:\ Ann\.)?", full="Texas Property Code"),
)

# Last words of a work's name. Those of the first group end a name wherever they stand; the others only behind a
# number (`section 2908 of the Housing Regulations`), since `Order` or `Plan` alone is no law.
NAME_ENDS: Final = ("Act", "Code", "Statutes", "Constitution", "Treaty", "Convention")
CITED_NAME_ENDS: Final = (
    *NAME_ENDS, "Laws", "Law", "Regulations", "Regulation", "Rules", "Charter", "Ordinance", "Directive", "Agreement",
    "Order", "Decision", "Protocol", "Guidelines", "Contract", "Lease", "Procedure", "Evidence", "Amendments",
)  # fmt: skip
# Small words inside a name.
CONNECTORS: Final = frozenset("of and for in on to with against by or the".split())
# Capitalised words that begin a sentence and are no part of a name.
NOT_IN_NAMES: Final = frozenset(
    """The Under This That These Such Any Each Every An A In If When Where For By With Pursuant Except Unless
    Notwithstanding And Or But Section Sections Title Titles Part Parts Chapter Article Subject To No Nothing See Both
    As All Other Said Per Of Its Their His""".split()
)
# Names that mean no work.
NO_WORKS: Final = frozenset(
    """Zip Code|ZIP Code|Area Code|Dress Code|Building Code|Bar Code|Procedure Code|Source Code|QR Code
    |Diagnosis Code|Error Code|Medical Code|Code|Postal Code|Country Code|Applicable Law|State Law|Federal Law
    |Local Law|Common Law|Governing Law|Law|Rules|Regulations|Order|Constitution|Convention|Treaty|Statutes""".replace(
        "\n    ", ""
    ).split("|")
)
