"""The double other tests rely on."""

import math
from collections.abc import Iterator

import pytest

from app.core.errors import Cancelled
from app.core.llm.model import Ask, Model, ModelTrouble, Sampling, TooLong
from app.core.llm.scripted import Dies, Loops, Scripted

HELLO = Ask("You greet.", "Hello")


def said(pieces: Iterator[str]) -> str:
    return "".join(pieces)


def test_it_is_a_model_that_says_its_lines() -> None:
    model: Model = Scripted(["first answer", "second"])
    assert [said(model.stream(HELLO)) for _turn in range(3)] == ["first answer", "second", "second"]


def test_it_answers_by_the_question() -> None:
    model = Scripted(lambda ask: ask.user.upper())
    assert said(model.stream(HELLO)) == "HELLO"
    assert model.asked == [HELLO]


def test_it_dies_after_what_it_said() -> None:
    heard = []
    with pytest.raises(ModelTrouble):
        for piece in Scripted([Dies("half an ans")]).stream(HELLO):
            heard.append(piece)
    assert said(iter(heard)) == "half an ans"


def test_what_never_ends_is_cut() -> None:
    ask = Ask("", "", sampling=Sampling(tokens=5))
    assert said(Scripted([Loops("la ")]).stream(ask)) == "la " * 5


def test_it_is_stopped_between_pieces() -> None:
    class Stopped:
        cancelled = False

        def report(self, fraction: float, text: str = "") -> None:
            pass

    progress = Stopped()
    pieces = Scripted([Loops("la")]).stream(HELLO, progress)
    assert next(pieces) == "la"
    progress.cancelled = True
    with pytest.raises(Cancelled):
        next(pieces)


def test_each_piece_waits_for_the_test() -> None:
    steps: list[str] = []
    pieces = Scripted(["eight le"], before=lambda: steps.append("step")).stream(HELLO)
    assert steps == []
    next(pieces)
    assert steps == ["step"]


def test_a_question_larger_than_the_context() -> None:
    with pytest.raises(TooLong):
        said(Scripted(["?"], context=10).stream(Ask("", "word " * 20)))


def test_vectors_have_length_one() -> None:
    one, two, other, nothing = Scripted().embed(["red car", "red bus", "blue sea", ""])
    assert math.isclose(math.hypot(*one), 1)
    near, far = (sum(a * b for a, b in zip(one, v, strict=True)) for v in (two, other))
    assert near > far
    assert not any(nothing)
