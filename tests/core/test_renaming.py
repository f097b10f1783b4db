"""A skill is renamed, and whoever calls it goes on calling it."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, NotFound, StaleEdit
from app.core.library import catalogue, engrams, history, library, renaming, undoing
from app.core.library.authored import authored
from app.core.library.record import Meta, Reason, Status
from app.core.library.renaming import NameTaken, Why
from app.core.library.usages import usages
from app.core.skills import names
from app.core.skills.editing.call_names import QUOTES, with_call_names
from app.core.skills.model import Call, GoalKind
from app.core.skills.reading.grammar import parse
from app.core.training.proposal import accept_all
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.core.test_bulk import Meanwhile
from tests.core.test_training import TEXT, Memories

SMOKE = "# Smoke tests\n\nTrigger: after a deploy\n\n1. Open the page.\n"
DEPLOY = (
    "# Deploy\r\n\r\nTrigger: release it\r\nOn failure: @skill: smoke-tests, then call somebody\r\n"
    '\r\n1. Build. Then @skill: "Smoke  Tests"(page=$page) -> $ok, and wait.\r\n'
    '2. @parallel: [smoke tests, Announce(text="a, b")] -> [$a, $b]\r\n'
    "3. [[skill: SMOKE TESTS]] by hand\r\n4. Read about smoke tests.\r\n"
)


def save(vault: Vault, text: str, engram: str | None = None) -> int:
    return library.save(vault, None, text, engram=engram).skill


# The text of a caller


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("@skill: old", '@skill: "So, new"'),
        ("@skill: old, then @skill: OLD", '@skill: "So, new", then @skill: "So, new"'),
        ('@skill: "old"(a=1) -> $x', '@skill: "So, new"(a=1) -> $x'),
        ("@skill: 'Old' -> $x", "@skill: 'So, new' -> $x"),
        ("@skill: „old” -> $x", "@skill: „So, new” -> $x"),
        ("[[skill: old]]", '[[skill: "So, new"]]'),
        ("[[ SKILL:old | by hand ]]", '[[ SKILL:"So, new" | by hand ]]'),
        ("@parallel: [old(a=$b), other] -> [$p]", '@parallel: ["So, new"(a=$b), other] -> [$p]'),
        ("@parallel: ['old', other]", "@parallel: [\"So, new\", other]"),
        ("Use the old skill, old as it is", "Use the old skill, old as it is"),
        ("`@skill: old`", "`@skill: old`"),
    ],
)  # fmt: skip
def test_a_call_keeps_its_quotes_while_it_can(written: str, expected: str) -> None:
    text = f"# T\n\nOn failure: {written}\n\n1. {written}\n"
    changed = with_call_names(text, {"old": "So, new"})
    assert changed == f"# T\n\nOn failure: {expected}\n\n1. {expected}\n"


def test_one_word_needs_no_quotes_unless_it_would_swallow_what_follows() -> None:
    moved = {"smoke-tests": "Verify"}
    assert with_call_names("1. @skill: smoke-tests.\n", moved) == "1. @skill: Verify.\n"
    found = with_call_names("1. @skill: smoke-tests against staging\n", moved)
    assert found == '1. @skill: "Verify" against staging\n'


@pytest.mark.parametrize("name", ["Plain", "a-b", 'Say "hi"', "“So” `it` is", "日本 (2)", "Né"])
def test_any_name_can_be_called(name: str) -> None:
    changed = with_call_names("1. @skill: old(a=$b) -> $c\n", {"old": name})
    (call,) = parse(changed or "").calls
    assert names.key(call.target) == names.key(name)
    assert (call.captures, len(call.arguments)) == (("c",), 1)


def test_a_name_that_no_quotes_can_hold_changes_nothing() -> None:
    every = "a " + "".join(closing for _opening, closing in QUOTES) + " b"
    assert with_call_names("1. @skill: old\n", {"old": every}) is None


def test_a_jump_that_would_lead_nowhere_changes_nothing() -> None:
    text = "1. @skill: gather\n2. Look.\n3. @loop: gather max=2\n"
    assert parse(text).steps[2].jumps[0].target == 1
    assert with_call_names(text, {"gather": "Collect"}) is None


NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))
    | st.sampled_from("\"'“”`«»()[],|-> "),
    min_size=1,
    max_size=25,
).map(lambda name: " ".join(name.split())).filter(names.key)  # fmt: skip
CALLS = st.sampled_from([
    "@skill: {}", '@skill: "{}"', "@skill: “{}”(a=$b, c=1) -> $d", "[[skill: {}]]",
    "[[skill:'{}']] and more", "@parallel: [{}, other(x=1)] -> [$p, $q]", "@skill: `{}`",
    "If it fails, @skill: {}. Go back to step 1.", "@skill: {}, and tell people",
])  # fmt: skip
PROSE = st.sampled_from([
    "Trigger: somebody asks\n", "- recall: old (if < 3 results)\n", "2. Read old.\n", "\n",
    "> old _(from a book)_\n", "<!-- @skill: old -->\n", "```\n@skill: old\n```\n", "pasul doi\r\n",
])  # fmt: skip


@given(st.lists(CALLS | PROSE, max_size=8), NAMES)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_only_names_of_calls_change_and_all_of_them(parts: list[str], name: str) -> None:
    text = "# T\n\n" + "".join(
        f"{n}. {part.format('old')}\n" if "{}" in part else part for n, part in enumerate(parts, 1)
    )
    changed = with_call_names(text, {"old": name})
    if changed is None:
        return
    before, after = parse(text).calls, parse(changed).calls
    for old, new in zip(before, after, strict=True):
        moves = old.explicit and names.key(old.target) == "old"
        assert names.key(new.target) == (names.key(name) if moves else names.key(old.target))
    assert without(changed, after) == without(text, before)


def without(text: str, calls: tuple[Call, ...]) -> list[str]:
    """What stands between the names of the calls and their quotes."""
    parts, at = [], 0
    for call in calls:
        around = text[call.target_start - 1], text[call.target_end : call.target_end + 1]
        is_quoted = around in QUOTES
        parts.append(text[at : call.target_start - is_quoted])
        at = call.target_end + is_quoted
    return [*parts, text[at:]]


# Who calls it


def test_usages_say_where_a_skill_is_called_and_how(vault: Vault) -> None:
    smoke, deploy = save(vault, SMOKE), save(vault, DEPLOY)
    found = usages(vault, smoke)
    assert {one.caller.id for one in found} == {deploy}
    assert [(one.step, one.goal) for one in found] == [
        (0, GoalKind.ON_FAILURE), (1, None), (2, None), (3, None),
    ]  # fmt: skip
    assert found[0].sentence == "@skill: smoke-tests, then call somebody"
    assert found[1].sentence == 'Then @skill: "Smoke Tests"(page=$page) -> $ok, and wait.'
    assert [DEPLOY[one.start : one.end] for one in found] == [
        "smoke-tests", "Smoke  Tests", "smoke tests", "SMOKE TESTS",
    ]  # fmt: skip
    assert all(one.is_certain for one in found)
    assert usages(vault, deploy) == usages(vault, 9999) == ()


def test_a_name_that_could_mean_two_is_a_usage_of_both(vault: Vault) -> None:
    here, there = save(vault, SMOKE, "Here"), save(vault, SMOKE, "There")
    far = save(vault, DEPLOY, "Far")
    for one in (here, there):
        assert {u.caller.id for u in usages(vault, one)} == {far}
        assert not any(u.is_certain for u in usages(vault, one))


def test_the_calls_of_every_line_are_told(vault: Vault) -> None:
    target = save(vault, "# A\n\n1. Look.\n")
    save(vault, "# B\n\n1. First.\n\n   - one\n   - @skill: A, in a list\n")
    (found,) = usages(vault, target)
    assert found.sentence == "@skill: A, in a list"


# Renaming


def test_callers_follow_and_nothing_else_of_them_changes(vault: Vault) -> None:
    smoke, deploy, other = save(vault, SMOKE), save(vault, DEPLOY), save(vault, "# X\n\n1. A.\n")
    before = {one.id: library.text(vault, one.id) for one in catalogue.rows(vault)}
    done = renaming.rename(vault, smoke, "  Check\n the page ")
    assert (done.updated, done.left) == ((deploy,), {})
    assert library.text(vault, smoke) == SMOKE.replace("Smoke tests", "Check the page")
    assert library.text(vault, deploy) == DEPLOY.replace("smoke-tests", '"Check the page"').replace(
        "Smoke  Tests", "Check the page"
    ).replace("[smoke tests", '["Check the page"').replace("SMOKE TESTS", '"Check the page"')
    assert catalogue.row(vault, other) and len(history.versions(vault, other)) == 1
    assert catalogue.callers(vault, smoke) == (deploy,)
    assert undoing.undo(vault).label == "Rename skill"
    assert {one.id: library.text(vault, one.id) for one in catalogue.rows(vault)} == before
    undoing.redo(vault)
    assert catalogue.row(vault, smoke) and catalogue.callers(vault, smoke) == (deploy,)


def test_a_skill_that_calls_itself_follows_too(vault: Vault) -> None:
    skill = save(vault, "# Again\n\n1. @skill: again\n")
    assert renaming.rename(vault, skill, "Once more").updated == ()
    assert library.text(vault, skill) == '# Once more\n\n1. @skill: "Once more"\n'


def test_another_spelling_of_the_name_changes_no_caller(vault: Vault) -> None:
    smoke, deploy = save(vault, SMOKE), save(vault, DEPLOY)
    assert renaming.rename(vault, smoke, "SMOKE-TESTS").updated == ()
    assert library.text(vault, deploy) == DEPLOY
    entries = vault.rows("select count(*) from version")
    assert renaming.rename(vault, smoke, "SMOKE-TESTS").saved.skill == smoke
    assert vault.rows("select count(*) from version") == entries


def test_callers_are_kept_when_asked_for(vault: Vault) -> None:
    smoke, deploy = save(vault, SMOKE), save(vault, DEPLOY)
    done = renaming.rename(vault, smoke, "Check", callers=False)
    assert (done.updated, done.left) == ((), {deploy: Why.KEPT})
    assert library.text(vault, deploy) == DEPLOY


def test_a_call_that_could_mean_two_is_left_and_named(vault: Vault) -> None:
    here, there, far = save(vault, SMOKE, "A"), save(vault, SMOKE, "B"), save(vault, DEPLOY, "C")
    near = save(vault, "# Near\n\n1. @skill: smoke-tests\n", "A")
    done = renaming.rename(vault, here, "Check")
    assert (done.updated, done.left) == ((near,), {far: Why.AMBIGUOUS})
    assert library.text(vault, far) == DEPLOY
    assert catalogue.callers(vault, here) == (near,)
    assert catalogue.callers(vault, there) == (far,)


def test_nobody_is_led_to_another_skill_of_the_new_name(vault: Vault) -> None:
    smoke, taken = save(vault, SMOKE, "A"), save(vault, "# Check\n\n1. Look.\n", "B")
    beside, far = save(vault, DEPLOY, "B"), save(vault, DEPLOY, "C")
    near = save(vault, "# Near\n\n1. @skill: smoke-tests\n", "A")
    done = renaming.rename(vault, smoke, "check")
    assert (done.updated, done.left) == ((near,), {beside: Why.TAKEN, far: Why.TAKEN})
    assert catalogue.callers(vault, taken) == ()
    with pytest.raises(NameTaken, match="Check"):
        renaming.rename(vault, beside, "check")


def test_quarantine_stays_inert(vault: Vault) -> None:
    caller, smoke = save(vault, DEPLOY, "A"), save(vault, SMOKE, "A")
    engram = engrams.named(vault, "A").id
    library.refile(vault, smoke, Meta(engram, Status.QUARANTINED))
    assert renaming.rename(vault, smoke, "Check").updated == ()
    undoing.undo(vault)
    library.refile(vault, caller, Meta(engram, Status.QUARANTINED))
    assert renaming.rename(vault, smoke, "Check").updated == (caller,)


@pytest.mark.parametrize("name", ["", "  \n", "!!!", "<!--"])
def test_what_is_no_name_is_refused(vault: Vault, name: str) -> None:
    smoke = save(vault, SMOKE)
    with pytest.raises(AppError):
        renaming.rename(vault, smoke, name)
    assert library.text(vault, smoke) == SMOKE
    with pytest.raises(NotFound):
        renaming.rename(vault, 999, "Name")


def test_a_text_with_another_title_is_saved_with_its_callers(vault: Vault) -> None:
    first, deploy = library.save(vault, None, SMOKE), save(vault, DEPLOY)
    text = SMOKE.replace("Smoke tests", "Проверка") + "2. @skill: smoke tests\n"
    done = renaming.save_renamed(vault, first.skill, text, base=first.version)
    assert done.updated == (deploy,)
    assert library.text(vault, first.skill) == text.replace(
        "@skill: smoke tests", "@skill: Проверка"
    )
    assert library.text(vault, deploy).count("Проверка") == 4
    with pytest.raises(StaleEdit):
        renaming.save_renamed(vault, first.skill, SMOKE, base=first.version)
    undoing.undo(vault)
    assert (library.text(vault, first.skill), library.text(vault, deploy)) == (SMOKE, DEPLOY)


def test_a_title_that_is_no_name_leaves_the_callers_as_they_are(vault: Vault) -> None:
    first, deploy = library.save(vault, None, SMOKE), save(vault, DEPLOY)
    text = SMOKE.replace("Smoke tests", "…")
    assert renaming.save_renamed(vault, first.skill, text, base=first.version).updated == ()
    assert library.text(vault, deploy) == DEPLOY


# While others write


@pytest.fixture
def other(vault: Vault, data_key: bytes) -> Iterator[Vault]:
    with Vault(vault.home.folder, data_key, now=vault.now) as opened:
        yield opened


MANY = 90


def many(vault: Vault) -> list[int]:
    with vault.write("Fill") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        text = "# Caller {}\n\n1. @skill: smoke-tests\n"
        return [
            library.put(write, None, text.format(n), meta, Reason.EDITED).skill for n in range(MANY)
        ]


def test_many_callers_follow_at_once_and_come_back_at_once(vault: Vault) -> None:
    smoke, callers = save(vault, SMOKE), many(vault)
    assert renaming.rename(vault, smoke, "Check").updated == tuple(callers)
    assert catalogue.callers(vault, smoke) == tuple(callers)
    undoing.undo(vault)
    assert all("smoke-tests" in library.text(vault, one) for one in callers)


def test_what_others_write_meanwhile_is_kept_and_followed(vault: Vault, other: Vault) -> None:
    smoke, callers = save(vault, SMOKE), many(vault)
    theirs = "# Caller 3\n\n1. @skill: smoke-tests\n2. Theirs.\n"
    new: list[int] = []

    def work() -> None:
        library.save(other, callers[3], theirs)
        new.append(save(other, "# New\n\n1. @skill: smoke-tests\n"))

    done = renaming.rename(vault, smoke, "Check", progress=Meanwhile(work))
    assert set(done.updated) == {*callers, *new}
    assert library.text(vault, callers[3]) == theirs.replace("smoke-tests", "Check")
    assert set(catalogue.callers(vault, smoke)) == {*callers, *new}


def test_an_edit_from_before_the_rename_does_not_overwrite_it(vault: Vault) -> None:
    smoke, deploy = save(vault, SMOKE), library.save(vault, None, DEPLOY)
    renaming.rename(vault, smoke, "Check")
    with pytest.raises(StaleEdit):
        library.save(vault, deploy.skill, DEPLOY + "5. Mine.\n", base=deploy.version)


# Every library

TITLES = ["Smoke tests", "Ștergere", "日本 語", "Deploy", "a-b"]
PLACES = ["A", "B"]
WORKS = st.lists(
    st.tuples(
        st.sampled_from(TITLES),
        st.sampled_from(PLACES),
        st.booleans(),
        st.lists(st.tuples(CALLS, st.sampled_from(TITLES)), max_size=3),
    ),
    min_size=1,
    max_size=5,
)


@given(WORKS, st.sampled_from([*TITLES, "Ny, (namn)", "“q”"]), st.integers(0, 4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_calls_that_meant_it_do_so_afterwards(
    vault: Vault,
    works: list[tuple[str, str, bool, list[tuple[str, str]]]],
    name: str,
    which: int,
) -> None:
    for old in catalogue.rows(vault):
        library.delete(vault, old.id)
    made = []
    for title, engram, kept, calls in works:
        steps = "".join(f"{n}. {c.format(t)}\n" for n, (c, t) in enumerate(calls, 1))
        made.append(save(vault, f"# {title}\n\n{steps}", engram))
        if kept:
            state = library.current(vault, made[-1])
            assert state is not None
            library.refile(vault, made[-1], Meta(state[2].engram, Status.QUARANTINED))
    skill = made[which % len(made)]
    before, texts = meanings(vault), {one: library.text(vault, one) for one in made}
    try:
        done = renaming.rename(vault, skill, name)
    except NameTaken:
        assert meanings(vault) == before
        return
    after = meanings(vault)
    for caller, means in before.items():
        for then, now in zip(means, after[caller], strict=True):
            if len(then) == 1:
                assert now == then
            elif caller not in (*done.updated, skill) and skill not in then:
                assert now == then or skill in now
    for one in set(made) - {skill, *done.updated}:
        assert library.text(vault, one) == texts[one]
    if library.text(vault, skill) != texts[skill]:
        undoing.undo(vault)
    assert {one: library.text(vault, one) for one in made} == texts
    assert meanings(vault) == before


def meanings(vault: Vault) -> dict[int, list[tuple[int, ...]]]:
    """What every call of every skill means, in the order of the texts."""
    return {
        row.id: [
            catalogue.resolve(vault, names.key(call.target), row.engram, row.id)
            for call in parse(library.text(vault, row.id)).calls
            if call.explicit
        ]
        for row in catalogue.rows(vault)
    }


def test_restoring_what_was_before_a_rename_keeps_the_name(vault: Vault) -> None:
    first = "---\nname: release\n---\n# Release\n\n1. Build.\n2. @skill: release\n"
    skill, caller = save(vault, first), save(vault, "# All\n\n1. @skill: release\n")
    library.save(vault, skill, first + "3. Tell.\n", sitting=False)
    renaming.rename(vault, skill, "Ship")
    assert history.earlier_name(vault, skill, 1) == "Release"
    assert history.earlier_name(vault, skill, 3) == ""
    before = meanings(vault)
    history.restore(vault, skill, 1)
    expected = "---\nname: ship\n---\n# Ship\n\n1. Build.\n2. @skill: Ship\n"
    assert library.text(vault, skill) == expected
    assert meanings(vault) == before and before[caller] == [(skill,)]
    undoing.undo(vault)
    assert library.text(vault, skill).endswith("3. Tell.\n")


def test_a_version_that_only_had_another_name_is_not_restored(vault: Vault) -> None:
    skill = save(vault, SMOKE)
    renaming.rename(vault, skill, "Ship")
    assert history.differs_in_name_only(vault, skill, 1)
    with pytest.raises(AppError, match="differs only in its name"):
        history.restore(vault, skill, 1)
    assert len(history.versions(vault, skill)) == 2
    library.delete(vault, skill)
    history.restore(vault, skill, 1)
    assert library.text(vault, skill) == SMOKE.replace("Smoke tests", "Ship")


def test_going_back_to_another_name_brings_back_what_training_had_placed(vault: Vault) -> None:
    skill, caller = save(vault, TEXT), save(vault, "# All\n\n1. @skill: release\n")
    trained = accept(vault, accept_all(propose(vault, skill, Memories())))
    state = library.current(vault, skill)
    assert state is not None and state[2].training is not None
    other = TEXT.replace("# Release", "# Ship")
    renaming.save_renamed(vault, skill, other)
    history.restore(vault, skill, 1)  # a version without anything placed
    renaming.save_renamed(vault, skill, other)
    back = renaming.save_renamed(vault, skill, state[1], past=trained.version)
    now = library.current(vault, skill)
    assert back.updated == (caller,) and now is not None
    assert now[2].training == state[2].training
    assert authored(now[1], now[2].training) == TEXT
