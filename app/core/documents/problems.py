"""Why a document cannot be read, in one sentence, and what to do about it."""

from app.core.documents import limits
from app.core.memory.reading.decoding import Unreadable
from app.core.words import _


def damaged() -> Unreadable:
    return Unreadable(_("It is damaged."), _("Open it in another program and save it again."))


def locked() -> Unreadable:
    return Unreadable(
        _("It is locked with a password."),
        _("Open it with the password and save a copy without one."),
    )


def scanned() -> Unreadable:
    return Unreadable(_("It has no text, only images of pages."), _("Run OCR on it first."))


def empty() -> Unreadable:
    return Unreadable(_("It contains no words."), _("Add some text, or leave it out."))


def not_a_file() -> Unreadable:
    return Unreadable(
        _("It is a folder, a pipe or a device, not a file."), _("Choose the documents themselves.")
    )


def too_large() -> Unreadable:
    return Unreadable(
        _("It is larger than {most} MB.").format(most=limits.FILE_BYTES // 1_000_000),
        _("Split it into several files."),
    )


def too_many_pages() -> Unreadable:
    return Unreadable(
        _("It has more than {most} pages.").format(most=limits.PAGES),
        _("Import only the pages with the procedure."),
    )


def too_long() -> Unreadable:
    return Unreadable(
        _("It is longer than {most} characters.").format(most=f"{limits.CHARACTERS:,}"),
        _("Import only the part with the procedure."),
    )


def bomb() -> Unreadable:
    return Unreadable(
        _("It unpacks to far more than any document holds."),
        _("It may be meant to harm. Ask where it came from."),
    )


def foreign() -> Unreadable:
    return Unreadable(
        _("It declares XML entities, which no document needs."),
        _("It may be meant to harm. Ask where it came from."),
    )


def other_kind(name: str, better: str) -> Unreadable:
    return Unreadable(
        _("It is {kind}, which Techne does not read.").format(kind=name),
        _("Save it as {format} and import that.").format(format=better),
    )


def took_too_long() -> Unreadable:
    return Unreadable(
        _("Reading it took longer than {most} seconds and was stopped.").format(
            most=int(limits.SECONDS)
        ),
        _("Save it again in the program it was made with, or split it."),
    )


def lost() -> Unreadable:
    """Its process ended: it wanted more memory than it may have, or the reader has a fault."""
    return Unreadable(
        _("Reading it took more memory than allowed."),
        _("Save it again in the program it was made with, or split it."),
    )
