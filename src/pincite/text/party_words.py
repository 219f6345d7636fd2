"""Parties of contracts and laws that stand against each other, as rows of two sides. Data only.

A word may stand in several rows. Words of one side stand for each other only as far as a swap goes: `owner` for
`landlord` is no swap, `tenant` is one.
"""

from __future__ import annotations

from typing import Final

PAIRS: Final = (
    ("landlord lessor owner sublessor", "tenant lessee renter resident occupant subtenant sublessee lodger"),
    ("employer", "employee worker"),
    ("controller", "processor"),
    ("company provider we us", "user customer consumer subscriber member you"),
    ("seller vendor supplier merchant", "buyer purchaser customer"),
    ("licensor", "licensee"),
    ("lender creditor mortgagee", "borrower debtor mortgagor"),
    ("insurer underwriter", "insured policyholder"),
    ("plaintiff claimant petitioner", "defendant respondent"),
    ("assignor", "assignee"),
    ("franchisor", "franchisee"),
    ("trustee", "beneficiary"),
    ("donor", "donee"),
    ("grantor", "grantee"),
    ("bailor", "bailee"),
    ("pledgor", "pledgee"),
    ("discloser", "recipient"),
    ("shipper", "carrier"),
    ("physician doctor hospital", "patient"),
    ("teacher school", "student pupil"),
    ("host", "guest"),
    ("contractor", "subcontractor"),
    ("appellant", "appellee"),
    ("authority agency", "applicant"),
)
PLURALS: Final = {"beneficiaries": "beneficiary", "authorities": "authority", "agencies": "agency"}

KO_PAIRS: Final = (
    ("임대인 임대사업자 집주인 전대인", "임차인 세입자 전차인"),
    ("사용자 고용주 사업주", "근로자 종업원 피고용인"),
    ("매도인 판매자 공급자", "매수인 구매자 소비자"),
    ("원고 청구인 신청인", "피고 피청구인 피신청인"),
    ("채권자 대주", "채무자 차주"),
    ("도급인 발주자 위탁자 위탁기관", "수급인 수주자 수탁자 수탁기관"),
    ("보험자 보험회사", "피보험자 보험계약자"),
    ("양도인", "양수인"),
    ("회사 사업자 제공자", "이용자 회원 고객"),
    ("개인정보처리자", "정보주체"),
    ("주관연구개발기관", "공동연구개발기관"),
    ("중앙행정기관", "연구개발기관"),
    ("의사 의료기관", "환자"),
)


def _sides(pairs: tuple[tuple[str, str], ...]) -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, frozenset[tuple[int, int]]] = {}
    for row, pair in enumerate(pairs):
        for side, words in enumerate(pair):
            for word in words.split():
                found[word] = found.get(word, frozenset()) | {(row, side)}
    return found


SIDES: Final = _sides(PAIRS)
"""Word to the rows and sides it stands on."""
KO_SIDES: Final = _sides(KO_PAIRS)


def sides_of(word: str) -> frozenset[tuple[int, int]]:
    """The sides of an English word in lower case, singular or plural; empty where it names no such party.

    >>> sides_of("landlords") == sides_of("owner")
    True
    """
    singular = PLURALS.get(word) or (word if word in SIDES else word.removesuffix("s"))
    return SIDES.get(singular, frozenset())


def opposite(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> bool:
    """Whether the parties stand against each other in some row and share a side in none."""
    return not one & other and any((row, 1 - side) in other for row, side in one)
