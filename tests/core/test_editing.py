"""Edits that name what they were made from: merged where nothing is lost, else refused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.actor import Actor
from app.core.errors import NotFound, StaleEdit
from app.core.library import catalogue, editing, history, library
from app.core.library.merge import merge
from app.core.vault import Vault

BAKE = """# Bake bread

Trigger: somebody is hungry
Success: a loaf

1. Weigh the flour
2. Knead for ten minutes
3. Let it rise
4. Bake it
5. Go back to step 2 if it is raw
6. Let it cool
"""
AGENT = Actor("agent", "claude-code", "a1")


def changed(old: str, new: str, text: str = BAKE) -> str:
    assert old in text
    return text.replace(old, new)


# Merging


def test_edits_of_different_lines_are_both_there() -> None:
    mine = changed("Weigh the flour", "Weigh the flour twice")
    theirs = changed("Let it cool\n", "Let it cool\n7. Eat it\n")
    both = changed("Let it cool\n", "Let it cool\n7. Eat it\n", mine)
    assert merge(BAKE, mine, theirs) == merge(BAKE, theirs, mine) == both


def test_goals_and_frontmatter_merge_line_by_line() -> None:
    base = "---\nname: bake\nauthor: Ann\nlicense: MIT\n---\n" + BAKE
    mine = changed("name: bake", "name: bake-bread", base)
    theirs = changed("license: MIT", "license: Apache-2.0", base)
    theirs = changed("a loaf", "two loaves", theirs)
    assert merge(base, mine, theirs) == changed("name: bake", "name: bake-bread", theirs)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (("Knead for ten", "Knead for five"), ("Knead for ten", "Knead for twenty")),
        (("Knead for ten", "Knead for five"), ("Let it rise", "Let it rise well")),
        (("6. Let it cool\n", "6. Let it cool\n7. a\n"), ("it cool\n", "it cool\n7. b\n")),
        (("2. Knead for ten minutes\n", ""), ("2. Knead for ten minutes", "2. Knead")),
        # What one of them adds makes the other's step something else.
        (("1. Weigh", "```\n1. Weigh"), ("6. Let it cool", "6. Let it cool down")),
        # They lead back to step 2, which is another one now.
        (("1. Weigh the flour\n2. Knead", "1. Weigh the flour\n2. Add salt\n3. Knead"),
         ("6. Let it cool\n", "6. Let it cool\n7. Go back to step 3 if it is hot\n")),
    ],
)  # fmt: skip
def test_what_would_lose_something_is_not_merged(
    mine: tuple[str, str], theirs: tuple[str, str]
) -> None:
    assert merge(BAKE, changed(*mine), changed(*theirs)) is None
    assert merge(BAKE, changed(*theirs), changed(*mine)) is None


def test_the_same_edit_twice_is_one() -> None:
    mine = changed("Let it rise", "Let it rise twice")
    assert merge(BAKE, mine, mine) == mine
    assert merge(BAKE, BAKE, mine) == merge(BAKE, mine, BAKE) == mine


@pytest.mark.parametrize(
    "same", [("Let it rise", "Let it rise twice"), ("Trigger", "Prerequisites: an oven\nTrigger")]
)
@pytest.mark.parametrize(
    "other", [("Weigh the flour", "Weigh"), ("Go back to step 2 if", "Go back to step 2 while")]
)
def test_what_both_changed_alike_is_no_conflict_beside_other_changes(
    same: tuple[str, str], other: tuple[str, str]
) -> None:
    mine, further = changed(*same), ("Let it cool\n", "Let it cool\n7. Eat it\n")
    theirs = changed(*other, mine)
    assert merge(BAKE, mine, theirs) == merge(BAKE, theirs, mine) == theirs
    both = changed(*further, theirs)
    assert merge(BAKE, changed(*further, mine), theirs) == both


LINES = st.lists(st.sampled_from(["", "1. a", "2. b", "- c", "Trigger: x", "# T", "```", "> q"]))


@given(LINES, LINES, LINES)
def test_any_three_texts_merge_without_loss_or_not_at_all(
    base: list[str], mine: list[str], theirs: list[str]
) -> None:
    texts = ["\n".join(lines) for lines in (base, mine, theirs)]
    merged = merge(*texts)
    assert merged == merge(texts[0], texts[2], texts[1])
    if merged is not None and texts[1] != texts[2]:
        for line in {*base, *mine, *theirs}:
            counts = [lines.count(line) for lines in (base, mine, theirs)]
            by_mine, by_theirs = counts[1] - counts[0], counts[2] - counts[0]
            both = by_mine + by_theirs
            alike = (min, max)[by_mine < 0](by_mine, by_theirs) if by_mine * by_theirs > 0 else 0
            if line:  # what both did alike is done once
                change = merged.split("\n").count(line) - counts[0]
                assert min(both, both - alike) <= change <= max(both, both - alike)


# Editing


def test_an_edit_of_the_current_version_is_a_version_of_its_own(vault: Vault) -> None:
    first = library.save(vault, None, BAKE, actor=AGENT)
    for number in range(3):
        now = library.current(vault, first.skill)
        assert now is not None
        text = f"{BAKE}7. {number}\n"
        done = editing.edit(vault, first.skill, text, now[0].version, actor=AGENT)
        assert (done.text, done.merged) == (text, False)
    found = history.versions(vault, first.skill)
    assert [(v.number, v.actor) for v in found] == [(n, AGENT) for n in (4, 3, 2, 1)]


def test_a_stale_edit_is_merged_where_nothing_is_lost(vault: Vault) -> None:
    first = library.save(vault, None, BAKE)
    theirs = changed("Weigh the flour", "Weigh the flour twice")
    library.save(vault, first.skill, theirs)
    mine = changed("6. Let it cool", "6. Let it cool down")
    done = editing.edit(vault, first.skill, mine, first.version, actor=AGENT)
    assert done.merged
    assert library.text(vault, first.skill) == done.text == changed("cool", "cool down", theirs)
    assert [history.text_of(vault, first.skill, n) for n in (1, 2)] == [BAKE, theirs]


def test_a_stale_edit_that_cannot_be_merged_says_what_was_changed(vault: Vault) -> None:
    first = library.save(vault, None, BAKE)
    theirs = changed("Knead for ten minutes", "Knead for twelve minutes")
    now = library.save(vault, first.skill, theirs, actor=AGENT)
    with pytest.raises(StaleEdit, match="Step 2 reworded") as refused:
        editing.edit(vault, first.skill, changed("ten minutes", "an hour"), first.version)
    assert f"version {now.number}" in refused.value.hint
    assert refused.value.code == "stale-edit"
    assert library.text(vault, first.skill) == theirs


def test_a_base_is_named_by_its_number_or_by_what_a_list_said(vault: Vault) -> None:
    made = library.save(vault, None, BAKE)
    first = library.save(vault, made.skill, changed("a loaf", "a bun"))
    row = catalogue.find(vault, "Bake bread")
    assert editing.base(vault, first.skill, row.base) == first.version
    again = library.save(vault, first.skill, changed("a loaf", "bread"))
    assert again.number == first.number  # one sitting, so the number has two texts
    assert editing.base(vault, first.skill, row.base) == first.version
    assert editing.base(vault, first.skill, str(first.number)) == again.version
    other = library.save(vault, None, "# Other\n1. x\n")
    for wrong in (
        "",
        "x",
        "9",
        f"1.{other.version}",
        f"9.{first.version}",
        "-1",
        "1.0.1",
        "9" * 30,
    ):
        with pytest.raises(NotFound):
            editing.base(vault, first.skill, wrong)


def test_a_deleted_skill_is_not_edited(vault: Vault) -> None:
    first = library.save(vault, None, BAKE)
    library.delete(vault, first.skill)
    with pytest.raises(NotFound, match="no longer in the library"):
        editing.edit(vault, first.skill, BAKE + "7. x\n", first.version)


# Processes

PROCESSES, EDITS = 4, 200
_EDITOR = """
import hashlib, json, re, sys
from pathlib import Path
from app.core.actor import Actor
from app.core.library import editing, library
from app.core.store.errors import VaultBusy
from app.core.vault import Vault

home, key, skill, mine, processes, edits = sys.argv[1:]
skill, mine, processes, edits = map(int, (skill, mine, processes, edits))
heard, acknowledged, me = 0, [], Actor("agent", "test", str(mine))
with Vault(Path(home), bytes.fromhex(key)) as vault:
    saved, text, _meta = library.current(vault, skill)
    done = 0
    while done < edits:
        new = re.sub(rf"(Worker {mine} has done) [0-9]+", rf"\\1 {done + 1}", text)
        try:
            made = editing.edit(vault, skill, new, saved.version, actor=me)
        except VaultBusy:
            continue
        done += 1
        acknowledged.append(hashlib.sha256(made.text.encode()).hexdigest())
        saved, text = made.saved, made.text
        heard += skill in vault.poll().skills
    # Only what others said makes it look again: it ends once it has heard of everybody's last.
    while len(re.findall(rf"has done {edits}\\b", text)) < processes:
        if skill in vault.poll().skills:
            heard += 1
            text = library.text(vault, skill)
print(json.dumps({"heard": heard, "acknowledged": acknowledged}))
"""


def test_four_processes_that_edit_one_skill_lose_nothing_and_see_each_other(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    lines = (f"{n + 1}. Worker {n} has done 0\n\n   Apart.\n\n" for n in range(PROCESSES))
    skill = library.save(vault, None, "# Shared\n\n" + "".join(lines)).skill
    vault.poll()
    command = [sys.executable, "-c", _EDITOR, str(home), data_key.hex(), str(skill)]
    running = [
        subprocess.Popen(
            [*command, *map(str, (n, PROCESSES, EDITS))], stdout=subprocess.PIPE, text=True
        )
        for n in range(PROCESSES)
    ]
    told = [json.loads(process.communicate(timeout=300)[0]) for process in running]
    assert [process.returncode for process in running] == [0] * PROCESSES
    acknowledged = [digest for one in told for digest in one["acknowledged"]]
    assert len(acknowledged) == PROCESSES * EDITS
    kept = {version.digest for version in history.versions(vault, skill)}
    assert set(acknowledged) <= kept
    text = library.text(vault, skill)
    assert text.count(f"has done {EDITS}") == PROCESSES
    assert all(one["heard"] for one in told)
    assert vault.poll().skills == {skill}
