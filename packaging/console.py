"""What a person sees while things are set up, and the child processes behind it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


class Trouble(Exception):
    """One plain sentence in `str(trouble)`; what to do about it in `hint`."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


class ChildFailed(Exception):
    """A command ended with something other than 0; `output` is everything it wrote."""

    def __init__(self, command: Sequence[str], output: str) -> None:
        super().__init__(" ".join(command))
        self.output = output


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def spent(seconds: float) -> str:
    """A duration as people say it: `4.2 s`, `48 s`, `2 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def step(what: str, usually: str) -> Iterator[None]:
    """Say what is being done and how long it usually takes, then how long it took."""
    say(f"* {what} (usually {usually})")
    started = time.monotonic()
    yield
    say(f"  done in {spent(time.monotonic() - started)}")


def run_quietly(
    command: Sequence[str],
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    each: Callable[[str], None] | None = None,
) -> str:
    """Run a command to its end and return what it wrote; a terminal sees the newest line pass by.

    `each` is called with every line where there is no terminal. Raises ChildFailed.
    """
    live = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns - 5
    lines: list[str] = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=environ,
        cwd=cwd,
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            lines.append(line)
            if live:
                sys.stdout.write(f"\r  {line.strip()[:width]:{width}}")
                sys.stdout.flush()
            elif each is not None:
                each(line)
    if live and lines:
        sys.stdout.write("\r" + " " * (width + 2) + "\r")
    if child.returncode:
        raise ChildFailed(command, "".join(lines))
    return "".join(lines)
