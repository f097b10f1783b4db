"""Names of publishers that a person takes for each other, and the words that tell keys apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.packs import trust
from app.core.packs.confusables import alike, faces, skeleton
from app.core.packs.credentials import credentials
from app.core.packs.format.contents import Signer
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import Standing
from app.core.vault import Vault
from tests.core.trade import GUILD, IMPOSTOR, STRANGER

GUILD_WORDS = "film-depart-prefer-potato-crucial-plastic"
LOOK_ALIKES = [
    ("Harbour Guild", "HarbourGuild"),
    ("Harbour Guild", "harbour-guild."),
    ("Harbour Guild", "Harbour | Guild"),
    ("Harbour Guild", "H\u0430rb\u043eur Guild"),  # Cyrillic a and o
    ("Harbour Guild", "HARBOUR GU\u0406LD"),  # a Cyrillic I
    ("Harbour Guild", "Harbour Gu1ld"),
    ("Harbour Guild", "Harb\u00f6ur Guild"),
    ("Harbour Guild", "Harbour\u3164Guild"),  # a Hangul filler
    ("Harbour Guild", "Har\u034fbour Gu\ufe0fild"),  # a joiner and a variation selector
    ("Harbour Guild", "Harbour\u00a0Guild\u200c"),
    ("Harbour Guild", "\uff28\uff41\uff52\uff42\uff4f\uff55\uff52 Guild"),  # full width
    ("Harbour Guild", "\U0001d4d7arbour Guild\u00ae"),  # a mathematical H
    ("Techne", "\u0422\u0415\u0421\u041dN\u0415"),  # Cyrillic capitals
    ("Modern Kitchen", "Modem Kitchen"),
    ("Team 10", "Team IO"),
    ("\u0394\u0399\u0391", "\u0394IA"),  # Greek and Latin
    ("\U0001f419", "\U0001f419\u200d"),
]


@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_names_that_look_the_same_are_the_same(name: str, other: str) -> None:
    assert alike(name, other) and alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Harbour Guild", "Harbor Guild"),
        ("Harbour Guild", "Harbour Guild North"),
        ("Nina", "Vina"),
        ("Hanna", "Nanna"),
        ("\u0915\u093f", "\u0915\u093e"),  # Devanagari: only the vowel signs differ
        ("\u65e5\u672c", "\u65e5\u6728"),
        ("\U0001f419", "\U0001f991"),
        ("\u2026", "!"),
        ("", ""),
        ("\u200b", " "),
    ],
)
def test_names_that_do_not_are_not(name: str, other: str) -> None:
    assert not alike(name, other)


def test_the_table_is_the_one_of_the_standard() -> None:
    assert skeleton("\u0440\u0430\u0443\u0440\u0430I") == skeleton("paypal") == "paypal"
    assert skeleton("rn") == skeleton("m") == "rn"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_name_is_like_itself_however_it_is_written(name: str) -> None:
    if faces(name):
        assert alike(name, unicodedata.normalize("NFD", name))
        assert alike(name, f" {name}\u2060")
        assert alike(name, name.upper())


@pytest.mark.parametrize("other", [o for n, o in LOOK_ALIKES if n == "Harbour Guild"])
def test_a_look_alike_of_a_known_name_is_a_full_stop(vault: Vault, other: str) -> None:
    with vault.write(None) as write:
        trust.put(write, GUILD.key, GUILD.name, trust.State.TRUSTED)
    judgement = trust.judge(vault, Signer(STRANGER.key, other))
    assert judgement.standing is Standing.CHANGED_KEY and judgement.refused
    assert judgement.namesake is not None and judgement.namesake.key == GUILD.key
    assert trust.publisher(vault, other).key == GUILD.key
    assert trust.judge(vault, Signer(GUILD.key, other)).standing is Standing.TRUSTED


def test_a_name_of_signs_is_compared_as_well(vault: Vault) -> None:
    with vault.write(None) as write:
        trust.put(write, GUILD.key, "\U0001f419", trust.State.KNOWN)
    fake = trust.judge(vault, Signer(STRANGER.key, " \U0001f419"))
    assert fake.standing is Standing.CHANGED_KEY


# Fingerprints in words


def test_the_words_of_a_key_are_the_first_bits_of_its_fingerprint() -> None:
    assert phrase(GUILD.key) == GUILD_WORDS
    keys = [GUILD.key, STRANGER.key, IMPOSTOR.key, *(p.key for p in trust.shipped())]
    assert len({phrase(key) for key in keys}) == len(keys)
    assert all(phrase(key).count("-") == 5 for key in keys)


def test_a_publisher_is_found_by_the_words(vault: Vault) -> None:
    with vault.write(None) as write:
        trust.put(write, GUILD.key, GUILD.name, trust.State.KNOWN)
    assert trust.publisher(vault, GUILD_WORDS).key == GUILD.key
    assert trust.publisher(vault, GUILD_WORDS.replace("-", " ").upper()).key == GUILD.key


def test_credentials_are_name_words_and_standing(vault: Vault) -> None:
    guild = Signer(GUILD.key, GUILD.name)
    with vault.write(None) as write:
        trust.put(write, GUILD.key, GUILD.name, trust.State.KNOWN)
    assert credentials(trust.judge(vault, guild)) == (
        f"Harbour Guild · {GUILD_WORDS} · Known but unverified"
    )
    said = []
    for decide in (trust.trust, trust.revoke):
        decide(vault, GUILD.key)
        said.append(credentials(trust.judge(vault, guild)).rsplit(" · ", 1)[1])
    assert said == ["Trusted", "Revoked"]
    stranger = trust.judge(vault, Signer(STRANGER.key, "Harbour Gui\u200bld"))
    assert credentials(stranger).endswith("Changed key") and "\u200b" not in credentials(stranger)
    assert credentials(trust.judge(vault, None)) == "Unsigned"
