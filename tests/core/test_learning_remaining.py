"""What remains of a procedure that is known is no new candidate."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.api import learning
from app.core.learning import candidates, recording
from app.core.learning.candidates import Call, CandidateStatus
from app.core.learning.known_skills import KnownSkills
from app.core.learning.recording import Found
from app.core.learning.remaining import is_remainder, open_changes
from app.core.learning.withdrawing import withdraw_known
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE
from app.core.patterns.overlap import is_within
from app.core.patterns.pattern import Occurrence
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning import play
from tests.core.test_learning_scan import AT

SHIP = """# Ship

1. `poetry version $v`
2. `git tag $v`
3. `git push origin $v`
4. `gh release create $v`
"""
NOW = ("poetry version", "git cliff", "git tag", "git push", "twine upload", "gh release create")
LEFT = (("shell git cliff", 0), ("shell twine upload", 0), ("edit", 6))
"""What is new in it, and what sometimes comes next; with how often it is left out."""


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


def found(*calls: tuple[str, int]) -> Found:
    """In twelve sessions."""
    places = tuple(Occurrence(f"s{n}", 1, 9, None, None) for n in range(12))
    made = tuple(Call(tool, (), left_out) for tool, left_out in calls)
    return Found("ada", made, "x", "", "# X\n", 0.8, places)


def told(*names: str) -> list[tuple[str, int]]:
    return [(f"shell {name}", 0) for name in names]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        (LEFT, True),
        (told("git cliff", "git push", "twine upload"), True),
        (told("git tag", "git push", "gh release create"), True),
        (told("git cliff", "twine upload", "slackpost"), False),
        (told("twine upload", "git push", "git cliff"), False),
        ((*told("git cliff", "twine upload"), ("shell slackpost", 6)), False),  # that is news
        ((*told("git cliff", "twine upload"), ("edit", 1)), False),
        ((("edit", 6), *told("git cliff")), False),  # which tells too little
    ],
)
def test_calls_that_come_in_a_change_are_no_new_procedure(
    vault: Vault, calls: Sequence[tuple[str, int]], expected: bool
) -> None:
    one = found(*calls)
    known = KnownSkills(vault, EVERYONE)
    changes = [tuple(f"shell {name}" for name in NOW)]
    assert is_remainder(one.calls, len(one.places), known, changes) is expected
    assert not is_remainder(one.calls, len(one.places), known, [])


def test_nor_are_those_that_come_in_a_skill(vault: Vault) -> None:
    library.save(vault, None, SHIP)
    known = KnownSkills(vault, EVERYONE)
    known.read_texts(f"shell {name}" for name in NOW)
    assert known.has_part(["shell git tag", "shell gh release create"])
    assert not known.has_part(["shell git tag", "shell twine upload", "shell gh release create"])


@pytest.mark.parametrize("is_known", [True, False])
def test_part_of_a_skill_is_not_proposed(vault: Vault, tmp_path: Path, is_known: bool) -> None:
    """Far less than would make it another version of that."""
    if is_known:
        library.save(vault, None, f"{SHIP}5. `twine upload $file`\n6. `slackpost $v`\n")
    for n in range(3):
        play(tmp_path, f"1.{n}", ("git tag {v}", "git push origin {v}", "gh release create {v}"))
    scanned = learning.scan(vault, Procedural(), [tmp_path])
    assert scanned["candidates"] == (0 if is_known else 1)


def test_an_open_one_is_withdrawn_once_a_change_has_its_calls(vault: Vault) -> None:
    """Unless somebody edited it; and nothing while that is only another candidate."""
    saved = library.save(vault, None, SHIP)
    number = recording.keep(vault, found(*LEFT))
    other = recording.keep(vault, found(*told("make", "git bisect", "jj push")))
    withdraw_known(vault, lambda _agent: EVERYONE)
    assert {one.id for one in candidates.candidates(vault)} == {number, other}
    change = recording.keep(vault, found(*told(*NOW)), saved.skill, saved.version)
    assert open_changes(vault, "ada") == [tuple(f"shell {name}" for name in NOW)]
    assert open_changes(vault, "bob") == []
    withdraw_known(vault, lambda _agent: EVERYONE)
    left = candidates.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert {one.id for one in left} == {other, change}


def test_within_is_in_order() -> None:
    assert is_within("ac", "abc") and is_within("", "abc") and is_within("abc", "abc")
    assert not is_within("ca", "abc") and not is_within("aa", "abc")
