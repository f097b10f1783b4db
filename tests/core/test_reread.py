"""After an update each text is read again, and what is read otherwise is shown."""

import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.core import vaults
from app.core.errors import Cancelled
from app.core.library import bulk, catalogue, library, reread
from app.core.library.derive import READING, derived
from app.core.library.edit import Edit
from app.core.library.record import Meta, Reason
from app.core.library.reread_words import line, lines
from app.core.library.said import Link
from app.core.library.version import append, prepare
from app.core.lifecycle.config import Procedural
from app.core.skills.reading.grammar import parse
from app.core.training import follow_steps, inbox, rejections
from app.core.training.placement import Placement
from app.core.training.proposal import Cause, Choice, Fragment, Item, Proposal
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep
from app.core.training.rewriting.verdict import Kind, Verdict
from app.core.upkeep import upkeep
from app.core.upkeep.context import Context
from app.core.vault import Vault
from app.core.walk.plan import walk
from tests.conftest import PASSPHRASE
from tests.core.grammar_cases import FOUR_STEPS, JUMPS
from tests.core.test_handbook import DOCUMENTS
from tests.core.test_readings import READ
from tests.core.test_upkeep import Given

BULLETS = "1. Rinse it.\n   - Dry it. @branch: if c1 -> 2\n   - Weigh it.\n2. Pack it.\n"
READ_AS = (4, "65f2b27ca23d17f3")
"""The edition of the reader, and a digest of what it makes of many texts."""
TEXT = (
    "# Descale\n\n1. Fill it.\n2. Wait. If it still foams, go back to step 1, at most 3 times.\n"
    "3. @skill: Rinse\n4. Tell.\n"
)
MEMORY = "\n> Use soft water. _(from Notes)_\n"


def as_an_older_one_read_it(vault: Vault, skill: int, loops: bool = False) -> None:
    """Leave what was derived as an edition would have that knew no jumps in prose."""
    with vault.write(None) as write:
        write.db.execute(
            "update stored_version set reading = 0 where id = (select current from skill"
            " where id = ?)",
            (skill,),
        )
        if not loops:
            write.db.execute(
                "delete from version_edge where evidence like 'skill:loop%' and version ="
                " (select current from skill where id = ?)",
                (skill,),
            )
        write.unseen = True


@pytest.fixture
def old(vault: Vault) -> int:
    skill = library.save(vault, None, TEXT).skill
    as_an_older_one_read_it(vault, skill)
    return skill


def test_what_is_read_otherwise_is_listed_with_before_and_after(vault: Vault, old: int) -> None:
    same = library.save(vault, None, TEXT.replace("Descale", "Same")).skill
    as_an_older_one_read_it(vault, same, loops=True)
    assert reread.catch_up(vault) == (old,)
    (one,) = reread.waiting(vault)
    assert (one.skill, one.title, one.engram) == (old, "Descale", "Skills")
    assert one.before.steps == one.after.steps == ("1", "2", "3", "4")
    loop = Link("loop", "2", "1", "it still foams", 3)
    assert one.before.links == (Link("call", "3", "Rinse"),)
    assert set(one.after.links) == {loop, Link("call", "3", "Rinse")}
    assert "Step 2: back to step 1, if it still foams, at most 3 times" in lines(one.after)
    assert lines(one.before) == ("4 steps", "Step 3 calls Rinse")
    assert reread.catch_up(vault) == () and not reread.unread(vault)
    evidence = [e for (e,) in vault.rows("select evidence from edge where skill = ?", old)]
    assert "skill:loop;max=3" in evidence


def test_the_walk_says_so_until_somebody_has_seen_it(vault: Vault, old: int) -> None:
    assert walk(vault, old).skill.read_differently
    reread.catch_up(vault)
    assert walk(vault, old).skill.read_differently
    assert reread.seen(vault, [old]) == 1
    assert reread.waiting(vault) == () and not walk(vault, old).skill.read_differently
    other = library.save(vault, None, TEXT).skill
    assert not walk(vault, other).skill.read_differently


def test_all_are_seen_at_once(vault: Vault, old: int) -> None:
    second = library.save(vault, None, TEXT).skill
    as_an_older_one_read_it(vault, second)
    assert reread.catch_up(vault) == (old, second) and reread.count(vault) == 2
    library.delete(vault, second)
    assert reread.count(vault) == 1
    assert reread.seen(vault) == 2 and reread.seen(vault) == 0


class Stopping:
    """Progress that is cancelled after so many looks."""

    def __init__(self, looks: int) -> None:
        self._looks = looks

    @property
    def cancelled(self) -> bool:
        self._looks -= 1
        return self._looks < 0

    def report(self, fraction: float, text: str = "") -> None:
        pass


def test_it_goes_on_where_it_was_stopped(vault: Vault) -> None:
    some = [library.save(vault, None, TEXT).skill for _n in range(4)]
    for skill in some:
        as_an_older_one_read_it(vault, skill)
    with pytest.raises(Cancelled):
        reread.catch_up(vault, Stopping(2))
    assert reread.count(vault) == 2
    assert reread.catch_up(vault) == tuple(some[2:]) and reread.count(vault) == 4


def test_what_was_said_first_stays_what_was_said_before(vault: Vault, old: int) -> None:
    reread.catch_up(vault)
    (first,) = reread.waiting(vault)
    with vault.write(None) as write:
        write.db.execute("delete from version_edge where evidence like 'skill:calls%'")
        write.db.execute("update stored_version set reading = 0")
        write.unseen = True
    assert reread.catch_up(vault) == (old,)
    (again,) = reread.waiting(vault)
    assert (again.before, again.after) == (first.before, first.after)


def test_upkeep_does_it_under_its_lease(vault: Vault, old: int) -> None:
    context = Context(vault, Procedural(), Given())
    outcome = upkeep.run(context, "test")
    assert "reading" in outcome.done and reread.count(vault) == 1
    assert "reading" not in upkeep.run(context, "test").done


def test_a_vault_of_the_step_before_is_read_again(tmp_path: Path) -> None:
    home = Path(shutil.copytree(Path(__file__).parents[1] / "vaults" / "14", tmp_path / "home"))
    with Vault(home, vaults.unlock(home, passphrase=PASSPHRASE)) as vault:
        assert reread.unread(vault)
        assert reread.catch_up(vault) == ()
        assert not reread.unread(vault) and reread.waiting(vault) == ()
        assert vault.rows("select distinct v.reading from skill s join stored_version v"
                          " on v.id = s.current") == [(READING,)]  # fmt: skip
        for row in catalogue.rows(vault):
            assert not walk(vault, row.id).skill.read_differently


def test_an_edit_before_it_was_read_again_hides_nothing(vault: Vault, old: int) -> None:
    library.save(vault, old, TEXT.replace("Tell.", "Tell them."))
    (one,) = reread.waiting(vault)
    assert one.before.links == (Link("call", "3", "Rinse"),)
    assert Link("loop", "2", "1", "it still foams", 3) in one.after.links
    assert walk(vault, old).skill.read_differently
    assert reread.catch_up(vault) == () and reread.count(vault) == 1
    reread.seen(vault, [old])
    library.save(vault, old, TEXT)
    assert reread.waiting(vault) == ()


def test_nor_does_a_change_of_many(vault: Vault, old: int) -> None:
    second = library.save(vault, None, TEXT).skill
    same = library.save(vault, None, TEXT).skill
    as_an_older_one_read_it(vault, second)
    as_an_older_one_read_it(vault, same, loops=True)
    bulk.change(
        vault,
        "Edit",
        (old, second, same),
        lambda skill: Edit(
            skill, TEXT + "5. Rest.\n", library.last_meta(vault, skill) or Meta(0), Reason.EDITED
        ),
    )
    assert {one.skill for one in reread.waiting(vault)} == {old, second}


def test_what_was_seen_meanwhile_is_not_noted_again(vault: Vault, old: int) -> None:
    meta = Meta.from_json(vault.rows("select meta from version")[0][0])
    after = prepare(vault, old, TEXT + "5. Rest.\n", meta, Reason.EDITED)
    reread.catch_up(vault)
    reread.seen(vault, [old])
    with vault.write("Edit") as write:
        append(write, old, after)
    assert reread.count(vault) == 0


def test_a_recursive_walk_names_the_called_ones(vault: Vault, old: int) -> None:
    caller = library.save(vault, None, "# Make tea\n\n1. @skill: Descale\n2. Pour.\n").skill
    assert walk(vault, caller).skill.called_read_differently == ()
    about = walk(vault, caller, recursive=True).skill
    assert about.called_read_differently == ("Descale",) and not about.read_differently
    reread.catch_up(vault)
    assert walk(vault, caller, recursive=True).skill.called_read_differently == ("Descale",)
    reread.seen(vault)
    assert walk(vault, caller, recursive=True).skill.called_read_differently == ()


# What refers to steps


def proposal(vault: Vault, text: str, steps: tuple[str, ...], *items: Item) -> Proposal:
    saved = library.save(vault, None, text)
    names = tuple(str(n) for n in range(1, len(steps) + 1))
    return Proposal(saved.skill, "Descale", saved.version, 1, text, steps, names, items)


def item(number: int, after: int | None, asked: tuple[int, ...] = ()) -> Item:
    fragment = Fragment(number, "Use soft water for it.", "Notes")
    return Item(fragment, Placement(after, 0.5), after, asked, (0.1,), Choice.ACCEPTED, pinned=True)


def test_proposals_follow_their_steps(vault: Vault) -> None:
    text = "# T\n\n1. Fill it.\n   - with water\n   - to the brim\n2. Wait.\n"
    before = ("Fill it.\n- with water\n- to the brim", "Wait.")
    made = proposal(
        vault, text, before, item(1, 1, (0, 1)), item(2, 2, (2,)), item(3, 0), item(4, None)
    )
    inbox.keep(vault, made, Cause.ASKED)
    now = tuple(step.text for step in parse(text).steps)
    follow_steps.follow(vault, [made.skill])
    found = inbox.waiting_for(vault, made.skill)
    assert found is not None and found.proposal.steps == now
    last = len(now)
    assert [one.after for one in found.proposal.items] == [last - 1, last, 0, None]
    assert [one.asked for one in found.proposal.items] == [(0, 1), (last,), (), ()]
    assert all(one.pinned and one.choice is Choice.ACCEPTED for one in found.proposal.items)
    stored = vault.row("select proposal from training_proposal")
    follow_steps.follow(vault, [made.skill])
    assert vault.row("select proposal from training_proposal") == stored


def test_what_was_behind_a_step_that_is_none_now_is_placed_anew(vault: Vault) -> None:
    text = "# T\n\n1. Fill it.\n2. Wait.\n"
    made = proposal(vault, text, ("Purpose", "Fill it.", "Wait."), item(1, 1), item(2, 3))
    moved = follow_steps.following(made)
    assert moved.steps == ("Fill it.", "Wait.")
    assert moved.items[1].after == 2 and moved.items[1].pinned
    assert not moved.items[0].pinned and moved.items[0].choice is Choice.ACCEPTED
    assert follow_steps.following(moved) is moved


def part(text: str, choice: Choice, author: int | None = 0) -> Part:
    return Part(text, author, None, Verdict(Kind.CLOSE), choice)


def test_what_a_model_worded_stays_with_its_step(vault: Vault) -> None:
    text = "# T\n\n1. Fill it.\n   - with water\n2. Wait. Look at it.\n"
    before = ("Fill it.\n- with water", "Wait. Look at it.")
    made = Rewrite(
        proposal(vault, text, before, replace(item(1, 2, (2,)), choice=Choice.REJECTED)),
        None,
        (
            RewrittenStep(2, ("Wait.", "Look at it."), (part("Wait a while.", Choice.REJECTED),)),
            RewrittenStep(1, ("Something else.",), (part("Fill it up.", Choice.ACCEPTED),)),
        ),
    )
    inbox.keep(vault, made, Cause.ASKED)
    follow_steps.follow(vault, [made.skill])
    found = inbox.waiting_for(vault, made.skill)
    assert found is not None and found.rewrite is not None
    last = len(parse(text).steps)
    (step,) = found.rewrite.steps
    assert last == 3 and step.position == last and step.parts[0].choice is Choice.REJECTED
    assert found.rewrite.trouble == "1 step was rewritten for an older reading of the text."
    (rejected,) = found.proposal.items
    assert rejected.after == last and rejected.choice is Choice.REJECTED
    assert found.proposal.rejected == (1,)
    assert follow_steps.following_rewrite(found.rewrite) is found.rewrite


def test_what_was_rejected_stays_rejected(vault: Vault, old: int) -> None:
    rejections.reject(vault, old, 7)
    reread.catch_up(vault)
    assert rejections.rejected(vault, old) == {7}


def test_placed_memories_keep_their_step(vault: Vault) -> None:
    text = TEXT.replace("3. @skill", f"{MEMORY}\n3. @skill")
    skill = library.save(vault, None, text).skill
    as_an_older_one_read_it(vault, skill)
    reread.catch_up(vault)
    (one,) = reread.waiting(vault)
    memory = Link("memory", "2", "Notes")
    assert memory in one.before.links and memory in one.after.links
    (stored,) = vault.rows("select detail from edge where type = 'supports'")
    assert json.loads(stored[0])["source"] == "Notes"


def test_a_condition_is_said_with_its_own_word() -> None:
    told = [
        line(Link("loop", "2", "1", "until it is dry", 3)),
        line(Link("branch", "2", "1", "unless $ready")),
        line(Link("branch", "2", "1", "it is dry")),
    ]
    assert told == [
        "Step 2: back to step 1, until it is dry, at most 3 times",
        "Step 2: on to step 1, unless $ready",
        "Step 2: on to step 1, if it is dry",
    ]


def test_the_edition_is_a_new_one_whenever_texts_are_read_otherwise() -> None:
    texts = [*(FOUR_STEPS.format(said) for said in JUMPS), *(text for text, *_ in READ.values())]
    texts += [*(path.read_text("utf-8") for path in DOCUMENTS), BULLETS]
    edges = [derived(parse(text), Meta(engram=1)).edges for text in texts]
    digest = hashlib.sha256(json.dumps(edges).encode()).hexdigest()[:16]
    assert (READING, digest) == READ_AS, "Raise READING and keep the new digest beside it."
