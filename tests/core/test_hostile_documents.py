"""Documents that are broken, meant to harm, or of another kind: a sentence each, and no harm."""

import os
import random
import sys
import threading
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from app.core.api.packs import about_file
from app.core.documents import limits
from app.core.documents.choosing import is_document
from app.core.documents.draft import Draft
from app.core.documents.importing import Arrived, Refused, read_documents
from app.core.documents.reading import read
from app.core.documents.reading_process import ReadingProcess, file_data
from app.core.errors import Cancelled
from app.core.llm.child import Child
from app.core.memory.reading.decoding import Unreadable
from app.core.progress import SILENT
from app.ui.views.shell.drops import looks_like_pack
from tests.core.document_files import html, odt, odt_parts, pdf, word

PARTS = (("title", "Bake"), ("h1", "Steps"), ("1", "Mix."), ("1", "Bake."), ("p", "Enjoy."))
GOOD = {
    "x.docx": word(PARTS),
    "x.pdf": pdf(PARTS),
    "x.odt": odt_parts(PARTS),
    "x.html": html(PARTS),
}


def zipped(files: Mapping[str, bytes]) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def with_part(name: str, content: bytes) -> bytes:
    """A good Word document with another part in the place of one of its own."""
    with zipfile.ZipFile(BytesIO(GOOD["x.docx"])) as archive:
        parts = {one: archive.read(one) for one in archive.namelist()}
    return zipped({**parts, name: content})


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>
<w:r><w:t>&d;</w:t></w:r></w:p></w:body></w:document>"""
OUTSIDE = LAUGHS.replace(b'<!ENTITY a "ha">', b'<!ENTITY a SYSTEM "file:///etc/passwd">')
LOCKED = (
    "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'>"
    "<manifest:file-entry manifest:full-path='content.xml'><manifest:encryption-data/>"
    "</manifest:file-entry></manifest:manifest>"
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def scan() -> bytes:
    """A PDF file of pages without words."""
    return pdf([])


@pytest.mark.parametrize(
    ("data", "name", "said", "advised"),
    [
        (with_part("word/document.xml", LAUGHS), "x.docx", "XML entities", "Ask where"),
        (with_part("word/document.xml", OUTSIDE), "x.docx", "XML entities", "Ask where"),
        (with_part("word/styles.xml", OUTSIDE), "x.docx", "XML entities", "Ask where"),
        (with_part("word/document.xml", b"<w:document"), "x.docx", "damaged", "save it again"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "x.docx", "password", "without one"),
        (OLE + bytes(600), "x.doc", "old Office document", "Word (.docx)"),
        (b"{\\rtf1 Hi}", "x.rtf", "RTF", "Word (.docx)"),
        (odt("<text:p>Hi</text:p>", manifest=LOCKED), "x.odt", "password", "without one"),
        (scan(), "x.pdf", "only images of pages", "Run OCR"),
        (b"%PDF-1.7\nrubbish", "x.pdf", "damaged", "save it again"),
        (b"PK\x03\x04rubbish", "x.docx", "damaged", "save it again"),
        (zipped({"[Content_Types].xml": b"", "xl/workbook.xml": b""}), "x.docx", "spreadsheet", ""),
        (zipped({"a.txt": b"hi"}), "x.docx", "an archive", "Save it as"),
        (b"\0\1\2" * 50, "x.docx", "damaged", ""),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "x.txt", "not text", ""),
        (b"<html><body></body></html>", "x.html", "no words", ""),
        (b"   \n", "x.md", "no words", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_so(data: bytes, name: str, said: str, advised: str) -> None:
    with pytest.raises(Unreadable, match=said) as refusal:
        read(data, name)
    assert advised in refusal.value.hint and refusal.value.hint


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    heavy = zipped({f"word/media/{n}.bin": bytes(30 * limits.MEBI) for n in range(8)})
    assert len(heavy) < limits.MEBI
    with pytest.raises(Unreadable, match="unpacks to far more"):
        read(heavy, "x.docx")


def test_the_size_that_an_archive_states_is_not_believed() -> None:
    data = bytearray(zipped({"[Content_Types].xml": b"x", "_rels/.rels": bytes(80 * limits.MEBI)}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    with pytest.raises(Unreadable):
        read(bytes(data), "x.docx")


def test_too_many_pages_and_too_many_words() -> None:
    data = BytesIO()
    paper = canvas.Canvas(data)
    for _page in range(501):
        paper.drawString(60, 700, "Hi")
        paper.showPage()
    paper.save()
    with pytest.raises(Unreadable, match="more than 500 pages"):
        read(data.getvalue(), "x.pdf")
    with pytest.raises(Unreadable, match="longer than 1,000,000 characters"):
        read(b"word " * 210_000, "x.txt")


@pytest.mark.parametrize("opened", ["<div>", "<table><tr><td>", "<ul><li>", "<b>"])
def test_deep_markup_does_not_end_the_process(opened: str) -> None:
    with ReadingProcess() as process, suppress(Unreadable):
        process.read(f"<!doctype html><p>Hi{opened * 50_000}Ho".encode(), "x.html")
        process.read(b"# Hi", "x.md")


def test_a_documents_words_cannot_hide_or_end_a_text() -> None:
    parts = [("p", "Stay. <!-- hidden"), ("p", "---"), ("p", "```"), ("p", "\u202eevil\u202c seen")]
    text = Draft("x.docx", read(word([("title", "T"), *parts]), "x.docx")).text
    assert "<!--" not in text and "\n---" not in text and "```" not in text
    assert "\u202e" not in text and "evil seen" in text


@pytest.mark.parametrize("name", GOOD)
def test_files_that_were_cut_off_or_changed_never_break_the_reader(name: str) -> None:
    chance = random.Random(7)
    with ReadingProcess() as process:
        for turn in range(40):
            data = bytearray(GOOD[name])
            if turn % 2:
                data = data[: chance.randrange(1, len(data))]
            else:
                for _flip in range(chance.randrange(1, 30)):
                    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            try:
                content = process.read(bytes(data), name)
            except Unreadable as refusal:
                assert str(refusal).endswith(".") and refusal.hint
                assert "memory" not in str(refusal)  # the process lived on
            else:
                draft = Draft(name, content)
                assert len(draft.roles) == len(content.passages)


# The process


class Watched:
    """A process that reads, and the processes it started."""

    def __init__(self, code: str) -> None:
        self.started: list[Child] = []
        self._code = code

    def start(self) -> Child:
        self.started.append(Child([sys.executable, "-c", self._code]))
        return self.started[-1]


STUCK = "import time; time.sleep(600)"
GREEDY = (
    "import app.core.documents.reading as r, app.core.documents.worker as w\n"
    "w.read = lambda *_: bytearray(1 << 40)\n"
    "w.main()"
)


def test_a_reader_that_is_stuck_is_ended() -> None:
    watched = Watched(STUCK)
    with ReadingProcess(watched.start, seconds=0.2) as process:
        with pytest.raises(Unreadable, match="took longer"):
            process.read(b"# Hi", "x.md")
        assert watched.started[0]._process.poll() is not None


def test_a_reader_that_wants_too_much_memory_is_lost_and_the_next_one_reads() -> None:
    watched = Watched(GREEDY)
    with ReadingProcess(watched.start) as process:
        with pytest.raises(Unreadable, match="memory"):
            process.read(b"# Hi", "x.md")
        with pytest.raises(Unreadable, match="memory"):
            process.read(b"# Hi", "x.md")
    assert len(watched.started) == 2


class Stopped:
    """Cancelled by another thread."""

    def __init__(self) -> None:
        self.event = threading.Event()

    @property
    def cancelled(self) -> bool:
        return self.event.is_set()

    def report(self, fraction: float, text: str = "") -> None:
        self.event.set()


def test_stop_ends_the_process(tmp_path: Path) -> None:
    watched, stop = Watched(STUCK), Stopped()
    (tmp_path / "a.md").write_text("# Hi")
    with pytest.raises(Cancelled):
        list(read_documents([tmp_path / "a.md"], stop, lambda: ReadingProcess(watched.start)))
    assert all(one._process.poll() is not None for one in watched.started)


def test_one_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    for name, data in {"a.docx": b"PK\x03\x04", "b.docx": GOOD["x.docx"], "c.md": b""}.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "d.pdf").mkdir()
    names = ["a.docx", "b.docx", "c.md", "d.pdf", "e.pdf"]
    found = list(read_documents([tmp_path / name for name in names], SILENT))
    assert [isinstance(one, Arrived) for one in found] == [False, True, False, False, False]
    assert all(one.why.hint for one in found if isinstance(one, Refused))


def test_a_large_file_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 10)
    (tmp_path / "a.md").write_text("# Long enough")
    with pytest.raises(Unreadable, match="larger than"):
        file_data(tmp_path / "a.md")


def test_what_the_process_says_is_not_believed() -> None:
    code = (
        "import sys; from app.core.llm.frames import *\n"
        "receive(sys.stdin.buffer); receive(sys.stdin.buffer)\n"
        "send(sys.stdout.buffer, {'is': 'content', 'format': 'word', 'passages': [{'x': 1}]})"
    )
    watched = Watched(code)
    with ReadingProcess(watched.start) as process, pytest.raises(Unreadable):
        process.read(b"# Hi", "x.md")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_a_pipe_is_no_document_and_nobody_waits_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.docx"
    os.mkfifo(pipe)
    assert is_document(pipe) and not looks_like_pack(str(pipe))
    (found,) = read_documents([pipe])
    assert isinstance(found, Refused) and "a pipe" in str(found.why)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_names_that_are_not_one_line_are_shown_as_one(tmp_path: Path) -> None:
    for name in ("a\nb.docx", os.fsdecode(b"a\xffb.docx")):
        path = tmp_path / name
        path.write_bytes(GOOD["x.docx"])
        (found,) = read_documents([path])
        assert isinstance(found, Arrived) and found.draft.name.isprintable()
        path.write_bytes(b"PK\x03\x04")
        (refused,) = read_documents([path])
        assert isinstance(refused, Refused)
        assert str(about_file(path, refused.why)).isprintable()
