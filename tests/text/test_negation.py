import pytest

from pincite.text.negation import differs, polarity

# Claim, evidence, whether one of them turns the other round.
PAIRS = [
    ("An increase shall exceed the adjustment.", "An increase shall not exceed the adjustment.", True),
    ("An increase shall not exceed the adjustment.", "No increase may exceed the adjustment.", False),
    ("The landlord may enter the dwelling.", "The landlord may not enter the dwelling.", True),
    ("The landlord may not enter the dwelling.", "The landlord may enter the dwelling.", True),
    ("The landlord may not enter the dwelling.", "The landlord may not enter the dwelling.", False),
    ("The landlord may enter the dwelling.", "The landlord may enter the dwelling.", False),
    ("A landlord cannot charge a late fee.", "A landlord shall not charge a late fee.", False),
    ("A landlord can charge a late fee.", "A landlord shall not charge a late fee.", True),
    ("A landlord can't charge a late fee.", "No landlord may charge a late fee.", False),
    ("Landlords may charge a late fee.", "No landlord may charge a late fee.", True),
    (
        "It is unlawful to evict a tenant by changing locks.",
        "A landlord shall not evict a tenant by changing locks.",
        False,
    ),
    ("A landlord may evict a tenant by changing locks.", "It is unlawful to evict a tenant by changing locks.", True),
    ("Changing the locks is prohibited.", "The landlord may not change the locks.", False),
    ("Changing the locks is allowed.", "Changing the locks is prohibited.", True),
    (
        "The deposit must be returned not later than 30 days after the end.",
        "The deposit must be returned within 30 days after the end.",
        False,
    ),
    (
        "The deposit must be returned within 30 days.",
        "The landlord shall return the deposit no later than 30 days.",
        False,
    ),
    ("The notice must be given at least 60 days before.", "Notice of not less than 60 days must be given.", False),
    (
        "The late fee may not exceed 5 percent of the rent.",
        "The late fee shall be no more than 5 percent of the rent.",
        False,
    ),
    (
        "The landlord must not only repair the roof but also paint it.",
        "The landlord must repair the roof and paint it.",
        False,
    ),
    ("The rule applies whether or not the lease is written.", "The rule applies to written and to oral leases.", False),
    ("The landlord must rent to families.", "The landlord may not refuse to rent to families.", False),
    ("The landlord may refuse to rent to families.", "The landlord may not refuse to rent to families.", True),
    (
        "If the landlord does not return the deposit, the tenant may sue.",
        "If the landlord fails to return the deposit, the tenant may sue.",
        False,
    ),
    (
        "If the landlord returns the deposit, the tenant may sue.",
        "If the landlord fails to return the deposit, the tenant may sue.",
        True,
    ),
    (
        "The landlord may enter without notice in an emergency.",
        "In an emergency the landlord may enter without notice.",
        False,
    ),
    (
        "The landlord may enter with notice in an emergency.",
        "In an emergency the landlord may enter without notice.",
        True,
    ),
    (
        "The landlord may enter only with the tenant's consent.",
        "The landlord may not enter without the tenant's consent.",
        False,
    ),
    (
        "The landlord may enter if the tenant consents.",
        "The landlord shall not enter unless the tenant consents.",
        False,
    ),
    ("The landlord may enter at any time.", "The landlord shall not enter unless the tenant consents.", True),
    (
        "The landlord shall not enter without consent.",
        "The landlord shall not enter unless the tenant gives consent.",
        False,
    ),
    ("The tenant is required to pay the fee.", "The tenant is not required to pay the fee.", True),
    ("The tenant need not pay the fee.", "The tenant is not required to pay the fee.", False),
    ("The deposit is refundable.", "The deposit is nonrefundable.", True),
    ("The deposit is non-refundable.", "The deposit is not refundable.", False),
    ("This section does not apply to hotels.", "Hotels are exempt from this section.", False),
    ("This section applies to hotels.", "This section does not apply to hotels.", True),
    ("This section applies to hotels.", "Hotels are excluded from this section.", True),
    ("Such a provision is valid.", "Such a provision is void.", True),
    ("Such a provision is unenforceable.", "Such a provision is void and unenforceable.", False),
    ("The landlord never has to give a reason.", "The landlord has to give a reason.", True),
    ("Neither party may end the lease early.", "The parties may not end the lease early.", False),
    ("Either party may end the lease early.", "Neither the landlord nor the tenant may end the lease early.", True),
    ("The tenant shall not fail to pay the rent.", "The tenant shall pay the rent.", False),
    (
        "The landlord must return the deposit within 30 days.",
        "The tenant may not withhold rent. The landlord must return the deposit within 30 days.",
        False,
    ),
    (
        "The tenant may not withhold rent.",
        "The tenant may not withhold rent. The landlord must return the deposit within 30 days.",
        False,
    ),
    (
        "The tenant may withhold rent.",
        "The tenant may not withhold rent. The landlord must return the deposit within 30 days.",
        True,
    ),
    ("The lease need not be in writing.", "The lease must be in writing.", True),
    ("The landlord is not liable for the loss.", "The landlord is liable for the loss.", True),
    ("Damages are not limited to actual loss.", "Damages include but are not limited to actual loss.", False),
    ("Notwithstanding the lease, the tenant may leave.", "The tenant may leave despite the lease.", False),
    (
        "The tenant may not be charged for normal wear and tear.",
        "A landlord shall not charge the tenant for normal wear and tear.",
        False,
    ),
    (
        "The tenant may be charged for normal wear and tear.",
        "A landlord shall not charge the tenant for normal wear and tear.",
        True,
    ),
    ("The landlord must give a reason.", "The landlord does not have to give a reason.", True),
    ("The court may not deny the motion.", "The court may deny the motion.", True),
    ("The landlord is forbidden to shut off heat.", "The landlord must not shut off heat.", False),
    ("The landlord is permitted to shut off heat.", "The landlord is forbidden to shut off heat.", True),
    ("There is no limit on rent increases.", "There is a limit on rent increases.", True),
    (
        "The company sells personal data without consent.",
        "The company does not sell personal data without consent.",
        True,
    ),
    ("The company sells personal data.", "We do not sell your personal data.", True),
    ("The company does not sell personal data.", "We never sell your personal data.", False),
    ("The tenant has no right to sublet.", "The tenant may not sublet.", False),
    ("The tenant has the right to sublet.", "The tenant has no right to sublet.", True),
    ("임대인은 보증금을 반환하여야 한다.", "임대인은 보증금을 반환하지 아니하여도 된다.", True),
    ("임대인은 보증금을 반환하여야 한다.", "임대인은 보증금을 반환하지 아니하면 아니 된다.", False),
    ("임차인은 전대할 수 있다.", "임차인은 임대인의 동의 없이 전대할 수 없다.", True),
    ("임차인은 전대할 수 없다.", "임차인은 전대하지 못한다.", False),
    ("연구개발비를 목적 외로 사용할 수 있다.", "연구개발비를 목적 외로 사용하여서는 아니 된다.", True),
    ("연구개발비를 목적 외로 사용해서는 안 된다.", "연구개발비를 목적 외로 사용하여서는 아니 된다.", False),
    ("연구개발비의 목적 외 사용은 금지된다.", "연구개발비를 목적 외로 사용하여서는 아니 된다.", False),
    ("벌금은 1천만원을 초과하지 아니한다.", "벌금은 1천만원 이하로 한다.", False),
    ("정보를 공개한다.", "정보를 공개하지 아니한다.", True),
    ("정보를 공개하지 않는다.", "정보를 공개하지 아니한다.", False),
    ("지체 없이 보고하여야 한다.", "지체 없이 보고하여야 한다.", False),
    ("즉시 보고하여야 한다.", "지체 없이 보고하여야 한다.", False),
    ("기관은 평가를 실시할 수 있다.", "기관은 평가를 실시하지 않을 수 없다.", False),
    ("위원장은 위원이 될 수 없다.", "위원장은 위원이 될 수 있다.", True),
    ("국가기관은 적용 대상에서 제외한다.", "국가기관은 적용 대상에 포함한다.", True),
    ("이 법은 외국인에게 적용하지 아니한다.", "이 법은 외국인에게 적용한다.", True),
    ("신고 없이 영업할 수 있다.", "신고하지 아니하고 영업할 수 있다.", False),
    ("회원은 물건을 빌려주면 안 된다.", "회원은 물건을 빌려주어서는 아니 된다.", False),
    ("회원은 물건을 빌려주면 안 된다.", "회원은 물건을 빌려줄 수 있다.", True),
    ("수탁자는 동의 없이 재위탁할 수 없다.", "수탁자는 동의를 받지 아니하고는 재위탁하여서는 아니 된다.", False),
    (
        "결과는 공개하지만 기밀은 공개하지 않을 수 있다.",
        "결과를 공개하여야 한다. 다만, 기밀은 공개하지 아니할 수 있다.",
        False,
    ),
    ("It is against the law to feed bears.", "No person may feed bears.", False),
    ("Visitors may feed bears.", "It is against the rules to feed bears.", True),
    ("The club is not required to accept guests.", "Nothing in this rule requires the club to accept guests.", False),
    ("The club must accept guests.", "Nothing in this rule requires the club to accept guests.", True),
    (
        "The pool is open only to members.",
        "No person other than a member may use the pool. It is open to members.",
        False,
    ),
    ("신청서뿐만 아니라 계획서를 제출하여야 한다.", "신청서와 계획서를 제출하여야 한다.", False),
    # two verbs, each with its own auxiliary and its own negation
    (
        "The mill does not open at seven and does not close at noon.",
        "The mill opens at seven and closes at noon.",
        True,
    ),
    (
        "The landlord may not enter and shall not remove the lock.",
        "The landlord may enter and shall remove the lock.",
        True,
    ),
    ("The landlord may not enter and shall not remove the lock.", "The landlord shall not remove the lock.", False),
    ("A tenant may be fined.", "No tenant may be evicted or may be fined.", True),
]


@pytest.mark.parametrize(("claim", "evidence", "expected"), PAIRS, ids=[f"pair-{n}" for n in range(len(PAIRS))])
def test_negation_on_one_side_only_is_told(claim: str, evidence: str, expected: bool) -> None:
    assert differs(claim, evidence) is expected


LONG = (
    "If the tenant abandons the dwelling unit during the term of the tenancy and the landlord elects to terminate, "
    "the landlord may dispose of the personal property that the tenant left upon the premises."
)


def test_one_negation_more_in_a_long_near_copy_is_told() -> None:
    assert differs(LONG.replace("may dispose", "may not dispose"), LONG)
    assert differs(LONG, LONG.replace("may dispose", "may not dispose"))
    assert not differs(LONG, LONG)


POLARITY = [
    pytest.param("may not enter without notice, not later than noon", ("not", "without"), id="idiom-left-out"),
    pytest.param("shall pay", (), id="none"),
    pytest.param("can't, won't, cannot", ("not", "not", "not"), id="contractions"),
    pytest.param("is unlawful and void", ("unlawful", "void"), id="prohibiting-words"),
    pytest.param("not only, whether or not, not limited to, no more than", (), id="idioms"),
    pytest.param("공개하지 아니한다", ("아니한다",), id="ko-one"),
    pytest.param("제출하지 아니하면 아니 된다", (), id="ko-double"),
    pytest.param("지체 없이", (), id="ko-idiom"),
]


@pytest.mark.parametrize(("text", "expected"), POLARITY)
def test_negating_words_are_listed(text: str, expected: tuple[str, ...]) -> None:
    assert polarity(text) == expected
