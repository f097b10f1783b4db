"""Set up Techne and open it, or set it up and run every test.

    python3 packaging/bootstrap.py run   [-- arguments for techne]
    python3 packaging/bootstrap.py test  [-- arguments for pytest]
    python3 packaging/bootstrap.py model     what runs language models, and a small model to try
    python3 packaging/bootstrap.py runtime   only what runs them; the window does this behind itself

Needs Python 3.11 or newer and nothing else.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  older ones must get this far to be told
    sys.exit(
        "Techne needs Python 3.11 or newer, and this is {}.{}.\n"
        "Install a newer one from https://www.python.org/downloads/ and start this with it.".format(
            *sys.version_info[:2]
        )
    )

import argparse
import io
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import checks
import environment
import llama
import qt_libraries
import system
from console import Trouble, say
from environment import Environment


def set_up(extras: tuple[str, ...], environ: Mapping[str, str]) -> Environment:
    """Bring the computer to where Techne runs; nothing is done twice. Raises Trouble."""
    here = Environment(Path(__file__).resolve().parents[1])
    say(f"Techne in {here.root}; the first time takes 2 to 10 min, later a few seconds.")
    lacks = []
    if not (is_ready := here.is_ready(extras)):
        here.check_the_ground()
        lacks += environment.lacking()
    if sys.platform == "linux":
        lacks += qt_libraries.lacking(qt_libraries.needed(environ))
    system.provide(lacks)
    if not is_ready:
        here.prepare(extras)
    qt_libraries.start(here.python, environ)
    return here


def run(arguments: Sequence[str]) -> int:
    """Open the application, or with arguments do what they say.

    What runs language models takes minutes to build where there is no ready one: the window comes
    first, and installs it behind itself.
    """
    here = set_up((), os.environ)
    techne = here.program("techne")
    if not arguments and not qt_libraries.has_display(os.environ):
        raise Trouble(
            "Everything is installed, but there is no display here to open a window on.",
            f"The command line works without one: {techne} --help",
        )
    wanted = {llama.WANTED: "1"} if llama.is_due(here) else {}
    return subprocess.call([str(techne), *arguments], env=os.environ | wanted)


def test(arguments: Sequence[str]) -> int:
    """Run every check and every test, without a display."""
    environ = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    here = set_up(("test",), environ)
    llama.provide(here)
    llama.provide_starter(here)
    return checks.run_all(here, environ, arguments)


def model(_arguments: Sequence[str]) -> int:
    """Install what runs language models, and the starter model, whatever came of it before."""
    here = set_up((), os.environ)
    llama.provide(here, again=True)
    llama.provide_starter(here, again=True)
    return 0


def runtime(_arguments: Sequence[str]) -> int:
    """Install what runs language models; 1 where it cannot be, which the last lines explain."""
    here = set_up((), os.environ)
    return 0 if llama.provide(here, again=True) else 1


def complain(trouble: Trouble) -> int:
    say(f"\n{trouble}\n{trouble.hint}")
    return 1


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bootstrap.py", description=str(__doc__).splitlines()[0])
    parser.add_argument("command", choices=["run", "test", "model", "runtime"])
    parser.add_argument("arguments", nargs="*", help="after --, for techne or for pytest")
    asked = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a path the console has no letters for
    commands = {"run": run, "test": test, "model": model, "runtime": runtime}
    try:
        command = commands[asked.command]
        return command(asked.arguments)
    except Trouble as trouble:
        return complain(trouble)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
