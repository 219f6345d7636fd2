"""The words of Korean references, as patterns: levels, works, words that point back, and what joins them.

All quantifiers are bounded, so that every pattern takes time linear in the text.
"""

from __future__ import annotations

import re
from typing import Final

# Blanks inside a reference; a line of a page may end in it, or one of a table whose other cells are empty there.
B: Final = r"[ \t]{0,2}(?:(?:│[ ]{0,2}){0,5}\n(?:│[ ]{0,2}){0,5})?[ \t]{0,2}"
DOT: Final = "ㆍ·‧･・⋅•"
WAVE: Final = "~∼〜～"

# 가목 나목 … 하목 거목 … in the order of the drafting rules.
SUBITEMS: Final = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"
_SUBITEM = rf"(?:[{SUBITEMS}]목)"

KINDS: Final = {
    "편": "d", "장": "c", "절": "sc", "관": "sp", "조": "a", "항": "p", "호": "i", "목": "b",
    "표": "n", "별표": "n", "서식": "f",
}  # fmt: skip
RANKS: Final = {"x": 0, "d": 1, "c": 2, "sc": 3, "sp": 4, "a": 5, "n": 5, "f": 5, "p": 6, "i": 7, "b": 8}
HOLDERS: Final = ("a", "n", "f")
"""Kinds that 제1항, 제1호 and 가목 are relative to."""

# What may follow a number's unit: no other letter, a particle, a part of a provision or what else law puts there.
_AFTER = (
    r"(?=[^가-힣]|$|의|에|을|를|은|는|이|가|과|와|로|으로|부터|까지|내지|및|또는|나|도|만|중|각(?=[ ]?[호목])|본문"
    r"|단서|전단|후단|제|상|란|외"
    rf"|인|보다|처럼|뿐|{_SUBITEM}|관련|위반|규정|다음|전부|신설|삭제|개정|같은|서식|해당|인용|적용|준용|참조|참고)"
)
# What may follow a word such as 이 법.
AFTER_WORD: Final = (
    r"(?=[^가-힣]|$|은|는|이[ \n]|가[ \n]|을|를|의|에|과[ \n]|와|및|또는|으로|로|중|도|만|시행|제\d|제[ \n]|부칙|별표"
    r"|별지|각|이나|나)"
)
_LIST = rf"(?:{B}[{WAVE}{DOT},]{B}[1-9]\d{{0,2}}){{0,6}}"
_NUMBER = r"(?:\d{1,4}(?:의\d{1,3})?)"
LEVEL: Final = (
    rf"(?<![문과숙])제{B}{_NUMBER}{_LIST}{B}(?:조|항|호|편|장|절|관)(?:의\d{{1,3}}(?!\d)호?)?{_AFTER}"
    rf"|(?<![\d.,])\d{{1,3}}(?:의\d{{1,2}})?[ ]?(?:조|항|호)(?:의\d{{1,2}}(?!\d))?{_AFTER}"
    rf"|[①-⑳]항{_AFTER}"
    rf"|(?<![가-힣]){_SUBITEM}(?:의\d{{1,2}})?{_AFTER}"
    rf"|(?<=[호조항\d]){_SUBITEM}(?:의\d{{1,2}})?{_AFTER}"
    rf"|부칙(?=(?:[ ]?[(<][^()<>\n]{{1,60}}[)>]){{0,2}}{B}제{B}\d{{1,3}}{B}조)"
)
LEVEL_PARTS: Final = re.compile(
    rf"(?:제{B})?(?P<number>\d{{1,4}})(?:의(?P<early>\d{{1,3}}))?(?P<list>{_LIST}){B}"
    r"(?P<unit>조|항|호|편|장|절|관)(?:의(?P<branch>\d{1,3})호?)?"
)
LIST_MEMBER: Final = re.compile(rf"(?P<join>[{WAVE}{DOT},]){B}(?P<number>\d{{1,3}})")
# 4), 4)가) below a 목: printed, but no level that a reference's path knows.
BELOW_SUBITEM: Final = re.compile(rf"\d{{1,2}}\)(?:[{SUBITEMS}]\))?")

ANNEX: Final = (
    rf"별표(?:{B}제?{B}\d{{1,3}}(?!\d|{B}호|{B}[조항])(?:의\d{{1,2}}(?!\d))?"
    rf"|{B}제{B}\d{{1,3}}{B}호(?:의\d{{1,2}})?(?=서식)"
    rf"|(?=와[ ]|에|의[ ]|의$|를|로[ ]|{B}제{B}\d|[ ]비고))"
)
FORM: Final = (
    rf"별지(?:{B}서식)?{B}(?:제{B})?\d{{1,3}}{B}호(?:의\d{{1,2}}(?!\d))?(?:{B}서식)?|별지{B}서식(?=와|에|을|의|으로)"
)
NUMBER_OF: Final = re.compile(r"(\d{1,3})(?:[ \t\n]{0,4}호)?(?:의(\d{1,2}))?")

# What may follow a short name of one syllable, which is the beginning of many words.
AFTER_SYLLABLE: Final = r"(?=[^가-힣]|$|은[ ]|을[ ]|이[ ]|의[ ]|에[ ]|에서|과[ ]|으로[ ]|및|또는)"
_OWN_WORKS = "법률|법|영|규칙|고시|훈령|예규|조례"
_OWN_TEXTS = "기준|지침|규정|대책|요령|세칙|매뉴얼|가이드라인|협약|규약|약관"
SELF: Final = (
    rf"(?<![가-힣])(?:(?:이|본)[ ](?:{_OWN_WORKS}|{_OWN_TEXTS}|조|항|호|목|편|장|절|관|표|별표)"
    rf"|이(?:법|규칙)|본(?:법|조|항|규칙|지침|기준|규정|고시)|이영(?=은|의|에|중)){AFTER_WORD}"
)
SELF_WORD: Final = re.compile(r"(?:이|본)[ ]?(?P<word>.+)", re.DOTALL)
UNSURE_SELF: Final = frozenset(_OWN_TEXTS.split("|"))
"""이 기준, 이 규정 may speak of anything; they are the document where it is one by its title or first article."""
_LOWER = r"(?:[ ]?시행(?:령|규칙))?"
_SAME_NUMBERED = "고시|기준|지침|규정|훈령|예규|조례|협약|대책|요령"
SAME: Final = (
    rf"(?:(?<![가-힣])동|같은)[ ]?(?:(?:조|항|호|목|조항|표|별표|서식|장|절|부칙){AFTER_WORD}"
    rf"|(?:법률|법){_LOWER}{AFTER_WORD}|(?:시행령|시행규칙|영|규칙){AFTER_WORD}"
    rf"|(?:{_SAME_NUMBERED})(?={B}(?:제{B}\d|별표|별지)))"
)
SAME_WORD: Final = re.compile(r"(?:동|같은)[ ]?(?P<word>.+)", re.DOTALL)
# 전조, 전항; 전2항 is the two before.
PREVIOUS: Final = rf"(?<![가-힣])전[ ]?[2-9]?(?:조|항|호){AFTER_WORD}"
# 다음 조, 다음 항; 다음 각 호 and 다음 항목 are none.
NEXT: Final = rf"(?<![가-힣])다음[ ](?:조|항){AFTER_WORD}"
# Law is named so; in other texts the brackets hold books, sites and forms as well.
_NAME_ENDS = (
    r"(?:법(?:[ \n│]{0,8}률)?안?|령|규칙|규정|기준|지침|고시|조례|예규|요령|세칙|강령|대책|직제|협정"
    r"|조약|협약|특례|매뉴얼"
    r"|가이드라인)"
)
NAME: Final = (
    rf"[「｢『](?=[^「」｢｣『』]{{2,140}}[」｣』])[^「」｢｣『』]{{1,138}}?{_NAME_ENDS}"
    r"(?:[ ]?\([^()「」｢｣『』]{1,60}\))?[ \n]?[」｣』]"
)
_WORK_ENDS = (
    "헌법|법률|법|시행령|대통령령|총리령|부령|훈령|시행규칙|규칙|고시|기준|지침|규정|대책|요령|조례|세칙|직제|매뉴얼"
    "|가이드라인"
)
# A work without brackets, as far as its last word says: 법 제3조, 혁신법 별표 2, 가나법(이하 …).
WORK: Final = (
    rf"(?<![가-힣{DOT}])(?:[가-힣{DOT}]{{0,60}}(?:{_WORK_ENDS}){_LOWER}|영)"
    rf"(?={B}(?:제{B}\d{{1,4}}{B}조|\d{{1,3}}조|[\[(]?별표|[\[(]?별지|부칙[ (]?제?)|[ ]?\((?:이하|약칭))"
)
NO_WORK: Final = re.compile(r"(?:.*(?:방|불|위|입|적|준|합|편|용|해|요)법|.*(?:같은|다른)|법령|.*부칙)$")
# Words of a kind that need the words before them to be a name.
OPEN_ENDS: Final = frozenset("법률 기준 지침 규정 대책 요령 조례 세칙 고시 시행령 시행규칙 매뉴얼 가이드라인".split())
FAMILY_WORDS: Final = frozenset(
    "법 영 규칙 시행령 시행규칙 고시 훈령 예규 기준 지침 규정 조례 대통령령 총리령 부령 법시행령 법시행규칙".split()
)
# 가나법 일부를 다음과 같이 개정한다; 가나법중 다음과 같이 개정한다; 가나법 및 다라법은 이를 각각 폐지한다.
_ANY_NAME = rf"[가-힣{DOT}][가-힣{DOT} ]{{0,60}}?(?:법률|법|령|규칙|규정|직제|고시|훈령)"
_IS_REPEALED = r"[은는을를](?:[ ]이를)?(?:[ ]각각)?[ ]폐지한다"
AMENDED: Final = (
    rf"(?:(?<![가-힣{DOT}」])(?<![가-힣{DOT}」][ ])|(?<=및[ ])){_ANY_NAME}"
    r"(?=(?:(?:[ ]?(?:의[ ])?(?:일부|중)[를을]?|[을를])?[ ]?다음과[ ]같이[ ]개정한다)"
    rf"|{_IS_REPEALED}|[ ]및[ ]{_ANY_NAME}{_IS_REPEALED})"
)
# What stands between a level and the next finer one.
DEEPER: Final = re.compile(rf"{B}\]?(?:\([^()\n]{{1,60}}\))?(?:의(?=[ \t\n제]))?{B}")
NOTE_OF_ANNEX: Final = re.compile(rf"{B}\]?(?:의)?{B}비고{B}")
# What stands between a work and its number: its definition, its date, a form's bracket.
_PAREN = r"\((?:[^()]|\([^()]{0,80}\)){1,160}\)"
TO_NUMBER: Final = re.compile(rf"{B}(?:{_PAREN})?{B}(?:의[ ]|중[ ])?[\[(]?")
PARTS: Final = (
    rf"(?:{B}(?:의{B})?(?:[{DOT}]|및|또는)?{B}(?:각{B}호{B}외의{B}부분|각{B}목{B}외의{B}부분|각{B}[호목]"
    rf"|외의{B}부분|본문|단서|전단"
    rf"|후단|중단|제목|비고|표{B}외의{B}부분)){{0,4}}"
)
_TITLE = r"(?:\([^()\n]{1,60}\))?"
_JOIN = rf"(?:,|[{DOT}]|및|또는|와|과|이나|나(?=[ \n제])|그리고|혹은)"
LISTED: Final = re.compile(rf"\]?{_TITLE}{PARTS}{B}(?:까지)?(?:의{B}규정)?{B}{_JOIN}{B}(?:및|또는)?{B}(?:각각)?{B}\[?")
RANGED: Final = re.compile(rf"\]?{_TITLE}{PARTS}{B}(?:부터|내지|[{WAVE}]|-|에서(?=[^가-힣]|제)){B}\[?")

# Behind a lone 제2호 and a blank: words that make it a reference all the same.
AFTER_ITEM: Final = re.compile(
    r"[ ](?:및|또는|내지|부터|까지|본문|단서|각[ ]?목|외의|전단|후단|이외|이하|관련|위반|해당|신설|사업"
    r"|용도|행위|요건|기준|방법|규정|기관|항목|서식|삭제|개정|참조|참고|중|사유|제\d"
    r"|[가나다라마바사아자차카타파하]목)"
)
# Behind the name of a work that an addenda article changes.
AMENDS_WORK: Final = re.compile(r"(?:[ ]?(?:의[ ])?(?:일부|중)[를을]?|[을를])?[ ]?다음과[ ]같이[ ]개정한다")
REPEALS_WORK: Final = re.compile(rf"(?:[ ]및[ ]{NAME}|[ ]및[ ]{_ANY_NAME})?{_IS_REPEALED}")
