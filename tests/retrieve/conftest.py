"""Chunks and rankings made for retrieval alone."""

import sys
from collections.abc import Callable, Iterator

import pytest

from pincite.index.tokenizers import tokenizer_for
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Ranking, ScoredChunk, Scores

MakeChunk = Callable[..., Chunk]
MakeRanking = Callable[..., Ranking]


def chunk(text: str, name: str = "a", *, header: str = "Harbor Act (Merrow)\nPart 1 > Deposits") -> Chunk:
    span = Span(0, len(text))
    return Chunk(f"act#{name}", "act", ord(name[0]), text, (Piece(0, span),), len(text.split()), header, "Harbor Act")


@pytest.fixture
def make_chunk() -> MakeChunk:
    return chunk


@pytest.fixture
def make_ranking() -> MakeRanking:
    """A ranking of texts in their order, with falling scores from 1.0 in steps of 0.1 unless others are given."""

    def make(*texts: str, scores: tuple[float, ...] = ()) -> Ranking:
        given = scores or tuple(1.0 - n / 10 for n in range(len(texts)))
        items = [
            ScoredChunk(chunk(text, chr(97 + n)), n + 1, score, Scores(fused=score))
            for n, (text, score) in enumerate(zip(texts, given, strict=True))
        ]
        return Ranking(tuple(items), notes=("kept",))

    return make


LIGHTS = {
    "act.md": """---
title: 등대관리법
level: 법률
effective_date: 2024-01-01
---

# 등대관리법

##### 제1조 (목적)

이 법은 등대의 관리를 정함을 목적으로 한다.

##### 제2조 (정의)

이 법에서 사용하는 용어의 뜻은 다음과 같다.

  1\\. "등대"란 빛을 내는 탑을 말한다.
  2\\. "등대지기"란 등대를 지키는 사람을 말한다.
  3\\. "점검수당"이란 점검을 마친 등대지기에게 지급하는 금액을 말한다.

##### 제3조 (등대의 점검)

**①** 등대지기는 등대를 정기적으로 점검하여야 한다.

**②** 제1항에 따른 점검의 주기와 그 밖에 필요한 사항은 대통령령으로 정한다.

##### 제4조 (점검수당의 지급)

등대지기는 점검수당을 청구할 수 있다. 다만, 청구는 점검을 마친 날부터 30일 이내에 하여야 한다.

##### 제5조 (폭풍 중의 특례)

제3조제1항에도 불구하고 폭풍이 부는 동안에는 밖으로 나가지 아니할 수 있다.

##### 제6조 (등선의 관리)

등선의 관리에 관하여는 제4조를 준용한다.

##### 제7조 삭제 <2023. 1. 1.>

##### 제8조 (신고)

배를 새로 들인 자는 「항만법」 제9조에 따라 신고하여야 한다.
""",
    "decree.md": """---
title: 등대관리법 시행령
level: 대통령령
effective_date: 2024-02-01
---

# 등대관리법 시행령

##### 제1조 (목적)

이 영은 「등대관리법」에서 위임된 사항을 규정함을 목적으로 한다.

##### 제2조 (주기)

「등대관리법」(이하 "법"이라 한다) 제3조제2항에 따라 달마다 두 차례 한다.

##### 제3조 (금액)

법 제4조에 따른 금액은 한 차례에 5만원으로 한다.
""",
    "manual.md": """---
title: 등대관리법 매뉴얼
level: 매뉴얼
---

# 등대관리법 매뉴얼

## 점검수당의 지급

등대지기는 점검수당을 청구할 수 있다. 청구는 30일 이내에 한다. 점검수당의 지급은 이렇게 한다.
""",
}
"""A fictional act with its decree and a manual: delegation, exception, mutatis mutandis, a deleted article."""


@pytest.fixture(scope="session")
def lights() -> dict[str, str]:
    return dict(LIGHTS)


@pytest.fixture(scope="module", autouse=True)
def _no_analyser_of_korean() -> Iterator[None]:
    """Korean by pairs of syllables here: the analyser takes seconds to load, and nothing here is about it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "kiwipiepy", None)
        tokenizer_for.cache_clear()
        yield
    tokenizer_for.cache_clear()
