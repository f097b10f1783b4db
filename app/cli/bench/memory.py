"""How much memory the window takes while a large constellation is looked at and asked things."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from app.cli.bench.constellation import made_up
from app.cli.bench.figures import PASSPHRASE, bench_vault
from app.cli.bench.knowledge import note
from app.cli.bench.start import megabytes
from app.cli.offscreen_window import application, stage, turn
from app.core import vaults
from app.core.api.measurements import Figure
from app.core.constellation.layers import Layer
from app.core.constellation.question import Question
from app.core.constellation.sky import Sky
from app.core.graph.relation_cues import Kind
from app.core.library import engrams, library
from app.core.library.record import Meta, Reason
from app.core.memory import nodes, relations
from app.core.memory.memories import keep
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.sources import Source
from app.core.settings import Settings
from app.core.vault import Vault
from app.core.words import _
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.constellation.answer_bar import AnswerBar
from app.ui.views.constellation.view import ConstellationView

_SKILLS, _RELATIONS, _MEMORIES = 10_000, 30_000, 100_000
_REST, _PATIENCE = 1_000, 120


def _memory() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with bench_vault() as vault:
        _fill(vault, made_up(_SKILLS, _RELATIONS))
        told = subprocess.run(
            [sys.executable, "-m", "app.cli.bench.memory", str(vault.home.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    opened, most = map(float, told.stdout.split())
    said = _("Memory of the window, 10 000 skills, 30 000 relations, 100 000 memories ({when})")
    return [
        Figure(said.format(when=_("opened")), opened, "MB", 500),
        Figure(said.format(when=_("searched, asked and tidied up, at most")), most, "MB", 500),
    ]


def _fill(vault: Vault, sky: Sky) -> None:
    """The stars as skills, calls as steps, other ties as relations; memories, all of it indexed."""
    titles = {star.id: star.row.title for star in sky.stars}
    calls: dict[int, list[str]] = {}
    for tie in sky.ties:
        if tie.layer is Layer.CALLS:
            calls.setdefault(tie.source, []).append(f"@skill: {titles[tie.target]}")
    with vault.write("Fill") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        made: dict[int, int] = {}
        for star, title in titles.items():
            steps = "\n".join(f"{n}. {one}" for n, one in enumerate(calls.get(star, ["Look."]), 1))
            text = f"# {title}\n\nTrigger: somebody asks for {title}\n\n{steps}\n"
            made[star] = library.put(write, None, text, meta, Reason.IMPORTED).skill
    nodes.catch_up(vault)
    with vault.write("Relate") as write:
        for tie in sky.ties:
            if tie.layer is not Layer.CALLS:
                kind = Kind(tie.layer.value)
                relations.relate(write, made[tie.source], made[tie.target], kind)
    keep(vault, [Fragment("", note(n)) for n in range(_MEMORIES)], Source("Cases"), "Memories")
    # as large as the vectors of the default embedder, which would need minutes
    index.update(vault, Hashed(MiniLM.dimensions, MiniLM.model))


def _look(vault: Vault) -> tuple[float, float]:
    """Megabytes: with the constellation open, and the most of all that is done then."""
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    with stage(theme) as bare, bare.vault(vault, ModelService()) as (context, workspace):
        workspace.go("constellation")
        (view,) = workspace.findChildren(ConstellationView)
        _wait(lambda: bool(view.chart and view.chart.lines))
        opened = megabytes(os.getpid())
        view.bar.search.setText(note(0).partition(";")[0])
        turn(_REST)
        view.sky.select(0)
        turn(_REST)
        recalling = threading.Thread(
            target=lambda: recall(vault, ask(vault, note(7), context.embedding.embedder))
        )
        recalling.start()
        _wait(lambda: not recalling.is_alive())
        view.ask(Question.BRIDGES)
        (answer,) = view.findChildren(AnswerBar)
        _wait(answer.isVisible)
        view.loading.tidy()
        _wait(lambda: not view.loading.is_running)
        turn(_REST)
    return opened, megabytes(os.getpid())


def _wait(over: Callable[[], bool]) -> None:
    for _n in range(_PATIENCE):
        turn(_REST)
        if over():
            return


MEASURES: dict[str, Callable[[], list[Figure]]] = {"memory": _memory}


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with Vault(place, vaults.unlock(place, passphrase=PASSPHRASE)) as opened_vault:
        print(*_look(opened_vault))
