"""Small GGUF files, made as ggml's docs/gguf.md says."""

import struct
from collections.abc import Mapping, Sequence
from typing import Any

Tensor = tuple[str, Sequence[int], int, int]
"""Name, shape, type and offset."""
U8, I8, U16, I16, U32, I32, F32, BOOL, TEXT, ARRAY, U64, I64, F64 = range(13)
LLAMA: dict[str, tuple[int, Any]] = {
    "general.architecture": (TEXT, "llama"),
    "general.name": (TEXT, "Tiny"),
    "general.file_type": (U32, 15),
    "general.license": (TEXT, "mit"),
    "llama.context_length": (U32, 2048),
    "llama.embedding_length": (U32, 64),
    "llama.block_count": (U32, 2),
    "llama.attention.head_count": (U32, 4),
    "llama.attention.head_count_kv": (U32, 2),
    "tokenizer.ggml.model": (TEXT, "gpt2"),
    "tokenizer.ggml.tokens": (ARRAY, (TEXT, ["a", "b", "c"])),
    "tokenizer.chat_template": (TEXT, "{{ messages }}"),
}
WEIGHTS: tuple[Tensor, ...] = (
    ("token_embd.weight", (64, 3), 1, 0),
    ("output.weight", (64,), 0, 384),
)


def gguf(
    values: Mapping[str, tuple[int, Any]] = LLAMA,
    tensors: Sequence[Tensor] = WEIGHTS,
    version: int = 3,
    data: int = 640,
) -> bytes:
    """A whole file, with so many bytes of weights."""
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(values))
    for key, (kind, value) in values.items():
        head += text(key) + struct.pack("<I", kind) + packed(kind, value)
    for name, shape, kind, offset in tensors:
        head += text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        head += struct.pack("<IQ", kind, offset)
    return head + bytes(-len(head) % 32) + bytes(data)


def text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def packed(kind: int, value: Any) -> bytes:
    if kind == TEXT:
        return text(value)
    if kind == ARRAY:
        inner, items = value
        return struct.pack("<IQ", inner, len(items)) + b"".join(packed(inner, i) for i in items)
    return struct.pack(
        "<" + {**dict(enumerate("BbHhIif?")), U64: "Q", I64: "q", F64: "d"}[kind], value
    )
