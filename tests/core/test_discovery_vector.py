"""The discovery vector of a skill is of its name, description and triggers, and of nothing else."""

from collections.abc import Sequence

from app.core.library import library, undoing
from app.core.memory import entities, nodes
from app.core.memory.retrieval import discovery_vector, index
from app.core.memory.retrieval.embed import Vectors, from_bytes
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.passages import Kind, of_skill
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

FRONT = "---\nname: hedge\ndescription: Trims topiary.\ntriggers: [privet, yew]\n---\n"
HEDGE = f"{FRONT}# Green-work\n\nTrigger: it is March\n\n1. Sharpen the shears.\n"
SAID = "hedge — Trims topiary. — it is March, privet, yew"


class Counting(Hashed):
    """Remembers what it was given to read."""

    def __init__(self, model: str = "counting", dimensions: int = 384) -> None:
        super().__init__(dimensions, model)
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)


def stored(vault: Vault) -> list[tuple[object, ...]]:
    return vault.rows("select skill, model, dimensions, digest, text from discovery order by skill")


def test_it_is_of_name_description_and_triggers() -> None:
    about = [one.text for one in of_skill(parse(HEDGE)) if one.kind is Kind.ABOUT]
    assert about == [SAID] == [discovery_vector.text_of(parse(HEDGE))]


def test_what_a_skill_does_not_have_is_left_out() -> None:
    assert discovery_vector.text_of(parse("# Tea\n\n1. Boil.\n")) == "Tea"
    assert discovery_vector.text_of(parse("# Tea\n\n1. Boil.\n"), "A drink.") == "Tea — A drink."
    opening = "# Tea\n\nMakes a\nhot drink.\n\nTrigger: thirst\n\n1. Boil.\n"
    assert discovery_vector.text_of(parse(opening)) == "Tea — Makes a hot drink. — thirst"
    later = "# Tea\n\nSuccess: it is hot\n\nA note.\n\n1. Boil.\n"
    assert discovery_vector.text_of(parse(later)) == "Tea"


def test_it_is_stored_by_itself_with_what_it_is_of(vault: Vault) -> None:
    embedder = Hashed()
    skill = library.save(vault, None, HEDGE).skill
    index.update(vault, embedder)
    digest = discovery_vector.digest(SAID)
    assert stored(vault) == [(skill, embedder.model, 384, digest, SAID)]
    (found,) = discovery_vector.of(vault, embedder.model, [skill, skill + 1])
    (is_close,) = from_bytes([found.vector], 384) @ embedder.embed([SAID])[0]
    assert is_close > 0.99
    assert vault.rows("select 1 from passage where kind = ? or text = ?", Kind.ABOUT, SAID) == []


def test_only_what_it_is_of_makes_it_anew(vault: Vault) -> None:
    embedder = Counting()
    skill = library.save(vault, None, HEDGE).skill
    index.update(vault, embedder)
    before, embedder.texts = stored(vault), []
    library.save(vault, skill, HEDGE.replace("Sharpen", "Oil"))
    index.update(vault, embedder)
    assert stored(vault) == before
    assert SAID not in embedder.texts, "the body is not in it"
    library.save(vault, skill, HEDGE.replace("topiary", "roses"))
    index.update(vault, embedder)
    assert [row[4] for row in stored(vault)] == [SAID.replace("topiary", "roses")]


def test_it_follows_deletion_undo_and_another_model(vault: Vault) -> None:
    skill = library.save(vault, None, HEDGE).skill
    index.update(vault, Hashed())
    library.delete(vault, skill)
    index.update(vault, Hashed())
    assert stored(vault) == []
    undoing.undo(vault)
    index.update(vault, Counting("other", 64))
    assert [row[1:3] for row in stored(vault)] == [("other", 64)]
    index.begin_anew(vault)
    index.update(vault, Hashed())
    assert [row[1:3] for row in stored(vault)] == [(Hashed.model, 384)]


def test_a_skill_is_found_by_it_among_many(vault: Vault) -> None:
    embedder = Hashed()
    for number in range(80):
        library.save(vault, None, f"# Shift {number}\n\n1. Topiary of part {number}.\n")
    body = "\n".join(f"{n}. Move the crate number {n} to bay {n}." for n in range(1, 60))
    skill = library.save(vault, None, f"{FRONT}# Green-work\n\n{body}\n").skill
    index.update(vault, embedder)
    question = ask(vault, "trims topiary privet yew", embedder)
    near = discovery_vector.nearest(vault, question.meaning.telling, 5)  # type: ignore[union-attr]
    assert near[0][0] == skill
    assert recall(vault, question, hop=False)[0].id == skill


def test_marks_of_steps_never_reach_the_embedder(vault: Vault) -> None:
    text = (
        "# Bake\n\nTrigger: hunger @needs: reasoning [ANCHOR]\n"
        "On failure: @skill: call-home(line=$number) -> $answer\n\n"
        "A remark. @loop: 6 max=2\n\n"
        "1. Knead. @needs: reasoning, vision\n"
        "2. Bake it. @loop: 1 max=2 [verify: human] [dispatch-safe: no]\n"
        "3. @skill: cool-down(minutes=6) -> $crust\n"
        "4. Look. [[branch: if dark -> 2]]\n"
        "5. Eat. [ANCHOR]\n"
    )
    embedder = Counting()
    library.save(vault, None, text)
    embedder.texts = []
    index.update(vault, embedder)
    read = "\n".join(embedder.texts).lower()
    for mark in ("max", "reasoning", "vision", "human", "dispatch", "anchor", "loop", "branch"):
        assert mark not in read
    for mark in ("minutes", "$", "crust", "@", "[", "->"):
        assert mark not in read
    assert "cool down" in read
    assert "call home" in read


def test_the_node_of_a_skill_has_its_description(vault: Vault) -> None:
    skill = library.save(vault, None, HEDGE).skill
    nodes.catch_up(vault)
    node = entities.of_skill(vault, skill)
    assert node is not None
    assert node.description == "Trims topiary."
