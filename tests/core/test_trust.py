"""Who is believed: identities, publishers, changed keys, successions and revocations."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from app.core import vaults
from app.core.errors import AppError, NotFound
from app.core.packs import identity, install, trust
from app.core.packs.format import read, signing
from app.core.packs.format.contents import Signer, Succession
from app.core.packs.format.problems import Tampered
from app.core.packs.format.read import OFFICIAL_PUBLISHER
from app.core.packs.format.signing import Identity
from app.core.packs.trust import Standing, State
from app.core.vault import Vault
from tests.conftest import PASSPHRASE, Clock
from tests.core.trade import GUILD, IMPOSTOR, STRANGER

ROOT = Path(__file__).parents[2]
AT = "2030-01-01T00:00:00Z"


def signer(who: Identity, *succession: Succession) -> Signer:
    return Signer(who.key, who.name, AT, succession)


def meet(vault: Vault, who: Signer, *, trusted: bool = False) -> None:
    judgement = trust.judge(vault, who)
    with vault.write(None) as write:
        trust.meet(write, judgement, trusted=trusted)


def heir(old: Identity, new: Identity) -> Succession:
    return signing.succeed(old, new.key, AT)


# The person's own key


def test_a_key_is_made_once_and_stays(vault: Vault) -> None:
    assert identity.keys(vault) == frozenset()
    first = identity.mine(vault)
    assert identity.mine(vault) == first
    assert identity.keys(vault) == {first.key}
    assert trust.judge(vault, signer(first)).standing is Standing.YOURS


def test_nothing_is_signed_before_the_person_has_a_name(vault: Vault) -> None:
    me = identity.mine(vault)
    assert me.name == ""
    with pytest.raises(identity.NameNeeded):
        identity.signer(vault)
    assert identity.rename(vault, "  Mara\u202e \n Lind ").name == "Mara Lind"
    assert identity.signer(vault).key == me.key


@pytest.mark.parametrize("name", ["", " \t", "\u200b", "x" * 500])
def test_a_name_has_to_be_one(vault: Vault, name: str) -> None:
    with pytest.raises(AppError):
        identity.rename(vault, name)


def test_a_replaced_key_is_vouched_for_by_the_old_one(vault: Vault) -> None:
    first = identity.mine(vault)
    second = identity.rotate(vault)
    third = identity.rotate(vault)
    assert len({first.key, second.key, third.key}) == 3
    signing.check_succession(identity.succession(vault), third.key)
    assert [s.old for s in identity.succession(vault)] == [first.key, second.key]
    assert identity.keys(vault) == {first.key, second.key, third.key}
    assert trust.judge(vault, signer(first)).standing is Standing.YOURS
    assert identity.recipient_keys(vault)[0] == third.recipient_key
    assert first.recipient_key in identity.recipient_keys(vault)


def test_more_rotations_than_a_pack_may_tell_of_still_lead_to_the_key(vault: Vault) -> None:
    for _turn in range(20):
        newest = identity.rotate(vault)
    signing.check_succession(identity.succession(vault), newest.key)
    assert len(identity.succession(vault)) == 16


def test_a_recipient_code_is_read_back(vault: Vault) -> None:
    me = identity.mine(vault)
    code = identity.recipient_code(me.key)
    expected = signing.recipient_public_key(me.key)
    assert identity.read_recipient(f" {code}\n") == expected
    bare = "6Zr1mlqVgGRYtRMTPVV3ubqKq0EVm6aGqUcFvyVTKRM="
    assert len(identity.read_recipient(bare)) == 32


@pytest.mark.parametrize(
    "code", ["", "techne-recipient:", "techne-recipient:AAAA", "häh", "AAAA", "%" * 44]
)
def test_something_else_is_no_recipient_code(code: str) -> None:
    with pytest.raises(AppError, match="recipient key"):
        identity.read_recipient(code)


def test_the_private_key_is_nowhere_in_clear(vault: Vault) -> None:
    seeds = [identity.mine(vault).seed, identity.rotate(vault).seed]
    vault.close()
    stored = b"".join(p.read_bytes() for p in vault.home.folder.rglob("*") if p.is_file())
    assert stored
    for seed in seeds:
        assert seed not in stored
        assert seed.hex().encode() not in stored


# Publishers


def test_from_new_to_known_to_trusted_to_revoked(vault: Vault) -> None:
    guild = signer(GUILD)
    assert trust.judge(vault, guild).standing is Standing.NEW
    meet(vault, guild)
    assert trust.judge(vault, guild).standing is Standing.KNOWN
    assert not trust.judge(vault, guild).vouched
    trust.trust(vault, GUILD.key)
    assert trust.judge(vault, guild).standing is Standing.TRUSTED
    trust.revoke(vault, GUILD.key)
    assert trust.judge(vault, guild).standing is Standing.REVOKED
    assert trust.judge(vault, guild).refused
    trust.distrust(vault, GUILD.key)
    assert trust.judge(vault, guild).standing is Standing.KNOWN
    trust.forget(vault, GUILD.key)
    assert trust.judge(vault, guild).standing is Standing.NEW


def test_nobody_signed(vault: Vault) -> None:
    assert trust.judge(vault, None).standing is Standing.UNSIGNED


def test_a_judgement_tells_who_it_is_about(vault: Vault) -> None:
    me = signer(identity.mine(vault))
    assert trust.judge(vault, me).signer == me
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(STRANGER))
    disguised = Signer(STRANGER.key, "Harbour Guild", AT)
    found = trust.judge(vault, disguised)
    assert found.signer == disguised
    assert (found.publisher, found.namesake) == (
        trust.publisher(vault, "Stranger"), trust.publisher(vault, "Harbour Guild")
    )  # fmt: skip
    trust.revoke(vault, GUILD.key)
    found = trust.judge(vault, signer(GUILD))
    assert found.publisher is not None and found.publisher.key == GUILD.key
    assert (found.signer, found.succeeds, found.vouched) == (signer(GUILD), None, False)


def test_what_was_decided_when_is_kept(vault: Vault, clock: Clock) -> None:
    def stored() -> tuple[State, datetime | None, datetime | None]:
        found = trust.publisher(vault, "Harbour Guild")
        return found.state, found.first_seen, found.decided

    begun = vault.now()
    meet(vault, signer(GUILD))
    assert stored() == (State.KNOWN, begun, None)
    clock.pass_seconds(60)
    trust.trust(vault, GUILD.key)
    assert stored() == (State.TRUSTED, begun, vault.now())
    clock.pass_seconds(60)
    trust.trust(vault, GUILD.key)
    meet(vault, signer(GUILD))
    assert stored() == (State.TRUSTED, begun, vault.now() - timedelta(seconds=60))
    trust.revoke(vault, GUILD.key)
    assert stored() == (State.REVOKED, begun, vault.now())
    clock.pass_seconds(60)
    trust.distrust(vault, GUILD.key)
    assert stored() == (State.KNOWN, begun, vault.now())


def test_trust_given_with_an_import_is_kept_by_later_ones(vault: Vault) -> None:
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(GUILD))
    assert trust.judge(vault, signer(GUILD)).standing is Standing.TRUSTED
    met = trust.publisher(vault, "harbour guild")
    assert (met.name, met.state, met.decided) == ("Harbour Guild", State.TRUSTED, vault.now())


@pytest.mark.parametrize("trusted", [True, False])
def test_a_known_name_with_another_key_is_a_full_stop(vault: Vault, trusted: bool) -> None:
    meet(vault, signer(GUILD), trusted=trusted)
    judgement = trust.judge(vault, signer(IMPOSTOR))
    assert judgement.standing is Standing.CHANGED_KEY
    assert judgement.refused
    assert judgement.namesake is not None
    assert judgement.namesake.key == GUILD.key


def test_a_known_key_cannot_take_another_publishers_name(vault: Vault) -> None:
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(STRANGER))
    disguised = Signer(STRANGER.key, "Harbour Guild", AT)
    assert trust.judge(vault, disguised).standing is Standing.CHANGED_KEY
    renamed = Signer(STRANGER.key, "No longer a stranger", AT)
    assert trust.judge(vault, renamed).standing is Standing.KNOWN


def test_nobody_can_call_themselves_techne(vault: Vault) -> None:
    fake = Signer(STRANGER.key, "Téchne", AT)
    assert trust.judge(vault, fake).standing is Standing.CHANGED_KEY


def test_nameless_publishers_are_not_each_other(vault: Vault) -> None:
    meet(vault, Signer(GUILD.key, "…", AT))
    assert trust.judge(vault, Signer(STRANGER.key, "!", AT)).standing is Standing.NEW


# Succession


def test_trust_follows_a_succession(vault: Vault) -> None:
    meet(vault, signer(GUILD), trusted=True)
    successor = signer(IMPOSTOR, heir(GUILD, IMPOSTOR))
    judgement = trust.judge(vault, successor)
    assert judgement.standing is Standing.TRUSTED
    assert judgement.succeeds is not None
    assert judgement.succeeds.key == GUILD.key
    meet(vault, successor)
    assert trust.judge(vault, signer(IMPOSTOR)).standing is Standing.TRUSTED


def test_a_succession_of_a_known_publisher_gives_no_trust(vault: Vault) -> None:
    meet(vault, signer(GUILD))
    successor = signer(IMPOSTOR, heir(GUILD, IMPOSTOR))
    assert trust.judge(vault, successor).standing is Standing.KNOWN


def test_trust_follows_several_successions_at_once(vault: Vault) -> None:
    last = Identity("Harbour Guild", bytes(range(3, 35)))
    meet(vault, signer(GUILD), trusted=True)
    line = (heir(GUILD, IMPOSTOR), heir(IMPOSTOR, last))
    assert trust.judge(vault, signer(last, *line)).standing is Standing.TRUSTED


def test_a_revoked_key_names_no_heir(vault: Vault) -> None:
    meet(vault, signer(GUILD), trusted=True)
    trust.revoke(vault, GUILD.key)
    successor = signer(IMPOSTOR, heir(GUILD, IMPOSTOR))
    assert trust.judge(vault, successor).standing is Standing.CHANGED_KEY


def test_a_revoked_key_in_between_breaks_the_line(vault: Vault) -> None:
    last = Identity("Harbour Guild", bytes(range(3, 35)))
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(IMPOSTOR, heir(GUILD, IMPOSTOR)))
    trust.revoke(vault, IMPOSTOR.key)
    line = (heir(GUILD, IMPOSTOR), heir(IMPOSTOR, last))
    assert trust.judge(vault, signer(last, *line)).standing is Standing.CHANGED_KEY


@pytest.mark.parametrize("end", [trust.revoke, trust.distrust, trust.forget])
def test_inherited_trust_ends_with_the_trust_it_came_from(
    vault: Vault, end: Callable[[Vault, bytes], None]
) -> None:
    last = Identity("Harbour Guild", bytes(range(3, 35)))
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(IMPOSTOR, heir(GUILD, IMPOSTOR)))
    meet(vault, signer(last, heir(GUILD, IMPOSTOR), heir(IMPOSTOR, last)))
    meet(vault, signer(last))
    for successor in (signer(IMPOSTOR), signer(last)):
        assert trust.judge(vault, successor).standing is Standing.TRUSTED
    end(vault, GUILD.key)
    for successor in (signer(IMPOSTOR), signer(last)):
        assert trust.judge(vault, successor).standing is Standing.KNOWN


@pytest.mark.parametrize("compared", ["by itself", "with an import"])
def test_an_heir_whose_own_fingerprint_was_compared_stays_trusted(
    vault: Vault, compared: str
) -> None:
    meet(vault, signer(GUILD), trusted=True)
    meet(vault, signer(IMPOSTOR, heir(GUILD, IMPOSTOR)))
    if compared == "by itself":
        trust.trust(vault, IMPOSTOR.key)
    else:
        meet(vault, signer(IMPOSTOR), trusted=True)
    trust.revoke(vault, GUILD.key)
    assert trust.judge(vault, signer(IMPOSTOR)).standing is Standing.TRUSTED


# What comes with Techne


def test_the_project_is_trusted_and_the_older_publisher_known(vault: Vault) -> None:
    ours, theirs = trust.shipped()
    assert (ours.name, ours.state) == ("Techne", State.TRUSTED)
    assert (theirs.key, theirs.name, theirs.state) == (
        OFFICIAL_PUBLISHER,
        "Graphnosis",
        State.KNOWN,
    )
    assert {p.key for p in trust.publishers(vault)} == {ours.key, theirs.key}
    judgement = trust.judge(vault, Signer(OFFICIAL_PUBLISHER, "Graphnosis"))
    assert judgement.standing is Standing.KNOWN
    assert judgement.vouched


def test_even_the_project_can_be_revoked(vault: Vault) -> None:
    ours = trust.project()
    trust.revoke(vault, ours.key)
    assert trust.judge(vault, Signer(ours.key, ours.name, AT)).standing is Standing.REVOKED
    trust.forget(vault, ours.key)
    assert trust.judge(vault, Signer(ours.key, ours.name, AT)).standing is Standing.TRUSTED


# Finding one


def test_a_publisher_is_found_by_name_and_by_fingerprint(vault: Vault) -> None:
    meet(vault, signer(GUILD))
    by_print = signing.fingerprint(GUILD.key).lower()
    assert trust.publisher(vault, by_print[:9]).key == GUILD.key
    assert trust.publisher(vault, "HARBOUR guild").key == GUILD.key
    with pytest.raises(NotFound):
        trust.publisher(vault, "nobody")
    with pytest.raises(NotFound):
        trust.trust(vault, STRANGER.key)


def test_two_of_a_name_are_told_apart_by_their_fingerprint(vault: Vault) -> None:
    with vault.write(None) as write:
        for who in (GUILD, IMPOSTOR):
            trust.put(write, who.key, "Twin", State.KNOWN)
    with pytest.raises(AppError, match="Several"):
        trust.publisher(vault, "twin")
    by_print = trust.publisher(vault, signing.fingerprint(IMPOSTOR.key))
    assert by_print.key == IMPOSTOR.key


def test_another_window_sees_a_decision(vault: Vault) -> None:
    meet(vault, signer(GUILD))
    other = Vault(vault.home.folder, vaults.unlock(vault.home.folder, passphrase=PASSPHRASE))
    try:
        trust.revoke(other, GUILD.key)
        assert vault.poll()
        assert trust.judge(vault, signer(GUILD)).standing is Standing.REVOKED
    finally:
        other.close()


def test_every_promise_names_a_test_that_exists() -> None:
    promises = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", promises)
    assert len(named) > 20
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), test


def test_a_key_that_came_another_way_opens_the_older_packs(vault: Vault, shared: Path) -> None:
    folder = shared / "packs" / "vectors"
    keys = json.loads((folder / "keys.json").read_text())
    opened = partial(install.opened, vault, read.inspect(read.read_file(folder / "pass.gsk")))
    with pytest.raises(Tampered):
        opened(keys["passphrase"])
    trust.introduce(vault, bytes.fromhex(keys["ed25519PublicKeyHex"]), "A friend")
    assert trust.judge(vault, opened(keys["passphrase"]).signer).standing is Standing.TRUSTED


def test_a_publisher_can_be_introduced_by_their_key(vault: Vault) -> None:
    trust.introduce(vault, GUILD.key, " Harbour\u202e  Guild ")
    found = trust.publisher(vault, "Harbour Guild")
    assert (found.key, found.name, found.state) == (GUILD.key, "Harbour Guild", State.TRUSTED)
    assert trust.judge(vault, signer(GUILD)).vouched
    assert trust.judge(vault, signer(IMPOSTOR)).refused


@pytest.mark.parametrize(("key", "name"), [(b"short", "A friend"), (GUILD.key, " \u202e ")])
def test_nobody_is_introduced_without_a_key_and_a_name(vault: Vault, key: bytes, name: str) -> None:
    with pytest.raises(AppError):
        trust.introduce(vault, key, name)
