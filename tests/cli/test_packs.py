"""Packs at the command line: who signed them, what to beware of, what they cost to open."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.packs import identity, trust
from app.core.packs.format import locks, read
from app.core.packs.format.contents import Pack
from app.core.packs.format.native import write_native
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import Identity
from app.core.vault import Vault
from tests.cli.conftest import Techne
from tests.core.trade import BAKE, BREW, GUILD, IMPOSTOR, STRANGER, pack

WORDS = "film-depart-prefer-potato-crucial-plastic"
CHEAP = locks.Passphrase("open sesame", memory=8192, passes=1, lanes=1)
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(
        made: Pack, by: Identity = GUILD, wish: locks.Wish | None = None, name: str = "kitchen"
    ) -> Path:
        path = tmp_path / f"{name}.gsk"
        path.write_bytes(write_native(made, by, wish))
        return path

    return write


def texts(techne: Techne) -> list[str]:
    return [techne("show", one["title"]).out for one in techne("list", "--json").json]


# What to beware of


def test_cautions_are_shown(techne: Techne, written: Written) -> None:
    path = written(pack(BREW))
    said = techne("import", path)
    assert said.status == 0
    assert "kitchen.gsk: Its key is new to you" in said.err
    assert f"Harbour Guild · {WORDS} · New" in said.out
    again = techne("import", path, "--dry-run")
    assert "never compared it" in again.err
    assert f"Harbour Guild · {WORDS} · Known but unverified" in again.out


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_an_older_edition_comes_in_only_when_that_is_asked_for(
    techne: Techne, written: Written, dry: tuple[str, ...]
) -> None:
    techne("import", written(pack(BREW, sequence=2), name="newer"), "--trust", "publisher")
    before = texts(techne)
    older = written(pack(BREW.replace("Wait", "Hurry"), sequence=1), name="older")
    refused = techne("import", older, *dry)
    assert refused.status == 1 and texts(techne) == before
    sentence, hint = refused.err.splitlines()
    assert "older than an edition of this pack that you already imported" in sentence
    assert "--allow-older" in hint
    (document,) = techne("import", older, *dry, "--json").json
    assert set(document) == {"file", "error", "hint"}
    allowed = techne("import", older, "--allow-older", *dry)
    assert allowed.status == 0 and "older than an edition" in allowed.err
    assert (texts(techne) == before) is bool(dry)


@pytest.mark.parametrize("name", [IMPOSTOR.name, "H\u0430rbour Guild", "Harbour\u3164Gu1ld"])
def test_another_key_under_a_name_that_looks_known_is_refused(
    techne: Techne, written: Written, name: str
) -> None:
    techne("import", written(pack(BREW)), "--trust", "publisher")
    fake = written(pack(BREW.replace("Wait", "Hurry")), replace(IMPOSTOR, name=name), name="fake")
    for arguments in (("--trust", "publisher"), ("--dry-run",)):
        refused = techne("import", fake, *arguments)
        assert refused.status == 1 and len(refused.err.splitlines()) == 2
        assert f"a different key ({phrase(IMPOSTOR.key)})" in refused.err
        assert f"the one you know for Harbour Guild ({WORDS})" in refused.err
    assert texts(techne) == [BREW]


# Several at once


def test_several_packs_are_one_import_and_one_undo(techne: Techne, written: Written) -> None:
    tea = written(pack(BREW, uid="tea"), name="tea")
    bread = written(pack(BAKE, uid="bread"), STRANGER, name="bread")
    broken = tea.with_name("broken.gsk")
    broken.write_bytes(tea.read_bytes()[:-1])
    said = techne("import", tea, broken, bread, "--trust", "once", "--json")
    assert said.status == 1
    assert [one.get("added") for one in said.json] == [1, None, 1]
    assert len(texts(techne)) == 2
    assert "Import 2 packs" in techne("undo").out
    assert texts(techne) == []


def test_the_newer_of_two_editions_comes_in(techne: Techne, written: Written) -> None:
    newer = BREW.replace("Wait", "Wait four minutes")
    old = written(pack(BREW), name="old")
    new = written(pack(newer, sequence=2, version="2.0.0"), name="new")
    for files in ((old, new), (new, old)):
        said = techne("import", *files, "--trust", "once", "--json")
        assert said.status == 1 and "Edition 2.0.0" in said.err
        assert [set(one) == {"file", "error", "hint"} for one in said.json] == [
            file == old for file in files
        ]
        assert texts(techne) == [newer]
        techne("undo")


def test_a_pack_that_is_named_twice_comes_in_once(techne: Techne, written: Written) -> None:
    tea = written(pack(BREW))
    said = techne("import", tea, tea, "--trust", "once")
    assert said.status == 0
    first, second = said.out.splitlines()
    assert "1 added" in first and "0 added, 0 updated, 1 unchanged" in second
    assert texts(techne) == [BREW]


def test_of_two_that_use_one_name_the_first_comes_in(techne: Techne, written: Written) -> None:
    tea = written(pack(BREW, uid="tea"), name="tea")
    fake = written(pack(BAKE, uid="bread"), replace(IMPOSTOR, name=GUILD.name), name="fake")
    said = techne("import", tea, fake, "--trust", "publisher")
    assert said.status == 1 and "fake.gsk: Another pack here is signed as" in said.err
    assert texts(techne) == [BREW]


def test_what_keeps_the_import_from_happening_is_said_once(
    techne: Techne, written: Written
) -> None:
    tea = written(pack(BREW, uid="tea"), name="tea")
    bread = written(pack(BAKE, uid="bread"), name="bread")
    said = techne("import", tea, bread, "--engram", "?!", "--json")
    assert said.status == 1 and said.err.count("needs a name") == 1
    assert [set(one) for one in said.json] == [{"file", "error", "hint"}] * 2
    assert texts(techne) == []


# Names never stand alone


def test_verifying_says_the_words_and_the_standing(
    techne: Techne, written: Written, tmp_path: Path
) -> None:
    ours = sorted(trust.DEMOS.glob("*.gsk"))[0]
    theirs = written(pack(BREW), STRANGER, name="theirs")
    broken = tmp_path / "broken.gsk"
    broken.write_bytes(theirs.read_bytes()[:-1] + b"?")
    said = techne("verify", ours, theirs, broken)
    rows = dict(line.split(maxsplit=1) for line in said.out.splitlines())
    assert said.status == 1
    assert "Trusted" in rows[ours.name]
    assert "not compared with your vault" in rows["theirs.gsk"]
    assert "Stranger  grant-rabbit-ostrich-punch-sudden-chalk" in rows["theirs.gsk"]
    assert "Tampered" in rows["broken.gsk"]
    documents = techne("verify", ours, theirs, broken, "--json").json
    assert [one["standing"] for one in documents] == ["trusted", None, "tampered"]
    assert documents[1]["words"] == "grant-rabbit-ostrich-punch-sudden-chalk"


def test_a_name_that_comes_with_techne_needs_no_vault_to_be_doubted(
    techne: Techne, written: Written
) -> None:
    fake = written(pack(BREW), replace(STRANGER, name="T\u0435chn\u0435"))
    assert "Changed key" in techne("verify", fake).out
    assert techne("verify", fake, "--json").json[0]["standing"] == "changed key"


def test_publishers_and_the_own_identity_are_shown_with_words(
    techne: Techne, written: Written, vault: Vault
) -> None:
    techne("import", written(pack(BREW)), "--trust", "publisher")
    listed = techne("trust").out
    assert f"Harbour Guild  Trusted          {WORDS}" in listed
    assert "Graphnosis     Known to Techne" in listed
    assert techne("trust", WORDS, "--revoke").status == 0
    assert f"Harbour Guild  Revoked          {WORDS}" in techne("trust").out
    assert "In words:" in techne("identity").out
    words = techne("identity", "--json").json["words"]
    assert techne("identity").out.count(words) == 1 and len(words.split("-")) == 6


def test_a_pack_is_signed_only_once_there_is_a_name(techne: Techne, tmp_path: Path) -> None:
    draft, out = tmp_path / "tea.md", tmp_path / "tea.gsk"
    draft.write_text(BREW)
    techne("edit", "--new", "--text-file", draft)
    refused = techne("export", "Brew tea", "-o", out)
    assert refused.status == 1 and "techne identity --name" in refused.err and not out.exists()
    assert techne("identity").out.startswith("No name yet")
    assert techne("identity", "--name", "Mara Lind", "--json").json["name"] == "Mara Lind"
    assert techne("export", "Brew tea", "-o", out).status == 0
    assert techne("verify", out, "--json").json[0]["signer"] == "Mara Lind"


# Locked packs


def test_it_is_told_how_long_a_passphrase_takes_before_it_is_tried(
    techne: Techne, written: Written, tmp_path: Path
) -> None:
    path, secret = written(pack(BREW), wish=CHEAP), tmp_path / "secret"
    secret.write_text("close sesame")
    for command in (("import", path), ("verify", path)):
        said = techne(*command, "--passphrase-file", secret).err.splitlines()
        assert said[0] == (
            "kitchen.gsk: Trying a passphrase takes less than a second and 1 MB of memory."
        )
        assert "does not open this pack" in said[1]


def test_nothing_is_tried_without_a_passphrase(techne: Techne, written: Written) -> None:
    said = techne("import", written(pack(BREW), wish=CHEAP)).err
    assert "passphrase" in said and "Trying" not in said


def test_a_publisher_who_was_trusted_just_now_is_told_as_one(
    techne: Techne, written: Written
) -> None:
    path = written(pack(BREW))
    assert techne("import", path, "--dry-run", "--json").json[0]["standing"] == "new"
    said = techne("import", path, "--trust", "publisher", "--json").json[0]
    assert said["standing"] == "trusted"


@pytest.mark.usefixtures("named")
def test_a_locked_pack_can_hide_its_names(techne: Techne, tmp_path: Path, vault: Vault) -> None:
    draft, out, secret = tmp_path / "tea.md", tmp_path / "tea.gsk", tmp_path / "secret"
    draft.write_text(BREW)
    secret.write_text("open sesame")
    techne("edit", "--new", "--text-file", draft)
    mine = identity.recipient_code(identity.mine(vault).key)
    for lock in (("--passphrase-file", secret), ("--recipient", mine)):
        assert techne("export", "Brew tea", "-o", out, *lock).status == 0
        assert b"Brew tea" in out.read_bytes()
        assert techne("export", "Brew tea", "-o", out, *lock, "--hide-names").status == 0
        assert b"Brew tea" not in out.read_bytes()
        manifest = read.inspect(out.read_bytes()).manifest
        assert manifest is not None and manifest.name == ""
        keys = lock if lock[0] == "--passphrase-file" else ()
        assert techne("import", out, *keys, "--json").json[0]["name"] == "Brew tea"
    before = out.read_bytes()
    refused = techne("export", "Brew tea", "-o", out, "--hide-names")
    assert refused.status == 1 and "not locked" in refused.err and out.read_bytes() == before


def test_a_name_of_another_engram_takes_over_no_call(techne: Techne, written: Written) -> None:
    file = written(pack(BREW))
    for name, text in (("tea", BREW), ("serve", "# Serve\n\n1. @skill: brew-tea\n2. Smile.\n")):
        path = file.with_name(f"{name}.md")
        path.write_text(text, encoding="utf-8")
        techne("edit", "--new", "--text-file", path, "--engram", "Mine")
    for more in (("--dry-run",), ()):
        said = techne("import", file, "--engram", "Skills", "--trust", "once", *more)
        assert "Brew tea: Same name as “Brew tea” in Mine. Your calls still lead there." in said.out
    assert techne("calls", "Serve").out.startswith("brew-tea → Brew tea (Mine);")
    techne("undo")
    (done,) = techne(
        "import", file, "--engram", "Skills", "--trust", "once", "--switch-calls", "--json"
    ).json
    assert done["switched"] == ["skill:2"]
    (same,) = done["skills"][0]["sameName"]
    assert (same["engram"], same["calledBy"]) == ("Mine", ["skill:2"])
    assert techne("calls", "Serve").out.startswith("brew-tea → Brew tea (Skills);")
    techne("undo")
    assert techne("calls", "Serve").out == "brew-tea → Brew tea (Mine)\n"
    refused = techne("import", file, "--engram", "Skills", "--switch-calls")
    assert refused.status == 1 and "in quarantine" in refused.err
