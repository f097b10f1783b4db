"""A real server on this computer that has one model file, and may behave badly."""

import http.server
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass
class Publisher:
    """`behave` answers instead of the usual way; the last one is used again and again."""

    content: bytes
    etag: str = '"one"'
    headers: dict[str, str] = field(default_factory=dict)
    ranges: bool = True
    asked: list[dict[str, str]] = field(default_factory=list)
    behave: list[Callable[["Publisher", "Request"], None]] = field(default_factory=list)
    address: str = ""

    def url(self, path: str = "/tiny.gguf") -> str:
        return f"{self.address}{path}"


class Request(http.server.BaseHTTPRequestHandler):
    """One request; the publisher hangs on the server."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        publisher: Publisher = self.server.publisher  # type: ignore[attr-defined]
        publisher.asked.append(dict(self.headers.items()))
        self.close_connection = True
        queue = publisher.behave
        behave = usual if not queue else queue.pop(0) if len(queue) > 1 else queue[0]
        with suppress(ConnectionError):  # whoever asked has heard enough
            behave(publisher, self)

    def log_message(self, *_arguments: object) -> None:
        pass

    def start(self, status: int, **headers: str) -> None:
        """The head of an answer; underscores stand for hyphens."""
        self.send_response(status)
        for name, value in {**headers, "Connection": "close"}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()


Behaviour = Callable[[Publisher, Request], None]


def usual(publisher: Publisher, request: Request) -> None:
    """As a good server does: the rest, if it is the rest of the same file."""
    content, start = publisher.content, 0
    said = {"ETag": publisher.etag, **publisher.headers}
    asked = request.headers.get("Range", "")
    if publisher.ranges and asked and request.headers.get("If-Range") in (None, publisher.etag):
        start = int(asked.removeprefix("bytes=").rstrip("-"))
        if start >= len(content):
            request.start(416, Content_Range=f"bytes */{len(content)}", Content_Length="0", **said)
            return
        said["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
    request.start(206 if start else 200, Content_Length=str(len(content) - start), **said)
    request.wfile.write(content[start:])


def breaks_after(count: int) -> Behaviour:
    """Announces everything and sends so many bytes of it."""

    def behave(publisher: Publisher, request: Request) -> None:
        whole, start = publisher.content, 0
        said = {"ETag": publisher.etag}
        if publisher.ranges and (asked := request.headers.get("Range", "")):
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            said["Content-Range"] = f"bytes {start}-{len(whole) - 1}/{len(whole)}"
        request.start(206 if start else 200, Content_Length=str(len(whole) - start), **said)
        request.wfile.write(whole[start : start + count])

    return behave


def refuses(status: int) -> Behaviour:
    return lambda _publisher, request: request.start(status, Content_Length="0")


def leads_to(url: str) -> Behaviour:
    def behave(publisher: Publisher, request: Request) -> None:
        request.start(302, Location=url, Content_Length="0", **publisher.headers)

    return behave


def serve(publisher: Publisher) -> Callable[[], None]:
    """Start it on a free port; returns what stops it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Request)
    server.publisher = publisher  # type: ignore[attr-defined]
    publisher.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()

    def stop() -> None:
        server.shutdown()
        thread.join()
        server.server_close()

    return stop
