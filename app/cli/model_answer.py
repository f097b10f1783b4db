"""What the commands about language models do and say."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.cli.answer import Answer, harmless, table, tell
from app.cli.session import Session
from app.core.api import models
from app.core.api.models import Removal
from app.core.llm import runtime
from app.core.llm.download import Vouch
from app.core.llm.fit import Fit, in_words
from app.core.llm.model_store import ModelStore
from app.core.llm.names import (
    origin_in_words,
    parameters_in_words,
    use_in_words,
    verdict_in_words,
)
from app.core.llm.recommended import Recommended
from app.core.llm.stored_model import Found, Use
from app.core.store.files import Home
from app.core.words import _


def model(session: Session, arguments: argparse.Namespace) -> Answer:
    """Do what is asked of the models of this computer; none of it needs the vault."""
    if bool(arguments.name) is (arguments.action == "list"):
        arguments.wrong(
            _("list takes no name") if arguments.name else _("the name of a model is missing")
        )
    return _ACTIONS[arguments.action](ModelStore(Home(session.home).models), arguments)


def _list(store: ModelStore, _arguments: argparse.Namespace) -> Answer:
    """What is here, what could be fetched, what cannot be used and why."""
    all_of_them = models.models(store)
    found = all_of_them.found
    sections = [
        _here(store, found, all_of_them.fits),
        _to_fetch(all_of_them.proposed),
        _left_out(found),
        all_of_them.missing,
    ]
    return Answer(all_of_them.document, "\n\n".join(section for section in sections if section))


def _show(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    """All that is known about a model."""
    reading = Line(_("Reading {name}").format(name=arguments.name))
    one = models.describe(store, arguments.name, reading)
    shown, header = one.model, one.model.header
    rows = [
        (_("Name"), shown.name),
        (_("For"), use_in_words(shown.use)),
        (_("Kept by"), origin_in_words(shown.origin)),
        (_("File"), str(shown.path)),
        (_("Size"), in_words(shown.size)),
        (_("Memory"), one.fit.sentence),
        (_("Architecture"), header.architecture),
        (_("Parameters"), parameters_in_words(header.parameters)),
        (_("Quantisation"), header.quantisation or _("not stated")),
        (_("Context"), _("{count} tokens").format(count=header.context)),
        (_("Licence"), header.licence or _("not stated")),
        (_("SHA-256"), one.digest),
    ]
    if one.document["chosen"]:
        rows.append((_("Chosen"), _("changed since") if one.changed else _("yes")))
    width = max(len(name) for name, _value in rows)
    text = "\n".join(f"{name.ljust(width)}  {value}" for name, value in rows)
    return Answer(one.document, text)


def _here(store: ModelStore, found: Found, fits: Sequence[Fit]) -> str:
    if not found.models:
        return _("No models on this computer yet.")
    chosen = {store.chosen(use) for use in Use}
    rows = [
        (
            "*" if model.path in chosen else "",
            model.name,
            use_in_words(model.use),
            in_words(model.size),
            model.header.quantisation,
            str(model.header.context),
            model.header.licence or "–",
            f"{in_words(fit.need.total)}, {verdict_in_words(fit.verdict)}",
            origin_in_words(model.origin),
        )
        for model, fit in zip(found.models, fits, strict=True)
    ]
    names = ("", _("NAME"), _("FOR"), _("SIZE"), _("QUANT."), _("CONTEXT"), _("LICENCE"))
    return table(rows, (*names, _("MEMORY"), _("KEPT BY")))


def _to_fetch(proposed: Sequence[Recommended]) -> str:
    rows = [
        (row.name, use_in_words(row.use), in_words(row.size), row.licence, row.about)
        for row in proposed
    ]
    if not rows:
        return ""
    names = (_("NAME"), _("FOR"), _("SIZE"), _("LICENCE"), _("WHAT IT IS GOOD FOR"))
    title = _("Recommended; download one with `techne model get NAME`:")
    return f"{title}\n{table(rows, names)}"


def _left_out(found: Found) -> str:
    if not found.left_out:
        return ""
    lines = "\n".join(f"{left.path}: {left.why}" for left in found.left_out)
    return f"{_('Left out:')}\n{lines}"


def _get(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    fetching = Line(_("Downloading {name}").format(name=arguments.name))
    done = models.get(store, arguments.name, arguments.sha256, fetching)
    got = done.document
    if done.fetched and got["checked"] is Vouch.NOBODY:
        tell(_("Techne does not know this file. Compare its SHA-256 with the published one."))
    sentence = _("Downloaded {name}.") if done.fetched else _("{name} is already downloaded.")
    said = sentence.format(name=got["name"])
    use = _("Use it with: techne model use {name}").format(name=got["name"])
    return Answer(got, f"{said}\nSHA-256: {got['sha256']}\n{use}")


def _use(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    chosen = models.choose(store, arguments.name, Use(arguments.use) if arguments.use else None)
    use = use_in_words(chosen["use"])
    if chosen["name"] is None:
        return Answer(chosen, _("No model is used for {use} now.").format(use=use))
    if not runtime.is_installed():
        tell(_("It cannot run yet: llama.cpp is not installed. {how}").format(
            how=runtime.next_step()))  # fmt: skip
    return Answer(chosen, _("{name} is now used for {use}.").format(name=chosen["name"], use=use))


def _add(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    path = Path(arguments.name)
    added = models.add(store, path)
    return Answer(added, _("Models in {path} are now listed.").format(path=path))


def _remove(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    """A model of our own, what arrived of one, or a place that was added."""
    done = models.remove(store, arguments.name)
    said = {
        Removal.FOLDER: _("Stopped listing models in {name}."),
        Removal.PART: _("The partial download of {name} was removed."),
        Removal.MODEL: _("{name} was removed."),
    }[done.what]
    return Answer(done.document, said.format(name=done.document["removed"]))


def _try(store: ModelStore, arguments: argparse.Namespace) -> Answer:
    """One question to the chosen model, to see that it runs here and how fast."""
    tried = models.ask(store, arguments.name, Line(_("Answering")))
    tokens, seconds = tried["tokens"], tried["seconds"]
    speed = _("{name}: {count} tokens, {speed} per second.").format(
        name=tried["model"],
        count=tokens,
        speed=f"{tokens / seconds:.0f}" if seconds else 0,
    )
    return Answer(tried, f"{tried['answer']}\n\n{speed}")


_ACTIONS: dict[str, Callable[[ModelStore, argparse.Namespace], Answer]] = {
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
