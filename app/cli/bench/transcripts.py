"""What reading sessions of agents costs: how much in a second, and how much memory."""

import json
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

from app.core.api.measurements import Figure
from app.core.transcripts.model import Format
from app.core.transcripts.reading import Position, read
from app.core.words import _

_MEGABYTE = 1_000_000
_BYTES = 96 * _MEGABYTE
"""Of each file: three stretches."""
_LINES = (
    "cd service && git add -A && git commit -m 'part {n}'",
    "timeout 300 npm run build -- --mode production 2>&1 | tail -20",
    "for f in src/*.py; do ruff check $f; done",
    "rg 'def part_{n}' src -n",
)
_OUTPUT = "src/part.py:12: what a command prints, line after line, with numbers and signs: 3.14\n"
_NAMES = {
    Format.CLAUDE: "Claude Code",
    Format.CODEX: "Codex",
    Format.GEMINI: "Gemini CLI",
}
_MARK = b"@@@@@@@@"


def _transcripts() -> list[Figure]:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="techne-bench-") as place:
        for client, chunk in _CHUNKS.items():
            path = Path(place) / f"{client}.jsonl"
            _fill(path, chunk)
            started = time.perf_counter()
            for _stretch in _stretches(path):
                pass
            speed = path.stat().st_size / _MEGABYTE / (time.perf_counter() - started)
            what = _("Sessions of {client} read").format(client=_NAMES[client])
            figures.append(Figure(what, speed, "MB/s", 30, at_least=True))
        tracemalloc.start()
        next(_stretches(path))
        memory = tracemalloc.get_traced_memory()[1] / _MEGABYTE
        tracemalloc.stop()
    return [*figures, Figure(_("Memory while reading them"), memory, "MB", 150)]


def _stretches(path: Path) -> Iterator[None]:
    since: Position | None = None
    more = True
    while more:
        reading = read(path, since=since)
        since, more = reading.position, reading.more
        yield


def _fill(path: Path, rows: Callable[[int], list[dict[str, object]]]) -> None:
    """The same rows again and again, with ids of their own."""
    chunk = b"".join(json.dumps(row).encode() + b"\n" for n in range(50) for row in rows(n))
    with path.open("wb") as file:
        for number in range(_BYTES // len(chunk) + 1):
            file.write(chunk.replace(_MARK, b"%08d" % number))


def _claude(n: int) -> list[dict[str, object]]:
    own = f"toolu_{_MARK.decode()}_{n:012}"
    common = {"sessionId": "bench", "timestamp": "2026-03-01T10:00:00.000Z", "cwd": "/w"}
    call = {"type": "tool_use", "id": own, "name": "Bash", "input": {"command": _line(n)}}
    answer = {"type": "tool_result", "tool_use_id": own, "content": _OUTPUT * 30}
    text = {"type": "text", "text": _OUTPUT * 8}
    return [
        {"type": "progress", **common, "data": {"message": _OUTPUT * 10}},
        {"type": "assistant", **common, "message": {"role": "assistant", "content": [text]}},
        {"type": "assistant", **common, "message": {"role": "assistant", "content": [call]}},
        {
            "type": "user",
            **common,
            "message": {"role": "user", "content": [answer]},
            "toolUseResult": {"stdout": _OUTPUT * 30, "stderr": ""},
        },
    ]


def _codex(n: int) -> list[dict[str, object]]:
    own = f"call_{_MARK.decode()}_{n:012}"
    arguments = json.dumps({"cmd": _line(n), "workdir": "/w"})
    call = {"type": "function_call", "name": "exec_command", "call_id": own, "arguments": arguments}
    output = f"Wall time: 1 seconds\nProcess exited with code 0\nOutput:\n{_OUTPUT * 30}"
    answer = {"type": "function_call_output", "call_id": own, "output": output}
    reasoning = {"type": "reasoning", "encrypted_content": "gAAAA" * 400}
    count = {"type": "token_count", "info": {"total_tokens": n}}
    return [
        {"type": "response_item", "payload": reasoning},
        {"type": "response_item", "payload": call},
        {"type": "response_item", "payload": answer},
        {"type": "event_msg", "payload": count},
    ]


def _gemini(n: int) -> list[dict[str, object]]:
    own = f"run_shell_command-{_MARK.decode()}-{n:012}"
    answer = {"functionResponse": {"id": own, "response": {"output": _OUTPUT * 30}}}
    call = {"id": own, "name": "run_shell_command", "args": {"command": _line(n)}}
    done = {**call, "status": "success", "result": [answer], "resultDisplay": _OUTPUT * 30}
    message: dict[str, object] = {
        "id": f"m-{own}",
        "type": "gemini",
        "content": "",
        "projectHash": "bench",
    }
    return [
        message,
        {**message, "toolCalls": [done]},
        {"id": f"u-{own}", "type": "user", "content": [answer]},
        {"$set": {"lastUpdated": "2026-03-01T10:00:00.000Z"}},
    ]


def _line(n: int) -> str:
    return _LINES[n % len(_LINES)].format(n=n)


_CHUNKS: dict[Format, Callable[[int], list[dict[str, object]]]] = {
    Format.CLAUDE: _claude,
    Format.CODEX: _codex,
    Format.GEMINI: _gemini,
}

MEASURES: dict[str, Callable[[], list[Figure]]] = {"transcripts": _transcripts}
