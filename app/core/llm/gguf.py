"""What a GGUF file says about itself, read from its header and believed only as far as it fits.

The format is that of ggml's docs/gguf.md, versions 2 and 3.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

from app.core.llm.gguf_values import (
    LONGEST_KEY,
    Length,
    NotGguf,
    Reader,
    Unsupported,
    damaged,
    truncated,
)
from app.core.llm.model import ModelTrouble
from app.core.llm.quantisation import FILE_TYPES, TENSOR_TYPES
from app.core.words import _

Kind = Literal["chat", "embedding", "other"]
_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MOST_VALUES = 10_000
_MOST_TENSORS = 100_000
_MOST_DIMENSIONS = 8
_MOST = 2**31 - 1
"""A count in a header that is larger is nonsense."""
_POOLS, _RANKS = (1, 2, 3), 4
"""llama_pooling_type: the mean, the first or the last token; how well two texts match."""
_READERS = frozenset(
    ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3", "neo-bert",
     "modern-bert", "eurobert", "gemma-embedding")
)  # fmt: skip
"""Architectures that read texts and write none."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known about a model without loading it. Counts are 0 and texts empty where the file
    does not say.

    `size` is the whole file in bytes, `weights` the part of it that is loaded; `context` is
    in tokens; `cache` is the number of values that are kept for each token of the
    context, over all layers. `part` and `parts` are (0, 1) for a model in one file; `pools`
    is whether it makes one vector of a text by itself.
    """

    architecture: str
    name: str
    kind: Kind
    parameters: int
    quantisation: str
    context: int
    embedding: int
    layers: int
    heads: int
    kv_heads: int
    vocabulary: int
    licence: str
    template: bool
    tokenizer: str
    cache: int
    size: int
    weights: int
    part: int = 0
    parts: int = 1
    pools: bool = False


def read(path: Path) -> Header:
    """The header of a file.

    Raises `NotGguf`, `Truncated`, `Unsupported`, `Damaged`; `ModelTrouble` if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return parse(file, path.stat().st_size)
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        raise ModelTrouble(
            _("The model file {name} cannot be read.").format(name=path.name),
            _("Check that it exists and that you may read it, or choose another one."),
        ) from error


def parse(file: BinaryIO, size: int) -> Header:
    """The header at the beginning of a file of so many bytes; raises as `read` does."""
    reader = Reader(file, size)
    if reader.bytes(min(4, size)) != _MAGIC:
        raise NotGguf(
            _("This is not a GGUF model file."),
            _("Models for llama.cpp end in .gguf; get one in that format."),
        )
    version = reader.number("I")
    if version not in _VERSIONS:
        raise Unsupported(
            _("Techne does not know this version of GGUF."),
            _("Get the model in version 3 of the format, for little-endian machines."),
        )
    tensors, count = reader.number("Q"), reader.number("Q")
    if tensors > _MOST_TENSORS or count > _MOST_VALUES:
        raise damaged()
    values = {}
    for _number in range(count):
        key = reader.text(LONGEST_KEY)
        values[key] = reader.value(reader.number("I"))
    found = [_tensor(reader) for _number in range(tensors)]
    weights = _weights(found, reader.place, size, values)
    return _header(values, found, size, weights)


@dataclass(frozen=True, slots=True)
class _Tensor:
    name: str
    values: int
    type: int
    offset: int

    @property
    def size(self) -> int:
        """Bytes; 0 for a type that is not known here."""
        known = TENSOR_TYPES.get(self.type)
        return -(-self.values // known.block) * known.bytes if known else 0


def _tensor(reader: Reader) -> _Tensor:
    name = reader.text(LONGEST_KEY)
    dimensions = reader.number("I")
    if dimensions > _MOST_DIMENSIONS:
        raise damaged()
    shape = [reader.number("Q") for _number in range(dimensions)]
    return _Tensor(name, math.prod(shape), reader.number("I"), reader.number("Q"))


def _weights(
    tensors: Sequence[_Tensor], place: int, size: int, values: Mapping[str, Any]
) -> int:  # fmt: skip
    """How many bytes of the file are weights; raises `Truncated` if some of them are not there."""
    alignment = _count(values, "general.alignment") or 32
    if alignment % 8 or alignment > 1 << 20:
        raise damaged()
    start = -(-place // alignment) * alignment
    end = max((start + tensor.offset + tensor.size for tensor in tensors), default=0)
    if end > size:
        raise truncated()
    return max(0, end - start)


def _header(
    values: Mapping[str, Any], tensors: Sequence[_Tensor], size: int, weights: int
) -> Header:
    architecture = _text(values, "general.architecture")
    if not architecture:
        raise damaged()

    def about(key: str) -> int:
        return _count(values, f"{architecture}.{key}")

    return Header(
        architecture=architecture,
        name=_text(values, "general.name") or _text(values, "general.basename"),
        kind=_kind(values, architecture),
        parameters=sum(tensor.values for tensor in tensors),
        quantisation=_quantisation(values, tensors),
        context=about("context_length"),
        embedding=about("embedding_length"),
        layers=about("block_count"),
        heads=about("attention.head_count"),
        kv_heads=about("attention.head_count_kv") or about("attention.head_count"),
        vocabulary=_vocabulary(values, architecture),
        licence=_text(values, "general.license"),
        template=bool(_text(values, "tokenizer.chat_template")),
        tokenizer=_text(values, "tokenizer.ggml.model"),
        cache=_cache(values, architecture),
        size=size,
        weights=weights,
        part=_count(values, "split.no"),
        parts=max(1, _count(values, "split.count")),
        pools=about("pooling_type") in _POOLS,
    )


def _kind(values: Mapping[str, Any], architecture: str) -> Kind:
    if _text(values, "general.type") not in ("", "model") or architecture == "clip":
        return "other"
    pooling = _count(values, f"{architecture}.pooling_type")
    if pooling == _RANKS:
        return "other"
    if architecture in _READERS or pooling in _POOLS:
        return "embedding"
    return "chat"


def _quantisation(values: Mapping[str, Any], tensors: Sequence[_Tensor]) -> str:
    """As the file says; else the type that most of its values have."""
    stated = values.get("general.file_type")
    if isinstance(stated, int) and stated in FILE_TYPES:
        return FILE_TYPES[stated]
    shares: Counter[int] = Counter()
    for tensor in tensors:
        shares[tensor.type] += tensor.values
    most = shares.most_common(1)
    return TENSOR_TYPES[most[0][0]].name if most and most[0][0] in TENSOR_TYPES else ""


def _cache(values: Mapping[str, Any], architecture: str) -> int:
    """Keys and values that all layers keep for one token."""
    layers = _count(values, f"{architecture}.block_count")
    heads = values.get(f"{architecture}.attention.head_count_kv")
    usual = _count(values, f"{architecture}.attention.head_count")
    if isinstance(heads, list):
        all_heads = sum(n for n in heads if type(n) is int and 0 <= n <= _MOST)
    else:
        all_heads = layers * (_count(values, f"{architecture}.attention.head_count_kv") or usual)
    size = _count(values, f"{architecture}.embedding_length") // max(1, usual)
    key = _count(values, f"{architecture}.attention.key_length") or size
    value = _count(values, f"{architecture}.attention.value_length") or size
    return all_heads * (key + value)


def _vocabulary(values: Mapping[str, Any], architecture: str) -> int:
    words = values.get("tokenizer.ggml.tokens")
    if isinstance(words, Length):
        return words.count
    return _count(values, f"{architecture}.vocab_size")


def _count(values: Mapping[str, Any], key: str) -> int:
    """A number that can be one; the largest, where there is one for each layer."""
    value = values.get(key)
    if isinstance(value, list):
        value = max((item for item in value if type(item) is int), default=0)
    return value if type(value) is int and 0 <= value <= _MOST else 0


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""
