"""What the program does with its arguments before anything is loaded."""

import subprocess
import sys
from pathlib import Path

import pytest

from app import __version__, main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--version"]) == 0
    assert capsys.readouterr().out == f"Techne {__version__}\n"


@pytest.mark.parametrize(
    ("argument", "is_file"),
    [
        ("pack.gsk", True),
        ("SOP.docx", True),
        ("sop.pdf", True),
        ("notes.md", True),
        ("PACK.GTS", True),
        ("./odd name", True),
        ("/tmp/a", True),
        ("file:///tmp/a%20b.gsk", True),
        ("list", False),
        ("--json", False),
        ("-x/y", False),
    ],
)
def test_files_and_commands(argument: str, is_file: bool) -> None:
    assert main._is_file(argument) is is_file


def test_paths_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main._path("a b.gsk") == str(tmp_path / "a b.gsk")
    assert main._path("file:///packs/a%20b.gsk") == "/packs/a b.gsk"


@pytest.mark.parametrize("written", [["--home", "/x"], ["--home=/x"]])
def test_home_stands_anywhere(written: list[str]) -> None:
    assert main._home([*written, "a.gsk"]) == (Path("/x"), ["a.gsk"])
    assert main._home(["a.gsk", *written]) == (Path("/x"), ["a.gsk"])
    assert main._home(["a.gsk"]) == (None, ["a.gsk"])


def test_a_command_loads_no_qt(tmp_path: Path) -> None:
    code = (
        "import sys; from app.main import main\n"
        f"assert main(['--home', {str(tmp_path)!r}, 'list']) == 1\n"
        "assert not any(name.startswith('PySide6') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
