"""Skills in the forms in which other programs take them."""

import base64
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents import consent
from app.core.agents.consent import Group, Rule
from app.core.api import packs, prompts
from app.core.api.packs import ScanFindingDocument, scan_finding_document
from app.core.api.prompts import Form
from app.core.serve.errors import BadArguments, NotAllowed
from app.core.serve.pages import ROOM, Paged, followed, page, part
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Cursor, Engram, Name, closed
from app.core.serve.turn import Turn, id_of
from app.core.words import _

GSK = "gsk"
_NAME = "export_skill"


@closed
class ExportArguments(TypedDict):
    """Which skill, and in which form."""

    skill: Name
    engram: NotRequired[Engram]
    format: NotRequired[
        Annotated[
            Literal[
                "skill-md", "claude-md", "cursorrules", "system-prompt", "openai", "raw", "gsk"
            ],
            Field(description="skill-md without it; gsk is a signed pack, in Base64."),
        ]
    ]
    recipients: NotRequired[
        Annotated[list[str], Field(max_length=50, description="Of a gsk: who alone can open it.")]
    ]
    cursor: NotRequired[Cursor]


class ExportedTextDocument(Paged):
    """A skill as a text, or a page of it.

    `private` are secrets, personal folders and addresses in it, to look at before it leaves.
    """

    name: str
    format: str
    encoding: Literal["text", "base64"]
    content: str
    private: list[ScanFindingDocument]


def _export(turn: Turn, asked: ExportArguments) -> ExportedTextDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    form = asked.get("format", Form.SKILL_MD)
    if form == GSK:
        return _pack(turn, id_of(row), asked.get("recipients", []))
    if "recipients" in asked:
        raise BadArguments(
            _("Only a pack has recipients."), _("Choose the format gsk, or leave them out.")
        )
    exported = prompts.export(turn.vault, id_of(row), Form(form))
    private = [scan_finding_document(one) for one in exported.private]
    content, following = part(exported.text, asked.get("cursor"), ROOM - 6_000)
    return followed(
        {
            "name": exported.name,
            "format": form,
            "encoding": "text",
            "content": content,
            "private": page(private, room=6_000)[0],
        },
        following,
        ExportedTextDocument,
    )


def _pack(turn: Turn, skill: str, recipients: list[str]) -> ExportedTextDocument:
    """In one piece: each time it is packed, the bytes are others. Raises `NotAllowed`."""
    _refuse_signing(turn)
    packed = packs.pack(turn.vault, [skill], recipients=recipients)
    content = base64.b64encode(packed.data).decode()
    if len(content) > ROOM - 6_000:
        raise BadArguments(
            _("This pack is too long for an answer."),
            _("Ask the person to export it, or choose another format."),
        )
    private = [scan_finding_document(one) for _name, one in packed.packing.to_review]
    return {
        "name": packed.packing.pack.name,
        "format": GSK,
        "encoding": "base64",
        "content": content,
        "private": page(private, room=6_000)[0],
    }


def _refuse_signing(turn: Turn) -> None:
    """A pack is signed as the person: it is theirs to allow, as changing skills is.

    Where they are to be asked about this very tool, they were.
    """
    decided = consent.rules(turn.vault, turn.caller.client)
    said = decided.get(_NAME) or decided.get(Group.EDIT)
    if said is not Rule.ALLOW and decided.get(_NAME) is not Rule.ASK:
        raise NotAllowed(
            _("A pack carries the signature of the person, who has not allowed that."),
            _("Choose another format, or ask the person to export it."),
        )


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        _NAME,
        "Export a skill",
        "Gives a skill in the form in which another program takes it, without what training"
        " placed in it. Use it when the person wants to hand a skill on; show what is private in"
        " it first.",
        Group.READ,
        ExportArguments,
        ExportedTextDocument,
        _export,
    ),
)
