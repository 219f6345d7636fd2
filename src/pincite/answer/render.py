"""An outcome as a person reads it on a terminal: sentences with markers, then the pincites with their quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pincite.answer.record import to_record, without_markers
from pincite.answer.screen import safe, wrap
from pincite.types.answer import Answer, Refusal, RefusalReason

DEFAULT_WIDTH = 80
MIN_WIDTH = 20
NEAREST = 4
"""Pieces of evidence that a refusal names."""

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

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
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"why": "Why", "help": "What would help", "nearest": "Nearest passages"},
    "ko": {"why": "이유", "help": "도움이 되는 것", "nearest": "가장 가까운 부분"},
}


def to_text(outcome: Answer | Refusal | Record, *, width: int | None = None, color: bool = False) -> str:
    """The outcome as text for a terminal.

    Args:
        outcome: a result, or a sound answer file.
        width: columns, at least 20; None for 80.
        color: with ANSI bold and dim. Escape sequences in documents are neutralised either way.

    Returns:
        Lines that end in a line break.
    """
    record = outcome if isinstance(outcome, Mapping) else to_record(outcome)
    width = max(width or DEFAULT_WIDTH, MIN_WIDTH)
    body = _refusal(record, width, color) if record["status"] == "refused" else _answer(record, width, color)
    foot = [_styled(line, _DIM, color) for line in wrap(_foot(record), width)]
    return "\n".join([*body, "", *foot]) + "\n"


def _answer(record: Record, width: int, color: bool) -> list[str]:
    words = " ".join(_sentence(sentence) for sentence in record["sentences"])
    lines = wrap(words, width)
    for number in sorted({citation["number"] for citation in record["citations"]}):
        lines.append("")
        lines += _pincites(number, record["citations"], width, color)
    return lines


def _sentence(sentence: Record) -> str:
    markers = "".join(f"[{number}]" for number in sentence["citations"])
    return f"{without_markers(safe(sentence['text']))} {markers}"


def _pincites(number: int, citations: Iterable[Record], width: int, color: bool) -> list[str]:
    """The labels of one source with their quotes; the marker stands before the first."""
    marker = f"[{number}] "
    indent = " " * len(marker)
    lines: list[str] = []
    shown: dict[str, list[str]] = {}
    for citation in citations:
        if citation["number"] == number:
            quotes = shown.setdefault(safe(citation["label"]), [])
            quote = safe(citation["quote"]["exact"])
            if quote not in quotes:
                quotes.append(quote)
    for label, quotes in shown.items():
        heads = wrap(label, width, first=indent if lines else marker, rest=indent)
        lines += [_styled(line, _BOLD, color) for line in heads]
        for quote in quotes:
            lines += wrap(f"“{quote}”", width, first=indent, rest=indent)
    return lines


def _refusal(record: Record, width: int, color: bool) -> list[str]:
    language = "ko" if record["language"] == "ko" else "en"
    reason = RefusalReason(record["refusal"]["reason"])
    words, detail = _WORDS[language], safe(record["refusal"]["detail"])
    why = f"{_WHY[language][reason]} ({detail})" if detail else _WHY[language][reason]
    lines = wrap(safe(record["text"]), width)
    lines += ["", *wrap(f"{words['why']}: {why}.", width, rest="  ")]
    lines += wrap(f"{words['help']}: {_HELP[language][reason]}.", width, rest="  ")
    labels = list(dict.fromkeys(safe(evidence["label"]) for evidence in record["evidence"]))[:NEAREST]
    if labels:
        lines += ["", f"{words['nearest']}:"]
    for label in labels:
        lines += [_styled(line, _BOLD, color) for line in wrap(label, width, first="  - ", rest="    ")]
    return lines


def _foot(record: Record) -> str:
    """How the outcome came about, in one line."""
    cited = [item for item in record["evidence"] if item["cited"]] or record["evidence"]
    documents = list(dict.fromkeys(safe(item["document_id"]) for item in cited))
    parts = [
        record["method"],
        f"preset {record['preset']}",
        f"gate {record['gate']}",
        f"model {safe(record['model'])}",
        f"documents: {', '.join(documents)}" if documents else "",
    ]
    return " · ".join(safe(part) for part in parts if part)


def _styled(line: str, style: str, color: bool) -> str:
    return f"{style}{line}{_PLAIN}" if color else line
