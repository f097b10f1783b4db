"""What the constellation answers about a real library: which skills, and why."""

from datetime import timedelta

import pytest

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.constellation import questions
from app.core.constellation.about import about, linked_memories
from app.core.constellation.question import Question
from app.core.constellation.questions import Answer
from app.core.constellation.sequence import sequence
from app.core.constellation.sky import Sky, sky
from app.core.graph.relation_cues import Kind
from app.core.library import deleted, library
from app.core.lifecycle.config import Procedural
from app.core.memory import memories, nodes, relations
from app.core.vault import Vault
from tests.conftest import Clock


@pytest.fixture
def skills(vault: Vault) -> dict[str, int]:
    """Two chains of calls that only `Gate` joins, two that call each other, and a loner."""
    calls = {
        "Plan": ("Draft",), "Draft": ("Gate",), "Gate": ("Ship",), "Ship": ("Tell",), "Tell": (),
        "Ping": ("Pong",), "Pong": ("Ping",), "Loner": (),
    }  # fmt: skip
    for title, called in calls.items():
        steps = "\n".join(f"{n}. @skill: {name}" for n, name in enumerate(called, 1)) or "1. x"
        library.save(vault, None, f"# {title}\n\n{steps}\n")
    nodes.catch_up(vault)
    return {title: one for one, title in vault.rows("select id, title from skill")}


def seen(vault: Vault) -> Sky:
    return sky(vault, Procedural())


def titles(vault: Vault, answer: Answer) -> list[str]:
    names: dict[int, str] = dict(vault.rows("select id, title from skill"))
    return [names[one.star] for one in answer.findings]


def test_a_bridge_says_which_clusters_lose_touch(vault: Vault, skills: dict[str, int]) -> None:
    one, other = (skills["Plan"], skills["Draft"]), (skills["Ship"], skills["Tell"])
    with vault.write(None, TECHNE) as write:
        write.db.executemany(
            "insert or replace into cluster (id, name) values (?, ?)",
            [(1, "writing"), (2, "shipping")],
        )
        write.db.executemany(
            "insert or replace into place (skill, x, y, pinned, cluster) values (?, 0, 0, 0, ?)",
            [(s, 1) for s in one] + [(s, 2) for s in (*other, skills["Gate"])]
            + [(skills[t], 0) for t in ("Ping", "Pong", "Loner")],
        )  # fmt: skip
        write.touch(Part.PLACES)
    answer = questions.ask(vault, seen(vault), Question.BRIDGES)
    assert {"Draft", "Gate"} & set(titles(vault, answer))
    assert answer.said == f"{len(answer.findings)} bridges" or answer.said == "1 bridge"
    assert "“writing” and “shipping” would be disconnected" in answer.findings[0].why


def test_cycles_orphans_and_what_nobody_calls(vault: Vault, skills: dict[str, int]) -> None:
    found = seen(vault)
    cycles = questions.ask(vault, found, Question.CYCLES)
    assert cycles.said == "1 cycle" and cycles.findings[0].why == "Ping → Pong → Ping"
    assert cycles.findings[0].way == (skills["Ping"], skills["Pong"], skills["Ping"])
    assert titles(vault, questions.ask(vault, found, Question.ORPHANS)) == ["Loner"]
    nobody = questions.ask(vault, found, Question.UNCALLED)
    assert titles(vault, nobody) == ["Plan"]
    assert nobody.findings[0].why == "It calls 1 skill; none calls it."


def test_callers_and_called_ones_near_and_far(vault: Vault, skills: dict[str, int]) -> None:
    found = seen(vault)
    callers = questions.reached(found, skills["Ship"], backwards=True)
    assert titles(vault, callers) == ["Gate", "Draft", "Plan"], "direct ones first"
    assert callers.findings[0].why == "It calls “Ship”."
    assert callers.findings[1].why == "It calls skills that call “Ship”."
    called = questions.reached(found, skills["Ship"], backwards=False)
    assert titles(vault, called) == ["Tell"] and called.said == "1 skill called by “Ship”"


def test_a_path_says_of_each_step_why(vault: Vault, skills: dict[str, int]) -> None:
    relations.link(vault, skills["Loner"], skills["Tell"], Kind.COMPLEMENTS)
    path = questions.way(seen(vault), skills["Gate"], skills["Loner"])
    assert [one.why for one in path.findings] == [
        "Gate → calls → Ship", "Ship → calls → Tell", "Tell → works well with → Loner",
    ]  # fmt: skip
    back = questions.way(seen(vault), skills["Ship"], skills["Gate"])
    assert back.findings[0].why == "Ship → called by → Gate"
    nothing = questions.way(seen(vault), skills["Ping"], skills["Gate"])
    assert not nothing.findings and nothing.said == "Nothing connects “Ping” and “Gate”"


def test_computed_relations_wait_until_they_are_decided(
    vault: Vault, skills: dict[str, int]
) -> None:
    def node(title: str) -> int:
        return int(vault.rows("select id from entity where skill = ?", skills[title])[0][0])

    with vault.write(None) as write:
        relations.keep_computed(write, node("Plan"), node("Loner"), 0.7, 4, 0.8)
        relations.keep_computed(write, node("Ship"), node("Loner"), 0.4, 3, 0.8)
    relations.link(vault, skills["Ping"], skills["Gate"], Kind.RELATED_TO)
    answer = questions.ask(vault, seen(vault), Question.REVIEW)
    assert answer.said == "2 relations to review"
    first = answer.findings[0]
    assert "4 shared memories, strength 0.70" in first.why and first.relation is not None
    relations.confirm(vault, first.relation)
    assert len(questions.ask(vault, seen(vault), Question.REVIEW).findings) == 1


def test_the_most_central_are_those_between_most_others(vault: Vault) -> None:
    for title, called in {"A": "B", "B": "C", "C": "D", "D": ""}.items():
        library.save(vault, None, f"# {title}\n\n1. {f'@skill: {called}' if called else 'x'}\n")
    found = seen(vault)
    titles = {star.id: star.row.title for star in found.stars}
    told = questions.ask(vault, found, Question.CENTRAL)
    assert sorted(titles[one.star] for one in told.findings) == ["B", "C"]
    assert {one.why for one in told.findings} == {
        "It is on the shortest paths between 2 pairs of other skills."
    }


def test_what_changed_since(vault: Vault, skills: dict[str, int]) -> None:
    assert len(questions.ask(vault, seen(vault), Question.TODAY).findings) == 8
    later = vault.now() + timedelta(days=2)
    vault.now = lambda: later
    assert not questions.ask(vault, seen(vault), Question.TODAY).findings
    library.save(vault, skills["Plan"], "# Plan\n\n1. @skill: Draft\n2. Rest.\n")
    (only,) = questions.ask(vault, seen(vault), Question.TODAY).findings
    assert only.star == skills["Plan"] and only.at is not None
    assert only.why == "1 new version, now version 2."
    today = later.astimezone().date()
    assert len(questions.changed_since(vault, today).findings) == 1
    earlier = questions.changed_since(vault, today - timedelta(days=3))
    assert len(earlier.findings) == 8 and earlier.since == today - timedelta(days=3)


def test_what_was_only_deleted_and_restored_did_not_change(
    vault: Vault, clock: Clock, skills: dict[str, int]
) -> None:
    clock.pass_seconds(60)
    since = vault.now()
    loner = skills["Loner"]
    library.delete(vault, loner)
    deleted.restore(vault, [loner])
    assert not questions.changed(vault, since).findings
    library.save(vault, loner, "# Loner\n\n1. Wait.\n")
    (found,) = questions.changed(vault, since).findings
    assert found.star == loner and found.why == "1 new version, now version 4."
    earlier = questions.changed(vault, since - timedelta(days=1)).findings
    (told,) = (one for one in earlier if one.star == loner)
    assert told.why == "New, now version 4.", "it came since then"


def test_what_the_panel_tells_of_a_skill(vault: Vault, skills: dict[str, int]) -> None:
    added = memories.remember(vault, "The gate was closed.\nNobody knew why.").added[0]
    relations.link_memory(vault, skills["Gate"], added)
    told = about(vault, skills["Gate"], Procedural())
    assert told is not None and told.points[-1].value == pytest.approx(told.now.value)
    assert [(one.id, one.line) for one in told.memories] == [(added, "The gate was closed.")]
    memories.forget(vault, added)
    assert linked_memories(vault, skills["Gate"]) == ()
    assert about(vault, 10_000, Procedural()) is None


def test_the_steps_of_a_skill_say_what_they_call_and_where_they_jump(vault: Vault) -> None:
    part = library.save(vault, None, "# Weigh\n\n1. x\n").skill
    text = "# Bake\n\n1. Mix.\n   1. @skill: Weigh\n2. Knead.\n3. Taste. @loop: 1 max=2\n"
    bake = library.save(vault, None, text).skill
    one, two, three = sequence(vault, bake)
    assert (one.path, one.calls, two.calls, three.jumps) == ("1", (part,), (), (0,))
    assert two.words == "Knead." and text[two.start : two.end].strip() == "2. Knead."
    alone = library.save(vault, None, "# Nothing\n").skill
    assert sequence(vault, alone) == ()
