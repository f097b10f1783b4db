"""Words found in skills, and others written in their place."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find as find_skill
from app.core.api.skills import Chosen
from app.core.library import catalogue, replace
from app.core.library.replace import Found, Place
from app.core.progress import Progress
from app.core.skills.editing.find import Finder, Query
from app.core.vault import Vault


class PlaceDocument(TypedDict):
    """A place at `start` of a text, with its line as it is; `found` is what stands there."""

    line: int
    start: int
    found: str
    text: str


class FoundDocument(SkillDocument):
    """A skill and where the words are in it."""

    places: list[PlaceDocument]


class ReplacedPlaceDocument(PlaceDocument):
    """The same with what is written there, and the line with that alone."""

    written: str
    after: str


class ReplacedSkillDocument(SkillDocument):
    """A skill as it is now, and what was, or would be, replaced in the text before."""

    places: list[ReplacedPlaceDocument]


class ReplacedDocument(TypedDict):
    """`stale` are skills that were left as they are, because somebody edited them meanwhile;
    `inMemories` counts what stands in placed memories, where nothing is replaced."""

    dryRun: bool
    replaced: list[ReplacedSkillDocument]
    stale: list[SkillDocument]
    inMemories: int


def find(
    vault: Vault, query: Query, names: Sequence[str], chosen: Chosen, progress: Progress
) -> list[FoundDocument]:
    """Where it is found in the skills that are named, or in all that are chosen.

    Raises `NotFound`, `Ambiguous`, `BadPattern`, `SlowPattern`, `Cancelled`.
    """
    found = replace.find(vault, Finder(query), _among(vault, names, chosen), progress)
    return [
        {**skill_document(one.skill), "places": [_place(place) for place in one.places]}
        for one in found
    ]


def replace_in_skills(
    vault: Vault,
    query: Query,
    written: str,
    names: Sequence[str],
    chosen: Chosen,
    progress: Progress,
    *,
    dry_run: bool,
    actor: Actor,
) -> ReplacedDocument:
    """Write that in the place of all that is found, as one undo, or say what would change.

    Raises as `find` does.
    """
    among = _among(vault, names, chosen)
    proposed = replace.propose(vault, Finder(query), written, among, progress)
    in_memories = sum(one.in_memories for one in proposed)
    found = [one for one in proposed if one.places]
    if dry_run:
        replaced = _documents(vault, found)
        return {"dryRun": True, "replaced": replaced, "stale": [], "inMemories": in_memories}
    done = replace.apply(vault, query.text, found, actor=actor, progress=progress)
    saved = {one.skill for one in done.saved}
    return {
        "dryRun": False,
        "replaced": _documents(vault, [one for one in found if one.skill.id in saved]),
        "stale": [skill_document(row) for row in done.stale],
        "inMemories": in_memories,
    }


def _among(vault: Vault, names: Sequence[str], chosen: Chosen) -> list[int]:
    """The ids of those that are named, each once, or of those that are chosen."""
    if not names:
        return [row.id for row in chosen.rows(vault)]
    return list(dict.fromkeys(find_skill(vault, name, chosen.engram).id for name in names))


def _documents(vault: Vault, found: Sequence[Found]) -> list[ReplacedSkillDocument]:
    now = catalogue.some(vault, [one.skill.id for one in found])
    return [
        {
            **skill_document(now.get(one.skill.id, one.skill)),
            "places": [_replaced(place) for place in one.places],
        }
        for one in found
    ]


def _place(place: Place) -> PlaceDocument:
    return {
        "line": place.line,
        "start": place.start,
        "found": place.old,
        "text": f"{place.lead}{place.old}{place.tail}",
    }


def _replaced(place: Place) -> ReplacedPlaceDocument:
    after = f"{place.lead}{place.new}{place.tail}"
    return {**_place(place), "written": place.new, "after": after}
