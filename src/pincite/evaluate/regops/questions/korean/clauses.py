"""The parts of a Korean statement: who or what it is about, under which condition, and what is said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

ACTOR: Final = re.compile(
    r"(?:자|장|장관|청장|위원장|기관|사람|위원회|위원|법인|단체|기업|센터|정부|국가|연구자|연구원|책임자|책임관|평가단|협의회|"
    r"재단|대학|학생|공무원|담당자|기록자|점검자|단장|총장|사업자|지방자치단체)$"
)
_NO_ACTOR = re.compile(
    r"(?:확인|승인|원인|요인|법인의|본인|투자|이자|전자|시장|현장|공장|연장|확장|저장|보장|신장|심의자|격자)$"
)
_TOPIC = re.compile(r"(?P<name>[^,]{2,60}?(?:, [^,]{2,30}?){0,2}?)(?P<particle>은|는)(?P<comma>,?) ")
# Who acts, where a condition stands behind: 장관이 점검을 하는 경우에는.
_AGENT = re.compile(
    r"^(?P<name>(?:[가-힣ㆍ·]+ ){0,3}?[가-힣ㆍ·]+(?<!경우))(?:이|가) (?P<rest>[^,]{4,80}?(?:경우|때)에?는? .+)$"
)
# Syllables before 은 and 는 that are verbs, not nouns.
_VERBAL = re.compile(
    r"(?:또|있|없|하|되|받|않|같|높|많|적|맡|얻|려|르|추|키|치|시키|지|오|나|니|우|주|두|내|들|끼|리|으|기|아|어|쓰|만드|"
    r"경우에|때에|관하여|대하여|위하여|의하여|에|까지|부터|이상|이하|로서|로써|거나|좋|짧|깊|넓|낮|옳|늦|크|사이에서)$"
)
_ANIMATE_TAIL = re.compile(r"(?:하려|받으려|하고자 하|받고자 하|되려|하)는 자$|(?:한|된|은|받은|인) (?:자|사람|기관)$")
_CONDITION = re.compile(
    r"(?P<condition>.{6,110}?경우)(?P<only>에만|에 한정하여|에 한하여)?(?:에는|에|는)?,? (?P<rest>.{6,})", re.DOTALL
)
_PURPOSE = re.compile(r"^[^,]{8,70}?(?:하기|도록 하기|시키기|높이기|되기|이루기) 위(?:하여|해),? ?(?!\s?필요)")


@dataclass(frozen=True, slots=True)
class Parts:
    """A statement in parts.

    Args:
        subject: without its particle; empty where the statement names none.
        is_actor: whether the subject acts.
        rest: what is said, the condition included.
    """

    subject: str
    is_actor: bool
    rest: str


def is_actor(name: str) -> bool:
    """Whether a name is one of somebody who acts.

    >>> is_actor("중앙행정기관의 장"), is_actor("연구개발기간")
    (True, False)
    """
    return bool(ACTOR.search(name)) and not _NO_ACTOR.search(name)


def parts(statement: str) -> Parts:
    """The subject and what is said of it."""
    for found in _TOPIC.finditer(statement):
        if found.start() > 0:
            break
        for end in _ends(statement, found):
            name = statement[: end - 1]
            return Parts(name.strip(), is_actor(name), statement[end:].lstrip(", "))
    if (agent := _AGENT.match(statement)) and is_actor(agent["name"]):
        return Parts(agent["name"], True, agent["rest"])
    return Parts("", False, statement)


def _ends(statement: str, first: re.Match[str]) -> list[int]:
    """Ends of the first topic: behind a particle that follows a noun."""
    ends: list[int] = []
    for found in re.finditer(r"(?P<word>[가-힣A-Za-z0-9ㆍ·]+)(?P<particle>은|는)(?=,? )", statement[:90]):
        word = found["word"]
        if _VERBAL.search(word) or (len(word) < 2 and word not in ("장", "자")):
            continue
        if ("경우" in statement[: found.start()][-4:] or word.endswith(("경우", "때"))) and not is_actor(word):
            return ends
        if not _fits(word, found["particle"]):
            continue
        ends.append(found.end())
        break
    return ends


def _fits(word: str, particle: str) -> bool:
    from pincite.evaluate.regops.questions.korean.plain import has_batchim

    return has_batchim(word) == (particle == "은")


def condition(rest: str) -> tuple[str, str, str] | None:
    """A condition that opens what is said, the words that make it the only one, and what is said under it."""
    found = _CONDITION.match(rest)
    if not found:
        return None
    return found["condition"], found["only"] or "", found["rest"]


_AIM = re.compile(r"(?P<aim>[^,]{4,60}?[가-힣]려면),? (?P<rest>.{6,})", re.DOTALL)


def aim(rest: str) -> tuple[str, str, str] | None:
    """What one is about to do, where it opens what is said: 점등하려면. The same form as `condition`."""
    found = _AIM.match(rest)
    return (found["aim"], "", found["rest"]) if found else None


def without_purpose(text: str) -> str:
    """A statement without the purpose that it names: 효율적으로 관리하기 위하여."""
    shorter = " ".join(_PURPOSE.sub("", text, count=1).split())
    return text if re.match(r"(?:이에|이를|그|이) ?", shorter) else shorter
