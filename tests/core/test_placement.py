"""Placement against the recorded cases, the worked examples, and every script."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import step_words
from app.core.training.placement import THRESHOLD, place, telling
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
