"""What there is to choose from: models on this computer, those to be fetched, what was left out."""

from collections.abc import Callable
from dataclasses import dataclass

from app.core.llm.fit import Fit, in_words
from app.core.llm.gguf import Header
from app.core.llm.model_folders import Origin
from app.core.llm.model_store import ModelStore
from app.core.llm.names import parameters_in_words
from app.core.llm.partial_file import begun
from app.core.llm.recommended import Recommended, recommended
from app.core.llm.stored_model import LeftOut, StoredModel, Use
from app.core.progress import Progress
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Here:
    """A model on this computer, and whether it fits into its memory."""

    model: StoredModel
    fit: Fit


@dataclass(frozen=True, slots=True)
class Proposed:
    """A model that can be fetched. `here` is it, if it was; `arrived` bytes of it are here."""

    model: Recommended
    here: StoredModel | None
    arrived: int


@dataclass(frozen=True, slots=True)
class Around:
    models: tuple[Here, ...]
    left_out: tuple[LeftOut, ...]
    proposed: tuple[Proposed, ...]

    @property
    def has_starter(self) -> bool:
        """Whether the small model that is a Python package is installed."""
        return any(here.model.origin is Origin.STARTER for here in self.models)

    def of(self, use: Use) -> tuple[Here, ...]:
        """Those for one use."""
        return tuple(here for here in self.models if here.model.use is use)


def look(store: ModelStore, fit: Callable[[Header, int], Fit], progress: Progress) -> Around:
    """Folders are looked through and headers read: a job."""
    found, run_options = store.look(progress), store.run_options
    models = tuple(Here(m, fit(m.header, run_options.context)) for m in found.models)
    arrived = {path.stem: path.stat().st_size for path in begun(store.folder)}
    proposed = tuple(
        Proposed(one, found.with_digest(one.sha256), arrived.get(one.wanted.name, 0))
        for one in recommended()
    )
    return Around(models, found.left_out, proposed)


def facts(header: Header) -> str:
    """A line about a model: “llama · 135 million · Q4_K_M · 105 MB · Apache-2.0”."""
    parts = (
        header.architecture,
        parameters_in_words(header.parameters) if header.parameters else "",
        header.quantisation,
        in_words(header.size),
        header.licence or _("licence not stated"),
    )
    return " · ".join(part for part in parts if part)
