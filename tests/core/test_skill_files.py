"""What is odd about a SKILL.md, who refuses it, and what one click does about it."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.mirror.clients import OWN, Listing, clients, readers, resolved
from app.core.mirror.listing import Listed, measure
from app.core.mirror.oddities import LONGEST_DESCRIPTION, Odd, Oddity, oddities
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


def test_what_does_not_fit_into_a_list_is_told() -> None:
    skills = [Listed(f"s{n}", "d" * 98, uses=n) for n in range(10)]
    meter = measure(skills, Listing(all=800, each=90))
    assert meter.taken == 920 and meter.most == 800
    assert len(meter.cut) == 10 and meter.dropped == ("s0", "s1")
    assert measure(skills, Listing()).dropped == ()
