"""What a person wrote follows those who read it and do otherwise, as what was learned does."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.core.api import learning
from app.core.learning import promoting
from app.core.learning.candidates import CandidateStatus
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning_scan import AT, rows

SHIP = """# Ship the image

Requires: $v:string

1. Check it: `pytest`.
2. Set the version with `poetry version $v`. Tell Maria.
3. Enjoy the view.
4. `docker build -t shop:$v .`
5. `docker push shop:$v`
6. `kubectl rollout status web`
"""
AS_WRITTEN = (
    "pytest", "poetry version {v}", "docker build -t shop:{v} .", "docker push shop:{v}",
    "kubectl rollout status web",
)  # fmt: skip
OTHERWISE = (
    "pytest", "hatch version {v}", "docker build -t shop:{v} .", "trivy image shop:{v}",
    "cosign sign shop:{v}", "kubectl rollout status web",
)  # fmt: skip
"""Two steps are others, and one is new: four of six calls are common."""


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


def follow(vault: Vault, folder: Path, commands: tuple[str, ...], begin: int = 0) -> None:
    """Four sessions in which the skill is given."""
    for n in range(begin, begin + 4):
        said = [("said", f"Ship 4.{n}.1"), ("did", "cat .claude/skills/ship-the-image/SKILL.md")]
        said += [("did", one.format(v=f"4.{n}.1")) for one in commands]
        (folder / f"{n}.jsonl").write_text("".join(rows(*said, session=f"s{n}")))
    learning.scan(vault, Procedural(), [folder])


def open_ones(vault: Vault) -> list[learning.CandidateDocument]:
    return learning.candidates(vault, status=CandidateStatus.CANDIDATE)


@pytest.mark.parametrize("is_new", [False, True])
def test_what_those_who_read_it_do_otherwise_is_proposed_there(
    vault: Vault, tmp_path: Path, is_new: bool
) -> None:
    """And as no new skill, whether the text was in the library before or came later."""
    saved = None if is_new else library.save(vault, None, SHIP)
    follow(vault, tmp_path, OTHERWISE)
    if saved is None:
        assert [one.get("evolves") for one in open_ones(vault)] == [None]
        saved = library.save(vault, None, SHIP)
        follow(vault, tmp_path, OTHERWISE, 4)
    (one,) = open_ones(vault)
    assert one.get("evolves") == "Ship the image"
    assert one["description"].startswith("After reading it, agents did otherwise in ")
    assert one["description"].endswith(
        "step 2 is hatch version; step 5 is trivy image; cosign sign comes before step 6."
    )
    learning.promote(vault, one["id"])
    text = library.text(vault, saved.skill)
    assert "2. Set the version with `hatch version $v`. Tell Maria.\n3. Enjoy the view.\n" in text
    assert "\n5. `trivy image shop:$v`\n6. Run `cosign sign` with `shop:$v`.\n7. `kube" in text
    assert promoting.sequences(vault, EVERYONE) == {}
    follow(vault, tmp_path, OTHERWISE, 8)
    assert open_ones(vault) == []


def test_it_is_measured_by_what_was_done_since_its_calls_were_written(
    vault: Vault, tmp_path: Path, clock: Clock
) -> None:
    saved = library.save(vault, None, SHIP.replace("docker", "podman"))
    clock.time += timedelta(days=1)
    library.save(vault, saved.skill, SHIP, sitting=False)
    follow(vault, tmp_path, OTHERWISE)
    assert [one.get("evolves") for one in open_ones(vault)] == [None]


def test_other_words_leave_open_what_was_proposed(
    vault: Vault, tmp_path: Path, clock: Clock
) -> None:
    saved = library.save(vault, None, SHIP)
    follow(vault, tmp_path, OTHERWISE)
    clock.time += timedelta(days=1)
    library.save(vault, saved.skill, SHIP.replace("Maria", "Eve"), sitting=False)
    follow(vault, tmp_path, OTHERWISE, 4)
    (one,) = open_ones(vault)
    assert "Tell Eve." in learning.candidate(vault, one["id"])["text"]


def test_where_a_step_has_several_commands_nothing_is_changed(vault: Vault, tmp_path: Path) -> None:
    library.save(vault, None, SHIP.replace("\n5. ", " and "))
    follow(vault, tmp_path, OTHERWISE)
    assert [one.get("evolves") for one in open_ones(vault)] == [None]


def test_who_follows_it_changes_nothing(vault: Vault, tmp_path: Path) -> None:
    library.save(vault, None, SHIP)
    follow(vault, tmp_path, AS_WRITTEN)
    assert learning.candidates(vault) == []
