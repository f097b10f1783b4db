"""What a comparison comes to, in words: a count of everything, and one line for lists."""

from collections.abc import Callable

from app.core.library.comparison import Change, Comparison, Kind, Row, Section, Tally, tally
from app.core.skills.model import Call, Jump, JumpKind
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.words import _, ngettext

_NAMED = 2
"""So many things of one sort are named; more are counted."""
_PHRASES = 3


def sentence(comparison: Comparison) -> str:
    """Such as "3 steps reworded, 1 removed, 1 moved · 2 goals · 3 links"."""
    parts = [_steps(tally(_own_steps(comparison))), *_counted(comparison)]
    said = " · ".join(part for part in parts if part)
    return said or _nothing(comparison)


def gist(comparison: Comparison) -> str:
    """Such as "Step 5 reworded, loop capped at 3": at most three things, the first ones."""
    phrases = [*_names(comparison), *_step_phrases(comparison), *_goal_phrases(comparison)]
    phrases += [*dict.fromkeys(_link_phrases(comparison)), *_other_phrases(comparison)]
    if not phrases:
        return _nothing(comparison)
    said = ", ".join(phrases[:_PHRASES])
    return said[:1].upper() + said[1:]


def _nothing(comparison: Comparison) -> str:
    return _("The same text") if comparison.same_text else _("Only spacing differs")


def _own_steps(comparison: Comparison) -> list[Row]:
    """The steps without those that only got a link, or lost one: that is told of the link."""
    links = comparison.section(Section.LINKS)
    came = {row.right.position for row in links if row.right is not None and row.left is None}
    went = {row.left.position for row in links if row.left is not None and row.right is None}

    def is_told(row: Row) -> bool:
        old, new = row.left, row.right
        if old is None or new is None or row.moved:
            return False
        only_more, only_less = not old.changes, not new.changes
        return (only_more and new.position in came) or (only_less and old.position in went)

    steps = [row for row in comparison.rows if row.kind is Kind.STEP]
    return [row for row in steps if not (row.reworded and is_told(row))]


def _steps(steps: Tally) -> str:
    """The first count says what it counts, the others follow."""
    first: tuple[tuple[int, Callable[[int], str]], ...] = (
        (steps.reworded, lambda n: ngettext("{count} step reworded", "{count} steps reworded", n)),
        (steps.added, lambda n: ngettext("{count} step added", "{count} steps added", n)),
        (steps.removed, lambda n: ngettext("{count} step removed", "{count} steps removed", n)),
        (steps.moved, lambda n: ngettext("{count} step moved", "{count} steps moved", n)),
    )
    short = (_("{count} reworded"), _("{count} added"), _("{count} removed"), _("{count} moved"))
    said: list[str] = []
    for (count, long), brief in zip(first, short, strict=True):
        if count:
            said.append((brief if said else long(count)).format(count=count))
    return ", ".join(said)


def _counted(comparison: Comparison) -> list[str]:
    def differing(*kinds: Kind) -> int:
        return tally(row for row in comparison.rows if row.kind in kinds).differing

    counts: tuple[tuple[int, Callable[[int], str]], ...] = (
        (differing(Kind.GOAL), lambda n: ngettext("{count} goal", "{count} goals", n)),
        (comparison.links.differing, lambda n: ngettext("{count} link", "{count} links", n)),
        (differing(Kind.MEMORY), lambda n: ngettext("{count} memory", "{count} memories", n)),
        (differing(Kind.NOTE), lambda n: ngettext("{count} note", "{count} notes", n)),
        (differing(Kind.HEADING), lambda n: ngettext("{count} heading", "{count} headings", n)),
        (differing(Kind.RECIPE), lambda n: ngettext("{count} recipe", "{count} recipes", n)),
        (differing(Kind.COMMENT), lambda n: ngettext("{count} comment", "{count} comments", n)),
    )
    said = [words(count).format(count=count) for count, words in counts if count]
    if differing(Kind.FRONTMATTER):
        said.append(_("front matter"))
    return [_("name"), *said] if differing(Kind.TITLE) else said


def _names(comparison: Comparison) -> list[str]:
    changed = tally(comparison.section(Section.NAME)).differing
    return [_("renamed")] if changed else []


def _step_phrases(comparison: Comparison) -> list[str]:
    rows = _own_steps(comparison)
    counts = tally(rows)
    chosen = (
        (
            [row for row in rows if row.reworded],
            _("step {steps} reworded"),
            _("steps {steps} reworded"),
            ngettext("{count} step reworded", "{count} steps reworded", counts.reworded),
        ),
        (
            [row for row in rows if row.change is Change.ADDED],
            _("step {steps} added"),
            _("steps {steps} added"),
            ngettext("{count} step added", "{count} steps added", counts.added),
        ),
        (
            [row for row in rows if row.change is Change.REMOVED],
            _("step {steps} removed"),
            _("steps {steps} removed"),
            ngettext("{count} step removed", "{count} steps removed", counts.removed),
        ),
        (
            [row for row in rows if row.moved and not row.reworded],
            _("step {steps} moved"),
            _("steps {steps} moved"),
            ngettext("{count} step moved", "{count} steps moved", counts.moved),
        ),
    )
    return [_few(found, *words) for found, *words in chosen if found]


def _few(rows: list[Row], one: str, some: str, many: str) -> str:
    if len(rows) > _NAMED:
        return many.format(count=len(rows))
    numbers = [item.number for row in rows if (item := row.right or row.left)]
    return (one if len(rows) == 1 else some).format(steps=_and(numbers))


def _and(words: list[str]) -> str:
    return (
        words[0] if len(words) == 1 else _("{one} and {other}").format(one=words[0], other=words[1])
    )


def _goal_phrases(comparison: Comparison) -> list[str]:
    rows = [row for row in comparison.section(Section.GOALS) if row.change is not Change.SAME]
    if len(rows) > _NAMED:
        return [ngettext("{count} goal", "{count} goals", len(rows)).format(count=len(rows))]
    words = {
        Change.ADDED: _("{goal} added"),
        Change.REMOVED: _("{goal} removed"),
        Change.CHANGED: _("{goal} reworded"),
    }
    return [words[row.change].format(goal=_goal_name(row)) for row in rows]


def _goal_name(row: Row) -> str:
    item = row.right or row.left
    assert item is not None and item.goal is not None
    return item.goal.spec.title()


def _link_phrases(comparison: Comparison) -> list[str]:
    rows = [row for row in comparison.section(Section.LINKS) if row.change is not Change.SAME]
    return [phrase for row in rows if (phrase := _link_phrase(row))]


def _link_phrase(row: Row) -> str:
    """Only what a list of versions should tell; rewording of a call is told by its step."""
    old = row.left.link if row.left else None
    new = row.right.link if row.right else None
    if isinstance(new, Call) and (not isinstance(old, Call) or old.target != new.target):
        return _("calls {name}").format(name=new.target)
    if isinstance(old, Call) and new is None:
        return _("no longer calls {name}").format(name=old.target)
    if isinstance(new, Jump) and new.kind is JumpKind.LOOP:
        was = old.maximum if isinstance(old, Jump) else None
        if new.maximum is not None and new.maximum != was:
            return _("loop capped at {count}").format(count=new.maximum)
        return _("loop added") if old is None else ""
    if isinstance(new, Jump):
        return _("branch added") if old is None else ""
    if isinstance(old, Jump) and new is None:
        return _("loop removed") if old.kind is JumpKind.LOOP else _("branch removed")
    return ""


def _frontmatter_words(comparison: Comparison) -> str:
    """What a person edits elsewhere is called as there: the description, the tags."""
    rows = [row for row in comparison.changed if row.kind is Kind.FRONTMATTER]
    before, after = (
        _fields("\n".join(item.text for item in items if item is not None))
        for items in ([row.left for row in rows], [row.right for row in rows])
    )
    names = {name for name in before | after if before.get(name) != after.get(name)}
    words = {"description": _("description changed"), "tags": _("tags changed")}
    if not names or not names <= words.keys():
        return _("front matter changed")
    return ", ".join(said for name, said in words.items() if name in names)


def _fields(block: str) -> dict[str, str]:
    """The fields of a block of frontmatter, empty where there is none."""
    front = frontmatter(parse(block))
    return {one.name: one.text for one in front.fields} if front is not None else {}


def _other_phrases(comparison: Comparison) -> list[str]:
    kinds = (
        (Kind.MEMORY, _("memories changed")),
        (Kind.NOTE, _("notes changed")),
        (Kind.HEADING, _("headings changed")),
        (Kind.RECIPE, _("recipes changed")),
        (Kind.FRONTMATTER, _frontmatter_words(comparison)),
        (Kind.COMMENT, _("comments changed")),
    )
    changed = {row.kind for row in comparison.changed}
    return [words for kind, words in kinds if kind in changed]
