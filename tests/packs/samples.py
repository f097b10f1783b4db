"""Packs to test with: one with every field, arbitrary ones, and files sealed by hand."""

import hashlib
from typing import Any
from unicodedata import normalize

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import strategies as st

from app.core.packs.format import legacy, native, signing
from app.core.packs.format.canonical import canonical
from app.core.packs.format.contents import (
    GOAL_FIELDS,
    Attachment,
    Json,
    Pack,
    PackedSkill,
    PastText,
)
from app.core.packs.format.locks import Open, Passphrase, Recipients, Wish
from app.core.packs.format.read import inspect, unlock
from app.core.packs.format.signing import Identity, recipient_public_key
from app.core.skills.model import Recipe, RecipeStep

ADA = Identity("Ada", bytes(range(32)))
BOB = Identity("Bob", bytes(range(32, 64)))
PASSPHRASE = "naïve battery ☕"
CHEAP = Passphrase(PASSPHRASE, memory=8192, passes=1, lanes=1)
FOR_BOB = Recipients((recipient_public_key(ADA.key), recipient_public_key(BOB.key)))
WISHES: tuple[Wish, ...] = (Open(), CHEAP, FOR_BOB)

WATER_THE_PLANTS = PackedSkill(
    name="Water the plants 🌱",
    text="# Water the plants 🌱\nTrigger: Monday\n\n1. Fill the can.\n2. @loop: [1] max=3\n",
    base_text="1. Fill the can.\n2. @loop: [1] max=3",
    goals={"successLooksLike": "damp soil", "outOfScope": "cacti", "expectedOnCompletion": "a log"},
    recipes=(
        Recipe(
            "Last time",
            "Before step 1",
            (
                RecipeStep("recall", "watering", ("garden", "log"), 3),
                RecipeStep("recent", "", (), 0),
            ),
            0,
            0,
        ),
    ),
    tier="sensitive",
    role="gardener",
    tags=("home", "weekly"),
    description="Keeps them alive.",
    attachments=(Attachment("plan.txt", "text/plain", b"\x00\xff plan"),),
    history=(PastText("# Water\n", "imported", "2030-01-01T00:00:00Z"),),
    extra={"x": [1, 0.5, None, {"deep": "value"}]},
)
EVERYTHING = Pack(
    id="0b0e7d58-2a55-4c7e-9a49-1f6a2f6f1c11",
    name="Home – Дом",
    skills=(WATER_THE_PLANTS, PackedSkill(name="Empty", text="")),
    description="Two lines\nof description",
    version="2.1.0",
    publisher="Somebody else",
    kind="community",
    sequence=7,
    created="2030-01-31T12:00:00Z",
    extra={"shelf": "B"},
)


def opened(data: bytes, **keys: Any) -> Pack:
    keys.setdefault("passphrase", PASSPHRASE)
    keys.setdefault("recipient_key", BOB.recipient_key)
    return unlock(inspect(data), **keys)


def gsk1(plain: bytes) -> bytes:
    """`plain` sealed as `GSK1` by hand."""
    nonce = b"\x07" * 12
    sealed = AESGCM(legacy.PUBLIC_KEY).encrypt(nonce, plain, None)
    return b"GSK1" + nonce + sealed[-16:] + sealed[:-16]


def gsk2(mode: int, envelope: bytes, plain: bytes = b"{}") -> bytes:
    """`plain` sealed as `GSK2` by hand under the key everybody has."""
    rest = gsk1(plain)[4:]
    return b"GSK2" + bytes([mode]) + len(envelope).to_bytes(4, "big") + envelope + rest


def manifest(plain: bytes, **changes: Json) -> dict[str, Json]:
    """A manifest in open mode for `plain`; a change to None leaves the field out."""
    value: dict[str, Json] = {
        "created": "2030-01-31T12:00:00Z",
        "encryption": {"key": "00" * 32, "mode": "open", "nonce": "00" * 12},
        "format": 1,
        "id": "sample",
        "minimumApp": "0.1.0",
        "name": "Sample",
        "payloadSize": len(plain),
        "publisher": {"key": ADA.key.hex(), "name": ADA.name},
        "sequence": 1,
        "skills": [],
        "version": "1.0.0",
    }
    value.update(changes)
    return {name: item for name, item in value.items() if item is not None}


def sealed(head: bytes, plain: bytes, identity: Identity = ADA) -> bytes:
    """A native pack signed by hand with the content key and nonce of `manifest`."""
    front = native.MAGIC + len(head).to_bytes(4, "little") + head
    ciphertext = AESGCM(bytes(32)).encrypt(bytes(12), plain, hashlib.sha256(head).digest())
    return front + identity.sign(signing.PACK, front + ciphertext) + ciphertext


def native_of(payload: dict[str, Json], **changes: Json) -> bytes:
    """A native pack holding any payload, its skills listed in the manifest as they are."""
    plain = canonical(payload)
    skills = payload.get("skills")
    listed: list[Json] = [
        {"digest": hashlib.sha256(canonical(skill)).hexdigest()}
        for skill in (skills if isinstance(skills, list) else [])
        if isinstance(skill, dict)
    ]
    changes.setdefault("skills", listed)
    return sealed(canonical(manifest(plain, **changes)), plain)


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_PLAIN = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
_TIMES = st.datetimes().map(lambda moment: moment.replace(microsecond=0).isoformat() + "Z")
_JSON: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=5,
)
_EXTRA = st.dictionaries(_PLAIN.map("x-{}".format), _JSON, max_size=2)
_RECIPE_STEPS = st.builds(
    RecipeStep,
    _TEXT,
    _TEXT,
    st.lists(_TEXT, max_size=2).map(tuple),
    st.none() | st.integers(0, 2**31 - 1),
)
_RECIPES = st.builds(
    Recipe, _TEXT, _TEXT, st.lists(_RECIPE_STEPS, max_size=2).map(tuple), st.just(0), st.just(0)
)


def _distinct(skills: list[PackedSkill]) -> bool:
    folded = {normalize("NFC", normalize("NFC", skill.name).casefold()) for skill in skills}
    return len(folded) == len(skills)


def _goals() -> st.SearchStrategy[dict[str, str]]:
    return st.dictionaries(st.sampled_from(list(GOAL_FIELDS)), _TEXT.filter(bool), max_size=8)


def _skills() -> st.SearchStrategy[PackedSkill]:
    return st.builds(
        PackedSkill,
        name=_PLAIN,
        text=st.none() | _TEXT,
        base_text=_TEXT,
        goals=_goals(),
        recipes=st.lists(_RECIPES, max_size=2).map(tuple),
        tier=_TEXT,
        role=_TEXT,
        tags=st.lists(_TEXT, max_size=3).map(tuple),
        description=_TEXT,
        attachments=st.lists(
            st.builds(Attachment, st.just("a.bin"), st.just("text/plain"), st.binary(max_size=20)),
            max_size=1,
        ).map(tuple),
        history=st.lists(st.builds(PastText, _TEXT, _TEXT, _TIMES), max_size=2).map(tuple),
        extra=_EXTRA,
    )


def packs() -> st.SearchStrategy[Pack]:
    """Any pack every format can carry."""
    return st.builds(
        Pack,
        id=_PLAIN,
        name=_PLAIN,
        skills=st.lists(_skills(), max_size=3).filter(_distinct).map(tuple),
        description=_TEXT,
        version=_PLAIN,
        publisher=_TEXT,
        kind=_TEXT,
        sequence=st.integers(0, 2**53 - 1),
        created=_TIMES,
        extra=_EXTRA,
    )
