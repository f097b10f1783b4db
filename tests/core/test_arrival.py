"""Files and folders that become memories, and those that cannot."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

from app.core.errors import AppError, Cancelled
from app.core.memory import memories, shelf
from app.core.memory.arrival import bring_in
from app.core.memory.candidates import Filters
from app.core.memory.decoding import Unreadable, decode
from app.core.memory.documents import read
from app.core.vault import Vault


class Stopping:
    """Is cancelled after so many reports."""

    def __init__(self, after: int) -> None:
        self.left = after

    @property
    def cancelled(self) -> bool:
        return self.left <= 0

    def report(self, fraction: float, text: str = "") -> None:
        assert 0 <= fraction <= 1
        self.left -= 1


def pdf(path: Path, text: str) -> Path:
    """The smallest file with one line of text."""
    line = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(line), line),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    start = len(data)
    data += b"xref\n0 6\n0000000000 65535 f \n"
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
    path.write_bytes(data)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    (made / "deep").mkdir(parents=True)
    (made / ".hidden").mkdir()
    (made / "deploy.md").write_text("# Deploys\n\nMigrate before switching images.\n")
    (made / "deep" / "office.txt").write_bytes("Die Tür klemmt im Winter.".encode("cp1252"))
    (made / "wide.txt").write_text("The kettle hums.", encoding="utf-16")
    lines = [{"title": "Chat", "text": "Mira wants the schema version."}, {"content": "Twice."}]
    (made / "log.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (made / ".hidden" / "secret.md").write_text("Never seen.")
    (made / "photo.png").write_bytes(b"\x89PNG\0")
    pdf(made / "manual.pdf", "Descale the boiler every month.")
    return made


def test_a_folder_becomes_memories_of_its_files(vault: Vault, folder: Path) -> None:
    done = bring_in(vault, [folder], "Office")
    assert (done.files, done.known, done.problems) == (5, 0, ())
    said = {one.text: one for one in memories.memories(vault, done.added).values()}
    assert set(said) == {
        "Migrate before switching images.",
        "Die Tür klemmt im Winter.",
        "The kettle hums.",
        "Mira wants the schema version.",
        "Twice.",
        "Descale the boiler every month.",
    }
    deploys = said["Migrate before switching images."]
    assert (deploys.title, deploys.source.name) == ("Deploys", "deploy.md")
    assert deploys.engram_name == "Office"
    assert said["Mira wants the schema version."].title == "Chat"


def test_twice_is_once(vault: Vault, folder: Path) -> None:
    first = bring_in(vault, [folder])
    again = bring_in(vault, [folder, folder / "deploy.md"])
    assert again.added == () and again.known == len(first.added)


def test_what_is_no_document_is_named_and_left_out(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "binary.md").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "empty.txt").write_text(" \n")
    (tmp_path / "broken.jsonl").write_text('{"text": "one"}\n{oops\n')
    (tmp_path / "half.txt").write_bytes(b"\xff\xfeT")
    (tmp_path / "damaged.pdf").write_bytes(b"%PDF-1.4\nnothing")
    writer = PdfWriter()
    writer.add_blank_page(72, 72)
    writer.write(tmp_path / "scan.pdf")
    (tmp_path / "good.md").write_text("Words.")
    done = bring_in(vault, [tmp_path])
    assert done.files == 2 and len(done.added) == 2
    why = {one.path.name: one.why for one in done.problems}
    assert set(why) == {"binary.md", "empty.txt", "half.txt", "damaged.pdf", "scan.pdf"}
    assert "pictures" in why["scan.pdf"]
    assert [(one.path.name, one.why) for one in done.gaps] == [
        ("broken.jsonl", "Line 2 is no JSON. 1 line was left out.")
    ]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.md"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(Unreadable, match="larger"):
        list(read(huge))


def test_links_in_a_circle_come_to_an_end(vault: Vault, folder: Path) -> None:
    (folder / "deep" / "round").symlink_to(folder, target_is_directory=True)
    assert bring_in(vault, [folder]).files == 5


def test_a_file_that_went_away_is_explained(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(AppError, match="no longer there"):
        bring_in(vault, [tmp_path / "gone.md"])


@pytest.mark.parametrize("after", range(1, 10))
def test_nothing_of_a_stopped_import_can_be_seen(vault: Vault, folder: Path, after: int) -> None:
    with pytest.raises(Cancelled):
        bring_in(vault, [folder], progress=Stopping(after))
    assert memories.count(vault) == 0
    assert len(bring_in(vault, [folder]).added) == 6


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        decode(data).encode()
    except Unreadable:
        return


def test_shelves_count_what_is_there(vault: Vault, folder: Path) -> None:
    bring_in(vault, [folder], "Office")
    (note,) = memories.remember(vault, "Tea is at four.", tags=["tea"]).added
    assert [(one.name, one.count) for one in shelf.engrams(vault)] == [
        ("Memories", 1),
        ("Office", 6),
    ]
    assert [(one.name, one.count) for one in shelf.tags(vault)] == [("tea", 1)]
    assert len(shelf.sources(vault)) == 6
    assert [one.id for one in shelf.listed(vault, Filters(tag="tea"))] == [note]
    new = memories.correct(vault, note, "Tea is at five.")
    newest = memories.correct(vault, new, "Tea is at six.")
    assert [one.text for one in shelf.earlier(vault, newest)] == [
        "Tea is at five.",
        "Tea is at four.",
    ]
    assert [one.id for one in shelf.listed(vault, Filters(), limit=1)] == [newest]
    assert len(shelf.listed(vault, Filters(), before=newest)) == 6
