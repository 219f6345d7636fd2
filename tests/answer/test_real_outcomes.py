"""Outcomes of every kind as the pipeline makes them: their files are sound, read back as they were, and verify."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pincite.answer.methods import pipeline
from pincite.answer.record import dumps, find_flaws, from_record, parse_record, to_record
from pincite.answer.render import to_text
from pincite.answer.verify import verify
from pincite.library import Library
from pincite.testing import ScriptedGenerator
from pincite.types.answer import Answer, Draft, DraftSentence, Refusal, RefusalReason
from pincite.types.retrieval import Evidence, RetrievalFilter, SufficiencyVerdict

ACT = """# Harbor Tenancy Act

State of Merrow

## § 10-101. Deposits

A landlord shall return the deposit within 21 days after the tenant moves out. The landlord may not charge a deposit
above one month's rent, except:

(a) for a furnished dwelling; or

(b) where the tenant agrees in writing.
"""
KOREAN = """# 공유주거 관리법

## 제5조(보증금)

① 관리자는 입주자가 퇴거한 날부터 30일 이내에 보증금을 반환하여야 한다.

② 제1항의 기간을 넘긴 경우 연 5퍼센트의 이자를 지급한다.
"""
RETURN = "A landlord shall return the deposit within 21 days after the tenant moves out."
IN_OTHER_WORDS = "The landlord has to return the tenant's deposit within twenty-one days."
QUESTION = "How many days does a landlord in Merrow have to return the deposit?"
KOREAN_QUESTION = "공유주거 관리법에서 보증금은 며칠 이내에 반환하여야 하나요?"


@dataclass(frozen=True)
class Always:
    """A sufficiency rule with one verdict."""

    verdict: SufficiencyVerdict
    name: str = "always"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        return self.verdict


@pytest.fixture(scope="module")
def library(make_shared_library: Callable[..., Library]) -> Library:
    return make_shared_library({"act.md": ACT, "gongyu.md": KOREAN})


def outcome_of(
    library: Library, question: str, *drafts: Draft, reason: str = "", gate: str = "standard"
) -> Answer | Refusal:
    made = pipeline(library, method="auto", model="extractive", preset="paper", gate=gate)
    rule = Always(SufficiencyVerdict(0.25 if reason else 0.75, reason))
    return replace(made, sufficiency=rule, generate=ScriptedGenerator(drafts))(question, RetrievalFilter())


def draft(text: str, *numbers: int) -> Draft:
    return Draft((DraftSentence(text, numbers),), "scripted")


DECLINED = Draft((), "scripted", refused=True)
WRONG = draft("A landlord shall return the deposit within 45 days.", 1, 7)

OUTCOMES = [
    pytest.param(QUESTION, [draft(RETURN, 1)], "", "standard", None, id="verbatim"),
    pytest.param(QUESTION, [draft(IN_OTHER_WORDS, 1)], "", "standard", None, id="in-other-words"),
    pytest.param(QUESTION, [WRONG, draft(RETURN, 1)], "", "standard", None, id="written-again"),
    pytest.param(QUESTION, [draft(IN_OTHER_WORDS, 1)], "", "paper", None, id="paper-gate"),
    pytest.param(
        KOREAN_QUESTION,
        [draft("관리자는 입주자가 퇴거한 날부터 30일 이내에 보증금을 반환하여야 한다.", 1)],
        "",
        "standard",
        None,
        id="korean",
    ),
    pytest.param("Xylophones?", [], "", "standard", "no_evidence", id="no-evidence"),
    pytest.param(QUESTION, [], "too little", "standard", "insufficient_evidence", id="insufficient"),
    pytest.param(
        "How long has a landlord in Florida to return the deposit?",
        [],
        "",
        "standard",
        "other_jurisdiction",
        id="place",
    ),
    pytest.param(QUESTION, [DECLINED], "", "standard", "model_refused", id="declined"),
    pytest.param(QUESTION, [WRONG, WRONG], "", "standard", "validation_failed", id="failed-twice"),
    pytest.param(QUESTION, [draft(""), draft(" ", 99)], "", "standard", "validation_failed", id="wrote-nothing"),
    pytest.param(QUESTION, [Draft((), "m"), Draft((), "m")], "", "paper", "validation_failed", id="no-sentence"),
]


@pytest.mark.parametrize(("question", "drafts", "reason", "gate", "refused"), OUTCOMES)
def test_outcome_is_written_read_and_verified(
    library: Library, question: str, drafts: list[Draft], reason: str, gate: str, refused: str | None
) -> None:
    outcome = outcome_of(library, question, *drafts, reason=reason, gate=gate)
    record = to_record(outcome)
    assert (record["refusal"] or {}).get("reason") == refused
    assert find_flaws(record) == []
    written = dumps(record)
    assert parse_record(written) == record
    assert dumps(to_record(from_record(record))) == written
    report = verify(record, library)
    assert report.complete, (report.findings, report.not_checked)
    assert to_text(record).endswith("\n")


@pytest.mark.parametrize("reason", list(RefusalReason), ids=lambda r: r.value)
def test_every_reason_has_its_place_in_the_file(library: Library, reason: RefusalReason) -> None:
    outcome = outcome_of(library, QUESTION, DECLINED)
    assert isinstance(outcome, Refusal)
    assert find_flaws(to_record(replace(outcome, reason=reason))) == []


def test_extractive_answer_of_the_whole_way_verifies(library: Library) -> None:
    outcome = library.ask(QUESTION, preset="paper")
    assert isinstance(outcome, Answer)
    record = to_record(outcome)
    assert find_flaws(record) == []
    assert verify(record, library).complete
    assert [set(attempt) for attempt in record["trace"]["attempts"]] == [
        {"sufficiency", "rule"},
        {
            "model",
            "refused",
            "fault",
            "decision",
            "supported_ratio",
            "improved",
            "markers",
            "repaired",
            "sentences",
        },
    ]


def test_file_is_held_against_the_library_as_it_is_now(make_library: Callable[..., Library], tmp_path: Path) -> None:
    library = make_library({"act.md": ACT})
    record = to_record(outcome_of(library, QUESTION, draft(RETURN, 1)))
    assert verify(record, library).complete

    act = tmp_path / "documents" / "act.md"
    act.write_text(ACT.replace("21 days", "30 days"), "utf-8")
    library.add([act])
    (finding,) = verify(record, library).findings
    assert (finding.place, finding.rule) == ("/citations/0/text_sha256", "edition")
    assert "the document has changed" in finding.detail
    assert "return the deposit within 30 days" in finding.detail

    act.write_text(ACT.replace("State of Merrow", "State of Merrow\n\nLast amended in May."), "utf-8")
    library.add([act])
    (finding,) = verify(record, library).findings
    assert "the quote now stands at Harbor Tenancy Act (Merrow), § 10-101 (characters " in finding.detail

    (tmp_path / "renamed.md").write_text(ACT, "utf-8")
    library.remove("act")
    library.add([tmp_path / "renamed.md"])
    assert {finding.detail for finding in verify(record, library).findings} == {
        "the library holds no document 'act'; it holds the same file as 'renamed'"
    }
