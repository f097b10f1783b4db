"""The measurements run, and say which budget each figure has."""

from pathlib import Path

import pytest

from app.cli.bench import library, transcripts
from app.cli.bench.figures import skill_text
from app.core.api.measurements import Figure
from app.core.llm import runtime
from app.core.skills.reading.grammar import parse
from app.core.transcripts import reading
from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Result
from tests.cli.conftest import Techne


def test_without_llama_cpp_the_model_is_skipped_with_the_reason(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda: False)
    said = techne("bench", "--only", "model", "--json")
    assert said.status == 0
    assert [(f["value"], f["skipped"]) for f in said.json[1:]] == [
        (None, "llama.cpp is not installed")
    ] * 2
    assert "skipped" in techne("bench", "--only", "model").out


def test_a_measurement_answers_with_its_budget(techne: Techne) -> None:
    said = techne("bench", "--only", "check", "--json")
    machine, figure = said.json
    assert "computer" in machine["what"] and machine["value"] > 0 and machine["budget"] is None
    assert set(figure) == {"what", "value", "unit", "budget", "atLeast", "within", "skipped"}
    assert figure["value"] > 0 and "Measuring: check" in said.err


def test_a_missed_budget_is_exit_status_one(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = [
        Figure("Fast", 1.0, "ms", 2),
        Figure("Slow", 3.0, "ms", 2),
        Figure("Enough", 2.0, "%", 2, at_least=True),
    ]
    monkeypatch.setitem(library.MEASURES, "check", lambda: figures)
    said = techne("bench", "--only", "check")
    assert said.status == 1
    assert [line.split()[-1] for line in said.out.splitlines()[2:]] == ["ok", "budget", "ok"]


def test_the_skill_that_is_measured_is_sound() -> None:
    skill = parse(skill_text(1, 200))
    assert len(skill.steps) == 200
    assert len({goal.kind for goal in skill.goals}) == 5
    assert sum(bool(step.jumps) for step in skill.steps) == 80
    assert sum(bool(step.calls) for step in skill.steps) == 40


def test_the_sessions_that_are_measured_are_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "_BYTES", 200_000)
    monkeypatch.setattr(reading, "STRETCH", 100_000)
    for client, rows in transcripts._CHUNKS.items():
        path = tmp_path / f"{client}.jsonl"
        transcripts._fill(path, rows)
        (session,) = read_sessions(path)
        assert session.format is client
        assert len(session.calls) > 20
        assert {call.result for call in session.calls} == {Result.DONE}
        assert {call.tool for call in session.calls} >= {"shell git commit", "shell npm run build"}
    names = [figure.what for figure in transcripts._transcripts()]
    assert len(names) == 4
