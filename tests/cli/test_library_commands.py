from __future__ import annotations

from pathlib import Path
from typing import Any

from made_files import docx_text

DEMO = {
    "fernway-privacy-notice",
    "larkhaven-enforcement-rules",
    "larkhaven-renting-handbook",
    "larkhaven-tenancy-act",
    "quayside-services-contract",
}


def test_ls_lists_the_documents(cli: Any, demo_library: Path) -> None:
    result = cli("ls", "--library", demo_library)
    assert result.code == 0
    assert {line.split()[0] for line in result.out.splitlines()[1:]} == DEMO
    records = cli("ls", "--library", demo_library, "--json").json["documents"]
    assert {r["id"] for r in records} == DEMO
    places = {r["id"]: r["jurisdiction"] for r in records}
    assert places["larkhaven-tenancy-act"] == places["larkhaven-renting-handbook"] == "Larkhaven"


def test_ls_of_an_empty_library_says_what_to_do(cli: Any, note: Path) -> None:
    cli("add", note)
    cli("rm", "rules")
    result = cli("ls")
    assert (result.code, result.out) == (0, "")
    assert "pincite add" in result.err
    assert cli("ls", "--json").json == {"documents": []}


def test_show_gives_the_printed_number_of_a_page(cli: Any, demo_library: Path) -> None:
    result = cli("show", "larkhaven-renting-handbook", "--page", "6", "--library", demo_library)
    assert result.code == 0
    assert result.out.startswith("PDF page 6 of 12, printed 3\n")
    assert "Emergency Rent Fund" in result.out
    record = cli("show", "larkhaven-renting-handbook", "--page", "6", "--library", demo_library, "--json").json
    assert (record["page"]["page_index"], record["page"]["page_label"]) == (5, "3")


def test_show_gives_a_section(cli: Any, demo_library: Path) -> None:
    result = cli("show", "larkhaven-tenancy-act", "--section", "14.106", "--library", demo_library)
    assert "Within 21 days" in result.out
    assert "14.107 Move-in" not in result.out


def test_show_gives_the_whole_text_by_its_offsets(cli: Any, demo_library: Path) -> None:
    record = cli("show", "larkhaven-tenancy-act", "--text", "--library", demo_library, "--json").json
    span = next(s["span"] for s in record["sections"] if s["id"] == "14.113")
    assert record["text"][span["start"] : span["end"]].startswith("§ 14.113 Entry by the landlord")


def test_show_without_a_part_gives_the_facts(cli: Any, demo_library: Path) -> None:
    result = cli("show", "larkhaven-enforcement-rules", "--library", demo_library)
    assert result.code == 0
    assert "text/html" in result.out
    assert "Sec. 9. The escrow account" in result.out


def test_show_says_what_was_done_otherwise(cli: Any, note: Path, tmp_path: Path) -> None:
    for name in ("tracked_changes.docx", "hidden_text.docx"):
        (tmp_path / name).write_bytes(next(file for file in docx_text.FILES if file.name == name).make())
        assert cli("add", tmp_path / name).code == 0
    changes = cli("show", "tracked_changes")
    assert [line for line in changes.out.splitlines() if line.startswith("note ")]
    assert "tracked changes read as accepted" in changes.out
    assert cli("show", "hidden_text", "--json").json["notes"] == ["hidden text left out: 72 characters"]
    cli("add", note)
    assert "note " not in cli("show", "rules").out


def test_show_refuses_what_is_not_there(cli: Any, demo_library: Path) -> None:
    library = ("--library", demo_library)
    for arguments, said in [
        (("larkhaven-tenancy-akt",), "Did you mean larkhaven-tenancy-act"),
        (("larkhaven-renting-handbook", "--page", "13"), "has 12 pages, and no page"),
        (("larkhaven-renting-handbook", "--page", "0"), "has 12 pages, and no page"),
        (("larkhaven-tenancy-act", "--page", "1"), "has no pages"),
        (("larkhaven-tenancy-act", "--section", "14.999"), "no section"),
    ]:
        result = cli("show", *arguments, *library)
        assert (result.code, result.out) == (1, ""), arguments
        assert said in result.err


def test_rm_removes_all_or_nothing(cli: Any, note: Path) -> None:
    cli("add", note)
    assert cli("rm", "rules", "absent").code == 1
    assert len(cli("ls", "--json").json["documents"]) == 1
    assert cli("rm", "rules", "--json").json == {"removed": ["rules"]}
    assert cli("ls", "--json").json == {"documents": []}
    assert note.exists()


def test_info_counts(cli: Any, demo_library: Path) -> None:
    facts = cli("info", "--library", demo_library, "--json").json
    assert (facts["documents"], facts["pages"]) == (5, 12)
    assert set(facts["jurisdictions"]) >= {"Larkhaven"}
    text = cli("info", "--library", demo_library).out
    assert "documents" in text
    assert "Larkhaven" in text
