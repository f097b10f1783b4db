"""The files that are kept with a skill, and that travel with it in packs.

Which they are is part of the skill's details, so that a change is a version and can be undone.
What is in them is stored once, by its SHA-256, and stays for the versions that name it.
"""

import mimetypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from app.core.actor import USER, Actor
from app.core.errors import AppError, NotFound
from app.core.library import file_store, library
from app.core.library.edit import Edit
from app.core.library.record import Meta, Reason, Saved
from app.core.packs.format.limits import ATTACHMENT_BYTES, ATTACHMENTS, MEBI, NAME_CHARS
from app.core.packs.format.names import folded, harmless
from app.core.packs.translate import sha256
from app.core.vault import Vault
from app.core.words import _, ngettext

_KEY = "attachments"
_PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a skill; `size` is in bytes, `digest` the SHA-256 of what is in it.

    One that `is_private` goes into no pack unless a person says so.
    """

    name: str
    media_type: str
    size: int
    digest: str
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A file to be kept with a new skill."""

    name: str
    data: bytes = field(repr=False)
    is_private: bool = False

    @property
    def digest(self) -> str:
        """The SHA-256 of what is in it."""
        return sha256(self.data)


def attachments(vault: Vault, skill: int) -> tuple[Attachment, ...]:
    """The files of a skill in the order they came; raises `NotFound` for a skill that is gone."""
    return _files(vault, _state(vault, skill)[1])


def content(vault: Vault, skill: int, name: str) -> bytes:
    """What is in a file of a skill; raises `NotFound`."""
    _text, meta = _state(vault, skill)
    digest = named(_files(vault, meta), name).digest
    return file_store.content(vault, digest)


def attach(vault: Vault, skill: int, name: str, data: bytes, *, actor: Actor = USER) -> Attachment:
    """Keep a file with a skill; see `attach_all`."""
    return attach_all(vault, skill, [(name, data)], actor=actor)[0]


def attach_all(
    vault: Vault, skill: int, files: Sequence[tuple[str, bytes]], *, actor: Actor = USER
) -> tuple[Attachment, ...]:
    """Keep files, each a name and what is in it, with a skill: one version, one undo. A job.

    Names are cleaned (`clean`); a file takes the place of one with the same name. What is there
    already is not written again. Raises `AppError` for a file that is too large or too many files,
    and `NotFound`; then nothing is kept.
    """
    for name, data in files:
        _refuse_large(name, data)
    _refuse_repeated([clean(name) for name, _data in files])
    contents = {sha256(data): data for _name, data in files}
    new = {folded(clean(name)): _item(clean(name), data) for name, data in files}

    def edit(_now: Saved, text: str, meta: Meta) -> Edit | None:
        items = {folded(item["name"]): item for item in _items(meta)} | new
        if len(items) > ATTACHMENTS:
            raise AppError(
                _("A skill can have {most} files; this would make {count}.").format(
                    most=ATTACHMENTS, count=len(items)
                ),
                _("Remove one first, or put several into an archive."),
            )
        if [*items.values()] == _items(meta):
            return None
        names = ", ".join(item["name"] for item in new.values())
        said = _("Attached {names}").format(names=names)
        details = _with(meta, [*items.values()])
        return Edit(skill, text, details, Reason.FILED, said, files=tuple(contents.items()))

    action = ngettext("Attach file", "Attach files", len(new))
    library.revise(vault, action, skill, edit, actor=actor)
    return tuple(_attachment(vault, item) for item in new.values())


def detach(vault: Vault, skill: int, name: str, *, actor: Actor = USER) -> Attachment:
    """Take a file off a skill; returns it. Earlier versions keep it, and undo brings it back.

    Raises `NotFound`.
    """
    gone = named(attachments(vault, skill), name)

    def edit(_now: Saved, text: str, meta: Meta) -> Edit:
        nonlocal gone
        gone = named(_files(vault, meta), name)
        left = [item for item in _items(meta) if item["name"] != gone.name]
        label = _("Removed {name}").format(name=gone.name)
        return Edit(skill, text, _with(meta, left), Reason.FILED, label)

    library.revise(vault, _("Remove file"), skill, edit, actor=actor)
    return gone


def named(files: Iterable[Attachment], name: str) -> Attachment:
    """The one of the files called `name`, whatever its case; raises `NotFound`."""
    known = list(files)
    for one in known:
        if folded(one.name) == folded(name):
            return one
    names = ", ".join(one.name for one in known)
    raise NotFound(
        _("The skill has no file called “{name}”.").format(name=name),
        _("It has: {names}.").format(names=names) if names else _("It has no files."),
    )


def clean(name: str) -> str:
    """`name` as one that is safe in any folder of any system, its ending kept."""
    whole = harmless(name.encode(errors="replace").decode()) or _("file")
    ending = PurePath(whole).suffix[:NAME_CHARS]
    stem = whole[: len(whole) - len(ending)][: NAME_CHARS - len(ending)]
    return f"{stem}{ending}".strip(" .")


def digests(meta: Meta) -> list[str]:
    """The SHA-256 of every file, in order."""
    return [item["digest"] for item in _items(meta)]


def packed_digests(meta: Meta) -> list[str]:
    """Those of the files that came with the pack, whatever a person has changed since."""
    came: list[str] = meta.extra.get(_CAME, digests(meta))
    return came


def with_files(meta: Meta, files: Sequence[Kept]) -> Meta:
    """The details of a new skill with these files; their names have to differ."""
    return _with(meta, [_item(clean(one.name), one.data) | _private(one) for one in files])


def free_name(name: str, taken: Iterable[str]) -> str:
    """`name`, or the same with a number, so that it is none of those."""
    cleaned, known = clean(name), {folded(clean(one)) for one in taken}
    path, number, free = PurePath(cleaned), 2, cleaned
    while folded(free) in known:
        free, number = f"{path.stem} ({number}){path.suffix}", number + 1
    return free


def without_private(meta: Meta) -> Meta:
    """The details without the files that stay at home."""
    items = _items(meta)
    shared = [item for item in items if not item.get(_PRIVATE)]
    return meta if len(shared) == len(items) else _with(meta, shared)


def private_names(meta: Meta) -> list[str]:
    """The files that stay at home unless a person says otherwise."""
    return [item["name"] for item in _items(meta) if item.get(_PRIVATE)]


def _private(one: Kept) -> dict[str, Any]:
    return {_PRIVATE: True} if one.is_private else {}


_CAME = "packedAttachments"


def _with(meta: Meta, items: list[dict[str, Any]]) -> Meta:
    """The details with these files, not forgetting which came from the pack."""
    extra = {name: value for name, value in meta.extra.items() if name != _KEY}
    if meta.origin is not None:
        extra[_CAME] = packed_digests(meta)
    return replace(meta, extra=extra | {_KEY: items} if items else extra)


def _files(vault: Vault, meta: Meta) -> tuple[Attachment, ...]:
    return tuple(_attachment(vault, item) for item in _items(meta))


def _items(meta: Meta) -> list[dict[str, Any]]:
    return list(meta.extra.get(_KEY, ()))


def _item(name: str, data: bytes) -> dict[str, Any]:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return {"name": name, "mediaType": kind, "digest": sha256(data)}


def _attachment(vault: Vault, item: dict[str, Any]) -> Attachment:
    size = file_store.size(vault, item["digest"])
    private = bool(item.get(_PRIVATE))
    return Attachment(item["name"], item["mediaType"], size, item["digest"], private)


def _refuse_large(name: str, data: bytes) -> None:
    if len(data) > ATTACHMENT_BYTES:
        raise AppError(
            _("{name} is larger than {most} MB.").format(
                name=clean(name), most=ATTACHMENT_BYTES // MEBI
            ),
            _("Keep it elsewhere and note where, or attach a smaller one."),
        )


def _refuse_repeated(names: Sequence[str]) -> None:
    for number, name in enumerate(names):
        if folded(name) in map(folded, names[:number]):
            raise AppError(
                _("Two of the files are called “{name}”.").format(name=name),
                _("Rename one of them."),
            )


def _state(vault: Vault, skill: int) -> tuple[str, Meta]:
    """The text and the details of a skill; raises `NotFound`."""
    text, state = library.text(vault, skill), library.current(vault, skill)
    assert state is not None
    return text, state[2]
