"""Runs and newer versions: what is offered, what is brought along, and what stops it."""

import pytest

from app.core.library import library
from app.core.runs import moving, statistics, store
from app.core.runs.actions import Abandon, Back, Done, Enter, Fail
from app.core.runs.compile import compiled
from app.core.runs.errors import NotNow, NotYours
from app.core.runs.state import PERSON
from app.core.vault import Vault
from tests.core.running import AGENT, begun, place, saved

TEXT = "# Cook\n\n1. Boil the water.\n2. @skill: Season\n3. Put the noodles in.\n"
SEASON = "# Season\n\n1. Add the salt.\n"
LONGER = (
    "# Cook\n\n1. Fill a large pot.\n2. Boil the water well.\n3. Put the noodles in.\n"
    "4. @skill: Season\n5. Serve.\n"
)


@pytest.fixture
def cook(vault: Vault) -> int:
    return saved(vault, SEASON, TEXT)


def test_a_run_moves_to_what_was_saved_meanwhile(vault: Vault, cook: int) -> None:
    run = begun(vault, cook).run.id
    store.act(vault, run, Done(step="1"), PERSON)
    assert moving.newer(vault, run) is None
    with pytest.raises(NotNow):
        moving.move(vault, run)
    library.save(vault, cook, LONGER)
    offered = moving.newer(vault, run)
    assert offered is not None and (offered.number, offered.changed) == (2, ("Cook",))
    assert offered.why_not  # it stands in a call
    with pytest.raises(NotNow):
        moving.move(vault, run)
    store.act(vault, run, Done(step="2/1"), PERSON)
    store.act(vault, run, Done(step="2"), PERSON)
    store.act(vault, run, Fail(step="3", why="none"), PERSON)
    assert moving.newer(vault, run).why_not  # type: ignore[union-attr]
    store.act(vault, run, Back(), PERSON)
    with pytest.raises(NotYours):
        moving.move(vault, run, AGENT)
    record = moving.move(vault, run)
    assert (place(record), record.run.number, record.run.steps) == ("3", 2, 5)
    with pytest.raises(NotNow):
        store.act(vault, run, Back(), PERSON)
    record = store.act(vault, run, Done(step="3"), PERSON)
    assert place(record) == "4#2/1"  # what was called before stands behind it now
    store.act(vault, run, Done(step="4#2/1"), PERSON)
    store.act(vault, run, Abandon(), PERSON)
    left = vault.rows("select path, version from run_visit where skill = ? order by rowid", cook)
    assert [path for path, _version in left] == ["1", "2", "3"]
    assert statistics.figures(vault, cook, ["Boil the water well."]).steps[0].times == 1


def test_a_called_skill_that_changed_is_followed_anew(vault: Vault, cook: int) -> None:
    run = begun(vault, cook).run.id
    program = store.record(vault, run).program
    inner = next(skill for skill in program.procedures if skill != cook)
    library.save(vault, inner, "# Season\n\n1. Add the salt.\n2. Add the pepper.\n")
    assert moving.newer(vault, run).changed == ("Season",)  # type: ignore[union-attr]
    moving.move(vault, run)
    store.act(vault, run, Done(step="1"), PERSON)
    record = store.act(vault, run, Done(step="2/1"), PERSON)
    assert place(record) == "2/2"


def test_a_deleted_or_renamed_skill_is_run_as_it_was(vault: Vault, cook: int) -> None:
    run = begun(vault, cook).run.id
    library.save(vault, cook, TEXT.replace("# Cook", "# Cook well"))
    assert store.act(vault, run, Done(step="1"), PERSON).run.title == "Cook"
    library.delete(vault, cook)
    assert moving.newer(vault, run) is None
    record = store.act(vault, run, Done(step="2/1"), PERSON)
    assert place(record) == "2"


def test_a_called_skill_that_was_deleted_hides_no_other_change(vault: Vault) -> None:
    text = "# Cook\n\n1. @skill: Season\n2. @skill: Serve\n"
    run = begun(vault, saved(vault, SEASON, "# Serve\n\n1. Ladle.\n", text)).run.id
    by_title = {
        one.title: one.skill for one in store.record(vault, run).program.procedures.values()
    }
    library.delete(vault, by_title["Season"])
    assert moving.newer(vault, run) is None
    library.save(vault, by_title["Serve"], "# Serve\n\n1. Ladle it.\n")
    assert "Serve" in moving.newer(vault, run).changed  # type: ignore[union-attr]


def test_a_step_is_found_again_whichever_of_its_words_changed(vault: Vault) -> None:
    before = "# Site\n\n1. Back up the database.\n2. Deploy the site to production.\n"
    skill = saved(vault, before)
    old = compiled(vault, skill).procedures[skill]
    text = before.replace("Deploy", "Ship").replace("1. Back", "1. Call Ada.\n2. Back", 1)
    library.save(vault, skill, text.replace("2. Ship", "3. Ship"))
    assert moving.become(old, compiled(vault, skill).procedures[skill]) == {0: 1, 1: 2}


def test_a_run_that_was_not_begun_is_gone_back_to(vault: Vault) -> None:
    asking = saved(vault, "# Ask\n\nRequires: $who:string\n\n1. Ask $who.\n")
    assert moving.waiting(vault, asking) is None
    first = begun(vault, asking).run.id
    there = moving.waiting(vault, asking)
    assert there is not None and there.run.id == first
    library.save(vault, asking, "# Ask\n\nRequires: $who:string\n\n1. Go.\n2. Ask $who.\n")
    assert moving.waiting(vault, asking) is None and store.runs(vault, skill=asking) == ()
    first = begun(vault, asking).run.id
    store.act(vault, first, Enter(step="start", values={"who": "Ada"}), PERSON)
    assert moving.waiting(vault, asking) is None
