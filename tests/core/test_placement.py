"""Placement against the recorded cases, the worked examples, and every script."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import step_words
from app.core.training.placement import (
    THRESHOLD,
    Placement,
    Procedure,
    Words,
    jaccard,
    place,
    telling,
    tokens,
)
from app.core.training.sentences import sentences

STEPS = (
    "1. Run the database migrations on the branch.",
    "2. Deploy the service to production.",
    "3. Run smoke tests against production.",
)


def test_all_recorded_cases_agree(shared: Path) -> None:
    cases = json.loads((shared / "reference" / "oracle-cases.json").read_text())
    for case in cases["placement"]:
        found = place(case["steps"], case["candidate"], compatible=True)
        wanted = None if case["position"] == "context" else case["position"]
        assert found.after == wanted, case
        assert found.score == pytest.approx(case["score"], abs=1e-9), case
    for case in cases["splitSentences"]:
        assert list(sentences(case["in"], compatible=True)) == case["out"]


@pytest.mark.parametrize(
    ("candidate", "after", "score"),
    [
        ("Database migrations on the branch must be reversible.", 0, 0.375),
        ("Deploy the service to production only in the deploy window.", 2, 0.38125),
        ("Run smoke tests against production twice.", 3, 0.58333),
        ("Smoke tests are flaky.", 3, 0.28214),
        ("The office plants need water.", None, 0.25),
    ],
)
def test_worked_examples(candidate: str, after: int | None, score: float) -> None:
    found = place(STEPS, candidate, compatible=True)
    assert found.after == after
    assert found.score == pytest.approx(score, abs=1e-5)


@pytest.mark.parametrize(
    ("steps", "candidate", "after"),
    [
        (
            ("打开数据库备份文件。", "部署服务到生产环境。"),
            "部署服务到生产环境之前通知值班人员。",
            2,
        ),
        (("Резервное копирование базы.", "Развернуть службу."), "Развернуть службу ночью.", 2),
        (("Șterge fișierele vechi.", "Trimite raportul."), "Trimite raportul zilnic.", 2),
    ],
)
def test_other_scripts_have_places_too(steps: tuple[str, ...], candidate: str, after: int) -> None:
    assert place(steps, candidate).after == after


def test_the_reason_names_the_shared_words() -> None:
    assert "smoke" in place(STEPS, "Smoke tests are flaky.").shared


@pytest.mark.parametrize("script", ["Salut. Ștefan vine.", "Привет. Анна пришла."])
def test_a_capital_of_any_alphabet_begins_a_sentence(script: str) -> None:
    assert len(sentences(script)) == 2


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=60), st.booleans())
def test_every_fragment_has_one_answer(steps: list[str], candidate: str, compatible: bool) -> None:
    found = place(steps, candidate, compatible=compatible)
    if found.after is None:
        assert found.score in (0.0, THRESHOLD)
    else:
        assert 0 <= found.after <= len(steps)
        assert THRESHOLD < found.score <= 1
        assert found.score == pytest.approx(0.5 * found.similarity + 0.5 * found.coherence)


# Against the formula as docs/training.md has it

VOCABULARY = ("kolda", "birak", "tazub", "menok", "quifo")
spoken = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(
    lambda words: " ".join(words).capitalize() + "."
)
texts = st.lists(spoken, min_size=1, max_size=3).map(" ".join)


def in_common(one: str, other: str) -> float:
    a, b = (set(text.lower().replace(".", "").split()) for text in (one, other))
    return len(a & b) / len(a | b)


def first(text: str) -> str:
    return text.split(". ", maxsplit=1)[0]


def last(text: str) -> str:
    return text.rsplit(". ", maxsplit=1)[-1]


def by_words(steps: Sequence[str], fragment: str, gap: int) -> tuple[float, float]:
    """Similarity and coherence."""
    before = steps[gap - 1] if gap else None
    after = steps[gap] if gap < len(steps) else None
    similar = (0.6 * in_common(fragment, before) if before else 0.0) + (
        0.4 * in_common(fragment, after) if after else 0.0
    )
    entry = in_common(last(before), first(fragment)) if before else 0.5
    leaving = in_common(last(fragment), first(after)) if after else 0.5
    return similar, (entry + leaving) / 2


def by_meaning(relevances: Sequence[float], gap: int) -> tuple[float, float]:
    odds = [min(r, 0.999) / (1 - min(r, 0.999)) for r in relevances]
    nearest = max(odds)
    near = [max(0.0, (r - 0.3) / 0.7) * o / nearest for r, o in zip(relevances, odds, strict=True)]
    beside = [n for n in (gap - 1, gap) if 0 <= n < len(odds)]
    others = [o for n, o in enumerate(odds) if n not in beside]
    doubt = min(1.0, max(others, default=0.0) / max(odds[n] for n in beside))
    before = near[gap - 1] if gap else 0.0
    after = near[gap] if gap < len(near) else 0.0
    return (1 - doubt) * (0.6 * before + 0.4 * after), (1 - doubt) * (before + after) / 2


@given(st.lists(texts, min_size=1, max_size=4), texts, st.booleans(), st.data())
def test_the_place_is_that_of_the_formula(
    steps: list[str], fragment: str, compatible: bool, data: st.DataObject
) -> None:
    """The best gap above a quarter, the first of equals; each gap in the better reading."""
    relevance = st.floats(0.01, 1.0)
    relevances = data.draw(
        st.just([]) | st.lists(relevance, min_size=len(steps), max_size=len(steps))
    )
    gaps = []
    for gap in range(len(steps) + 1):
        readings = [by_words(steps, fragment, gap)]
        readings += [by_meaning(relevances, gap)] if relevances else []
        gaps.append(max((0.5 * s + 0.5 * c, s, c) for s, c in readings))
    procedure = Procedure(steps, compatible=compatible)
    for gap, measured in enumerate(gaps):
        found = procedure.at(fragment, gap, relevances)
        assert found.after == gap
        assert (found.score, found.similarity, found.coherence) == pytest.approx(measured)
    scores = [round(score, 9) for score, _similar, _reads in gaps]
    best = procedure.place(fragment, relevances)
    if max(scores) < 0.25 - 1e-9:
        assert best == Placement(None, 0.25)
    elif max(scores) > 0.25 + 1e-9:
        assert round(best.score, 9) == max(scores)
        assert best.after is not None and scores[best.after] == max(scores)
        assert best == procedure.at(fragment, best.after, relevances)


def test_of_equal_gaps_the_first_one_wins() -> None:
    steps = ["Quifo.", "Kolda birak.", "Quifo.", "Kolda birak.", "Quifo."]
    assert place(steps, "Kolda birak.").after == 2


def test_without_steps_there_is_no_place() -> None:
    assert place((), "Run it.") == Placement(None, 0.0)
    assert place((), "Run it.", compatible=True) == Placement(None, 0.0)


def test_the_shared_words_are_those_of_the_steps_beside() -> None:
    procedure = Procedure(["kolo bira Größe", "tazu meno", "quif kolo"])
    shared = [procedure.at("Kolo, meno, quif: GRÖSSE x", gap).shared for gap in range(4)]
    assert shared == [
        ("grösse", "kolo"),
        ("grösse", "kolo", "meno"),
        ("kolo", "meno", "quif"),
        ("kolo", "quif"),
    ]
    assert procedure.place("kolo bira").shared == ("bira", "kolo")
    assert place(STEPS, "The office plants need water.").shared == ()


def test_the_reference_places_nothing_where_it_can_read_neither() -> None:
    """Scripts that it has no words of: only when both the steps and the fragment have them."""
    thai, step = "ตรวจสอบประตู", "Check the gate."
    assert place((step, thai), thai, compatible=True) == Placement(None, 0.0)
    assert place((step,), thai, compatible=True) == Placement(None, THRESHOLD)
    assert place((step, thai), step, compatible=True).after == 0
    assert place((step, thai), thai).after == 2


def test_the_reference_knows_only_english_letters_and_latin_capitals() -> None:
    text = "Open B2 it. Știri x gamma. Ōsaka"
    own, theirs = Procedure(()).words(text), Procedure((), compatible=True).words(text)
    assert theirs.all == {"open", "b2", "it", "tiri", "gamma", "saka"}
    assert (theirs.first, theirs.last) == (theirs.all, theirs.all)
    assert own.first == {"open", "b2"}
    assert own.last == {"ōsaka"}
    assert Procedure(()).words("") == Words(frozenset(), frozenset(), frozenset())


def test_words_of_any_script() -> None:
    assert tokens("A bc, ＤＥＦ Straße 7 42 x") == {"bc", "def", "strasse", "42"}
    assert tokens("abc部署服务def 日") == {"abc", "部署", "署服", "服务", "def", "日"}
    assert telling("abc部署def q 日") == {"abc", "部署", "def", "日"}
    assert telling("q w") == frozenset()
    assert jaccard(frozenset(), frozenset()) == 0.0
    assert jaccard(frozenset("ab"), frozenset()) == 0.0


def test_tags_of_a_step_are_no_words_of_it() -> None:
    skill = parse(
        "1. [ANCHOR] Check it: @skill: smoke-tests(on=$canary, x=y) -> $report @needs: fast\n"
        "2. Then rest. @branch: if $report is empty -> 1 else 2\n"
    )
    assert [step_words(skill, step) for step in skill.steps] == [
        "Check it: smoke tests",
        "Then rest.",
    ]


def test_endings_and_small_words_do_not_count() -> None:
    assert telling("It was deployed to the servers.") == telling("Deploy a server!")
    assert telling("to be") == {"to", "be"}
    assert telling("部署服务") == {"部署", "署服", "服务"}
