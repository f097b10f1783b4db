"""`techne used`, `stats`, `importance` and `list --ranked`."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.cli import training_answer
from app.core.library import library
from app.core.lifecycle import outcomes, usage
from app.core.lifecycle.config import Procedural
from app.core.memory import entities, nodes
from app.core.memory.memories import remember
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE

DEPLOY = "# Safe deploy\n\nTrigger: a release\n\n1. @skill: Smoke tests\n2. Deploy the service.\n"
SMOKE = "# Smoke tests\n\n1. Run them.\n"
NOTE = "Deploy the service only in the window after lunch."

Use = Callable[[Callable[[Vault], None]], None]


@pytest.fixture
def using(home: Path) -> Use:
    """Do something with the vault between two commands."""

    def do(what: Callable[[Vault], None]) -> None:
        with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
            what(vault)

    return do


@pytest.fixture(autouse=True)
def _skills(using: Use) -> None:
    def make(vault: Vault) -> None:
        for text in (DEPLOY, SMOKE):
            library.save(vault, None, text)
        remember(vault, NOTE)

    using(make)


def test_a_use_counts_once_a_day(techne: Techne) -> None:
    said = techne("used", "safe-deploy", "--session", "s1", "--agent", "ada")
    assert said.out == "Counted. Safe deploy: 1 use, importance 0.71.\n"
    again = techne("used", "safe-deploy", "--session", "s1", "--agent", "ada", "--json")
    assert (again.json["counted"], again.json["uses"]) == (False, 1)
    assert set(keys(again.json)) == documented("used")
    again = techne("used", "Safe deploy", "--session", "s1", "--agent", "ada")
    assert "already counted" in again.out
    assert techne("used", "Safe deploy", "--session", "s2", "--json").json["uses"] == 2
    assert techne("used", "Safe deploy", "--memory", "memory:1", "--json").json["uses"] == 3


def test_a_use_is_linked_to_the_memory_that_tells_of_it(techne: Techne) -> None:
    techne("used", "Safe deploy", "--memory", "1")
    techne("used", "Smoke tests", "--session", "s9")
    assert techne("stats", "Safe deploy", "--json").json["memories"] == 1
    assert techne("stats", "Smoke tests", "--json").json["memories"] == 0
    techne("remember", "The tests were green at once.", "--session", "s9")
    assert techne("stats", "Smoke tests", "--json").json["memories"] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("used", "Nobody"), "no skill called"),
        (("used", "Safe deploy", "--memory", "99"), "no memory with the number 99"),
        (("stats", "Nobody"), "no skill called"),
        (("importance", "Nobody"), "no skill called"),
        (("list", "--ranked", "--engram", "Nowhere"), "no engram called"),
    ],
)
def test_what_is_not_there_is_said(techne: Techne, arguments: list[str], says: str) -> None:
    said = techne(*arguments)
    assert (said.status, said.out) == (1, "") and says in said.err


@pytest.mark.parametrize("rate", ["2", "-1", "fast", "nan"])
def test_an_impossible_rate_is_wrong_usage(techne: Techne, rate: str) -> None:
    with pytest.raises(SystemExit) as ended:
        techne("importance", "Safe deploy", "--rate", rate)
    assert ended.value.code == 2


def test_a_skill_can_have_a_rate_of_its_own(techne: Techne) -> None:
    usual = techne("importance", "Safe deploy", "--json").json
    assert (usual["ownRate"], usual["rate"], usual["value"]) == (False, 0.99, 0.7)
    assert set(keys(usual)) == documented("importance")
    said = techne("importance", "Safe deploy", "--rate", "0.5").out
    assert said.startswith("Safe deploy fades at its own rate, 0.5.\n0.70 × 0.5 ^ 0.0 days")
    assert "reaches the floor of 0.30 in 1 day." in said
    forever = techne("importance", "Safe deploy", "--rate", "1", "--json").json
    assert (forever["daysToFloor"], forever["ownRate"]) == (None, True)
    assert "default rate, 0.99" in techne("importance", "Safe deploy", "--usual").out


def test_how_a_skill_is_doing(techne: Techne, using: Use) -> None:
    fresh = techne("stats", "Safe deploy").out
    assert "never used" in fresh and "never trained" in fresh
    assert "0.95  Smoke tests: Called by this skill." in fresh

    def live(vault: Vault) -> None:
        now = datetime.now(UTC)
        vault.now = lambda: now - timedelta(days=40)
        third = library.save(vault, None, "# Third\n\n1. Go.\n").skill
        nodes.catch_up(vault)
        for ago in (40, 12, 3, 3):
            at = now - timedelta(days=ago)
            usage.record(vault, third, Procedural(), session=f"{ago}", agent="ada", at=at)

    using(live)
    lines = techne("stats", "Third").out.splitlines()
    assert lines[0] == "Third  (Skills, v1)"
    assert lines[1].startswith("Uses        3, the last on ") and lines[1].endswith("; ada 3")
    assert lines[2].count("█") == 2 and lines[2].endswith(" in 30 days")
    assert lines[3] == "Success     followed 3 times, no outcome is known"
    assert "^ 3.0 days = " in lines[4] and lines[5].endswith("in 30 days")
    found = techne("stats", "Third", "--days", "14", "--json").json
    assert [day["uses"] for day in found["days"]] == [0, 1] + [0] * 8 + [1] + [0] * 3
    assert (len(found["trend"]), found["vitality"], found["related"]) == (14, None, [])


def test_every_key_of_the_stats_is_documented(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_answer, "embedder", lambda _vault: None)
    assert "1 memory placed" in techne("train", "Safe deploy").out
    techne("used", "Safe deploy")
    techne("outcome", "Safe deploy", "success")
    found = techne("stats", "Safe deploy", "--json").json
    assert set(keys(found)) == documented("stats")
    assert found["vitality"]["score"] == 100
    assert [term["points"] for term in found["vitality"]["terms"]] == [0, 0, 0]
    said = techne("stats", "Safe deploy").out
    assert "100 − 0 − 0 − 0 = 100: fresh, grade a" in said and "Age −0 of 25: trained today" in said


def test_the_ranked_list(techne: Techne) -> None:
    techne("used", "Smoke tests", "--memory", "1")
    found = techne("list", "--ranked", "--json").json
    assert [one["title"] for one in found] == ["Smoke tests", "Safe deploy"]
    assert set(keys(found)) == documented("list") | {"score", "reason"}
    assert found[0]["reason"] == "importance 0.71, 1 memory, 0 relations"
    text = techne("list", "--ranked").out.splitlines()
    assert text[0].split() == ["Score", "Skill", "Engram", "Why"] and "Smoke tests" in text[1]
    assert "score" not in techne("list", "--json").json[0]


def test_the_list_is_narrowed(techne: Techne, tmp_path: Path) -> None:
    file = tmp_path / "hedge.md"
    file.write_text(
        "---\ntags: [garden]\nrole: protocol\n---\n# Cut a hedge\n\n1. Look for nests.\n"
    )
    techne("edit", "--new", "--text-file", file)

    def titles(*options: str) -> list[str]:
        return [one["title"] for one in techne("list", *options, "--json").json]

    for narrow in (["--tag", "Garden"], ["--role", "protocol"], ["--text", "nests"]):
        assert titles(*narrow) == ["Cut a hedge"] == titles(*narrow, "--ranked")
    assert titles("--tag", "garden", "--text", "smoke") == []
    assert titles("--text", "DÉPLOY")[0] == "Safe deploy"
    assert techne("list", "--tag", "nothing").out == "No skill matches.\n"
    assert techne("list", "--tag", "nothing", "--ranked").out == "No skill matches.\n"


def test_the_list_says_what_was_perhaps_meant(techne: Techne) -> None:
    for options in ([], ["--ranked"], ["--order", "importance"], ["--json"]):
        said = techne("list", "--search", "smoek tests", *options)
        assert said.err == "Did you mean “Smoke tests”?\n"
        assert said.status == 0
    assert techne("list", "--text", "qqqqqq").err == ""


def test_the_order_asked_for_is_kept_among_what_is_found(techne: Techne) -> None:
    def titles(*options: str) -> list[str]:
        return [one["title"] for one in techne("list", "--json", *options).json]

    assert titles("--text", "smoke") == ["Smoke tests", "Safe deploy"]
    assert titles("--text", "smoke", "--order", "title") == ["Safe deploy", "Smoke tests"]


def test_what_is_odd_in_the_settings_is_told_with_its_line(techne: Techne, home: Path) -> None:
    file = home / "knowledge.yaml"
    file.write_text("procedural:\n  decayrate: 0.5\n  importanceOnInstall: 0.9\n", encoding="utf-8")
    said = techne("importance", "Safe deploy", "--json")
    assert said.json["value"] == 0.9
    assert said.err == (
        "knowledge.yaml, line 2: “decayrate” is not a setting. Did you mean “decayRate”?\n"
    )


def test_agents_are_told_apart(techne: Techne) -> None:
    techne("used", "Safe deploy", "--session", "1", "--agent", "ada")
    techne("used", "Safe deploy", "--session", "2")
    agents = techne("stats", "Safe deploy", "--json").json["agents"]
    assert agents == [{"agent": "ada", "uses": 1}, {"agent": entities.AGENT, "uses": 1}]


def test_outcomes_are_recorded_listed_and_corrected(techne: Techne) -> None:
    said = techne("outcome", "Safe deploy", "success", "--run", "monday", "--note", "all green")
    assert said.out == ("Recorded. Safe deploy: 100 % went well; 1 of the last 1 has an outcome\n")
    told = techne("outcome", "Safe deploy", "-1", "--run", "monday", "--json").json
    assert (told["value"], told["evidence"], told["confidence"]) == (-1.0, "person", 1.0)
    assert set(keys(told)) == documented("outcome")
    techne("outcome", "Safe deploy", "0.8", "--agent", "ada", "--session", "s1")
    found = techne("outcomes", "Safe deploy", "--json").json
    assert set(keys(found)) == documented("outcomes") - {
        "what", "why", "role", "skill", "row", "outcome", "call", "sign",
    }  # fmt: skip
    assert [one["succeeded"] for one in found["invocations"]] == [True, False]
    assert (found["successCount"], found["failureCount"]) == (1, 1)
    assert "badly" in techne("outcomes", "Safe deploy").out
    with pytest.raises(SystemExit):
        techne("outcome", "Safe deploy", "nan")


def test_skills_that_mostly_fail_are_deprecated_and_restored(techne: Techne, using: Use) -> None:
    def fail(vault: Vault) -> None:
        for number in range(12):
            outcomes.record(vault, 1, -1, session=f"s{number}")

    using(fail)
    assert techne("lifecycle", "--protect", "Safe deploy").out.endswith("mostly fails, protected\n")
    assert "if it were not protected" in techne("lifecycle", "--preview").out
    refused = techne("lifecycle", "--deprecate", "Safe deploy", "--json")
    assert refused.json["error"]["code"] == "protected"
    techne("lifecycle", "--unprotect", "Safe deploy")
    (case,) = techne("lifecycle", "--preview", "--json").json["deprecate"]
    assert case["success"]["failed"] == 12
    assert "`techne undo` takes it back" in techne("lifecycle", "--sweep").out
    (first, _second) = techne("lifecycle", "--json").json["skills"]
    assert (first["status"], first["why"]) == ("deprecated", "0 %: 0 of 12 went well")
    (back,) = techne("lifecycle", "--restore", "Safe deploy", "--json").json
    assert (back["status"], back["success"]["known"]) == ("active", 0)
    assert techne("lifecycle", "--sweep").out == "Nothing had to be deprecated.\n"
    assert "too few outcomes" in techne("lifecycle").out
