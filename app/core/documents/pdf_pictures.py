"""The pictures of PDF files: files that are in them, and pixels, of which PNG files are made."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.core.documents import limits

_FILES = {"/DCTDecode": ".jpg", "/JPXDecode": ".jp2"}
"""What a PDF holds as a file of its own."""
_PIXELS = frozenset({"/FlateDecode", "/LZWDecode", "/RunLengthDecode"})
_TEXT = frozenset({"/ASCIIHexDecode", "/ASCII85Decode"})
_SMALL = 32
"""Pixels across of what is a rule or a sign rather than a picture."""
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8)}
"""The bits of a sample that PNG has, by its kind of colour: grey, RGB, a palette."""
_SAMPLES = {0: 1, 2: 3, 3: 1}
_WITH_ALPHA = {0: 4, 2: 6}
UNPACKED = 24 * limits.MEBI
"""Bytes of the pixels of one picture."""


@dataclass(frozen=True, slots=True)
class _Colours:
    kind: int
    """As PNG counts them."""
    palette: bytes = b""


def images(page: Any) -> Iterator[tuple[str, Any]]:
    """The pictures that a page can draw, by the names it has for them."""
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    for name, one in (objects.get_object() if objects is not None else {}).items():
        thing = one.get_object()
        if thing.get("/Subtype") == "/Image":
            yield str(name), thing


def is_small(picture: Any) -> bool:
    """Whether it is nothing to look at: a line, a corner, a sign; or only a stencil."""
    return bool(picture.get("/ImageMask")) or min(_size(picture)) < _SMALL


def file_of(picture: Any) -> tuple[str, bytes] | None:
    """The ending and the bytes of the file it is or becomes; None for one of another kind."""
    packed = [one for one in _filters(picture) if one not in _TEXT]
    last = packed[-1] if packed else ""
    if last in _FILES and _PIXELS.issuperset(packed[:-1]):
        return _FILES[last], bytes(picture.get_data())
    if not _PIXELS.issuperset(packed):
        return None
    made = _png(picture)
    return (".png", made) if made is not None else None


def _png(picture: Any) -> bytes | None:
    width, height = _size(picture)
    bits = int(picture.get("/BitsPerComponent", 8))
    colours = _colours(picture.get("/ColorSpace"))
    if colours is None or bits not in _DEPTHS[colours.kind]:
        return None
    samples = _SAMPLES[colours.kind]
    across = (width * samples * bits + 7) // 8
    if across * height > UNPACKED:
        return None
    pixels = bytes(picture.get_data())[: across * height]
    if len(pixels) < across * height:
        return None
    match _reversed(picture, colours.kind):
        case None:
            return None
        case True:
            pixels = pixels.translate(bytes(range(255, -1, -1)))
    kind, mask = colours.kind, picture.get("/SMask")
    if mask is not None:
        alpha = _alpha(mask.get_object(), width, height)
        if alpha is None or bits != 8 or kind not in _WITH_ALPHA:
            return None
        pixels, kind = _woven(pixels, samples, alpha), _WITH_ALPHA[kind]
        across = width * (samples + 1)
    return _file(width, height, bits, kind, pixels, across, colours.palette)


def _file(
    width: int, height: int, bits: int, kind: int, pixels: bytes, across: int, palette: bytes
) -> bytes:
    """A PNG file (ISO/IEC 15948) whose rows are not filtered."""
    rows = b"".join(
        b"\0" + pixels[start : start + across] for start in range(0, across * height, across)
    )
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
        if data or name != b"PLTE"
    )


def _woven(pixels: bytes, samples: int, alpha: bytes) -> bytes:
    """The samples of each pixel with its alpha behind them."""
    found = bytearray(len(alpha) * (samples + 1))
    for sample in range(samples):
        found[sample :: samples + 1] = pixels[sample::samples]
    found[samples :: samples + 1] = alpha
    return bytes(found)


def _alpha(mask: Any, width: int, height: int) -> bytes | None:
    """How much is seen of each pixel, where the mask has one value for each."""
    if _size(mask) != (width, height) or int(mask.get("/BitsPerComponent", 8)) != 8:
        return None
    if not _PIXELS.issuperset(one for one in _filters(mask) if one not in _TEXT):
        return None
    found = bytes(mask.get_data())[: width * height]
    is_usual = _reversed(mask, 0) is False
    return found if len(found) == width * height and is_usual else None


def _reversed(picture: Any, kind: int) -> bool | None:
    """Whether white is 0; None for values that mean something else again."""
    decode = picture.get("/Decode")
    if decode is None or kind == 3:
        return False if decode is None else None
    said = [float(one) for one in decode.get_object()]
    usual = [0.0, 1.0] * _SAMPLES[kind]
    return False if said == usual else True if said == usual[::-1] else None


def _colours(space: Any) -> _Colours | None:
    """What the samples of a picture mean; None for inks and what PNG does not have."""
    space = space.get_object() if space is not None else None
    parts = space if isinstance(space, list) else [space]
    match str(parts[0]):
        case "/DeviceGray" | "/CalGray":
            return _Colours(0)
        case "/DeviceRGB" | "/CalRGB":
            return _Colours(2)
        case "/ICCBased":
            return {1: _Colours(0), 3: _Colours(2)}.get(int(parts[1].get_object()["/N"]))
        case "/Indexed":
            base, table = _colours(parts[1]), _bytes(parts[3].get_object())
            if base is None or base.kind == 3:
                return None
            if base.kind == 0:
                table = bytes(value for value in table for _channel in range(3))
            return _Colours(3, table[: 3 * (int(parts[2]) + 1)])
    return None


def _bytes(table: Any) -> bytes:
    if hasattr(table, "get_data"):
        return bytes(table.get_data())
    return bytes(getattr(table, "original_bytes", table))


def _filters(picture: Any) -> list[str]:
    said = picture.get("/Filter")
    said = said.get_object() if said is not None else []
    return [str(one) for one in (said if isinstance(said, list) else [said])]


def _size(picture: Any) -> tuple[int, int]:
    return int(picture.get("/Width", 0)), int(picture.get("/Height", 0))
