"""`techne attach`, `attachments` and `detach`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.core.trade import BREW


@pytest.fixture
def tea(techne: Techne, tmp_path: Path) -> Techne:
    draft = tmp_path / "tea.md"
    draft.write_text(BREW, encoding="utf-8")
    assert techne("edit", "--new", "--text-file", draft).status == 0
    return techne


def test_files_go_in_and_come_out(tea: Techne, tmp_path: Path) -> None:
    plan, leaf = tmp_path / "Plan.pdf", tmp_path / "leaf.bin"
    plan.write_bytes(b"%PDF-1.7")
    leaf.write_bytes(b"\0" * 3000)
    said = tea("attach", "Brew tea", plan, leaf)
    assert said.out == "2 files attached to Brew tea.\n"
    lines = tea("attachments", "Brew tea").out.splitlines()
    assert lines[1].split() == ["Plan.pdf", "application/pdf", "8", "B"]
    assert lines[2].split()[-2:] == ["2", "KB"]
    out = tmp_path / "out"
    assert tea("attachments", "Brew tea", "plan.pdf", "-o", out).out == f"1 file in {out}\n"
    assert [file.name for file in out.iterdir()] == ["Plan.pdf"]
    assert (out / "Plan.pdf").read_bytes() == plan.read_bytes()
    again = tea("attachments", "Brew tea", "-o", out)
    assert again.status == 1 and "Plan.pdf already exists" in again.err
    assert not (out / "leaf.bin").exists()
    assert tea("detach", "Brew tea", "plan.pdf").out.startswith("Removed Plan.pdf from")
    assert "Plan.pdf" not in tea("attachments", "Brew tea").out
    assert tea("undo").status == 0
    assert "Plan.pdf" in tea("attachments", "Brew tea").out
    assert tea("history", "Brew tea", "--json").json[0]["reason"] == "undone"


def test_documented_keys(tea: Techne, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one", encoding="utf-8")
    about = documented("attach")
    assert set(keys(tea("attach", "Brew tea", file, "--json").json)) == about
    assert set(keys(tea("attachments", "Brew tea", "--json").json)) == about
    out = tea("attachments", "Brew tea", "-o", tmp_path / "out", "--json").json
    assert set(keys(out)) == about | {"file"} == documented("attachments")
    gone = tea("detach", "Brew tea", "a.txt", "--json").json
    assert set(keys(gone)) == about | {"detached"}
    assert tea("attachments", "Brew tea", "--json").json == []
    assert "has no files" in tea("attachments", "Brew tea").out


@pytest.mark.usefixtures("named")
def test_a_pack_carries_them(tea: Techne, tmp_path: Path) -> None:
    file, packed = tmp_path / "a.txt", tmp_path / "tea.gsk"
    file.write_text("one", encoding="utf-8")
    tea("attach", "Brew tea", file)
    assert tea("export", "Brew tea", "-o", packed).status == 0
    other = tmp_path / "other"
    assert tea("--home", other, "init", "--no-demos").status == 0
    assert tea("--home", other, "import", packed, "--trust", "once").status == 0
    assert tea("--home", other, "attachments", "Brew tea", "--json").json[0]["name"] == "a.txt"


def test_what_cannot_be_done_is_said(
    tea: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("big.bin").write_bytes(bytes(10 * 1024 * 1024 + 1))
    Path("twice").mkdir()
    for name in ("a.txt", "twice/A.txt"):
        Path(name).write_text("x", encoding="utf-8")
    for arguments, says in (
        (("attach", "Brew tea", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("attach", "Brew tea", "."), "cannot be read"),
        (("attach", "Brew tea", "big.bin"), "big.bin is larger than 10 MB"),
        (("attach", "Brew tea", "a.txt", "twice/A.txt"), "Two of the files are called “A.txt”"),
        (("attach", "Nobody", "a.txt"), "no skill called"),
        (("detach", "Brew tea", "a.txt"), "no file called “a.txt”"),
        (("attachments", "Brew tea", "a.txt"), "no file called “a.txt”"),
        (("attachments", "Brew tea", "-o", "no/such/folder"), "cannot be written"),
        (("attachments", "Brew tea", "-o", "a.txt"), "cannot be written"),
    ):
        said = tea(*arguments)
        assert (said.status, said.out) == (1, "") and says in said.err, arguments
    assert tea("attachments", "Brew tea", "--json").json == []
