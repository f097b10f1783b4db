"""Skills that were given in sessions: read, followed, and how that went, counted once."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.core.api import learning
from app.core.library import library
from app.core.lifecycle import outcomes, seen, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.seen import Stage
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning_scan import AT, rows

SKILL = "# Release it\n\nTrigger: a release\n\n1. Tag it.\n2. Push it.\n"


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


def test_a_session_is_judged_once_however_often_it_is_read(vault: Vault, tmp_path: Path) -> None:
    skill = library.save(vault, None, SKILL).skill
    read = ("did", "cat /home/a/.claude/skills/release-it/SKILL.md")
    work = [("did", "git tag v1"), ("did", "git push origin v1")]
    played = {
        "well": [("said", "Release"), read, *work, ("said", "Perfect, thank you!")],
        "badly": [("said", "Release"), read, *work, ("said", "No, that is wrong, undo it.")],
    }
    for _time in range(2):
        for name, said in played.items():
            (tmp_path / f"{name}.jsonl").write_text("".join(rows(*said, session=name)))
            learning.scan(vault, Procedural(), [tmp_path])
            (tmp_path / f"{name}.jsonl").unlink()
    assert seen.times(vault, skill, Stage.READ) == 2
    assert {use.session for use in usage.uses(vault, skill)} == {"well", "badly"}
    given = AT + timedelta(minutes=1)  # not now
    assert {(use.at, use.memory) for use in usage.uses(vault, skill)} == {(given, 0)}
    told = {one.session: one for one in outcomes.outcomes(vault, skill)}
    assert {(one.at, one.run) for one in told.values()} == {(given, "row 2")}
    assert {name: one.value for name, one in told.items()} == {"well": 1.0, "badly": -1.0}
    assert all(one.evidence is Evidence.SESSION for one in told.values())
    assert "wrong" not in told["badly"].note and "corrected" in told["badly"].note
    said_out = learning.outcomes(vault)
    assert {(one["session"], one["outcome"].value) for one in said_out} == {
        ("well", "success"), ("badly", "failure"),
    }  # fmt: skip
