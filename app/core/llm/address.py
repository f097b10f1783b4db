"""Addresses, file names and checksums that came from outside, cleaned before they are used."""

import re
from urllib.parse import unquote, urlsplit

from app.core.errors import AppError
from app.core.words import _

_UNWELCOME = re.compile(r"[^\w .()+-]+")
"""What a file name does not need, and some systems do not take."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that mean a device on Windows, with any ending."""
_LONGEST_NAME = 120
_SHA256 = re.compile(r"(?:sha256[:-])?([0-9a-f]{64})", re.IGNORECASE)
_PAGE = re.compile(r"^(https://huggingface\.co/[^/?#]+/[^/?#]+)/blob/")
_SUFFIX = ".gguf"


class BadAddress(AppError):
    """What was typed is not an address that models are fetched from."""

    code = "bad-address"


def address(typed: str) -> str:
    """The address to ask for, from what a person typed or pasted. Raises `BadAddress`.

    Only https, and http for this computer itself. The address of a page that shows a file becomes
    that of the file.
    """
    typed = typed.strip()
    if not typed.isprintable() or " " in typed:
        raise BadAddress(_("The address contains spaces or invisible characters."), _hint())
    try:
        parts = urlsplit(typed)
        parts.port  # noqa: B018  raises what a damaged port is
    except ValueError as error:
        raise BadAddress(_("This is not an address."), _hint()) from error
    if parts.username is not None or parts.password is not None:
        raise BadAddress(
            _("The address contains a user name or password."),
            _("Download the file with a browser, then use it from its folder."),
        )
    if not is_allowed(typed):
        raise BadAddress(_("Models are downloaded from https addresses only."), _hint())
    return _PAGE.sub(r"\1/resolve/", typed).partition("#")[0]


def is_allowed(url: str) -> bool:
    """Whether something may be fetched from there: over https, or from this computer itself."""
    parts = urlsplit(url)
    return bool(parts.hostname) and (parts.scheme == "https" or _is_loopback(url))


def may_lead_to(old: str, new: str) -> bool:
    """Whether a server may send us on; from outside never into this computer."""
    return is_allowed(new) and (_is_loopback(old) or urlsplit(new).scheme == "https")


def file_name(url: str) -> str:
    """The name for the file at `url`: one plain part of a path, ending in `.gguf`."""
    last = re.split(r"[/\\]", unquote(urlsplit(url).path))[-1]
    stem = last[: -len(_SUFFIX)] if last.lower().endswith(_SUFFIX) else last
    stem = _UNWELCOME.sub("-", stem).strip(" .-")[:_LONGEST_NAME].rstrip(" .-")
    if not stem or _DEVICES.match(stem):
        stem = f"model-{stem}".rstrip("-")
    return stem + _SUFFIX


def sha256_of(typed: str) -> str:
    """The checksum a person typed, as 64 lower-case digits. Raises `AppError`."""
    found = _SHA256.fullmatch(typed.strip())
    if found is None:
        raise AppError(
            _("This is not a SHA-256: that has 64 digits from 0 to 9 and a to f."),
            _("Copy it again from the page that offers the model."),
        )
    return found[1].lower()


def sha256_in(url: str) -> str:
    """The checksum that is part of the address itself (`…/blobs/sha256:…`), or nothing."""
    found = _SHA256.fullmatch(re.split("/", urlsplit(url).path)[-1])
    return found[1].lower() if found and "sha256" in found[0].lower() else ""


def host(url: str) -> str:
    """Whom people would call the other side."""
    return urlsplit(url).hostname or url


def _is_loopback(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost")


def _hint() -> str:
    return _("Copy the address of the file itself; it begins with https:// and ends with .gguf.")
