"""Steps of a drafted skill say what their commands do, and what these are given."""

import pytest

from app.core.patterns.drafting import described, draft
from app.core.patterns.finding import patterns
from app.core.patterns.streams import is_looking
from app.core.transcripts.model import Result
from tests.core.pattern_sessions import call, drafted_steps, lines, only, session


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


def test_options_that_are_written_together_are_kept() -> None:
    assert drafted_steps(
        "git commit -am message-{n}x",
        "terraform plan -out plan-{n}.bin -var=a=b{n}",
        "mogrify -resize 50% -strip photos/{n}.png",
        "curl -sSfX POST https://a.example/{n}",
        "rm -rf build/{n}",
        "latexmk -pdf paper-{n}.tex",
    ) == [
        "Run `git commit -am $message`.",
        "Run `terraform plan -out $out -var=$var`.",
        "Run `mogrify -resize -strip $mogrify_path`.",
        "Run `curl -sSfX …` with $url.",
        "Run `rm -rf $rm_path`.",
        "Run `latexmk -pdf $latexmk_path`.",
    ]


def test_what_is_glued_to_an_option_of_another_command_is_no_name() -> None:
    """It may be a password, or a name."""
    assert drafted_steps(
        "mysqladmin -psecret -uada create db_{n}",
        "frob -pdf a{n}x",
        "git commit -mfix -Sada a{n}y",
        "git push -fsecretly a{n}z",
    ) == [
        "Run `mysqladmin create` with $create_name.",
        "Run `frob` with $frob_name.",
        "Run `git commit` with $message.",
        "Run `git push` with $remote.",
    ]


def test_what_changes_a_file_is_no_look() -> None:
    """It stays although the same file is read before it."""
    several = [
        lines(f"s{n}", f"cat a{n}.toml", f"sed -Ei s/0/{n}/ a{n}.toml", f"git tag v{n}",
              f"sed -n {n}p a{n}.toml", f"git push v{n}")
        for n in range(3)
    ]  # fmt: skip
    tools = only(patterns(several)).tools
    assert [tool for tool in tools if not is_looking(tool)] == [
        "shell sed -i", "shell git tag", "shell git push",
    ]  # fmt: skip
    steps = drafted_steps("sed -Ei s/0/{n}/ a{n}.toml", "perl -pi -e s/{n}/1/ a{n}b", "git tag {n}")
    assert steps[0].startswith("Run `sed -i -E` with $expression and $")
    assert steps[1].startswith("Run `perl -pi -e $")


def test_inputs_are_called_as_their_option_is() -> None:
    """Whether the value follows it or stands behind `=`, and words are counted without these."""
    assert drafted_steps(
        "./check.sh --suite s{n}x",
        "git commit --author a{n}x --message m{n}x",
        "psql -h h{n}x --username u{n}x d{n}x",
        "ssh -i keys/{n} web{n}.example",
        "sed -i s/{n}/b/ conf/{n}.toml",
        "./publish.sh --channel=c{n}x release/{n}",
        "docker run --name n{n}x -p 80{n}:80 --rm i{n}x",
    ) == [
        "Run `check.sh --suite $suite`.",
        "Run `git commit --author $author --message $message`.",
        "Run `psql -h $psql_host --username $username` with $database.",
        "Run `ssh -i $key` with $ssh_host.",
        "Run `sed -i` with $expression and $file.",
        "Run `publish.sh --channel=$channel` with $path.",
        "Run `docker run --name $name -p $port --rm $image`.",
    ]


def test_an_option_without_a_value_does_not_name_what_follows() -> None:
    assert drafted_steps(
        "frob --quiet a{n}x", "frobnicate --no-cache b{n}x", "frobber --mode c{n}x",
        "gh pr merge --squash 1{n}", "qpdf --linearize in{n}.pdf out{n}.pdf",
    ) == [
        "Run `frob --quiet $frob_name`.",
        "Run `frobnicate --no-cache $frobnicate_name`.",
        "Run `frobber --mode $mode`.",
        "Run `gh pr merge --squash $number`.",
        "Run `qpdf --linearize $qpdf_path` with $qpdf_path2.",
    ]  # fmt: skip


def test_nobody_is_asked_for_a_password_or_a_key() -> None:
    """Neither where it follows its option or stands behind `=`, nor where it is used once more."""
    assert drafted_steps(
        "twine upload --password p{n}x dist/{n}.whl",
        "./publish.sh --api-key=k{n}x --token-file f{n}x",
        "docker login -u u{n}x -p d{n}x",
        "frob --client-secret s{n}x a{n}x",
        "frobnicate p{n}x",
        "curl -u c{n}x https://a.example/{n}",
    ) == [
        "Run `twine upload --password …` with $path.",
        "Run `publish.sh --api-key=… --token-file $token_file`.",
        "Run `docker login -u $username -p …`.",
        "Run `frob --client-secret …` with $name.",
        "Run `frobnicate`.",
        "Run `curl -u …` with $url.",
    ]


@pytest.mark.parametrize("name", ["password", "apiKey", "--access-token", "client_secret", "otp2"])
def test_what_may_be_a_password_or_a_key_is_known_by_its_name(name: str) -> None:
    several = [
        session(
            f"s{n}",
            [
                "write",
                call("mcp desk send", 2, Result.DONE, **{name: n, "issue_key": n + 9}),
                "fetch",
            ],
        )
        for n in range(3)
    ]
    assert [one.name for one in draft(only(patterns(several))).inputs] == ["issue_key"]
