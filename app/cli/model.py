"""Commands about language models: what there is, getting, choosing and removing one."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, harmless, tell
from app.cli.session import Session
from app.core.errors import AppError
from app.core.store.files import Home
from app.core.words import _

if TYPE_CHECKING:
    from app.core.llm.shelf import Shelf
    from app.core.llm.shelved import Shelved

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("model", help=_("find, get and choose language models"))
    command.add_argument("action", metavar="ACTION", choices=sorted(_ACTIONS))
    command.add_argument("name", metavar="NAME", nargs="?", default="")
    command.add_argument(
        "--sha256", metavar="SHA256", default="", help=_("get: the checksum it must have")
    )
    command.add_argument(
        "--for",
        dest="use",
        choices=("text", "embedding"),
        help=_("use: what for, if not for what the model can"),
    )
    command.set_defaults(run=model, wrong=command.error)


def model(session: Session, arguments: argparse.Namespace) -> Answer:
    """Do what is asked of the shelf; none of it needs the vault."""
    from app.core.llm.shelf import Shelf  # noqa: PLC0415  other commands need no network

    if bool(arguments.name) is (arguments.action == "list"):
        arguments.wrong(
            _("list takes no name") if arguments.name else _("the name of a model is missing")
        )
    return _ACTIONS[arguments.action](Shelf(Home(session.home).models), arguments)


def _list(shelf: "Shelf", _arguments: argparse.Namespace) -> Answer:
    from app.cli import model_answer  # noqa: PLC0415  as above

    return model_answer.everything(shelf)


def _show(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    from app.cli import model_answer  # noqa: PLC0415  as above

    shown = shelf.named(arguments.name)
    digest = shelf.digest(shown.path, Line(_("Reading {name}").format(name=shown.name)))
    return model_answer.one(shelf, shown, digest)


def _get(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    """Of the recommended ones by name, of the others by address."""
    from app.core.llm.address import sha256_of  # noqa: PLC0415  as above
    from app.core.llm.download import Vouch, wanted  # noqa: PLC0415
    from app.core.llm.recommended import by_name  # noqa: PLC0415

    proposed = by_name(arguments.name)
    if proposed is None and "/" not in arguments.name:
        raise AppError(
            _("There is no recommended model {name}.").format(name=arguments.name),
            _("`techne model list` names them; any other is fetched by its https address."),
        )
    expected = sha256_of(arguments.sha256) if arguments.sha256 else ""
    what = proposed.wanted if proposed else wanted(arguments.name, expected)
    if (here := shelf.look().with_digest(what.sha256)) is not None:
        return _got(here, what.sha256, Vouch.EXPECTED, _("{name} is here already."))
    got, fetched = shelf.get(what, Line(_("Fetching {name}").format(name=what.name)))
    if fetched.vouched is Vouch.NOBODY:
        tell(_("Nobody vouches for this file. Compare its SHA-256 with what its publisher says."))
    return _got(got, fetched.sha256, fetched.vouched, _("{name} is here now."))


def _got(model: "Shelved", sha256: str, vouched: str, sentence: str) -> Answer:
    document = {"name": model.name, "path": str(model.path), "sha256": sha256, "checked": vouched}
    said = sentence.format(name=model.name)
    use = _("Use it with: techne model use {name}").format(name=model.name)
    return Answer(document, f"{said}\nSHA-256: {sha256}\n{use}")


def _use(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    from app.core.llm import runtime  # noqa: PLC0415  as above
    from app.core.llm.names import use_in_words  # noqa: PLC0415
    from app.core.llm.shelved import Use  # noqa: PLC0415

    if arguments.name == "none":
        use = Use(arguments.use or Use.TEXT)
        shelf.choose_none(use)
        said = _("No model is used for {use} now.").format(use=use_in_words(use))
        return Answer({"use": use, "name": None, "path": None}, said)
    chosen = shelf.named(arguments.name)
    use = Use(arguments.use or chosen.use)
    shelf.choose(chosen, use)
    if not runtime.is_installed():
        tell(_("It cannot run yet: llama.cpp is not installed. {how}").format(
            how=runtime.next_step()))  # fmt: skip
    said = _("{name} is used for {use} now.").format(name=chosen.name, use=use_in_words(use))
    return Answer({"use": use, "name": chosen.name, "path": str(chosen.path)}, said)


def _add(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    path = Path(arguments.name)
    shelf.add(path)
    said = _("Models in {path} are found from now on.").format(path=path)
    return Answer({"added": os.path.abspath(path)}, said)  # noqa: PTH100  links are kept


def _remove(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    """A model of our own, what arrived of one, or a place that was added."""
    if shelf.forget(Path(arguments.name)):
        said = _("Models in {path} are not looked for any more.").format(path=arguments.name)
        return Answer({"removed": arguments.name, "files": []}, said)
    if shelf.discard(arguments.name):
        said = _("What arrived of {name} was removed.").format(name=arguments.name)
        return Answer({"removed": arguments.name, "files": []}, said)
    removed = shelf.named(arguments.name)
    shelf.remove(removed)
    said = _("{name} was removed.").format(name=removed.name)
    files = [str(path) for path in removed.files]
    return Answer({"removed": removed.name, "files": files}, said)


def _try(shelf: "Shelf", arguments: argparse.Namespace) -> Answer:
    """One question to the chosen model, to see that it runs here and how fast."""
    from app.core.llm.model import Ask  # noqa: PLC0415  as above
    from app.core.llm.open_model import open_model  # noqa: PLC0415
    from app.core.llm.shelved import Use  # noqa: PLC0415

    chosen, local = shelf.ready(Use.TEXT), open_model(shelf, Use.TEXT)
    sampling = shelf.manner.sampling(tokens=256)
    ask = Ask(_("You answer in a few sentences."), arguments.name, sampling=sampling)
    try:
        text = "".join(local.stream(ask, Line(chosen.name))).strip()
    finally:
        local.unload()
    ended = local.ended
    document = {
        "model": chosen.name,
        "answer": text,
        "tokens": ended.tokens if ended else 0,
        "seconds": ended.seconds if ended else 0.0,
    }
    speed = _("{name}: {count} tokens, {speed} per second.").format(
        name=chosen.name,
        count=document["tokens"],
        speed=f"{ended.speed:.0f}" if ended else 0,
    )
    return Answer(document, f"{text}\n\n{speed}")


_ACTIONS: dict[str, Callable[["Shelf", argparse.Namespace], Answer]] = {
    "list": _list,
    "show": _show,
    "get": _get,
    "use": _use,
    "add": _add,
    "remove": _remove,
    "try": _try,
}


class Line:
    """A progress on standard error: one line that is written over, or nothing but on a terminal."""

    cancelled = False

    def __init__(self, title: str) -> None:
        self._title = title
        self._percent = -1
        self._live = sys.stderr is not None and sys.stderr.isatty()

    def report(self, fraction: float, text: str = "") -> None:
        percent = int(fraction * 100)
        if not self._live or percent == self._percent:
            return
        self._percent = percent
        line = f"\r{harmless(self._title)}: {percent} % {text}"
        print(f"{line:<78}", end="\n" if percent == 100 else "", file=sys.stderr, flush=True)
