"""The gate on sentences made for it: changed ones fail and faithful ones pass, with and without a model."""

from collections.abc import Callable

import pytest

from pincite.testing import HashEmbedder
from pincite.types.answer import CheckedSentence, CheckState, Draft, DraftSentence, Support
from pincite.types.retrieval import Evidence
from pincite.validate import thresholds
from pincite.validate.policy import STANDARD, check_draft

ACT = """\
12-301. Security deposits. (a) A landlord shall not demand a security deposit of more than two months' rent.
(b) Within thirty (30) days after the end of the tenancy, the landlord shall return the deposit or give the tenant a \
written list of deductions.
(c) If the landlord fails to return the deposit within that time, the tenant may recover twice the amount withheld.
(d) The landlord may not deduct for normal wear and tear.

12-302. Entry. The landlord may enter the dwelling only after giving at least 24 hours' written notice, except in an \
emergency. Entry is allowed between 8 a.m. and 6 p.m. on business days.

12-303. Late fees. A late fee may not exceed 5 percent of the monthly rent or $50, whichever is less. No late fee is \
due before the sixth day after the rent was due.

12-304. Retaliation. It is unlawful to raise the rent because the tenant has complained to the Housing Office. \
A tenant who prevails may recover $1,000 and reasonable attorney's fees under § 12-310(b)."""

KOREAN = """\
제8조(보증금의 반환) ① 임대인은 임대차가 끝난 날부터 30일 이내에 보증금을 반환하여야 한다.
② 임대인은 통상의 마모를 이유로 보증금에서 공제하여서는 아니 된다. <개정 2024. 1. 1.>
제9조(과태료) 제8조제1항을 위반한 자에게는 1천만원 이하의 과태료를 부과한다."""

FAITHFUL = [
    pytest.param("A landlord may not demand a security deposit of more than two months' rent.", id="deposit-limit"),
    pytest.param("The security deposit a landlord may demand is at most two months' rent.", id="deposit-limit-at-most"),
    pytest.param("The landlord must return the deposit within 30 days after the tenancy ends.", id="return-in-30-days"),
    pytest.param(
        "If the landlord does not return the deposit in that time, the tenant may recover double the amount withheld.",
        id="double-the-amount",
    ),
    pytest.param("The landlord cannot deduct for normal wear and tear.", id="wear-and-tear"),
    pytest.param("Except in an emergency, the landlord may enter only after 24 hours' written notice.", id="entry"),
    pytest.param(
        "The landlord may not enter without giving at least 24 hours' written notice, except in an emergency.",
        id="entry-negated",
    ),
    pytest.param("Entry is allowed from 8:00 AM to 6:00 PM on business days.", id="hours"),
    pytest.param("A late fee may be no more than 5% of the monthly rent or 50 dollars, whichever is less.", id="fee"),
    pytest.param("No late fee is due before the 6th day after the rent was due.", id="sixth-day"),
    pytest.param(
        "A landlord may not raise the rent because the tenant complained to the Housing Office.", id="retaliation"
    ),
    pytest.param("A tenant who prevails may recover 1,000 dollars and attorney's fees.", id="amount"),
    pytest.param(
        "Under section 12-310(b), a tenant who prevails may recover $1,000 and attorney's fees.", id="section"
    ),
]
CORRUPTED = [
    pytest.param(
        "A landlord may demand a security deposit of more than two months' rent.", "figures", id="deposit-negation"
    ),
    pytest.param(
        "A landlord may not demand a security deposit of more than three months' rent.", "figures", id="deposit-figure"
    ),
    pytest.param(
        "A landlord may not demand a security deposit of more than two weeks' rent.", "figures", id="deposit-unit"
    ),
    pytest.param(
        "A landlord may not demand a security deposit of less than two months' rent.", "figures", id="deposit-bound"
    ),
    pytest.param(
        "The landlord must return the deposit within 60 days after the end of the tenancy.", "figures", id="return-60"
    ),
    pytest.param(
        "The landlord must return the deposit within one month after the end of the tenancy.",
        "figures",
        id="return-month",
    ),
    pytest.param(
        "The landlord must return the deposit at least 30 days after the end of the tenancy.",
        "figures",
        id="return-bound",
    ),
    pytest.param(
        "The landlord shall return the deposit within 30 days before the end of the tenancy.",
        "figures",
        id="return-before",
    ),
    pytest.param(
        "The landlord shall not return the deposit within 30 days after the end of the tenancy.",
        "negation",
        id="return-not",
    ),
    pytest.param(
        "The landlord need not return the deposit within 30 days after the end of the tenancy.",
        "negation",
        id="return-need-not",
    ),
    pytest.param(
        "If the landlord returns the deposit within that time, the tenant may recover twice the amount withheld.",
        "negation",
        id="fails-left-out",
    ),
    pytest.param(
        "If the landlord fails to return the deposit within that time, the tenant may recover three times the "
        "amount withheld.",
        "figures",
        id="treble",
    ),
    pytest.param(
        "If the landlord fails to return the deposit within that time, the tenant may recover half the amount "
        "withheld.",
        "figures",
        id="half",
    ),
    pytest.param(
        "If the landlord fails to return the deposit within that time, the tenant may not recover twice the amount "
        "withheld.",
        "negation",
        id="recover-not",
    ),
    pytest.param("The landlord may deduct for normal wear and tear.", "negation", id="wear-allowed"),
    pytest.param("The landlord is entitled to deduct for normal wear and tear.", "negation", id="wear-entitled"),
    pytest.param(
        "The landlord may enter the dwelling only after giving at least 48 hours' written notice, except in an "
        "emergency.",
        "figures",
        id="entry-48",
    ),
    pytest.param(
        "The landlord may enter the dwelling only after giving at least 24 days' written notice, except in an "
        "emergency.",
        "figures",
        id="entry-days",
    ),
    pytest.param(
        "The landlord may enter the dwelling without giving at least 24 hours' written notice.",
        "negation",
        id="entry-without",
    ),
    pytest.param("Entry is not allowed between 8 a.m. and 6 p.m. on business days.", "negation", id="hours-not"),
    pytest.param("Entry is allowed between 8 a.m. and 8 p.m. on business days.", "figures", id="hours-changed"),
    pytest.param("Entry is allowed between 8 p.m. and 6 a.m. on business days.", "figures", id="hours-swapped"),
    pytest.param(
        "A late fee may not exceed 15 percent of the monthly rent or $50, whichever is less.",
        "figures",
        id="fee-percent",
    ),
    pytest.param(
        "A late fee may not exceed 5 percent of the monthly rent or $500, whichever is less.",
        "figures",
        id="fee-amount",
    ),
    pytest.param("A late fee may not exceed $5 of the monthly rent.", "figures", id="fee-kind"),
    pytest.param(
        "A late fee may exceed 5 percent of the monthly rent or $50, whichever is less.", "figures", id="fee-exceed"
    ),
    pytest.param("A late fee is due before the sixth day after the rent was due.", "negation", id="no-dropped"),
    pytest.param("No late fee is due before the tenth day after the rent was due.", "figures", id="tenth-day"),
    pytest.param(
        "It is lawful to raise the rent because the tenant has complained to the Housing Office.",
        "negation",
        id="lawful",
    ),
    pytest.param(
        "It is not unlawful to raise the rent because the tenant has complained to the Housing Office.",
        "negation",
        id="double-negation",
    ),
    pytest.param(
        "A landlord may raise the rent because the tenant has complained to the Housing Office.",
        "negation",
        id="may-raise",
    ),
    pytest.param(
        "A tenant who prevails may recover $10,000 and reasonable attorney's fees.", "figures", id="amount-10000"
    ),
    pytest.param(
        "A tenant who prevails may not recover $1,000 and reasonable attorney's fees.", "negation", id="amount-not"
    ),
    pytest.param(
        "A tenant who prevails may recover $1,000 and attorney's fees under § 12-310(c).", "figures", id="subsection"
    ),
    pytest.param(
        "A tenant who prevails may recover $1,000 and attorney's fees under § 12-311.", "figures", id="section"
    ),
]
KOREAN_ROWS = [
    pytest.param("임대인은 임대차가 끝난 날부터 30일 이내에 보증금을 반환해야 한다.", "", id="ko-faithful"),
    pytest.param("임대인은 통상의 마모를 이유로 보증금에서 공제하지 못한다.", "", id="ko-faithful-negation"),
    pytest.param("제8조제1항을 위반한 자에게는 1,000만원 이하의 과태료를 부과한다.", "", id="ko-faithful-amount"),
    pytest.param("임대인은 임대차가 끝난 날부터 삼십일 이내에 보증금을 반환하여야 한다.", "", id="ko-faithful-words"),
    pytest.param("임대인은 임대차가 끝난 날부터 60일 이내에 보증금을 반환하여야 한다.", "figures", id="ko-60-days"),
    pytest.param(
        "임대인은 임대차가 끝난 날부터 30일 이내에 보증금을 반환하지 아니하여도 된다.", "negation", id="ko-need-not"
    ),
    pytest.param("임대인은 통상의 마모를 이유로 보증금에서 공제할 수 있다.", "negation", id="ko-may-deduct"),
    pytest.param("제8조제2항을 위반한 자에게는 1천만원 이하의 과태료를 부과한다.", "figures", id="ko-paragraph"),
    pytest.param("제8조제1항을 위반한 자에게는 1억원 이하의 과태료를 부과한다.", "figures", id="ko-amount"),
    pytest.param("제8조제1항을 위반한 자에게는 1천만원 이상의 과태료를 부과한다.", "figures", id="ko-bound"),
]


@pytest.fixture(params=["words", "embedder"])
def embedder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> HashEmbedder | None:
    if request.param == "words":
        return None
    double = HashEmbedder(name="calibrated-double")
    row = thresholds.AlignmentThreshold(double.name, 0.45, "for the double")
    monkeypatch.setitem(thresholds.ALIGNMENT, double.name, row)
    return double


def judged(text: str, evidence: Evidence, embedder: HashEmbedder | None) -> CheckedSentence:
    (checked,) = check_draft(Draft((DraftSentence(text, (1,)),), "test"), [evidence], STANDARD, embedder)
    return checked


def failed(checked: CheckedSentence) -> list[str]:
    return [finding.check for finding in checked.checks if finding.state is not CheckState.PASSED]


@pytest.mark.parametrize("text", FAITHFUL)
def test_faithful_sentence_passes(
    text: str, make_evidence: Callable[..., Evidence], embedder: HashEmbedder | None
) -> None:
    checked = judged(text, make_evidence(ACT), embedder)
    assert (failed(checked), checked.support) == ([], Support.FULL)


@pytest.mark.parametrize(("text", "check"), CORRUPTED)
def test_changed_sentence_fails_at_the_check_meant_for_it(
    text: str, check: str, make_evidence: Callable[..., Evidence], embedder: HashEmbedder | None
) -> None:
    checked = judged(text, make_evidence(ACT), embedder)
    assert not checked.passed
    assert check in failed(checked)


@pytest.mark.parametrize(("text", "check"), KOREAN_ROWS)
def test_korean_sentences(text: str, check: str, make_evidence: Callable[..., Evidence]) -> None:
    checked = judged(text, make_evidence(KOREAN), None)
    assert (check in failed(checked)) if check else (failed(checked) == [])


@pytest.mark.parametrize("part", ACT.replace("\n\n", "\n").split("\n"), ids=range(7))
def test_text_of_the_source_passes_word_for_word_without_a_model(
    part: str, make_evidence: Callable[..., Evidence]
) -> None:
    double = HashEmbedder()
    checked = judged(part, make_evidence(ACT), double)
    assert checked.passed
    assert double.embedded == []
    ((_, span),) = checked.aligned
    assert span.cut(ACT) == part
