"""Questions about lists: 다음 각 호의 서류를, and the list as a whole: 용도는 다음 각 호와 같다."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.evaluate.regops.questions.korean.clauses import Parts, is_actor
from pincite.evaluate.regops.questions.korean.endings import force_of
from pincite.evaluate.regops.questions.korean.plain import has_batchim, with_particle
from pincite.evaluate.regops.questions.korean.slots import LIST, Mask, listed, with_question_word
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_WHOLE = re.compile(
    r"^다음 (?:각 ?[호목])?(?:과|와) 같(?:다|이 한다)$|^다음 각 ?[호목]의 (?:사항|것|기준|내용|"
    r"용도|구분)(?:으로|로) 한다$"
)
# Behind what the list is about: its last noun, what asks for it, the type.
_ABOUT: Final = (
    (r"(?P<of>.+?)의? ?사용 ?용도", "{은는} 어디에 쓸 수 있나요?", _T.PERMISSION),
    (r"(?P<of>.+?)의? ?용도", "{은는} 어디에 쓸 수 있나요?", _T.PERMISSION),
    (r"(?P<of>.+?)의? ?(?:세부 ?)?내용", "에는 어떤 내용이 들어가야 하나요?", _T.DOCUMENT),
    (r"(?P<of>.+?)의? ?(?:업무|기능)", "{은는} 어떤 일을 하나요?", _T.ACTOR),
    (r"(?P<of>.+?)의? ?대상", "의 대상은 무엇인가요?", _T.PERMISSION),
    (r"(?P<of>.+?)의? ?(?:방법|절차)", "{은는} 어떻게 하나요?", _T.PROCEDURE),
    (r"(?P<of>.+?)의? ?(?:기준|요건)", "의 기준은 무엇인가요?", _T.LIMIT),
    (r"(?P<of>.+?)(?:할|하는|하여야 할) 사항", "할 사항은 무엇인가요?", _T.PROCEDURE),
)  # fmt: skip


def list_masks(found: Parts) -> Iterator[tuple[Mask, Parts]]:
    """The asks of a statement with a list below it."""
    if _WHOLE.match(found.rest) and found.subject:
        yield from _of_whole(found.subject)
    yield from _in_subject(found)
    hits = list(LIST.finditer(found.rest))
    if len(hits) != 1:
        return
    hit = hits[0]
    if (row := listed(hit["noun"], found.rest)) is None:
        return
    word, kind = row
    particle = hit["particle"] or ""
    before = found.rest[: hit.start()]
    if particle in ("은", "는") and before.strip():
        return
    behind = found.rest[hit.end() :]
    if (inside := _INSIDE.match(particle + behind)) is not None:
        yield from _of_holder(found, inside["holder"], before, hit)
        return
    if hit["noun"] == "경우" and re.search(r"[이가] $", before):
        text = f"{before}어떤 경우에 해당하면{behind}"
    elif (particle in ("으로", "로") and behind.strip() == "한다") or (
        behind.strip() == "된다" and particle in ("이", "가")
    ):
        text = f"{before}{word}인가요?"
    else:
        text = before + with_question_word(word, particle) + behind
    yield Mask(text, hit[0], _kind(kind, hit["noun"], found.rest), f"ko.list.{_noun(hit['noun'])}"), found


# A list inside what describes a paper or plan: 다음 각 호의 사항을 포함한 점검계획을 세워야.
_INSIDE = re.compile(
    r"^(?:을|를|이|가) (?:모두 )?(?:포함(?:한|하는|된|되는)|적은|기재한|담은|명시한) "
    r"(?P<holder>(?:[가-힣ㆍ]+(?<![을를은는]) ){0,6}?[가-힣ㆍ]+)(?:을|를) "
)


def _of_holder(found: Parts, holder: str, before: str, hit: re.Match[str]) -> Iterator[tuple[Mask, Parts]]:
    """What must stand in a paper or plan: asked of it, not from inside what describes it."""
    if len(holder.replace(" ", "")) < MIN_HOLDER or re.search(r"[의과와] ?$", before):
        return
    maker = f"{found.subject}{'이' if has_batchim(found.subject) else '가'} 마련하는 " if found.is_actor else ""
    text = f"{maker}{holder}에는 어떤 {hit['noun']}{'이' if has_batchim(hit['noun']) else '가'} 포함되어야 하나요?"
    yield Mask(text, hit[0], _T.DOCUMENT, "ko.list.inside"), Parts("", False, text)


MIN_HOLDER = 4
"""Letters of a plan's name: 계획 alone names none."""


def _kind(kind: QuestionType, noun: str, rest: str) -> QuestionType:
    force = force_of(rest)
    if noun in ("경우", "사유", "때"):
        if force in ("need_not",) or re.search(r"제외|아니한다|않는다|아니할 수", rest):
            return _T.EXCEPTION
        return _T.PERMISSION if force in ("may", "ban", "cannot") else _T.PROCEDURE
    if kind is _T.PERMISSION and re.search(r"제외", rest):
        return _T.EXCEPTION
    return kind


def _noun(noun: str) -> str:
    return {"자": "person", "사람": "person", "경우": "case", "사유": "case", "사항": "matter"}.get(noun, "thing")


def _of_whole(subject: str) -> Iterator[tuple[Mask, Parts]]:
    for pattern, asks, kind in _ABOUT:
        if found := re.fullmatch(pattern, subject):
            of = found["of"].strip()
            if _DESCRIBES.search(of) or ("용도" not in pattern and len(of) < 3):
                break
            text = with_particle(of, "은/는") + asks.removeprefix("{은는}") if asks.startswith("{") else of + asks
            yield Mask(text, "다음", kind, "ko.list.whole"), Parts("", False, "")
            return
    yield (
        Mask(with_particle(subject, "은/는") + " 무엇인가요?", "다음", _T.PROCEDURE, "ko.list.whole"),
        Parts("", False, ""),
    )


_DESCRIBES = re.compile(r"(?:할|는|한|은|인|된|세부|관한|및|의|,|구체적)$")


def _in_subject(found: Parts) -> Iterator[tuple[Mask, Parts]]:
    """다음 각 호의 어느 하나에 해당하는 사람은 위원이 될 수 없다: the list is the subject."""
    hit = LIST.fullmatch(found.subject)
    if hit is None or (row := listed(hit["noun"], found.rest)) is None:
        return
    word, kind = row
    opened = with_question_word(word, "은")
    if (
        word != "누구"
        and re.search(r"하여서는|하여야 한다|해야 한다|할 수 (?:있|없)다$|하지 아니할", found.rest)
        and not is_actor(hit["noun"])
    ):
        opened = with_question_word(word, "을")
    text = f"{opened} {found.rest}"
    yield (
        Mask(text, hit[0], kind if kind is not _T.PROCEDURE else _T.PROCEDURE, "ko.list.subject"),
        Parts("", False, found.rest),
    )
