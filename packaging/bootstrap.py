"""Set up Techne and open it, or set it up and run every test.

    python3 packaging/bootstrap.py run  [-- arguments for techne]
    python3 packaging/bootstrap.py test [-- arguments for pytest]

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
from collections.abc import Sequence
from pathlib import Path

import checks
import qt_libraries
from console import Trouble, say
from environment import Environment


def run(environment: Environment, arguments: Sequence[str]) -> int:
    """Open the application, or with arguments do what they say."""
    environment.prepare(extras=())
    qt_libraries.ensure(environment.python, os.environ)
    if not arguments and not qt_libraries.has_display(os.environ):
        raise Trouble(
            "Everything is installed, but there is no display here to open a window on.",
            f"The command line works without one: {environment.program('techne')} --help",
        )
    return subprocess.call([str(environment.program("techne")), *arguments])


def test(environment: Environment, arguments: Sequence[str]) -> int:
    """Run every check and every test, without a display."""
    environ = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    environment.prepare(extras=("test",))
    qt_libraries.ensure(environment.python, environ)
    return checks.run_all(environment, environ, arguments)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bootstrap.py", description=str(__doc__).splitlines()[0])
    parser.add_argument("command", choices=["run", "test"])
    parser.add_argument("arguments", nargs="*", help="after --, for techne or for pytest")
    asked = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a path the console has no letters for
    environment = Environment(Path(__file__).resolve().parents[1])
    say(f"Techne in {environment.root}; the first time takes 2 to 5 min, later a few seconds.")
    try:
        command = {"run": run, "test": test}[asked.command]
        return command(environment, asked.arguments)
    except Trouble as trouble:
        say(f"\n{trouble}\n{trouble.hint}")
        return 1
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
