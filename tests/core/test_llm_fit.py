"""What a model needs, and what there is."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.llm.fit import Verdict, in_words, judge, need, usual_threads
from app.core.llm.free_memory import free_memory, linux
from app.core.llm.gguf import Header, parse
from tests.core.ggufs import LLAMA, U32, gguf

GIGA = 1_000_000_000
SIZES = {
    "context_length": 32768, "embedding_length": 2048, "block_count": 36,
    "attention.head_count": 16, "attention.head_count_kv": 2,
}  # fmt: skip


@pytest.fixture
def header() -> Header:
    """Of the size of a small model people use; its weights are not there to be counted."""
    return large()


def large() -> Header:
    data = gguf(LLAMA | {f"llama.{key}": (U32, value) for key, value in SIZES.items()})
    return parse(BytesIO(data), len(data))


def test_the_cache_grows_with_the_context(header: Header) -> None:
    assert need(header, 1000).cache == 1000 * 36 * 2 * (128 + 128) * 2
    assert need(header, 2000).total - need(header, 1000).total == need(header, 1000).cache


def test_a_comfortable_fit(header: Header) -> None:
    found = judge(header, free=8 * GIGA)
    assert (found.verdict, found.context) == (Verdict.FITS, 8192)
    assert "8.0 GB is free" in found.sentence


def test_less_memory_gives_a_smaller_context(header: Header) -> None:
    contexts = [judge(header, free=GIGA * tenths // 10).context for tenths in (10, 4, 2)]
    assert contexts == [8192, 4096, 2048]


def test_verdicts_of_a_chosen_context(header: Header) -> None:
    total = need(header, 8192).total
    assert judge(header, 8192, total * 2).verdict is Verdict.FITS
    assert judge(header, 8192, total).verdict is Verdict.TIGHT
    assert judge(header, 8192, total - 1).verdict is Verdict.TOO_LARGE


def test_every_verdict_has_its_sentence(header: Header) -> None:
    total = need(header, 8192).total
    said = {judge(header, 8192, free).sentence for free in (0, total * 2, total, total - 1)}
    assert len(said) == 4
    assert all("{" not in sentence for sentence in said)


def test_nobody_knows_how_much_is_free(header: Header) -> None:
    assert judge(header, free=0).verdict is Verdict.FITS


def test_no_more_than_the_model_was_made_for(header: Header) -> None:
    assert judge(header, 1_000_000, 64 * GIGA).context == 32768
    little = gguf(LLAMA)
    assert judge(parse(BytesIO(little), len(little)), free=8 * GIGA).context == 2048


@given(st.integers(0, 10**12), st.integers(0, 200_000))
def test_a_context_that_was_not_chosen_fits_if_any_does(free: int, chosen: int) -> None:
    found = judge(large(), chosen, free)
    assert 0 < found.context <= 32768
    assert found.need == need(large(), found.context)
    if chosen:
        assert found.context == min(chosen, 32768)


@pytest.mark.parametrize(("processors", "threads"), [(None, 1), (1, 1), (2, 2), (4, 4), (16, 8)])
def test_threads(monkeypatch: pytest.MonkeyPatch, processors: int | None, threads: int) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert usual_threads() == threads


def test_sizes_in_words() -> None:
    assert [in_words(size) for size in (0, 98_362_432, 2_540_000_000)] == [
        "0 MB", "98 MB", "2.5 GB",
    ]  # fmt: skip


def test_this_machine_has_memory() -> None:
    assert free_memory() > 1_000_000


def test_linux_says_what_is_available(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal:       2000 kB\nMemAvailable:   1000 kB\nHugePages_Total: 0\n")
    assert linux(meminfo, tmp_path) == 1000 * 1024
    (tmp_path / "memory.current").write_text("1000\n")
    for limit, left in (("max", 1000 * 1024), ("3000", 2000), ("900", 1), ("9999999", 1000 * 1024)):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        assert linux(meminfo, tmp_path) == left
