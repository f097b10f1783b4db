"""What a command is to look among."""

import argparse

from app.core.api.filters import NamedFilters


def filters(arguments: argparse.Namespace) -> NamedFilters:
    """Of memories, or of skills and memories where the command asks for both."""
    return NamedFilters(
        engram=arguments.engram,
        source=arguments.source,
        tag=arguments.tag,
        since=arguments.since,
        until=arguments.until,
        role=getattr(arguments, "role", ""),
        only=getattr(arguments, "only", None),
    )
