"""Training from a real vault: proposing, deciding, accepting, training again, going back."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.core.errors import Cancelled, NotFound, StaleEdit
from app.core.graph.edges import edges
from app.core.library import history, library, undoing
from app.core.library.authored import authored
from app.core.library.compare import compare
from app.core.library.record import Meta, Reason
from app.core.library.summary import sentence
from app.core.packs import export, install
from app.core.packs.export import Options
from app.core.packs.format import read
from app.core.packs.match import Change
from app.core.packs.plan import plan
from app.core.skills.reading.grammar import parse
from app.core.training import rejections
from app.core.training.placement import Procedure, jaccard, tokens
from app.core.training.placement_reasons import why
from app.core.training.proposal import (
    Choice,
    Fragment,
    Proposal,
    Why,
    accept_all,
    choose,
    from_json,
    move,
    pin,
    to_json,
)
from app.core.training.selection import IN_ALL, IN_CONTEXT, IN_GAP, LONGEST
from app.core.training.train import accept, propose, summary
from app.core.vault import Vault

TEXT = """# Release

Trigger: somebody asks for a release
Success: the new version serves traffic

1. Run the database migrations on the branch.
2. Deploy the service to production.
3. Run smoke tests against production.
"""
MIGRATE, WINDOW, SMOKE, PLANTS = (
    Fragment(1, "Database migrations on the branch must be reversible.", "Post-mortem", 0.8),
    Fragment(2, "Deploy the service to production only in the deploy window.", "Calendar", 0.7),
    Fragment(3, "Run smoke tests against production twice.", "Ops (old)", 0.6),
    Fragment(4, "The office plants need water.", "Home", 0.5),
)
ALL = (MIGRATE, WINDOW, SMOKE, PLANTS)


class Memories:
    """Answers every question with all it has, best first."""

    def __init__(self, fragments: Sequence[Fragment] = ALL) -> None:
        self.all = tuple(fragments)
        self.asked: list[str] = []

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        self.asked.append(query)
        return self.all[:limit]

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""


class Nearby(Memories):
    """Answers with what shares words with the question."""

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        scored = [(jaccard(tokens(query), tokens(f.text)), f) for f in self.all]
        best = sorted((s for s in scored if s[0] > 0), key=lambda s: (-s[0], s[1].id))
        return tuple(replace(f, relevance=score) for score, f in best[:limit])


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


def trained(vault: Vault, skill: int, memories: Memories | None = None) -> Proposal:
    proposal = accept_all(propose(vault, skill, memories or Memories()))
    accept(vault, proposal)
    return proposal


def placed(vault: Vault, skill: int) -> list[tuple[str, int]]:
    return [(m.source, m.after) for m in parse(library.text(vault, skill)).memories]


def test_memories_take_their_places(vault: Vault, skill: int) -> None:
    memories = Memories()
    proposal = propose(vault, skill, memories)
    assert library.text(vault, skill) == TEXT
    assert len(memories.asked) == 5
    assert [(i.fragment.id, i.after) for i in proposal.items] == [(1, 0), (2, 2), (3, 3), (4, None)]
    assert {i.choice for i in proposal.items} == {Choice.OPEN}
    saved = accept(vault, accept_all(proposal))
    assert saved.number == 2
    assert placed(vault, skill) == [
        ("Post-mortem", 0),
        ("Calendar", 2),
        ("Ops (old)", 3),
        ("Home", 0),
    ]
    (newest, _first) = history.versions(vault, skill)
    assert (newest.reason, newest.label) == (Reason.TRAINED, "4 memories placed")


def test_what_is_stored_with_the_version(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    state = library.current(vault, skill)
    assert state is not None
    training = state[2].training
    assert training is not None and training.mode == "deterministic"
    found = Procedure([s.text for s in parse(TEXT).steps]).place(WINDOW.text)
    window = training.placed[1]
    assert (window.fragment, window.after, window.since) == (2, 2, 2)
    assert (window.score, window.similarity, window.coherence) == pytest.approx(
        (found.score, found.similarity, found.coherence)
    )
    assert Meta.from_json(state[2].to_json()) == state[2]
    details = vault.rows(
        "select detail from version_edge e join skill s on s.current = e.version"
        " where evidence = 'skill:ctx' order by e.rowid"
    )
    assert f'"score": {window.score}' in details[1][0]


def test_a_snapshot_has_body_goals_edges_mode_fragments_and_what_changed(
    vault: Vault, skill: int
) -> None:
    def stored() -> list[tuple[object, ...]]:
        asked = "select type, evidence, weight, source, target, calls from edge where skill = ?"
        return sorted(vault.rows(asked, skill))

    trained(vault, skill)
    then = stored()
    assert ("supports", "skill:ctx", 0.6, "memory 2", "step 2", "") in then
    library.save(vault, skill, "# Release\n\n1. Something else.\n")
    assert stored() != then
    text, record = history.text_of(vault, skill, 2), history.training_of(vault, skill, 2)
    parsed = parse(text)
    assert [goal.value for goal in parsed.goals] == [goal.value for goal in parse(TEXT).goals]
    derived = [(e.type, e.evidence, e.weight) for e in edges(parsed)]
    assert sorted(derived) == [edge[:3] for edge in then], "edges follow from the text"
    assert record is not None and record.mode == "deterministic"
    assert set(record.cited) == {1, 2, 3, 4} == set(record.recalled)
    assert authored(text, record) == TEXT
    found = compare(history.text_of(vault, skill, 1), text)
    assert sentence(found) == "4 memories · 1 heading"
    history.restore(vault, skill, 2)
    assert stored() == then


def test_older_details_are_read() -> None:
    stored = '{"engram":1,"status":"active","role":"","tags":[],"origin":null,"extra":{}}'
    assert Meta.from_json(stored).training is None


def test_training_twice_is_training_once(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    text = library.text(vault, skill)
    again = propose(vault, skill, Memories())
    assert {i.choice for i in again.items} == {Choice.ACCEPTED}
    assert not again.says_something
    assert accept(vault, again).number == 2
    assert library.text(vault, skill) == text
    assert len(history.versions(vault, skill)) == 2


def test_it_starts_from_what_was_written(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    proposal = propose(vault, skill, Memories([SMOKE]))
    assert proposal.authored == TEXT
    assert {one.fragment.id: one.why for one in proposal.gone} == dict.fromkeys((1, 2, 4), Why.FAR)
    assert proposal.says_something
    accept(vault, proposal)
    assert placed(vault, skill) == [("Ops (old)", 3)]
    saved = accept(vault, propose(vault, skill, Memories([])))
    assert library.text(vault, skill) == TEXT
    assert accept(vault, propose(vault, skill, Memories([]))) == saved


def test_what_is_taken_out_is_said_and_kept_with_the_reason(vault: Vault, skill: int) -> None:
    """Which and why, where it is decided, in the line of the version, and in its record."""
    trained(vault, skill)
    proposal = choose(propose(vault, skill, Memories([MIGRATE, SMOKE])), 3, Choice.OPEN)
    assert [(one.fragment.text, one.fragment.source, one.why) for one in proposal.removed] == [
        (SMOKE.text, SMOKE.source, Why.DECLINED),
        (WINDOW.text, WINDOW.source, Why.FAR),
        (PLANTS.text, PLANTS.source, Why.FAR),
    ]
    assert summary(proposal) == (
        "1 kept, 3 removed: “Run smoke tests against production twice.” "
        "(left out in the review), “Deploy the service to production only in the "
        "deploy window.” (no step is close to it any more), 1 more"
    )
    saved = accept(vault, proposal)
    newest = history.versions(vault, skill)[0]
    assert newest.label == summary(proposal)
    record = history.training_of(vault, skill, saved.number)
    assert record is not None
    assert [(one.fragment, one.text, one.why) for one in record.removed] == [
        (3, SMOKE.text, "left out in the review"),
        (2, WINDOW.text, "no step is near it any more"),
        (4, PLANTS.text, "no step is near it any more"),
    ]
    accept(vault, propose(vault, skill, Memories([])))
    last = history.training_of(vault, skill, saved.number + 1)
    assert last is not None, "also when nothing is left"
    assert (last.placed, [one.fragment for one in last.removed]) == ((), [1])


def test_what_says_the_same_as_the_skill_by_now_is_taken_out_for_that(
    vault: Vault, skill: int
) -> None:
    trained(vault, skill, Memories([SMOKE]))
    text = library.text(vault, skill)
    library.save(vault, skill, text.replace("3. Run smoke", f"3. {SMOKE.text} Run smoke"))
    (gone,) = propose(vault, skill, Memories([SMOKE])).gone
    assert (gone.fragment.id, gone.why) == (3, Why.SAID)


def test_a_proposal_kept_before_reasons_were_is_read(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    stored = json.loads(to_json(propose(vault, skill, Memories([SMOKE]))))
    stored["gone"] = [one["fragment"]["id"] for one in stored["gone"]]
    for item in stored["items"]:
        del item["corrected"]
    found = from_json(json.dumps(stored))
    assert [one.fragment.id for one in found.gone] == [1, 2, 4]
    assert summary(found) == "1 kept, 3 removed"


def test_only_what_was_accepted_is_placed(vault: Vault, skill: int) -> None:
    proposal = propose(vault, skill, Memories())
    proposal = choose(proposal, 2, Choice.ACCEPTED)
    proposal = choose(proposal, 1, Choice.REJECTED)
    accept(vault, proposal)
    assert placed(vault, skill) == [("Calendar", 2)]
    assert rejections.rejected(vault, skill) == {1}


def test_rejected_ones_are_not_offered_again(vault: Vault, skill: int) -> None:
    accept(vault, choose(propose(vault, skill, Memories()), 1, Choice.REJECTED))
    again = propose(vault, skill, Memories())
    assert 1 not in {i.fragment.id for i in again.items}
    assert [(o.fragment.id, o.why) for o in again.left_out] == [(1, Why.REJECTED)]
    rejections.forget(vault, skill, 1)
    assert 1 in {i.fragment.id for i in propose(vault, skill, Memories()).items}


def test_rejecting_alone_makes_no_version_and_no_undo(vault: Vault, skill: int) -> None:
    before = undoing.undoable(vault)
    accept(vault, choose(propose(vault, skill, Memories()), 1, Choice.REJECTED))
    assert len(history.versions(vault, skill)) == 1
    assert undoing.undoable(vault) == before


def test_moved_and_pinned_ones_stay_where_they_were_put(vault: Vault, skill: int) -> None:
    proposal = move(propose(vault, skill, Memories()), 4, 1)
    proposal = pin(proposal, 1)
    assert proposal.item(4).placement.after == 1
    accept(vault, proposal)
    assert placed(vault, skill) == [("Post-mortem", 0), ("Home", 1)]
    again = propose(vault, skill, Memories([]))
    assert [(i.fragment.id, i.after, i.pinned) for i in again.items] == [(1, 0, True), (4, 1, True)]
    assert not again.says_something
    accept(vault, pin(again, 4, pinned=False))
    assert [i.fragment.id for i in propose(vault, skill, Memories([])).items] == [1]


def test_a_pinned_one_goes_with_its_step(vault: Vault, skill: int) -> None:
    accept(vault, move(propose(vault, skill, Memories()), 4, 2))
    text = library.text(vault, skill)
    library.save(vault, skill, text.replace("1. Run the database", "1. Stop.\n2. Run the database"))
    assert [(i.fragment.id, i.after) for i in propose(vault, skill, Memories([])).items] == [(4, 3)]


def test_places_that_do_not_exist_are_refused(vault: Vault, skill: int) -> None:
    proposal = propose(vault, skill, Memories())
    with pytest.raises(NotFound):
        move(proposal, 1, 4)
    with pytest.raises(NotFound):
        choose(proposal, 99, Choice.ACCEPTED)
    assert move(proposal, 1, None).item(1).after is None


def test_an_edit_keeps_the_memories_apart(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    edited = library.text(vault, skill).replace("3. Run smoke", "3. Run all")
    library.save(vault, skill, edited)
    proposal = propose(vault, skill, Memories())
    assert proposal.authored == TEXT.replace("3. Run smoke", "3. Run all")


def test_what_was_deleted_from_the_text_is_only_put_back_by_a_person(
    vault: Vault, skill: int
) -> None:
    trained(vault, skill)
    text = library.text(vault, skill)
    block = "\n> Run smoke tests against production twice.\n> _(from Ops \\(old\\))_\n"
    assert block in text
    library.save(vault, skill, text.replace(block, ""))
    for _time in range(2):
        proposal = propose(vault, skill, Memories())
        assert proposal.item(3).taken_out
        accept(vault, accept_all(proposal))
        assert ("Ops (old)", 3) not in placed(vault, skill)
    accept(vault, choose(propose(vault, skill, Memories()), 3, Choice.ACCEPTED))
    assert ("Ops (old)", 3) in placed(vault, skill)
    assert not propose(vault, skill, Memories()).item(3).taken_out


def test_going_back_brings_back_what_was_placed_then(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    first = library.text(vault, skill)
    accept(vault, propose(vault, skill, Memories([SMOKE])))
    history.restore(vault, skill, 2)
    assert library.text(vault, skill) == first
    assert propose(vault, skill, Memories()).authored == TEXT
    history.restore(vault, skill, 1)
    assert library.text(vault, skill) == TEXT
    assert not propose(vault, skill, Memories([])).gone


def test_undo_takes_the_training_back(vault: Vault, skill: int) -> None:
    trained(vault, skill)
    assert undoing.undo(vault).label == "Train skill"
    assert library.text(vault, skill) == TEXT
    state = library.current(vault, skill)
    assert state is not None and state[2].training is None
    undoing.redo(vault)
    assert propose(vault, skill, Memories()).authored == TEXT


def test_a_skill_edited_meanwhile_is_not_overwritten(vault: Vault, skill: int) -> None:
    proposal = accept_all(propose(vault, skill, Memories()))
    library.save(vault, skill, TEXT + "4. Rest.\n")
    with pytest.raises(StaleEdit) as caught:
        accept(vault, proposal)
    assert "Nothing was lost" in caught.value.hint
    assert library.text(vault, skill) == TEXT + "4. Rest.\n"
    accept(vault, accept_all(propose(vault, skill, Memories())))
    assert library.text(vault, skill).rstrip().endswith("_(from Home)_")


def test_two_trainings_at_once_give_one(vault: Vault, skill: int) -> None:
    one = accept_all(propose(vault, skill, Memories()))
    other = accept_all(propose(vault, skill, Memories([SMOKE])))
    accept(vault, one)
    with pytest.raises(StaleEdit):
        accept(vault, other)
    assert len(placed(vault, skill)) == 4


def test_a_deleted_skill_is_not_brought_back(vault: Vault, skill: int) -> None:
    proposal = accept_all(propose(vault, skill, Memories()))
    library.delete(vault, skill)
    with pytest.raises(NotFound):
        accept(vault, proposal)
    with pytest.raises(NotFound):
        propose(vault, skill, Memories())


def test_stopping_leaves_nothing(vault: Vault, skill: int) -> None:
    class Stopped:
        cancelled = True

        def report(self, fraction: float, text: str = "") -> None: ...

    with pytest.raises(Cancelled):
        propose(vault, skill, Memories(), Stopped())
    assert library.text(vault, skill) == TEXT


def test_what_the_skill_says_already_is_left_out(vault: Vault, skill: int) -> None:
    copies = [
        Fragment(1, "Deploy the service to production!", "a", 0.9),
        Fragment(2, "Database migrations on the branch must be reversible.", "b", 0.8),
        Fragment(3, "Database migrations on the branch must be reversible", "c", 0.7),
        Fragment(4, "The new version serves traffic.", "d", 0.6),
        Fragment(5, "word " * LONGEST, "e", 0.5),
    ]
    proposal = propose(vault, skill, Memories(copies))
    assert [i.fragment.id for i in proposal.items] == [2]
    left = {o.fragment.id: o.why for o in proposal.left_out}
    assert left == {1: Why.SAID, 3: Why.REPEATED, 4: Why.SAID, 5: Why.LONG}


def test_there_are_never_too_many(vault: Vault) -> None:
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]
    steps = [f"{n}. Prepare the {w} for {w}ing the {w}ed." for n, w in enumerate(words, 1)]
    skill = library.save(vault, None, "# T\n\n" + "\n".join(steps)).skill
    many = [
        Fragment(n * 10 + m, f"Prepare the {w} for {w}ing {m}{m}{m} {m * 7}x.", f"s{m}", 0.5)
        for n, w in enumerate(words)
        for m in range(5)
    ] + [Fragment(900 + n, f"unrelated{n} thing{n}", "x", 0.4) for n in range(9)]
    proposal = propose(vault, skill, Nearby(many))
    places = [i.after for i in proposal.items]
    assert len(places) == IN_ALL
    assert max(places.count(p) for p in places if p is not None) <= IN_GAP
    assert places.count(None) <= IN_CONTEXT
    assert Why.CROWDED in {o.why for o in proposal.left_out}


def test_memories_of_the_author_stay_untouched(vault: Vault) -> None:
    text = "# T\n\n1. Run smoke tests.\n\nMine. _(from me)_\n\n2. Rest.\n"
    skill = library.save(vault, None, text).skill
    accept(vault, move(propose(vault, skill, Memories([SMOKE])), 3, 1))
    assert placed(vault, skill) == [("me", 1), ("Ops (old)", 1)]
    accept(vault, pin(propose(vault, skill, Memories([])), 3, pinned=False))
    accept(vault, propose(vault, skill, Memories([])))
    assert library.text(vault, skill) == text


def test_a_skill_without_steps_gets_supporting_context(vault: Vault) -> None:
    skill = library.save(vault, None, "# Empty\n").skill
    proposal = propose(vault, skill, Memories())
    assert proposal.items == ()
    skill = library.save(vault, None, "# Goals\n\nTrigger: plants\n").skill
    trained(vault, skill)
    text = library.text(vault, skill)
    assert text.startswith("# Goals\n\nTrigger: plants\n\n## Supporting context\n\n> Data")


def test_a_proposal_survives_being_stored(vault: Vault, skill: int) -> None:
    library.save(vault, skill, TEXT)
    proposal = choose(propose(vault, skill, Memories([*ALL, SMOKE])), 1, Choice.REJECTED)
    proposal = move(proposal, 2, None)
    assert from_json(to_json(proposal)) == proposal


def test_every_item_says_why(vault: Vault, skill: int) -> None:
    proposal = propose(vault, skill, Memories())
    said = [why(proposal, item) for item in proposal.items]
    assert said == [
        "Shares “migrations”, “database”, “branch” with step 1.",
        "Shares “production”, “service”, “deploy” with step 2; shares “production” with step 3.",
        "Shares “production”, “smoke”, “tests” with step 3.",
        "Recalled for steps 1, 2, 3. No place between the steps scores more than 0.25.",
    ]
    moved = move(proposal, 4, 1)
    assert why(moved, moved.item(4)) == "You pinned it here."
    assert proposal.neighbours(proposal.item(2)) == (
        "Deploy the service to production.",
        "Run smoke tests against production.",
    )


def test_packs_carry_what_was_written(vault: Vault, skill: int) -> None:
    before = export.gather(vault, [skill]).pack.skills[0].text
    trained(vault, skill)
    packing = export.gather(vault, [skill])
    assert packing.pack.skills[0].text == before == TEXT
    assert packing.memories_left_out == 4
    whole = export.gather(vault, [skill], Options(include_memories=True)).pack.skills[0].text
    assert whole == library.text(vault, skill)


@pytest.mark.usefixtures("named")
def test_training_is_no_change_of_an_imported_skill(vault: Vault, skill: int) -> None:
    data = export.export_pack(vault, [skill])
    library.delete(vault, skill)
    imported = install.apply(vault, plan(vault, install.opened(vault, read.inspect(data))))
    (copy,) = imported.added
    trained(vault, copy)
    (item,) = plan(vault, install.opened(vault, read.inspect(data))).items
    assert item.change is Change.SAME
    assert authored(library.text(vault, copy), library.current(vault, copy)[2].training) == TEXT  # type: ignore[index]
