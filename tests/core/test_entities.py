"""What texts mention, and which memory mentions what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.changes import Changes
from app.core.errors import AppError, NotFound
from app.core.graph.naming import Names
from app.core.library import library, skill_actions
from app.core.library.engrams import DEMOS
from app.core.library.record import Meta, Status
from app.core.memory import entities, memories, nodes, terms
from app.core.memory.entities import MentionOrigin
from app.core.memory.extraction import MOST, EntityKind, mentioned
from app.core.vault import Vault

KNOWN = Names(["Safe deploy", "web-perf", "help", "Cloudflare", "部署流程"])


def found(text: str) -> list[tuple[str, EntityKind | None]]:
    return [(one.name, one.kind) for one in mentioned(text, KNOWN)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We ran safe-deploy twice.", [("safe-deploy", None)]),
        ("We ran SAFE DEPLOY twice.", [("SAFE DEPLOY", None)]),
        ("Săfe dêploy", [("Săfe dêploy", None)]),
        ("先执行部署流程再说", [("部署流程", None)]),
        ("It is safe. Deploy it.", []),
        ("it is safe to deploy", []),
        ("Ask for help.", []),
        ("Run `help` first.", [("help", None)]),
        ("Hosted on Cloudflare now, cloudflare later.", [("Cloudflare", None)]),
        ("Run `pg_dump` first.", [("pg_dump", EntityKind.CODE)]),
        ("Then getUserById() is called.", [("getUserById()", EntityKind.CODE)]),
        ("Uses os.path.join here.", [("os.path.join", EntityKind.CODE)]),
        ("# Deploy post-mortem\n\nIt broke.", [("Deploy post-mortem", EntityKind.HEADING)]),
        ("We asked Mira Patel about it.", [("Mira Patel", EntityKind.NAME)]),
        ("Mira Patel wants it.", [("Mira Patel", EntityKind.NAME)]),
        ("Apoi am vorbit cu Ștefan Ionescu.", [("Ștefan Ionescu", EntityKind.NAME)]),
        ("Der Hund und die Katze gehen im Wald nach Berlin zum Arzt.", []),
        ("This is nothing special.", []),
        ("```\nMira Patel = getUserById()\n```", []),
        ("In 2024 it was 12 345.", []),
        ("", []),
    ],
)
def test_what_a_text_mentions(text: str, expected: list[tuple[str, EntityKind | None]]) -> None:
    assert found(text) == expected


def test_the_longest_name_wins() -> None:
    names = Names(["deploy to", "Deploy to production", "production line"])
    said = names.said_in("We deploy to production line by line")
    assert [one.key for one in said] == ["deploy-to-production"]


def test_no_text_mentions_more_than_fifteen_things() -> None:
    text = " ".join(f"`item_{n}`" for n in range(100)) + " Safe deploy"
    all_of_them = mentioned(text, KNOWN)
    assert len(all_of_them) == MOST
    assert all_of_them[0].key == "safe-deploy"


@given(st.text(max_size=300))
def test_mentions_are_where_they_say(text: str) -> None:
    for one in mentioned(text, KNOWN):
        assert text[one.start : one.end] == one.name
        assert one.key and 0 < one.confidence <= 1


@given(st.lists(st.text(max_size=30), max_size=6), st.text(max_size=120))
def test_any_names_can_be_looked_for(known: list[str], text: str) -> None:
    names = Names(known)
    before = 0
    for one in names.said_in(text):
        assert one.key in names and before <= one.start < one.end
        before = one.end


# In the vault


@pytest.fixture
def deploy(vault: Vault) -> int:
    skill = library.save(vault, None, "# Safe deploy\n\n1. Go.\n").skill
    nodes.catch_up(vault)
    return skill


def remember(vault: Vault, memory: int, text: str) -> tuple[int, ...]:
    known = entities.known(vault)
    said = mentioned(text, known.names)
    with vault.write(None) as write:
        return entities.link(write, memory, said, known)


def of_memory(vault: Vault, memory: int) -> set[str]:
    return {entity.name for entity in entities.of_memory(vault, memory)}


def test_a_memory_mentions_what_its_text_mentions_now(vault: Vault, deploy: int) -> None:
    remember(vault, 1, "Mira Patel ran Safe deploy.")
    assert of_memory(vault, 1) == {"Mira Patel", "Safe deploy"}
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    remember(vault, 1, "Mira Patel ran Safe deploy.")
    assert heard == []
    remember(vault, 1, "Ana Pop ran Safe deploy.")
    assert of_memory(vault, 1) == {"Ana Pop", "Safe deploy"}
    node = entities.of_skill(vault, deploy)
    assert node is not None and (node.mentions, node.kind) == (1, EntityKind.SKILL)
    assert entities.entity(vault, "name:default:mira-patel") is not None


def test_a_use_is_not_taken_back_by_the_text(vault: Vault, deploy: int) -> None:
    node = entities.of_skill(vault, deploy)
    assert node is not None
    remember(vault, 1, "Safe deploy ran.")
    with vault.write(None) as write:
        entities.mention(write, 1, node.id, MentionOrigin.USED, "session", 0.9)
    remember(vault, 1, "Something else.")
    (mention,) = entities.mentions_of(vault, node.id)
    assert (mention.origin, mention.words) == (MentionOrigin.USED, "session")


def test_a_person_can_name_a_term(vault: Vault) -> None:
    (earlier,) = memories.remember(vault, "Who pressed the blue-button?").added
    term = terms.add(vault, "Blue  button", "the one on the wall")
    assert terms.add(vault, "blue-button") == term
    assert remember(vault, 1_000, "press the blue button") == (term,)
    (one,) = terms.terms(vault)
    assert (one.name, one.description, one.mentions) == ("Blue button", "the one on the wall", 2)
    assert {mention.memory for mention in entities.mentions_of(vault, term)} == {earlier, 1_000}
    terms.remove(vault, "BLUE BUTTON")
    assert terms.terms(vault) == () == entities.of_memory(vault, earlier)
    assert remember(vault, 1_000, "press the blue button") == ()


@pytest.mark.parametrize("name", ["!!", "", "x" * 101])
def test_a_term_has_a_name(vault: Vault, name: str) -> None:
    with pytest.raises(AppError, match="A term needs a name"):
        terms.add(vault, name)
    with pytest.raises(NotFound):
        terms.remove(vault, name)


def test_deleted_and_quarantined_skills_are_not_found_in_texts(vault: Vault, deploy: int) -> None:
    state = library.current(vault, deploy)
    assert state is not None
    library.refile(vault, deploy, Meta(state[2].engram, Status.QUARANTINED))
    assert remember(vault, 1, "we ran safe deploy") == ()
    library.delete(vault, deploy)
    assert remember(vault, 2, "we ran safe deploy") == ()


def test_a_demo_gives_way_to_a_skill_of_the_same_name(vault: Vault, deploy: int) -> None:
    demo = library.save(vault, None, "# Safe deploy\n\n1. Demo.\n").skill
    skill_actions.move(vault, DEMOS, demo)
    nodes.catch_up(vault)
    remember(vault, 1, "we ran Safe deploy")
    assert [entity.skill for entity in entities.of_memory(vault, 1)] == [deploy]


def test_a_renamed_skill_keeps_its_node(vault: Vault, deploy: int) -> None:
    before, said = entities.of_skill(vault, deploy), "Ships what was merged."
    library.save(vault, deploy, f"# Production deploy\n\n{said}\n\nTrigger: a release\n\n1. Go.\n")
    nodes.catch_up(vault)
    after = entities.of_skill(vault, deploy)
    assert before is not None and after is not None
    assert (after.id, after.uid) == (before.id, before.uid)
    assert (after.name, after.description) == ("Production deploy", said)
    library.save(vault, deploy, "# Production-Deploy\n\n1. Go.\n")
    nodes.catch_up(vault)
    again = entities.of_skill(vault, deploy)
    assert again is not None
    assert (again.name, again.description) == ("Production-Deploy", "")
