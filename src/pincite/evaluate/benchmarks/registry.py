"""The benchmarks by name: what files each needs and what reads them. `register` adds a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark
from pincite.evaluate.benchmarks import beir, cuad, hipaa_peer, housing, korean_law, privacyqa, privacyqa_csv
from pincite.evaluate.subset import CUAD_DAILY, subset

Read = Callable[[Path, str], Benchmark]


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a benchmark's files may lie.

    Args:
        files: all that must be there, relative to the folder; a name may be a folder's.
        read: from the folder, or from the file where there is only one, and what stands behind the colon of the
            benchmark's name.
    """

    files: tuple[str, ...]
    read: Read


@dataclass(frozen=True, slots=True)
class Reader:
    """A benchmark's row.

    Args:
        about: one line for people.
        folder: below the data folder; the data folder may also be this one.
        forms: the first whose files are there is read.
        variants: what may stand behind a colon, in words; empty where nothing may.
    """

    name: str
    about: str
    folder: str
    forms: tuple[Form, ...]
    variants: str = ""


BENCHMARKS: dict[str, Reader] = {}


def register(reader: Reader) -> None:
    """Add a benchmark.

    Raises:
        ValueError: there is one of that name.
    """
    if reader.name in BENCHMARKS:
        raise ValueError(f"there is a benchmark {reader.name!r} already")
    BENCHMARKS[reader.name] = reader


def load(name: str, data: Path) -> Benchmark:
    """A benchmark by its name, read from the data folder.

    Args:
        name: such as `housing`, `cuad-400` or `beir:scifact/test`.
        data: the folder that holds the benchmark's own folder, or that folder itself, or its one file.

    Raises:
        InputError: an unknown name, files that are missing, or a file that is not what it should be.
    """
    base, _, variant = name.partition(":")
    reader = BENCHMARKS.get(base)
    if reader is None:
        near = get_close_matches(base, BENCHMARKS, n=2)
        raise InputError(
            f"There is no benchmark {name!r}.",
            hint=f"Did you mean {' or '.join(near)}?" if near else f"Benchmarks are: {', '.join(BENCHMARKS)}.",
        )
    if variant and not reader.variants:
        raise InputError(f"The benchmark {base} has no parts to name, found {name!r}.", hint=f"Name it {base}.")
    places = _places(data, reader, variant)
    for form in reader.forms:
        if (place := _place(form, places)) is not None:
            return form.read(place, variant)
    wanted = " or ".join(", ".join(form.files) for form in reader.forms)
    raise InputError(
        f"Wanted {wanted} for the benchmark {name}, found them neither in {' nor in '.join(map(str, places))}.",
        hint="Name the folder that holds them with --data or $PINCITE_DATA.",
    )


def _places(data: Path, reader: Reader, variant: str) -> list[Path]:
    if data.is_file():
        return [data]
    inner = variant.partition("/")[0]
    folders = [reader.folder, inner, f"{reader.folder}/{inner}"] if inner else [reader.folder]
    # A name is no way out of the data folder.
    return [*(data / folder for folder in folders if folder and ".." not in Path(folder).parts), data]


def _place(form: Form, places: Iterable[Path]) -> Path | None:
    """Where the form is read from: the file where it is one file, whatever its name if it was named itself."""
    for place in places:
        if place.is_file():
            if len(form.files) == 1 and place.suffix.lower() == Path(form.files[0]).suffix:
                return place
        elif all((place / file).exists() for file in form.files):
            return place / form.files[0] if len(form.files) == 1 else place
    return None


def _plain(read: Callable[[Path], Benchmark]) -> Read:
    return lambda place, variant: read(place)


def _beir(folder: Path, variant: str) -> Benchmark:
    return beir.read_beir(folder, variant.partition("/")[2])


_CUAD = (
    Form(cuad.FILES, _plain(cuad.read_cuad)),
    *(Form((name,), _plain(cuad.read_cuad_squad)) for name in cuad.SQUAD_FILES),
)
_PRIVACYQA_CSV = tuple(Form((name,), _plain(privacyqa_csv.read_privacyqa_csv)) for name in privacyqa_csv.FILES)


def _daily(form: Form) -> Form:
    return Form(form.files, lambda folder, variant: subset(form.read(folder, variant), *CUAD_DAILY, name="cuad-400"))


for _reader in (
    Reader(
        "housing",
        "18 US housing-law documents, 100 questions with gold pages or sections",
        "housing",
        (Form(housing.FILES, _plain(housing.read_housing)),),
    ),
    Reader(
        "privacyqa",
        "privacy policies, questions with the segments that annotators marked",
        "privacyqa",
        (Form(privacyqa.FILES, _plain(privacyqa.read_privacyqa)), *_PRIVACYQA_CSV),
    ),
    Reader("privacyqa-csv", "PrivacyQA from its authors' table, with all annotators", "privacyqa", _PRIVACYQA_CSV),
    Reader("cuad", "contracts, 41 clause categories each, with spans or absent", "cuad", _CUAD),
    Reader("cuad-400", "a sample of CUAD for daily use: 400 questions", "cuad", tuple(map(_daily, _CUAD))),
    Reader("cuad-squad", "CUAD from its authors' CUADv1.json", "cuad", _CUAD[1:]),
    Reader("beir", "any folder in the layout of BEIR", "beir", (Form(beir.FILES, _beir),), "NAME or NAME/SPLIT"),
    Reader(
        "hipaa-peer",
        "the RefWalk authors' 114 HIPAA rules and 100 questions with one gold rule each",
        "hipaa",
        (Form(hipaa_peer.FILES, _plain(hipaa_peer.read_hipaa_peer)),),
    ),
    Reader(
        "korean-law",
        "Korean research law, 83 questions with the provisions that a complete answer must cite",
        "regops_ko",
        (Form(korean_law.FILES, korean_law.read_korean_law),),
        "tune, report, or a file of questions",
    ),
):
    register(_reader)
