"""Changing the library: saving, deleting, files that are kept with a skill."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import attachments, naming, skills
from app.core.api.attachments import AttachmentDocument
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.skills import DeletedDocument, EditedDocument
from app.core.library import catalogue, engrams
from app.core.library.renaming import NameTaken
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.runs import store
from app.core.runs.open_runs import open_of
from app.core.serve.errors import BadArguments
from app.core.serve.pages import page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Engram, Into, Name, closed, decoded
from app.core.serve.tools.reading import SkillArguments
from app.core.serve.tools.run_sight import shows_run
from app.core.serve.turn import Turn, id_of
from app.core.skills import names
from app.core.skills.reading.grammar import parse
from app.core.words import _

_LONGEST = 1_000_000
"""Characters of a text that an agent saves."""


@closed
class SaveArguments(TypedDict):
    """A text, and what it is an edit of."""

    text: Annotated[
        str,
        Field(max_length=_LONGEST, description="The whole skill: # Title, goals, numbered steps."),
    ]
    skill: NotRequired[
        Annotated[str, Field(description="The skill to change; without it a new one is made.")]
    ]
    base: NotRequired[
        Annotated[str, Field(description="The base of the skill that get_skill told you.")]
    ]
    engram: NotRequired[Into]


def _save(turn: Turn, asked: SaveArguments) -> EditedDocument:
    actor = turn.caller.actor
    if "skill" not in asked:
        engram = turn.open(asked["engram"]) if "engram" in asked else None
        _refuse_taken(turn, asked["text"], engram or engrams.home_name(turn.vault))
        return skills.create(turn.vault, asked["text"], engram, actor=actor)
    row = turn.find(asked["skill"], asked.get("engram"))
    if "base" not in asked:
        raise BadArguments(
            _("A skill is only changed with its base."),
            _("Get it with get_skill, make your change in its text, and name its base."),
        )
    return skills.edit(turn.vault, id_of(row), asked["text"], base=asked["base"], actor=actor)


def _refuse_taken(turn: Turn, text: str, engram: str) -> None:
    """What is saved a second time is meant as a change; raises `NameTaken`."""
    key = names.key(parse(text).title)
    for row in catalogue.some(turn.vault, catalogue.named(turn.vault, key, None)).values():
        if row.key == key and names.key(row.engram_name) == names.key(engram):
            raise NameTaken(
                _("{engram} already has a skill called “{name}”.").format(
                    engram=row.engram_name, name=row.title
                ),
                _("To change it, get it with get_skill and save with its base; or choose a name."),
            )


def _delete(turn: Turn, asked: SkillArguments) -> DeletedDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    called_by = naming.callers(turn.vault, [row.id])[row.id]
    skills.delete(turn.vault, id_of(row), actor=turn.caller.actor)
    found = [store.run(turn.vault, number) for number in open_of(turn.vault, [row.id])]
    return {
        "deleted": skill_document(row),
        "calledBy": page(_seen(turn, called_by))[0],
        "openRuns": [run.id for run in found if shows_run(turn, run)],
    }


def _seen(turn: Turn, found: list[SkillDocument]) -> list[SkillDocument]:
    seen = {id_of(row) for row in turn.seen([int(one["id"][6:]) for one in found])}
    return [one for one in found if one["id"] in seen]


@closed
class AttachArguments(TypedDict):
    """A file, as text or in Base64."""

    skill: Name
    name: Annotated[str, Field(min_length=1, max_length=200, description="The name of the file.")]
    content: Annotated[
        str,
        Field(max_length=2 * ATTACHMENT_BYTES, description="What is in it."),
    ]
    encoding: NotRequired[
        Annotated[Literal["text", "base64"], Field(description="text without it.")]
    ]
    engram: NotRequired[Engram]


class AttachedDocument(TypedDict):
    """The files of a skill, with the new one."""

    skill: SkillDocument
    attached: AttachmentDocument


def _attach(turn: Turn, asked: AttachArguments) -> AttachedDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    is_text = asked.get("encoding", "text") == "text"
    data = asked["content"].encode() if is_text else decoded(asked["content"])
    files = [(asked["name"], data)]
    (attached,) = attachments.attach(
        turn.vault, id_of(row), files, actor=turn.caller.actor
    ).document
    return {"skill": skill_document(turn.find(id_of(row))), "attached": attached}


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "save_skill",
        "Save a skill",
        "Saves a new skill, or a change to one. Use it when the person wants a procedure kept or"
        " corrected: for a change, get the skill first and name its base, so that what others"
        " changed meanwhile stays. Run check_skill afterwards.",
        Group.EDIT,
        SaveArguments,
        EditedDocument,
        _save,
        idempotent=False,
    ),
    Tool(
        "attach_file",
        "Keep a file with a skill",
        "Keeps a file with a skill, in place of one of the same name. Use it for templates and"
        " examples that the steps need.",
        Group.EDIT,
        AttachArguments,
        AttachedDocument,
        _attach,
    ),
    Tool(
        "delete_skill",
        "Delete a skill",
        "Takes a skill out of the library; the person can bring it back. Use it only when the"
        " person asks for it.",
        Group.DELETE,
        SkillArguments,
        DeletedDocument,
        _delete,
        destructive=True,
        idempotent=False,
    ),
)
