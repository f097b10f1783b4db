"""Headers of model files, whole, odd and hostile."""

import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.llm.gguf import Header, parse, read
from app.core.llm.gguf_values import Damaged, NotGguf, Truncated, Unsupported
from tests.core.ggufs import ARRAY, BOOL, F32, I32, LLAMA, TEXT, U32, U64, gguf, text


def header(data: bytes) -> Header:
    return parse(BytesIO(data), len(data))


def test_what_a_model_says_about_itself(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf())
    assert read(path) == Header(
        architecture="llama", name="Tiny", kind="chat", parameters=256, quantisation="Q4_K_M",
        context=2048, embedding=64, layers=2, heads=4, kv_heads=2, vocabulary=3, licence="mit",
        template=True, tokenizer="gpt2", cache=2 * 2 * (16 + 16), size=len(gguf()), weights=640,
    )  # fmt: skip


def test_both_versions_are_read() -> None:
    assert header(gguf(version=2)) == header(gguf(version=3))


def test_what_is_not_said_is_not_made_up() -> None:
    said = header(gguf({"general.architecture": (TEXT, "llama")}, tensors=()))
    assert (said.name, said.context, said.licence, said.template) == ("", 0, "", False)
    assert (said.quantisation, said.cache, said.parts) == ("", 0, 1)


def test_quantisation_by_the_weights_when_it_is_not_stated() -> None:
    values = {key: value for key, value in LLAMA.items() if key != "general.file_type"}
    tensors = [("a", (256, 4), 12, 0), ("b", (8,), 0, 576)]
    assert header(gguf(values, tensors, data=640)).quantisation == "Q4_K"


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"general.architecture": (TEXT, "nomic-bert")}, "embedding"),
        ({"general.architecture": (TEXT, "qwen3"), "qwen3.pooling_type": (U32, 3)}, "embedding"),
        ({"general.architecture": (TEXT, "bert"), "bert.pooling_type": (U32, 4)}, "other"),
        ({"general.architecture": (TEXT, "clip")}, "other"),
        ({"general.architecture": (TEXT, "llama"), "general.type": (TEXT, "adapter")}, "other"),
        ({"general.architecture": (TEXT, "llama"), "general.type": (TEXT, "model")}, "chat"),
    ],
)
def test_what_it_is_for(values: dict[str, tuple[int, Any]], kind: str) -> None:
    assert header(gguf(values, ())).kind == kind


def test_heads_that_differ_between_layers() -> None:
    heads = (ARRAY, (I32, [2, 0, 1]))
    said = header(gguf(LLAMA | {"llama.attention.head_count_kv": heads}))
    assert said.kv_heads == 2
    assert said.cache == 3 * (16 + 16)


def test_a_part_of_a_model_in_several_files() -> None:
    said = header(gguf(LLAMA | {"split.no": (U32, 1), "split.count": (U32, 3)}))
    assert (said.part, said.parts) == (1, 3)


@pytest.mark.parametrize("data", [b"", b"G", b"PK\x03\x04" + bytes(100), b"\x00" * 64])
def test_other_files(data: bytes) -> None:
    with pytest.raises(NotGguf):
        header(data)


@pytest.mark.parametrize("version", [0, 1, 4, 3 << 24])
def test_other_versions(version: int) -> None:
    with pytest.raises(Unsupported):
        header(gguf(version=version))


def test_every_cut_is_noticed() -> None:
    whole = gguf()
    for length in range(4, len(whole) - 1):
        with pytest.raises(Truncated):
            header(whole[:length])


def test_weights_beyond_the_end() -> None:
    with pytest.raises(Truncated):
        header(gguf(tensors=[("a", (2**40, 2**40), 0, 2**60)]))


@pytest.mark.parametrize(
    "data",
    [
        b"GGUF" + struct.pack("<IQQ", 3, 2**63, 0),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 2**63),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("key") + struct.pack("<I", 99) + bytes(99),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k" * 70_000) + bytes(99),
        b"GGUF"
        + struct.pack("<IQQ", 3, 0, 1)
        + text("k")
        + struct.pack("<IIQ", 9, 9, 1)
        + bytes(9),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 8, 2**60),
        b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("t") + struct.pack("<I", 2**31) + bytes(99),
        gguf({}, ()),
        gguf({"general.architecture": (U64, 7)}, ()),
        gguf(LLAMA | {"general.alignment": (U32, 7)}),
    ],
)
def test_nonsense(data: bytes) -> None:
    with pytest.raises(Damaged):
        header(data)


def test_numbers_that_no_model_has_count_as_not_said() -> None:
    odd = {"llama.context_length": (U64, 2**60), "llama.block_count": (F32, 3.5)}
    said = header(gguf(LLAMA | odd | {"llama.embedding_length": (BOOL, True)}))
    assert (said.context, said.layers, said.embedding) == (0, 0, 0)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AppError, match=r"nowhere\.gguf"):
        read(tmp_path / "nowhere.gguf")
    with pytest.raises(AppError):
        read(tmp_path)
    with pytest.raises(AppError):
        read(tmp_path / "no\0name.gguf")


@given(st.integers(0, len(gguf()) - 1), st.binary(min_size=1, max_size=16))
def test_damage_anywhere_is_survived(place: int, noise: bytes) -> None:
    data = gguf()
    try:
        header(data[:place] + noise + data[place + len(noise) :])
    except AppError as error:
        assert str(error)
        assert error.hint


@given(st.binary(max_size=400))
def test_anything_after_the_magic_is_survived(data: bytes) -> None:
    try:
        header(b"GGUF" + struct.pack("<I", 3) + data)
    except AppError as error:
        assert str(error)
