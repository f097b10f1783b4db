"""The settings file of the knowledge: read whatever it says, changed only where it must be."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.lifecycle.config import (
    BOUNDS,
    Procedural,
    bounded,
    load,
    path,
    read,
    store,
    write,
)
from app.core.store.files import Home

COMMENTED = """\
# how my skills fade
procedural:
    decayRate:   0.98   # slower
    affinityMode: "interval"

    # of the window
    suggestionLimit: 7
other:
  - kept # as it is
"""


def test_the_defaults_are_those_of_the_seed() -> None:
    usual = Procedural()
    assert (usual.decay_rate, usual.min_importance, usual.importance_on_install) == (0.99, 0.3, 0.7)
    assert (usual.affinity_threshold, usual.affinity_mode, usual.affinity_interval_ms) == (
        3,
        "event",
        21_600_000,
    )
    assert (usual.suggestion_limit, usual.enrich_min_description) == (5, 30)
    assert (usual.enabled, usual.enrich_on_install, usual.reconcile_interval_ms) == (
        True,
        True,
        60_000,
    )
    assert bounded(usual) == usual
    assert read("") == (usual, ())


def test_values_are_read() -> None:
    settings, problems = read(COMMENTED)
    assert (settings.decay_rate, settings.affinity_mode, settings.suggestion_limit) == (
        0.98,
        "interval",
        7,
    )
    assert problems == ()
    assert settings.skills.rate == 0.98
    assert (settings.memories.rate, settings.memories.floor) == (0.95, 0.0)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("decayRate: 2", "decay_rate", 1.0),
        ("decayRate: -1", "decay_rate", 0.0),
        ("decayRate: fast", "decay_rate", 0.99),
        ("decayRate: .nan", "decay_rate", 0.99),
        ("decayRate: '0.5'", "decay_rate", 0.99),
        ("decayRate: [1]", "decay_rate", 0.99),
        ("decayRate:", "decay_rate", 0.99),
        ("affinityThreshold: 2.5", "affinity_threshold", 3),
        ("affinityThreshold: 0", "affinity_threshold", 1),
        ("affinityMode: daily", "affinity_mode", "event"),
        ("enabled: 1", "enabled", True),
        ("reconcileIntervalMs: 1", "reconcile_interval_ms", 10_000),
        ("enrichMinDescription: 9000", "enrich_min_description", 500),
    ],
)
def test_an_impossible_value_is_said_and_replaced(line: str, field: str, value: object) -> None:
    settings, problems = read(f"# first line\nprocedural:\n  {line}\n")
    assert getattr(settings, field) == value
    assert [problem.line for problem in problems] == [3]
    assert line.partition(":")[0] in problems[0].sentence


@pytest.mark.parametrize(
    "text",
    [
        "a: [1\n",
        "\0",
        "- 1\n",
        "procedural:\n\tdecayRate: 1\n",
        "[" * 1_000,
        "a: &x 1\nb: &x 2\n",
        "a: *nowhere\n",
        "a: 1\na: 2\n",
        "a: 1\n---\nb: 2\n",
        "procedural: &a\n  <<: *a\n",
        "? [1]\n: 2\n",
        "%YAML 1.1\n---\na: !!python/object:os.system 1\n",
        "procedural: 5\n",
    ],
)
def test_any_text_gives_settings(text: str) -> None:
    assert read(text)[0] == Procedural()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("decayRate: 0.9\n", 1, "no “procedural:”"),
        ("# mine\nmemory:\n  procedural:\n    decayRate: 0.9\n", 2, "no “procedural:”"),
        ("procedural:\n  decayRa", 2, "takes settings"),
        ("procedural: [decayRate]\n", 1, "takes settings"),
        ("just words\n", 1, "no “procedural:”"),
        ("procedural:\n  decayrate: 0.9\n", 2, "Did you mean “decayRate”?"),
        ("procedural:\n  colour: red\n", 2, "“colour” is not a setting."),
        ("procedural:\n  decayRate: 0.9\n  decayRate: 0.8\n", 2, "appears again below"),
        ("procedural:\n  decayRate: 0.9\n  minImpor", 3, "not valid YAML"),
        ("procedural:\n  decayRate: 7\n", 2, "“decayRate” was set to 1.0."),
    ],
)
def test_what_says_nothing_is_said_with_its_line(text: str, line: int, says: str) -> None:
    (problem,) = read(text)[1]
    assert problem.line == line and says in problem.sentence


@pytest.mark.parametrize(
    "text", ["", "# remark\n", "procedural:\n", "procedural: ~\n", "procedural: {}\n"]
)
def test_an_empty_file_is_no_problem(text: str) -> None:
    assert read(text) == (Procedural(), ())


@pytest.mark.parametrize("blank", ["", "# mine\n\n"])
def test_the_block_may_stand_where_the_seed_has_it(blank: str) -> None:
    inside = "memory:\n  pipelineV2:\n    graph: true\n    procedural:\n"
    text = f"{blank}{inside}      decayRate: 0.98 # slow\n"
    settings, problems = read(text)
    assert (settings.decay_rate, problems) == (0.98, ())
    changed = write(text, replace(settings, decay_rate=0.97, suggestion_limit=7))
    assert changed == text.replace("0.98", "0.97") + "      suggestionLimit: 7\n"
    (misspelt,) = read(text.replace("decayRate", "decayrate"))[1]
    assert misspelt.line == text.count("\n") and "decayRate" in misspelt.sentence
    above = read("procedural:\n  decayRate: 0.5\n" + text)[0]
    assert above.decay_rate == 0.5, "what stands at the top counts"


def test_a_file_with_a_mistake_says_where_and_is_never_overwritten() -> None:
    broken = "procedural:\n  decayRate: [1\nother: 2\n"
    assert len(read(broken)[1]) == 1
    with pytest.raises(AppError) as error:
        write(broken, replace(Procedural(), decay_rate=0.5))
    assert "knowledge.yaml" in str(error.value) and error.value.hint


def test_only_what_differs_is_touched() -> None:
    changed = write(COMMENTED, replace(read(COMMENTED)[0], decay_rate=0.97))
    assert changed == COMMENTED.replace("0.98", "0.97")
    added = write(COMMENTED, replace(read(COMMENTED)[0], enabled=False))
    assert added == COMMENTED.replace(
        "suggestionLimit: 7\n", "suggestionLimit: 7\n    enabled: false\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a remark",
        "procedural:\n",
        "procedural: {}\n",
        "procedural: ~",
        "procedural: {decayRate: 0.5}\r\n",
        "other: 1",
        "other: |\n  text\n\n\n",
        "\ufeffprocedural:\n    enabled: true\n    unknown: 1\n",
        "---\nprocedural:\n  enabled: true\n...\n",
        "a: 1\r\nprocedural:\r\n  enabled: true # yes\r\n\r\nb: 2\r\n",
        "memory:\n  pipelineV2:\n    procedural:\n",
        "memory:\n    pipelineV2:\n        procedural: {}\n    other: 1\n",
        "memory:\n  pipelineV2: ~\n",
        "memory: [pipelineV2]\n",
    ],
)
@pytest.mark.parametrize(
    "change", [{"decay_rate": 0.9}, {"enabled": False}, {"affinity_mode": "interval"}]
)
def test_every_kind_of_file_can_be_changed(text: str, change: dict[str, object]) -> None:
    wanted = replace(read(text)[0], **change)  # type: ignore[arg-type]
    changed = write(text, wanted)
    assert read(changed)[0] == wanted
    assert ("# yes" in changed, "# only" in changed) == ("# yes" in text, "# only" in text)
    assert write(changed, wanted) == changed


def test_a_shared_value_is_refused_rather_than_changed_for_both() -> None:
    text = "procedural:\n  enabled: &x true\n  enrichOnInstall: *x\n"
    with pytest.raises(AppError) as error:
        write(text, replace(Procedural(), enabled=False))
    assert "knowledge.yaml" in error.value.hint


numbers = {
    name: st.integers(int(low), int(high))
    if isinstance(getattr(Procedural(), name), int)
    else st.floats(low, high)
    for name, (low, high) in BOUNDS.items()
}
settings = st.builds(
    Procedural,
    enabled=st.booleans(),
    enrich_on_install=st.booleans(),
    affinity_mode=st.sampled_from(["event", "interval"]),
    **numbers,
)


@given(settings, st.sampled_from(["", COMMENTED, COMMENTED.replace("\n", "\r\n")]))
def test_what_is_written_is_read_and_remarks_stay(wanted: Procedural, text: str) -> None:
    changed = write(text, wanted)
    assert read(changed) == (wanted, ())
    assert write(changed, wanted) == changed
    for remark in ("# how my skills fade", "# slower", "# of the window", "  - kept # as it is"):
        assert (remark in changed) == (remark in text)


@given(st.text(max_size=200))
def test_saving_what_was_read_changes_no_byte(text: str) -> None:
    found, _problems = read(text)
    try:
        assert write(text, found) == text
    except AppError:
        assert found == Procedural()


def test_the_file_lies_in_the_home_folder(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert load(home) == (Procedural(), ())
    store(home, Procedural())
    assert not path(home).exists()
    wanted = replace(Procedural(), suggestion_limit=9, decay_rate=5.0)
    store(home, wanted)
    assert load(home) == (bounded(wanted), ())
    before = path(home).stat().st_mtime_ns
    store(home, wanted)
    assert path(home).stat().st_mtime_ns == before


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    home = Home(tmp_path)
    elsewhere = tmp_path / "dotfiles.yaml"
    elsewhere.write_text(COMMENTED, encoding="utf-8")
    path(home).symlink_to(elsewhere)
    store(home, replace(load(home)[0], suggestion_limit=9))
    assert path(home).is_symlink()
    assert "suggestionLimit: 9" in elsewhere.read_text(encoding="utf-8")


def test_two_that_write_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    home = Home(tmp_path)
    path(home).write_text(COMMENTED, encoding="utf-8")

    def write_often(limit: int) -> None:
        for number in range(20):
            now, problems = load(home)
            assert problems == ()
            store(home, replace(now, suggestion_limit=limit, affinity_threshold=number + 1))

    with ThreadPoolExecutor() as both:
        for done in [both.submit(write_often, 8), both.submit(write_often, 9)]:
            done.result()
    settings, problems = load(home)
    assert problems == () and settings.suggestion_limit in (8, 9)
    assert settings.decay_rate == 0.98 and "# slower" in path(home).read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["knowledge.yaml"]


def test_a_file_that_is_no_text_is_said_and_kept(tmp_path: Path) -> None:
    home = Home(tmp_path)
    path(home).write_bytes(b"\xff\xfe\x00")
    settings, problems = load(home)
    assert settings == Procedural() and len(problems) == 1
    with pytest.raises(AppError):
        store(home, replace(settings, enabled=False))
    assert path(home).read_bytes() == b"\xff\xfe\x00"
