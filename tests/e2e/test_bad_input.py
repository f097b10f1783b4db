"""What the program says to files, names and keys it cannot use: one sentence and what to do."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.packs.format.canonical import canonical
from app.core.packs.format.contents import Json
from app.core.packs.format.legacy import write_gsk2
from app.core.packs.format.locks import Open
from app.core.packs.format.native import write_native
from tests.core.trade import BAKE, BREW, GUILD, pack
from tests.e2e.program import Program
from tests.packs.samples import manifest, native_of, sealed

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

GOOD = write_native(pack(BREW, BAKE), GUILD)
BOMB: dict[str, Json] = {
    "mode": "passphrase",
    "kdf": {"name": "argon2id", "memory": 2**31, "passes": 1000, "lanes": 64, "salt": "00" * 16},
    "nonce": "00" * 12,
}

HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no pack": lambda: b"PK\x03\x04 and so on",
    "truncated": lambda: GOOD[: len(GOOD) // 2],
    "changed": lambda: GOOD[:-40] + bytes([GOOD[-40] ^ 1]) + GOOD[-39:],
    "longer": lambda: GOOD + b"x",
    "future": lambda: b"GSK\x02" + GOOD[4:],
    "huge manifest": lambda: GOOD[:4] + b"\xff\xff\xff\xff" + GOOD[8:],
    "deep": lambda: sealed(b'{"a":' * 5000 + b"1" + b"}" * 5000, b"{}"),
    "same names": lambda: native_of(
        {"name": "N", "skills": [{"name": "A", "text": "1. A"}, {"name": "a", "text": "1. B"}]}
    ),
    "old and changed": lambda: write_gsk2(pack(BREW), GUILD, Open())[:-1] + b"?",
}


def test_hostile_packs_are_refused_in_a_sentence(techne: Program, tmp_path: Path) -> None:
    """All in one process, and nothing of any of them comes in."""
    paths = []
    for name, make in HOSTILE.items():
        path = tmp_path / f"{name}.gsk"
        path.write_bytes(make())
        paths.append(path)
    outcome = techne.run("--json", "import", *paths, "--trust", "publisher")
    assert outcome.status == 1
    assert [set(one) for one in outcome.json] == [{"file", "error", "hint"}] * len(paths)
    assert len(outcome.err.splitlines()) == 2 * len(paths)
    checked = techne.run("--json", "verify", *paths)
    assert checked.status == 1
    assert not any(one["ok"] for one in checked.json)
    assert len(techne.ask("list")) == 8


def test_a_pack_that_asks_for_all_the_memory_is_refused(bare: Program, tmp_path: Path) -> None:
    path, secret = tmp_path / "bomb.gsk", bare.folder / "secret"
    path.write_bytes(sealed(canonical(manifest(b"", encryption=BOMB)), b""))
    secret.write_text("x")
    assert "asks for" in bare.fail("verify", path, "--passphrase-file", secret)


def test_good_packs_come_in_beside_bad_ones(techne: Program, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.gsk", tmp_path / "bad.gsk"
    good.write_bytes(GOOD)
    bad.write_bytes(GOOD[:-1])
    outcome = techne.run("--json", "import", bad, good)
    assert outcome.status == 1
    assert [one.get("added") for one in outcome.json] == [None, 2]


TEXTS: dict[str, bytes] = {
    "empty": b"",
    "lone NUL": b"\0",
    "CRLF and a mark": "\ufeff# Two\r\n\r\n1. One\r\n".encode(),
    "ten megabytes": b"# Big\n\n1. Begin.\n" + (b"word " * 40 + b"\n") * 50_000,
    "one long line": b"9" * 3_000_000,
    "bidirectional": "# \u202eevil\n\n1. a\u2066b\n".encode(),
}


def test_any_text_is_kept_as_it_is(techne: Program, tmp_path: Path) -> None:
    wanted = []
    for name, text in TEXTS.items():
        path = tmp_path / f"{name}.md"
        path.write_bytes(text)
        saved = techne.ask("edit", "--new", "--text-file", path)
        wanted.append(text.decode("utf-8-sig"))
        assert saved["version"] == 1
    kept = techne.texts().values()
    assert not set(wanted) - set(kept)
    assert techne.is_sound()


def test_homes_that_cannot_be_one(bare: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = tmp_path / "nowhere"
    for home in (nowhere, tmp_path / "file", tmp_path / "file" / "under", Path(os.devnull) / "x"):
        assert "no vault in this folder" in bare.fail("--home", home, "list")
    assert not nowhere.exists()


def test_wrong_usage_is_status_two(bare: Program) -> None:
    outcome = bare.run("frobnicate")
    assert outcome.status == 2
    assert outcome.err.startswith("usage: techne") and not outcome.out


def test_passphrases_that_do_not_open(techne: Program) -> None:
    secret = techne.folder / "passphrase"
    for content, said in (
        ("wrong", "does not open this vault"),
        ("", "has no passphrase on its first line"),
    ):
        secret.write_text(content)
        assert said in techne.fail("list")
    secret.unlink()
    assert "cannot be read" in techne.fail("list")
    assert "no terminal to ask on" in techne.with_(TECHNE_PASSPHRASE_FILE="").fail("list")


def test_damaged_vault_and_key_files(techne: Program) -> None:
    keys, database = techne.home / "vault.keys", techne.home / "vault.db"
    sound = keys.read_bytes()
    keys.write_bytes(sound[:-20])
    assert "key file is damaged" in techne.fail("list")
    keys.write_bytes(sound)
    whole = database.read_bytes()
    database.write_bytes(bytes(4096) + whole[4096:])
    assert "Restore a backup" in techne.fail("list")
    database.unlink()
    assert "vault file is missing" in techne.fail("list")


def test_a_name_that_is_no_text(techne: Program) -> None:
    for command in ("show", "recall", "remember", "suggest"):
        assert "not UTF-8 text" in techne.fail(command, os.fsdecode(b"\xff\xfe"))


def test_a_terminal_without_unicode(techne: Program, tmp_path: Path) -> None:
    plain = techne.with_(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    note = "Die Tür klemmt im Winter."
    (tmp_path / "Übergabe.md").write_text("Übergabe am Bett der Patientin.", encoding="utf-8")
    plain.do("remember", note, "--engram", "Büro")
    plain.do("remember", "--file", tmp_path / "Übergabe.md", "--engram", "Büro")
    (hit,) = plain.ask("recall", "Übergabe am Bett", "--engram", "Büro", "--limit", "1")
    assert (hit["source"], hit["engram"]) == ("Übergabe.md", "Büro")
    assert note in [one["text"] for one in plain.ask("recall", note, "--engram", "büro")]


def test_the_reader_leaves_and_the_disk_is_full(techne: Program) -> None:
    with techne.start("list") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr.read() == b""
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            said = techne.fail("list", stdout=full)
        assert "answer cannot be written" in said
    assert "→" not in techne.with_(PYTHONIOENCODING="ascii").do("show", "Code review").out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_a_terminal_is_asked_and_protected(techne: Program) -> None:
    techne.edit(None, "# Wolf\x1b]0;owned\x07\n\n1. \x1b[31mred\n")
    ours, theirs = pty.openpty()
    unasked = techne.with_(TECHNE_PASSPHRASE_FILE="")
    with unasked.start(
        "show", "Wolf ]0;owned", stdin=theirs, stdout=theirs, stderr=theirs
    ) as shown:
        os.close(theirs)
        seen = _until(ours, b"Passphrase: ")
        assert not termios.tcgetattr(ours)[3] & termios.ECHO
        os.write(ours, b"seven small boats at anchor\n")
        seen = _until(ours, b"red")
        assert shown.wait(60) == 0
    os.close(ours)
    assert b"seven" not in seen and b"\x1b" not in seen and b"\\x1b[31mred" in seen


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
@pytest.mark.parametrize(("typed", "said"), [(b"\x03", b"Stopped"), (b"\x04", b"No passphrase")])
def test_a_person_may_change_their_mind(techne: Program, typed: bytes, said: bytes) -> None:
    ours, theirs = pty.openpty()
    unasked = techne.with_(TECHNE_PASSPHRASE_FILE="")
    with unasked.start("list", stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=own) as asked:
        os.close(theirs)
        _until(ours, b"Passphrase: ")
        os.write(ours, typed)
        seen = _until(ours, said)
        assert asked.wait(60) == 1
    os.close(ours)
    assert b"Traceback" not in seen


def own() -> None:
    """Make the terminal on standard input the one that Ctrl-C of it reaches.

    What a shell starts in the background ignores Ctrl-C, and so do its children.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(terminal: int, wanted: bytes) -> bytes:
    seen = b""
    while wanted not in seen:
        seen += os.read(terminal, 4096)
    return seen
