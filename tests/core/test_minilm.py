"""The real model, on a few sentences."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.memory.retrieval import minilm
from app.core.memory.retrieval.embed import from_bytes, to_bits, to_bytes
from app.core.memory.retrieval.minilm import _AT_ONCE, _PADDING, MiniLM, NoModel, _runs
from app.core.memory.retrieval.slim_model import slim


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


def test_like_meanings_are_close(model: MiniLM) -> None:
    cat, kitten, tax = model.embed(["A cat sleeps.", "A kitten naps", "Income tax is due in May"])
    assert cat @ kitten > 0.5
    assert cat @ tax < 0.2


def test_order_and_company_do_not_matter(model: MiniLM) -> None:
    texts = ["short", "a much longer text about the weather in the mountains " * 3, "", "été"]
    together = model.embed(texts)
    assert together.shape == (4, model.dimensions)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(model.embed([text])[0], vector, atol=0.05)
    assert not together[2].any()


@given(st.lists(st.integers(0, 256), max_size=200))
def test_texts_of_like_length_are_read_together(lengths: list[int]) -> None:
    runs = list(_runs([[1] * length for length in lengths]))
    assert sorted(n for run in runs for n in run) == list(range(len(lengths)))
    for run in runs:
        many = [lengths[n] for n in run]
        assert len(run) * max(many) - sum(many) <= _PADDING
        assert len(run) == 1 or len(run) * max(many) <= _AT_ONCE


def test_a_part_means_what_it_means_there(model: MiniLM) -> None:
    text = "The bank of the river was muddy, and my shoes got wet."
    ((whole, part),) = model.read([(text, [[(0, 31)]])])
    assert np.allclose(whole, model.embed([text])[0], atol=0.01)
    river, money = model.embed(["the shore of a stream", "a place that lends money"])
    assert part @ river > part @ money


def test_long_texts_are_read_to_a_point(model: MiniLM) -> None:
    assert np.linalg.norm(model.embed(["word " * 5000])[0]) == pytest.approx(1)


def test_stored_vectors_hardly_differ(model: MiniLM) -> None:
    vectors = model.embed(["one thing", "another thing"])
    stored = from_bytes([to_bytes(vector) for vector in vectors], model.dimensions)
    assert np.allclose((vectors * stored).sum(axis=1), 1, atol=0.01)
    assert len(to_bits(vectors[0])) == model.dimensions // 8


def test_the_model_is_the_same_where_words_stay_bytes(
    model: MiniLM, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    texts = ["A cat sleeps.", "Deploy on Fridays, never before noon. " * 20, "été"]
    now = model.embed(texts)
    given: list[Path] = []

    def whole(file: Path) -> bytes:
        given.append(file)
        return file.read_bytes()

    monkeypatch.setattr(minilm, "slim", whole)
    assert np.array_equal(MiniLM().embed(texts), now)
    (file,) = given
    slimmed = slim(file)
    assert len(slimmed) < 500_000
    other = tmp_path / "other.onnx"
    other.write_bytes(slimmed)
    assert slim(other) == slimmed  # another model is left as it is


def test_a_missing_model_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(NoModel):
        MiniLM().embed(["anything"])


def test_the_runtime_reports_nothing_to_anybody(tmp_path: Path) -> None:
    """Where it does, it gives the computer a number and keeps what it will send."""
    told = {name: value for name, value in os.environ.items() if name.upper() in ("PATH", "LANG")}
    home = {name: str(tmp_path) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "LOCALAPPDATA")}
    subprocess.run(
        [
            sys.executable,
            "-c",
            "from app.core.memory.retrieval.minilm import MiniLM; MiniLM().embed(['x'])",
        ],
        env=told | home,
        check=True,
    )
    assert list(tmp_path.rglob("*")) == []
