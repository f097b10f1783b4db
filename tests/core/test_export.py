"""Exporting: what goes out, in which edition, and that it is the same skill on the other side."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, NotFound
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, details, engrams, history, library, outside, undoing
from app.core.library.outside import Place
from app.core.library.record import External, Meta, Source
from app.core.packs import attachments, export, identity, install, plan, trust
from app.core.packs.export import Options
from app.core.packs.format import locks, read, signing
from app.core.packs.format.contents import Attachment, Format, Mode, Pack, PackedSkill, PastText
from app.core.packs.format.problems import PackError, PassphraseNeeded, WrongKey
from app.core.packs.own_fields import own_fields, with_own_fields
from app.core.packs.trust import Standing
from app.core.skills import names
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault
from tests.core.trade import BAKE, BREW, STRANGER, pack, signed, skill
from tests.packs.samples import gsk1

pytestmark = pytest.mark.usefixtures("named")
QUICK = locks.Passphrase("open sesame", memory=8 * 1024 * 1024, passes=1, lanes=1)


def opened(vault: Vault, data: bytes, passphrase: str | None = None) -> Pack:
    return install.opened(vault, read.inspect(data), passphrase)


def bring(vault: Vault, received: Pack, engram: str | None = None) -> tuple[int, ...]:
    made = plan.plan(vault, received, engram)
    return install.apply(vault, made, quarantine=False).added


def texts(vault: Vault, skills: tuple[int, ...]) -> list[str]:
    return [library.text(vault, number) for number in skills]


def new(vault: Vault, text: str) -> int:
    return library.save(vault, None, text).skill


# The same skill on the other side

_TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=400),
    st.lists(
        st.sampled_from(
            [
                "# A title",
                "Trigger: now",
                "Requires: $a, $b:{x|y}",
                "1. First, with $a",
                '2. @skill: "Some other (skill)"(a=$a) -> $c',
                "3. Again @loop: 1 max=2",
                "",
                "   indented\r",
                "Find out: before step 1",
                '- recall: "what was it"',
                "It was cold. _(from Notes)_",
                "日本語 ß ﬁ \u0301",
            ]
        ),
        max_size=12,
    ).map("\n".join),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    text=_TEXTS,
    form=st.sampled_from(Format),
    role=st.sampled_from(["", "hook", "\u00e9"]),
    tags=st.lists(st.text("abc ", min_size=1, max_size=5), max_size=3).map(tuple),
)
def test_every_skill_is_the_same_on_the_other_side(
    vault: Vault, text: str, form: Format, role: str, tags: tuple[str, ...]
) -> None:
    number = new(vault, text)
    state = library.current(vault, number)
    assert state is not None
    library.refile(vault, number, replace(state[2], role=role, tags=tags))
    options = Options(name="Any", format=form, include_memories=True, with_calls=False)
    sent = opened(vault, export.export_pack(vault, [number], options))
    library.delete(vault, number)
    (other,) = bring(vault, sent, "Other side")
    after = library.current(vault, other)
    assert after is not None
    assert (after[1], after[2].role, after[2].tags) == (text, role, tags)
    again = opened(vault, export.export_pack(vault, [other], options))
    assert again.skills == sent.skills
    library.delete(vault, other)


def test_every_real_pack_goes_out_as_it_came(vault: Vault, shared: Path) -> None:
    files = sorted((shared / "packs").glob("*.gsk"))
    assert len(files) == 40
    for file in files:
        came = opened(vault, read.read_file(file))
        added = bring(vault, came)
        assert len(added) == len(came.skills)
        options = Options(name=file.stem, format=Format.GSK1, with_calls=False)
        went = opened(vault, export.export_pack(vault, added, options))
        assert went.skills == came.skills
        assert [s.layout for s in went.skills] == [s.layout for s in came.skills]
        native = opened(vault, export.export_pack(vault, added, Options(with_calls=False)))
        assert [s.text for s in native.skills] == texts(vault, added)
    assert len(catalogue.rows(vault)) == 65


def test_a_real_pack_survives_a_detour_through_the_native_format(
    vault: Vault, shared: Path
) -> None:
    came = opened(vault, read.read_file(next((shared / "packs").glob("coach-*.gsk"))))
    added = bring(vault, came)
    assert len(added) == 17
    options = Options(name="Detour", with_calls=False)
    native = opened(vault, export.export_pack(vault, added, options))
    before = texts(vault, added)
    library.delete(vault, *added)
    again = bring(vault, native)
    assert texts(vault, again) == before
    legacy = Options(name="Back", format=Format.GSK1, with_calls=False)
    went = opened(vault, export.export_pack(vault, again, legacy))
    assert [replace(s, text=None) for s in went.skills] == list(came.skills)


def test_a_goal_nobody_knows_survives_a_detour_through_the_native_format(vault: Vault) -> None:
    text = (
        b'{"id":"p","displayName":"P","signature":"","skills":[{"name":"Brew tea",'
        b'"baseText":"1. Boil","goals":{"trigger":"thirst","mood":"calm"},"recallRecipes":[]}]}'
    )
    received = opened(vault, gsk1(text))
    assert dict(received.skills[0].goals) == {"trigger": "thirst"}
    brought = bring(vault, received)
    native = opened(vault, export.export_pack(vault, brought)).skills[0]
    assert dict(native.goals) == {"trigger": "thirst"}
    assert native.extra["goals"] == {"trigger": "thirst", "mood": "calm"}
    older = opened(vault, export.export_pack(vault, brought, Options(format=Format.GSK1)))
    assert older.skills == received.skills


def test_real_calls_captures_and_handlers_resolve(vault: Vault, shared: Path) -> None:
    came = opened(vault, read.read_file(next((shared / "packs").glob("safe-deploy-*.gsk"))))
    added = bring(vault, came)
    assert len(added) == 6
    calls = [call for number in added for call in parse(library.text(vault, number)).calls]
    explicit = [call for call in calls if call.explicit]
    assert len(explicit) == 5
    assert {c for call in explicit for c in call.captures} == {
        "envOk",
        "migrationReport",
        "smokeReport",
    }
    assert sum(call.on_failure for call in explicit) == 2
    home = catalogue.row(vault, added[0])
    assert home is not None
    meant = [catalogue.resolve(vault, names.key(call.target), home.engram) for call in explicit]
    assert all(len(ids) == 1 for ids in meant)
    assert {number for (number,) in meant} == set(added[1:])
    assert set(export.closure(vault, added[:1])) == set(added)


def test_an_edited_skill_goes_out_as_it_is_now(vault: Vault) -> None:
    stale: PackedSkill = PackedSkill(
        name="Brew tea",
        base_text="1. Boil water",
        goals={"trigger": "thirst"},
        extra={"trainedTextFallback": "long ago", "basedOn": "something"},
    )
    (number,) = bring(vault, signed(replace(pack(), skills=(stale,))))
    before = library.text(vault, number)
    library.save(vault, number, before.replace("Boil water", "Boil fresh water"))
    sent = opened(vault, export.export_pack(vault, [number], Options(format=Format.GSK1)))
    (went,) = sent.skills
    assert went.base_text == "1. Boil fresh water"
    assert went.goals == {"trigger": "thirst"}
    assert went.extra == {"basedOn": "something"}


def test_a_skill_written_here_has_all_its_parts_for_the_older_formats(vault: Vault) -> None:
    text = (
        "# Brew tea\n\nTrigger: thirst\nOn failure: drink water\n\n1. Boil water\n   slowly\n"
        '2. Wait\n\nBefore: first\n- recall: "favourite cup" (if < 2 results)\n'
    )
    sent = opened(vault, export.export_pack(vault, [new(vault, text)], Options(format=Format.GSK2)))
    (went,) = sent.skills
    assert went.text == text
    assert went.base_text == "1. Boil water\n   slowly\n\n2. Wait"
    assert went.goals == {"trigger": "thirst", "onFailure": "drink water"}
    assert [(r.name, r.trigger, r.steps[0].if_results_below) for r in went.recipes] == [
        ("Before", "first", 2)
    ]


# What goes along


def test_the_heading_over_recipes_is_no_part_of_the_body(vault: Vault) -> None:
    text = "# T\n\n1. Do it.\n\n## Recipes\n\nBefore: when asked\n- recall: stories\n"
    skill = library.save(vault, None, text).skill
    data = export.export_pack(vault, [skill], export.Options(format=Format.GSK1))
    (packed,) = read.unlock(read.inspect(data), publishers=()).skills
    assert packed.base_text == "1. Do it."
    assert [recipe.name for recipe in packed.recipes] == ["Before"]


def test_called_skills_go_along(vault: Vault) -> None:
    brew, bake = new(vault, BREW), new(vault, BAKE)
    assert export.closure(vault, [bake]) == (bake, brew)
    alone = export.gather(vault, [bake], Options(with_calls=False)).pack
    assert [s.name for s in alone.skills] == ["Bake bread"]
    both = export.gather(vault, [bake]).pack
    assert [s.name for s in both.skills] == ["Bake bread", "Brew tea"]
    assert both.name == "Bake bread"


def test_calls_in_a_circle_end(vault: Vault) -> None:
    a = new(vault, "# A\n\n1. @skill: B\n")
    b = new(vault, "# B\n\n1. @skill: A\n2. @skill: Nowhere\n")
    assert export.closure(vault, [a]) == (a, b)


def test_callers_come_before_what_they_call_and_what_is_asked_for_first(vault: Vault) -> None:
    deep = new(vault, "# Deep\n\n1. Do it.\n")
    left = new(vault, "# Left\n\n1. @skill: Deep\n")
    right = new(vault, "# Right\n\n1. @skill: Left\n2. @skill: Deep\n")
    top = new(vault, "# Top\n\n1. @skill: Right\n")
    assert export.closure(vault, [top]) == (top, right, deep, left)
    assert export.closure(vault, [left, top, left]) == (left, top, deep, right)
    assert export.closure(vault, [9999, deep]) == (9999, deep)


def test_many_skills_are_asked_for_at_once(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [new(vault, f"# Skill {n}\n\n1. @skill: Brew tea\n") for n in range(30)]
    brew = new(vault, BREW)
    asked: list[str] = []
    rows = Vault.rows

    def counted(self: Vault, sql: str, *values: object) -> list[Row]:
        asked.append(sql)
        return rows(self, sql, *values)

    monkeypatch.setattr(Vault, "rows", counted)
    assert export.closure(vault, many) == (*many, brew)
    assert len(asked) < len(many)


def test_placed_memories_stay_at_home(vault: Vault) -> None:
    text = "# T\n\n1. One\n\nThe door sticks. _(from Diary)_\n\n2. Two, marked _(from here)_ on\n"
    number = new(vault, text)
    packing = export.gather(vault, [number])
    assert packing.pack.skills[0].text == "# T\n\n1. One\n\n2. Two, marked _(from here)_ on\n"
    assert packing.memories_left_out == 1
    chosen = export.gather(vault, [number], Options(include_memories=True))
    assert chosen.pack.skills[0].text == text
    assert chosen.memories_left_out == 0


def test_history_goes_along_only_when_chosen(vault: Vault) -> None:
    number = new(vault, BREW)
    history.name_version(vault, number, "first")
    library.save(vault, number, BREW + "3. Drink\n", label="x")
    assert export.gather(vault, [number]).pack.skills[0].history == ()
    options = Options(include_history=True)
    sent = opened(vault, export.export_pack(vault, [number], options))
    assert [past.text for past in sent.skills[0].history] == [BREW, BREW]
    library.delete(vault, number)
    (other,) = bring(vault, sent)
    again = export.gather(vault, [other], options).pack
    assert again.skills[0].history == sent.skills[0].history


def test_attachments_go_along_and_are_kept_once(vault: Vault) -> None:
    files = (Attachment("a.txt", "text/plain", b"\0\xff" * 500), Attachment("b", "x/y", b""))
    (number,) = bring(vault, signed(replace(pack(), skills=(skill(BREW, attachments=files),))))
    library.save(vault, number, BREW + "3. Drink\n")
    assert export.gather(vault, [number]).pack.skills[0].attachments == files
    assert vault.row("select count(*) from attachment") == (2,)


def test_fields_and_links_to_outside_go_along(vault: Vault) -> None:
    number = new(vault, BREW)
    details.change(vault, number, confidence=0.5, input_hints=["which tea"], file_patterns=["*.md"])
    outside.link(vault, number, Place.DOCS, "tea.md", [Kind.REQUIRES])
    sent = opened(vault, export.export_pack(vault, [number]))
    library.delete(vault, number)
    (other,) = bring(vault, sent, "Other side")
    found = details.details(vault, other)
    assert (found.source, found.confidence) == (Source.IMPORTED, 0.5)
    assert (found.input_hints, found.file_patterns) == (("which tea",), ("*.md",))
    assert outside.links(vault, other) == (External("docs", "tea.md", "requires"),)
    outside.unlink(vault, other, Place.DOCS, "tea.md")
    (again,) = opened(vault, export.export_pack(vault, [other])).skills
    assert own_fields(again.extra).links == ()
    legacy = Options(format=Format.GSK1)
    (older,) = opened(vault, export.export_pack(vault, [other], legacy)).skills
    assert "techne" not in older.extra


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text(max_size=3)
    | st.sampled_from(["docs", "requires", "x" * 501]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["confidence", "inputHints", "links", "place", "target", "kind", "new"]),
        inner, max_size=4,
    ),
)  # fmt: skip


@given(said=_JSON)
def test_whatever_stands_in_our_field_is_read_and_nothing_unknown_is_lost(said: Any) -> None:
    found = own_fields({"techne": said, "other": 1})
    meta = Meta(1, confidence=found.confidence, input_hints=found.input_hints, links=found.links)
    written = with_own_fields({"techne": said, "other": 1}, meta)
    assert written["other"] == 1 and own_fields(written) == found
    if isinstance(said, dict) and "new" in said:
        kept = written["techne"]
        assert isinstance(kept, dict) and kept["new"] == said["new"]


def test_secrets_are_pointed_out_before_they_leave(vault: Vault) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    number = new(vault, BREW + f"3. Use {key} from /home/mara/keys\n")
    found = export.gather(vault, [number]).private
    assert {(name, f.code) for name, f in found} == {
        ("Brew tea", "secret"),
        ("Brew tea", "personal-path"),
    }
    assert key not in repr(found)


def test_files_are_looked_at_before_they_leave(vault: Vault) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    number = new(vault, BREW)
    files = {
        "notes.txt": f"Kettle\nUse {key}\n".encode(),
        "wide.csv": "who,ann@kettles.io\n".encode("utf-16"),
        "photo.jpg": b"\xff\xd8\xff\x00" + bytes(range(256)),
        "harmless.md": b"# Tea\n",
    }
    attachments.attach_all(vault, number, list(files.items()))
    packing = export.gather(vault, [number])
    assert [(name, f.code, f.line) for name, f in packing.to_review] == [
        ("Brew tea, notes.txt", "secret", 2),
        ("Brew tea, wide.csv", "email", 1),
    ]
    assert packing.private == () and packing.unread == ("photo.jpg",)
    assert key not in repr(packing.to_review)


def test_links_to_outside_are_looked_at_before_they_leave(vault: Vault) -> None:
    number = new(vault, BREW)
    outside.link(vault, number, Place.FILES, "/home/mara/tea.md")
    ((name, found),) = export.gather(vault, [number]).private
    assert (name, found.code) == ("Brew tea", "personal-path")


def test_names_a_pack_cannot_hold_are_made_to_fit(vault: Vault) -> None:
    long = new(vault, "# " + "x" * 110 + "\n")
    hidden = new(vault, "# Do\u202ewn\n")
    nameless = [new(vault, ""), new(vault, "1. a\n")]
    same = new(vault, "# DO WN\n")
    wanted = [long, hidden, *nameless, same]
    sent = opened(vault, export.export_pack(vault, wanted))
    assert [s.name for s in sent.skills][1:] == [
        "Do wn",
        "Untitled skill",
        "Untitled skill (2)",
        "DO WN (2)",
    ]
    assert [s.text for s in sent.skills] == texts(vault, tuple(wanted))


def test_what_is_gone_cannot_be_exported(vault: Vault) -> None:
    number = new(vault, BREW)
    library.delete(vault, number)
    with pytest.raises(NotFound):
        export.export_pack(vault, [number])
    with pytest.raises(NotFound):
        export.export_pack(vault, [])


def test_nothing_of_a_pack_lies_in_clear(vault: Vault) -> None:
    canary = "amaranth-canary-3306"
    files = (Attachment("a.txt", "text/plain", canary.encode()),)
    past = (PastText(f"# {canary}\n", canary, "2029-05-06T07:08:09Z"),)
    text = f"# {canary}\n\n1. {canary}\n"
    packed = skill(text, name=canary, attachments=files, history=past, extra={"x": canary})
    added = bring(vault, signed(replace(pack(), name=canary, skills=(packed,))))
    wish = locks.Passphrase(canary, memory=8 * 1024 * 1024, passes=1, lanes=1)
    data = export.export_pack(vault, added, Options(wish=wish, hide_names=True))
    assert canary.encode() not in data
    vault.backup()
    stored = [path.read_bytes() for path in vault.home.folder.rglob("*") if path.is_file()]
    assert len(stored) >= 4
    assert not any(canary.encode() in one for one in stored)


# Editions


def test_each_export_of_a_name_is_the_successor_of_the_last(vault: Vault) -> None:
    number = new(vault, BREW)
    packs = [
        opened(vault, export.export_pack(vault, [number], Options(name=name, version=version)))
        for name, version in [("Tea", ""), ("TEA", ""), ("Tea", "2.0.0"), ("Tea", ""), ("Hot", "")]
    ]
    assert [p.version for p in packs] == ["1.0.0", "1.0.1", "2.0.0", "2.0.1", "1.0.0"]
    assert [p.sequence for p in packs] == [1, 2, 3, 4, 1]
    assert len({p.id for p in packs[:4]}) == 1
    assert packs[4].id != packs[0].id
    assert export.latest(vault, "tea") == export.Edition(packs[0].id, "2.0.1", 4)


@pytest.mark.parametrize(
    ("version", "following"),
    [("1.2.3", "1.2.4"), ("", "1.0.0"), ("v1.0.0", "1.0.0"), ("1.0", "1.0.0"), ("1.0.x", "1.0.0")],
)
def test_the_version_after(version: str, following: str) -> None:
    assert export.next_version(version) == following


def test_looking_at_what_would_go_out_counts_as_no_edition(vault: Vault) -> None:
    number = new(vault, BREW)
    export.gather(vault, [number])
    assert export.latest(vault, "Brew tea") is None


# For whom


def test_our_own_pack_is_ours_and_our_succession_travels(vault: Vault) -> None:
    number = new(vault, BREW)
    identity.mine(vault)
    identity.rotate(vault)
    sent = opened(vault, export.export_pack(vault, [number]))
    assert sent.signer is not None
    assert sent.signer.succession == identity.succession(vault)
    assert trust.judge(vault, sent.signer).standing is Standing.YOURS


@pytest.mark.parametrize("form", [Format.NATIVE, Format.GSK2])
def test_a_passphrase_is_asked_for(vault: Vault, form: Format) -> None:
    options = Options(format=form, wish=QUICK)
    data = export.export_pack(vault, [new(vault, BREW)], options)
    with pytest.raises(PassphraseNeeded):
        opened(vault, data)
    sent = opened(vault, data, "open sesame")
    assert (sent.mode, sent.skills[0].text) == (Mode.PASSPHRASE, BREW)


@pytest.mark.parametrize("form", [Format.NATIVE, Format.GSK2])
def test_a_recipient_opens_it_also_after_replacing_their_key(vault: Vault, form: Format) -> None:
    code = identity.recipient_code(identity.mine(vault).key)
    wish = locks.Recipients((identity.read_recipient(code),))
    data = export.export_pack(vault, [new(vault, BREW)], Options(format=form, wish=wish))
    assert opened(vault, data).skills[0].text == BREW
    identity.rotate(vault)
    identity.rotate(vault)
    assert opened(vault, data).skills[0].text == BREW


def test_somebody_else_does_not_open_it(vault: Vault) -> None:
    stranger = signing.recipient_public_key(signing.Identity("", bytes(32)).key)
    wish = locks.Recipients((stranger,))
    data = export.export_pack(vault, [new(vault, BREW)], Options(wish=wish, hide_names=True))
    assert b"Brew" not in data
    with pytest.raises(WrongKey):
        opened(vault, data)


def test_gsk1_has_no_secrets(vault: Vault) -> None:
    options = Options(format=Format.GSK1, wish=QUICK)
    with pytest.raises(PackError, match="Anyone"):
        export.export_pack(vault, [new(vault, BREW)], options)
    assert export.latest(vault, "Brew tea") is None


def test_a_failed_export_is_no_edition(vault: Vault) -> None:
    wish = locks.Recipients(())
    with pytest.raises(AppError):
        export.export_pack(vault, [new(vault, BREW)], Options(wish=wish))
    assert export.latest(vault, "Brew tea") is None


def test_what_went_out_updates_the_vault_it_went_to(vault: Vault) -> None:
    number = new(vault, BREW)
    first = opened(vault, export.export_pack(vault, [number], Options(name="Tea")))
    library.save(vault, number, BREW + "3. Drink\n")
    second = opened(vault, export.export_pack(vault, [number], Options(name="Tea")))
    library.delete(vault, number)
    (other,) = bring(vault, first, "Kitchen")
    bring(vault, second)
    assert library.text(vault, other) == BREW + "3. Drink\n"
    assert "Kitchen" in [e.name for e in engrams.engrams(vault)]


# What a pack said of itself


def described(**more: object) -> Pack:
    return replace(
        pack(BREW, BAKE),
        description="For cold mornings.",
        publisher="Granny Weatherwax",
        extra={"graphnosisMd": "# Notes of the author"},
        **more,  # type: ignore[arg-type]
    )


def said(made: Pack) -> tuple[str, str, object]:
    return made.description, made.publisher, dict(made.extra)


@pytest.mark.parametrize("form", Format)
def test_a_pack_that_is_passed_on_keeps_what_it_said_of_itself(vault: Vault, form: Format) -> None:
    received = signed(described())
    brought = bring(vault, received)
    again = opened(vault, export.export_pack(vault, brought, Options(format=form)))
    assert said(again) == said(received) != ("", "", {})
    assert again.signer is not None and again.signer.key == identity.mine(vault).key
    assert again.id != received.id
    one = export.gather(vault, brought[:1], Options(with_calls=False)).pack
    assert said(one) == said(received)


def test_what_nobody_signed_keeps_it_as_well(vault: Vault) -> None:
    received = replace(described(), signer=None)
    assert said(export.gather(vault, bring(vault, received)).pack) == said(received)


def test_the_newest_edition_that_was_not_undone_counts(vault: Vault) -> None:
    brought = bring(vault, signed(described()))
    newer = replace(described(sequence=2), description="For any morning.")
    install.apply(vault, plan.plan(vault, signed(replace(newer, skills=(skill(BREW + "3. Sip"),)))))
    assert export.gather(vault, brought).pack.description == "For any morning."
    undoing.undo(vault)
    assert export.gather(vault, brought).pack.description == "For cold mornings."


def test_another_description_is_taken_as_it_is(vault: Vault) -> None:
    brought = bring(vault, signed(described()))
    for text in ("Better.", ""):
        packing = export.gather(vault, brought, Options(description=text))
        assert (packing.pack.description, packing.pack.publisher) == (text, "Granny Weatherwax")


def test_skills_of_several_origins_are_a_pack_of_their_own(vault: Vault) -> None:
    brought = bring(vault, signed(described()))
    mine = identity.mine(vault).name
    mixed = (*brought, new(vault, "# Own\n1. x\n"))
    assert said(export.gather(vault, mixed).pack) == ("", mine, {})
    other = bring(vault, signed(pack(BREW, uid="kitchen-2"), STRANGER), "Elsewhere")
    assert said(export.gather(vault, (*brought, *other)).pack) == ("", mine, {})
    assert said(export.gather(vault, other).pack) == ("", "", {})
