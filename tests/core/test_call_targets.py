"""Calls stay where they were: nothing that comes takes one over, and what goes takes none along."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.core.constellation.sky import ties
from app.core.errors import AppError, NotFound
from app.core.library import (
    catalogue,
    deleted,
    engrams,
    history,
    library,
    redirect,
    renaming,
    skill_actions,
    undoing,
)
from app.core.library.known_skills import known_skills
from app.core.library.record import Meta, Origin, Status
from app.core.library.usages import usages
from app.core.memory import emptying
from app.core.packs import export
from app.core.skills.checking.check import Finding, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import walk

DEPLOY = "# Deploy\n\n1. @skill: smoke-tests -> $ok\n2. Look at $ok.\n"
SMOKE = "# Smoke tests\n\n1. Run them.\n"


def save(vault: Vault, text: str, engram: str = "Skills") -> int:
    return library.save(vault, None, text, engram=engram).skill


def meant(vault: Vault, caller: int) -> tuple[int, ...]:
    """What its call means, for everybody who asks."""
    row = catalogue.row(vault, caller)
    assert row is not None
    (call,) = [call for call in parse(library.text(vault, caller)).calls if call.explicit]
    found = tuple(one.id for one in catalogue.targets(vault, row, call))
    titles = known_skills(vault, row.engram, caller).found(call.target)
    assert len(titles) == len(found)
    assert {tie.target for tie in ties(vault) if tie.source == caller} == set(found)
    step = walk(vault, caller).steps[0]
    if len(found) == 1:
        assert step.calls is not None and step.calls.target_source_id == f"skill:{found[0]}"
        assert caller in catalogue.callers(vault, found[0], certain=True)
        assert caller in {usage.caller.id for usage in usages(vault, found[0])}
        assert set(export.closure(vault, [caller])) == {caller, *found}
    else:
        assert export.closure(vault, [caller]) == (caller, *found)
    return found


def found_in(vault: Vault, skill: int) -> dict[str, Finding]:
    row = catalogue.row(vault, skill)
    assert row is not None
    known = known_skills(vault, row.engram, skill)
    said = findings(parse(library.text(vault, skill)), known, name=row.title)
    return {one.code: one for one in said}


@pytest.fixture
def demos(vault: Vault) -> tuple[int, int]:
    """A skill in Skills that calls one in another engram, and that one."""
    far = save(vault, SMOKE, "Skill Demos")
    return save(vault, DEPLOY), far


def test_a_new_skill_of_the_name_takes_over_no_call(vault: Vault, demos: tuple[int, int]) -> None:
    caller, far = demos
    near = save(vault, SMOKE)
    assert meant(vault, caller) == (far,)
    assert not {"call-unknown", "call-ambiguous", "call-renamed"} & found_in(vault, caller).keys()
    other = save(vault, "# Other\n\n1. @skill: smoke-tests\n2. Go on.\n")
    row = catalogue.row(vault, other)
    assert row is not None
    assert catalogue.resolve(vault, "smoke-tests", row.engram, other) == (near,)


def test_edits_moves_and_versions_keep_it(vault: Vault, demos: tuple[int, int]) -> None:
    caller, far = demos
    save(vault, SMOKE)
    library.save(vault, caller, DEPLOY + "3. Tell.\n")
    assert meant(vault, caller) == (far,)
    save(vault, SMOKE, "Elsewhere")
    library.refile(vault, caller, Meta(engrams.named(vault, "Elsewhere").id))
    assert meant(vault, caller) == (far,)
    library.refile(vault, far, Meta(engrams.named(vault, "Skills").id))
    assert meant(vault, caller) == (far,)
    history.restore(vault, caller, 1)
    assert meant(vault, caller) == (far,)


def test_a_call_that_was_written_anew_means_what_its_name_means(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    near = save(vault, SMOKE)
    library.save(vault, caller, "# Deploy\n\n1. Look.\n", sitting=False)
    library.save(vault, caller, DEPLOY, sitting=False)
    assert meant(vault, caller) == (near,)
    undoing.undo(vault)
    undoing.undo(vault)
    assert meant(vault, caller) == (far,)


def test_what_was_deleted_is_a_finding_until_it_is_back(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    library.delete(vault, far)
    near = save(vault, SMOKE)
    assert meant(vault, caller) == ()
    lost = found_in(vault, caller)["call-unknown"]
    assert lost.message == "‘smoke-tests’ was deleted."
    assert [(one.id, one.engram) for one in lost.candidates] == [(near, "Skills")]
    assert walk(vault, caller).steps[0].calls is not None
    deleted.restore(vault, [far])
    assert meant(vault, caller) == (far,)
    library.delete(vault, far)
    undoing.undo(vault)
    assert meant(vault, caller) == (far,)


def test_what_is_gone_for_good_leads_nowhere_whoever_gets_its_number(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    library.delete(vault, far)
    emptying.empty(vault, [far])
    again = save(vault, SMOKE)
    assert meant(vault, caller) == ()
    lost = found_in(vault, caller)["call-unknown"]
    assert lost.message == "‘smoke-tests’ was permanently deleted."
    assert redirect.redirect(vault, [caller], "Smoke tests", again) == (caller,)
    assert meant(vault, caller) == (again,)


def test_a_rename_keeps_it_with_and_without_the_callers(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    near = save(vault, SMOKE)
    assert renaming.rename(vault, far, "Checks", callers=False).left
    assert library.text(vault, caller) == DEPLOY
    assert meant(vault, caller) == (far,)
    told = found_in(vault, caller)["call-renamed"]
    assert told.message == "‘smoke-tests’ is now called Checks."
    assert renaming.rename(vault, far, "Probes").updated == (caller,)
    assert "@skill: Probes" in library.text(vault, caller)
    assert meant(vault, caller) == (far,)
    assert catalogue.callers(vault, near) == ()
    undoing.undo(vault)
    assert library.text(vault, caller) == DEPLOY and meant(vault, caller) == (far,)


def test_a_pack_names_what_is_called_as_it_is_named_by_now(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    renaming.rename(vault, far, "Checks", callers=False)
    packing = export.gather(vault, [caller], export.Options(with_calls=True))
    texts = [skill.text for skill in packing.pack.skills]
    assert texts == [DEPLOY.replace("smoke-tests", "Checks"), library.text(vault, far)]
    alone = export.gather(vault, [caller], export.Options(with_calls=False))
    assert [skill.text for skill in alone.pack.skills] == [DEPLOY]


def quarantine(vault: Vault, skill: int, pack: str = "") -> None:
    state = library.current(vault, skill)
    assert state is not None
    origin = Origin(pack, "x", "1.0.0", "ab" * 32, "") if pack else None
    library.refile(vault, skill, Meta(state[2].engram, Status.QUARANTINED, origin=origin))


def test_quarantine_is_reached_from_the_same_pack_alone(
    vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    quarantine(vault, far, "one")
    assert meant(vault, caller) == ()
    assert found_in(vault, caller)["call-unknown"].message == "‘smoke-tests’ is in quarantine."
    near = save(vault, SMOKE)
    quarantine(vault, near, "one")
    assert meant(vault, caller) == ()
    stranger, friend = save(vault, DEPLOY), save(vault, DEPLOY)
    quarantine(vault, stranger, "two")
    quarantine(vault, friend, "one")
    assert meant(vault, stranger) == ()
    assert meant(vault, friend) == (near,)
    with pytest.raises(AppError, match="in quarantine"):
        redirect.redirect(vault, [caller], "smoke-tests", near)
    library.refile(vault, far, Meta(engrams.named(vault, "Skill Demos").id))
    assert meant(vault, caller) == (far,)


def test_a_person_says_otherwise_and_takes_it_back(vault: Vault, demos: tuple[int, int]) -> None:
    caller, far = demos
    near = save(vault, SMOKE)
    (now,) = redirect.leading(vault, caller)
    assert [one.id for one in now.now] == [far] and [one.id for one in now.instead] == [near]
    others = {row.id: row.version for row in catalogue.rows(vault) if row.id != caller}
    assert redirect.redirect(vault, [caller], "smoke-tests", near) == (caller,)
    assert meant(vault, caller) == (near,)
    assert library.text(vault, caller) == DEPLOY
    assert history.versions(vault, caller)[0].label == "Calls “Smoke tests” in Skills"
    assert redirect.redirect(vault, [caller], "smoke-tests", near) == ()
    undoing.undo(vault)
    assert meant(vault, caller) == (far,)
    undoing.redo(vault)
    assert meant(vault, caller) == (near,)
    assert others == {row.id: row.version for row in catalogue.rows(vault) if row.id != caller}
    with pytest.raises(NotFound):
        redirect.redirect(vault, [caller], "brew tea", near)


def test_one_that_names_the_engram_stays_too(vault: Vault) -> None:
    far = save(vault, SMOKE, "Skill Demos")
    caller = save(vault, "# Deploy\n\n1. @skill: Skill Demos/smoke-tests\n2. Look.\n")
    assert meant(vault, caller) == (far,)
    demos = engrams.named(vault, "Skill Demos")
    engrams.change(vault, demos.id, name="Examples", tier=demos.tier, cap=None)
    assert meant(vault, caller) == (far,)
    save(vault, SMOKE, "Skill Demos")
    assert meant(vault, caller) == (far,)


def test_undoing_what_came_frees_the_calls_it_took(vault: Vault) -> None:
    caller = save(vault, DEPLOY)
    near = save(vault, SMOKE)
    assert meant(vault, caller) == (near,)
    undoing.undo(vault)
    assert meant(vault, caller) == ()
    assert found_in(vault, caller)["call-unknown"].message == "‘smoke-tests’ not found."
    again = save(vault, SMOKE)
    assert meant(vault, caller) == (again,)


_MANY = """
import sys
from pathlib import Path
from app.core.library import library
from app.core.vault import Vault
with Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2])) as vault:
    for n in range(8):
        library.save(vault, None, "# Smoke tests\\n\\n1. Run.\\n", engram=f"E{sys.argv[3]}{n}")
        library.save(vault, None, f"# D{sys.argv[3]}{n}\\n\\n1. @skill: smoke-tests\\n2. Look.\\n",
                     engram=f"E{sys.argv[3]}{n}")
        library.save(vault, int(sys.argv[4]), f"# Deploy\\n\\n1. @skill: smoke-tests\\n{n}. Go.\\n")
"""


def test_four_processes_at_once_take_over_nothing(
    home: Path, data_key: bytes, vault: Vault, demos: tuple[int, int]
) -> None:
    caller, far = demos
    processes = [
        subprocess.Popen(
            (sys.executable, "-c", _MANY, str(home), data_key.hex(), str(n), str(caller))
        )
        for n in range(4)
    ]
    assert [one.wait(120) for one in processes] == [0] * 4
    assert meant(vault, caller) == (far,)
    rows = {row.id: row for row in catalogue.rows(vault)}
    for by, called in ((tie.source, tie.target) for tie in ties(vault)):
        assert by == caller or rows[by].engram == rows[called].engram
    assert len(ties(vault)) == 33


def test_what_comes_while_many_are_moved_takes_over_nothing(vault: Vault) -> None:
    """Moving them takes several writes, between which others write."""
    far = save(vault, SMOKE, "Skill Demos")
    callers = [save(vault, DEPLOY.replace("Deploy", f"Deploy {n}")) for n in range(90)]
    came: list[int] = []

    class Meanwhile:
        cancelled = False

        def report(self, fraction: float, text: str = "") -> None:
            if fraction > 0.5 and not came:
                came.append(save(vault, SMOKE, "Elsewhere"))

    skill_actions.move(vault, "Elsewhere", *callers, far, progress=Meanwhile())
    assert came
    rows = catalogue.some(vault, callers)
    found = {catalogue.resolve(vault, "smoke-tests", row.engram, row.id) for row in rows.values()}
    assert found == {(far,)}
    undoing.undo(vault)
    assert {
        catalogue.resolve(vault, "smoke-tests", row.engram, row.id)
        for row in catalogue.some(vault, callers).values()
    } == {(far,)}
