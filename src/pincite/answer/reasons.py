"""Why no answer was given and what would help, in plain words, in English and Korean.

A draft that did not pass is not quoted, not even by the words that failed: a reader would take them along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.types.answer import CheckedSentence, CheckState, DraftFault, RefusalReason

Record = Mapping[str, Any]

_WHY: Mapping[str, Mapping[RefusalReason, str]] = {
    "en": {
        RefusalReason.NO_EVIDENCE: "nothing in the library resembles the question",
        RefusalReason.INSUFFICIENT_EVIDENCE: "the passages found do not hold the answer",
        RefusalReason.OTHER_JURISDICTION: "the library holds this matter for other places only",
        RefusalReason.MODEL_REFUSED: "the model found no answer in the passages",
        RefusalReason.VALIDATION_FAILED: "an answer was written, but the passages do not carry every sentence of it",
        RefusalReason.MODEL_ERROR: "the model's answer was cut, empty or malformed",
    },
    "ko": {
        RefusalReason.NO_EVIDENCE: "질문과 비슷한 내용이 문서함에 없습니다",
        RefusalReason.INSUFFICIENT_EVIDENCE: "찾은 부분에 답이 들어 있지 않습니다",
        RefusalReason.OTHER_JURISDICTION: "문서함에는 다른 지역의 내용만 있습니다",
        RefusalReason.MODEL_REFUSED: "모델이 찾은 부분에서 답을 찾지 못했습니다",
        RefusalReason.VALIDATION_FAILED: "답이 작성되었으나 모든 문장이 근거로 뒷받침되지는 않습니다",
        RefusalReason.MODEL_ERROR: "모델의 답이 끊겼거나 비었거나 형식에 맞지 않습니다",
    },
}
_TOLD_BY_DETAIL = frozenset(
    (RefusalReason.NO_EVIDENCE, RefusalReason.INSUFFICIENT_EVIDENCE, RefusalReason.OTHER_JURISDICTION)
)
"""Reasons whose detail, in English, says all and more."""
_NO_DETAIL = frozenset((RefusalReason.MODEL_REFUSED,))

_HELP: Mapping[str, Mapping[RefusalReason, str]] = {
    "en": {
        RefusalReason.NO_EVIDENCE: "add the document that deals with it, or use the words of the document",
        RefusalReason.INSUFFICIENT_EVIDENCE: "ask for one thing, name the document or place, or add the document",
        RefusalReason.OTHER_JURISDICTION: "add a document of that place, or name another place",
        RefusalReason.MODEL_REFUSED: "ask for one thing, in the document's words, or read the passages below",
        RefusalReason.VALIDATION_FAILED: "ask again with `--model extractive`, or read the passages below",
        RefusalReason.MODEL_ERROR: "ask again, or with another model",
    },
    "ko": {
        RefusalReason.NO_EVIDENCE: "해당 내용을 다루는 문서를 추가하거나 문서의 용어로 질문하세요",
        RefusalReason.INSUFFICIENT_EVIDENCE: "한 가지만 묻거나 문서나 지역의 이름을 밝히거나 문서를 추가하세요",
        RefusalReason.OTHER_JURISDICTION: "그 지역의 문서를 추가하거나 다른 지역을 밝히세요",
        RefusalReason.MODEL_REFUSED: "문서의 용어로 한 가지만 묻거나 아래 부분을 읽어 보세요",
        RefusalReason.VALIDATION_FAILED: "`--model extractive`로 다시 묻거나 아래 부분을 읽어 보세요",
        RefusalReason.MODEL_ERROR: "다시 묻거나 다른 모델로 물어 보세요",
    },
}
_FAULTS: Mapping[str, Mapping[DraftFault, str]] = {
    "en": {
        DraftFault.CUT: "the model's answer was cut off at the limit of its length",
        DraftFault.EMPTY: "the model said nothing, or reasoned only",
        DraftFault.WHITESPACE: "the model wrote blanks until the limit of its length",
        DraftFault.MALFORMED: "the model's answer was not in the form that was asked for",
        DraftFault.FILTERED: "the model's server withheld the answer",
        DraftFault.PROMPT_CUT: "the model's server read a part of the prompt only",
    },
    "ko": {
        DraftFault.CUT: "모델의 답이 길이 제한에서 끊겼습니다",
        DraftFault.EMPTY: "모델이 아무 답도 하지 않았거나 추론만 했습니다",
        DraftFault.WHITESPACE: "모델이 길이 제한까지 빈칸만 썼습니다",
        DraftFault.MALFORMED: "모델의 답이 요청한 형식에 맞지 않습니다",
        DraftFault.FILTERED: "모델 서버가 답을 내보내지 않았습니다",
        DraftFault.PROMPT_CUT: "모델 서버가 프롬프트의 일부만 읽었습니다",
    },
}
_FAULT_HELP: Mapping[str, Mapping[DraftFault, str]] = {
    "en": {
        DraftFault.CUT: "raise the setting model.max_tokens, or ask for one thing",
        DraftFault.EMPTY: "raise the setting model.max_tokens, or ask another model",
        DraftFault.WHITESPACE: 'set model.form to "markers", or ask another model',
        DraftFault.MALFORMED: 'set model.form to "markers", or ask another model',
        DraftFault.FILTERED: "ask another model, or read the passages below",
        DraftFault.PROMPT_CUT: "give the server a larger context window, or set model.context_tokens to the one it has",
    },
    "ko": {
        DraftFault.CUT: "설정 model.max_tokens를 늘리거나 한 가지만 물어 보세요",
        DraftFault.EMPTY: "설정 model.max_tokens를 늘리거나 다른 모델로 물어 보세요",
        DraftFault.WHITESPACE: '설정 model.form을 "markers"로 바꾸거나 다른 모델로 물어 보세요',
        DraftFault.MALFORMED: '설정 model.form을 "markers"로 바꾸거나 다른 모델로 물어 보세요',
        DraftFault.FILTERED: "다른 모델로 묻거나 아래 부분을 읽어 보세요",
        DraftFault.PROMPT_CUT: "서버의 컨텍스트 창을 늘리거나 설정 model.context_tokens를 서버의 값에 맞추세요",
    },
}
_EXTRACTIVE_HELP = {
    "en": "ask for one thing, in the document's words, or read the passages below",
    "ko": "문서의 용어로 한 가지만 묻거나 아래 부분을 읽어 보세요",
}
"""Where the evidence's own sentences did not pass, asking for them again is no help."""
_CHECKS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "citation": "no source is cited, or one that does not exist",
        "alignment": "no passage of the source says it",
        "figures": "a number, date or section is not that of the source",
        "negation": "the source denies what it says, or the other way round",
        "parties": "the source says it of another party",
        "modality": "the source allows what it demands, demands what it allows, or says it of fewer cases",
        "coverage": "the source says a part of it only",
        "overlap": "it shares too few words with the source",
    },
    "ko": {
        "citation": "출처가 없거나 존재하지 않는 출처입니다",
        "alignment": "출처에 그런 내용이 없습니다",
        "figures": "숫자, 날짜 또는 조항이 출처와 다릅니다",
        "negation": "한쪽만 부정하고 있습니다",
        "parties": "출처는 다른 당사자에 관한 것입니다",
        "modality": "의무와 허용이 출처와 다르거나 출처보다 넓게 말합니다",
        "coverage": "출처가 일부만 뒷받침합니다",
        "overlap": "출처와 겹치는 말이 너무 적습니다",
    },
}


def fault_detail(fault: DraftFault) -> str:
    """What is wrong with what the model answered, in English."""
    return _FAULTS["en"][fault]


def failure_detail(checked: Sequence[CheckedSentence]) -> str:
    """How many sentences failed and by what the first one did, in English and without a word of theirs."""
    failed = [sentence for sentence in checked if not sentence.passed]
    if not failed:
        return "no sentence was written"
    short = [finding for finding in failed[0].checks if finding.state is not CheckState.PASSED]
    first = ""
    if short and short[0].state is CheckState.NOT_CHECKED:  # a check's own trouble is no text of a draft
        first = f": {short[0].check} could not be checked: {short[0].detail}"
    elif short:
        first = f": {_CHECKS['en'].get(short[0].check, short[0].check)}"
    return f"{len(failed)} of {len(checked)} sentences failed{first}"


def why(record: Record, language: str) -> str:
    """The reason of a refused record in plain words, with its detail where that adds to them.

    Args:
        language: `en` or `ko`.
    """
    reason, detail = RefusalReason(record["refusal"]["reason"]), record["refusal"]["detail"]
    said = _WHY[language][reason]
    if reason is RefusalReason.MODEL_ERROR and (fault := last_fault(record)):
        return _FAULTS[language][fault]
    if not detail or reason in _NO_DETAIL:
        return said
    if reason is RefusalReason.VALIDATION_FAILED and language != "en":
        return said + _failed_check(record, language)
    if reason not in _TOLD_BY_DETAIL:
        return f"{said} ({detail})"
    if language == "en":
        return str(detail)
    return f"{said} ({detail})" if reason is RefusalReason.OTHER_JURISDICTION else said


def what_helps(record: Record, language: str) -> str:
    """What the reader of a refused record can do."""
    reason = RefusalReason(record["refusal"]["reason"])
    if reason is RefusalReason.MODEL_ERROR and (fault := last_fault(record)):
        return _FAULT_HELP[language][fault]
    if reason is RefusalReason.VALIDATION_FAILED and record["model"] == "extractive":
        return _EXTRACTIVE_HELP[language]
    return _HELP[language][reason]


def last_fault(record: Record) -> DraftFault | None:
    """What was wrong with the last answer of the model; None where it was a draft."""
    attempts = record["trace"]["attempts"]
    name = attempts[-1].get("fault") if attempts else None
    return DraftFault(name) if name else None


def _failed_check(record: Record, language: str) -> str:
    """What the first failed sentence failed by, in brackets."""
    for sentence in record["sentences"]:
        for check in sentence["checks"]:
            if check["state"] == "failed" and sentence["support"] != "full":
                return f" ({_CHECKS[language].get(check['name'], check['name'])})"
    return ""
