"""What cannot be done is said in one sentence, with what to do about it in another."""

from pathlib import Path

import pytest

from app.cli.main import run
from app.core import vaults
from tests.cli.conftest import Techne
from tests.conftest import PASSPHRASE
from tests.core.trade import BREW


@pytest.fixture
def brewing(techne: Techne, tmp_path: Path) -> Techne:
    """A vault with one skill in it."""
    draft = tmp_path / "tea.md"
    draft.write_text(BREW, encoding="utf-8")
    assert techne("edit", "--new", "--text-file", draft).status == 0
    assert techne("identity", "--name", "Ada Lind").status == 0
    return techne


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "no such skill"), "no skill called"),
        (("show", ""), "no skill called"),
        (("history", "Brew teh"), "Did you mean “Brew tea”"),
        (("rollback", "Brew tea", "99"), "no version 99"),
        (("list", "--engram", "Atlantis"), "no engram called"),
        (("trust", "nobody"), "No publisher"),
        (("import", "missing.gsk"), "missing.gsk cannot be read"),
        (("import", "."), "Remember it instead"),
        (("import", "latin1.log"), "Remember it instead"),
        (("import", "cut.docx"), "cut.docx: It is damaged"),
        (("import", "scan.doc"), "not text"),
        (("edit", "Brew tea", "--text-file", "missing.md"), "missing.md cannot be read"),
        (("edit", "Brew tea", "--text-file", "."), "cannot be read"),
        (("edit", "Brew tea", "--text-file", "latin1.md"), "not UTF-8 text"),
        (("export", "Brew tea", "-o", "."), "not a file that can be replaced"),
        (("export", "Brew tea", "-o", "no/such/folder.gsk"), "cannot be written"),
        (("export", "Brew tea", "-o", "x.gsk", "--recipient", "me"), "not a recipient key"),
        (("backup", "--restore", "yesterday"), "no backup called"),
        (("init",), "already a vault"),
    ],
)
def test_failures_are_sentences(
    brewing: Techne, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    arguments: tuple[str, ...], said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for name in ("latin1.md", "latin1.log"):
        Path(name).write_bytes("# Grün".encode("latin-1"))
    Path("cut.docx").write_bytes(b"PK\x03\x04")
    Path("scan.doc").write_bytes(b"\x89PNG" + bytes(range(1, 32)) * 9)
    ended = brewing(*arguments)
    assert ended.status == 1 and said in ended.err
    assert len(ended.err.splitlines()) == 2 and not ended.out.startswith("{")


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("--frobnicate",),
        ("show",),
        ("rollback", "Brew tea", "-1"),
        ("rollback", "Brew tea", "9" * 30),
        ("edit", "--text-file", "x"),
        ("export", "Brew tea"),
        ("import", "x.gsk", "--on-conflict", "panic"),
    ],
)
def test_wrong_usage_is_status_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(arguments)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert err.startswith("usage: techne") and not out


def test_a_key_file_of_another_vault_is_said_and_put_right(
    techne: Techne, home: Path, tmp_path: Path
) -> None:
    backup = techne("backup", "--json").json["name"]
    right = (home / "vault.keys").read_bytes()
    vaults.create(tmp_path / "other", PASSPHRASE)
    for wrong in (None, (tmp_path / "other" / "vault.keys").read_bytes()):
        (home / "vault.keys").unlink()
        if wrong is not None:
            (home / "vault.keys").write_bytes(wrong)
        for command in ("list", "doctor"):
            ended = techne(command)
            said = "its backups have another one" if wrong else "is missing"
            assert ended.status == 1 and said in ended.err + ended.out
            assert "back from the newest folder under `backups`" in ended.err + ended.out
        ended = techne("backup", "--restore", backup)
        assert ended.status == 0 and "passphrase from that day" in ended.out
        assert (home / "vault.keys").read_bytes() == right
        assert techne("doctor").status == 0
    assert "passphrase from that day" not in techne("backup", "--restore", backup).out
