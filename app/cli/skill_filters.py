"""Which skills a list of them is to have."""

import argparse
from typing import get_args

from app.cli.answer import tell
from app.core.api.skills import Chosen
from app.core.library.catalogue import Order
from app.core.library.record import Source
from app.core.vault import Vault
from app.core.words import _


def chosen(arguments: argparse.Namespace) -> Chosen:
    """The skills that a person wants to see (seed 003: source, tag and text narrow the list)."""
    return Chosen(
        engram=arguments.engram,
        tag=arguments.tag,
        role=arguments.role,
        text=arguments.text,
        origin=Source(arguments.origin) if arguments.origin else None,
        favourite=arguments.favourite,
        order=arguments.order if arguments.order in get_args(Order) else None,
    )


def tell_what_was_meant(vault: Vault, arguments: argparse.Namespace) -> None:
    """Where nothing has the words, name some that are spelled almost like them."""
    if (meant := chosen(arguments).meant(vault)) is not None:
        tell(_("Did you mean “{close}”?").format(close=meant))


def nothing_listed(arguments: argparse.Namespace) -> str:
    given = vars(arguments)
    narrowed = any(given[name] for name in ("engram", "tag", "role", "text", "origin", "favourite"))
    return _("No skill matches.") if narrowed else _("No skills yet.")
