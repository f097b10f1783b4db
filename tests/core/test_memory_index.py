"""The index follows what is there, whatever happened to it."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.library import history, library
from app.core.memory import index, memories
from app.core.memory.embed import Vectors
from app.core.memory.hashed import Hashed
from app.core.memory.question import ask
from app.core.memory.recall import recall
from app.core.vault import Vault, unlock
from tests.conftest import PASSPHRASE
from tests.core.test_memories import Stop

BREW = "# Brew tea\n\nTrigger: somebody is thirsty\nSuccess: the tea is hot\n\n1. Boil water.\n"
BAKE = "# Bake bread\n\nTrigger: the bread ran out\nSuccess: a loaf\n\n1. Knead the dough.\n"


class Counting(Hashed):
    """Remembers what it was given to read."""

    def __init__(self, dimensions: int = 384, model: str = "counting") -> None:
        super().__init__(dimensions, model)
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)


def answers(vault: Vault, words: str, embedder: Hashed) -> list[tuple[str, int]]:
    return [(hit.what, hit.id) for hit in recall(vault, ask(vault, words, embedder), hop=False)]


def test_twice_is_nothing(vault: Vault) -> None:
    embedder = Counting()
    skill = library.save(vault, None, BREW).skill
    memories.remember(vault, "Green tea wants water of eighty degrees.")
    assert index.update(vault, embedder) == 2
    read = len(embedder.texts)
    assert index.update(vault, embedder) == 0
    assert len(embedder.texts) == read
    assert answers(vault, "brew tea", embedder)[0] == ("skill", skill)


def test_a_text_is_read_once_whoever_says_it(vault: Vault) -> None:
    embedder = Counting()
    library.save(vault, None, BREW)
    library.save(vault, None, BREW.replace("Brew tea", "Brew more tea"))
    index.update(vault, embedder)
    assert embedder.texts.count("Boil water.") == 1
    assert vault.rows("select uses from vector v where exists (select 1 from passage p"
                      " where p.vector = v.id and p.text = 'Boil water.')") == [(2,)]  # fmt: skip


def test_edits_deletions_and_undo_are_followed(vault: Vault) -> None:
    embedder = Hashed()
    skill = library.save(vault, None, BREW).skill
    other = library.save(vault, None, BAKE).skill
    index.update(vault, embedder)
    library.save(vault, skill, BREW.replace("Boil water", "Polish the samovar"))
    assert [item for item, _state in index.waiting(vault, embedder.model).skills] == [2 * skill]
    index.update(vault, embedder)
    assert answers(vault, "polish samovar", embedder) == [("skill", skill)]
    library.delete(vault, other)
    assert index.waiting(vault, embedder.model).gone == (2 * other,)
    index.update(vault, embedder)
    assert vault.rows("select count(*) from vector where uses <= 0") == [(0,)]
    history.undo(vault)
    assert index.update(vault, embedder) == 1
    assert answers(vault, "knead dough bread", embedder)[0] == ("skill", other)


def test_forgetting_and_bringing_back_are_followed(vault: Vault) -> None:
    embedder = Hashed()
    (number,) = memories.remember(vault, "The plumber comes on Thursdays after four.").added
    index.update(vault, embedder)
    memories.forget(vault, number)
    assert answers(vault, "plumber Thursdays", embedder) == []
    assert index.update(vault, embedder) == 1
    memories.bring_back(vault, number)
    assert index.update(vault, embedder) == 1
    assert answers(vault, "plumber Thursdays", embedder) == [("memory", number)]


@pytest.mark.parametrize("dimensions", [384, 64])
def test_another_model_reads_everything_again(vault: Vault, dimensions: int) -> None:
    library.save(vault, None, BREW)
    memories.remember(vault, "Green tea wants water of eighty degrees.")
    index.update(vault, Hashed())
    other = Counting(dimensions, "another")
    assert len(index.waiting(vault, other.model)) == 2
    assert ("memory", 1) in answers(vault, "green tea degrees", other), "by words until then"
    assert index.update(vault, other) == 2
    assert vault.rows("select distinct model, dimensions, length(value) from vector") == [
        ("another", dimensions, dimensions)
    ]
    assert answers(vault, "green tea eighty degrees", other)[0] == ("memory", 1)


def test_it_stops_when_it_is_told_and_goes_on_later(vault: Vault) -> None:
    for number in range(20):
        library.save(vault, None, BREW.replace("tea", f"drink {number}"))
    with pytest.raises(Cancelled):
        index.update(vault, Hashed(), Stop(1))
    left = len(index.waiting(vault, Hashed.model))
    assert 0 < left < 20
    assert index.update(vault, Hashed()) == left


def test_a_kill_in_the_middle_loses_one_batch(home: Path) -> None:
    key = unlock(home, passphrase=PASSPHRASE)
    with Vault(home, key) as vault:
        for number in range(24):
            library.save(vault, None, BREW.replace("tea", f"drink {number}"))
    script = textwrap.dedent(
        f"""
        import os, signal
        from pathlib import Path
        from app.core.memory import index
        from app.core.memory.hashed import Hashed
        from app.core.vault import Vault

        class Dies:
            cancelled = False
            def report(self, fraction, text=""):
                if fraction > 0.5:
                    os.kill(os.getpid(), signal.{"SIGTERM" if os.name == "nt" else "SIGKILL"})

        index.update(Vault(Path({str(home)!r}), bytes.fromhex({key.hex()!r})), Hashed(), Dies())
        """
    )
    process = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert process.returncode != 0 and (os.name == "nt" or process.returncode == -signal.SIGKILL)
    with Vault(home, key) as vault:
        assert len(index.waiting(vault, Hashed.model)) == 8
        index.update(vault, Hashed())
        assert vault.rows("select count(*) from indexed where item <> 0") == [(24,)]
        uses = vault.rows("select v.id, v.uses, (select count(distinct item) from passage p"
                          " where p.vector = v.id) from vector v")  # fmt: skip
        assert all(said == counted for _id, said, counted in uses)
