"""The models on this computer: found wherever they lie, chosen, fetched, removed."""

import difflib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.errors import AppError, NotFound
from app.core.llm import model_folders
from app.core.llm.choices import Choices
from app.core.llm.download import Fetched, Wanted, download
from app.core.llm.file_facts import FileFacts, State
from app.core.llm.model import NoModel
from app.core.llm.model_folders import Origin, Seen
from app.core.llm.partial_file import begun
from app.core.llm.run_options import RunOptions
from app.core.llm.stored_model import (
    Found,
    LeftOut,
    StoredModel,
    Use,
    describe,
    distinct,
    is_later_part,
    joined,
    parts_of,
)
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _


class ModelStore:
    """All models of this computer, and which of them are used. `folder` is `Home.models`."""

    def __init__(
        self,
        folder: Path,
        seen: Callable[[Path, tuple[Path, ...]], Iterator[Seen]] = model_folders.seen,
    ) -> None:
        self.folder = _absolute(folder)
        self._seen = seen
        self._facts = FileFacts(self.folder / "known.json")
        self._choices = Choices(self.folder / "chosen.json")

    # Looking

    def look(self, progress: Progress = SILENT) -> Found:
        """Everything there is, each model once. Raises `Cancelled`. Slow the first time: a job."""
        models: list[StoredModel] = []
        left_out: list[LeftOut] = []
        known: set[str] = set()
        for candidate in self._candidates():
            checkpoint(progress)
            if (real := os.path.realpath(candidate.path)) in known:
                continue
            known.add(real)
            try:
                model = describe(candidate, self._facts)
            except AppError as error:
                left_out.append(LeftOut(candidate.path, str(error)))
                continue
            digest = model.sha256 or model.claimed
            if not digest or digest not in known:
                known.add(digest)
                models.append(model)
                progress.report(0.0, model.name)
        self._facts.save()
        left_out += [LeftOut(path, _not_whole()) for path in begun(self.folder)]
        return Found(distinct(models), tuple(left_out))

    def named(self, name: str, progress: Progress = SILENT) -> StoredModel:
        """A model by its name, or by the path of its file. Raises `NotFound`, or why it is none."""
        found, path = self.look(progress), _absolute(name)
        for model in found.models:
            if name.casefold() == model.name.casefold() or path in model.files:
                return model
        if path.is_file():
            return self.at(path)
        close = difflib.get_close_matches(name, [model.name for model in found.models], 1)
        raise NotFound(
            _("There is no model {name} on this computer.").format(name=name),
            _("Did you mean {name}?").format(name=close[0])
            if close
            else _("Choose one from the list of models."),
        )

    def at(self, path: Path) -> StoredModel:
        """The model in a file, wherever it lies; raises as `gguf.read`."""
        path = _absolute(path)
        origin = Origin.OWN if path.is_relative_to(self.folder) else Origin.ELSEWHERE
        model = describe(Seen(parts_of(path)[0], parts_of(path)[0].stem, origin), self._facts)
        self._facts.save()
        return model

    def _candidates(self) -> Iterator[Seen]:
        """The first part stands for all parts of a model; what is chosen counts, wherever it is."""
        chosen = (self._choices.file(use) for use in Use)
        also = (*self._choices.also(), *(path for path in chosen if path is not None))
        for candidate in self._seen(self.folder, also):
            if not is_later_part(candidate.path):
                yield candidate

    def digest(self, path: Path, progress: Progress = SILENT) -> str:
        """The SHA-256 of a model, computed once. Raises `NotFound`, `Cancelled`. Slow: a job.

        That of a model in parts is the SHA-256 of their digests in hex, each with a line end.
        """
        files = parts_of(path)
        return joined([
            self._facts.compute(file, _Share(progress, number, len(files)))
            for number, file in enumerate(files)
        ])  # fmt: skip

    # Choosing

    def choose(self, model: StoredModel, use: Use) -> None:
        """Use this model from now on. Raises `AppError` for one that cannot do it."""
        if use is not model.use:
            sentence = (
                _("{name} cannot write: it is an embedding model.")
                if use is Use.TEXT
                else _("{name} is a text model, not an embedding model.")
            )
            raise AppError(
                sentence.format(name=model.name),
                _("Choose another one; the list of models shows what each is for."),
            )
        self._choices.choose(use, model.path, model.name)

    def choose_none(self, use: Use) -> None:
        """Use no model."""
        self._choices.choose_none(use)

    def chosen(self, use: Use) -> Path | None:
        """The file that was chosen, whether or not it is still there."""
        return self._choices.file(use)

    def has_changed(self, use: Use) -> bool:
        """Whether the chosen file was written to since it was chosen."""
        return self._choices.has_changed(use)

    @property
    def run_options(self) -> RunOptions:
        """How models are to run on this computer."""
        return self._choices.run_options

    def keep_run_options(self, run_options: RunOptions) -> None:
        """Run them like this from their next start on. Raises `AppError`."""
        self._choices.keep_run_options(run_options)

    def ready(self, use: Use) -> StoredModel:
        """The chosen model, whole and in its place. Raises `NoModel` with what to do."""
        path = self._choices.file(use)
        if path is None:
            raise NoModel(
                _("No language model is chosen.")
                if use is Use.TEXT
                else _("No embedding model is chosen."),
                _("Choose one from the list of models, for instance in Settings."),
            )
        try:
            return replace(self.at(path), name=self._choices.name(use) or path.stem)
        except AppError as error:
            raise NoModel(
                _("The chosen model cannot be used. {why}").format(why=error),
                _("Choose another one from the list of models, for instance in Settings."),
            ) from error

    # Coming and going

    def get(self, what: Wanted, progress: Progress = SILENT) -> tuple[StoredModel, Fetched]:
        """Fetch a model into our own folder; raises as `download`. Slow: a job."""
        fetched = download(what, self.folder, progress)
        self._facts.keep(fetched.path, fetched.sha256)
        return self.at(fetched.path), fetched

    def add(self, path: Path) -> None:
        """Look into this folder, or at this model, from now on; raises `NotFound`, else as `at`."""
        path = _absolute(path)
        State.of(path)
        if not path.is_dir():
            self.at(path)
        self._choices.add(path)

    @property
    def also(self) -> tuple[Path, ...]:
        """The files and folders that the person pointed to."""
        return self._choices.also()

    def forget(self, path: Path) -> bool:
        """Stop looking there; False if nobody asked to."""
        return self._choices.drop(_absolute(path))

    def discard(self, name: str) -> bool:
        """Remove what arrived of a model, by the name of its file; False if there is no such."""
        for path in begun(self.folder):
            if name in (path.name, path.stem):
                self._delete([path, path.with_name(f"{path.name}.json")])
                return True
        return False

    def remove(self, model: StoredModel) -> None:
        """Delete a model of our own folder. Raises `AppError` for any other: it stays."""
        if not (model.origin is Origin.OWN and _lies_in(self.folder, model.files)):
            raise AppError(
                _("{name} is not in Techne's own folder, so it was not removed.").format(
                    name=model.name
                ),
                _("It is in {folder}.").format(folder=model.path.parent),
            )
        self._delete(model.files)
        for use in Use:
            if self._choices.file(use) == model.path:
                self._choices.choose_none(use)

    def _delete(self, files: Sequence[Path]) -> None:
        try:
            for file in files:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise AppError(
                _("The file cannot be removed: {why}.").format(why=error.strerror or error),
                _("It may be in use; stop the model, then try again."),
            ) from error


@dataclass(frozen=True, slots=True)
class _Share:
    """The progress of one of several files."""

    whole: Progress
    number: int
    count: int

    @property
    def cancelled(self) -> bool:
        return self.whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        self.whole.report((self.number + fraction) / self.count, text)


def _not_whole() -> str:
    return _("The download is incomplete. Get it again to resume, or remove it.")


def _lies_in(folder: Path, files: Sequence[Path]) -> bool:
    """By the folders the files really lie in; a file that is a link is only unlinked."""
    ours = os.path.realpath(folder)
    return all(Path(os.path.realpath(file.parent)).is_relative_to(ours) for file in files)


def _absolute(path: Path | str) -> Path:
    """Links are kept; a `~` that means nobody stays what it is."""
    return Path(os.path.abspath(os.path.expanduser(path)))  # noqa: PTH100, PTH111
