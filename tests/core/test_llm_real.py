"""The real thing, small: what it says does not matter, how it is said and stopped does."""

import json
import math
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import Cancelled
from app.core.llm.child import Child
from app.core.llm.fit import need
from app.core.llm.host import Means
from app.core.llm.model import Ask, ModelTrouble, Sampling, TooLong
from app.core.llm.process import LocalModel
from app.core.llm.state import Status
from tests.core import real_model

pytestmark = pytest.mark.model
CANARY = "canary-b7d1"
ENDLESS = 'root ::= "la " root'
SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 40},
        "steps": {"type": "array", "maxItems": 3, "items": {"type": "string", "maxLength": 30}},
        "urgent": {"type": "boolean"},
    },
    "required": ["title", "steps", "urgent"],
    "additionalProperties": False,
}


class Stopping:
    """Stops after so many reports."""

    def __init__(self, after: int) -> None:
        self.left = after

    def report(self, fraction: float, text: str = "") -> None:
        self.left -= 1

    @property
    def cancelled(self) -> bool:
        return self.left <= 0


@pytest.fixture(scope="module")
def children() -> list[Child]:
    return []


@pytest.fixture(scope="module")
def model(children: list[Child]) -> Iterator[LocalModel]:
    def start() -> Child:
        children.append(Child())
        return children[-1]

    local = LocalModel(
        real_model.require(), lambda file: "0" * 64, context=2048, means=Means(start=start)
    )
    yield local
    local.unload()


def ask(user: str, tokens: int = 24, **form: Any) -> Ask:
    return Ask("You are brief.", user, sampling=Sampling(tokens=tokens), **form)


def test_it_streams(model: LocalModel) -> None:
    pieces = list(model.stream(ask("Tell me about the sea.")))
    assert len(pieces) > 5
    assert model.ended is not None
    assert 0 < model.ended.tokens <= 24
    assert model.state.status is Status.READY


def test_the_same_question_has_the_same_answer(model: LocalModel) -> None:
    questions = ("Name a colour.", "Count to three.", "Name a colour.")
    answers = ["".join(model.stream(ask(question))) for question in questions]
    assert answers[0] == answers[2]


def test_an_endless_answer_is_cut(model: LocalModel) -> None:
    assert list(model.stream(ask("Write a very long story.", 5)))
    assert model.ended is not None
    assert (model.ended.tokens, model.ended.cut) == (5, True)


def test_an_endless_answer_with_a_form_is_none(model: LocalModel) -> None:
    heard: list[str] = []
    with pytest.raises(ModelTrouble, match="finish its answer"):
        heard.extend(model.stream(ask("Sing.", 12, grammar=ENDLESS)))
    assert set("".join(heard).split()) == {"la"}


def test_an_answer_that_is_just_short_enough_is_whole(model: LocalModel) -> None:
    tokens = 0
    while True:
        tokens += 1
        try:
            said = "".join(model.stream(ask("Well?", tokens, grammar='root ::= "yes indeed"')))
        except ModelTrouble:
            continue
        assert said == "yes indeed"
        assert model.ended is not None
        assert model.ended.tokens == tokens
        return


def test_stop_while_it_writes(model: LocalModel) -> None:
    pieces = model.stream(ask("Sing.", 100_000, grammar=ENDLESS), Stopping(8))
    with pytest.raises(Cancelled):
        list(pieces)
    assert model.state.status is Status.OFF


def test_stop_while_it_reads(model: LocalModel) -> None:
    model.load()
    pieces = model.stream(ask("word " * 1800), Stopping(1))
    with pytest.raises(Cancelled):
        list(pieces)
    assert model.state.status is Status.OFF


@pytest.mark.parametrize("question", ["Plan a party.", "{}", "Antworte auf Deutsch!", "\x00\ud800"])
def test_an_answer_with_a_form_always_parses(model: LocalModel, question: str) -> None:
    said = json.loads("".join(model.stream(ask(question, 200, schema=SCHEMA))))
    assert set(said) == {"title", "steps", "urgent"}
    assert len(said["steps"]) <= 3
    assert all(len(step) <= 30 for step in said["steps"])


def test_an_answer_by_a_grammar(model: LocalModel) -> None:
    assert "".join(model.stream(ask("Well?", grammar='root ::= "yes" | "no"'))) in ("yes", "no")


@pytest.mark.parametrize(
    "form", [{"grammar": "root ::= ((("}, {"grammar": 'x ::= "y"'}, {"schema": {"$ref": "#/no"}}]
)
def test_a_form_that_makes_no_sense(model: LocalModel, form: dict[str, Any]) -> None:
    with pytest.raises(ModelTrouble, match="form"):
        list(model.stream(ask("Well?", **form)))
    assert list(model.stream(ask("Well?", grammar='root ::= "still here"')))


def test_a_question_that_is_too_long(model: LocalModel) -> None:
    with pytest.raises(TooLong):
        list(model.stream(ask("word " * 3000)))
    assert model.state.status is Status.READY


def test_an_answer_that_outgrows_the_context() -> None:
    small = real_model.local(context=256)
    try:
        with pytest.raises(TooLong):
            list(small.stream(ask("word " * 120, 1000, grammar=ENDLESS)))
    finally:
        small.unload()


def test_marks_of_the_model_in_a_text_are_letters() -> None:
    """Else they would end the text, and what follows could pretend to be somebody else."""
    small = real_model.local(context=256)
    marks = "<|im_end|>" * 60  # one token each as marks, several as letters
    try:
        assert list(small.stream(ask("word " * 60, grammar='root ::= "fits"')))
        with pytest.raises(TooLong):
            list(small.stream(ask(marks, grammar='root ::= "fits"')))
    finally:
        small.unload()


def test_a_killed_process_is_replaced(model: LocalModel, children: list[Child]) -> None:
    pieces = model.stream(ask("Sing.", 100_000, grammar=ENDLESS))
    next(pieces)
    os.kill(children[-1].number, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    with pytest.raises(ModelTrouble, match="unexpectedly"):
        list(pieces)
    started = len(children)
    assert list(model.stream(ask("Well?", grammar='root ::= "yes"')))
    assert len(children) == started + 1


def test_meanings_have_length_one_and_lie_close_for_like_texts(model: LocalModel) -> None:
    car, same, law, nothing = model.embed(["A red car.", "A red car.", "Taxes are due", ""])
    assert len(car) == model.header.embedding
    assert math.isclose(math.hypot(*car), 1, rel_tol=1e-3)

    def close(one: list[float], other: list[float]) -> float:
        return sum(a * b for a, b in zip(one, other, strict=True))

    assert close(car, same) > 0.999 > close(car, law)
    assert len(nothing) == len(car)
    assert list(model.stream(ask("Well?", grammar='root ::= "writes again"')))


def test_nothing_private_is_seen_from_outside(
    model: LocalModel, children: list[Child], capfd: pytest.CaptureFixture[str]
) -> None:
    list(model.stream(ask(f"Repeat: {CANARY}")))
    process = Path("/proc") / str(children[-1].number)
    if process.is_dir():
        for name in ("cmdline", "environ"):
            seen = (process / name).read_bytes()
            assert CANARY.encode() not in seen
            assert b".gguf" not in seen
    assert capfd.readouterr() == ("", "")


def test_it_ends_with_whoever_started_it(children: list[Child], model: LocalModel) -> None:
    pieces = model.stream(ask("Sing.", 100_000, grammar=ENDLESS))
    next(pieces)
    process = children[-1]._process
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(10) == 0
    with pytest.raises(ModelTrouble):
        list(pieces)


@pytest.mark.parametrize("context", [512, 8192])
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells how much memory is used")
def test_the_estimate_is_near_what_it_takes(context: int) -> None:
    children: list[Child] = []

    def start() -> Child:
        children.append(Child())
        return children[-1]

    local = LocalModel(real_model.require(), str, context=context, means=Means(start=start))
    try:
        list(local.stream(ask("word " * 300)))
        status = (Path("/proc") / str(children[0].number) / "status").read_text()
        used = next(int(s.split()[1]) * 1024 for s in status.splitlines() if s.startswith("VmHWM"))
        assert 0.75 * used < need(local.header, context).total < 1.4 * used
    finally:
        local.unload()


def test_a_damaged_file_is_refused_by_the_process(tmp_path: Path) -> None:
    data = bytearray(real_model.require().read_bytes())
    place = data.index(b"general.architecture") + len("general.architecture") + 4 + 8
    assert data[place : place + 5] == b"llama"
    data[place : place + 5] = b"lemma"
    odd = tmp_path / "odd.gguf"
    odd.write_bytes(data)
    local = LocalModel(odd, str, context=512)
    with pytest.raises(ModelTrouble, match="does not know this kind"):
        list(local.stream(ask("Well?")))
    assert local.state.status is Status.OFF
