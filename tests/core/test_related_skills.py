"""What is one link away: calls, relations, mentions, memories linked by hand, things both name."""

import pytest

from app.core.graph.relation_cues import Kind
from app.core.library import library
from app.core.library.record import Meta, Status
from app.core.memory import memories, nodes, relations
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.item import MEMORY, SKILL, Item
from app.core.memory.retrieval.neighbours import Link, Way, neighbours
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.vault import Vault

WORKER = "# Release the worker\n\nTrigger: a new build\n\n1. Upload the bundle to Cloudflare.\n"
TEA = "# Brew tea\n\nTrigger: somebody is thirsty\n\n1. Boil water.\n"
PURGE = "We purge the cache with Cloudflare after every deploy process."


def told(vault: Vault, *texts: str) -> tuple[int, ...]:
    kept = tuple(n for text in texts for n in memories.remember(vault, text).added)
    nodes.catch_up(vault)
    index.update(vault, Hashed())
    return kept


def skills(vault: Vault, *texts: str) -> tuple[int, ...]:
    made = tuple(library.save(vault, None, text).skill for text in texts)
    nodes.catch_up(vault)
    return made


def test_a_memory_linked_by_hand_leads_both_ways(vault: Vault) -> None:
    tea, worker = skills(vault, TEA, WORKER)
    (note,) = told(vault, "The samovar is in the cupboard.")
    assert neighbours(vault, [Item(SKILL, tea)]) == ()
    made = relations.link_memory(vault, tea, note, Kind.REQUIRES)
    there, back = Item(SKILL, tea), Item(MEMORY, note)
    assert neighbours(vault, [there]) == (Link(there, back, Way.LINKED),)
    assert neighbours(vault, [back]) == (Link(back, there, Way.LINKED),)
    assert neighbours(vault, [Item(SKILL, worker)]) == ()
    hits = recall(vault, ask(vault, "where is the samovar, in which cupboard?", Hashed()))
    assert [(hit.what, hit.id) for hit in hits] == [("memory", note), ("skill", tea)]
    assert "linked to a memory that answers" in hits[1].why
    relations.dismiss(vault, made)
    assert neighbours(vault, [there]) == () == neighbours(vault, [back])


def test_what_a_memory_names_leads_to_the_skill_that_names_it(vault: Vault) -> None:
    worker, _tea = skills(vault, WORKER, TEA)
    (purge,) = told(vault, PURGE)
    seed, found = Item(MEMORY, purge), Item(SKILL, worker)
    assert neighbours(vault, [seed]) == (Link(seed, found, Way.NAMES, about="Cloudflare"),)
    hits = recall(vault, ask(vault, "what do we purge in the deploy process?", Hashed()))
    assert [(hit.what, hit.id) for hit in hits] == [("memory", purge), ("skill", worker)]
    assert "names “Cloudflare”, as a memory that answers does" in hits[1].why


def test_a_thing_that_many_skills_name_leads_nowhere(vault: Vault) -> None:
    skills(vault, *(WORKER.replace("worker", f"worker {n}") for n in range(4)))
    (purge,) = told(vault, PURGE)
    assert neighbours(vault, [Item(MEMORY, purge)]) == ()


@pytest.mark.parametrize("what", ["deleted", "quarantined", "renamed"])
def test_only_what_a_skill_names_now_counts(vault: Vault, what: str) -> None:
    (worker,) = skills(vault, WORKER)
    (purge,) = told(vault, PURGE)
    if what == "deleted":
        library.delete(vault, worker)
    elif what == "renamed":
        library.save(vault, worker, WORKER.replace("Cloudflare", "the edge"))
    else:
        meta = library.last_meta(vault, worker)
        assert isinstance(meta, Meta)
        library.refile(vault, worker, Meta(meta.engram, Status.QUARANTINED))
    hits = recall(vault, ask(vault, "what do we purge in the deploy process?", Hashed()))
    assert [(hit.what, hit.id) for hit in hits] == [("memory", purge)]
