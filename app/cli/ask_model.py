"""Asking the chosen model from a command that also does its work without one."""

import argparse
import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.cli.session import Session
from app.core.store.files import Home
from app.core.words import _

if TYPE_CHECKING:
    from app.core.llm.model_store import ModelStore
    from app.core.llm.process import LocalModel


def model_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--no-model", action="store_true", help=_("do not use a language model"))


def model_store(session: Session) -> "ModelStore":
    from app.core.llm.model_store import ModelStore  # noqa: PLC0415  most commands need no models

    return ModelStore(Home(session.home).models)


@contextmanager
def chosen(
    session: Session, arguments: argparse.Namespace
) -> Iterator[tuple["LocalModel | None", str]]:
    """The chosen model until the command is done with it; None and why, if that was not wanted."""
    from app.core.llm.model import ModelTrouble  # noqa: PLC0415  as above
    from app.core.llm.open_model import open_model  # noqa: PLC0415
    from app.core.llm.stored_model import Use  # noqa: PLC0415

    if arguments.no_model:
        yield None, ""
        return
    try:
        model = open_model(model_store(session), Use.TEXT)
    except ModelTrouble as trouble:
        yield None, f"{trouble} {trouble.hint}".strip()
        return
    try:
        yield model, ""
    finally:
        model.unload()


def difference(before: str, after: str) -> str:
    """What differs, line by line; empty for nothing."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
    return "\n".join(line for line in list(lines)[2:])
