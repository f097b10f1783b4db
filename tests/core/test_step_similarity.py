"""How near a memory is to the steps of a skill, asked both ways, with the real model."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import library
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.embed import Once
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask, ask_all
from app.core.memory.sources import Source
from app.core.progress import SILENT
from app.core.training.memory_query import Memories
from app.core.training.proposal import Choice, Fragment, Proposal, Query, accept_all
from app.core.training.selection import IN_ALL, IN_GAP
from app.core.training.step_similarity import Nearness, nearness, sentences_of, worth
from app.core.training.train import accept, propose
from app.core.vault import Vault

KILN = """# Firing the kiln

Trigger: somebody wants to fire a load of pots
Success: nothing has cracked

1. Let every pot dry until it no longer feels cold against the cheek.
2. Brush kiln wash on the shelves.
3. Raise the temperature slowly to six hundred degrees.
4. Open the lid only below a hundred degrees.
"""
GLAZE = """# Mixing glaze

Trigger: a bucket of glaze is empty
Success: the test tile has the colour of the sample

1. Weigh silica, feldspar and ash on the small scale.
2. Sieve the slurry twice through the fine mesh.
"""
DAMP = "What feels cold is still wet inside and bursts, two mugs did last week."
MESH = "The fine mesh has a hole at the rim, lumps of feldspar came through."
BANK = "The bank closes at four on Fridays."


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


def steps_of(text: str) -> list[str]:
    return [line[3:] for line in text.splitlines() if line[:1].isdigit()]


def near(vault: Vault, model: MiniLM, skill: int, text: str, said: str) -> tuple[float, ...]:
    steps = [ask_all(vault, sentences_of(step), model) for step in steps_of(text)]
    return Nearness(vault, model, skill, steps).to(ask(vault, said, model))


@given(st.floats(-0.5, 0.9))
def test_what_it_is_worth_says_how_near_it_was(measured: float) -> None:
    assert 0 < worth(measured) < 1
    assert nearness(worth(measured)) == pytest.approx(max(0.0, measured), abs=1e-6)


def test_the_ends_have_a_nearness_too() -> None:
    assert nearness(0) == 0
    assert nearness(1) > nearness(0.999)


def test_a_note_in_its_own_words_finds_the_step(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, KILN).skill
    index.update(vault, model)
    found = near(vault, model, skill, KILN, DAMP)
    assert max(found) == found[0] > 0.5
    assert max(near(vault, model, skill, KILN, BANK)) < 0.3


def test_what_has_more_to_do_with_another_skill_is_further_off(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, KILN).skill
    index.update(vault, model)
    alone = near(vault, model, skill, KILN, MESH)
    library.save(vault, None, GLAZE)
    index.update(vault, model)
    assert all(b < a for a, b in zip(alone, near(vault, model, skill, KILN, MESH), strict=True))


INCIDENT = """# Handling an incident

Trigger: the alarm of a service goes off

1. Acknowledge the alarm and open a channel for the incident.
2. Look at the disk and the load of the service and how its last release went.
3. Roll it back if that is the cause.
"""
RENEWAL = """# Renewing certificates

Trigger: a certificate expires within a month

1. List the certificates that expire and who owns each domain.
2. Request the certificate from the authority and answer its DNS challenge.
3. Install the certificate on every load balancer and reload it.
"""
RELOAD = (
    "Reload the load balancer after installing the certificate,"
    " the service kept the old one for a day."
)
EXPIRED = "In an incident look for an expired certificate on the load balancer before rolling back."


def placed(vault: Vault, model: MiniLM, skill: int) -> set[str]:
    items = propose(vault, skill, Memories(vault, model)).items
    return {item.fragment.text for item in items if item.after is not None}


def test_what_a_step_of_another_skill_says_is_not_offered(vault: Vault, model: MiniLM) -> None:
    incident = library.save(vault, None, INCIDENT).skill
    renewal = library.save(vault, None, RENEWAL).skill
    memories.remember(vault, RELOAD, source=Source("Notebook"))
    index.update(vault, model)
    assert placed(vault, model, incident) == set()
    assert placed(vault, model, renewal) == {RELOAD}


def test_what_is_about_two_skills_is_offered_for_both(vault: Vault, model: MiniLM) -> None:
    skills = [library.save(vault, None, text).skill for text in (INCIDENT, RENEWAL)]
    memories.remember(vault, EXPIRED, source=Source("Notebook"))
    index.update(vault, model)
    assert [placed(vault, model, skill) for skill in skills] == [{EXPIRED}, {EXPIRED}]


@pytest.mark.parametrize("text", [INCIDENT, RENEWAL])
def test_the_only_skill_gets_what_is_about_it(vault: Vault, model: MiniLM, text: str) -> None:
    skill = library.save(vault, None, text).skill
    memories.remember(vault, EXPIRED, source=Source("Notebook"))
    index.update(vault, model)
    assert placed(vault, model, skill) == {EXPIRED}


def test_the_same_skill_twice_takes_nothing_from_either(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, RENEWAL).skill
    index.update(vault, model)
    alone = near(vault, model, skill, RENEWAL, RELOAD)
    library.save(vault, None, RENEWAL.replace("# Renewing", "# How we renew"))
    index.update(vault, model)
    assert near(vault, model, skill, RENEWAL, RELOAD) == pytest.approx(alone, abs=0.05)


RAD = """# Fahrrad warten

Trigger: die Kette knarzt oder die Bremse quietscht

1. Reinige die Kette mit einem Lappen und öle jedes Glied.
2. Prüfe die Bremsbeläge und stelle den Zug nach.
3. Pumpe die Reifen auf und suche nach Rissen im Mantel.
"""
AUFNAHME = """# Patienten aufnehmen

Trigger: ein Patient kommt auf die Station

1. Begrüße den Patienten und stelle dich mit Namen vor.
2. Miss Blutdruck, Puls und Temperatur.
3. Frage nach Allergien und nach den Medikamenten, die er zu Hause nimmt.
"""
BELAG = "Die Bremsbeläge hinten waren verglast, Schmirgelpapier hat geholfen."
PULS = "Der Puls am linken Arm war nach der Operation nicht zu messen, rechts ging es."
UNRELATED = (
    "Vancomycin wird langsam über eine Stunde gegeben.",
    "Der Steuerbescheid muss bis Ende Mai angefochten werden.",
    "Die Tomaten stehen dieses Jahr besser am Südfenster.",
    "Lena hat am Dienstag Klavierunterricht.",
    "Für die Rede auf der Hochzeit höchstens vier Minuten.",
    "Le chat ne doit pas boire de lait.",
)


@pytest.mark.parametrize(("text", "said"), [(RAD, BELAG), (AUFNAHME, PULS)])
def test_in_a_language_that_is_only_spelled_words_must_agree(
    vault: Vault, model: MiniLM, text: str, said: str
) -> None:
    skills = {one: library.save(vault, None, one).skill for one in (RAD, AUFNAHME)}
    for note in (BELAG, PULS, *UNRELATED):
        memories.remember(vault, note, source=Source("Notizen"))
    index.update(vault, model)
    items = propose(vault, skills[text], Memories(vault, model)).items
    assert {item.fragment.text for item in items} == {said}


def test_an_embedder_says_which_words_it_knows(model: MiniLM) -> None:
    assert model.known(["certificate", "bearing", "Schmirgelpapier", "Bremsbeläge"]) == 0.5
    assert model.known([]) == Once(model).known(["certificate"]) == 1
    assert Hashed().known(["Schmirgelpapier"]) == 1


def test_a_skill_that_is_not_indexed_yet_has_near_memories_too(vault: Vault, model: MiniLM) -> None:
    index.update(vault, model)
    skill = library.save(vault, None, KILN).skill
    found = near(vault, model, skill, KILN, DAMP)
    assert max(found) == found[0]


def test_what_the_model_cannot_read_is_compared_by_its_words(vault: Vault, model: MiniLM) -> None:
    """Chinese beside English, alone, and in one memory with English."""
    glue = "# 修补书脊\n\n1. 把书页放平。\n2. 在书脊上薄薄地涂一层胶。\n3. 用重物压一夜。\n"
    skill, kiln = (library.save(vault, None, text).skill for text in (glue, KILN))
    for note in ("在书脊上涂胶要薄。", "银行星期五四点关门。"):
        memories.remember(vault, note)
    memories.remember(vault, "Announce the load in the channel. 书脊在十五度以下上胶会脱落。")
    memories.remember(vault, DAMP)
    index.update(vault, model)
    placed = {
        item.fragment.text: item.placement.after
        for item in propose(vault, skill, Memories(vault, model)).items
        if item.placement is not None
    }
    assert placed.get("在书脊上涂胶要薄。") in (1, 2)
    assert not {"银行星期五四点关门。", DAMP} & set(placed)
    assert DAMP in {
        item.fragment.text for item in propose(vault, kiln, Memories(vault, model)).items
    }


def test_a_step_without_words_is_near_to_nothing(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, KILN).skill
    assert Nearness(vault, model, skill, [[], []]).to(ask(vault, DAMP, model)) == (0, 0)


def test_what_is_known_is_looked_at_even_if_nothing_recalls_it(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, KILN).skill
    index.update(vault, model)
    known = Fragment(99, DAMP, "Pottery")
    queries = [Query(n, step) for n, step in enumerate(steps_of(KILN), 1)]
    found = Memories(vault, model).near(skill, queries, [known], SILENT)
    assert found is not None and list(found) == [known]
    assert Memories(vault).near(skill, queries, [known], SILENT) is None


def test_training_places_it_and_leaves_the_rest_out(vault: Vault, model: MiniLM) -> None:
    skill = library.save(vault, None, KILN).skill
    library.save(vault, None, GLAZE)
    for said in (DAMP, MESH, BANK):
        memories.remember(vault, said, source=Source("Pottery"))
    index.update(vault, model)
    recall = Memories(vault, model)
    proposal = propose(vault, skill, recall)
    assert {i.fragment.text: i.after for i in proposal.items}.get(DAMP) == 1
    assert BANK not in {i.fragment.text for i in proposal.items}
    accept(vault, accept_all(proposal))
    again = propose(vault, skill, recall)
    assert {i.choice for i in again.items if i.after} == {Choice.ACCEPTED}
    assert not again.gone


class Near:
    """Everything is near to the first step."""

    def __init__(self, number: int) -> None:
        self.all = [Fragment(n, f"remark{n} about jar{n}", "Pottery") for n in range(1, number + 1)]

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        raise AssertionError("words are not asked where meaning is known")

    def near(
        self, skill: int, queries: Sequence[Query], known: object, progress: object
    ) -> Mapping[Fragment, tuple[float, ...]]:
        steps = [query for query in queries if query.position]
        return {one: (0.9, *(0.0 for _step in steps[1:])) for one in self.all}


def decided(vault: Vault, skill: int, number: int) -> Proposal:
    proposal = accept_all(propose(vault, skill, Near(number)))
    accept(vault, proposal)
    return proposal


def test_few_steps_share_the_room_of_many(vault: Vault) -> None:
    one = library.save(vault, None, "# Jars\n\n1. Wash the jar.\n").skill
    assert len(decided(vault, one, 20).items) == IN_ALL // 2
    many = "\n".join(f"{n}. Do the thing called {n}." for n in range(1, 20))
    long = library.save(vault, None, f"# Long\n\n{many}\n").skill
    assert len(decided(vault, long, 20).items) == IN_GAP


def test_what_was_accepted_stays_when_there_is_less_room(vault: Vault) -> None:
    skill = library.save(vault, None, "# Jars\n\n1. Wash the jar.\n").skill
    placed = len(decided(vault, skill, 20).items)
    text = library.text(vault, skill)
    assert text is not None
    library.save(vault, skill, text + "\n2. Dry it.\n3. Fill it.\n4. Close it.\n")
    again = propose(vault, skill, Near(20))
    assert not again.gone
    assert len(again.items) == placed
    assert {item.choice for item in again.items} == {Choice.ACCEPTED}


def test_a_step_that_only_asks_has_the_words_of_its_condition(vault: Vault, model: MiniLM) -> None:
    text = (
        "# Roast a batch\n\nTrigger: a batch of coffee has to be roasted\n"
        "Success: the beans are cool\n\n1. Preheat the drum to 200 degrees.\n"
        "2. Charge the drum and start the clock.\n3. @branch: if the drum smokes -> 5\n"
        "4. Listen for the first crack.\n5. Write lot, weight and time into the roast log.\n"
    )
    skill = library.save(vault, None, text).skill
    note = "When the drum smokes, the chaff collector is usually full: empty it."
    memories.remember(vault, note, source=Source("Note"))
    index.update(vault, model)
    (item,) = propose(vault, skill, Memories(vault, model)).items
    assert item.after == 3
