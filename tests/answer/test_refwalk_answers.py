"""From a question to claims bound to rules: a small body of law of our own, in Korean and English, with and without a
model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pincite.answer.record import find_flaws, from_record, to_record
from pincite.answer.verify import verify
from pincite.errors import InputError
from pincite.library import Library
from pincite.settings import AnswerSettings, RefWalkSettings
from pincite.testing import HashEmbedder, ScriptedModel
from pincite.types.anchor import TopicAnchor

MakeLibrary = Callable[..., Library]

ACT_KO = """# 등대지원법

##### 제1조 (목적)

이 법은 등대의 관리와 지원에 필요한 사항을 정함을 목적으로 한다.

##### 제3조 (지원금의 지급)

**①** 등대청장은 등대기관에 등대의 수리에 필요한 지원금을 지급할 수 있다.

**②** 지원금의 한도와 신청 절차는 대통령령으로 정한다.

##### 제5조 (제재)

등대청장은 거짓으로 지원금을 신청한 등대기관에 대하여 5년의 범위에서 지급을 제한할 수 있다.

##### 제6조 (긴급 수리)

제5조에도 불구하고 등대청장은 긴급한 수리가 필요한 등대기관에는 긴급 수리비를 지급할 수 있다.
"""
DECREE_KO = """# 등대지원법 시행령

##### 제1조 (목적)

이 영은 「등대지원법」에서 위임된 사항을 규정함을 목적으로 한다.

##### 제2조 (지원금의 한도 등)

**①** 법 제3조제2항에 따른 지원금의 한도는 등대 1기당 3천만원으로 한다.

**②** 법 제3조제2항에 따라 지원금을 신청하려는 등대기관은 매년 3월 31일까지 신청서를 제출하여야 한다.
"""
KOREAN = {"act.md": ACT_KO, "decree.md": DECREE_KO}
URGENT = "제5조에도 불구하고 등대청장은 긴급한 수리가 필요한 등대기관에는 긴급 수리비를 지급할 수 있다."
SANCTION = "등대청장은 거짓으로 지원금을 신청한 등대기관에 대하여 5년의 범위에서 지급을 제한할 수 있다."
ASKED_URGENT = "긴급한 수리가 필요한 등대기관에 긴급 수리비를 지급할 수 있나요?"

ACT_EN = """# Harbor Light Code

## § 10. Grants

(a) The agency may grant an operator the cost of repairing a harbor light.

(b) Except as provided in section 12, a grant may not exceed 3,000 dollars.

## § 11. Reports

An operator shall report the use of a grant to the agency within 30 days.

## § 12. Storm damage

After a storm, a grant may reach 9,000 dollars, provided that the operator is insured.
"""
PLAIN = "# Guide to the Harbor\n\nThe harbor office opens at 8 a.m. and closes at 6 p.m. on weekdays.\n"


@pytest.fixture
def korean(make_library: MakeLibrary) -> Library:
    return make_library(KOREAN, embedder=HashEmbedder("ko"))


def asked(library: Library, question: str, **how: Any) -> dict[str, Any]:
    """The record, sound and verified where it is an answer."""
    record = to_record(library.ask(question, **how))
    assert find_flaws(record) == []
    assert to_record(from_record(record)) == record
    if record["status"] == "answered":
        assert verify(record, library, embedder=library.embedder("ko")).findings == ()
    return record


def finest(record: dict[str, Any]) -> set[str]:
    return {claim["provision_id"] for claims in record["claims"].values() for claim in claims}


# Without a model


def test_claims_are_bound_to_the_finest_provision(korean: Library) -> None:
    record = asked(korean, "등대기관은 지원금을 언제까지 신청해야 하나요?", method="refwalk")
    assert record["method"] == "refwalk"
    assert record["status"] == "answered"
    assert "decree/a2/p2" in finest(record)
    assert {c["provision_id"] for c in record["citations"]} == finest(record)


def test_sentence_that_rests_on_an_exception_brings_what_it_excepts(korean: Library) -> None:
    record = asked(korean, ASKED_URGENT, method="refwalk")
    assert "act/a6" in record["claims"]
    assert "act/a5" in record["claims"]
    assert all(
        check["state"] == "passed" for s in record["sentences"] for check in s["checks"] if check["name"] == "closure"
    )


def test_trace_tells_the_anchor_and_how_each_unit_came(korean: Library) -> None:
    record = asked(korean, ASKED_URGENT, method="refwalk")
    walk = record["trace"]["walk"]
    assert walk["anchor"]["magnitude"] == "unspecified"
    assert {unit["way"] for unit in walk["units"]} <= {"seed", "edge", "closure"}


def test_own_anchor_is_taken(korean: Library) -> None:
    record = asked(korean, ASKED_URGENT, method="refwalk", anchor=TopicAnchor("긴급 수리", actor="등대기관"))
    assert record["trace"]["walk"]["anchor"]["topic"] == "긴급 수리"
    assert record["trace"]["walk"]["anchor"]["source"] == "caller"


def test_proviso_stands_behind_its_rule_in_english(make_library: MakeLibrary) -> None:
    library = make_library({"code.md": ACT_EN}, embedder=HashEmbedder("en"))
    record = to_record(library.ask("How many dollars may a grant be?", method="refwalk"))
    assert record["status"] == "answered"
    said = " ".join(s["text"] for s in record["sentences"])
    assert "3,000 dollars" in said
    assert "9,000 dollars" in said


# Which method


@pytest.mark.parametrize(
    ("files", "question", "method"),
    [
        pytest.param(KOREAN, ASKED_URGENT, "refwalk", id="cited-law"),
        pytest.param({"guide.md": PLAIN}, "When does the harbor office open?", "citeguard", id="no-provisions"),
    ],
)
def test_auto_takes_refwalk_where_the_evidence_is_cited_law(
    make_library: MakeLibrary, files: dict[str, str], question: str, method: str
) -> None:
    library = make_library(files, embedder=HashEmbedder("ko"))
    assert to_record(library.ask(question))["method"] == method


MANUAL_KO = (
    "# 등대지원법 매뉴얼\n\n## 긴급 수리비\n\n긴급한 수리가 필요한 등대기관에 긴급 수리비를 지급할 수 있습니다.\n"
)
MANUAL = '[documents."manual.md"]\nlevel = "manual"\nfamily = "등대지원법"\n'


def test_auto_takes_refwalk_though_a_manual_of_the_law_is_likeliest(make_library: MakeLibrary) -> None:
    library = make_library({"corpus.toml": MANUAL, "manual.md": MANUAL_KO} | KOREAN, embedder=HashEmbedder("ko"))
    assert library.search(ASKED_URGENT, k=1).items[0].chunk.document_id == "manual"
    assert to_record(library.ask(ASKED_URGENT))["method"] == "refwalk"


def test_citeguard_has_no_claims_and_no_walk(korean: Library) -> None:
    record = asked(korean, ASKED_URGENT, method="citeguard")
    assert record["claims"] is None
    assert "walk" not in record["trace"]


def test_unknown_method_names_those_there_are(korean: Library) -> None:
    with pytest.raises(InputError, match="no method"):
        korean.ask(ASKED_URGENT, method="walk")


# With a model


def with_model(library: Library, *answers: Any) -> ScriptedModel:
    model = ScriptedModel([json.dumps(a, ensure_ascii=False) if isinstance(a, dict) else a for a in answers])
    library._language_model_source = lambda name: model
    return model


@pytest.fixture
def bound(make_library: MakeLibrary) -> Library:
    """A library whose writer sees two rules: those on urgent repairs and on sanctions come first."""
    return make_library(
        KOREAN, embedder=HashEmbedder("ko"), refwalk=RefWalkSettings(anchor="vocabulary", max_sources=6)
    )


def claims(rules: Sequence[str], **said: str) -> dict[str, Any]:
    """An answer in the bound form; keyword `a6` stands for the rule act/a6."""
    made: dict[str, Any] = {rule: [] for rule in rules}
    for name, text in said.items():
        made[f"act/{name}"] = [{"text": text, "provision": f"act/{name}"}]
    return made | {"answer": ""}


def rules_in(library: Library) -> list[str]:
    ranking = library.search(ASKED_URGENT, k=10, mode="refwalk")
    return list(dict.fromkeys(str(item.chunk.provision_id) for item in ranking.items[:6]))


def test_model_claims_pass_the_gate_and_are_delivered(bound: Library) -> None:
    with_model(bound, claims(rules_in(bound), a6=URGENT, a5=SANCTION))
    record = asked(bound, ASKED_URGENT, method="refwalk", model="scripted")
    assert record["status"] == "answered"
    assert set(record["claims"]) == {"act/a5", "act/a6"}


def test_incomplete_closure_triggers_the_second_draft(bound: Library) -> None:
    rules = rules_in(bound)
    model = with_model(bound, claims(rules, a6=URGENT), claims(rules, a6=URGENT, a5=SANCTION))
    record = asked(bound, ASKED_URGENT, method="refwalk", model="scripted")
    assert record["status"] == "answered"
    drafts = [a for a in record["trace"]["attempts"] if "sentences" in a]
    assert [d["decision"] for d in drafts] == ["regenerate", "accept"]
    assert drafts[0]["sentences"][0]["failed"] == ["closure"]
    assert "act/a5" in "\n".join(m.content for m in model.calls[1][0])


def test_closure_that_stays_incomplete_is_refused(bound: Library) -> None:
    rules = rules_in(bound)
    with_model(bound, claims(rules, a6=URGENT), claims(rules, a6=URGENT))
    record = asked(bound, ASKED_URGENT, method="refwalk", model="scripted")
    assert record["refusal"]["reason"] == "validation_failed"


def test_closure_may_be_left_unchecked(make_library: MakeLibrary) -> None:
    settings = RefWalkSettings(anchor="vocabulary", max_sources=6, closure_check=False)
    library = make_library(KOREAN, embedder=HashEmbedder("ko"), refwalk=settings)
    with_model(library, claims(rules_in(library), a6=URGENT))
    assert asked(library, ASKED_URGENT, method="refwalk", model="scripted")["status"] == "answered"


def test_what_a_draft_rests_on_is_fetched_for_the_next(make_library: MakeLibrary) -> None:
    settings = RefWalkSettings(anchor="vocabulary", max_sources=1, closure=False)
    library = make_library(KOREAN, embedder=HashEmbedder("ko"), refwalk=settings)
    first = library.search(ASKED_URGENT, k=10, mode="refwalk").items[0].chunk.provision_id
    assert first == "act/a6"
    with_model(library, claims(["act/a6"], a6=URGENT), claims(["act/a6", "act/a5"], a6=URGENT, a5=SANCTION))
    record = asked(library, ASKED_URGENT, method="refwalk", model="scripted")
    assert record["status"] == "answered"
    brought = [e for e in record["evidence"] if e["provision_id"] == "act/a5"]
    assert brought[0]["via"][0]["manner"] == "exception"


@pytest.mark.parametrize(
    ("text", "check"),
    [
        pytest.param(URGENT.replace("제5조", "제9조"), "figures", id="another-article"),
        pytest.param(URGENT.replace("지급할 수 있다", "지급할 수 없다"), "negation", id="denied"),
        pytest.param("등대지기는 매년 휴가를 받는다.", "alignment", id="made-up"),
    ],
)
def test_claim_that_its_rule_does_not_carry_is_never_delivered(bound: Library, text: str, check: str) -> None:
    rules = rules_in(bound)
    with_model(bound, claims(rules, a6=text, a5=SANCTION), claims(rules, a6=text, a5=SANCTION))
    record = asked(bound, ASKED_URGENT, method="refwalk", model="scripted")
    assert record["status"] == "refused"
    assert any(check in s["failed"] for a in record["trace"]["attempts"] for s in a.get("sentences", ()))


def test_claim_under_the_wrong_rule_is_not_delivered(make_library: MakeLibrary) -> None:
    settings = RefWalkSettings(anchor="vocabulary", max_sources=6)
    library = make_library(
        KOREAN, embedder=HashEmbedder("ko"), refwalk=settings, answer=AnswerSettings(max_regenerations=0)
    )
    with_model(library, claims(rules_in(library), a5=URGENT))
    assert asked(library, ASKED_URGENT, method="refwalk", model="scripted")["status"] == "refused"


# Verification


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda c: {"act/a1": c["act/a6"], "act/a5": c["act/a5"]}, id="another-rule"),
        pytest.param(lambda c: {"act/a5": c["act/a5"]}, id="one-left-out"),
        pytest.param(
            lambda c: c | {"act/a6": [{"text": "등대지기는 쉰다.", "provision_id": "act/a6"}]}, id="another-text"
        ),
        pytest.param(lambda c: None, id="none-at-all"),
    ],
)
def test_forged_claims_are_found(korean: Library, forge: Callable[[Any], Any]) -> None:
    record = asked(korean, ASKED_URGENT, method="refwalk")
    record["claims"] = forge(record["claims"])
    assert any(f.place.startswith("/claims") for f in verify(record, korean).findings)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("source", "act/a1", id="from-another-provision"),
        pytest.param("type", "DELEGATES_TO", id="of-another-type"),
        pytest.param("manner", "", id="without-its-manner"),
    ],
)
def test_forged_edge_is_found(make_library: MakeLibrary, field: str, value: str) -> None:
    settings = RefWalkSettings(anchor="vocabulary", max_sources=1, closure=False)
    library = make_library(KOREAN, embedder=HashEmbedder("ko"), refwalk=settings)
    with_model(library, claims(["act/a6"], a6=URGENT), claims(["act/a6", "act/a5"], a6=URGENT, a5=SANCTION))
    record = asked(library, ASKED_URGENT, method="refwalk", model="scripted")
    brought = next(e for e in record["evidence"] if e["via"])
    brought["via"][0][field] = value
    assert [f.rule for f in verify(record, library, embedder=library.embedder("ko")).findings] == ["via"]


def test_walk_of_another_method_is_found(korean: Library) -> None:
    record = asked(korean, ASKED_URGENT, method="refwalk")
    record |= {"method": "citeguard", "claims": None}
    assert "/method" in {f.place for f in verify(record, korean).findings}


def test_heading_before_the_first_paragraph_does_not_hide_it(make_library: MakeLibrary) -> None:
    first, second = "① 등대기관은 매년 2회 등대를 점검하여야 한다.", "② 점검 결과는 10일 이내에 보고하여야 한다."
    library = make_library({"act.md": f"# 등대지원법\n\n제4조(점검) {first}\n{second}\n"}, embedder=HashEmbedder("ko"))
    record = to_record(library.ask("등대기관은 등대를 매년 몇 회 점검하여야 하나요?", method="refwalk"))
    assert record["status"] == "answered"
    assert "act/a4/p1" in finest(record)


def test_answer_that_left_out_what_it_rests_on_does_not_verify(korean: Library) -> None:
    record = _only(asked(korean, ASKED_URGENT, method="refwalk"), "불구하고")
    assert len(record["sentences"]) == 1
    assert any(f.rule == "closure" for f in verify(record, korean, embedder=korean.embedder("ko")).findings)


def _only(record: dict[str, Any], word: str) -> dict[str, Any]:
    """The record with the sentences that hold a word alone, numbered anew."""
    from pincite.answer.claims import claims_of
    from pincite.answer.record import compose_text

    places = [i for i, s in enumerate(record["sentences"]) if word in s["text"]]
    cut = dict(record)
    cut["sentences"] = [record["sentences"][i] for i in places]
    cut["citations"] = [
        c | {"sentence": places.index(c["sentence"])} for c in record["citations"] if c["sentence"] in places
    ]
    cited = {c["number"] for c in cut["citations"]}
    cut["evidence"] = [e | {"cited": e["number"] in cited} for e in record["evidence"]]
    cut["text"] = compose_text(cut["sentences"])
    cut["claims"] = claims_of(cut)
    return cut
