"""What goes through the pipes of the model's process, also when somebody breaks it."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.llm import frames
from app.core.llm.frames import Garbled, receive, send

LEAVES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None))
DOCUMENTS = st.dictionaries(st.text(), st.recursive(LEAVES, st.lists, max_leaves=8), max_size=3)


@given(st.lists(DOCUMENTS, max_size=3))
def test_what_is_sent_arrives(documents: list[dict[str, Any]]) -> None:
    pipe = BytesIO()
    for document in documents:
        send(pipe, document)
    pipe.seek(0)
    assert [receive(pipe) for _document in documents] == documents
    assert receive(pipe) is None


@given(st.binary(max_size=64))
def test_noise_is_noticed(noise: bytes) -> None:
    pipe = BytesIO(noise)
    try:
        while receive(pipe) is not None:
            pass
    except Garbled:
        pass


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[1]", b"null", b"\xff", b"[" * 100_000], ids=lambda body: str(body[:5])
)
def test_what_is_no_document(body: bytes) -> None:
    with pytest.raises(Garbled):
        receive(BytesIO(len(body).to_bytes(4, "big") + body))


def test_a_length_nobody_would_send_is_not_read() -> None:
    with pytest.raises(Garbled):
        receive(BytesIO(b"\xff\xff\xff\xff" + bytes(100)))


def test_what_is_too_large_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LARGEST", 100)
    pipe = BytesIO()
    with pytest.raises(Garbled):
        send(pipe, {"text": "x" * 100})
    assert pipe.getvalue() == b""


def test_the_length_is_four_bytes_big_end_first() -> None:
    pipe = BytesIO()
    send(pipe, {"a": "é"})
    body = pipe.getvalue()[4:]
    assert pipe.getvalue()[:4] == len(body).to_bytes(4, "big")
    assert json.loads(body) == {"a": "é"}
