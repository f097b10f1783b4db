"""Getting a model file: resumed where it stopped, checked, in its place only when it is whole."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path

from app.core.errors import AppError
from app.core.llm import gguf
from app.core.llm.address import address, file_name, host, sha256_in
from app.core.llm.file_facts import sha256
from app.core.llm.fit import in_words
from app.core.llm.partial_file import PartialFile, part_of
from app.core.llm.server import Offer, ask
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _

_CHUNK = 1 << 18
_BREAKS = 50
"""So often a connection may break, as long as something arrives in between."""
_TELL = 1 << 20
"""Bytes between two reports."""
_SPARE = 200_000_000
"""Bytes of the disk that are left to everything else."""
_MAGIC = b"GGUF"


class DownloadFailed(AppError):
    """The file did not arrive whole; what did arrive is kept if it can be of use."""

    code = "download-failed"


class Vouch(StrEnum):
    """Who says that the file is the right one."""

    EXPECTED = "expected"
    """The checksum we knew before."""
    PUBLISHED = "published"
    """The server's own checksum: nothing was lost on the way."""
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to get. `sha256` is empty and `size` 0 when they are not known."""

    url: str
    name: str
    sha256: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Fetched:
    path: Path
    sha256: str
    vouched: Vouch


def wanted(typed: str, sha256: str = "") -> Wanted:
    """What an address that a person typed asks for. Raises `BadAddress`."""
    url = address(typed)
    return Wanted(url, file_name(url), sha256 or sha256_in(url))


def download(what: Wanted, folder: Path, progress: Progress = SILENT) -> Fetched:
    """Fetch a file into `folder`. Raises `DownloadFailed`, `Cancelled`. Slow: a job.

    What arrived so far is in `NAME.part`, and the next call resumes from it.
    """
    target = folder / what.name
    if target.exists():
        return _already_here(what, target, progress)
    with part_of(target, what.url) as part:
        try:
            offer = _fetch(what, part, progress)
            expected = what.sha256 or offer.sha256
            _check(part, expected)
        except _Useless as useless:
            part.discard()
            raise useless.args[0] from useless
        part.finish(target)
        vouched = Vouch.EXPECTED if what.sha256 else Vouch.PUBLISHED
        return Fetched(target, part.sha256, vouched if expected else Vouch.NOBODY)


def _already_here(what: Wanted, target: Path, progress: Progress) -> Fetched:
    if what.sha256 and sha256(target, progress) == what.sha256:
        return Fetched(target, what.sha256, Vouch.EXPECTED)
    raise DownloadFailed(
        _("The models folder already has a file {name}.").format(name=target.name),
        _("Use that one, or remove it first."),
    )


def _fetch(what: Wanted, part: PartialFile, progress: Progress) -> Offer:
    """Ask as often as something arrives, until everything is there."""
    part.take_up(progress)
    for _attempt in range(_BREAKS):
        checkpoint(progress)
        before = part.size
        try:
            return _receive(what, part, progress)
        except _Broke as broke:
            if part.size <= before:
                raise _broken(what) from broke
    raise _broken(what)


def _receive(what: Wanted, part: PartialFile, progress: Progress) -> Offer:
    """One request and its answer."""
    can_go_on = part.etag or what.sha256  # else two halves of two files would be put together
    with ask(what.url, part.size if can_go_on else 0, part.etag) as offer:
        if offer.start != part.size:
            part.start_again()
        part.is_of(offer.etag)
        total = offer.total or what.size
        _compare(what, offer)
        _need_room(total - part.size, part.path.parent)
        told = 0
        for chunk in _chunks(offer):
            checkpoint(progress)
            if part.size == 0 and not chunk.startswith(_MAGIC[: len(chunk) or None]):
                raise _Useless(_no_model(what))
            part.add(chunk)
            if total and part.size > total:
                raise _Useless(_other_size(what))
            if part.size - told >= _TELL or part.size == total:
                told = part.size
                progress.report(part.size / total if total else 0.0, _how_far(part.size, total))
    if part.size < total:
        raise _Broke
    return offer


def _compare(what: Wanted, offer: Offer) -> None:
    """What is offered with what is wanted, before gigabytes are fetched for nothing."""
    if what.size and offer.total not in (0, what.size):
        raise _Useless(_other_size(what))
    if what.sha256 and offer.sha256 not in ("", what.sha256):
        raise _Useless(_other_file())


def _chunks(offer: Offer) -> Iterator[bytes]:
    """What arrives; the first piece is long enough to be recognised."""
    with _breaking():
        yield offer.read(len(_MAGIC))
    while True:
        with _breaking():
            chunk = offer.read_some(_CHUNK)
        if not chunk:
            return
        yield chunk


class _Broke(Exception):
    """The connection ended before the file did."""


class _Useless(Exception):
    """What arrived is not worth keeping; why is `args[0]`, for people."""


@contextmanager
def _breaking() -> Iterator[None]:
    try:
        yield
    except (HTTPException, OSError, ValueError) as error:
        raise _Broke from error


def _check(part: PartialFile, expected: str) -> None:
    """The checksum where there is one; a whole model in any case."""
    if expected and part.sha256 != expected:
        raise _Useless(_other_file())
    part.flush()
    try:
        gguf.read(part.path)
    except AppError as error:
        raise _Useless(error) from error


def _need_room(more: int, folder: Path) -> None:
    lacking = more + _SPARE - shutil.disk_usage(folder).free
    if more > 0 and lacking > 0:
        raise DownloadFailed(
            _("Not enough disk space: {more} more needed.").format(more=in_words(lacking)),
            _("Free some space and try again."),
        )


def _how_far(done: int, total: int) -> str:
    if not total:
        return in_words(done)
    return _("{done} of {total}").format(done=in_words(done), total=in_words(total))


def _broken(what: Wanted) -> DownloadFailed:
    return DownloadFailed(
        _("The connection to {host} was lost.").format(host=host(what.url)),
        _("Start it again when the network is back; it resumes where it stopped."),
    )


def _other_size(what: Wanted) -> DownloadFailed:
    return DownloadFailed(
        _("The file at {host} has a different size.").format(host=host(what.url)),
        _("Nothing was kept. The file was replaced there; choose another model."),
    )


def _other_file() -> DownloadFailed:
    return DownloadFailed(
        _("This is not the expected file: its checksum is different."),
        _("Nothing was kept. Try again; if it happens again, do not use this source."),
    )


def _no_model(what: Wanted) -> DownloadFailed:
    return DownloadFailed(
        _("What {host} sent is not a GGUF model.").format(host=host(what.url)),
        _("Copy the address of the file itself, not of the page that describes it."),
    )
