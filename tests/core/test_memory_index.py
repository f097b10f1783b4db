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
from app.core.library import library, undoing
from app.core.memory import memories
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval import index
from app.core.memory.retrieval.embed import Vectors
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.item import SKILL, Item
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source
from app.core.vault import Vault
from app.core.vaults import unlock
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
    assert [item for item, _state in index.waiting(vault, embedder.model).skills] == [
        Item(SKILL, skill)
    ]
    index.update(vault, embedder)
    assert answers(vault, "polish samovar", embedder) == [("skill", skill)]
    library.delete(vault, other)
    assert index.waiting(vault, embedder.model).gone == (Item(SKILL, other),)
    index.update(vault, embedder)
    assert vault.rows("select count(*) from vector where uses <= 0") == [(0,)]
    undoing.undo(vault)
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
        index.update(vault, Hashed(), Stop(7))
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
        from app.core.memory.retrieval import index
        from app.core.memory.retrieval.hashed import Hashed
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


CHANGES = """
import os, signal, sys
from pathlib import Path
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.vault import Vault

home, key, dimensions, until = sys.argv[1:]

class Dies:
    cancelled = False
    def report(self, fraction, text=""):
        if fraction > float(until):
            os.kill(os.getpid(), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

with Vault(Path(home), bytes.fromhex(key)) as vault:
    index.update(vault, Hashed(int(dimensions), "another"), Dies())
"""


def changing(home: Path, key: bytes, dimensions: int, until: float) -> "subprocess.Popen[bytes]":
    """A process that reads everything with another model, and kills itself on the way."""
    command = [sys.executable, "-c", CHANGES, str(home), key.hex(), str(dimensions), str(until)]
    return subprocess.Popen(command)


def many(home: Path, key: bytes) -> None:
    with Vault(home, key) as vault:
        notes = [Fragment("", f"Note {n}: the boiler hums in the cellar.") for n in range(200)]
        memories.keep(vault, notes, Source("notes.md"), "Work")
        library.save(vault, None, BREW)
        index.update(vault, Hashed())


def assert_whole(home: Path, key: bytes, dimensions: int) -> None:
    other = Hashed(dimensions, "another")
    with Vault(home, key) as vault:
        assert len(index.waiting(vault, "another")) == 0 == index.update(vault, other)
        assert vault.rows("select count(*) from indexed where item <> 0") == [(201,)]
        assert vault.rows("select count(*) from gist") == [(201,)]
        assert vault.rows("select distinct model from vector") == [("another",)]
        uses = vault.rows("select v.uses, (select count(distinct item) from passage p"
                          " where p.vector = v.id) from vector v")  # fmt: skip
        assert all(said == counted for said, counted in uses)


@pytest.mark.parametrize("dimensions", [384, 64])
def test_a_kill_while_the_embedder_changes(home: Path, dimensions: int) -> None:
    key = unlock(home, passphrase=PASSPHRASE)
    many(home, key)
    assert changing(home, key, dimensions, 0.5).wait(60) != 0
    other = Hashed(dimensions, "another")
    with Vault(home, key) as vault:
        assert 0 < len(index.waiting(vault, "another")) < 201
        assert answers(vault, "boiler cellar", other), "in the middle of it as well"
        index.update(vault, other)
    assert_whole(home, key, dimensions)


def test_two_processes_index_at_once(home: Path) -> None:
    key = unlock(home, passphrase=PASSPHRASE)
    many(home, key)
    running = [changing(home, key, 64, 2) for _process in range(2)]
    assert [process.wait(60) for process in running] == [0, 0]
    assert_whole(home, key, 64)


def test_what_many_forget_is_followed_in_short_writes(vault: Vault) -> None:
    notes = [Fragment("", f"Note {n}: the boiler hums in the cellar.") for n in range(150)]
    numbers = memories.keep(vault, notes, Source("notes.md"), "Work").added
    index.update(vault, Hashed())
    memories.forget(vault, *numbers)
    assert index.update(vault, Hashed()) == 150
    assert vault.rows("select count(*) from passage where item <> 0") == [(0,)]
