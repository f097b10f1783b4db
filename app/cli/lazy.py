"""What a command does is loaded when it is asked for: a short one waits for no vectors."""

import argparse
from collections.abc import Callable
from importlib import import_module

from app.cli.answer import Answer
from app.cli.session import Session

Run = Callable[[Session, argparse.Namespace], Answer]


def lazily(place: str) -> Run:
    """The function at `place` ("life_answer.used") of this package, found when it is called."""
    module, _dot, name = place.partition(".")

    def run(session: Session, arguments: argparse.Namespace) -> Answer:
        found: Run = getattr(import_module(f"app.cli.{module}"), name)
        return found(session, arguments)

    return run
