"""Installing what runs models from inside the program: a real child process, progress and Stop."""

import os
import select
import textwrap
import threading
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.llm import runtime

HINT = "There is no C++ compiler. To try again: python3 packaging/bootstrap.py model"


class Watched:
    """Keeps what is reported; Stop is pressed once `until` was said."""

    def __init__(self, until: str = "") -> None:
        self.said: list[tuple[float, str]] = []
        self._until, self._pressed = until, threading.Event()

    def report(self, fraction: float, text: str = "") -> None:
        self.said.append((fraction, text))
        if self._until and self._until in text:
            self._pressed.set()

    @property
    def cancelled(self) -> bool:
        return self._pressed.is_set()


@pytest.fixture
def set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in for `packaging/bootstrap.py`; to be written by the test."""
    file = tmp_path / "bootstrap.py"
    monkeypatch.setattr(runtime, "_BOOTSTRAP", file)
    monkeypatch.setattr(runtime, "is_installed", (tmp_path / "installed").exists)
    return file


def write(file: Path, program: str) -> None:
    file.write_text(textwrap.dedent(program), "utf-8")


def test_it_is_installed_with_progress(set_up: Path) -> None:
    write(
        set_up,
        """
        import sys
        from pathlib import Path
        assert sys.argv[1:] == ["runtime"]
        for n in range(1, 5):
            print(f"  built {n} of 4", flush=True)
        Path(__file__).with_name("installed").touch()
        """,
    )
    progress = Watched()
    runtime.install(progress)
    assert runtime.is_installed()
    assert [fraction for fraction, _text in progress.said] == [0, 0.25, 0.5, 0.75, 1]
    assert progress.said[-1][1] == "4 of 4 parts built"


def test_why_it_could_not_be_installed_is_said(set_up: Path) -> None:
    write(
        set_up,
        f"""
        import sys
        print("* Looking for a ready build")
        print("* Going on without language models. {HINT}")
        print("  A compiler comes with: apt-get install g++")
        sys.exit(1)
        """,
    )
    with pytest.raises(runtime.CannotInstall) as caught:
        runtime.install(Watched())
    assert caught.value.hint == f"{HINT} A compiler comes with: apt-get install g++"


def test_a_set_up_that_breaks_off_is_a_sentence_too(set_up: Path) -> None:
    write(set_up, "raise SystemExit('no room')")
    with pytest.raises(runtime.CannotInstall, match="could not be installed") as caught:
        runtime.install(Watched())
    assert caught.value.hint == "no room"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C reaches no group of processes there")
@pytest.mark.parametrize("stubborn", [False, True])
def test_stop_ends_the_build_and_all_it_started(
    set_up: Path, tmp_path: Path, stubborn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiler that ignores Ctrl+C is ended for good."""
    monkeypatch.setattr(runtime, "_PATIENCE", 0.5 if stubborn else 30.0)
    compiler = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(600)"
    write(
        set_up,
        f"""
        import signal, subprocess, sys
        from pathlib import Path
        here = Path(__file__).parent
        if {stubborn}:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        alive = open(here / "alive", "w")
        child = subprocess.Popen([sys.executable, "-c", {compiler!r} if {stubborn} else
                                  "import time; time.sleep(600)"], pass_fds=[alive.fileno()])
        print("  built 1 of 9", flush=True)
        try:
            child.wait()
        except KeyboardInterrupt:
            (here / "tidied").touch()
        """,
    )
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Cancelled):
        runtime.install(Watched(until="1 of 9"))
    assert (tmp_path / "tidied").exists() is not stubborn
    # at its end once nobody is left who holds the other side open
    assert select.select([alive], [], [], 60)[0]
    assert os.read(alive, 1) == b""
    os.close(alive)
    assert not runtime.is_installed()


@pytest.mark.parametrize(
    ("environ", "installed", "wanted"),
    [({}, False, False), ({"TECHNE_RUNTIME_WANTED": "1"}, False, True),
     ({"TECHNE_RUNTIME_WANTED": "1"}, True, False), ({"TECHNE_RUNTIME_WANTED": ""}, False, False)],
)  # fmt: skip
def test_only_a_window_that_the_set_up_opened_installs_it_by_itself(
    environ: dict[str, str], installed: bool, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: installed)
    assert runtime.is_wanted(environ) is wanted
