import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.sentences import spans, split

# Sentences are written apart by a bar; the text is what stands between the bars.
ROWS = [
    pytest.param("See Cal. Civ. Code § 1940.2(a)(1).| The landlord may not.", id="code-section"),
    pytest.param("Sec. 5. Definitions.| In this act, words apply.", id="numbered-heading"),
    pytest.param("Under 42 U.S.C. § 3604 it is unlawful.| It is so in 15 U.S.C. Section 5 too.", id="us-code"),
    pytest.param("No. 12 is open.| No.| The landlord may not.", id="no-as-number-and-as-answer"),
    pytest.param("Fla. Stat. § 83.49(3)(a) applies.| Tenants must go.", id="florida-statutes"),
    pytest.param("In Smith v. Jones, the court held.| It stands.", id="case-name"),
    pytest.param("Art. 6(1)(f) GDPR applies.| It does.", id="gdpr-article"),
    pytest.param("(a) General rule.| The landlord shall.| (b) Exception.| None.", id="labels-stay-with-their-text"),
    pytest.param("제1항제2호에 따라 한다.| 다만, 그러하지 아니하다.", id="korean-items"),
    pytest.param("정한다. <개정 2014. 3. 24., 2020. 2. 4.>| 그 밖의 사항은 따로 정한다.", id="amendment-note"),
    pytest.param("정한다. [전문개정 2010. 6. 8.]| 다음과 같다.", id="amendment-note-in-brackets"),
    pytest.param("2024. 1. 1. 시행한다.| 끝.", id="korean-date"),
    pytest.param("제출하여야 하는가?| 그렇다.", id="korean-question"),
    pytest.param("Open at 8 a.m. Monday.| Closes at 5 p.m.| Tenants leave.", id="time-of-day"),
    pytest.param("In D.C. Code it is.| He lives in D.C.| The law is.", id="district"),
    pytest.param("Acme Inc. shall pay.| Foo Co., Ltd.| The tenant pays.", id="companies"),
    pytest.param(
        "Costs, e.g. Rent, are 1.5 times.| See www.x.gov.| Mail a.b@c.org.| Then pay.", id="urls-and-decimals"
    ),
    pytest.param('He paid ... but not all.| "Stop."| The end (see above).| Next [sic].| Then go.', id="closers"),
    pytest.param("A line\nof text\n|(1) first;\n|(2) second.", id="list-items-at-line-starts"),
    pytest.param("as in paragraph\n(b) of this section.| It is.", id="reference-over-a-line-end"),
    pytest.param("as in subsections (a) and\n(b) of this section.| It is.", id="references-over-a-line-end"),
    pytest.param("Items:\n|1\\. One\n|• bullet\n|- dash\n|① 하나\n|가. 나", id="item-marks"),
    pytest.param("앞의 조\n|제3조(정의) 이 법에서", id="korean-article-heading"),
    pytest.param("Heading\n\n|The tenant pays", id="blank-line"),
    pytest.param("The tenant\f|pays", id="form-feed"),
    pytest.param("Subject: Keys\n|From: a\n|Date: 3 May\n\n|The keys are lost.", id="head-of-a-mail"),
    pytest.param("제목: 열쇠\n|보낸 사람: 홍길동\n|날짜: 2026. 5. 4.\n\n|열쇠를 잃었다.", id="head-of-a-korean-mail"),
    pytest.param("(a)\n\nGeneral rule.| More.", id="label-over-a-blank-line"),
    pytest.param("1.\nThe landlord pays.", id="label-over-a-line-end"),
    pytest.param("ARTICLE IV.\nRemedies apply.", id="article-heading"),
    pytest.param("The deposit is due.12 The landlord must pay.".replace(" The", "| The"), id="footnote-number"),
    pytest.param("The date is Jan. 3, 2020.| The other is not.", id="month"),
    pytest.param("See Exh. A. |The end.| J. Smith wrote it.", id="exhibit-and-initials"),
    pytest.param("§ 83.49. Deposit money.| (1) Whenever money is deposited, it is held.", id="section-heading"),
    pytest.param("34-18-5. Notice.| A notice is given.", id="dashed-section-heading"),
    pytest.param("as in s. 83.49(3) or c. 186, § 14.| It is.", id="lower-case-section-letter"),
    pytest.param("(c-1) The fee.| (2A) The rent.", id="inserted-labels"),
    pytest.param("Rent........ 12 Deposits........ 14", id="leaders"),
    pytest.param("The Civil Code.| Then the court.", id="code-is-no-abbreviation"),
    pytest.param("It costs $5.50.| Pay it!| Why?| Because.", id="other-stops"),
]


@pytest.mark.parametrize("marked", ROWS)
def test_text_is_split_where_sentences_end(marked: str) -> None:
    text = marked.replace("|", "")
    expected = [part.strip() for part in marked.split("|")]
    assert [span.cut(text) for span in spans(text)] == expected
    assert "".join(split(text)) == text


_LEGAL = st.sampled_from(
    [". ", ".", "\n", "\n\n", "\f", "(a) ", "(1)", "1. ", "§ ", "Sec. ", "Inc. ", "The ", "rent", "다. ", "<개정 2014>",
     "[본조신설]", "…", "?\" ", "• ", "- ", "제1조(", "가. ", "v. ", " ", "U.S.C. ", "12", "\r\n", "\u2028"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=300), st.lists(_LEGAL, max_size=60).map("".join)))
@settings(max_examples=400)
def test_parts_join_to_the_text_and_spans_are_trimmed(text: str) -> None:
    parts = split(text)
    assert "".join(parts) == text
    assert all(parts)
    found = spans(text)
    assert [span.cut(text) for span in found] == [part.strip() for part in parts if part.strip()]
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert not any("\f" in span.cut(text) for span in found)


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        "(",
        "§ 1.",
        " § 1. ",
        "(a)\n",
        "\n",
        ". ",
        "1. ",
        "다. <개정",
        "\n(a)",
        "Inc. A",
        '?"',
        " •",
        "...\n",
        "(a)(b) of",
    ],
    ids=lambda unit: ascii(unit).strip("'"),
)
def test_splitting_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    split(unit * (300_000 // len(unit)))
    assert time.process_time() - started < 2.0


def test_real_documents_split_into_sentences_of_sane_length(data_dir: Path) -> None:
    for path in sorted((data_dir / "housing" / "documents").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        found = spans(text)
        lengths = sorted(span.end - span.start for span in found)
        assert "".join(split(text)) == text
        assert 40 < lengths[len(lengths) // 2] < 300, path.name


def test_rows_of_a_table_are_sentences_of_their_own() -> None:
    text = "Berth | Fee\nNorth quay | $5\nSouth quay | $6\nThe quay\nlies open. It | is\nshut."
    expected = ["Berth | Fee", "North quay | $5", "South quay | $6\nThe quay\nlies open.", "It | is\nshut."]
    assert [span.cut(text) for span in spans(text)] == expected
