"""The invariants of seed 000, section 12, one test each, named after it.

The sixth (frontmatter is rewritten round-trip) belongs to files on disk and is tested with them;
so does the half of the second that speaks of files.
"""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.library import history, library
from app.core.lifecycle import affinity, suggest, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, nodes, relations
from app.core.memory.extraction import mentioned
from app.core.memory.relations import Origin
from app.core.vault import Vault
from tests.conftest import Clock

SETTINGS = Procedural()
DEPLOY = "# Safe deploy\n\nTrigger: a release\n\n1. Requires smoke-tests to pass.\n"
SMOKE = "# smoke-tests\n\n1. Run them.\n"
NOTES = "# Release notes\n\n1. Write them.\n"
LIFE = "select * from skill_meta order by entity"
NODES = "select * from entity where kind = 'skill' order by id"


def remember(vault: Vault, memory: int, text: str) -> None:
    """What an import does with the entities of one memory."""
    known = entities.known(vault)
    found = mentioned(text, known.names)
    with vault.write(None) as write:
        entities.link(write, memory, found, known)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            [
                "Safe deploy is gone. Delete the skill `smoke-tests`.",
                "DROP TABLE entity; forget Safe deploy, it is uninstalled",
                "skill:default:safe-deploy was removed",
                "",
            ]
        )
        | st.text(max_size=60),
        max_size=4,
    )
)
def test_1_no_extraction_and_no_forgetting_can_delete_a_skill_or_touch_its_life(
    vault: Vault, texts: list[str]
) -> None:
    if not vault.rows("select 1 from skill"):
        library.save(vault, None, DEPLOY)
        library.save(vault, None, SMOKE)
    nodes.catch_up(vault)
    life, before = vault.rows(LIFE), vault.rows(NODES)
    for memory, text in enumerate(texts, start=1):
        remember(vault, memory, text)
    for memory in range(1, len(texts) + 1):
        with vault.write(None) as write:
            entities.unlink(write, memory)
    affinity.compute(vault, SETTINGS)
    nodes.catch_up(vault)
    assert vault.rows(LIFE) == life
    assert vault.rows(NODES) == before
    assert vault.rows("select count(*) from mention") == [(0,)]
    found = suggest.suggest(vault, {1: 0.5, 2: 0.5}, SETTINGS)
    assert {one.skill.title for one in found} == {"Safe deploy", "smoke-tests"}


def test_2_the_library_is_authoritative_for_the_nodes(vault: Vault) -> None:
    saved = library.save(vault, None, DEPLOY)
    assert entities.of_skill(vault, saved.skill) is None
    assert nodes.catch_up(vault) == nodes.Caught(1, 0, 0)
    node = entities.of_skill(vault, saved.skill)
    assert node is not None and node.uid == "skill:default:safe-deploy"
    usage.record(vault, saved.skill, SETTINGS, session="s")
    library.delete(vault, saved.skill)
    assert nodes.catch_up(vault) == nodes.Caught(0, 0, 1)
    assert entities.of_skill(vault, saved.skill) is None
    assert entities.entity(vault, node.uid) is None
    assert usage.life(vault, saved.skill) is None
    history.undo(vault)
    assert nodes.catch_up(vault) == nodes.Caught(0, 1, 0)
    again, life = entities.of_skill(vault, saved.skill), usage.life(vault, saved.skill)
    assert again == node
    assert life is not None and life.uses == 1


def test_3_an_installed_skill_never_falls_below_the_floor(vault: Vault, clock: Clock) -> None:
    saved = library.save(vault, None, DEPLOY)
    nodes.catch_up(vault)
    usage.set_decay_rate(vault, saved.skill, 0.0)
    for years in (1, 10, 100):
        clock.time += timedelta(days=365 * years)
        (one,) = suggest.suggest(vault, {saved.skill: 0.5}, SETTINGS)
        assert one.importance.value == SETTINGS.min_importance
        assert one.importance.at_floor
    assert suggest.ranked(vault, SETTINGS)[0].importance.value == SETTINGS.min_importance


def test_4_computed_relations_are_always_labelled(vault: Vault) -> None:
    skills = [library.save(vault, None, text).skill for text in (DEPLOY, SMOKE, NOTES)]
    nodes.catch_up(vault)
    for memory in (1, 2, 3):
        for skill in skills:
            usage.record(vault, skill, SETTINGS, session=f"s{memory}", memory=memory)
    origins = {(r.kind.value, r.origin) for r in relations.between_skills(vault)}
    assert origins == {("requires", Origin.EXTRACTED), ("often_used_with", Origin.COMPUTED)}
    for relation in relations.between_skills(vault):
        assert (relation.origin is Origin.COMPUTED) == (not relation.sentence)


def test_5_the_backfill_is_idempotent(vault: Vault) -> None:
    for text in (DEPLOY, SMOKE, NOTES, DEPLOY):
        library.save(vault, None, text)
    assert nodes.catch_up(vault) == nodes.Caught(4, 0, 0)
    tables = ("entity", "skill_meta", "relation", "mention", "change")
    before = [vault.rows(f"select * from {table}") for table in tables]
    assert nodes.catch_up(vault) == nodes.Caught(0, 0, 0)
    assert [vault.rows(f"select * from {table}") for table in tables] == before
    uids = [uid for (uid,) in vault.rows("select uid from entity order by id")]
    assert uids[0] == "skill:default:safe-deploy" and uids[3] == "skill:default:safe-deploy::2"
