"""What is left of a session where procedures are looked for."""

from app.core.patterns.streams import joined_rounds, stream
from app.core.transcripts.model import Result
from tests.core.pattern_sessions import call, session


def test_what_was_refused_only_looks_or_is_called_like_a_key_is_no_step() -> None:
    refused, key = call("shell rm", result=Result.REFUSED), "mcp desk a1b2c3d4e5f6a7b8c9d0"
    done = session("s", [refused, "edit", "read", key, "shell make!"])
    assert stream(done).tokens == ("edit", "shell make")
    assert stream(done, looking=True).tokens == ("edit", "read", "shell make")


def test_a_step_knows_where_its_calls_begin_and_end_and_how_often_it_went_round() -> None:
    once, twice = ["edit", "shell make"], ["edit", "edit", "shell make"]
    found = stream(session("s", ["write", *twice, *once, *twice]))
    assert found.tokens == ("write", "edit", "shell make")
    assert (found.first, found.last) == ((0, 1, 3), (0, 7, 8))
    assert found.rounds == (1, 3, 3)


def test_six_steps_are_a_round_and_seven_are_not() -> None:
    assert joined_rounds("abcdef" * 2) == list("abcdef")
    assert joined_rounds("abcdefg" * 2) == list("abcdefg" * 2)
