"""Types of clauses that contracts are read for, by the names that people give them in English and Korean.

The learned part of the clause finder knows these types; a request that names none of them goes the way that needs no
training. Names are data, one row a type.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from pincite.text.clause_request import ClauseRequest


class ClauseType(NamedTuple):
    """A type with its names.

    Args:
        key: its name in the parameters.
        names: as requests say it, the first one the usual one; Korean ones among them.
    """

    key: str
    names: tuple[str, ...]


_ROWS: Final = """
document_name: document name; title; name of the contract; title of the agreement; 계약서 명칭; 계약 명칭; \
문서명
parties: parties; party; contracting parties; parties to the contract; 당사자; 계약 당사자
agreement_date: agreement date; date of the agreement; contract date; signing date; 계약일; 계약 체결일; 체결일
effective_date: effective date; date of effect; commencement date; 발효일; 효력 발생일
expiration_date: expiration date; expiry date; expiry; expiration; initial term; term; contract term; end date; \
만료일; 계약 기간; 계약기간
renewal_term: renewal term; renewal; automatic renewal; auto-renewal; extension; 갱신; 자동 갱신; 계약 갱신; \
자동갱신
renewal_notice: notice period to terminate renewal; renewal notice; notice of non-renewal; non-renewal notice; \
non-renewal; 갱신 거절 통지; 갱신거절
governing_law: governing law; applicable law; choice of law; 준거법
most_favored_nation: most favored nation; most favoured nation; most favored customer; mfn; 최혜 대우; \
최혜국 대우
non_compete: non-compete; noncompete; non-competition; covenant not to compete; competition; 경업금지; 경업 금지; \
경쟁 금지
exclusivity: exclusivity; exclusive dealing; exclusive rights; 독점; 독점권; 전속
no_solicit_customers: no-solicit of customers; non-solicitation of customers; customer non-solicit; \
고객 유인 금지
competition_exception: competitive restriction exception; exceptions to exclusivity; exceptions to non-compete; \
경업금지 예외; 독점 예외
no_solicit_employees: no-solicit of employees; non-solicitation of employees; non-solicitation; non-solicit; \
no-solicit; no-hire; employee non-solicit; 직원 유인 금지; 유인 금지; 스카우트 금지
non_disparagement: non-disparagement; disparagement; 비방 금지; 비방금지
termination_for_convenience: termination for convenience; termination without cause; termination at will; \
임의 해지; 임의해지; 사유 없는 해지
first_refusal: rofr/rofo/rofn; rofr; rofo; rofn; right of first refusal; right of first offer; \
right of first negotiation; pre-emption right; 우선매수권; 우선 협상권; 우선협상권
change_of_control: change of control; change in control; 지배권 변경; 경영권 변동; 지배구조 변경
anti_assignment: anti-assignment; assignment; non-assignment; assignability; transfer of the contract; 양도 금지; \
양도금지; 계약상 지위 양도; 권리 의무 양도; 양도
revenue_sharing: revenue/profit sharing; revenue sharing; revenue share; profit sharing; profit share; royalties; \
수익 분배; 수익분배; 이익 분배; 수익 배분
price_restrictions: price restrictions; price restriction; price increases; price cap; 가격 제한
minimum_commitment: minimum commitment; minimum purchase; minimum order; purchase commitment; 최소 구매; \
최소 주문; 최소구매
volume_restriction: volume restriction; volume limit; usage limit; 물량 제한; 사용량 제한
ip_assignment: ip ownership assignment; ip assignment; ip ownership; intellectual property ownership; \
ownership of intellectual property; assignment of intellectual property; work for hire; 지식재산권 귀속; \
지식재산권 양도
joint_ip: joint ip ownership; joint ownership; shared ip; joint intellectual property; 공동 소유; \
지식재산권 공유
license_grant: license grant; licence grant; grant of license; license; licence; 라이선스 부여; 사용권 부여; \
사용 허락; 실시권
non_transferable_license: non-transferable license; non-transferable licence; nontransferable license; \
양도 불가 라이선스
licensor_affiliates: affiliate license-licensor; affiliate license licensor; licensor affiliates; \
라이선서 계열사
licensee_affiliates: affiliate license-licensee; affiliate license licensee; licensee affiliates; \
라이선시 계열사
unlimited_license: unlimited/all-you-can-eat-license; unlimited license; all you can eat license; \
enterprise license; 무제한 라이선스
perpetual_license: irrevocable or perpetual license; perpetual license; irrevocable license; 영구 라이선스; \
취소 불능 라이선스
source_code_escrow: source code escrow; escrow; software escrow; 소스코드 임치; 소스 코드 에스크로
post_termination_services: post-termination services; post-termination; effects of termination; \
effect of termination; obligations after termination; transition services; wind-down; 해지 후 의무; 종료 후 의무; \
계약 종료의 효과
audit_rights: audit rights; audit; audits; right to audit; inspection of records; 감사권; 회계 감사; 장부 열람
uncapped_liability: uncapped liability; unlimited liability; exceptions to limitation of liability; 무제한 책임; \
책임 제한의 예외
cap_on_liability: cap on liability; liability cap; limitation of liability; limit of liability; \
limits of liability; limited liability; 책임 제한; 책임제한; 책임 한도; 손해배상 한도
liquidated_damages: liquidated damages; termination fee; penalty; 위약금; 손해배상액의 예정; 위약벌; 지체상금
warranty_duration: warranty duration; warranty period; duration of warranty; 보증 기간; 하자보증 기간; \
하자담보 기간
insurance: insurance; insurance coverage; 보험; 보험 가입
covenant_not_to_sue: covenant not to sue; no-challenge; no challenge; non-contest; 부제소; 부제소 합의; \
소 제기 금지
third_party_beneficiary: third party beneficiary; third-party beneficiary; third party beneficiaries; \
third-party beneficiaries; 제3자 수익자; 제3자를 위한 계약
"""
CLAUSE_TYPES: Final = tuple(
    ClauseType(key.strip(), tuple(name.strip() for name in names.split(";")))
    for key, _, names in (line.partition(":") for line in _ROWS.replace("\\\n", "").strip().splitlines())
)
_FILLER: Final = frozenset(
    "a an any the of to in on for and or clause clauses provision provisions right rights".split()
)
_WORD: Final = re.compile(r"[^\W_]+")


def clause_type(request: ClauseRequest) -> str | None:
    """The key of the type that the request names; None where it names none of the table.

    A name counts when its words are those of the table, small words, plurals and order aside.

    >>> clause_type(ClauseRequest("Governing Laws")), clause_type(ClauseRequest("parking"))
    ('governing_law', None)
    """
    return _by_words().get(_words(request.name))


def type_name(key: str) -> str:
    """The usual English name of a type.

    Raises:
        KeyError: there is no such type.
    """
    return {type_.key: type_.names[0] for type_ in CLAUSE_TYPES}[key]


@cache
def _by_words() -> dict[frozenset[str], str]:
    found: dict[frozenset[str], str] = {}
    for type_ in CLAUSE_TYPES:
        for name in type_.names:
            found.setdefault(_words(name), type_.key)
    return found


def _words(name: str) -> frozenset[str]:
    words = _WORD.findall(name.casefold())
    kept = frozenset(word.removesuffix("s") if len(word) > 3 else word for word in words if word not in _FILLER)
    return kept or frozenset(words)
