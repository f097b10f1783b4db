"""The one write, field by field: what a version says, when it is a new one, and its tags."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.core.actor import USER, Actor
from app.core.changes import Changes, Part
from app.core.errors import AppError, Cancelled, NotFound, StaleEdit
from app.core.library import bulk, catalogue, derive, engrams, history, library, undoing, version
from app.core.library.derive import Derived
from app.core.library.record import Meta, Reason, Saved, Status
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from tests.conftest import Clock

TEA = "# Tea\n\n1. Boil water.\n2. Wait.\n"


def meta_of(vault: Vault, skill: int) -> Meta:
    state = library.current(vault, skill)
    assert state is not None
    return state[2]


def tags_of(vault: Vault, skill: int) -> tuple[str, ...]:
    return meta_of(vault, skill).tags


def tagged(*tags: str, rest: str = TEA) -> str:
    return f"---\ntags: [{', '.join(tags)}]\n---\n{rest}"


# What a version says


def test_a_version_says_who_when_why_and_what(vault: Vault, clock: Clock) -> None:
    agent = Actor("agent", "editor", "a1")
    first = library.save(vault, None, TEA, actor=agent, label="mine")
    clock.pass_seconds(600)
    second = library.save(
        vault, first.skill, TEA + "3. Pour.\n", reason=Reason.NAMED, label="Third"
    )
    newest, oldest = history.versions(vault, first.skill)
    assert (oldest.id, oldest.number, oldest.actor) == (first.version, 1, agent)
    assert (oldest.reason, oldest.label) == (Reason.EDITED, "mine")
    assert oldest.digest == hashlib.sha256(TEA.encode()).hexdigest()
    assert (newest.id, newest.number, newest.actor) == (second.version, 2, USER)
    assert (newest.reason, newest.label, newest.at) == (Reason.NAMED, "Third", vault.now())
    assert (oldest.is_current, newest.is_current) == (False, True)
    assert library.current(vault, first.skill) == (
        second, TEA + "3. Pour.\n", Meta(catalogue.rows(vault)[0].engram)
    )  # fmt: skip


def test_a_deletion_is_a_version_without_a_text(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    library.delete(vault, saved.skill, actor=Actor("agent"))
    newest = history.versions(vault, saved.skill)[0]
    assert (newest.number, newest.reason, newest.digest) == (2, Reason.DELETED, "")
    assert newest.actor == Actor("agent")
    assert library.current(vault, saved.skill) is None
    assert library.last_meta(vault, saved.skill) == Meta(engrams.named(vault, "Skills").id)


def test_a_save_is_told_with_all_it_changes(vault: Vault) -> None:
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    saved = library.save(vault, None, TEA)
    (told,) = heard
    assert Part.LIST | Part.TEXT | Part.EDGES in told.parts
    assert told.skills == {saved.skill}


def test_undo_says_what_was_done(vault: Vault, clock: Clock) -> None:
    saved = library.save(vault, None, TEA)
    assert undoing.undoable(vault)[0] is not None
    labels = []
    for act in (
        lambda: library.save(vault, saved.skill, TEA + "3. Pour.\n"),
        lambda: library.refile(vault, saved.skill, replace(meta_of(vault, saved.skill), role="x")),
        lambda: library.delete(vault, saved.skill),
    ):
        clock.pass_seconds(600)
        act()
        entry = undoing.undoable(vault)[0]
        assert entry is not None
        labels.append(entry.label)
    assert labels == ["Edit skill", "Change details", "Delete skill"]


# Where it goes


def test_a_new_skill_goes_where_it_is_told(vault: Vault) -> None:
    elsewhere = engrams.create(vault, "Elsewhere")
    assert meta_of(vault, library.save(vault, None, TEA).skill).engram != elsewhere
    there = library.save(vault, None, TEA, engram=elsewhere)
    assert meta_of(vault, there.skill).engram == elsewhere
    library.save(vault, there.skill, TEA + "3. Pour.\n", engram=1)
    assert meta_of(vault, there.skill).engram == elsewhere, "only a new one"


def test_saving_a_deleted_skill_brings_it_back_as_it_was(vault: Vault, clock: Clock) -> None:
    elsewhere = engrams.create(vault, "Elsewhere")
    saved = library.save(vault, None, TEA, engram=elsewhere)
    library.refile(vault, saved.skill, replace(meta_of(vault, saved.skill), role="utility"))
    library.delete(vault, saved.skill)
    clock.pass_seconds(5)
    with pytest.raises(StaleEdit):
        library.save(vault, saved.skill, TEA + "3. Pour.\n", base=saved.version)
    back = library.save(vault, saved.skill, TEA + "3. Pour.\n")
    assert (back.skill, back.number) == (saved.skill, 4)
    assert meta_of(vault, saved.skill) == Meta(elsewhere, role="utility")


# Whether it is a new version


def test_what_is_stored_already_is_not_written(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    assert library.save(vault, saved.skill, TEA) == saved
    assert library.save(vault, saved.skill, TEA, base=saved.version) == saved
    assert heard == []
    with pytest.raises(StaleEdit) as caught:
        library.save(vault, saved.skill, TEA, base=saved.version + 1)
    assert caught.value.hint
    named = library.save(vault, saved.skill, TEA, reason=Reason.NAMED, label="Kept")
    assert named.number == 2


def test_a_sitting_lasts_a_minute_from_one_save_to_the_next(vault: Vault, clock: Clock) -> None:
    skill = library.save(vault, None, TEA).skill
    clock.pass_seconds(600)
    numbers: list[int] = []
    for wait in (0, 60, 60, 61, 1):
        clock.pass_seconds(wait)
        numbers.append(library.save(vault, skill, f"{TEA}3. At {len(numbers)}.\n").number)
    assert numbers == [2, 2, 2, 3, 3]
    undoing.undo(vault)
    assert library.text(vault, skill) == f"{TEA}3. At 2.\n"
    undoing.undo(vault)
    assert library.text(vault, skill) == TEA


def test_a_skill_that_was_just_made_is_edited_in_a_version_of_its_own(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    assert library.save(vault, saved.skill, TEA + "3. Pour.\n").number == 2


@pytest.mark.parametrize("between", ["filed", "named", "undone", "another skill"])
def test_whatever_happens_in_between_ends_a_sitting(
    vault: Vault, clock: Clock, between: str
) -> None:
    skill, other = (library.save(vault, None, TEA).skill for _time in range(2))
    clock.pass_seconds(600)
    library.save(vault, skill, TEA + "3. Pour.\n")
    if between == "filed":
        library.refile(vault, skill, replace(meta_of(vault, skill), role="utility"))
    elif between == "named":
        history.name_version(vault, skill, "Good")
    elif between == "undone":
        undoing.undo(vault)
    else:
        library.save(vault, other, TEA + "3. Drink.\n")
    before = history.versions(vault, skill)[0].number
    assert library.save(vault, skill, TEA + "3. Spill.\n").number == before + 1


def test_only_edits_go_on_with_a_sitting(vault: Vault, clock: Clock) -> None:
    skill = library.save(vault, None, TEA).skill
    clock.pass_seconds(600)
    library.save(vault, skill, TEA + "3. Pour.\n")
    trained = library.save(vault, skill, TEA + "3. Stir.\n", reason=Reason.TRAINED)
    assert trained.number == 3


def test_outside_of_a_sitting_every_edit_is_a_version(vault: Vault, clock: Clock) -> None:
    skill = library.save(vault, None, TEA).skill
    clock.pass_seconds(600)
    numbers = [
        library.save(vault, skill, f"{TEA}3. At {n}.\n", sitting=False).number for n in range(3)
    ]
    assert numbers == [2, 3, 4]


@pytest.fixture
def somebody_saves(
    vault: Vault, home: Path, data_key: bytes, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """While the first save is made ready, another process saves that skill."""
    prepare, done = version.prepare, list[int]()

    def late(reader: Vault, skill: int, *arguments: Any, **more: Any) -> version.Next:
        found = prepare(reader, skill, *arguments, **more)
        if skill is not None and not done:
            done.append(skill)
            library.save(other, skill, TEA + "3. Theirs.\n")
        return found

    monkeypatch.setattr("app.core.library.library.prepare", late)
    with Vault(home, data_key, now=clock) as other:
        yield


@pytest.mark.usefixtures("somebody_saves")
def test_what_is_saved_meanwhile_is_followed(vault: Vault) -> None:
    skill = library.save(vault, None, TEA).skill
    assert library.save(vault, skill, TEA + "3. Mine.\n").number == 3
    assert [v.number for v in history.versions(vault, skill)] == [3, 2, 1]
    assert history.text_of(vault, skill, 2) == TEA + "3. Theirs.\n"


@pytest.mark.usefixtures("somebody_saves")
def test_what_is_saved_meanwhile_is_not_overwritten(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    with pytest.raises(StaleEdit):
        library.save(vault, saved.skill, TEA + "3. Mine.\n", base=saved.version)
    assert library.text(vault, saved.skill) == TEA + "3. Theirs.\n"


def test_a_version_can_go_on_with_another_and_have_a_name(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    assert history.versions(vault, saved.skill)[0].label == ""
    meta = meta_of(vault, saved.skill)
    with vault.write("Edit skill") as write:
        more = TEA + "3. Pour.\n"
        again = library.put(write, saved.skill, more, meta, Reason.EDITED, label="Mine", number=1)
    assert (again.number, again.version > saved.version) == (1, True)
    assert [(v.number, v.label) for v in history.versions(vault, saved.skill)] == [(1, "Mine")]


def test_a_text_of_none_takes_a_skill_out(vault: Vault) -> None:
    skill = library.save(vault, None, TEA).skill
    meta = meta_of(vault, skill)
    with vault.write("Delete skill") as write:
        gone = library.put(write, skill, None, meta, Reason.DELETED)
    assert gone.number == 2 and library.current(vault, skill) is None
    assert catalogue.rows(vault) == ()


# What is refused


def test_half_a_character_is_refused_with_its_line(vault: Vault) -> None:
    with pytest.raises(AppError, match="Line 3 contains an incomplete character") as caught:
        library.save(vault, None, "# Tea\n\n1. Boil \ud83c.\n")
    assert caught.value.hint
    assert catalogue.rows(vault) == ()
    for text, line in (("\ud83c", 1), ("\n\ud83c\n\n", 2)):
        with pytest.raises(AppError, match=f"Line {line} "):
            library.save(vault, None, text)


def test_what_is_gone_cannot_be_filed_or_read(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    meta = meta_of(vault, saved.skill)
    library.delete(vault, saved.skill)
    with pytest.raises(NotFound, match="no longer in the library"):
        library.refile(vault, saved.skill, meta)
    with pytest.raises(NotFound, match="no longer in the library") as caught:
        library.text(vault, saved.skill)
    assert "Undo" in caught.value.hint
    assert library.current(vault, 99) is None
    assert library.last_meta(vault, 99) is None


def test_what_is_gone_is_not_deleted_twice(vault: Vault) -> None:
    saved = [library.save(vault, None, TEA).skill for _time in range(3)]
    library.delete(vault, saved[0])
    library.delete(vault, 99, *saved)
    assert [history.versions(vault, skill)[0].number for skill in saved] == [2, 2, 2]
    undoing.undo(vault)
    assert [row.id for row in catalogue.rows(vault)] == saved[1:]


def test_deleting_many_is_told_and_can_be_stopped(vault: Vault) -> None:
    class Stopped:
        cancelled = False
        told = 0

        def report(self, fraction: float, text: str = "") -> None:
            self.told += 1
            self.cancelled = self.told > 1

    saved = [library.save(vault, None, TEA).skill for _time in range(3)]
    with pytest.raises(Cancelled):
        library.delete(vault, *saved, progress=Stopped())
    assert [row.id for row in catalogue.rows(vault)] == saved, "all or nothing"


def test_filing_keeps_the_text_and_says_who(vault: Vault) -> None:
    saved = library.save(vault, None, TEA)
    meta = replace(meta_of(vault, saved.skill), status=Status.DEPRECATED, role="utility")
    filed = library.refile(vault, saved.skill, meta, actor=Actor("agent"))
    assert filed == Saved(saved.skill, filed.version, 2)
    assert library.current(vault, saved.skill) == (filed, TEA, meta)
    newest = history.versions(vault, saved.skill)[0]
    assert (newest.reason, newest.actor) == (Reason.FILED, Actor("agent"))


def test_a_digest_is_of_the_text_in_utf_8() -> None:
    assert version.digest("Tee ☕") == hashlib.sha256("Tee ☕".encode()).hexdigest()
    assert len(version.digest("\ud83c")) == 64


def test_what_is_known_of_another_text_is_not_believed(vault: Vault) -> None:
    with vault.write("New skill") as write:
        engram = engrams.ensure(write, "Skills")
        saved = library.put(
            write, None, TEA, Meta(engram), Reason.EDITED, parsed=parse("# Coffee\n\n1. Grind.\n")
        )
        known = library.put(
            write, None, TEA, Meta(engram), Reason.EDITED, parsed=replace(parse(TEA), title="Chai")
        )
    assert [v.label for v in history.versions(vault, saved.skill)] == [""]
    assert catalogue.row(vault, saved.skill).title == "Tea"  # type: ignore[union-attr]
    assert catalogue.row(vault, known.skill).title == "Chai"  # type: ignore[union-attr]


# Tags follow what the text states


def test_tags_that_are_stated_are_added_and_taken_off_again(vault: Vault) -> None:
    skill = library.save(vault, None, tagged("Hot", "daily")).skill
    assert tags_of(vault, skill) == ("Hot", "daily")
    library.refile(vault, skill, replace(meta_of(vault, skill), tags=("Hot", "daily", "mine")))
    library.save(vault, skill, tagged("hot", "guests"))
    assert tags_of(vault, skill) == ("Hot", "mine", "guests"), "spelled as it is there"
    library.save(vault, skill, TEA)
    assert tags_of(vault, skill) == ("mine",)


def test_a_tag_that_a_person_took_off_stays_off_as_long_as_it_is_stated(vault: Vault) -> None:
    skill = library.save(vault, None, tagged("hot", "daily")).skill
    library.refile(vault, skill, replace(meta_of(vault, skill), tags=("daily",)))
    library.save(vault, skill, tagged("HOT", "daily", "guests"))
    assert tags_of(vault, skill) == ("daily", "guests")
    library.save(vault, skill, tagged("daily"))
    library.save(vault, skill, tagged("daily", "hot"))
    assert tags_of(vault, skill) == ("daily", "hot")


def test_a_tag_that_a_person_gave_is_not_given_twice(vault: Vault) -> None:
    skill = library.save(vault, None, TEA).skill
    library.refile(vault, skill, replace(meta_of(vault, skill), tags=("Hot",)))
    library.save(vault, skill, tagged("hot"))
    assert tags_of(vault, skill) == ("Hot",)


def test_there_are_at_most_thirty_tags(vault: Vault) -> None:
    stated = [f"tag{n}" for n in range(31)]
    skill = library.save(vault, None, tagged(*stated)).skill
    assert tags_of(vault, skill) == tuple(stated[:30])
    full = tuple(f"mine{n}" for n in range(32))
    skill = library.save(vault, None, TEA).skill
    library.refile(vault, skill, replace(meta_of(vault, skill), tags=full))
    library.save(vault, skill, tagged("hot"))
    assert tags_of(vault, skill) == full


def test_a_mark_of_the_encoding_hides_no_frontmatter(vault: Vault) -> None:
    skill = library.save(vault, None, "\ufeff" + tagged("hot")).skill
    assert tags_of(vault, skill) == ("hot",)
    library.save(vault, skill, "\ufeff" + TEA)
    assert tags_of(vault, skill) == ()


# The role, too


def test_a_role_that_is_stated_anew_takes_the_place_of_a_chosen_one(vault: Vault) -> None:
    def filed(role: str) -> None:
        library.refile(vault, skill, replace(meta_of(vault, skill), role=role))

    workflow = f"---\nrole: workflow\n---\n{TEA}"
    skill = library.save(vault, None, TEA).skill
    filed("utility")
    library.save(vault, skill, TEA + "3. Pour.\n")
    assert meta_of(vault, skill).role == "utility"
    library.save(vault, skill, workflow)
    assert meta_of(vault, skill).role == ""
    filed("utility")
    library.save(vault, skill, workflow + "3. Pour.\n")
    assert meta_of(vault, skill).role == "utility", "nothing that is new"
    library.save(vault, skill, TEA)
    assert meta_of(vault, skill).role == "utility"
    with vault.write("Edit skill") as write:
        chosen = replace(meta_of(vault, skill), role="processor")
        library.put(write, skill, workflow, chosen, Reason.EDITED)
    assert meta_of(vault, skill).role == "processor", "chosen just now"


# Long texts


@pytest.fixture
def long_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text of a hundred characters is a long one here, and every write a short one."""
    monkeypatch.setattr(library, "LONG", 100)
    monkeypatch.setattr(bulk, "_SLICE", 10)


def long(*notes: str) -> str:
    return TEA + "".join(f"{n}. {note} and do so with care.\n" for n, note in enumerate(notes, 3))


@pytest.mark.usefixtures("long_ones")
def test_a_long_text_is_saved_like_any_other(vault: Vault) -> None:
    first = library.save(vault, None, long("Pour", "Drink", "Rest", "Wash up"), engram="Kitchen")
    assert meta_of(vault, first.skill).engram == engrams.named(vault, "Kitchen").id
    library.refile(vault, first.skill, replace(meta_of(vault, first.skill), tags=("hot",)))
    base = library.current(vault, first.skill)
    assert base is not None
    second = library.save(
        vault, first.skill, long("Pour", "Sip", "Rest", "Wash up"), base=base[0].version
    )
    assert tags_of(vault, first.skill) == ("hot",)
    assert second.number == base[0].number + 1
    assert library.save(vault, first.skill, library.text(vault, first.skill)) == second
    undoing.undo(vault)
    assert "Drink" in library.text(vault, first.skill)
    third = library.save(vault, None, long("Pour", "Drink", "Rest", "Dry up"))
    assert meta_of(vault, third.skill).engram == engrams.named(vault, "Skills").id


@pytest.mark.usefixtures("long_ones")
def test_a_long_text_of_an_older_version_is_refused(vault: Vault) -> None:
    first = library.save(vault, None, long("Pour", "Drink", "Rest", "Wash up"))
    newer = long("Pour", "Sip", "Rest", "Wash up")
    library.save(vault, first.skill, newer)
    with pytest.raises(StaleEdit, match="changed while you were editing"):
        library.save(vault, first.skill, long("Pour", "Spill", "Rest", "Mop"), base=first.version)
    assert library.text(vault, first.skill) == newer
    codex = Actor("agent", "codex", "a1")
    library.save(vault, first.skill, long("Pour", "Spill", "Rest", "Mop"), actor=codex)
    assert history.versions(vault, first.skill)[0].actor == codex
    assert "Mop" in library.text(vault, first.skill)


def test_the_edges_of_a_long_text_are_written_down_bit_by_bit(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody has to wait for the vault; rows are counted, not seconds."""
    kept: dict[int, int] = {}

    def counted(write: Write, version: int, derived: Derived) -> None:
        kept[id(write)] = kept.get(id(write), 0) + len(derived.edges)
        writes.append(write)
        derive.keep(write, version, derived)

    writes: list[Write] = []
    monkeypatch.setattr(bulk, "keep", counted)
    monkeypatch.setattr(version, "keep", counted)
    text = "# Long\n\n" + "".join(f"{n}. Look at part {n} of it.\n" for n in range(1, 9000))
    skill = library.save(vault, None, text).skill
    assert len(kept) > 1 and max(kept.values()) <= 5_000
    assert sum(kept.values()) == len(vault.rows("select 1 from edge where skill = ?", skill))
