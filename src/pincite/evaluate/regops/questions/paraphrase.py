"""Questions reworded by a language model, each held against the one it was made from.

Nothing that the model says is believed: a rewording that changes a figure, names another actor, loses or brings a
condition, a negation, a duty or what is asked for is thrown away, and the question stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.questions.conditions import conditions_in
from pincite.generate.protocol import LanguageModel, Message

KEPT, SAME, BROKEN = "reworded", "unchanged", "no_question"
MAX_GROWTH = 1.5
_ASK: Final = {
    "ko": "다음 질문을 실무자가 말하듯 자연스럽게 한 번 바꿔 쓰세요. 숫자, 기한, 기관과 사람의 "
    "이름, 조건, 부정은 그대로 두고 "
    "묻는 내용도 바꾸지 마세요. 조문 번호를 넣지 마세요. 바꾼 질문만 쓰세요.\n\n질문: ",
    "en": "Reword this question once, as a practitioner would ask it. Keep every number, "
    "deadline, party, condition and "
    "negation, and ask for the same thing. Cite no section numbers. Write the reworded question only.\n\nQuestion: ",
}
# What asks for what: a rewording must ask for the same.
_ASKED: Final = {
    "ko": (
        r"누구|누가|어느 기관",
        r"언제|며칠|몇 (?:개월|주|년|일|달)|얼마 안",
        r"얼마|몇 (?:퍼센트|명|개|회|배)",
        r"어떤 (?:경우|때)|언제",
        r"무엇|무슨|어떻게|(?:어떤|어느) (?!경우|때|기관|사람)",
    ),
    "en": (
        r"\bwho\b|\bwhom\b|\bwhich (?:person|agency)",
        r"\bwhen\b|\bhow (?:long|many days|soon)|\bby what",
        r"\bhow (?:much|many)\b",
        r"(?<!by )\bwhat (?!amount|date|time|deadline|person|agency)|\bwhich (?!person|agency)",
    ),
}
# What is a duty must stay one, and what is allowed as well.
_DUTY_KO: Final = re.compile(r"야 ?(?:하|합|할|해|되|됩|될|돼)")
_LEAVE_KO: Final = re.compile(r"수 있|도 (?:되|됩|될|돼|괜찮)")
# In a question the party stands between the verb and these.
_DUTY_EN: Final = re.compile(r"\b(?:required|obliged|obligated|bound) to\b", re.IGNORECASE)
_LEAVE_EN: Final = re.compile(r"\b(?:allowed|permitted|entitled|free) to\b", re.IGNORECASE)
_ASKS_KO: Final = re.compile(r"(?:까|요|가|지|죠|냐|니|무엇|뭐|언제|누구|얼마|며칠)\?$")
# A question that was closed like a statement.
_STOPPED: Final = re.compile(r"(?<=나요|니까|가요|까요)\.?$")
_CITED = re.compile(r"제\s?\d+\s?조|§|\bsection \d|\b\d+ CFR", re.IGNORECASE)
_ROLE_KO = re.compile(r"[가-힣]{2,}(?:장관|기관|위원회|연구자|책임자|사업자|의 장)")
_ROLE_EN = re.compile(
    r"\b(?:landlord|tenant|lessor|lessee|secretary|covered entity|business associate|individual|person|agency|plan|"
    r"provider|clearinghouse|owner|resident|court|commission|board)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Paraphraser:
    """Rewords one question at a time.

    Args:
        model: see `LanguageModel`.
        seed: handed to the model.
    """

    model: LanguageModel
    seed: int = 0

    def __call__(self, question: str) -> tuple[str, str]:
        """The reworded question, or the given one, with the outcome: `reworded`, `unchanged` or why it was thrown away.

        Raises:
            ModelError: the model could not be reached.
        """
        language = "ko" if any("가" <= letter <= "힣" for letter in question) else "en"
        prompt = [Message("user", _ASK[language] + question)]
        said = self.model.complete(prompt, max_tokens=256, temperature=0.7, seed=self.seed)
        reworded = _line(said.text)
        if said.finish_reason != "stop" or not _is_question(reworded, language):
            return question, BROKEN
        if reworded == question:
            return question, SAME
        reason = changed(question, reworded, language)
        return (question, reason) if reason else (reworded, KEPT)


def _line(text: str) -> str:
    """The last line with words, without marks around it."""
    lines = [line.strip().strip("\"“”'") for line in text.strip().splitlines() if line.strip()]
    said = re.sub(r"^(?:질문|Question)\s?:\s?", "", lines[-1]) if lines else ""
    return _STOPPED.sub("?", said)


def _is_question(text: str, language: str) -> bool:
    return bool(_ASKS_KO.search(text)) if language == "ko" else text.endswith("?")


def changed(question: str, reworded: str, language: str) -> str:
    """What a rewording changed; empty where nothing that counts.

    >>> changed("Must the landlord return it within 30 days?", "Does the landlord have 15 days?", "en")
    'figures'
    """
    tests: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("length", lambda: len(reworded) > MAX_GROWTH * len(question) or len(reworded) < len(question) / 3),
        ("cites", lambda: bool(_CITED.search(reworded))),
        ("figures", lambda: not _same_figures(question, reworded)),
        ("actors", lambda: _roles(question, language) != _roles(reworded, language)),
        ("negation", lambda: _negated(question) != _negated(reworded)),
        ("conditions", lambda: bool(_conditions(question, language)) != bool(_conditions(reworded, language))),
        ("asks_else", lambda: _asked(question, language) != _asked(reworded, language)),
        ("force", lambda: _forces(question, language) != _forces(reworded, language)),
    )
    return next((name for name, test in tests if test()), "")


def _same_figures(one: str, other: str) -> bool:
    from pincite.text.figures import missing_figures

    return not missing_figures(one, other) and not missing_figures(other, one)


def _roles(text: str, language: str) -> frozenset[str]:
    pattern = _ROLE_KO if language == "ko" else _ROLE_EN
    return frozenset(found[0].lower().rstrip("s") for found in pattern.finditer(text))


def _negated(text: str) -> bool:
    from pincite.text.negation import polarity

    return bool(polarity(text))


def _conditions(text: str, language: str) -> tuple[str, ...]:
    return conditions_in(text, "korean-law" if language == "ko" else "us-state")


def _asked(text: str, language: str) -> tuple[bool, ...]:
    return tuple(bool(re.search(pattern, text, re.IGNORECASE)) for pattern in _ASKED[language])


def _forces(text: str, language: str) -> tuple[bool, bool]:
    """Whether it speaks of a duty, and of what is allowed."""
    if language == "ko":
        return bool(_DUTY_KO.search(text)), bool(_LEAVE_KO.search(text))
    from pincite.text.force_words import FORCE, Force

    named = {Force[found.lastgroup] for found in FORCE.finditer(text.lower()) if found.lastgroup}
    may = bool(named & {Force.PERMISSION, Force.ABILITY}) or bool(_LEAVE_EN.search(text))
    return Force.DUTY in named or bool(_DUTY_EN.search(text)), may
