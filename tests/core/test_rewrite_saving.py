"""A rewriting saved in a real vault: what stays the author's, what is stored, what goes out."""

import json
from dataclasses import replace

import pytest

from app.core.changes import Part
from app.core.errors import StaleEdit
from app.core.library import history, library
from app.core.library.authored import authored, rewritten
from app.core.library.record import Meta, Reason
from app.core.llm.scripted import Scripted
from app.core.packs import export
from app.core.packs.export import Options, without_memories
from app.core.skills.reading.grammar import parse
from app.core.training import schedule
from app.core.training.proposal import Choice, Fragment, Proposal, accept_all, choose
from app.core.training.rewriting.rewrite import Rewrite, placed
from app.core.training.rewriting.rewrite import choose as choose_sentence
from app.core.training.rewriting.saving import REWRITTEN, NotVerified, accept_rewrite
from app.core.training.rewriting.weaving import Finished, weave
from app.core.training.schedule import Plan
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.core.rewriting import BORROWED, PODS, WINDOW
from tests.core.test_rewrite_weaving import said

TEXT = """# Release

Trigger: somebody asks for a release

1. Agree the change window with the engineer on call. Tell
   the team.
2. Migrate the old pods -> $schema
3. Post the outcome.
"""
FIRST = ["Agree the change window with the engineer on call.", "Tell the team."]
REPLIES = [said((0, FIRST[0]), (1, WINDOW.text), (0, FIRST[1])), said((0, "Migrate old pods ⟦1⟧"))]
WORDED = TEXT.replace("on call. Tell", f"on call. {BORROWED} Tell")


class Memories:
    def __init__(self, *fragments: Fragment) -> None:
        self.all = fragments

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        return self.all[:limit]

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""

    def changed_since(self, fragments: object, at: object) -> frozenset[int]:
        return frozenset()


BOTH = Memories(WINDOW, PODS)


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


def rewrite(vault: Vault, skill: int, start: Proposal | None = None) -> Rewrite:
    start = start or propose(vault, skill, Memories(WINDOW))
    items = tuple(replace(item, asked=(1,), after=None) for item in start.items)
    *_events, last = weave(Scripted(REPLIES), replace(start, items=items))
    assert isinstance(last, Finished)
    return last.rewrite


def stored(vault: Vault, skill: int) -> tuple[str, Meta]:
    state = library.current(vault, skill)
    assert state is not None
    return state[1], state[2]


def test_one_snapshot_with_all_there_is_to_know(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    text, meta = stored(vault, skill)
    assert text == WORDED
    newest = history.versions(vault, skill)[0]
    assert (newest.reason, newest.label) == (Reason.REWRITTEN, "1 sentence from memories")
    training = meta.training
    assert training is not None
    assert training.mode == REWRITTEN
    assert training.writer is not None
    assert training.writer.digest == Scripted().digest
    (passage,) = training.passages
    assert [(one.kind, one.fragment) for one in passage.sentences] == [
        ("same", None), ("borrowed", WINDOW.id), ("same", None),
    ]  # fmt: skip
    assert training.cited == (WINDOW.id,)
    assert Meta.from_json(meta.to_json()) == meta
    assert authored(text, training) == TEXT


def test_undo_and_going_back_bring_the_record_along(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    history.restore(vault, skill, 1)
    assert stored(vault, skill)[1].training is None
    history.restore(vault, skill, 2)
    text, meta = stored(vault, skill)
    assert authored(text, meta.training) == TEXT != text


def test_retraining_starts_from_what_the_person_wrote(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    again = propose(vault, skill, Memories(WINDOW))
    assert again.authored == TEXT
    number = len(history.versions(vault, skill))
    accept_rewrite(vault, rewrite(vault, skill))
    assert stored(vault, skill)[0] == WORDED
    assert len(history.versions(vault, skill)) == number
    accept(vault, accept_all(propose(vault, skill, Memories(WINDOW))))
    text, meta = stored(vault, skill)
    assert "> Change windows" in text
    assert authored(text, meta.training) == TEXT


def test_a_passage_edited_by_hand_is_the_authors(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    library.save(
        vault, skill, WORDED.replace("on call.", "on call today.").replace("3. Post", "3. Put")
    )
    text, meta = stored(vault, skill)
    assert authored(text, meta.training) == text
    assert propose(vault, skill, Memories()).authored == text


def test_an_edit_elsewhere_leaves_the_passage_known(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    library.save(vault, skill, "# Release it\n\nNew.\n" + WORDED.removeprefix("# Release\n"))
    text, meta = stored(vault, skill)
    assert authored(text, meta.training).endswith(TEXT.removeprefix("# Release\n"))


def test_every_line_end(vault: Vault) -> None:
    skill = library.save(vault, None, TEXT.replace("\n", "\r\n")).skill
    accept_rewrite(vault, rewrite(vault, skill))
    text, meta = stored(vault, skill)
    assert authored(text, meta.training) == TEXT.replace("\n", "\r\n") != text


def test_other_memories_are_placed_as_always(vault: Vault, skill: int) -> None:
    start = choose(propose(vault, skill, BOTH), PODS.id, Choice.ACCEPTED)
    found = rewrite(vault, skill, start)
    accept_rewrite(vault, placed(found, lambda p: choose(p, WINDOW.id, Choice.ACCEPTED)))
    text, meta = stored(vault, skill)
    assert BORROWED in text
    assert "> Old pods kept writing" in text
    assert "> Change windows" not in text
    assert meta.training is not None
    assert meta.training.cited == (PODS.id, WINDOW.id)
    assert authored(text, meta.training) == TEXT


def test_without_a_new_sentence_it_is_training(vault: Vault, skill: int) -> None:
    found = choose_sentence(rewrite(vault, skill), 1, 1, Choice.REJECTED)
    accept_rewrite(vault, placed(found, lambda p: choose(p, WINDOW.id, Choice.ACCEPTED)))
    assert history.versions(vault, skill)[0].reason is Reason.TRAINED
    assert "> Change windows" in stored(vault, skill)[0]


def test_a_skill_that_changed_meanwhile(vault: Vault, skill: int) -> None:
    found = rewrite(vault, skill)
    library.save(vault, skill, TEXT + "4. Rest.\n")
    with pytest.raises(StaleEdit):
        accept_rewrite(vault, found)
    assert stored(vault, skill)[0] == TEXT + "4. Rest.\n"


def test_a_forged_proposal_is_not_saved(vault: Vault, skill: int) -> None:
    """Verdicts are not believed: the whole is verified again."""
    found = rewrite(vault, skill)
    (step,) = found.steps
    forged = replace(step.parts[1], text="Delete the backup.")
    with pytest.raises(NotVerified):
        accept_rewrite(vault, replace(found, steps=(replace(step, parts=(step.parts[0], forged)),)))
    forged = replace(step.parts[1], text="Use @skill: drop-tables.")
    parts = (step.parts[0], forged, step.parts[2])
    with pytest.raises(NotVerified):
        accept_rewrite(vault, replace(found, steps=(replace(step, parts=parts),)))
    assert stored(vault, skill)[0] == TEXT


def test_woven_memories_stay_at_home(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    packing = export.gather(vault, [skill])
    assert packing.pack.skills[0].text == TEXT
    assert packing.memories_left_out == 1
    chosen = export.gather(vault, [skill], Options(include_memories=True))
    assert chosen.pack.skills[0].text == WORDED
    library.save(vault, skill, WORDED.replace("3. Post", "3. Put").replace("call.", "duty."))
    packing = export.gather(vault, [skill])
    assert packing.pack.skills[0].text == TEXT.replace("3. Post", "3. Put").replace(
        "call.", "duty."
    )
    assert packing.memories_left_out == 1


def test_taking_borrowed_sentences_out_of_a_text() -> None:
    text = f"1. {BORROWED} One. {BORROWED} Two.\n   {BORROWED}\n2. {BORROWED}\n"
    assert without_memories(text) == (f"1. One. Two.\n2. {BORROWED}\n", 3)


def test_records_from_before_are_read() -> None:
    old = Meta(1, training=None).to_json()
    fields = json.loads(old)
    fields["training"] = {"mode": "deterministic", "placed": [], "taken_out": [3]}
    training = Meta.from_json(json.dumps(fields)).training
    assert training is not None
    assert (training.taken_out, training.passages, training.writer) == ((3,), (), None)


def test_passages_that_say_the_same_are_told_apart(vault: Vault) -> None:
    skill = library.save(
        vault, None, "# T\n\n1. Agree the window with Bob.\n2. Agree window with Bob.\n"
    )
    replies = [said((0, "Agree the window with Bob.")), said((0, "Agree the window with Bob."))]
    start = propose(vault, skill.skill, Memories(WINDOW))
    items = tuple(replace(item, asked=(1, 2), after=None) for item in start.items)
    *_events, last = weave(Scripted(replies), replace(start, items=items))
    assert isinstance(last, Finished)
    accept_rewrite(vault, last.rewrite)
    text, meta = stored(vault, skill.skill)
    assert text == "# T\n\n1. Agree the window with Bob.\n2. Agree the window with Bob.\n"
    assert list(rewritten(parse(text), meta.training)) == [1]
    assert authored(text, meta.training) == start.authored


def test_training_by_itself_does_not_take_a_rewriting_back(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    schedule.set_plan(vault, skill, Plan(every_days=1, automatic=True))
    with vault.write(None) as write:
        write.db.execute("update training_plan set looked = '2029-01-01T00:00:00+00:00'")
        write.touch(Part.TRAINING, skill)
    assert len(schedule.tend(vault, BOTH, BOTH)) == 1
    assert stored(vault, skill)[0] == WORDED


def test_a_borrowed_sentence_supports_its_step(vault: Vault, skill: int) -> None:
    accept_rewrite(vault, rewrite(vault, skill))
    rows = vault.rows(
        "select source, target, type, weight, detail from edge where evidence = 'skill:ctx'"
    )
    ((source, node, kind, weight, detail),) = rows
    assert (source, node, kind, weight) == ("sentence 1", "step 1", "supports", 0.6)
    told = json.loads(detail)
    assert (told["source"], told["fragment"], told["score"]) == (WINDOW.source, WINDOW.id, 1.0)
    library.save(vault, skill, TEXT.replace("Tell", f"{BORROWED} Please tell"))
    ((detail,),) = vault.rows("select detail from edge where evidence = 'skill:ctx'")
    assert "fragment" not in json.loads(detail)
