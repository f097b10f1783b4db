"""Language models on this computer: what there is, getting, choosing, removing and trying one."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from typing_extensions import TypedDict

from app.core.errors import AppError
from app.core.llm import runtime
from app.core.llm.address import sha256_of
from app.core.llm.download import Vouch, wanted
from app.core.llm.fit import Fit, Verdict, judge
from app.core.llm.free_memory import free_memory
from app.core.llm.model import Ask
from app.core.llm.model_folders import Origin
from app.core.llm.model_store import ModelStore
from app.core.llm.open_model import open_model
from app.core.llm.recommended import Recommended, by_name, recommended
from app.core.llm.stored_model import Found, StoredModel, Use
from app.core.progress import SILENT, Progress
from app.core.words import _

NONE = "none"
"""In the place of a name: no model is to be used."""
_TOKENS = 256
"""At most, of an answer that only shows that a model runs."""


class ModelDocument(TypedDict):
    """A model; `memory` is the bytes it needs, `sha256` null until it was computed."""

    name: str
    use: Use
    keeper: Origin
    files: list[str]
    bytes: int
    memory: int
    fit: Verdict
    architecture: str
    parameters: int
    quantisation: str
    context: int
    licence: str | None
    sha256: str | None
    chosen: bool


class RecommendedDocument(TypedDict):
    """A model that could be fetched."""

    name: str
    title: str
    use: Use
    bytes: int
    licence: str
    about: str
    url: str
    sha256: str


class UnusableDocument(TypedDict):
    """A file that was left out, and why."""

    path: str
    why: str


class RuntimeDocument(TypedDict):
    """Whether a model can run here, and if not what to do about it."""

    installed: bool
    hint: str


class ModelsDocument(TypedDict):
    """What is here, what could be fetched, what cannot be used and why."""

    models: list[ModelDocument]
    recommended: list[RecommendedDocument]
    leftOut: list[UnusableDocument]
    runtime: RuntimeDocument


class GotDocument(TypedDict):
    """A model that was fetched, and who vouches for its SHA-256."""

    name: str
    path: str
    sha256: str
    checked: Vouch


class ChosenDocument(TypedDict):
    """The model that is used from now on; null for none."""

    use: Use
    name: str | None
    path: str | None


class AddedDocument(TypedDict):
    """Where models are found from now on."""

    added: str


class RemovedDocument(TypedDict):
    """What was removed or taken back, and the files that are gone."""

    removed: str
    files: list[str]


class TriedDocument(TypedDict):
    """An answer of the chosen model, and how fast it was."""

    model: str
    answer: str
    tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Models:
    """What there is, each model with how it fits, and what could be fetched."""

    found: Found
    fits: Sequence[Fit]
    proposed: Sequence[Recommended]
    missing: str
    """Why no model can run yet; empty if one can."""
    document: ModelsDocument


@dataclass(frozen=True, slots=True)
class Described:
    """All that is known about a model; `changed` says that its file is not the one chosen."""

    model: StoredModel
    fit: Fit
    digest: str
    changed: bool
    document: ModelDocument


@dataclass(frozen=True, slots=True)
class Got:
    """A model that is here now; `fetched` is false if it was here before."""

    fetched: bool
    document: GotDocument


class Removal(StrEnum):
    """What `remove` took away."""

    FOLDER = "folder"
    """That was looked for models in; nothing in it is touched."""
    PART = "part"
    """What had arrived of a model."""
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken away."""

    what: Removal
    document: RemovedDocument


def models(store: ModelStore) -> Models:
    """What is here, what could be fetched, what cannot be used and why."""
    found, free = store.look(), free_memory()
    fits = [judge(model.header, free=free) for model in found.models]
    proposed = [row for row in recommended() if found.with_digest(row.sha256) is None]
    missing = _missing()
    return Models(
        found,
        fits,
        proposed,
        missing,
        {
            "models": [_model(store, m, f) for m, f in zip(found.models, fits, strict=True)],
            "recommended": [_recommended(row) for row in proposed],
            "leftOut": [{"path": str(left.path), "why": left.why} for left in found.left_out],
            "runtime": {"installed": runtime.is_installed(), "hint": missing},
        },
    )


def describe(store: ModelStore, name: str, progress: Progress = SILENT) -> Described:
    """All that is known about a model, with its SHA-256; raises `NotFound`. May take long."""
    model = store.named(name)
    digest, fit = store.digest(model.path, progress), judge(model.header)
    changed = store.has_changed(model.use)
    document: ModelDocument = {**_model(store, model, fit), "sha256": digest}
    return Described(model, fit, digest, changed, document)


def get(store: ModelStore, name: str, sha256: str = "", progress: Progress = SILENT) -> Got:
    """Fetch a recommended model by name, any other by its address, with the checksum it must have.

    Takes long. Raises `AppError` for an unknown name and for a file that is not the expected one.
    """
    proposed = by_name(name)
    if proposed is None and "/" not in name:
        raise AppError(
            _("There is no recommended model {name}.").format(name=name),
            _("Choose one from the list of models, or give the https address of any other."),
        )
    what = proposed.wanted if proposed else wanted(name, sha256_of(sha256) if sha256 else "")
    if (here := store.look().with_digest(what.sha256)) is not None:
        return Got(False, _got(here, what.sha256, Vouch.EXPECTED))
    got, fetched = store.get(what, progress)
    return Got(True, _got(got, fetched.sha256, fetched.vouched))


def choose(store: ModelStore, name: str, use: Use | None = None) -> ChosenDocument:
    """This model from now on, for what it can unless `use` says otherwise; `none` for no model.

    Raises `NotFound`.
    """
    if name == NONE:
        use = use or Use.TEXT
        store.choose_none(use)
        return {"use": use, "name": None, "path": None}
    chosen = store.named(name)
    use = use or chosen.use
    store.choose(chosen, use)
    return {"use": use, "name": chosen.name, "path": str(chosen.path)}


def add(store: ModelStore, path: Path) -> AddedDocument:
    """Models in this folder, or this file, are found from now on; raises `AppError`."""
    store.add(path)
    return {"added": os.path.abspath(path)}  # noqa: PTH100  links are kept


def remove(store: ModelStore, name: str) -> Removed:
    """Take away a folder that was added, what arrived of a model, or a model of our own.

    Raises `NotFound`, and `AppError` for somebody else's model.
    """
    if store.forget(Path(name)):
        return Removed(Removal.FOLDER, {"removed": name, "files": []})
    if store.discard(name):
        return Removed(Removal.PART, {"removed": name, "files": []})
    model = store.named(name)
    store.remove(model)
    files = [str(path) for path in model.files]
    return Removed(Removal.MODEL, {"removed": model.name, "files": files})


def ask(store: ModelStore, question: str, progress: Progress = SILENT) -> TriedDocument:
    """One question to the chosen model, to see that it runs here and how fast. Raises `NoModel`."""
    chosen, local = store.ready(Use.TEXT), open_model(store, Use.TEXT)
    sampling = store.run_options.sampling(tokens=_TOKENS)
    wish = Ask(_("You answer in a few sentences."), question, sampling=sampling)
    try:
        text = "".join(local.stream(wish, progress)).strip()
    finally:
        local.unload()
    ended = local.ended
    return {
        "model": chosen.name,
        "answer": text,
        "tokens": ended.tokens if ended else 0,
        "seconds": ended.seconds if ended else 0.0,
    }


def _missing() -> str:
    if runtime.is_installed():
        return ""
    return _("Models cannot run yet: llama.cpp is not installed. {how}").format(
        how=runtime.next_step()
    )


def _model(store: ModelStore, model: StoredModel, fit: Fit) -> ModelDocument:
    header = model.header
    return {
        "name": model.name,
        "use": model.use,
        "keeper": model.origin,
        "files": [str(path) for path in model.files],
        "bytes": model.size,
        "memory": fit.need.total,
        "fit": fit.verdict,
        "architecture": header.architecture,
        "parameters": header.parameters,
        "quantisation": header.quantisation,
        "context": header.context,
        "licence": header.licence or None,
        "sha256": model.sha256 or None,
        "chosen": store.chosen(model.use) == model.path,
    }


def _recommended(row: Recommended) -> RecommendedDocument:
    return {
        "name": row.name,
        "title": row.title,
        "use": row.use,
        "bytes": row.size,
        "licence": row.licence,
        "about": row.about,
        "url": row.url,
        "sha256": row.sha256,
    }


def _got(model: StoredModel, sha256: str, vouched: Vouch) -> GotDocument:
    return {"name": model.name, "path": str(model.path), "sha256": sha256, "checked": vouched}
