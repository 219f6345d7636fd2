import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.force_words import Force
from pincite.text.party_words import KO_SIDES, SIDES, opposite, sides_of
from pincite.text.statements import statements, swapped
from pincite.text.stems import act, stem

LANDLORD, TENANT = sides_of("landlord"), sides_of("tenant")
NOBODY: frozenset[tuple[int, int]] = frozenset()

# Sentence, who acts, upon whom, how strongly, what is done.
READINGS = [
    pytest.param("The tenant must pay rent.", TENANT, NOBODY, Force.DUTY, "pay", id="active"),
    pytest.param("Rent must be paid by the tenant.", TENANT, NOBODY, Force.DUTY, "pay", id="passive"),
    pytest.param("The tenant must be given notice.", NOBODY, TENANT, Force.DUTY, "giv", id="passive-subject"),
    pytest.param("The landlord shall give the tenant notice.", LANDLORD, TENANT, Force.DUTY, "giv", id="to-whom"),
    pytest.param("The landlord pays for water.", LANDLORD, NOBODY, Force.PLAIN, "pay", id="no-modal"),
    pytest.param("Costs are paid by the landlord.", LANDLORD, NOBODY, Force.PLAIN, "pay", id="plain-passive"),
    pytest.param("The tenant's landlord may enter.", LANDLORD, NOBODY, Force.PERMISSION, "enter", id="possessive"),
    pytest.param("Notice to the tenant must be posted.", NOBODY, NOBODY, Force.DUTY, "show", id="behind-preposition"),
    pytest.param("The tenant deposit must be kept.", NOBODY, NOBODY, Force.DUTY, "keep", id="part-of-a-name"),
    pytest.param("A tenant who is late must pay.", TENANT, NOBODY, Force.DUTY, "pay", id="relative-clause"),
    pytest.param("A tenant whose landlord is away may enter.", NOBODY, NOBODY, Force.PERMISSION, "enter", id="whose"),
    pytest.param("The landlord, in an emergency, may enter.", LANDLORD, NOBODY, Force.PERMISSION, "enter", id="comma"),
    pytest.param("The landlord may, at night, enter.", LANDLORD, NOBODY, Force.PERMISSION, "enter", id="put-in"),
    pytest.param(
        "The landlord may at any time enter.", LANDLORD, NOBODY, Force.PERMISSION, "enter", id="phrase-put-in"
    ),
    pytest.param(
        "The landlord and the tenant shall sign it.", LANDLORD | TENANT, NOBODY, Force.DUTY, "sign", id="both"
    ),
    pytest.param("It is the landlord's duty to repair it.", LANDLORD, NOBODY, Force.DUTY, "repair", id="duty-of-his"),
    pytest.param("It is the duty of the landlord to repair.", LANDLORD, NOBODY, Force.DUTY, "repair", id="duty-of"),
    pytest.param("It is unlawful for a landlord to enter.", LANDLORD, NOBODY, Force.BAN, "enter", id="unlawful-for"),
    pytest.param("No landlord may enter.", LANDLORD, NOBODY, Force.BAN, "enter", id="no-one-may"),
    pytest.param("The tenant is entitled to leave.", TENANT, NOBODY, Force.PERMISSION, "mov", id="entitled"),
    pytest.param(
        "The tenant shall be entitled to leave.", TENANT, NOBODY, Force.PERMISSION, "mov", id="shall-entitled"
    ),
    pytest.param("The tenant has the right to leave.", TENANT, NOBODY, Force.PERMISSION, "mov", id="right"),
    pytest.param("The tenant is not required to leave.", TENANT, NOBODY, Force.EXEMPTION, "mov", id="not-required"),
    pytest.param("The tenant doesn't have to leave.", TENANT, NOBODY, Force.EXEMPTION, "mov", id="not-have-to"),
    pytest.param("The tenant need not leave.", TENANT, NOBODY, Force.EXEMPTION, "mov", id="need-not"),
    pytest.param("The tenant may not leave.", TENANT, NOBODY, Force.BAN, "mov", id="may-not"),
    pytest.param("The tenant is prohibited from leaving.", TENANT, NOBODY, Force.BAN, "mov", id="prohibited-from"),
    pytest.param("The tenant should leave.", TENANT, NOBODY, Force.ADVICE, "mov", id="advice"),
    pytest.param("The tenant can leave.", TENANT, NOBODY, Force.ABILITY, "mov", id="ability"),
    pytest.param("If the landlord fails to repair it, ", LANDLORD, NOBODY, Force.PLAIN, "repair", id="fails-to"),
    pytest.param("임차인은 차임을 지급하여야 한다.", KO_SIDES["임차인"], NOBODY, Force.DUTY, "지급", id="ko-duty"),
    pytest.param(
        "임차인은 차임을 지급해야 합니다.", KO_SIDES["임차인"], NOBODY, Force.DUTY, "지급", id="ko-duty-polite"
    ),
    pytest.param(
        "차임은 임차인이 지급할 수 있다.",
        KO_SIDES["임차인"],
        NOBODY,
        Force.PERMISSION,
        "지급",
        id="ko-topic-is-a-thing",
    ),
    pytest.param(
        "임대인은 임차인에게 통지할 수 있다.",
        KO_SIDES["임대인"],
        KO_SIDES["임차인"],
        Force.PERMISSION,
        "통지",
        id="ko-to",
    ),
    pytest.param("임차인은 들어갈 수 없다.", KO_SIDES["임차인"], NOBODY, Force.BAN, "들어", id="ko-ban"),
    pytest.param("임차인은 개조하지 못한다.", KO_SIDES["임차인"], NOBODY, Force.BAN, "개조", id="ko-ban-cannot"),
    pytest.param("임차인은 개조하면 안 된다.", KO_SIDES["임차인"], NOBODY, Force.BAN, "개조", id="ko-ban-if"),
    pytest.param("임차인은 신고하지 않아도 된다.", KO_SIDES["임차인"], NOBODY, Force.EXEMPTION, "신고", id="ko-exempt"),
    pytest.param("임차인은 신고할 필요가 없다.", KO_SIDES["임차인"], NOBODY, Force.EXEMPTION, "신고", id="ko-no-need"),
    pytest.param(
        "임차인은 신고하지 아니하면 아니 된다.", KO_SIDES["임차인"], NOBODY, Force.DUTY, "신고", id="ko-double"
    ),
    pytest.param("신고는 임차인에 의하여 행하여야 한다.", NOBODY, NOBODY, Force.DUTY, "행", id="ko-by"),
]


@pytest.mark.parametrize(("text", "actors", "patients", "force", "verb"), READINGS)
def test_reading(
    text: str, actors: frozenset[tuple[int, int]], patients: frozenset[tuple[int, int]], force: Force, verb: str
) -> None:
    first = statements(text)[0]
    assert (first.actors, first.patients, first.force, first.verb) == (actors, patients, force, verb)


SWAPS = [
    ("The lessee shall insure the car.", "The lessor shall insure the car.", True),
    ("The lessor shall insure the car.", "The lessor shall insure the car.", False),
    ("The owner shall insure the car.", "The lessor shall insure the car.", False),
    ("The employee must provide gloves.", "The employer shall supply gloves.", True),
    ("Gloves must be supplied by the employer.", "The employer shall supply gloves.", False),
    ("Gloves must be supplied by the employee.", "The employer shall supply gloves.", True),
    ("Gloves must be supplied.", "The employer shall supply gloves.", False),
    ("The employee gets gloves.", "The employer shall supply gloves to the employee.", False),
    ("The user may sell data of the company.", "We may sell the data of our users.", True),
    ("We may sell data of users.", "The company may sell the data of its users.", False),
    ("The tenant must pay for water.", "The landlord must pay for heat.", False),
    ("The tenant must pay for water.", "The landlord must pay for heat. The tenant must pay for water.", False),
    ("The landlord must pay for water.", "The landlord must pay for heat. The tenant must pay for water.", True),
    ("Either party may end the lease.", "The landlord or the tenant may end the lease.", False),
    ("The landlord may end the lease.", "The landlord or the tenant may end the lease.", False),
    ("The exporter shall inform the importer.", "The importer shall inform the exporter.", True),
    ("The exporter shall inform the importer.", "The exporter shall inform the importer.", False),
    ("The board shall hear the appeal.", "The committee shall hear the appeal of the member.", False),
    ("The buyer and the seller shall sign the deed.", "The buyer shall sign the deed.", False),
    ("It is the tenant's duty to mow the lawn.", "The landlord shall mow the lawn.", True),
    ("The tenant is responsible for mowing the lawn.", "The tenant shall mow the lawn.", False),
    ("The landlord may mow the lawn if the tenant is away.", "If the tenant is away, the landlord may mow it.", False),
    ("임차인은 보증금을 반환하여야 한다.", "임대인은 보증금을 반환하여야 한다.", True),
    ("보증금은 임대인이 반환하여야 한다.", "임대인은 보증금을 반환하여야 한다.", False),
    ("집주인은 보증금을 반환해야 한다.", "임대인은 보증금을 반환하여야 한다.", False),
    ("근로자는 휴가를 신청하여야 한다.", "사용자는 휴가를 주어야 하고, 근로자는 휴가를 신청하여야 한다.", False),
    ("사용자는 휴가를 신청하여야 한다.", "사용자는 휴가를 주어야 하고, 근로자는 휴가를 신청하여야 한다.", True),
    ("원고는 소송비용을 부담한다.", "소송비용은 피고가 부담한다.", True),
]


@pytest.mark.parametrize(("claim", "evidence", "expected"), SWAPS, ids=[f"pair-{n}" for n in range(len(SWAPS))])
def test_parties_that_changed_places_are_told(claim: str, evidence: str, expected: bool) -> None:
    assert (swapped(claim, evidence) is not None) is expected


@given(st.text(max_size=300))
def test_any_text_is_read_and_says_what_itself_says(text: str) -> None:
    statements(text)
    assert swapped(text, text) is None


@given(
    st.lists(
        st.sampled_from(
            "the a landlord tenant must may not be paid pay return notice by to who if , ; . ( ) : and no of".split()
        ),
        max_size=24,
    )
)
def test_any_order_of_words_agrees_with_itself(words: list[str]) -> None:
    text = " ".join(words)
    assert swapped(text, text) is None


def test_sides_stand_against_each_other_in_their_row_only() -> None:
    assert opposite(LANDLORD, TENANT)
    assert not opposite(LANDLORD, sides_of("employee"))
    assert not opposite(LANDLORD | TENANT, TENANT)
    assert opposite(sides_of("customers"), sides_of("sellers"))
    assert sides_of("table") == NOBODY
    assert all(word == word.lower() for word in SIDES)


@pytest.mark.parametrize(
    ("one", "other"),
    [("carry", "carrying"), ("carried", "carries"), ("stopped", "stop"), ("written", "write"), ("leases", "lease")],
    ids=lambda word: word,
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_verbs_that_say_the_same_are_one() -> None:
    assert act("furnished") == act("gives")
    assert act("fix") == act("repairing")
    assert act("pay") != act("receive")
