"""The meaning of texts from a model in a file, in place of the default embedder."""

import threading

import numpy as np
import pytest

from app.core.errors import Cancelled
from app.core.llm.model import ModelTrouble
from app.core.llm.scripted import Scripted
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.local import LocalEmbedder
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import search
from app.core.vault import Vault
from tests.core import real_model

FACTS = [
    "The plumber comes on Thursdays after four.",
    "Green tea wants water of eighty degrees.",
    "Invoices go out on the last working day of the month.",
]


class StopAfter:
    """Stops after so many reports."""

    def __init__(self, left: int) -> None:
        self.left = left

    def report(self, fraction: float, text: str = "") -> None:
        self.left -= 1

    @property
    def cancelled(self) -> bool:
        return self.left <= 0


def found(vault: Vault, question: str, embedder: Embedder) -> str:
    return search(vault, ask(vault, question, embedder))[0].text


@pytest.mark.parametrize("dimensions", [64, 60, 576])
def test_a_vault_is_read_again_with_the_other_model(vault: Vault, dimensions: int) -> None:
    for fact in FACTS:
        memories.remember(vault, fact)
    index.update(vault, Hashed())
    embedder: Embedder = LocalEmbedder(Scripted(dimensions=dimensions), dimensions)
    assert embedder.dimensions % 8 == 0
    assert index.update(vault, embedder) == len(FACTS)
    assert found(vault, "when does the plumber come?", embedder) == FACTS[0]
    assert index.update(vault, embedder) == 0
    assert index.update(vault, Hashed()) == len(FACTS)
    assert found(vault, "when does the plumber come?", Hashed()) == FACTS[0]


def test_stopped_in_the_middle_it_goes_on_there(vault: Vault) -> None:
    for number in range(100):
        memories.remember(vault, f"Shelf {number} holds the folders of customer {number * 7}.")
    index.update(vault, Hashed())
    embedder = LocalEmbedder(Scripted(), 64)
    with pytest.raises(Cancelled):
        index.update(vault, embedder, StopAfter(2))
    left = len(index.waiting(vault, embedder.model))
    assert 0 < left < 100
    assert index.update(vault, embedder) == left


def test_another_file_is_another_model() -> None:
    one, other = (LocalEmbedder(Scripted(name=name), 64) for name in ("One", "Other"))
    assert one.model != other.model
    assert one.model == LocalEmbedder(Scripted(name="One"), 64).model


def test_vectors_have_length_one_or_none() -> None:
    vectors = LocalEmbedder(Scripted(dimensions=60), 60).embed(["red car", "", " \n", "blue sea"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 0, 0, 1])
    assert vectors.shape == (4, 64)
    assert LocalEmbedder(Scripted(), 64).embed([]).shape == (0, 64)


def test_what_all_texts_have_in_common_tells_nothing() -> None:
    class Leaning(Scripted):
        """All its vectors point in much the same direction."""

        def embed(self, texts: object, progress: object = None) -> list[list[float]]:
            assert isinstance(texts, (list, tuple))
            return [[value + 2 for value in vector] for vector in super().embed(texts)]

    car, bus, sea = LocalEmbedder(Leaning(), 64).embed(["red car here", "red bus here", "blue sea"])
    assert car @ bus > 0.5
    assert car @ sea < 0.3


@pytest.mark.parametrize("dimensions", [0, 8, 128])
def test_a_model_whose_vectors_are_not_as_it_says(dimensions: int) -> None:
    with pytest.raises(ModelTrouble):
        LocalEmbedder(Scripted(dimensions=64), dimensions).embed(["word"])


def test_vectors_that_are_no_numbers_are_nothing() -> None:
    class Broken(Scripted):
        def embed(self, texts: object, progress: object = None) -> list[list[float]]:
            assert isinstance(texts, (list, tuple))
            return [[float("nan")] * 64 for _text in texts]

    assert not LocalEmbedder(Broken(), 64).embed(["word"]).any()


def test_parts_of_a_text() -> None:
    embedder = LocalEmbedder(Scripted(), 64)
    ((whole, part),) = embedder.read([("red car, blue sea", [[(0, 7)]])])
    assert np.allclose(part, embedder.embed(["red car"])[0])
    assert np.allclose(whole, embedder.embed(["red car, blue sea"])[0])


def test_the_middle_is_found_once() -> None:
    asked: list[int] = []

    class Counting(Scripted):
        def embed(self, texts: object, progress: object = None) -> list[list[float]]:
            assert isinstance(texts, (list, tuple))
            asked.append(len(texts))
            return super().embed(texts)

    embedder = LocalEmbedder(Counting(), 64)
    threads = [threading.Thread(target=embedder.embed, args=(["word"],)) for _turn in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(asked) == [1, 1, 1, len(index.talk()[::4])]


@pytest.mark.model
def test_the_real_model_finds_what_was_meant(vault: Vault) -> None:
    local = real_model.local()
    try:
        embedder = LocalEmbedder(local, local.header.embedding)
        for fact in FACTS:
            memories.remember(vault, fact)
        assert index.update(vault, embedder) == len(FACTS)
        assert found(vault, "when does the plumber come?", embedder) == FACTS[0]
    finally:
        local.unload()
