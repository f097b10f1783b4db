"""What `schema` says."""

import argparse
import json

from app.cli.answer import Answer
from app.cli.session import Session
from app.core.api import schema as schemas


def schema(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Of the documents of one command, or of all; needs no vault."""
    found = schemas.schema_of(arguments.name) if arguments.name else schemas.schema()
    return Answer(found, json.dumps(found, ensure_ascii=False, indent=2))
