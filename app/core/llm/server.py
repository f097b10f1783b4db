"""One request to a server that has a model file, and what the server says about the file."""

import http.client
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from typing import IO, cast

from app.core.errors import AppError
from app.core.llm.address import host, may_lead_to
from app.core.words import _

_PATIENCE = 20.0
"""Seconds without a byte after which a connection counts as broken."""
_RANGE = re.compile(r"bytes (\d+)-\d*/(\d+|\*)")
_LINKED = re.compile(r'"?([0-9a-f]{64})"?')


class ServerTrouble(AppError):
    """The server cannot be reached or does not give the file."""

    code = "server-trouble"


@dataclass(frozen=True, slots=True)
class Offer:
    """The part of the file from byte `start` on, ready to be read.

    `total` is the size of the whole file (0: not said), `etag` names this state of it, `sha256` is
    what the server publishes as its checksum; both may be empty.
    """

    start: int
    total: int
    etag: str
    sha256: str
    answer: http.client.HTTPResponse | None

    def read(self, count: int) -> bytes:
        return self.answer.read(count) if self.answer else b""

    def read_some(self, most: int) -> bytes:
        """What is there, without waiting for more; nothing at the end."""
        return self.answer.read1(most) if self.answer else b""


@contextmanager
def ask(url: str, start: int = 0, etag: str = "") -> Iterator[Offer]:
    """Ask for the file from byte `start` on, if it is still the one `etag` names.

    A server may answer with the whole file all the same: then `Offer.start` is 0. Raises
    `ServerTrouble`. The system's proxy settings are honoured.
    """
    request = urllib.request.Request(url, headers=_headers(start, etag))
    redirects = _Redirects()
    opener = urllib.request.build_opener(redirects)
    try:
        answer = cast(http.client.HTTPResponse, opener.open(request, timeout=_PATIENCE))
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416 and error.headers.get("Content-Range") == f"bytes */{start}":
            # There is nothing after what we have: it is whole.
            yield Offer(start, start, etag, redirects.published or linked(error.headers), None)
            return
        raise refusal(host(url), error.code) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise unreachable(host(url), error) from error
    with answer:
        yield _offer(url, answer, redirects.published)


def _headers(start: int, etag: str) -> dict[str, str]:
    headers = {"User-Agent": "Techne", "Accept-Encoding": "identity"}
    if start and etag:
        headers |= {"Range": f"bytes={start}-", "If-Range": etag}
    elif start:
        headers["Range"] = f"bytes={start}-"
    return headers


def _offer(url: str, answer: http.client.HTTPResponse, published: str) -> Offer:
    headers = answer.headers
    length = headers.get("Content-Length", "")
    start, total = 0, int(length) if length.isascii() and length.isdigit() else 0
    if answer.status == 206:
        said = _RANGE.match(headers.get("Content-Range", ""))
        if said is None:
            raise refusal(host(url), answer.status)
        start, total = int(said[1]), 0 if said[2] == "*" else int(said[2])
    elif answer.status != 200 or headers.get("Content-Encoding", "identity") != "identity":
        raise refusal(host(url), answer.status)
    etag = headers.get("ETag", "")
    strong = etag if etag.startswith('"') else ""
    return Offer(start, total, strong, published or linked(headers), answer)


def linked(headers: Message) -> str:
    """The SHA-256 of the stored file, as the Hugging Face hub says it (`X-Linked-ETag`)."""
    found = _LINKED.fullmatch(headers.get("X-Linked-ETag", ""))
    return found[1] if found else ""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows servers to safe places only, and reads what they say on the way."""

    def __init__(self) -> None:
        self.published = ""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        self.published = self.published or linked(headers)
        if not may_lead_to(req.full_url, newurl):
            fp.close()
            raise ServerTrouble(
                _("{host} redirects to an unsafe address.").format(host=host(req.full_url)),
                _("Nothing was downloaded. Choose another source for this model."),
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def refusal(who: str, code: int) -> ServerTrouble:
    """What the status of an answer means for a person."""
    if code in (404, 410):
        return ServerTrouble(
            _("{host} does not have this file.").format(host=who),
            _("Check the address; the model may have been moved."),
        )
    if code in (401, 402, 403, 407):
        return ServerTrouble(
            _("{host} does not offer this file to everyone.").format(host=who),
            _("Sign in with a browser and download it there, then use it from its folder."),
        )
    if code == 429 or code >= 500:
        return ServerTrouble(
            _("{host} is not available at the moment ({code}).").format(host=who, code=code),
            _("Try again later; it resumes where it stopped."),
        )
    return ServerTrouble(
        _("{host} sent an unexpected answer ({code}).").format(host=who, code=code),
        _("Check the address, or choose another source."),
    )


def unreachable(who: str, error: Exception) -> ServerTrouble:
    """Why there was no answer."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLCertVerificationError):
        return ServerTrouble(
            _("{host} cannot prove its identity: its certificate is not valid.").format(host=who),
            _("Check this computer's clock; a company proxy may need its own certificate."),
        )
    if isinstance(reason, TimeoutError):
        return ServerTrouble(
            _("{host} is not responding.").format(host=who),
            _("Try again later; it resumes where it stopped."),
        )
    return ServerTrouble(
        _("{host} cannot be reached.").format(host=who),
        _("Check the network and the proxy settings, then try again."),
    )
