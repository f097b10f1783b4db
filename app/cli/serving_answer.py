"""Serving agents: neither of the two commands answers, they run until they are ended."""

import argparse

from app.cli.answer import Answer
from app.cli.session import Session
from app.core.store.files import Home


def mcp(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.core.serve.mcp import stdio  # noqa: PLC0415 - it takes over the standard output

    stdio.main(session.home)


def serve(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.core.serve.http import server  # noqa: PLC0415 - slow to load

    token_file = arguments.token_file or Home(session.home).server_token
    server.serve(session.home, arguments.port, token_file)
