"""What is odd about a SKILL.md, who refuses it, and what one click does about it."""

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.mirror.client_table import OWN, resolved
from app.core.mirror.clients import clients, readers
from app.core.mirror.listing import Listed, measure, rank
from app.core.mirror.oddities import LONGEST_DESCRIPTION, Odd, Oddity, oddities, opening
from app.core.mirror.repairs import all_repaired, repaired
from app.core.mirror.standard import as_standard, folder_name
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse

GOOD = "---\nname: tea\ndescription: Makes tea.\n---\n# Tea\n\nPours it.\n\n1. Boil.\n"


def odd(text: str, folder: str = "tea") -> list[Odd]:
    return [one.odd for one in oddities(text.encode(), folder)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (GOOD, []),
        ("\ufeff" + GOOD.replace("\n", "\r\n"), [Odd.BYTE_ORDER_MARK]),
        (GOOD.replace("Makes tea.", "Use when: thirsty"), [Odd.UNQUOTED_COLON]),
        (GOOD.replace("description: Makes tea.\n", ""), [Odd.NO_DESCRIPTION]),
        (GOOD.replace("---\n", ""), [Odd.NO_FRONTMATTER]),
        (GOOD.replace("tea.\n---", "tea."), [Odd.OPEN_FRONTMATTER]),
        (GOOD.replace("name: tea", "name: Tea_Time"), [Odd.BAD_NAME, Odd.NAME_NOT_FOLDER]),
        (GOOD.replace("name: tea", "name: coffee"), [Odd.NAME_NOT_FOLDER]),
        (GOOD.replace("name: tea\n", ""), [Odd.NO_NAME]),
        (GOOD.replace("Makes tea.", "Makes tea. " * 105), [Odd.LONG_DESCRIPTION]),
        (GOOD.replace("Makes tea.", "Makes <b>tea</b>."), [Odd.ANGLE_BRACKETS]),
        (GOOD.replace("name: tea", "name: x\nname: tea"), [Odd.REPEATED_KEY, Odd.NAME_NOT_FOLDER]),
        (GOOD.replace("name: tea", "name: tea\ntriggers: [a]"), [Odd.OTHER_KEY]),
        (GOOD.replace("name: tea", "name: tea\nmetadata:\n  a: [b]"), [Odd.METADATA_NOT_TEXT]),
        ("---\n: : [\n---\n", [Odd.NOT_YAML, Odd.NO_NAME, Odd.NO_DESCRIPTION]),
        ("a\0b", [Odd.NOT_TEXT]),
    ],
)
def test_what_is_odd(text: str, found: list[Odd]) -> None:
    assert odd(text) == found


def test_what_is_no_text_or_too_much_of_it() -> None:
    assert oddities(b"\xff\xfe", "a") == (Oddity(Odd.NOT_TEXT),)
    assert oddities(b"a" * 2_000_000, "a") == (Oddity(Odd.TOO_LARGE),)
    assert oddities(GOOD.encode(), "tea", "skill.md") == (Oddity(Odd.FILE_NAME, "skill.md"),)
    assert all(Oddity(one).said for one in Odd)


@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_have_an_answer(raw: bytes, folder: str) -> None:
    oddities(raw, folder)
    all_repaired(raw, folder)


LOADED = {
    # what each client made of these files when it was last tried: y loaded, h by hand only, n not
    "good": "yyyyy",
    "colon": "yyyyn",
    "no description": "hnnyy",
    "no frontmatter": "hnnnn",
    "other name": "yyyyy",
    "bad name": "yyyyy",
    "long description": "yyyyn",
    "other keys": "yyyyy",
    "byte-order mark": "ynnyy",
}
TEXTS = {
    "good": GOOD,
    "colon": GOOD.replace("Makes tea.", "Use when: thirsty"),
    "no description": GOOD.replace("description: Makes tea.\n", ""),
    "no frontmatter": "# Tea\n\n1. Boil.\n",
    "other name": GOOD.replace("name: tea", "name: coffee"),
    "bad name": GOOD.replace("name: tea", "name: Tea_Time"),
    "long description": GOOD.replace("Makes tea.", "Makes tea. " * 105),
    "other keys": GOOD.replace("name: tea", "name: tea\ntriggers: [a]\nversion: 1"),
    "byte-order mark": "\ufeff" + GOOD.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("case", LOADED)
def test_who_loads_what(case: str) -> None:
    found = oddities(TEXTS[case].encode(), "tea")
    known = {one.id: one for one in clients()}
    said = ""
    for name in ("claude", "codex", "gemini", "opencode", "copilot"):
        client = known[name]
        by_hand = "h" if client.only_by_hand(found) else "y"
        said += "n" if client.refused(found) else by_hand
    assert said == LOADED[case]


@pytest.mark.parametrize("case", [name for name in TEXTS if name != "other keys"])
def test_one_click_makes_it_load_everywhere(case: str) -> None:
    raw = TEXTS[case].encode()
    text = all_repaired(raw, "tea")
    if case == "good":
        assert text is None
        return
    assert text is not None and oddities(text.encode(), "tea") == ()
    body = raw.decode().lstrip("\ufeff").partition("# Tea")[2]
    assert "".join(body.split()) in "".join(text.split())


def test_nothing_of_a_long_description_is_lost() -> None:
    said = "Pours the water slowly over the leaves. " * 40
    text = all_repaired(GOOD.replace("Makes tea.", said.strip()).encode(), "tea")
    assert text is not None and said.strip() in text.partition("# Tea\n")[2]
    front = frontmatter(parse(text))
    description = front.field("description") if front else None
    assert description is not None and 900 < len(description.text) <= LONGEST_DESCRIPTION


def test_what_no_rule_mends_stays() -> None:
    assert repaired("---\n: : [\n---\n", Oddity(Odd.NOT_YAML), "tea") is None
    assert all_repaired(b"\xff", "tea") is None
    assert all_repaired(GOOD.replace("tea\n", "Tee\n", 1).encode(), "No Name") is None


_VALUES = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f"), max_size=30
)


@given(
    st.dictionaries(st.sampled_from(["name", "version", "tags", "license", "x"]), _VALUES),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_techne_writes_every_client_loads(values: dict[str, str], newline: str) -> None:
    from ruamel.yaml import YAML  # noqa: PLC0415

    into = io.StringIO()
    YAML().dump(dict(values), into)
    front = into.getvalue() if values else ""
    text = f"---\n{front}---\n# Tea\n\nMakes it.\n\n1. Boil.\n".replace("\n", newline)
    made = as_standard(text, "tea")
    assert oddities(made.encode(), "tea") == ()
    assert as_standard(made, "tea") == made
    assert made.endswith(f"1. Boil.{newline}")


def test_a_frontmatter_that_is_right_is_left_alone() -> None:
    text = (
        "---\n# who made it\nname: tea   # as the folder\nlicense: 'MIT'\n"
        'description: >-\n  Makes\n  tea.\nmetadata:\n  author: "me"\n---\n# Tea\n'
    )
    assert as_standard(text, "tea") == text


def test_names_for_folders() -> None:
    assert folder_name("Öffnen der Küche!", 3) == "offnen-der-kuche"
    assert folder_name("Straße", 3) == "strasse"
    assert folder_name("開店", 7) == "skill-7"
    assert folder_name("CON", 1) == "con-skill"
    assert len(folder_name("a b " * 60, 1)) <= 64


def test_clients_and_where_they_look(tmp_path: Path) -> None:
    env = {"HOME": "/home/ada", "CODEX_HOME": "/opt/codex"}
    assert resolved("${CODEX_HOME:-~/.codex}/skills", env) == Path("/opt/codex/skills")
    assert resolved("${CLAUDE_CONFIG_DIR:-~/.claude}/skills", env) == Path(
        "/home/ada/.claude/skills"
    )
    known = clients()
    assert "Gemini CLI" in [one.name for one in readers(Path("/p/clinic/.agents/skills"), known)]
    (tmp_path / OWN).write_text(
        '[[client]]\nid = "codex"\nname = "Our Codex"\nchecked = 2030-01-01\nuser = ["~/x"]\n'
        '[[client]]\nid = "ours"\nname = "Ours"\nchecked = 2030-01-01\n'
    )
    mine = {one.id: one.name for one in clients(tmp_path)}
    assert mine["codex"] == "Our Codex" and mine["ours"] == "Ours" and len(mine) == len(known) + 1
    (tmp_path / OWN).write_text("[[client]]\nid = 3\nrefuses = ['what']\n")
    with pytest.raises(AppError, match=r"clients\.toml cannot be read"):
        clients(tmp_path)


def lengths(*some: tuple[int, int]) -> list[Listed]:
    """So many skills with descriptions of so many characters each, named in their order."""
    each = [long for count, long in some for _n in range(count)]
    return [Listed(f"skill-{n:03}", "d" * long) for n, long in enumerate(each)]


def numbers(some: Sequence[Listed]) -> list[int]:
    return [int(one.name.removeprefix("skill-")) for one in some]


def test_what_does_not_fit_into_a_list_is_told_as_the_clients_do_it() -> None:
    """The figures are those that the clients themselves showed to a model; see clients.toml."""
    by_id = {one.id: one.listing for one in clients()}
    claude, codex, copilot = (by_id[name] for name in ("claude", "codex", "copilot"))
    assert numbers(measure(lengths((120, 300)), claude).dropped) == [*range(74, 120)]
    mixed = measure(lengths((70, 300), (6, 1400), (60, 40)), claude)
    assert numbers(mixed.dropped) == [*range(70, 76), *range(103, 136)] and mixed.taken > 30_000
    mixed = measure(lengths((40, 300), (12, 1400), (60, 40)), claude)
    assert numbers(mixed.dropped) == [*range(47, 52), *range(68, 112)]
    used = [replace(one, rank=float(one.name == "skill-118")) for one in lengths((120, 300))]
    assert numbers(measure(used, claude).dropped) == [*range(73, 118), 119]
    long = measure(lengths((1, 1536), (2, 1537)), claude)
    assert numbers(long.cut) == [1, 2] and not long.dropped and long.affected == long.cut
    assert not measure(lengths((57, 300)), codex).cut
    even = measure(lengths((20, 1000), (40, 300), (20, 60)), codex)
    assert numbers(even.cut) == [*range(60)] and not even.dropped
    assert numbers(measure(lengths((60, 300)), copilot).dropped) == [*range(37, 60)]
    mixed = measure(lengths((30, 300), (4, 1000), (40, 40)), copilot)
    assert numbers(mixed.dropped) == [*range(32, 74)]
    assert measure(lengths((300, 300)), by_id["gemini"]).affected == ()


def test_a_use_counts_half_after_a_week_and_never_nothing() -> None:
    now = datetime(2026, 1, 29, tzinfo=UTC)
    ages = [rank(10, now - timedelta(days=days), now) for days in (0, 7, 30, 300)]
    assert ages == [10.0, 5.0, pytest.approx(1.0), 1.0] and rank(0, None, now) == 0.0


PIECES = st.sampled_from(
    ["---", "...", "\n", "\r\n", "\r", " ", "\t", "a: b", "name: x: y", "description: >", "  more",
     "\u2028", "\x0b", "# T", "1. Go", "----", "\ufeff", "- "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join), st.booleans())
def test_the_opening_of_a_text_has_the_frontmatter_of_all_of_it(text: str, begins: bool) -> None:
    text = f"---\n{text}" if begins else text
    assert frontmatter(opening(text)) == frontmatter(parse(text))
