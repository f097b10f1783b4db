"""What knowledge costs: reading passages, recall among many memories, training."""

import time
from collections.abc import Callable
from itertools import cycle

from app.cli.bench.figures import bench_vault, milliseconds
from app.core.api.measurements import Figure
from app.core.library import library
from app.core.memory.memories import keep
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source
from app.core.skills.reading.sentences import marked
from app.core.training.memory_query import Memories
from app.core.training.proposal import Fragment as Remembered
from app.core.training.rewriting.verify import verify
from app.core.training.train import propose
from app.core.words import _

_THINGS = ["branch", "service", "table", "queue", "backup", "customer", "invoice", "canary"]
_DEEDS = ["deploy", "migrate", "check", "restore", "announce", "measure", "archive", "renew"]
_TIMES = ["before lunch", "on Tuesdays", "after a release", "during the freeze", "at night"]


def note(number: int) -> str:
    """One of many thousand sentences, no two of them the same."""
    thing, deed = _THINGS[number % 8], _DEEDS[number // 8 % 8]
    other, when = _THINGS[number // 64 % 8], _TIMES[number // 512 % 5]
    return f"{deed.title()} the {thing} with the {other} {when}; case {number} taught us why."


def _recall() -> list[Figure]:
    return [
        Figure(
            _("Recall without reading the question, {count} memories").format(count=number),
            _recall_among(number),
            "ms",
            budget,
        )
        for number, budget in ((10_000, 6), (100_000, 20))
    ]


def _recall_among(memories: int) -> float:
    """With an embedder that needs no model; the questions are read before the clock starts."""
    embedder = Hashed()
    with bench_vault(skills=300, steps=10) as vault:
        notes = [Fragment("", note(number)) for number in range(memories)]
        keep(vault, notes, Source("Cases"), "Memories")
        index.update(vault, embedder)
        asked = [ask(vault, note(n * 97).partition(";")[0], embedder) for n in range(50)]
        questions = cycle(asked)
        recall(vault, next(questions))
        return milliseconds(lambda: recall(vault, next(questions)), len(asked))


def _embed() -> list[Figure]:
    embedder = MiniLM()
    notes = [note(number * 31) for number in range(400)]
    embedder.embed(notes[:32])
    started = time.perf_counter()
    embedder.embed(notes)
    rate = len(notes) / (time.perf_counter() - started)
    question = ("Why did the last release take so long?", ())
    took = milliseconds(lambda: embedder.read([question]), 50)
    return [
        Figure(_("Reading a question"), took, "ms", 5),
        Figure(_("Reading a passage, target 400 a second"), 1000 / rate, "ms", 2.5),
    ]


def _train() -> list[Figure]:
    """Steps of two sentences, read by the default embedder, as a person has it."""
    embedder = MiniLM()
    told = "Then tell the others about it, and write it down."
    steps = "\n".join(f"{n}. {note(n * 37).partition(';')[0]}. {told}" for n in range(1, 21))
    with bench_vault() as vault:
        notes = [Fragment("", note(number)) for number in range(10_000)]
        keep(vault, notes, Source("Cases"), "Memories")
        skill = library.save(vault, None, f"# Everything\n\n{steps}\n").skill
        index.update(vault, embedder)
        took = milliseconds(lambda: propose(vault, skill, Memories(vault, embedder)), 3)
    what = _("Train deterministically, 20 steps over 10 000 memories")
    return [Figure(what, took / 1000, "s", 0.6)]


def _verify() -> list[Figure]:
    """A rewritten skill of 40 steps: some reworded, some with a memory in them."""
    said = [note(n * 37).partition(";")[0] + "." for n in range(80)]
    memories = [Remembered(n, said[n + 40], f"Note {n}") for n in range(12)]
    call = "Ask the team. @skill: check(branch=$branch) -> $ok"
    authored = [f"{n}. {said[n]} {call}{n}.\n" for n in range(40)]
    steps = [step.replace(" the ", " ", 1) if n % 2 else step for n, step in enumerate(authored)]
    for memory in memories:
        woven = marked(memory.text, memory.source)
        steps[memory.id * 2] = steps[memory.id * 2].replace("Ask the", f"{woven} Please ask", 1)
    before, now = ("# Everything\n\n" + "".join(text) for text in (authored, steps))
    took = milliseconds(lambda: verify(before, now, memories), 20)
    return [Figure(_("Verify a rewritten skill of 40 steps"), took, "ms", 50)]


MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "train": _train,
    "verify": _verify,
    "recall": _recall,
    "embed": _embed,
}
