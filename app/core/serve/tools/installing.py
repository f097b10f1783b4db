"""Skills that come in as files; for the HTTP API alone, as agents save what they write."""

from pathlib import Path
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import installing
from app.core.api.documents import SkillDocument, skill_document
from app.core.errors import NotFound
from app.core.library import engrams
from app.core.mirror import folders
from app.core.serve.errors import BadArguments
from app.core.serve.pages import page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Into, closed, decoded
from app.core.serve.turn import Turn
from app.core.words import _

_LARGEST = 8_000_000
"""Characters of a file in Base64."""


@closed
class InstallArguments(TypedDict):
    """A file with its content, or a skill in a linked folder."""

    file: NotRequired[
        Annotated[
            str,
            Field(min_length=1, max_length=200, description="The name of an uploaded file."),
        ]
    ]
    content: NotRequired[
        Annotated[str, Field(max_length=_LARGEST, description="What is in it, in Base64.")]
    ]
    folder: NotRequired[
        Annotated[str, Field(max_length=4_000, description="A folder that is linked.")]
    ]
    name: NotRequired[
        Annotated[str, Field(max_length=200, description="The skill in that folder.")]
    ]
    engram: NotRequired[Into]


class InstalledDocument(TypedDict):
    """What came in; skills in quarantine are only counted, until a person released them."""

    installed: list[SkillDocument]
    inQuarantine: int
    kept: int
    notices: list[str]


def _install(turn: Turn, asked: InstallArguments) -> InstalledDocument:
    if "file" in asked and "content" in asked and not {"folder", "name"} & asked.keys():
        done = installing.upload(
            turn.vault,
            asked["file"],
            decoded(asked["content"]),
            turn.open(asked["engram"]) if "engram" in asked else None,
            actor=turn.caller.actor,
        )
    elif "folder" in asked and "name" in asked and not {"file", "content"} & asked.keys():
        path = Path(asked["folder"])
        _refuse_closed(turn, path)
        done = installing.from_folder(turn.vault, path, [asked["name"]])
    else:
        raise BadArguments(
            _("It is not said what to install."),
            _("Upload a file, or name a linked folder and a skill in it."),
        )
    seen = turn.scope.seen(done.skills)
    return {
        "installed": page([skill_document(row) for row in seen], room=20_000)[0],
        "inQuarantine": len(done.skills) - len(seen),
        "kept": done.kept,
        "notices": page(done.notices, room=10_000)[0],
    }


def _refuse_closed(turn: Turn, path: Path) -> None:
    """A folder that is linked to a closed engram is not there."""
    linked = folders.linked_at(turn.vault, path)
    if engrams.filed(turn.vault, linked.engram) in turn.scope.closed:
        raise NotFound(
            _("{path} is not linked.").format(path=path), _("Choose a folder that is linked.")
        )


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "install_skill",
        "Install a skill",
        "Installs the skills of an uploaded pack, SKILL.md or archive, or one of a linked folder.",
        Group.EDIT,
        InstallArguments,
        InstalledDocument,
        _install,
    ),
)
