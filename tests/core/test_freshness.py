"""How fresh a trained skill is, worked out from what happened to the memories in it."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from app.core.errors import AppError, NotFound
from app.core.graph.communities import TagSuggestion
from app.core.graph.relation_cues import Kind
from app.core.library import history, library
from app.core.library.record import Reason
from app.core.library.version import MOST_TAGS
from app.core.lifecycle import tagging
from app.core.lifecycle.freshness import freshness
from app.core.llm.scripted import Scripted
from app.core.memory import memories, nodes, relations
from app.core.training.proposal import Fragment, accept_all
from app.core.training.rewriting.saving import accept_rewrite
from app.core.training.rewriting.weaving import Finished, weave
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.rewriting import PODS, WINDOW
from tests.core.test_rewrite_saving import REPLIES
from tests.core.test_rewrite_saving import TEXT as RELEASE
from tests.core.test_rewrite_saving import Memories as Recalled

DAY = 86_400
TEXT = "# Brew tea\n\nSuccess: everybody has tea\n\n1. Boil soft water in the kettle.\n2. Pour.\n"
SAID = ("Boil soft water from the filter, never hard water.", "Pour the water in the pot slowly.")


class Told:
    """Recalls what it was given, whatever is asked."""

    def __init__(self, vault: Vault, numbers: Collection[int]) -> None:
        found = memories.memories(vault, numbers).values()
        self._all = tuple(Fragment(one.id, one.text, "cook", 0.9) for one in found)

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        return self._all

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""


@pytest.fixture
def told(vault: Vault) -> tuple[int, ...]:
    return tuple(n for text in SAID for n in memories.remember(vault, text).added)


@pytest.fixture
def tea(vault: Vault, told: tuple[int, ...]) -> int:
    skill = library.save(vault, None, TEXT).skill
    accept(vault, accept_all(propose(vault, skill, Told(vault, told))))
    return skill


def test_a_skill_that_was_never_trained_has_none(vault: Vault) -> None:
    skill = library.save(vault, None, TEXT).skill
    assert freshness(vault, skill) is None
    assert freshness(vault, 99) is None


def test_what_was_just_trained_is_whole(vault: Vault, tea: int) -> None:
    found = freshness(vault, tea)
    assert found is not None
    assert (found.vitality.score, found.cited, found.parts) == (100, 2, 5)
    assert found.sentence() == "100 − 0 − 0 − 0 = 100"
    assert [term.why for term in found.terms] == [
        "trained today",
        "0 of 5 parts are outdated",
        "0 of 2 cited memories are gone",
    ]


def test_every_term_takes_its_share(
    vault: Vault, tea: int, told: tuple[int, ...], clock: Clock
) -> None:
    clock.pass_seconds(65 * DAY)
    memories.correct(vault, told[0], "Boil any water, says the new cook.")
    memories.forget(vault, told[1])
    found = freshness(vault, tea)
    assert found is not None
    assert [(term.points, term.most) for term in found.terms] == [(10, 25), (10, 50), (20, 40)]
    assert found.sentence() == "100 − 10 − 10 − 20 = 60"
    assert "65 days ago" in found.terms[0].why and "1 of 2" in found.terms[2].why


def test_what_was_taken_out_of_the_text_counts_no_more(
    vault: Vault, tea: int, told: tuple[int, ...]
) -> None:
    memories.forget(vault, *told)
    library.save(vault, tea, TEXT)
    found = freshness(vault, tea)
    assert found is not None and (found.cited, found.vitality.score) == (0, 100)
    assert found.terms[2].why == "no memory is cited"


def test_training_again_is_training_also_when_nothing_is_new(
    vault: Vault, tea: int, told: tuple[int, ...], clock: Clock
) -> None:
    clock.pass_seconds(65 * DAY)
    again = accept(vault, accept_all(propose(vault, tea, Told(vault, told))))
    found = freshness(vault, tea)
    assert again.number == 2 and found is not None
    assert (found.days, found.vitality.score) == (0, 100)
    clock.pass_seconds(65 * DAY)
    memories.forget(vault, told[1])
    accept(vault, accept_all(propose(vault, tea, Told(vault, told[:1]))))
    found = freshness(vault, tea)
    assert found is not None and (found.days, found.cited) == (0, 1)


def test_a_rewriting_is_a_training_and_cites_what_is_woven_in(vault: Vault, clock: Clock) -> None:
    numbers = [n for one in (WINDOW, PODS) for n in memories.remember(vault, one.text).added]
    known = [replace(WINDOW, id=numbers[0]), replace(PODS, id=numbers[1])]
    skill = library.save(vault, None, RELEASE).skill
    proposal = accept_all(propose(vault, skill, Recalled(*known)))
    *_events, last = weave(Scripted(REPLIES), proposal)
    assert isinstance(last, Finished)
    accept_rewrite(vault, last.rewrite)
    assert history.versions(vault, skill)[0].reason is Reason.REWRITTEN
    found = freshness(vault, skill)
    assert found is not None and found.vitality.score == 100 and found.cited == 2
    clock.pass_seconds(30 * DAY)
    memories.forget(vault, numbers[0])
    found = freshness(vault, skill)
    assert found is not None and (found.days, found.missing, found.vitality.age) == (30, 1, 5)


@pytest.fixture
def group(vault: Vault) -> tuple[int, ...]:
    """Three skills that hang together, two of them with a tag."""
    made = tuple(library.save(vault, None, f"# Skill {n}\n\n1. Do.\n").skill for n in range(3))
    nodes.catch_up(vault)
    for other in made[1:]:
        relations.link(vault, made[0], other, Kind.REQUIRES)
        tagging.put(vault, other, "Kitchen")
    return made


def test_tags_of_the_group_are_suggested_until_decided(
    vault: Vault, group: tuple[int, ...]
) -> None:
    (one,) = tagging.suggested(vault, group[0])
    assert one == TagSuggestion(group[0], "Kitchen", 2, 3)
    tagging.dismiss(vault, group[0], "Kitchen")
    assert tagging.suggested(vault, group[0]) == ()
    tagging.reconsider(vault, group[0], "kitchen")
    tagging.put(vault, group[0], "  Kitchen ")
    assert tagging.suggested(vault, group[0]) == ()
    assert tagging.tags_of(vault, group[0]) == ("Kitchen",)


def test_a_tag_is_there_once_and_can_be_taken_off(vault: Vault, group: tuple[int, ...]) -> None:
    tagging.put(vault, group[1], "KITCHEN")
    assert tagging.tags_of(vault, group[1]) == ("Kitchen",)
    tagging.take_off(vault, group[1], "nothing")
    tagging.take_off(vault, group[1], "Kitchen")
    assert tagging.tags_of(vault, group[1]) == ()


@pytest.mark.parametrize("tag", ["", "  ", "a, b", "x" * 61])
def test_what_cannot_be_a_tag_is_refused(vault: Vault, group: tuple[int, ...], tag: str) -> None:
    with pytest.raises(AppError, match="A tag has"):
        tagging.put(vault, group[0], tag)


def test_there_is_an_end_to_tags(vault: Vault, group: tuple[int, ...]) -> None:
    for number in range(MOST_TAGS):
        tagging.put(vault, group[0], f"tag {number}")
    with pytest.raises(AppError, match="at most"):
        tagging.put(vault, group[0], "one more")
    with pytest.raises(NotFound):
        tagging.put(vault, 99, "tag")
