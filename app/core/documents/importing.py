"""Documents that become skills: any number of them, all or none, one undo."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.actor import USER, Actor
from app.core.documents import limits
from app.core.documents.content import Form, Picture
from app.core.documents.draft import Draft
from app.core.documents.reading_process import ReadingProcess, file_data, shown_name
from app.core.documents.roles import Role
from app.core.errors import AppError
from app.core.library import bulk
from app.core.library.edit import Batch, Edit
from app.core.library.engrams import ensure, home, open_again
from app.core.library.record import Meta, Reason, Saved, Source
from app.core.packs import attachments
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import ngettext


@dataclass(frozen=True, slots=True)
class Arrived:
    """A document that was read, with its bytes; nothing is stored yet."""

    path: Path
    data: bytes
    draft: Draft

    @property
    def can_attach(self) -> bool:
        """Whether the original is small enough to be kept."""
        return len(self.data) <= ATTACHMENT_BYTES


@dataclass(frozen=True, slots=True)
class Refused:
    """One that could not be read, and why."""

    path: Path
    why: AppError


def read_documents(
    paths: Sequence[Path],
    progress: Progress = SILENT,
    process: Callable[[], ReadingProcess] = ReadingProcess,
) -> Iterator[Arrived | Refused]:
    """The documents in these files, one after the other, as they are read. A job.

    Raises `Cancelled`; the process that reads is ended then.
    """
    with process() as reading:
        for number, path in enumerate(paths):
            checkpoint(progress)
            part = _Part(progress, number, len(paths), shown_name(path))
            part.report(0)
            try:
                data = file_data(path)
                content = reading.read(data, shown_name(path), part)
                yield Arrived(path, data, Draft(shown_name(path), content))
            except AppError as error:
                checkpoint(progress)
                yield Refused(path, error)


@dataclass(frozen=True, slots=True)
class Wish:
    """A draft to be imported, and whether its original is kept with it."""

    arrived: Arrived
    keep_original: bool = True


def import_documents(
    vault: Vault,
    wishes: Sequence[Wish],
    engram: int | str | None = None,
    *,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> tuple[Saved, ...]:
    """Make a skill of each, see `batch`. A job. Raises `Cancelled`; then nothing is imported."""
    label = ngettext("Import document", "Import {count} documents", len(wishes))
    one = batch(wishes, engram, lambda _saved: None)
    return bulk.change(
        vault, label.format(count=len(wishes)), one.things, one.edit,
        actor=actor, begin=one.begin, progress=progress,
    )  # fmt: skip


def batch(
    wishes: Sequence[Wish],
    engram: int | str | None,
    done: Callable[[Sequence[Saved]], None],
) -> Batch[Wish]:
    """Makes a skill of each, in `engram` (made if there is none of that name).

    Pictures that are shown in the text are kept with it, and so is the original, which no pack
    takes along unless a person says so.
    """
    place = 0

    def begin(write: Write) -> None:
        nonlocal place
        if isinstance(engram, int):
            place = open_again(write, engram)
        else:
            place = ensure(write, engram) if engram else home(write)

    def edit(wish: Wish) -> Edit:
        draft = wish.arrived.draft
        kept = [attachments.Kept(one.name, one.data) for one in shown_pictures(draft)]
        if wish.keep_original and wish.arrived.can_attach:
            name = attachments.free_name(draft.name, [one.name for one in kept])
            kept.append(attachments.Kept(name, wish.arrived.data, is_private=True))
        meta = attachments.with_files(Meta(place, source=Source.DISK), kept)
        files = tuple((one.digest, one.data) for one in kept)
        text = draft.text
        return Edit(None, text, meta, Reason.IMPORTED, draft.name, draft.skill, files=files)

    return Batch(wishes, edit, begin, done)


def shown_pictures(draft: Draft) -> Iterable[Picture]:
    """The pictures of a document that its draft still shows."""
    shown = {
        passage.label
        for passage, role in zip(draft.content.passages, draft.roles, strict=True)
        if passage.form is Form.PICTURE and role is not Role.LEFT_OUT
    }
    return [one for one in draft.content.pictures if one.name in shown][: limits.PICTURES]


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of the work that one document is."""

    progress: Progress
    number: int
    count: int
    name: str

    def report(self, fraction: float, text: str = "") -> None:
        self.progress.report((self.number + min(fraction, 1.0)) / self.count, text or self.name)

    @property
    def cancelled(self) -> bool:
        return self.progress.cancelled
