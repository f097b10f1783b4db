"""The model's process itself, without a model: how it starts, ends and survives what is said."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.llm.child import ARGUMENT, Child, Lost
from app.core.llm.frames import Garbled, receive, send

WITHOUT_LLAMA = "import sys; sys.modules['llama_cpp'] = None; "
WORKER = WITHOUT_LLAMA + "from app.core.llm.worker import main; sys.exit(main())"
PROGRAM = WITHOUT_LLAMA + f"from app.main import main; sys.exit(main(['{ARGUMENT}']))"
LOAD = {"do": "load", "path": "x.gguf", "context": 64, "threads": 1, "meanings": False}
LONG = 60.0


@pytest.fixture
def children() -> Iterator[list[Child]]:
    started: list[Child] = []
    yield started
    for child in started:
        child.kill()


def start(children: list[Child], code: str) -> Child:
    children.append(Child([sys.executable, "-c", code]))
    return children[-1]


@pytest.mark.parametrize("code", [WORKER, PROGRAM], ids=["module", "program"])
def test_without_llama_it_says_so_and_goes_on(children: list[Child], code: str) -> None:
    child = start(children, code)
    for _turn in range(2):
        child.say(LOAD)
        assert child.hear(LONG) == {"is": "refused", "reason": "missing"}


@pytest.mark.parametrize(
    "line",
    ["raise RuntimeError('built for another machine')", "raise ImportError", "import no_such_part"],
)
def test_a_llama_that_does_not_run(children: list[Child], tmp_path: Path, line: str) -> None:
    (tmp_path / "llama_cpp.py").write_text(line)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    child = start(children, code + "from app.core.llm.worker import main; main()")
    child.say(LOAD)
    assert child.hear(LONG) == {"is": "refused", "reason": "broken"}


def test_it_says_nothing_unless_it_is_asked(children: list[Child]) -> None:
    assert start(children, WORKER).hear(0) is None


@pytest.mark.parametrize(
    "code",
    [
        "",
        "import os; os._exit(3)",
        "print('this is no document')",
        "import sys; sys.stdout.buffer.write(bytes([255] * 9))",
        "import sys; sys.stdout.buffer.write(bytes([0, 0, 0, 9]) + b'{')",
    ],
    ids=["ends", "crashes", "prints", "endless", "half"],
)
def test_what_cannot_be_understood_is_lost(children: list[Child], code: str) -> None:
    child = start(children, code)
    for _turn in range(2):
        with pytest.raises(Lost):
            child.hear(LONG)


def test_who_speaks_to_nobody_is_told(children: list[Child]) -> None:
    child = start(children, "")
    with pytest.raises(Lost):
        child.hear(LONG)
    with pytest.raises(Lost):
        for _turn in range(100):
            child.say({"do": "x" * 100_000})


def test_an_endless_document_is_not_sent(children: list[Child]) -> None:
    child = start(children, WORKER)
    with pytest.raises(Garbled):
        child.say(LOAD | {"path": "x" * 20_000_000})
    child.say(LOAD)
    assert child.hear(LONG) is not None


def test_killed_twice_is_killed_once(children: list[Child]) -> None:
    child = start(children, WORKER)
    child.kill()
    child.kill()
    with pytest.raises(Lost):
        child.hear(LONG)
    with pytest.raises(Lost):
        child.say(LOAD)


def worker() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@pytest.mark.parametrize("said", [b"", b"\x00\x00\x00\x02[]", b"\xff\xff\xff\xff", b"\x00\x00"])
def test_it_ends_when_nobody_speaks_to_it_any_more(said: bytes) -> None:
    with worker() as process:
        answer, _errors = process.communicate(said, LONG)
    assert process.returncode == 0
    assert answer == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C reaches nobody without a console")
def test_an_interrupt_is_for_the_one_who_asked() -> None:
    with worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        send(process.stdin, LOAD)
        assert receive(process.stdout) == {"is": "refused", "reason": "missing"}
        process.send_signal(signal.SIGINT)
        send(process.stdin, LOAD)
        assert receive(process.stdout) == {"is": "refused", "reason": "missing"}
        process.stdin.close()
        assert process.wait(LONG) == 0
