"""What every language's prompt has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PromptWords:
    """The parts of a prompt. In braces stands what is put in: `{refusal}`, `{question}`, ...

    The rules come first and the sources next, so that a server that keeps what it has read (prefix caching) reads them
    once; the question comes last.

    Args:
        rules: for both forms; `{refusal}`.
        markers: the rule of the form with markers in running text; `{refusal}`.
        sentences: the rule of the form bound by a schema.
        question: `{question}`.
        ask_markers, ask_sentences: behind the question, since small models follow what they read last.
        again: before the findings on a draft.
        passed: a sentence that may stay; `{sentence}`.
        elsewhere: a sentence that another source carries than the one that it cites; `{sentence}`, `{number}`.
        stricter: behind the findings.
        again_refused: after a refusal, where the sources were judged to hold an answer.
        again_unreadable: where JSON was wanted and something else came.
        claims: the rule of the form of claims bound to rules.
        ask_claims: behind the question and its anchor.
        again_claims: where claims were wanted and the form was broken.
        anchor: the topic and the conditions of a question; `{topic}`, `{conditions}`.
        conditions: the four conditions' names.
        open_conditions: what a condition that reads `{all}` asks for.
    """

    rules: str
    markers: str
    sentences: str
    question: str
    ask_markers: str
    ask_sentences: str
    again: str
    passed: str
    elsewhere: str
    stricter: str
    again_refused: str
    again_unreadable: str
    claims: str
    ask_claims: str
    again_claims: str
    anchor: str
    conditions: Mapping[str, str]
    open_conditions: str
