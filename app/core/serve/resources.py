"""Skills as resources with addresses, for the protocol's lists and its extension for skills."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypeVar

from typing_extensions import TypedDict

from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.lifecycle.seen import Stage
from app.core.mirror.standard import folder_name
from app.core.serve.addresses import Address, parsed
from app.core.serve.errors import BadArguments
from app.core.serve.manifests import File, Manifest, folder, manifest
from app.core.serve.pages import Paged, followed, page, page_of
from app.core.serve.turn import Turn
from app.core.words import _

T = TypeVar("T")

_PAGE = 40
"""Skills on a page, if there is room for so many."""
_CHILDREN = 200
FOLDER = "inode/directory"


class ResourceDocument(TypedDict):
    """A file or a folder, in the words of the protocol."""

    uri: str
    name: str
    mimeType: str
    title: NotRequired[str]
    description: NotRequired[str]
    size: NotRequired[int]
    annotations: NotRequired[Mapping[str, Any]]


class ResourcesDocument(Paged):
    """A page of them."""

    resources: list[ResourceDocument]


class ContentDocument(TypedDict):
    """What is in a file: text, or bytes in base 64."""

    uri: str
    mimeType: str
    text: NotRequired[str]
    blob: NotRequired[str]


class ManifestFileDocument(TypedDict):
    """A file of a skill, so that whoever reads it can tell that it is the one that was meant."""

    uri: str
    digest: str
    size: int


class EntryDocument(TypedDict):
    """A skill in the list of the extension: all its files, each with its size and digest."""

    uri: str
    frontmatter: Mapping[str, Any]
    resources: list[ManifestFileDocument]


class EntriesDocument(Paged):
    """A page of them."""

    skills: list[EntryDocument]


def resources(turn: Turn, values: Mapping[str, Any]) -> ResourcesDocument:
    """The SKILL.md of every skill that the caller sees, and the files beside it."""

    def made(row: SkillRow) -> list[ResourceDocument]:
        about = manifest(turn.vault, row)
        return [_resource(row, about, file) for file in about.files]

    found, following = _page(turn, values, made)
    shown = [one for some in found for one in some]
    return followed({"resources": shown}, following, ResourcesDocument)


def read(turn: Turn, values: Mapping[str, Any]) -> ContentDocument:
    """What is in the file with that address; raises `NotFound`."""
    address = _parsed(values["uri"])
    row = _row(turn, address)
    one = folder(turn.vault, row.id)
    if one.name != address.name or address.path not in one.files:
        raise _unknown(address)
    data = one.files[address.path]
    turn.calls.note(Stage.READ, [row.id], turn.caller)
    answer: ContentDocument = {
        "uri": str(address),
        "mimeType": File(address.path, 0, "").media_type,
    }
    try:
        answer["text"] = data.decode()
    except UnicodeDecodeError:
        answer["blob"] = base64.b64encode(data).decode()
    return answer


def directory(turn: Turn, values: Mapping[str, Any]) -> ResourcesDocument:
    """What lies directly in the folder with that address.

    Raises `NotFound`, also for what is a file.
    """
    address = _parsed(values["uri"])
    row, made = _found(turn, address)
    below = f"{address.path}/" if address.path else ""
    inside = [file for file in made.files if file.path.startswith(below)]
    if not inside:
        raise _unknown(address)
    folders = sorted({rest for file in inside if (rest := _first(file.path[len(below) :]))})
    children: list[ResourceDocument] = [
        {
            "uri": str(Address(row.id, made.name, f"{below}{name}")),
            "name": name,
            "mimeType": FOLDER,
        }
        for name in folders
    ]
    children += [_resource(row, made, f) for f in inside if "/" not in f.path[len(below) :]]
    shown, following = page(children, values.get("cursor"), _CHILDREN)
    return followed({"resources": shown}, following, ResourcesDocument)


def skills(turn: Turn, values: Mapping[str, Any]) -> EntriesDocument:
    """Every skill that the caller sees, with the sizes and the digests of its files."""

    def made(row: SkillRow) -> EntryDocument | None:
        about = manifest(turn.vault, row)
        return _entry(row, about, about.fields) if about.fields is not None else None

    found, following = _page(turn, values, made)
    shown = [one for one in found if one is not None]
    return followed({"skills": shown}, following, EntriesDocument)


def skill(turn: Turn, values: Mapping[str, Any]) -> EntryDocument:
    """The one whose SKILL.md has that address; raises `NotFound`."""
    address = _parsed(values["uri"])
    row, made = _found(turn, address)
    if address.path != made.files[0].path or made.fields is None:
        raise _unknown(address)
    return _entry(row, made, made.fields)


class NamesDocument(TypedDict):
    """The first of the names that have what was typed in them; `total` says how many there are."""

    names: list[str]
    total: int


def names(turn: Turn, values: Mapping[str, Any]) -> NamesDocument:
    """Completes a title, or with `of` a `name` or an `id` as they stand in addresses."""
    typed = str(values["typed"]).casefold()
    said = _NAMINGS[values.get("of", "title")]
    found = list(dict.fromkeys(said(row) for row in _visible(turn)))
    starting = [name for name in found if name.casefold().startswith(typed)]
    inside = [name for name in found if typed in name.casefold() and name not in set(starting)]
    return {"names": [*starting, *inside][:100], "total": len(starting) + len(inside)}


_NAMINGS: Mapping[str, Callable[[SkillRow], str]] = {
    "title": lambda row: row.title,
    "name": lambda row: folder_name(row.title, row.id),
    "id": lambda row: str(row.id),
}


def _page(
    turn: Turn, values: Mapping[str, Any], made: Callable[[SkillRow], T]
) -> tuple[list[T], str]:
    """What is made of as many skills as a page has room for, and the cursor of the next page.

    A skill that is too long for a page alone is one all the same: a part of it would have another
    digest than the whole.
    """
    whole: list[T] = []

    def kept(rows: Sequence[SkillRow]) -> Iterator[T]:
        for row in rows:
            whole.append(made(row))
            yield whole[-1]

    shown, following = page_of(_visible(turn), kept, values.get("cursor"), _PAGE)
    return whole[: len(shown)], following


def _visible(turn: Turn) -> tuple[SkillRow, ...]:
    """By title, as everywhere."""
    return turn.scope.seen(catalogue.rows(turn.vault, order="title"))


def _entry(row: SkillRow, made: Manifest, fields: Mapping[str, Any]) -> EntryDocument:
    files: list[ManifestFileDocument] = [
        {
            "uri": str(Address(row.id, made.name, file.path)),
            "digest": f"sha256:{file.digest}",
            "size": file.size,
        }
        for file in made.files
    ]
    return {"uri": files[0]["uri"], "frontmatter": fields, "resources": files}


def _resource(row: SkillRow, made: Manifest, file: File) -> ResourceDocument:
    is_skill = file is made.files[0]
    about: ResourceDocument = {
        "uri": str(Address(row.id, made.name, file.path)),
        "name": made.name if is_skill else file.path.rpartition("/")[2],
        "mimeType": file.media_type,
        "title": row.title if is_skill else f"{row.title}: {file.path}",
        "size": file.size,
        "annotations": {
            "audience": ["assistant"],
            "priority": 0.8 if is_skill else 0.4,
            "lastModified": row.updated.isoformat(),
        },
    }
    if is_skill:
        about["description"] = made.description
    return about


def _first(rest: str) -> str:
    """The folder that a path leads into; empty for a file."""
    return rest.partition("/")[0] if "/" in rest else ""


def _found(turn: Turn, address: Address) -> tuple[SkillRow, Manifest]:
    row = _row(turn, address)
    made = manifest(turn.vault, row)
    if made.name != address.name:
        raise _unknown(address)
    return row, made


def _row(turn: Turn, address: Address) -> SkillRow:
    row = catalogue.row(turn.vault, address.skill)
    if row is None or not turn.scope.allows(row):
        raise _unknown(address)
    return row


def _parsed(said: Any) -> Address:
    address = parsed(said) if isinstance(said, str) else None
    if address is None:
        raise BadArguments(
            _("“{uri}” is not the address of a skill.").format(uri=said),
            _("Take one from the list of resources."),
        )
    return address


def _unknown(address: Address) -> NotFound:
    return NotFound(
        _("There is nothing at “{uri}”.").format(uri=address),
        _("Take an address from the list of resources."),
    )
