"""Weight files in packages: found, checked, or told apart as missing and broken."""

import sys
from dataclasses import replace
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from pincite.errors import BrokenModel, MissingExtra
from pincite.index import model_files
from pincite.index.embedders import E5Embedder, Embedder, OnnxEmbedder, embedder_for
from pincite.index.model_facts import BGE_SMALL_EN, E5_SMALL_MULTILINGUAL, EMBEDDERS, MS_MARCO_MINILM, ModelFacts
from pincite.retrieve.rerank import CrossEncoder

WEIGHTS = b"weights of a model"
FACTS = replace(BGE_SMALL_EN, package="carrier", folder="data", sha256={"model.onnx": sha256(WEIGHTS).hexdigest()})


@pytest.fixture
def carrier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that carries the file; returns the file."""
    (tmp_path / "data").mkdir()
    spec = ModuleSpec("carrier", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(model_files, "find_spec", lambda name: spec if name == "carrier" else None)
    file = tmp_path / "data" / "model.onnx"
    file.write_bytes(WEIGHTS)
    return file


def test_files_of_a_sound_model_are_found(carrier: Path) -> None:
    assert model_files.locate(FACTS) == {"model.onnx": carrier}


def test_changed_file_is_a_broken_model(carrier: Path) -> None:
    carrier.write_bytes(WEIGHTS + b".")
    with pytest.raises(BrokenModel, match=r"model.onnx .* expected with SHA-256 .* Reinstall it") as found:
        model_files.locate(FACTS)
    assert not isinstance(found.value, MissingExtra)


def test_missing_file_is_a_broken_model(carrier: Path) -> None:
    carrier.unlink()
    with pytest.raises(BrokenModel, match=r"lacks its file model.onnx"):
        model_files.locate(FACTS)


@pytest.mark.parametrize(
    "find",
    [
        pytest.param(lambda name: None, id="not-there"),
        pytest.param(lambda name: ModuleSpec(name, None), id="a-module-without-a-folder"),
        pytest.param(lambda name: (_ for _ in ()).throw(ValueError("no spec")), id="found-and-unreadable"),
    ],
)
def test_missing_package_names_its_extra(find: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "find_spec", find)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[local\]'"):
        model_files.locate(FACTS)


@pytest.mark.parametrize(
    ("facts", "make"),
    [
        pytest.param(BGE_SMALL_EN, OnnxEmbedder, id="bge"),
        pytest.param(E5_SMALL_MULTILINGUAL, E5Embedder, id="e5"),
        pytest.param(MS_MARCO_MINILM, CrossEncoder, id="cross-encoder"),
    ],
)
def test_model_that_is_not_installed_is_missing_when_it_is_made(
    facts: ModelFacts, make: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_files, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=facts.extra):
        make(facts)


@pytest.mark.parametrize("module", ["onnxruntime", "tokenizers"])
def test_missing_runtime_names_its_extra(module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    load = model_files.onnx_session if module == "onnxruntime" else model_files.load_tokenizer
    with pytest.raises(MissingExtra, match=r"pincite\[local\]"):
        load(tmp_path / "file")


def test_language_without_an_embedder_is_a_missing_extra() -> None:
    with pytest.raises(MissingExtra, match="'fr'"):
        embedder_for("fr")


def test_every_row_pins_its_files_and_says_its_licence() -> None:
    for facts in (*EMBEDDERS.values(), MS_MARCO_MINILM):
        assert facts.sha256
        assert all(len(digest) == 64 for digest in facts.sha256.values())
        assert facts.licence


@pytest.mark.parametrize("count", [0, 1, 5])
def test_parallel_results_keep_the_order(count: int) -> None:
    assert model_files.in_parallel(lambda n: n * n, range(count)) == [n * n for n in range(count)]


def test_seam_is_a_protocol_that_the_double_fits() -> None:
    from pincite.testing import HashEmbedder

    assert isinstance(HashEmbedder(), Embedder)
