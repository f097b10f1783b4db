"""Memories and skills find each other whichever was first; what is forgotten does not count."""

import pytest

from app.core.errors import Cancelled
from app.core.library import deleted, library
from app.core.lifecycle import affinity, suggest, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, memories, nodes, relations
from app.core.memory.backfill import notice
from app.core.memory.entities import MentionOrigin
from app.core.vault import Vault

SETTINGS = Procedural()


@pytest.fixture
def told(vault: Vault) -> tuple[int, ...]:
    texts = (
        "On Friday Safe deploy took an hour.",
        "The safe is open, deploy nothing.",
        "Ask `help` before a safe-deploy.",
    )
    return tuple(memories.remember(vault, text).added[0] for text in texts)


def mentioning(vault: Vault, skill: int) -> dict[int, str]:
    node = entities.of_skill(vault, skill)
    assert node is not None
    return {m.memory: m.words for m in entities.mentions_of(vault, node.id)}


def test_a_new_skill_is_found_in_what_is_remembered(vault: Vault, told: tuple[int, ...]) -> None:
    deploy = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    plain = library.save(vault, None, "# help\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    assert mentioning(vault, deploy) == {told[0]: "Safe deploy", told[2]: "safe-deploy"}
    assert mentioning(vault, plain) == {told[2]: "help"}
    before = vault.rows("select * from mention")
    nodes.catch_up(vault)
    assert vault.rows("select * from mention") == before


def test_a_renamed_skill_is_found_by_its_new_name_only(vault: Vault, told: tuple[int, ...]) -> None:
    skill = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    node = entities.of_skill(vault, skill)
    assert node is not None
    with vault.write(None) as write:
        entities.mention(write, told[1], node.id, MentionOrigin.PERSON, "", 1.0)
    library.save(vault, skill, "# Help\n\n1. Go.\n")
    nodes.catch_up(vault)
    assert mentioning(vault, skill) == {told[1]: "", told[2]: "help"}


def test_a_skill_that_comes_back_is_looked_for_again(vault: Vault) -> None:
    skill = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    library.delete(vault, skill)
    nodes.catch_up(vault)
    (memory,) = memories.remember(vault, "We ran Safe deploy.").added
    deleted.restore(vault, [skill])
    nodes.catch_up(vault)
    assert mentioning(vault, skill) == {memory: "Safe deploy"}


def test_what_is_forgotten_counts_no_more_until_it_is_brought_back(vault: Vault) -> None:
    skills = [library.save(vault, None, f"# Skill {name}\n\n1. Go.\n").skill for name in "AB"]
    nodes.catch_up(vault)
    told = [memories.remember(vault, f"Day {n}: it went well.").added[0] for n in range(3)]
    for memory in told:
        for skill in skills:
            usage.record(vault, skill, SETTINGS, session=f"s{memory}", memory=memory)
    assert len(relations.between_skills(vault)) == 1
    memories.forget(vault, told[0])
    assert len(mentioning(vault, skills[0])) == 2
    assert suggest.ranked(vault, SETTINGS)[0].memories == 2
    node = entities.of_skill(vault, skills[0])
    assert node is not None and node.mentions == 2
    assert affinity.compute(vault, SETTINGS).taken_back == 1
    memories.bring_back(vault, told[0])
    assert affinity.compute(vault, SETTINGS).made == 1


def test_a_renaming_that_was_stopped_half_way_goes_on(
    vault: Vault, told: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    skill = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    library.save(vault, skill, "# Help\n\n1. Go.\n")

    def stopped(*_arguments: object) -> int:
        raise Cancelled("Stopped.")

    with monkeypatch.context() as patch:
        patch.setattr(nodes, "notice", stopped)
        with pytest.raises(Cancelled):
            nodes.catch_up(vault)
    assert mentioning(vault, skill) == {}
    nodes.catch_up(vault)
    assert mentioning(vault, skill) == {told[2]: "help"}


def test_the_work_can_be_stopped(vault: Vault) -> None:
    class Stopped:
        cancelled = True

        def report(self, fraction: float, text: str = "") -> None:
            raise AssertionError("nothing is done")

    library.save(vault, None, "# Safe deploy\n\n1. Go.\n")
    with pytest.raises(Cancelled):
        nodes.catch_up(vault, progress=Stopped())
    assert nodes.catch_up(vault) == nodes.Caught(1, 0, 0)
    assert notice(vault, {1: "!!"}) == 0
