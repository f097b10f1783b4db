"""Questions in scripts without spaces between words find the notes and skills that say the same."""

import shutil
from pathlib import Path

import pytest

from app.core import vaults
from app.core.library import library
from app.core.matching.pairs import in_pairs, is_spaceless, joined
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.retrieval.tokenise import content, words
from app.core.store.connection import connect
from app.core.vault import Vault
from tests.conftest import PASSPHRASE

NOTES = {
    "zh": "温度计每六个月校准一次，由实验室主任签字。",
    "zh fire": "灭火器每年检查一次。",
    "ja": "温度計は半年ごとに校正し、記録を残します。",
    "ja keys": "新しいパスワードは情報システム部で再発行できます。",
    "th": "เครื่องวัดอุณหภูมิต้องสอบเทียบทุกหกเดือน",
}
ASKED = [
    ("温度计多久校准一次？", "zh"),
    ("校准", "zh"),
    ("火", "zh fire"),
    ("灭火器什么时候检查？", "zh fire"),
    ("温度計はいつ校正しますか", "ja"),
    ("パスワードを忘れました", "ja keys"),
    ("สอบเทียบเมื่อไหร่", "th"),
]
UNRELATED = ["今天天气怎么样", "我想听音乐", "明日の天気は？", "今晚吃什么？"]


def test_every_two_characters_are_a_word() -> None:
    assert words("测温度 now") == ["测", "测温", "温", "温度", "度", "now"]
    assert in_pairs("plain text, 1 °C") == "plain text, 1 °C"
    assert is_spaceless("温度") and not is_spaceless("温a")
    assert joined(["温度", "度计", "校准", "a"]) == ["温度计", "校准", "a"]


def test_small_characters_tell_nothing() -> None:
    assert content("怎么校准温度计") == ["校准", "准温", "温度", "度计"]
    assert content("温度計はいつ校正しますか") == ["温度", "度計", "校正"]
    assert content("什么") == ["什么"]
    assert content("水") == ["水"]


@pytest.fixture(params=[False, True], ids=["words", "meaning"])
def known(request: pytest.FixtureRequest, vault: Vault) -> tuple[Vault, MiniLM | None]:
    """A vault with notes, and what reads them; by words alone, and with the default embedder."""
    for note in NOTES.values():
        memories.remember(vault, note)
    model = MiniLM() if request.param else None
    if model is not None:
        index.update(vault, model)
    return vault, model


def test_a_question_finds_the_note_that_has_its_words(
    known: tuple[Vault, MiniLM | None],
) -> None:
    vault, model = known
    for asked, wanted in ASKED:
        hits = recall(vault, ask(vault, asked, model))
        assert hits and hits[0].text == NOTES[wanted], asked
    for asked in UNRELATED:
        assert not recall(vault, ask(vault, asked, model)), asked


def test_the_reasons_name_words_instead_of_pairs(vault: Vault) -> None:
    memories.remember(vault, NOTES["zh"])
    (hit,) = recall(vault, ask(vault, "怎么校准温度计"))
    assert "“温度计”" in hit.why[0]


def test_a_skill_is_found_by_a_part_of_its_title(vault: Vault) -> None:
    skill = library.save(vault, None, "# 实验室温度计校准\n\n1. 取出温度计\n").skill
    library.save(vault, None, "# 处理客户投诉\n\n1. 联系客户\n")
    (hit,) = recall(vault, ask(vault, "怎么校准温度计？"))
    assert hit.id == skill


def test_what_was_remembered_before_is_found_too(tmp_path: Path) -> None:
    before = Path(__file__).parents[1] / "vaults" / "13"
    home = Path(shutil.copytree(before, tmp_path / "home"))
    key = vaults.unlock(home, passphrase=PASSPHRASE)
    with connect(home / "vault.db", key) as db:
        ((engram, skill),) = db.execute("select engram, current from skill limit 1").fetchall()
        db.execute(
            "insert into memory_source (name, kind, digest, added, actor)"
            " values ('note', 'note', '', '2026-01-01T00:00:00+00:00', 'user');"
        )
        db.execute(
            "insert into memory (engram, source, title, text, digest, tags, at, added) values"
            " (?, (select max(id) from memory_source), '', ?, 'x', '[]',"
            " '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
            (engram, NOTES["zh"]),
        )
        number = db.last_insert_rowid()
        db.execute("insert into memory_words (rowid, text) values (?, ?)", (number, NOTES["zh"]))
        db.execute("delete from version_words where rowid = ?", (skill,))
        db.execute("insert into version_words (rowid, title) values (?, '客户投诉')", (skill,))
    db.close()
    with Vault(home, key) as vault:
        (memory,) = recall(vault, ask(vault, "校准"))
        found = recall(vault, ask(vault, "投诉"))[0]
    assert (memory.what, memory.text) == ("memory", NOTES["zh"])
    assert found.what == "skill"
