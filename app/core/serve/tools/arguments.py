"""What several tools take."""

import base64
import binascii
from typing import Annotated, TypeVar

from pydantic import ConfigDict, Field, with_config

from app.core.serve.errors import BadArguments
from app.core.words import _

A = TypeVar("A")

Name = Annotated[str, Field(description="The title of a skill, or its id (skill:12).")]
Engram = Annotated[
    str, Field(description="The engram to look in; all that are open to you without it.")
]
Into = Annotated[str, Field(description="The engram to put it in, made if there is none.")]
Cursor = Annotated[str, Field(description="nextCursor of the answer before this one.")]
Session = Annotated[
    str,
    Field(max_length=200, description="Your session; the one of this connection without it."),
]
MemoryId = Annotated[str, Field(description="The id of a memory, such as memory:12.")]


def closed(kind: type[A]) -> type[A]:
    """Arguments that refuse what they do not know, so that a misspelled one is not passed over."""
    return with_config(ConfigDict(extra="forbid"))(kind)


def decoded(content: str) -> bytes:
    """What is in a file that was sent in Base64; raises `BadArguments`."""
    try:
        return base64.b64decode(content, validate=True)
    except (ValueError, binascii.Error) as error:
        raise BadArguments(
            _("The content is not Base64."), _("Encode it, or send it as text.")
        ) from error
