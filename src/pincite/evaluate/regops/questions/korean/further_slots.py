"""More that may be asked of a Korean statement: how often, where, by what means, on what grounds, by whom named."""

from __future__ import annotations

import re

from pincite.evaluate.regops.questions.korean.endings import DUTY, force_of
from pincite.evaluate.regops.questions.korean.slots import Mask
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_OFTEN = re.compile(
    r"(?:(?<=^)|(?<= ))(?P<answer>매년|매월|매 ?분기|분기별로|반기별로|반기마다|분기마다|해마다|"
    r"연 1회 이상|연 1회|매년 1회 이상) "
)
_DATED = re.compile(r"\d+(?:월|일|년|개월)|까지|마다|매년 .*매년|(?:매년|매월|분기|반기)(?:의|도)")
_WHERE = re.compile(
    r"(?<![가-힣])(?P<answer>(?:[가-힣ㆍ]+(?<![을를은는이가에]) ){0,2}?[가-힣A-Zㆍ]*(?:관보|"
    r"시스템|홈페이지|누리집|ZEUS|계좌|계정|게시판|관리대장))에 "
    r"(?=(?:[가-힣ㆍ]+[을를] )?(?:즉시 |공동으로 )?(?:공고|고시|게재|게시|등록|공개|입력|이체|입금|"
    r"적립|기재|기록)[가-힣ㆍ]*(?:야| 수|한다))"
)
_MEANS = re.compile(
    r"(?:^|(?<=[을를은는에게] ))"
    r"(?P<answer>(?:공문|문서|서면|전자문서|전자적 방법)(?:으로|로)|(?:[가-힣]+ )?[가-힣ㆍ]+(?:시스템|"
    r"홈페이지|공개모집|공모)(?:을|를) (?:통하여|이용하여|활용하여)) "
    r"(?=(?:[가-힣ㆍ]+[을를] )?[가-힣ㆍ]+(?:야| 수|한다))"
)
_GROUNDS = re.compile(
    r"^(?P<answer>[^,]{4,50}?(?:, [^,]{2,40}?){0,3}?)(?P<particle>을|를) (?:종합적으로 |충분히 )?(?P<verb>고려|"
    r"감안)하여 (?=.*[을를] )"
)
_NAMED = re.compile(
    r"(?<![의과와및] )(?P<answer>(?:관계 |소관 )?(?:중앙행정기관의 |[가-힣ㆍ]+의 )?[가-힣ㆍ]*(?:장관|"
    r"청장|원장|위원장|이사장|장))(?:이|가) "
    r"(?=(?:성별을 고려하여 )?(?:임명|위촉|지명|지정|선임|선정)[가-힣ㆍ]*(?:한다|할 수 있다|하여야 한다))"
)


# What may stand before a whole name: the end of another part of the sentence, no noun that belongs to it.
_OPENED = re.compile(r"(?:^|[을를은는]|에게|이내에|까지|때|경우|중에서|,) ?$")


def further(text: str) -> list[Mask]:
    """The statement asked for each of these that it says once."""
    return [
        *_often(text), *_where(text), *_by_means(text), *_grounds(text), *_named(text),
        *_contents(text), *_before(text), *_weighed(text), *_from_among(text), *_vote(text), *_taken_up(text),
    ]  # fmt: skip


_CONTENTS = re.compile(
    r"^(?P<what>[^,]{2,70}?에는) (?P<answer>[^?]{8,160}?(?:, | 및 | 등)[^?]*?)(?:이|가|을|를) (?:모두 )?"
    r"(?P<verb>포함되어야|포함돼야|포함하여야|포함해야|포함시켜야) 한다$"
)


def _contents(text: str) -> list[Mask]:
    """What must stand in a thing, where the sentence lists it itself: 의견에는 순위와 방향 등이 포함되어야 한다."""
    found = _CONTENTS.match(text)
    if found is None or "다음" in text or re.search(r"[은는] |경우|때", found["answer"]):
        return []
    asked = f"{found['what']} 어떤 내용이 포함되어야 한다"
    return [Mask(asked, found["answer"], _T.DOCUMENT, "ko.document.contents")]


_BEFORE = re.compile(
    r"(?:^|(?<=[을를] )|(?<=, ))"
    r"(?P<answer>(?:[가-힣ㆍ]+(?<!으로)(?<![을를]) ){0,4}?(?:[가-힣ㆍ]+[을를] )?[가-힣ㆍ]+"
    r"(?:하기|되기|끝나기|받기) 전까지) (?=[가-힣])"
)


def _before(text: str) -> list[Mask]:
    """By when, where no figure says it: 불을 켜기 전까지."""
    found = list(_BEFORE.finditer(text))
    if len(found) != 1 or re.search(r"\d", text):
        return []
    asked = f"{text[: found[0].start()]}언제까지 {text[found[0].end() :].lstrip()}"
    return [Mask(asked, found[0]["answer"], _T.DEADLINE, "ko.deadline.before")]


_FROM = re.compile(
    r"^(?P<answer>[^,]{4,70}(?:, [^,]{2,30}){0,2}?) 중에서 (?P<by>[^을를]{0,24}?[이가] )?"
    r"(?P<verb>(?:[가-힣]+하거나 )?(?:지명|위촉|임명|선임|지정|선정)[가-힣]*(?:한다|야 한다))$"
)


def _from_among(text: str) -> list[Mask]:
    """From among whom somebody is named."""
    found = _FROM.match(text)
    if found is None or "다음" in text or re.search(r"[을를] |경우|※", found["answer"]):
        return []
    word = "어떤 기관" if re.search(r"(?:기관|법인|단체)$", found["answer"]) else "누구"
    asked = f"{found['by'] or ''}{word} 중에서 {found['verb']}"
    return [Mask(asked, found["answer"], _T.ACTOR, "ko.actor.among")]


_VOTE = re.compile(r"^(?P<answer>[^?]*(?:찬성|동의)으로) (?P<verb>의결)(?:한다|하여야 한다|해야 한다)$")


def _vote(text: str) -> list[Mask]:
    """How a body decides."""
    found = _VOTE.match(text)
    if found is None or "경우" in text:
        return []
    return [Mask(f"어떻게 {found['verb']}한다", found["answer"], _T.PROCEDURE, "ko.procedure.vote")]


_TAKEN_UP = re.compile(
    r"(?<=[을를] )(?P<answer>(?:[가-힣ㆍ]+(?<![을를은는이가에]) ){0,2}?[가-힣ㆍ]*"
    r"(?:계획|전략|정책|대책)(?: 및 [가-힣ㆍ]+)?)에 "
    r"(?=(?:적극 )?(?:반영|포함)[가-힣]*(?:야 한다|할 수 있다)$)"
)


def _taken_up(text: str) -> list[Mask]:
    """Into which plan something goes."""
    found = list(_TAKEN_UP.finditer(text))
    if len(found) != 1 or len(re.findall(r"[을를] ", text)) > 1:
        return []
    asked = f"{text[: found[0].start()]}어디에 {text[found[0].end() :].lstrip()}"
    return [Mask(asked, found[0]["answer"], _T.PROCEDURE, "ko.procedure.into")]


_WEIGHED = re.compile(
    r"^(?P<before>[^,]{6,70}?(?:경우에는|때에는|경우|려면|때)),? (?P<answer>[^,]{4,60}(?:, [^,]{2,40}){0,3}?)(?:을|를) "
    r"(?:종합적으로 )?(?P<verb>고려하여야|고려해야) 한다$"
)


def _weighed(text: str) -> list[Mask]:
    """What must be weighed where something is done."""
    found = _WEIGHED.match(text)
    if found is None or "다음" in text or re.search(r"[을를] ", found["answer"]):
        return []
    asked = f"{found['before']} 무엇을 {found['verb']} 한다"
    return [Mask(asked, found["answer"], _T.PROCEDURE, "ko.procedure.weighed")]


def _often(text: str) -> list[Mask]:
    found = list(_OFTEN.finditer(text))
    if len(found) != 1 or force_of(text) != DUTY or _DATED.search(text[: found[0].start()] + text[found[0].end() :]):
        return []
    before = text[: found[0].start()]
    if (before and not before.endswith(("을 ", "를 "))) or re.search(r"거쳐|들어", text[found[0].end() :]):
        return []
    behind = text[found[0].end() :]
    if not before and (
        moved := re.match(r"(?P<what>[^,]{3,60}[을를]) (?P<verb>[가-힣ㆍ]+(?:하여|해)?야 한다)$", behind)
    ):
        asked = f"{moved['what']} 얼마나 자주 {moved['verb']}"
    else:
        asked = f"{before}얼마나 자주 {behind}"
    return [Mask(asked, found[0]["answer"], _T.DEADLINE, "ko.deadline.often")]


def _one(text: str, pattern: re.Pattern[str], word: str, kind: QuestionType, template: str) -> list[Mask]:
    found = list(pattern.finditer(text))
    if len(found) != 1 or not _OPENED.search(text[: found[0].start()]):
        return []
    asked = text[: found[0].start()] + word + text[found[0].end() :]
    return [Mask(asked, found[0]["answer"], kind, template)]


def _where(text: str) -> list[Mask]:
    return _one(text, _WHERE, "어디에 ", _T.PROCEDURE, "ko.procedure.where")


def _by_means(text: str) -> list[Mask]:
    found = list(_MEANS.finditer(text))
    word = (
        "어디를 통해 "
        if len(found) == 1 and re.search(r"(?:시스템|홈페이지)[을를]", found[0]["answer"])
        else "어떤 방법으로 "
    )
    return _one(text, _MEANS, word, _T.PROCEDURE, "ko.procedure.means")


def _grounds(text: str) -> list[Mask]:
    found = _GROUNDS.match(text)
    if (
        found is None
        or re.search(r"경우|[하되]고, ", text)
        or re.search(r"때|까지|다음 각|[은는] |에게 ", found["answer"])
    ):
        return []
    asked = f"무엇을 {found['verb']}해 {text[found.end() :]}"
    return [Mask(asked, found["answer"], _T.PROCEDURE, "ko.procedure.grounds")]


def _named(text: str) -> list[Mask]:
    return [] if "중에서" in text else _one(text, _NAMED, "누가 ", _T.ACTOR, "ko.actor.named")
