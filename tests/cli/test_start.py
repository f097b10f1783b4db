"""How the command line starts and ends: fast, without a window, never with a traceback."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main, session
from app.core.errors import Cancelled
from tests.cli.conftest import Techne

HEAVY = ("PySide6", "shiboken6", "pyqtgraph", "numpy", "pydantic", "app.ui")


def loaded_by(*arguments: str) -> str:
    """The heavy packages a fresh interpreter holds after the command."""
    script = (
        "import sys\n"
        "from app.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        f"print('loaded', *[name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.usefixtures("techne")
@pytest.mark.parametrize(
    "arguments", [["--version"], ["list"], ["--help"], ["verify", "missing.gsk"]]
)
def test_commands_load_nothing_of_the_window(arguments: list[str]) -> None:
    assert loaded_by(*arguments) == "loaded"


def test_the_version_loads_hardly_anything() -> None:
    script = (
        "import sys; from app.main import main; main(['--version']); print('apsw' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Techne ") and done.stdout.endswith("False\n")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyboardInterrupt(), "Stopped.\n"),
        (Cancelled("x"), ""),
        (ZeroDivisionError("the text of a skill"), "Techne ran into an internal error"),
    ],
)
def test_every_end_is_a_sentence(
    techne: Techne, monkeypatch: pytest.MonkeyPatch, error: BaseException, said: str
) -> None:
    def fails(_self: object) -> None:
        raise error

    monkeypatch.setattr(session.Session, "data_key", fails)
    ended = techne("list")
    assert ended.status == 1 and not ended.out
    assert ended.err.startswith(said) and "the text of a skill" not in ended.err
    assert len(ended.err.splitlines()) <= 2


def test_home_may_stand_before_or_after_the_command(techne: Techne, home: Path) -> None:
    for arguments in (
        ("--json", "--home", str(home), "list"),
        ("list", "--json", "--home", str(home)),
        ("--json", "list", "--home", str(home)),
    ):
        assert techne(*arguments).json == []
    assert "no vault" in techne("--home", "/nowhere", "list").err


def test_every_command_has_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.run(["--help"])
    assert ended.value.code == 0
    listed = capsys.readouterr().out
    assert "techne" in listed and "screenshots" in listed and "None" not in listed


def test_only_the_module_of_the_command_is_loaded() -> None:
    for group, names in main.GROUPS.items():
        choices = next(
            action.choices
            for action in main.parser([group])._actions
            if isinstance(action, argparse._SubParsersAction)
        )
        assert tuple(choices) == names
        assert list(main.asked_for(["--home", "list", "--json", names[0], "list"])) == [group]
    for unclear in ([], ["--help"], ["lst"], ["-h", "lst"]):
        assert main.asked_for(unclear) == main.GROUPS
