"""A model without llama.cpp: its process says what the test has it say."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError, Cancelled
from app.core.llm import process, runtime
from app.core.llm.child import Lost
from app.core.llm.frames import Garbled
from app.core.llm.host import Means
from app.core.llm.model import Ask, Model, ModelTrouble, NoModel, Sampling, TooLong
from app.core.llm.process import LocalModel
from app.core.llm.state import State, Status
from tests.core.ggufs import LLAMA, TEXT, gguf

Document = dict[str, Any]
HELLO = Ask("You greet.", "Hello", sampling=Sampling(tokens=50))
READY: Document = {"is": "ready"}
SILENCE: Document = {}


def word(text: str, speed: float = 10.0) -> Document:
    return {"is": "text", "text": text, "speed": speed}


def end(why: str = "done") -> Document:
    return {"is": "end", "tokens": 2, "seconds": 0.5, "why": why}


def refused(reason: str) -> Document:
    return {"is": "refused", "reason": reason}


class Actor:
    """Says its lines, each script after one request, then is silent; `Lost` is its death."""

    def __init__(self, scripts: Iterable[Iterable[Document | type[Lost]]]) -> None:
        self.scripts = iter(scripts)
        self.lines: Iterator[Document | type[Lost]] = iter(())
        self.asked: list[Document] = []
        self.killed = False

    def say(self, document: Mapping[str, Any]) -> None:
        if self.killed:
            raise Lost
        self.asked.append(dict(document))
        self.lines = iter(next(self.scripts, ()))

    def hear(self, seconds: float) -> Document | None:
        if self.killed:
            raise Lost
        line = next(self.lines, None)
        if line is Lost:
            raise Lost
        return line or None  # type: ignore[return-value]

    def kill(self) -> None:
        self.killed = True


class Timer:
    """Rings when the test says so."""

    daemon = False

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self.seconds, self.ring = seconds, ring
        self.running = False

    def start(self) -> None:
        self.running = True

    def cancel(self) -> None:
        self.running = False


class Stage:
    """Hands out actors, timers and time."""

    def __init__(self, *actors: Actor) -> None:
        self.actors = list(actors)
        self.started: list[Actor] = []
        self.timers: list[Timer] = []
        self.time = 0.0

    def means(self) -> Means:
        return Means(self._start, self._timer, self._now)  # type: ignore[arg-type]

    def _start(self) -> Actor:
        self.started.append(self.actors.pop(0))
        return self.started[-1]

    def _timer(self, seconds: float, ring: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, ring))
        return self.timers[-1]

    def _now(self) -> float:
        self.time += 1
        return self.time


class Stopped:
    """Stopped from the beginning, or when the test says so."""

    def __init__(self, cancelled: bool = False) -> None:
        self.cancelled = cancelled
        self.said: list[str] = []

    def report(self, fraction: float, text: str = "") -> None:
        assert 0 <= fraction <= 1
        self.said.append(text)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf())
    return path


@pytest.fixture
def model(file: Path) -> Callable[..., tuple[LocalModel, Stage]]:
    def make(*scripts: Iterable[Iterable[Document | type[Lost]]]) -> tuple[LocalModel, Stage]:
        stage = Stage(*map(Actor, scripts))
        return LocalModel(file, lambda path: path.name, patience=5, means=stage.means()), stage

    return make


Make = Callable[..., tuple[LocalModel, Stage]]


def states(local: LocalModel) -> list[State]:
    seen: list[State] = []
    local.subscribe(seen.append)
    return seen


def test_it_is_started_when_it_is_asked(model: Make) -> None:
    local, stage = model([[READY], [word("Good "), word("day"), end()]])
    like: Model = local
    seen = states(local)
    assert (like.name, like.digest, like.context) == ("Tiny", "tiny.gguf", 2048)
    assert stage.started == []
    assert "".join(like.stream(HELLO)) == "Good day"
    opened, asked = stage.started[0].asked
    assert opened["do"] == "load"
    assert opened["context"] == 2048
    assert (asked["system"], asked["user"], asked["tokens"]) == ("You greet.", "Hello", 50)
    assert [s.status for s in seen] == [Status.LOADING, Status.READY, Status.WORKING, Status.READY]
    assert seen[2].speed == 10.0
    assert local.ended is not None
    assert (local.ended.speed, local.ended.cut) == (4.0, False)


def test_the_second_question_finds_it_running(model: Make) -> None:
    local, stage = model([[READY], [word("one"), end()], [word("two"), end()]])
    assert ["".join(local.stream(HELLO)) for _turn in range(2)] == ["one", "two"]
    assert len(stage.started) == 1


def test_signs_of_life_while_it_reads(model: Make) -> None:
    reading = {"is": "reading", "done": 256, "of": 512}
    local, _stage = model([[READY], [reading, word("so"), end()]])
    progress = Stopped()
    assert list(local.stream(HELLO, progress)) == ["so"]
    assert "Reading the question" in progress.said


def test_stop_ends_the_process_and_the_next_question_starts_it_again(model: Make) -> None:
    local, stage = model(
        [[READY], [word("on"), word("and"), word("on")]], [[READY], [word("yes"), end()]]
    )
    progress = Stopped()
    pieces = local.stream(HELLO, progress)
    assert next(pieces) == "on"
    progress.cancelled = True
    with pytest.raises(Cancelled):
        next(pieces)
    assert stage.started[0].killed
    assert local.state == State(Status.OFF)
    assert "".join(local.stream(HELLO)) == "yes"


def test_a_reader_who_leaves_early_stops_it(model: Make) -> None:
    local, stage = model([[READY], [word("on"), word("and on")]])
    pieces = local.stream(HELLO)
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert stage.started[0].killed


def test_who_is_stopped_before_starts_nothing(model: Make) -> None:
    local, stage = model()
    with pytest.raises(Cancelled):
        list(local.stream(HELLO, Stopped(cancelled=True)))
    assert stage.started == []


def test_a_process_that_dies_is_started_again(model: Make) -> None:
    local, stage = model([[READY], [word("half"), Lost]], [[READY], [word("whole"), end()]])
    heard: list[str] = []
    with pytest.raises(ModelTrouble, match="unexpectedly") as caught:
        heard.extend(local.stream(HELLO))
    assert caught.value.hint
    assert local.state == State(Status.OFF, trouble=str(caught.value))
    assert "".join(local.stream(HELLO)) == "whole"
    assert local.state == State(Status.READY)
    assert len(stage.started) == 2


def test_three_deaths_in_a_row_are_enough(model: Make) -> None:
    dies: list[list[Document | type[Lost]]] = [[READY], [Lost]]
    local, stage = model(dies, dies, dies, [[READY], [word("again"), end()]])
    for expected in ("unexpectedly", "unexpectedly", "in a row", "in a row"):
        with pytest.raises(ModelTrouble, match=expected):
            list(local.stream(HELLO))
    assert len(stage.started) == 3
    local.load()
    assert "".join(local.stream(HELLO)) == "again"


def test_an_answer_between_deaths_starts_the_count_again(model: Make) -> None:
    dies: list[list[Document | type[Lost]]] = [[READY], [word("fine"), end()], [Lost]]
    local, stage = model(*[dies] * 4)
    for _turn in range(4):
        assert list(local.stream(HELLO)) == ["fine"]
        with pytest.raises(ModelTrouble, match="unexpectedly"):
            list(local.stream(HELLO))
    assert len(stage.started) == 4


def test_silence_has_an_end(model: Make) -> None:
    local, stage = model([[READY], [word("hm")]])
    with pytest.raises(ModelTrouble, match="no output"):
        list(local.stream(HELLO))
    assert stage.started[0].killed


def test_words_now_and_then_are_no_silence(model: Make) -> None:
    slow = [word("a"), SILENCE, SILENCE, word("b"), SILENCE, SILENCE, word("c"), end()]
    local, _stage = model([[READY], slow])
    assert "".join(local.stream(HELLO)) == "abc"


@pytest.mark.parametrize(
    ("reason", "kind", "killed"),
    [
        ("missing", NoModel, True),
        ("broken", NoModel, True),
        ("unknown", ModelTrouble, True),
        ("memory", ModelTrouble, True),
        ("load", ModelTrouble, True),
        ("long", TooLong, False),
        ("form", ModelTrouble, False),
    ],
)
def test_what_it_refuses(model: Make, reason: str, kind: type[AppError], killed: bool) -> None:
    local, stage = model([[READY], [refused(reason)]])
    with pytest.raises(kind):
        list(local.stream(HELLO))
    assert stage.started[0].killed is killed


def test_a_file_it_cannot_load_is_no_crash(model: Make) -> None:
    local, stage = model(*[[[refused("load")]]] * 5)
    for _turn in range(5):
        with pytest.raises(ModelTrouble, match="cannot be loaded"):
            list(local.stream(HELLO))
    assert len(stage.started) == 5


def test_an_endless_question(model: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    local, stage = model([[READY], [word("ok"), end()]])
    local.load()

    def too_much(_document: Mapping[str, Any]) -> None:
        raise Garbled

    with monkeypatch.context() as patch:
        patch.setattr(stage.started[0], "say", too_much)
        with pytest.raises(TooLong):
            list(local.stream(HELLO))
    assert list(local.stream(HELLO)) == ["ok"]


def test_endless_answers_are_cut(model: Make) -> None:
    local, _stage = model([[READY], [word("la"), end("tokens")]])
    assert list(local.stream(HELLO)) == ["la"]
    assert local.ended is not None
    assert local.ended.cut


def test_half_an_answer_with_a_form_is_none(model: Make) -> None:
    local, _stage = model([[READY], [word('{"a": [1, '), end("tokens")]])
    with pytest.raises(ModelTrouble, match="finish its answer"):
        list(local.stream(Ask("", "", schema={"type": "object"})))


def test_an_answer_that_outgrows_the_context(model: Make) -> None:
    local, _stage = model([[READY], [word("la"), end("context")]])
    with pytest.raises(TooLong):
        list(local.stream(HELLO))


def test_control_characters_are_left_out(model: Make) -> None:
    said = [word("a\x00\x1b[31m"), word("\x07"), word("b\n\tc\r\n"), word("\u202eé\x9b"), end()]
    local, _stage = model([[READY], said])
    assert list(local.stream(HELLO)) == ["a[31m", "b\n\tc\n", "é"]


def test_nothing_is_an_answer_too(model: Make) -> None:
    local, _stage = model([[READY], [end()]])
    assert list(local.stream(HELLO)) == []


def test_it_rests_when_nobody_asks(model: Make) -> None:
    local, stage = model([[READY], [end()], [end()]], [[READY], [end()]])
    list(local.stream(HELLO))
    first = stage.timers[0]
    assert first.running
    assert first.seconds == 600
    assert first.daemon
    list(local.stream(HELLO))
    assert not first.running
    stage.timers[-1].ring()
    assert stage.started[0].killed
    assert local.state == State(Status.OFF)
    list(local.stream(HELLO))
    assert len(stage.started) == 2


def test_it_does_not_rest_at_work(model: Make) -> None:
    local, stage = model([[READY], [end()], [word("a"), word("b"), end()]])
    list(local.stream(HELLO))
    pieces = local.stream(HELLO)
    next(pieces)
    stage.timers[0].ring()
    assert list(pieces) == ["b"]


def test_unloading_stops_whoever_waits(model: Make) -> None:
    local, stage = model([[READY], [word("a"), word("b"), end()]])
    pieces = local.stream(HELLO)
    next(pieces)
    local.unload()
    with pytest.raises(Cancelled):
        next(pieces)
    assert stage.started[0].killed
    assert local.state == State(Status.OFF)


class Waiting(Stopped):
    """Sees whether the model knows that somebody waits for it."""

    was_wanted = False

    def __init__(self, local: LocalModel) -> None:
        super().__init__()
        self._local = local

    def report(self, fraction: float, text: str = "") -> None:
        self.was_wanted |= self._local.wanted


def test_the_second_asker_waits_and_may_leave(model: Make) -> None:
    local, _stage = model([[READY], [word("a"), word("b"), end()], [word("mine"), end()]])
    first = local.stream(HELLO)
    next(first)
    assert not local.wanted
    waiting = Waiting(local)
    left = threading.Event()

    def ask() -> None:
        with pytest.raises(Cancelled):
            list(local.stream(HELLO, waiting))
        left.set()

    asker = threading.Thread(target=ask)
    asker.start()
    waiting.cancelled = True
    asker.join(10)
    assert left.is_set()
    assert waiting.was_wanted and not local.wanted
    assert list(first) == ["b"]
    assert list(local.stream(HELLO)) == ["mine"]


def test_meanings(model: Make) -> None:
    batches = [{"is": "vectors", "vectors": vectors} for vectors in ([[1.0], [0.0]], [[0.5]])]
    local, stage = model([[READY], [*batches, {"is": "end"}]])
    assert local.embed(["a", "b", "c"]) == [[1.0], [0.0], [0.5]]
    assert stage.started[0].asked[0]["meanings"] is True


def test_a_model_that_only_reads(file: Path, model: Make) -> None:
    file.write_bytes(gguf({"general.architecture": (TEXT, "nomic-bert")}))
    local, stage = model()
    with pytest.raises(ModelTrouble, match="cannot write answers"):
        list(local.stream(HELLO))
    assert stage.started == []


def test_no_model() -> None:
    local = LocalModel(None, str)
    for question in (lambda: local.name, lambda: list(local.stream(HELLO)), local.load):
        with pytest.raises(NoModel, match="No language model") as caught:
            question()
        assert caught.value.hint


def test_a_model_that_went_away(file: Path, model: Make) -> None:
    local, stage = model()
    file.unlink()
    with pytest.raises(NoModel, match=r"tiny\.gguf"):
        list(local.stream(HELLO))
    assert stage.started == []


def test_without_llama(model: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    local, stage = model()
    with pytest.raises(NoModel, match="llama-cpp-python") as caught:
        list(local.stream(HELLO))
    assert caught.value.hint
    assert stage.started == []


def test_one_that_needs_more_memory_than_there_is(file: Path, model: Make) -> None:
    huge = {f"llama.{key}": (4, 2**31 - 1) for key in ("embedding_length", "block_count")}
    file.write_bytes(gguf(LLAMA | huge))
    local, stage = model()
    with pytest.raises(ModelTrouble, match="does not fit into memory"):
        list(local.stream(HELLO))
    assert stage.started == []


def test_a_file_that_is_no_model(file: Path, model: Make) -> None:
    file.write_bytes(b"PK\x03\x04" + bytes(100))
    local, _stage = model()
    with pytest.raises(ModelTrouble, match="not a GGUF"):
        list(local.stream(HELLO))


def test_half_a_model_is_not_started(file: Path, model: Make) -> None:
    file.write_bytes(gguf()[:-10])
    local, stage = model()
    with pytest.raises(ModelTrouble, match="incomplete"):
        list(local.stream(HELLO))
    assert stage.started == []


def test_who_listens_no_more_hears_nothing(model: Make) -> None:
    local, _stage = model([[READY], [end()]])
    seen: list[State] = []
    stop = local.subscribe(seen.append)
    stop()
    stop()
    list(local.stream(HELLO))
    assert seen == []


@given(st.lists(st.text(st.characters(codec=None), max_size=5)))
def test_whatever_it_says_can_be_shown(said: list[str]) -> None:
    for piece in said:
        shown = process._UNSEEN.sub("", piece)
        shown.encode()
        assert not any(c < " " and c not in "\n\t" for c in shown)
