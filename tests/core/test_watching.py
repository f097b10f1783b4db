"""Hearing of changes in linked folders."""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest

from app.core.mirror.watching import Watcher
from tests.core.test_mirror import TEXT, put

LONG, SHORT = 20, 0.4
"""Seconds: until there must have been news, and in which there is none if there never will be."""


@pytest.fixture
def news() -> Queue[Path]:
    return Queue()


@pytest.fixture
def watcher(news: "Queue[Path]") -> Iterator[Watcher]:
    made = Watcher(news.put)
    yield made
    made.stop()


def heard(news: "Queue[Path]", first: float) -> set[Path]:
    """Everything until it is quiet."""
    found: set[Path] = set()
    wait = first
    try:
        while True:
            found.add(news.get(timeout=wait))
            wait = SHORT
    except Empty:
        return found


def test_every_kind_of_change_is_heard_and_reading_is_none(
    watcher: Watcher, news: "Queue[Path]", tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for root in (one, other):
        root.mkdir()
    watcher.follow([one, other, tmp_path / "not there"])
    file = put(one, "deploy")
    assert heard(news, LONG) == {one}
    file.read_bytes()
    list(file.parent.iterdir())
    (file.parent / ".techne-new-x").write_text("x")  # as where a write is given up
    (file.parent / ".techne-new-x").unlink()
    assert heard(news, SHORT) == set()
    file.write_text(TEXT + "3. Rest.\n")
    assert heard(news, LONG) == {one}
    file.parent.rename(one / "ship")
    assert heard(news, LONG) == {one}
    (one / "ship" / "SKILL.md").unlink()
    assert heard(news, LONG) == {one}
    put(other, "deploy")
    assert heard(news, LONG) == {other}


def test_who_is_not_followed_any_more_is_not_heard(
    watcher: Watcher, news: "Queue[Path]", tmp_path: Path
) -> None:
    watcher.follow([tmp_path])
    watcher.follow([])
    put(tmp_path, "deploy")
    assert heard(news, SHORT) == set()


def test_a_folder_that_comes_back_is_heard_again(
    watcher: Watcher, news: "Queue[Path]", tmp_path: Path
) -> None:
    root = tmp_path / "skills"
    root.mkdir()
    watcher.follow([root])
    root.rmdir()
    assert heard(news, LONG) == {root}
    watcher.follow([root])
    root.mkdir()
    watcher.follow([root])
    put(root, "deploy")
    assert heard(news, LONG) == {root}


def test_nothing_is_followed_after_the_end(tmp_path: Path, news: "Queue[Path]") -> None:
    watcher = Watcher(news.put)
    watcher.follow([tmp_path])
    watcher.stop()
    watcher.follow([tmp_path])
    put(tmp_path, "deploy")
    assert heard(news, SHORT) == set()
