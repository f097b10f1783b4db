"""The embedding model with the vectors of its words left in bytes until they are looked up.

As it is, all 30,522 of them are made numbers first, 47 MB that the runtime keeps, and those of a
text are taken then. The other way round they stay 12 MB, and what is taken are the same numbers.
A model in ONNX is a message of Protocol Buffers: https://onnx.ai/onnx/repo-docs/IR.html and
https://protobuf.dev/programming-guides/encoding/.
"""

from collections.abc import Iterator, Sequence

_GRAPH, _NODE, _INPUT, _OUTPUT, _NAME = 7, 1, 1, 2, 3
"""Fields of a model, of a graph, and of a node."""
_SIZED = 2
"""How a field is stored that has its size before it."""
_ALL = "inner.embeddings.word_embeddings.weight"
_TAKEN = "embedding"

Part = bytes | memoryview
"""Of a message of 23 MB, most of which is only looked at."""
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


def slim(model: bytes) -> bytes:
    """The same model, smaller once it is loaded; as it was given if it has other nodes."""
    turned = 0
    parts: list[Part] = []
    for field, whole, inside in _fields(memoryview(model)):
        if field != _GRAPH:
            parts.append(whole)
            continue
        graph: list[Part] = []
        for part, node, content in _fields(inside):
            now = _turned(content) if part == _NODE else ()
            turned += bool(now)
            graph += now or (node,)
        parts += [_head(_GRAPH, sum(map(len, graph))), *graph]
    return b"".join(parts) if turned == len(_TURNED) else model


def _turned(node: memoryview) -> Sequence[bytes]:
    """What stands in its place; nothing if it stays."""
    fields = list(_fields(node))
    ends = _names(fields, _INPUT), _names(fields, _OUTPUT)
    # without its name, as no two may have the same
    changed = _INPUT, _OUTPUT, _NAME
    rest = b"".join(whole for field, whole, _inside in fields if field not in changed)
    return [
        _sized(_NODE, b"".join(_sized(field, name.encode()) for field, name in _named(now)) + rest)
        for now in _TURNED.get(ends, ())
    ]


def _named(ends: Ends) -> list[tuple[int, str]]:
    return [(field, name) for field, names in zip((_INPUT, _OUTPUT), ends, strict=True)
            for name in names]  # fmt: skip


def _names(fields: Sequence[tuple[int, memoryview, memoryview]], wanted: int) -> Names:
    return tuple(str(inside, "utf-8") for field, _whole, inside in fields if field == wanted)


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview, memoryview]]:
    """The number of each, all of it, and what is in it if it has a size."""
    at = 0
    while at < len(message):
        begin = at
        key, at = _varint(message, at)
        inside = at
        match key & 7:
            case 0:
                _value, at = _varint(message, at)
            case 1:
                at += 8
            case 2:
                size, inside = _varint(message, at)
                at = inside + size
            case _:
                at += 4
        yield key >> 3, message[begin:at], message[inside:at]


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    """A number, seven bits a byte, the lowest first; and where what follows begins."""
    value = shift = 0
    while message[at] > 127:
        value |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | message[at] << shift, at + 1


def _sized(field: int, inside: bytes) -> bytes:
    return _head(field, len(inside)) + inside


def _head(field: int, size: int) -> bytes:
    return _number(field << 3 | _SIZED) + _number(size)


def _number(value: int) -> bytes:
    rest = bytearray()
    while value > 127:
        rest.append(value & 127 | 128)
        value >>= 7
    return bytes([*rest, value])
