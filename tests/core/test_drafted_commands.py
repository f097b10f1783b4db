"""Steps of a drafted skill say what their commands do, and what these are given."""

from app.core.patterns.drafting import described
from tests.core.pattern_sessions import drafted_steps


def test_every_step_of_a_long_draft_has_its_input() -> None:
    tools = ("jj", "dvc", "helm", "make", "tox", "nox", "buf", "cargo", "npm", "uv", "yarn")
    steps = drafted_steps(*(f"{tool} build {tool}-{{n}}x" for tool in tools))
    assert len(steps) == len(tools)
    assert [step for step in steps if "$" not in step] == []


def test_of_one_step_no_more_inputs_are_named_than_anybody_reads() -> None:
    many = " ".join(f"part{letter}-{{n}}" for letter in "abcdefghij")
    first, _second, last = drafted_steps(f"jj build {many}", "jj push a-{n}", "jj tag b-{n}")
    assert first.count("$") == 8 and "$" in last


def test_a_command_without_a_name_is_a_command() -> None:
    """It is given what it is given, and in a rehearsal as well."""
    assert drafted_steps(
        "'./r(1)' -x a{n}b", "git push a{n}b", "'./s(2)' --dry-run", "git tag c{n}d",
    ) == [
        "Run a command with $remote.",
        "Run `git push` with $remote.",
        "Run a command.",
        "Run `git tag` with $tag.",
    ]  # fmt: skip
    assert described(("shell", "shell git tag")).startswith("In this order: a command, git tag.")
