from __future__ import annotations

import subprocess
import sys
from dataclasses import is_dataclass
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.settings import (
    AnswerSettings,
    ChunkSettings,
    ModelSettings,
    RetrieveSettings,
    Settings,
    load,
    names,
)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_defaults_are_the_papers() -> None:
    settings = load()
    assert settings == Settings()
    assert (settings.chunk.max_tokens, settings.chunk.overlap_tokens) == (600, 120)
    retrieve = settings.retrieve
    assert (retrieve.alpha, retrieve.top_k, retrieve.max_sources, retrieve.heuristic_rerank) == (0.65, 8, 4, False)
    assert (retrieve.bm25_k1, retrieve.bm25_b) == (1.2, 0.75)
    assert settings.answer == AnswerSettings(gate="standard", max_regenerations=1)


def test_refwalks_defaults_are_the_papers() -> None:
    walk = Settings().refwalk
    assert (walk.seed_pool, walk.seed_by, walk.seeds, walk.hops, walk.direction, walk.decay) == (
        50,
        "dense",
        10,
        1,
        "both",
        0.7,
    )
    assert walk.edges == ("REFERENCES", "DELEGATES_TO", "SPECIFIES")
    assert (walk.seed_views, walk.wide_weight) == (("narrow", "mid"), 0.9)  # ours; the paper's are mid and 1
    assert (walk.fusion, walk.rank_constant, walk.manual_weight, walk.top_k) == ("rrm", 60, 0.7, 10)


@pytest.mark.parametrize(
    ("source", "edges"),
    [
        pytest.param("[refwalk]\nedges = ['SPECIFIES', 'REFERENCES']\n", ("SPECIFIES", "REFERENCES"), id="list"),
        pytest.param("[refwalk]\nedges = 'SPECIFIES, REFERENCES'\n", ("SPECIFIES", "REFERENCES"), id="words"),
        pytest.param("[refwalk]\nedges = []\n", (), id="none"),
    ],
)
def test_lists_are_read_from_lists_and_words(source: str, edges: tuple[str, ...]) -> None:
    Path("pincite.toml").write_text(source)
    assert load().refwalk.edges == edges
    given = load(environment={"PINCITE_REFWALK__EDGES": "REFERENCES,SPECIFIES"})
    assert given.refwalk.edges == ("REFERENCES", "SPECIFIES")


def test_flag_beats_environment_beats_file_beats_default() -> None:
    Path("pincite.toml").write_text("[retrieve]\ntop_k = 3\nmax_sources = 2\nalpha = 0.5\n")
    environment = {"PINCITE_RETRIEVE__TOP_K": "5", "PINCITE_RETRIEVE__MAX_SOURCES": "3", "OTHER": "x"}
    settings = load(flags={"retrieve.top_k": 7, "retrieve.preset": None}, environment=environment)
    expected = RetrieveSettings(top_k=7, max_sources=3, alpha=0.5)
    assert settings.retrieve == expected


def test_values_keep_their_types() -> None:
    settings = load(environment={"PINCITE_OFFLINE": "true", "PINCITE_LIBRARY": "a/b", "PINCITE_RETRIEVE__ALPHA": "1"})
    assert settings.offline is True
    assert settings.library == Path("a/b")
    assert isinstance(settings.chunk, ChunkSettings)
    assert isinstance(settings.retrieve.alpha, float)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[retrieve]\ntop = 3\n", "no setting 'retrieve.top'", id="unknown-key"),
        pytest.param("[retreive]\ntop_k = 3\n", "no setting 'retreive'", id="unknown-section"),
        pytest.param("retrieve = 3\n", "is a section", id="value-for-section"),
        pytest.param("[retrieve]\ntop_k = 0\n", "retrieve.top_k", id="below-bound"),
        pytest.param("[retrieve]\nalpha = 1.5\n", "retrieve.alpha", id="above-bound"),
        pytest.param("[refwalk]\nedges = ['CITES']\n", "refwalk.edges", id="unknown-edge"),
        pytest.param("[refwalk]\nfusion = 'sum'\n", "refwalk.fusion", id="unknown-fusion"),
        pytest.param("[answer]\ngate = 'strict'\n", "answer.gate", id="unknown-choice"),
        pytest.param("[answer]\nmax_regenerations = 4\n", "answer.max_regenerations", id="too-many-drafts"),
        pytest.param("[model]\nform = 'xml'\n", "model.form", id="unknown-form"),
        pytest.param("[model]\ncontext_tokens = 8\n", "model.context_tokens", id="context-too-small"),
        pytest.param("[model]\nkey = 'sk-1'\n", "no setting 'model.key'", id="key-in-a-file"),
        pytest.param("[chunk]\nmax_tokens = 'many'\n", "chunk.max_tokens", id="wrong-kind"),
        pytest.param("[chunk]\nmax_tokens = 100\n", "less than chunk.max_tokens", id="overlap-too-large"),
        pytest.param("top_k = \n", "no valid TOML", id="broken-toml"),
    ],
)
def test_bad_file_is_refused_with_the_reason(text: str, message: str) -> None:
    Path("own.toml").write_text(text)
    with pytest.raises(SettingsError, match=message):
        load(Path("own.toml"))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        pytest.param("PINCITE_RETRIEVE__TOPK", "retrieve.top_k", id="misspelt"),
        pytest.param("PINCITE_TOP_K", "retrieve.top_k", id="section-left-out"),
        pytest.param("PINCITE_LIBARY", "library", id="top-level"),
    ],
)
def test_unknown_name_lists_near_ones(name: str, near: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(environment={name: "3"})
    assert near in caught.value.hint
    assert "environment" in caught.value.message


def test_missing_file_is_an_error_only_where_it_was_named() -> None:
    assert load(None) == Settings()
    with pytest.raises(SettingsError, match=r"absent\.toml"):
        load(Path("absent.toml"))


def test_model_comes_from_file_and_environment() -> None:
    Path("pincite.toml").write_text('[model]\nname = "llama:small.gguf"\nform = "markers"\nseed = 7\n')
    environment = {
        "PINCITE_MODEL__NAME": "http://127.0.0.1:11434/v1#small",
        "PINCITE_MODEL__CONTEXT_TOKENS": "2048",
        "PINCITE_MODEL__TIMEOUT_S": "2.5",
        "PINCITE_MODEL__CACHE": "kept",
    }
    found = load(environment=environment).model
    expected = ModelSettings(
        name="http://127.0.0.1:11434/v1#small",
        form="markers",
        seed=7,
        context_tokens=2048,
        timeout_s=2.5,
        cache=Path("kept"),
    )
    assert found == expected
    assert load(flags={"model.name": "extractive"}, environment=environment).model.name == "extractive"


def test_key_of_a_model_server_is_no_setting() -> None:
    assert load(environment={"PINCITE_MODEL_KEY": "sk-1"}) == Settings()
    assert "sk-1" not in repr(load(environment={"PINCITE_MODEL_KEY": "sk-1", "PINCITE_OFFLINE": "1"}))


def test_settings_are_plain_values_for_a_trace() -> None:
    values = Settings(library=Path("a"), model=ModelSettings(cache=Path("b"))).as_dict()
    assert (values["library"], values["model"]["cache"]) == ("a", "b")
    assert Settings().as_dict()["model"]["cache"] is None


SECTIONS = {name: value for name in Settings.__dataclass_fields__ if is_dataclass(value := getattr(Settings(), name))}


def test_every_setting_is_listed_and_documented() -> None:
    assert {"retrieve.bm25_k1", "model.context_tokens"} <= set(names())
    for kind in (Settings, *map(type, SECTIONS.values())):
        described = (kind.__doc__ or "").replace(",", " ").replace(":", " ").split()
        assert [n for n in kind.__dataclass_fields__ if n not in SECTIONS and n not in described] == []


def test_import_leaves_pydantic_out() -> None:
    code = "import sys, pincite.settings as s; s.load(environment={}); sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
