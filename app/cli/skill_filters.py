"""Which skills a list of them is to have."""

import argparse
from typing import get_args

from app.core.api.skills import Chosen
from app.core.library.catalogue import Order
from app.core.library.record import Source
from app.core.words import _


def chosen(arguments: argparse.Namespace) -> Chosen:
    """The skills that a person wants to see (seed 003: source, tag and text narrow the list)."""
    return Chosen(
        engram=arguments.engram,
        tag=arguments.tag,
        role=arguments.role,
        text=arguments.text,
        origin=Source(arguments.origin) if arguments.origin else None,
        order=arguments.order if arguments.order in get_args(Order) else "title",
    )


def nothing_listed(arguments: argparse.Namespace) -> str:
    given = vars(arguments)
    narrowed = any(given[name] for name in ("engram", "tag", "role", "text", "origin"))
    return _("No skill fits that.") if narrowed else _("No skills yet.")
