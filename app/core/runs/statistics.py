"""How the steps of a skill went in its last runs: how often, how long, what failed and why.

Steps are found again by their words (`library.align`), so that figures survive edits.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from app.core.library.align import key_of, pair
from app.core.runs.program import Procedure
from app.core.runs.state import Mark
from app.core.runs.store import WORDS
from app.core.vault import Vault

LAST = 20
"""Runs that are looked at, the newest."""
_WHYS = 3


@dataclass(frozen=True, slots=True)
class StepFigures:
    """A step in the runs that are over: `step` is its place in the text, from 0.

    It was left `times` times, of which `failed` and `skipped`; it was `done` so often. `seconds` is
    the median of how long that took, what had failed before in that run included; None where it
    never was. `whys` are the newest reasons given, without repetition; `last_failed` is when the
    last time began that it failed. `left` are those times with their seconds, the oldest first.
    """

    step: int
    times: int
    failed: int
    skipped: int
    seconds: float | None
    whys: tuple[str, ...]
    last_failed: datetime | None
    left: tuple[tuple[Mark, float], ...] = ()
    done: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """`runs` were looked at; steps that none of them came to are left out."""

    runs: int
    steps: tuple[StepFigures, ...]

    def of(self, step: int) -> StepFigures | None:
        """Of one step, by its place from 0."""
        return next((one for one in self.steps if one.step == step), None)


@dataclass(frozen=True, slots=True)
class _Left:
    """One time that a step was left."""

    run: int
    node: int
    words: str
    mark: Mark
    at: datetime
    seconds: float
    why: str


def of_procedure(vault: Vault, procedure: Procedure) -> Figures:
    """Of a procedure as it is run."""
    texts = [node.text for node in procedure.nodes]
    return figures(vault, procedure.skill, texts, procedure.version)


def figures(
    vault: Vault, skill: int, texts: Sequence[str], version: int = 0, *, last: int = LAST
) -> Figures:
    """Of the steps with these texts, in the `last` runs of a skill, alone or called by others.

    `version` is the id of the one that they stand in, 0 for a text that is not saved.
    """
    chosen = [
        run
        for (run,) in vault.rows(
            "select distinct run from run_visit where skill = ? order by run desc limit ?",
            skill,
            last,
        )
    ]
    by_version = defaultdict[int, list[_Left]](list)
    for of, run, node, words, mark, at, seconds, why in vault.rows(
        "select version, run, node, words, mark, at, seconds, why from run_visit where skill = ?"
        " and run in (select value from json_each(?)) order by rowid",
        skill,
        json.dumps(chosen),
    ):
        left = _Left(run, node, words, Mark(mark), datetime.fromisoformat(at), seconds, why)
        by_version[of].append(left)
    found = defaultdict[int, list[_Left]](list)
    for of, visits in by_version.items():
        places = _places(visits, texts, is_same=of == version)
        for one in visits:
            if one.node in places:
                found[places[one.node]].append(one)
    return Figures(len(chosen), tuple(_step(place, found[place]) for place in sorted(found)))


def _places(visits: Iterable[_Left], texts: Sequence[str], *, is_same: bool) -> dict[int, int]:
    """Where the steps of another version stand in these texts, as far as they do."""
    words = {one.node: one.words for one in visits}
    if is_same:
        return {node: node for node in words}
    nodes = sorted(words)
    here = [key_of(text[:WORDS]) for text in texts]
    couples = pair([key_of(words[node]) for node in nodes], here)
    return {
        nodes[couple.left]: couple.right
        for couple in couples
        if couple.left is not None and couple.right is not None
    }


def _step(place: int, visits: list[_Left]) -> StepFigures:
    newest = sorted(visits, key=lambda one: one.at, reverse=True)
    done = _times_done(visits)
    failures = [one.at for one in newest if one.mark is Mark.FAILED]
    return StepFigures(
        step=place,
        times=len(visits),
        failed=len(failures),
        skipped=sum(one.mark is Mark.SKIPPED for one in visits),
        seconds=median(done) if done else None,
        whys=tuple(dict.fromkeys(one.why for one in newest if one.why))[:_WHYS],
        last_failed=failures[0] if failures else None,
        left=tuple((one.mark, one.seconds) for one in reversed(newest)),
        done=len(done),
    )


def _times_done(visits: Iterable[_Left]) -> list[float]:
    """Seconds from the first try until it was done, for each time that it was."""
    failed, done = defaultdict[int, float](float), []
    for one in visits:
        tried = failed.pop(one.run, 0.0) + one.seconds
        if one.mark is Mark.DONE:
            done.append(tried)
        elif one.mark is Mark.FAILED:
            failed[one.run] = tried
    return done
