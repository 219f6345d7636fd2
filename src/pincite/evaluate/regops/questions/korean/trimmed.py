"""Korean statements without what a question about another part of them does not need, and with what they point to.

A person who asks for a date does not recite the list of enclosures, nor first the survey whose result is due: of
조사를 실시하고 그 결과를 알려야 한다 it is 조사 결과를 언제까지 알려야 하나요.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.evaluate.regops.questions.korean.plain import has_batchim

# An enclosed or written list, with the paper that it goes into or without.
_ENCLOSED = re.compile(
    r"(?P<paper>[가-힣ㆍ]+)에 다음 각 호의 (?:서류|자료|사항|내용)(?:을|를)(?: 모두)? "
    r"(?:첨부|기재|포함|작성)?(?:하여|해|적어|붙여|담아) "
)
# What is written into a paper that goes to somebody: 실적보고서에 쓴 돈과 쓴 곳을 적어 장관에게 내야.
_WRITTEN_INTO = re.compile(
    r"(?P<paper>[가-힣ㆍ]*(?:신청서|계획서|보고서|요청서|명세서|의견서|내역서))에 [^,]{2,60}?[을를] (?:적어|기재하여|"
    r"작성하여|첨부하여|붙여) (?=[^,]{0,40}?에게 |제출)"
)
_MEETING = re.compile(r"다음 각 ?호의 (?:요건|기준)을 (?:모두 )?(?:충족하는|갖춘|갖추고 있는) ")
_NEEDED = re.compile(
    r"성별[^을를]{0,30}[을를] (?:종합적으로 )?고려(?:하여|해) "
    r"|(?:^|(?<= )(?<!위하여 ))(?:필요한 경우(?:에는)?|필요하다고 인정(?:하는|되는) (?:경우|때)(?:에는)?|필요할 때에는|"
    r"필요하면|특별한 (?:사정|사유)[이가]? 없(?:으면|는 한)|각각),? "
)
_ENCLOSED_ALONE = re.compile(r"다음 각 호의 (?:서류|자료)(?:을|를) 첨부하여 ")
_INCLUDED = re.compile(
    r"(?:다음 각 ?호의 (?:사항|내용|자료|서류)|그 (?:[가-힣]+, )?[가-힣]+ㆍ[가-힣]+(?: 및 [가-힣]+)?(?: 등)?)"
    r"(?:이|가|을|를)(?: 모두)? (?:포함(?:한|된|하는|되는|하여|해)|적은|기재한|기재된|담은|담긴|첨부한) "
)
# Where the form of a paper is set says nothing of the paper's name.
_FORM = re.compile(
    r"(?:[가-힣]{2,12}부령으로 정하는|별지 (?:제\d+호(?:의\d+)? ?)?서식의) (?=(?:[가-힣ㆍ]+ ){0,3}?[가-힣ㆍ]*(?:서|"
    r"서식|대장)(?:를|을|에|로)(?: |$))"
)
_DONE: Final = "실시|평가|조사|점검|검토|분석|심의|심사|검증|산출|산정|측정|확인|종합|협의"
_RESULT = re.compile(
    rf"^(?P<before>.*?)(?P<what>(?:(?:[가-힣ㆍ]+(?<![을를은는이가에고며여])) ){{0,2}}[가-힣ㆍ]{{2,}})[을를] "
    rf"(?:[가-힣ㆍ]+(?:게|히|로|으로) ){{0,2}}(?P<verb>{_DONE})(?:하고|하여|하여야 하고|한 후|"
    rf"한 다음),? 그 결과(?P<particle>를|에)"
)
_ADVERB = re.compile(r"^(?:매년|해마다|정기적으로|주기적으로|매 ?분기|매월|수시로|연 \d회 이상)$")
_BOUNDARY = re.compile(r"(?:[을를은는,]|에게|까지|경우에?는?|때에?는?|마다|매년|이내에|면|여) ?$")
_CONDITION = re.compile(r"(?:경우|때)(?:에는|에)?,? |(?<=[가-힣])면,? ")


def without_lists(text: str) -> str:
    """A statement without the list that another thing's question does not need.

    >>> without_lists("점등신청서에 다음 각 호의 서류를 첨부하여 장관에게 내야 한다")
    '점등신청서를 장관에게 내야 한다'
    """

    def paper(found: re.Match[str]) -> str:
        return found["paper"] + ("을 " if has_batchim(found["paper"]) else "를 ")

    text = _WRITTEN_INTO.sub(paper, _ENCLOSED.sub(paper, without_form(text)))
    return _MEETING.sub("", _INCLUDED.sub("", _ENCLOSED_ALONE.sub("", text)))


_FACT = re.compile(
    r"(?P<case>[가-힣]+(?:한|된|받은) (?:때|경우)에?는? |[가-힣]였을 때에는 )이를 (?=[가-힣]+(?:에|에게) )"
)


def with_fact_named(rest: str) -> str:
    """A statement on what has happened, with that named: 지정한 때에는 이를 알려야 is 그 사실을 알려야."""
    return _FACT.sub(r"\g<case>그 사실을 ", rest)


def without_form(text: str) -> str:
    """A statement without where the form of a paper is set."""
    return _FORM.sub("", text)


def without_need(rest: str) -> str:
    """A statement without the words that leave it to need: 필요한 경우에는. A question that asks when keeps them."""
    return _NEEDED.sub("", rest)


def with_result_named(rest: str) -> str:
    """A statement on the result of what it says before, with that in one name.

    >>> with_result_named("매년 등대기름조사를 실시하고, 그 결과를 장관에게 알려야 한다")
    '매년 등대기름조사 결과를 장관에게 알려야 한다'
    """
    found = _RESULT.match(rest)
    if found is None:
        return rest
    if found["before"].strip() and not _BOUNDARY.search(found["before"]):
        return rest  # the name begins further to the left
    what = found["what"] + ("" if found["verb"] == "실시" else f" {found['verb']}")
    before = found["before"].strip()
    kept = f"{before} " if _ADVERB.match(before) else ""
    if _CONDITION.search(found["before"]):
        last = [m.end() for m in _CONDITION.finditer(found["before"])][-1]
        kept = found["before"][:last]
    return f"{kept}{what} 결과{found['particle']}{rest[found.end() :]}"


_OWN = re.compile(
    r"(?P<place>(?<![조가-힣])제(?P<number>\d+)항(?:에 ?(?:따른|의한)|의) )(?P<noun>[가-힣ㆍ]{2,8}?)(?P<particle>은|"
    r"는|이|가|을|를|의|에|에서|으로|로|과|와)?(?=[ ,.]|$)"
)
_DEFINED = re.compile(r"이하[^()\"“]{0,14}[\"“](?P<term>[^\"“”]{2,24})[\"”]")
_NO_NOUN = re.compile(
    r"(?:은|는|이|가|을|를|의|에|로|과|와|및|한|된|할|될|인|게|며|고|여|등|각|그|해당|관련|"
    r"따른|또는|관한|대한|위한|하는|까지|부터|경우|호|목|이상|이하|이내|미만|중)$"
)
_TOO_PLAIN: Final = frozenset(("경우", "기간", "사항", "자", "사람", "바", "날", "규정", "기한", "때", "금액"))


def with_own_places_named(text: str, paragraphs: dict[str, str]) -> str:
    """A sentence with the names of what its own article's paragraphs say, where it only points there.

    제2항에 따른 조사 is 등대기름 조사, where paragraph 2 names it so once.

    Args:
        paragraphs: number to the text of the paragraphs of its article.
    """

    def named(found: re.Match[str]) -> str:
        noun = found["noun"]
        if noun in _TOO_PLAIN or found["number"] not in paragraphs:
            return found[0]
        name = _name_of(noun, paragraphs[found["number"]])
        return found[0] if name is None else f"{name}{found['particle'] or ''}"

    return _OWN.sub(named, text)


def _name_of(noun: str, paragraph: str) -> str | None:
    """The one longer name that a paragraph has for a noun; None where it has none or several."""
    defined = {t for t in _DEFINED.findall(paragraph) if t.endswith(noun) and t != noun}
    if len(defined) == 1:
        return str(defined.pop())
    plain = re.sub(r"\s?\([^()]*\)", "", paragraph)
    escaped = re.escape(noun)
    longer = set(re.findall(rf"(?<![가-힣ㆍ])[가-힣ㆍ]{{2,}}{escaped}(?![가-힣ㆍ]{{2}})", plain))
    if len(longer) == 1:
        return str(longer.pop())
    before = {
        w
        for w in re.findall(rf"(?<![가-힣ㆍ])([가-힣ㆍ]{{2,}}) {escaped}(?![가-힣ㆍ]{{2}})", plain)
        if not _NO_NOUN.search(w)
    }
    if len(before) == 1:
        return f"{before.pop()} {noun}"
    done = set(re.findall(rf"([가-힣ㆍ]{{3,}})[을를] (?:[가-힣ㆍ]+ ){{0,2}}?{escaped}(?:하|할|한)", plain))
    return f"{done.pop()} {noun}" if len(done) == 1 and not longer and not before else None


_GIVEN = re.compile(
    r"(?:^|(?<=따른 )|(?<=의한 )|(?<=[은는] ))(?P<word>[가-힣ㆍ]{3,})"
    r"\(이하[^()\"“]{0,14}[\"“](?P<name>[^\"“”]{4,24})[\"”][^()]*\)"
)


# A long subject that its short name stands behind: 점검을 위하여 두는 위원회(이하 "등대점검위원회"라 한다)는.
_LONG_SUBJECT = re.compile(
    r"^(?P<long>[^()]{12,150}?)\(이하[^()\"“]{0,3}[\"“](?P<name>[^\"“”]{5,24})[\"”][^()]*\)(?P<particle>은|는)(?= )"
)


def _named_subject(found: re.Match[str]) -> str:
    if re.search(
        r"[가-힣](?:은|는) (?!자)", re.sub(r"(?:하|되|있|없|받|두)는 |[가-힣]+에 관하여는 ", "", found["long"])
    ):
        return found[0]  # another subject stands before it
    return found["name"] + ("은" if has_batchim(found["name"]) else "는")


# The same where a description stands between the place that is cited and what it names.
_GIVEN_LONG = re.compile(
    r"(?:(?<=에 따른 )|(?<=에 의한 ))(?P<long>(?:[가-힣ㆍ]+ ){1,10}[가-힣ㆍ]*?(?P<last>[가-힣]{2,}))"
    r"\(이하[^()\"“]{0,14}[\"“](?P<name>[^\"“”]{5,24})[\"”][^()]*\)"
)


def with_names_given(text: str) -> str:
    """A sentence with the longer names that it gives in brackets.

    >>> with_names_given('점검계획(이하 "등대점검계획"이라 한다)에는')
    '등대점검계획에는'
    """

    def named(found: re.Match[str]) -> str:
        longer = found["name"].endswith(found["word"]) and found["name"] != found["word"]
        return found["name"] if longer else found[0]

    def described(found: re.Match[str]) -> str:
        return found["name"] if found["name"].endswith(found["last"][-2:]) else found[0]

    text = _GIVEN_LONG.sub(described, text)
    return _GIVEN.sub(named, _LONG_SUBJECT.sub(_named_subject, text))
