"""Everything a change has to pass, in the order in which it fails soonest."""

import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from console import say, spent
from environment import Environment

_SPREAD = ("--dist", "loadfile", "--no-loadscope-reorder")


@dataclass(frozen=True, slots=True)
class Check:
    """A program of the environment with its arguments."""

    title: str
    usually: str
    command: tuple[str, ...]


def checks(for_pytest: Sequence[str]) -> tuple[Check, ...]:
    return (
        Check("Formatting", "1 s", ("ruff", "format", "--check")),
        Check("Lint", "1 s", ("ruff", "check")),
        Check("Types", "30 s the first time", ("mypy",)),
        Check("Layers", "1 s", ("lint-imports", "--no-logo")),
        # All cores; a file stays on one of them, so that what it makes once is made once. Which
        # files come first says tests/conftest.py: the order here would put the longest last.
        Check(
            "Tests",
            "5 to 10 min",
            ("pytest", "-q", "-n", "auto", *_SPREAD, *for_pytest),
        ),
    )


def run_all(environment: Environment, environ: Mapping[str, str], for_pytest: Sequence[str]) -> int:
    """Run every check until one fails; 0 when all passed, else 1."""
    started = time.monotonic()
    for check in checks(for_pytest):
        began = time.monotonic()
        say(f"\n== {check.title}: {' '.join(check.command)} (usually {check.usually})")
        program, *arguments = check.command
        status = subprocess.call(
            [str(environment.program(program)), *arguments],
            cwd=environment.root,
            env=environ,
            stdin=subprocess.DEVNULL,
        )
        if status:
            say(f"\nFAILED: {check.title} ({program} ended with status {status}).")
            say("What comes after it was not run.")
            return 1
        say(f"   passed in {spent(time.monotonic() - began)}")
    say(f"\nEverything passed in {spent(time.monotonic() - started)}.")
    return 0
