"""A new goal category, or a new kind of relation, is one entry in its table (and its look).

Proven on a copy of the program with a ninth category and a tenth kind in it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from app.core.graph.relation_cues import CUE, Kind
from app.core.skills.model import GoalKind
from app.ui.theme.goals import GOALS
from app.ui.theme.tokens import DARK, LIGHT

ROOT = Path(__file__).parents[2]
NINTH = """
    ESCALATION = "Escalation", GoalSpec(
        lambda: "Escalation",
        lambda: "whom to call",
        lambda: "Say whom to call.",
        mark="☎", field="escalation", place=9, constraint="escalation",
    )
    PRODUCES = """
LOOK = """
        GoalKind.ESCALATION: GoalLook("link", ("#76D19E", "#223630"), ("#117342", "#E4F2EA")),
        GoalKind.PRODUCES:"""
TENTH = """
    TESTS = "tests", KindSpec(
        lambda: "tests",
        lambda: "Tested by this skill",
        lambda: "Tests this skill",
        said=r"tests|pruft",
        said_backwards=r"(?:is\\s+)?tested\\s+by",
    )
    SUPERSEDES = """
SCRIPT = r"""
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.core.graph.relation_cues import SYMMETRIC, Kind
from app.core.graph.naming import Names
from app.core.graph.relations import stated
from app.core.library import catalogue, library
from app.core.library.compare import compare
from app.core.library.summary import gist
from app.core.lifecycle.related_skills import kind_words
from app.core.packs.format import read
from app.core.packs.format.contents import Pack, PackedSkill
from app.core.packs.format.native import write_native
from app.core.packs.format.signing import Identity
from app.core.packs.translate import _derived, text_of
from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import KnownSkills
from app.core.skills.editing.complete import _goals
from app.core.skills.editing.render import with_goal
from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.narrative import narrative
from app.core.walk.plan import walk
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.knowledge.linking import KINDS
from app.ui.views.skills.knowledge.relation_row import link_words
from app.ui.widgets.gauges import RingGauge

home, key = Path(sys.argv[1]), bytes.fromhex(sys.argv[2])
new = GoalKind("Escalation")
text = "# Deploy\n\nTrigger: a release\nEscalation: call Ann\n\n1. Go\n"
skill = parse(text)
assert skill.goal(new).value == "call Ann"
marked = parse("# A\n\n- ☎ **escalation**: call Ann\n\n1. Go\n")
assert marked.goal(new).value == "call Ann"
assert new.spec.title() == "Escalation"
assert with_goal(text, new, "call Bob") == text.replace("Ann", "Bob")
assert parse(with_goal("# A\n\n1. Go\n", new, "call Bob")).goal(new).value == "call Bob"
without = findings(parse(text.replace("Escalation: call Ann\n", "")), KnownSkills())
assert any(f.goal is new and f.detail == "Say whom to call." for f in without)
assert not any(f.goal is new for f in findings(skill, KnownSkills()))
assert [item.label for item in _goals("esc")] == ["Escalation:"]
assert compose("A", {kind: "x" for kind in GoalKind}, "1. Go", ()).count("Escalation: x") == 1
assert gist(compare(text, text.replace("Ann", "Bob"))) == "Escalation reworded"

packed = _derived(PackedSkill(name="Deploy", text=text), skill)
assert packed.goals["escalation"] == "call Ann"
pack = Pack("p-1", "P", (PackedSkill(name="Deploy", text=text),), version="1.0.0", sequence=1)
again = read.unlock(read.inspect(write_native(pack, Identity("G", bytes(range(32))))))
assert parse(text_of(again.skills[0])).goal(new).value == "call Ann"

with Vault(home, key) as vault:
    number = library.save(vault, None, text).skill
    plan = walk(vault, number)
    assert plan.constraints["escalation"] == "call Ann"
    assert "☎ Escalation: call Ann" in narrative(skill, plan)

program = QApplication([])
theme = Theme.of(program)
chips = GoalChips(theme)
assert chips.chip(new).text() == "Escalation" and GOALS[new].icon == "link"
assert not theme.pixmap(GOALS[new].icon, "goal:Escalation", 14, 1.0).isNull()
chips.open_box(new, "call Ann")
ring = RingGauge(theme)
ring.show_goals([new])
assert ring.accessibleName() == "1 of 9 goals written"
ring.grab()

tests = Kind("tests")
deploy = Names(["Safe deploy"])
for sentence, backwards in (("This tests Safe deploy.", False), ("Tested by Safe deploy.", True)):
    (said,) = stated(parse(f"# A\n\n{sentence}\n\n1. Go\n"), deploy)
    assert (said.kind, said.backwards) == (tests, backwards)
assert tests not in SYMMETRIC and tests in KINDS and link_words(tests) == "tests"
assert kind_words(tests, forwards=True) == "Tested by this skill"
assert kind_words(tests, forwards=False) == "Tests this skill"
print("one entry is enough")
"""


def test_the_tables_are_complete() -> None:
    for scheme in (DARK, LIGHT):
        assert set(scheme.goals) == set(GOALS) == set(GoalKind)
    for field in ("mark", "field", "place"):
        found = [getattr(kind.spec, field) for kind in GoalKind]
        assert all(found) and len(set(found)) == len(found)
    for words in ("title", "purpose", "missing"):
        assert all(getattr(kind.spec, words)() for kind in GoalKind)
    for kind in Kind:
        assert kind.spec.label() and kind.spec.of_target()
        assert (f"F_{kind.name}" in CUE.groupindex) == bool(kind.spec.said)
        assert (f"B_{kind.name}" in CUE.groupindex) == bool(kind.spec.said_backwards)


def test_one_more_is_one_entry(tmp_path: Path, home: Path, data_key: bytes) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "app", copy / "app", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "resources").symlink_to(ROOT / "resources")
    entries = (
        ("app/core/skills/model.py", "\n    PRODUCES = ", NINTH),
        ("app/ui/theme/goals.py", "\n        GoalKind.PRODUCES:", LOOK),
        ("app/core/graph/relation_cues.py", "\n    SUPERSEDES = ", TENTH),
    )
    for name, before, entry in entries:
        path = copy / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, entry), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(home), data_key.hex()],
        env=os.environ | {"PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"},
        cwd=copy, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "one entry is enough\n", done.stderr
