"""The embedding model for little memory: its large numbers are left in its file.

They are 22.6 of its 23 MB; the runtime maps them and makes no copies first. And the vectors of its
words stay bytes until they are looked up: as it is, all 30,522 of them are made numbers, 47 MB that
the runtime keeps, and those of a text are taken then. The other way round they stay 12 MB, and what
is taken are the same numbers. A model in ONNX is a message of Protocol Buffers:
https://onnx.ai/onnx/repo-docs/IR.html, https://onnx.ai/onnx/repo-docs/ExternalData.html and
https://protobuf.dev/programming-guides/encoding/.
"""

from collections.abc import Iterator, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

_GRAPH, _NODE, _TENSOR, _INPUT, _OUTPUT, _NAME = 7, 1, 5, 1, 2, 3
"""Fields of a model, of a graph, and of a node."""
_TYPE, _DATA, _PLACE, _WHERE, _KEY, _VALUE = 2, 9, 13, 14, 1, 2
"""Fields of a tensor, and of an entry that says where its numbers are."""
_OUTSIDE = 1
_BYTES = 2, 3
"""Types whose numbers may begin anywhere in a file: unsigned and signed bytes."""
_LARGE = 100_000
"""Bytes from which on a tensor is left in the file."""
_SIZED = 2
"""How a field is stored that has its size before it."""
_ALL = "inner.embeddings.word_embeddings.weight"
_TAKEN = "embedding"

Names = tuple[str, ...]
Ends = tuple[Names, Names]
"""What goes into a node, and what comes out of it."""

_TURNED: dict[Ends, tuple[Ends, ...]] = {
    # bytes to numbers
    ((f"{_ALL}_q",), (f"{_ALL}_f",)): (((f"{_TAKEN}_q",), (f"{_TAKEN}_f",)),),
    # each word has a scale
    ((f"{_ALL}_f", f"{_ALL}_scale"), (_ALL,)): (((f"{_TAKEN}_f", f"{_TAKEN}_scale"), (_TAKEN,)),),
    # those of a text
    ((_ALL, "input_ids"), (_TAKEN,)): (
        ((f"{_ALL}_q", "input_ids"), (f"{_TAKEN}_q",)),
        ((f"{_ALL}_scale", "input_ids"), (f"{_TAKEN}_scale",)),
    ),
}
"""The three nodes, and what each becomes."""


class _Field(NamedTuple):
    """Where one is in the file: all of it, and what is in it if it has a size."""

    number: int
    begin: int
    inside: int
    end: int


def slim(file: Path) -> bytes:
    """The same model without its large numbers: it is loaded as if it stood beside that file.

    Where it has other nodes, they stay.
    """
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as model:
        return b"".join(_slimmed(model, file.name))


def _slimmed(model: mmap, name: str) -> Iterator[bytes]:
    for field in _fields(model, 0, len(model)):
        if field.number == _GRAPH:
            yield _sized(_GRAPH, _graph(model, field, name))
        else:
            yield model[field.begin : field.end]


def _graph(model: mmap, graph: _Field, name: str) -> bytes:
    now: list[bytes] = []
    before: list[bytes] = []
    turned = 0
    for part in _fields(model, graph.inside, graph.end):
        is_large = part.number == _TENSOR and part.end - part.begin > _LARGE
        whole = _outside(model, part, name) if is_large else model[part.begin : part.end]
        nodes = _nodes(model, part) if part.number == _NODE else ()
        turned += bool(nodes)
        now += nodes or (whole,)
        before.append(whole)
    return b"".join(now if turned == len(_TURNED) else before)


def _outside(model: mmap, tensor: _Field, name: str) -> bytes:
    """The same tensor, saying where in the file with that name its numbers are."""
    fields = {field.number: field for field in _fields(model, tensor.inside, tensor.end)}
    data, kind = fields.get(_DATA), fields.get(_TYPE)
    if data is None or kind is None or _varint(model, kind.inside)[0] not in _BYTES:
        return model[tensor.begin : tensor.end]
    size = data.end - data.inside
    place = {"location": name, "offset": str(data.inside), "length": str(size)}
    entries = (
        _sized(_KEY, key.encode()) + _sized(_VALUE, said.encode()) for key, said in place.items()
    )
    return _sized(
        _TENSOR,
        model[tensor.inside : data.begin]
        + model[data.end : tensor.end]
        + b"".join(_sized(_PLACE, entry) for entry in entries)
        + _number(_WHERE << 3)
        + _number(_OUTSIDE),
    )


def _nodes(model: mmap, node: _Field) -> Sequence[bytes]:
    """What stands in its place; nothing if it stays."""
    fields = list(_fields(model, node.inside, node.end))
    ends = _names(model, fields, _INPUT), _names(model, fields, _OUTPUT)
    # without its name, as no two may have the same
    changed = _INPUT, _OUTPUT, _NAME
    rest = b"".join(model[f.begin : f.end] for f in fields if f.number not in changed)
    return [
        _sized(
            _NODE, b"".join(_sized(number, name.encode()) for number, name in _named(now)) + rest
        )
        for now in _TURNED.get(ends, ())
    ]


def _named(ends: Ends) -> list[tuple[int, str]]:
    return [(field, name) for field, names in zip((_INPUT, _OUTPUT), ends, strict=True)
            for name in names]  # fmt: skip


def _names(model: mmap, fields: Sequence[_Field], wanted: int) -> Names:
    return tuple(str(model[f.inside : f.end], "utf-8") for f in fields if f.number == wanted)


def _fields(model: mmap, at: int, end: int) -> Iterator[_Field]:
    """Those of the message between these two places."""
    while at < end:
        begin = at
        key, at = _varint(model, at)
        inside = at
        match key & 7:
            case 0:
                _value, at = _varint(model, at)
            case 1:
                at += 8
            case 2:
                size, inside = _varint(model, at)
                at = inside + size
            case _:
                at += 4
        yield _Field(key >> 3, begin, inside, at)


def _varint(model: mmap, at: int) -> tuple[int, int]:
    """A number, seven bits a byte, the lowest first; and where what follows begins."""
    value = shift = 0
    while model[at] > 127:
        value |= (model[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | model[at] << shift, at + 1


def _sized(field: int, inside: bytes) -> bytes:
    return _number(field << 3 | _SIZED) + _number(len(inside)) + inside


def _number(value: int) -> bytes:
    rest = bytearray()
    while value > 127:
        rest.append(value & 127 | 128)
        value >>= 7
    return bytes([*rest, value])
