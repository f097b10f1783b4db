"""Getting a model file from a real server: whole and right, or not at all."""

import errno
import hashlib
import os
import shutil
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError, Cancelled
from app.core.llm import download as downloads
from app.core.llm import server
from app.core.llm.address import (
    BadAddress,
    address,
    file_name,
    is_allowed,
    may_lead_to,
    sha256_in,
    sha256_of,
)
from app.core.llm.download import Vouch, Wanted, download, wanted
from tests.core.ggufs import gguf
from tests.core.publisher import (
    Publisher,
    Request,
    breaks_after,
    leads_to,
    refuses,
    serve,
    usual,
)

MODEL = gguf(data=3_000_000)
SHA256 = hashlib.sha256(MODEL).hexdigest()


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    publisher = Publisher(MODEL)
    stop = serve(publisher)
    yield publisher
    stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "models"


class Watched:
    """A progress that can be told to stop after some reports."""

    def __init__(self, stop_after: int = 1 << 30) -> None:
        self.said: list[tuple[float, str]] = []
        self._stop_after = stop_after

    @property
    def cancelled(self) -> bool:
        return len(self.said) >= self._stop_after

    def report(self, fraction: float, text: str = "") -> None:
        self.said.append((fraction, text))


def what(publisher: Publisher, sha256: str = SHA256, size: int = 0) -> Wanted:
    return Wanted(publisher.url(), "tiny.gguf", sha256, size)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def part_way(publisher: Publisher, folder: Path) -> None:
    """Leave a part of the file behind."""
    with pytest.raises(Cancelled):
        download(what(publisher), folder, Watched(stop_after=2))
    assert files(folder) == {"tiny.gguf.part", "tiny.gguf.part.json"}
    assert 0 < (folder / "tiny.gguf.part").stat().st_size < len(MODEL)
    publisher.asked.clear()


# Whole


def test_a_file_arrives_whole_with_its_progress(publisher: Publisher, folder: Path) -> None:
    progress = Watched()
    fetched = download(what(publisher, size=len(MODEL)), folder, progress)
    assert fetched.path.read_bytes() == MODEL
    assert (fetched.sha256, fetched.vouched) == (SHA256, Vouch.EXPECTED)
    assert files(folder) == {"tiny.gguf"}
    fractions = [fraction for fraction, _text in progress.said]
    assert fractions == sorted(fractions) and fractions[-1] == 1.0
    assert progress.said[-1][1] == "3 MB of 3 MB"


def test_the_server_s_own_checksum_is_used_when_nobody_knows_another(
    publisher: Publisher, folder: Path
) -> None:
    publisher.headers["X-Linked-ETag"] = f'"{SHA256}"'
    assert download(what(publisher, ""), folder).vouched is Vouch.PUBLISHED


def test_the_checksum_is_also_believed_on_the_way(publisher: Publisher, folder: Path) -> None:
    """The hub says it where it leads to its store, and the store does not."""
    publisher.headers["X-Linked-ETag"] = "0" * 64
    publisher.behave = [leads_to("/store"), usual]
    with pytest.raises(AppError, match="checksum"):
        download(what(publisher, ""), folder)


def test_without_any_checksum_that_is_said(publisher: Publisher, folder: Path) -> None:
    fetched = download(what(publisher, ""), folder)
    assert (fetched.sha256, fetched.vouched) == (SHA256, Vouch.NOBODY)


def test_a_server_that_does_not_say_the_size(publisher: Publisher, folder: Path) -> None:
    def chunked(publisher: Publisher, request: Request) -> None:
        request.start(200, Transfer_Encoding="chunked")
        for start in range(0, len(MODEL), 100_000):
            chunk = MODEL[start : start + 100_000]
            request.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        request.wfile.write(b"0\r\n\r\n")

    publisher.behave = [chunked]
    progress = Watched()
    assert download(what(publisher), folder, progress).sha256 == SHA256
    assert progress.said[-1][0] == 0.0 and progress.said[-1][1] in ("2 MB", "3 MB")


def test_what_is_there_already_is_not_fetched_again(publisher: Publisher, folder: Path) -> None:
    download(what(publisher), folder)
    publisher.asked.clear()
    assert download(what(publisher), folder).vouched is Vouch.EXPECTED
    assert publisher.asked == []


def test_another_file_of_that_name_is_never_overwritten(publisher: Publisher, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "tiny.gguf").write_bytes(b"mine")
    with pytest.raises(AppError, match="already has a file"):
        download(what(publisher), folder)
    assert (folder / "tiny.gguf").read_bytes() == b"mine"


# Going on


def test_a_stopped_download_goes_on_where_it_was(publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    had = (folder / "tiny.gguf.part").stat().st_size
    assert download(what(publisher), folder).path.read_bytes() == MODEL
    (asked,) = publisher.asked
    assert (asked["Range"], asked["If-Range"]) == (f"bytes={had}-", '"one"')


def test_a_file_that_changed_meanwhile_is_begun_again(publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    publisher.content, publisher.etag = gguf(data=2_000_000), '"two"'
    newer = hashlib.sha256(publisher.content).hexdigest()
    assert download(what(publisher, newer), folder).sha256 == newer


def test_a_server_that_ignores_ranges_sends_everything(publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    publisher.ranges = False
    assert download(what(publisher), folder).path.read_bytes() == MODEL


def test_a_part_of_another_address_is_not_used(publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    other = Wanted(publisher.url("/other"), "tiny.gguf", SHA256)
    assert download(other, folder).sha256 == SHA256
    assert "Range" not in publisher.asked[0]


@pytest.mark.parametrize("note", ["", "{", "[]", '{"url": 1}', "null"])
def test_a_part_without_a_note_is_not_used(note: str, publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    (folder / "tiny.gguf.part.json").write_text(note)
    assert download(what(publisher), folder).sha256 == SHA256
    assert "Range" not in publisher.asked[0]


def test_two_halves_of_two_files_are_never_put_together(publisher: Publisher, folder: Path) -> None:
    """Without a checksum and without a name for the state of the file there is no going on."""
    publisher.etag = 'W/"weak"'
    part_way(publisher, folder)
    download(what(publisher, ""), folder)
    assert "Range" not in publisher.asked[0]


def test_a_part_that_was_whole_already_is_not_fetched_again(
    publisher: Publisher, folder: Path
) -> None:
    part_way(publisher, folder)
    (folder / "tiny.gguf.part").write_bytes(MODEL)
    assert download(what(publisher), folder).sha256 == SHA256
    assert publisher.asked[0]["Range"] == f"bytes={len(MODEL)}-"
    assert len(publisher.asked) == 1


def test_a_damaged_part_is_found_out_in_the_end(publisher: Publisher, folder: Path) -> None:
    part_way(publisher, folder)
    with (folder / "tiny.gguf.part").open("r+b") as part:
        part.seek(1000)
        part.write(b"\xff")
    with pytest.raises(AppError, match="checksum"):
        download(what(publisher), folder)
    assert files(folder) == set()
    assert download(what(publisher), folder).sha256 == SHA256


def test_a_connection_that_breaks_is_taken_up_by_itself(publisher: Publisher, folder: Path) -> None:
    publisher.behave = [breaks_after(1_000_000), breaks_after(1), usual]
    assert download(what(publisher), folder).path.read_bytes() == MODEL
    assert [asked.get("Range") for asked in publisher.asked] == [
        None,
        "bytes=1000000-",
        "bytes=1000001-",
    ]


def test_a_connection_that_brings_nothing_more_is_given_up(
    publisher: Publisher, folder: Path
) -> None:
    publisher.behave = [breaks_after(1_000_000), breaks_after(0)]
    with pytest.raises(AppError, match=r"127\.0\.0\.1 was lost"):
        download(what(publisher), folder)
    assert (folder / "tiny.gguf.part").stat().st_size == 1_000_000
    publisher.behave = []
    assert download(what(publisher), folder).sha256 == SHA256


def test_a_server_that_falls_silent_is_given_up(
    publisher: Publisher, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.1)
    over = threading.Event()

    def silent(publisher: Publisher, request: Request) -> None:
        if len(publisher.asked) == 1:
            request.start(200, Content_Length=str(len(MODEL)))
            request.wfile.write(MODEL[:1000])
            request.wfile.flush()
        over.wait(10)

    publisher.behave = [silent]
    with pytest.raises(AppError, match="is not responding"):
        download(what(publisher), folder)
    over.set()
    assert (folder / "tiny.gguf.part").stat().st_size == 1000


# Not the right thing


def test_a_wrong_checksum_leaves_nothing(publisher: Publisher, folder: Path) -> None:
    with pytest.raises(AppError, match="checksum is different") as caught:
        download(what(publisher, "f" * 64), folder)
    assert "Nothing was kept" in caught.value.hint
    assert files(folder) == set()


def test_a_checksum_the_server_contradicts_is_said_before_anything_is_fetched(
    publisher: Publisher, folder: Path
) -> None:
    publisher.headers["X-Linked-ETag"] = "0" * 64
    progress = Watched()
    with pytest.raises(AppError, match="checksum is different"):
        download(what(publisher), folder, progress)
    assert progress.said == [] and files(folder) == set()


@pytest.mark.parametrize("size", [len(MODEL) - 1, len(MODEL) + 1])
def test_another_size_than_promised_is_refused(
    size: int, publisher: Publisher, folder: Path
) -> None:
    progress = Watched()
    with pytest.raises(AppError, match="a different size"):
        download(what(publisher, size=size), folder, progress)
    assert progress.said == [] and files(folder) == set()


def test_more_than_promised_is_refused(publisher: Publisher, folder: Path) -> None:
    def endless(publisher: Publisher, request: Request) -> None:
        request.start(200)
        with_more = MODEL + bytes(1_000_000)
        request.wfile.write(with_more)

    publisher.behave = [endless]
    with pytest.raises(AppError, match="a different size"):
        download(what(publisher, size=len(MODEL)), folder)
    assert files(folder) == set()


@pytest.mark.parametrize("content", [b"<!doctype html><title>Log in</title>", b"", b"GGML" * 9])
def test_what_is_no_model_is_noticed_at_its_beginning(
    content: bytes, publisher: Publisher, folder: Path
) -> None:
    publisher.content = content
    with pytest.raises(AppError, match="not a GGUF model"):
        download(what(publisher, ""), folder)
    assert files(folder) == set()


def test_a_model_that_is_cut_off_at_the_source_is_not_kept(
    publisher: Publisher, folder: Path
) -> None:
    publisher.content = gguf(data=10)
    with pytest.raises(AppError, match="incomplete"):
        download(what(publisher, ""), folder)
    assert files(folder) == set()


# Servers that refuse


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (400, "an unexpected answer (400)"),
        (401, "does not offer this file to everyone"),
        (403, "does not offer this file to everyone"),
        (404, "does not have this file"),
        (410, "does not have this file"),
        (416, "an unexpected answer (416)"),
        (429, "is not available at the moment (429)"),
        (500, "is not available at the moment (500)"),
        (503, "is not available at the moment (503)"),
        (204, "an unexpected answer (204)"),
        (206, "an unexpected answer (206)"),
        (302, "an unexpected answer (302)"),
    ],
)
def test_each_refusal_has_a_sentence(
    status: int, sentence: str, publisher: Publisher, folder: Path
) -> None:
    publisher.behave = [refuses(status)]
    with pytest.raises(AppError) as caught:
        download(what(publisher), folder)
    assert sentence in str(caught.value) and caught.value.hint


def test_a_server_that_is_not_there(folder: Path, publisher: Publisher) -> None:
    nobody = Wanted("http://127.0.0.1:9/tiny.gguf", "tiny.gguf")
    with pytest.raises(AppError, match=r"127\.0\.0\.1 cannot be reached"):
        download(nobody, folder)


def test_a_certificate_that_is_not_valid_is_said() -> None:
    error = URLError(ssl.SSLCertVerificationError("self-signed"))
    assert "certificate" in str(server.unreachable("example.org", error))


def test_nonsense_instead_of_an_answer(publisher: Publisher, folder: Path) -> None:
    def greets(publisher: Publisher, request: Request) -> None:
        request.wfile.write(b"220 ftp ready\r\n")

    publisher.behave = [greets]
    with pytest.raises(AppError, match="cannot be reached"):
        download(what(publisher), folder)


def test_the_proxy_of_the_system_is_used(
    publisher: Publisher, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("http_proxy", publisher.address)
    behind = Wanted("http://localhost:9/tiny.gguf", "tiny.gguf", SHA256)
    assert download(behind, folder).sha256 == SHA256
    assert publisher.asked[0]["Host"] == "localhost:9"


def test_redirects_are_followed_to_safe_places_only(publisher: Publisher, folder: Path) -> None:
    publisher.behave = [leads_to("/elsewhere"), usual]
    assert download(what(publisher), folder).sha256 == SHA256
    for unsafe in ("http://example.org/x", "ftp://127.0.0.1/x", "file:///etc/passwd"):
        publisher.behave = [leads_to(unsafe)]
        (folder / "tiny.gguf").unlink(missing_ok=True)
        with pytest.raises(AppError):
            download(what(publisher), folder)
    publisher.behave = [leads_to("/round")]
    with pytest.raises(AppError):
        download(what(publisher), folder)


# The disk


def test_too_little_room_is_said_before(
    publisher: Publisher, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")._replace(free=201_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    progress = Watched()
    with pytest.raises(AppError, match="Not enough disk space: 2 MB more"):
        download(what(publisher), folder, progress)
    assert progress.said == []


class Failing(NamedTuple):
    number: int
    sentence: str


@pytest.mark.parametrize(
    "failing",
    [
        Failing(errno.ENOSPC, "The disk is full."),
        Failing(errno.EFBIG, "The disk cannot hold a file this large."),
        Failing(errno.EROFS, "The models folder cannot be written to."),
    ],
)
def test_a_disk_that_fails_on_the_way_keeps_what_arrived(
    failing: Failing, publisher: Publisher, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fdopen

    class Full:
        """A file that takes two pieces."""

        def __init__(self, file: object) -> None:
            self.file, self.left = file, 2

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

        def write(self, chunk: bytes) -> object:
            self.left -= 1
            if self.left < 0:
                raise OSError(failing.number, "no")
            return self.file.write(chunk)  # type: ignore[attr-defined]

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", lambda *a, **k: Full(real(*a, **k)))
        with pytest.raises(AppError) as caught:
            download(what(publisher), folder)
    assert str(caught.value) == failing.sentence
    assert 0 < (folder / "tiny.gguf.part").stat().st_size < len(MODEL)
    publisher.asked.clear()
    assert download(what(publisher), folder).sha256 == SHA256
    assert "Range" in publisher.asked[0]


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
def test_a_real_limit_of_the_system(publisher: Publisher, folder: Path) -> None:
    import resource  # noqa: PLC0415  exists there only

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        with pytest.raises(AppError, match="a file this large"):
            download(what(publisher), folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (folder / "tiny.gguf.part").stat().st_size == 1_000_000
    assert download(what(publisher), folder).path.read_bytes() == MODEL


def test_a_folder_that_cannot_be_made(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AppError, match="cannot be written to"):
        download(what(publisher), tmp_path / "file" / "models")


def test_two_at_once_are_one_too_many(publisher: Publisher, folder: Path) -> None:
    arrived, go_on = threading.Event(), threading.Event()

    def waits(publisher: Publisher, request: Request) -> None:
        arrived.set()
        go_on.wait(10)
        usual(publisher, request)

    publisher.behave = [waits]
    first = threading.Thread(target=download, args=(what(publisher), folder))
    first.start()
    assert arrived.wait(10)
    with pytest.raises(AppError, match="already being downloaded"):
        download(what(publisher), folder)
    go_on.set()
    first.join()
    assert files(folder) == {"tiny.gguf"}
    assert (folder / "tiny.gguf").read_bytes() == MODEL


# Addresses and names


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "model",
        "ftp://example.org/a.gguf",
        "file:///etc/passwd",
        "http://example.org/a.gguf",
        "http://127.0.0.1.example.org/a.gguf",
        "https://",
        "https:///a.gguf",
        "https://me:secret@example.org/a.gguf",
        "https://example.org/a b.gguf",
        "https://example.org/a\nHost: evil",
        "https://[::1/a.gguf",
        "https://example.org:port/a.gguf",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(BadAddress) as caught:
        address(typed)
    assert caught.value.hint


def test_the_address_of_a_page_becomes_that_of_its_file() -> None:
    page = " https://huggingface.co/Qwen/Qwen3-4B-GGUF/blob/main/Qwen3-4B-Q4_K_M.gguf#x "
    found = wanted(page)
    assert found.url == page.strip().replace("/blob/", "/resolve/").removesuffix("#x")
    assert found.name == "Qwen3-4B-Q4_K_M.gguf"


def test_nobody_is_led_into_this_computer_from_outside() -> None:
    assert may_lead_to("https://a.org/x", "https://b.org/y")
    assert not may_lead_to("https://a.org/x", "http://127.0.0.1/y")
    assert not may_lead_to("https://a.org/x", "http://b.org/y")
    assert may_lead_to("http://localhost:1/x", "http://127.0.0.1:2/y")
    assert not is_allowed("https:/x")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://h.co/a/Qwen3-4B-Q4_K_M.gguf?download=true", "Qwen3-4B-Q4_K_M.gguf"),
        ("https://h.co/..%2f..%2fetc%2fpasswd", "passwd.gguf"),
        ("https://h.co/a/..%5c..%5cboot.GGUF", "boot.gguf"),
        ("https://h.co/", "model.gguf"),
        ("https://h.co/..", "model.gguf"),
        ("https://h.co/.hidden.gguf", "hidden.gguf"),
        ("https://h.co/con.gguf", "model-con.gguf"),
        ("https://h.co/a%00b%0a%3a%2a.gguf", "a-b.gguf"),
        ("https://h.co/v2/x/blobs/sha256:" + "a" * 64, f"sha256-{'a' * 64}.gguf"),
        ("https://h.co/" + "x" * 300 + ".gguf", "x" * 120 + ".gguf"),
    ],
)
def test_names_are_cleaned(url: str, name: str) -> None:
    assert file_name(url) == name


@given(st.text(max_size=60))
def test_any_name_stays_in_its_folder(text: str) -> None:
    name = file_name(f"https://example.org/{text}")
    assert name.endswith(".gguf") and len(name) <= 126 and not name.startswith(".")
    assert Path("/folder", name).parent == Path("/folder")
    assert Path(os.path.normpath(f"/folder/{name}")).name == name
    assert not set(name) & set('/\\:*?"<>|') and name.isprintable()


def test_checksums_are_read_as_people_copy_them() -> None:
    assert sha256_of(f" SHA256:{SHA256.upper()} ") == SHA256
    assert sha256_in(f"https://r.org/v2/q/blobs/sha256:{SHA256}") == SHA256
    assert sha256_in(f"https://r.org/{SHA256}") == ""
    for typed in ("", SHA256[:-1], "z" * 64):
        with pytest.raises(AppError, match="64 digits"):
            sha256_of(typed)


def test_an_address_that_holds_the_checksum_is_held_to_it(
    publisher: Publisher, folder: Path
) -> None:
    asked = wanted(publisher.url(f"/blobs/sha256:{'0' * 64}"))
    with pytest.raises(AppError, match="checksum is different"):
        download(asked, folder)
    assert downloads.wanted(publisher.url(f"/blobs/sha256:{SHA256}")).sha256 == SHA256
