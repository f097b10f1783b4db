"""A model from a file: started by the first question, stopped when idle."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.core.llm import fit, model_errors, runtime
from app.core.llm.gguf import Header, read
from app.core.llm.host import Host, Means
from app.core.llm.model import Ask
from app.core.llm.state import Ended, State
from app.core.progress import SILENT, Progress
from app.core.words import _

Document = dict[str, Any]
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Control characters but tab and line feed, marks that turn text around, halves of characters."""


class LocalModel:
    """The model in a GGUF file, run in a process of its own. Threads may share it: one question is
    answered at a time, others wait for their turn.

    `digest` gives the SHA-256 of a file. `context` in tokens and `threads` are chosen to suit the
    machine where they are 0. After `idle` seconds without a question the memory is given back
    (0: never); a model that is silent for `patience` seconds is taken to be stuck.
    """

    def __init__(
        self,
        file: Path | None,
        digest: Callable[[Path], str],
        *,
        name: str = "",
        context: int = 0,
        threads: int = 0,
        idle: float = 600,
        patience: float = 180,
        means: Means = Means(),  # noqa: B008  immutable
    ) -> None:
        self.file, self._name = file, name
        self.ended: Ended | None = None
        """How the last answer ended."""
        self._digest_of, self._known_digest = digest, ""
        self._wanted, self._threads = context, threads or fit.usual_threads()
        self._host = Host(idle, patience, means)
        self._known: tuple[Header, fit.Fit] | None = None

    @property
    def name(self) -> str:
        """As people know it, else as the file calls itself. Raises `ModelTrouble` if it is none."""
        return self._name or self.header.name or self._path().stem

    @property
    def digest(self) -> str:
        """Takes a while the first time. Raises `NoModel`, or what `digest` raises."""
        if not self._known_digest:
            self._known_digest = self._digest_of(self._path())
        return self._known_digest

    @property
    def context(self) -> int:
        """Raises `ModelTrouble` if the file is no model."""
        return self._about()[1].context

    @property
    def header(self) -> Header:
        """What the file says. Raises `ModelTrouble` if it is no model."""
        return self._about()[0]

    @property
    def state(self) -> State:
        """As it is now."""
        return self._host.shown.state

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for their turn: work that nobody waits for should end then."""
        return self._host.waiting > 0

    def subscribe(self, listener: Callable[[State], None]) -> Callable[[], None]:
        """Call it with each new state, in the thread where it changes; returns how to stop that."""
        return self._host.shown.subscribe(listener)

    def stream(self, ask: Ask, progress: Progress = SILENT) -> Iterator[str]:
        """The answer as it is written; if it is not read to its end, the model is stopped.

        An answer of `sampling.tokens` tokens ends there, as `ended` says; one that has to have a
        form raises `ModelTrouble` then. Raises `TooLong` also for an answer that outgrows the
        context.
        """
        with self._host.turn(progress):
            if self.header.kind == "embedding":
                raise model_errors.reads_only()
            self._host.load(lambda: self._opening(meanings=False), progress)
            yield from self._answer(ask, progress)

    def embed(self, texts: Sequence[str], progress: Progress = SILENT) -> list[list[float]]:
        """The meaning of each text as a vector of length 1. Raises as `stream` does."""
        vectors: list[list[float]] = []
        with self._host.turn(progress):
            self._host.load(lambda: self._opening(meanings=True), progress)
            request = {"do": "embed", "texts": list(texts)}
            for heard in self._host.exchange(request, progress):
                vectors += heard.get("vectors", ())
                progress.report(len(vectors) / max(1, len(texts)))
        return vectors

    def load(self, progress: Progress = SILENT) -> None:
        """Start it before it is asked; also after it failed so often that it was given up."""
        self._host.forgive()
        with self._host.turn(progress):
            meanings = self.header.kind == "embedding"
            self._host.load(lambda: self._opening(meanings), progress)

    def unload(self) -> None:
        """Give the memory back now. Whoever waits for an answer gets `Cancelled`."""
        self._host.end()

    def _answer(self, ask: Ask, progress: Progress) -> Iterator[str]:
        request = asdict(ask) | asdict(ask.sampling) | {"do": "ask"}
        pieces = 0
        for heard in self._host.exchange(request, progress):
            if heard["is"] == "reading":
                progress.report(heard["done"] / heard["of"], _("Reading the question"))
                self._host.working(0)
            elif heard["is"] == "text":
                pieces += 1
                self._host.working(heard["speed"])
                progress.report(min(1.0, pieces / ask.sampling.tokens), _("Writing"))
                if text := _UNSEEN.sub("", heard["text"]):
                    yield text
            else:
                self._finish(ask, heard)

    def _finish(self, ask: Ask, heard: Document) -> None:
        why = heard["why"]
        self.ended = Ended(heard["tokens"], heard["seconds"], cut=why != "done")
        if why == "context":
            raise model_errors.no_room()
        if why == "tokens" and (ask.schema is not None or ask.grammar is not None):
            raise model_errors.unfinished()

    def _path(self) -> Path:
        if self.file is None:
            raise model_errors.not_chosen()
        if not self.file.is_file():
            raise model_errors.gone(self.file.name)
        return self.file

    def _about(self) -> tuple[Header, fit.Fit]:
        if self._known is None:
            header = read(self._path())
            self._known = header, fit.judge(header, self._wanted)
        return self._known

    def _opening(self, meanings: bool) -> Document:
        """What the process is told first. Raises `NoModel`, `ModelTrouble` if it cannot work."""
        path = self._path()
        if not runtime.is_installed():
            raise model_errors.not_installed()
        judged = fit.judge(self.header, self.context)
        if judged.verdict is fit.Verdict.TOO_LARGE:
            raise model_errors.too_large(judged)
        return {
            "do": "load", "path": str(path.absolute()), "context": judged.context,
            "threads": self._threads, "meanings": meanings,
        }  # fmt: skip
