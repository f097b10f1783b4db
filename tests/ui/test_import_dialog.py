"""Opening packs: what is refused, what is asked, what is imported."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core.library import catalogue, engrams, library, undoing
from app.core.library.record import Status
from app.core.packs import identity, install, plan, trust
from app.core.packs.format import locks
from app.core.packs.format.contents import Mode, Pack
from app.core.packs.format.native import write_native
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import Identity, recipient_public_key
from app.core.packs.match import Choice
from app.core.packs.trust import State
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.packs.importing.contents import Contents
from app.ui.views.packs.importing.incoming import mode_words, size_words
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import Opening, open_packs
from app.ui.views.packs.importing.passphrase import PassphraseDialog
from app.ui.views.packs.importing.problem import ProblemDialog
from app.ui.views.packs.importing.skill_line import SkillLine
from app.ui.widgets.compare_texts import CompareDialog
from tests.core.trade import BAKE, BREW, GUILD, IMPOSTOR, pack, signed
from tests.ui.arriving import Arriving
from tests.ui.hands import Hands
from tests.ui.names import nameless

PACKS = Path(__file__).resolve().parents[1] / "packs"
CHEAP = locks.Passphrase("open sesame", memory=8192, passes=1, lanes=1)
WORDS = "film-depart-prefer-potato-crucial-plastic"
BREW_2 = BREW.replace("2. Wait", "2. Wait four minutes")
BREW_MINE = BREW.replace("2. Wait", "2. Wait, and read the paper")


class Counter(Arriving):
    """Of packs."""

    def file(self, made: Pack, by: Identity = GUILD, wish: locks.Wish | None = None) -> Path:
        path = self.folder / "kitchen.gsk"
        path.write_bytes(write_native(made, by, wish or locks.Open()))
        return path

    def open(self, path: Path) -> None:
        open_packs(self.context, self.window, [path], self.tell)

    def stage(self, kind: type[QDialog]) -> QDialog:
        """The dialog of that kind, once it is there."""

        def there() -> QDialog | None:
            found = self.window.findChildren(kind)
            return next((dialog for dialog in found if dialog.isVisible()), None)

        self.qtbot.waitUntil(lambda: there() is not None)
        dialog = there()
        assert dialog is not None
        return dialog

    def review(self, path: Path) -> ImportDialog:
        self.open(path)
        dialog = self.stage(ImportDialog)
        assert isinstance(dialog, ImportDialog)
        return dialog


@pytest.fixture
def counter(context: AppContext, qtbot: QtBot, tmp_path: Path) -> Counter:
    return Counter(context, qtbot, tmp_path)


def line(dialog: ImportDialog, name: str) -> SkillLine:
    return next(line for line in dialog.contents.lines if line.item.name == name)


def texts(vault: Vault) -> dict[str, str]:
    return {row.title: library.text(vault, row.id) for row in catalogue.rows(vault)}


# What is refused


@pytest.mark.parametrize("file", sorted((PACKS / "tampered").glob("*.gsk")), ids=lambda p: p.stem)
def test_a_tampered_pack_never_shows_an_import_button(
    counter: Counter, vault: Vault, file: Path
) -> None:
    counter.open(file)
    dialog = counter.stage(ProblemDialog)
    words = [b.text() for b in dialog.findChildren(QPushButton) if b.text()]
    assert words == ["Close"]
    assert counter.window.findChildren(ImportDialog) == []
    dialog.reject()
    assert texts(vault) == {}


@pytest.mark.parametrize("file", sorted((PACKS / "hostile").glob("*.gsk")), ids=lambda p: p.stem)
def test_a_hostile_pack_is_refused_in_a_sentence(counter: Counter, file: Path) -> None:
    counter.open(file)
    dialog = counter.stage(ProblemDialog)
    assert dialog.accessibleDescription().strip(". ")


def test_a_file_that_is_not_there(counter: Counter, tmp_path: Path) -> None:
    counter.open(tmp_path / "gone.gsk")
    assert "cannot be read" in counter.stage(ProblemDialog).accessibleDescription()


def test_a_changed_key_turns_import_off(counter: Counter, vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, signed(pack())), trust_publisher=True)
    before = texts(vault)
    dialog = counter.review(counter.file(pack(BREW_2), IMPOSTOR))
    assert not dialog.go.isEnabled()
    assert dialog.go.text() == "Import is off"
    assert "5647 5AA7" in dialog.publisher.accessibleDescription()
    assert dialog.publisher.trust_box.isHidden()
    dialog.start()
    assert texts(vault) == before


def test_a_revoked_key_turns_import_off(counter: Counter, vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, signed(pack(BREW))))
    trust.revoke(vault, GUILD.key)
    dialog = counter.review(counter.file(pack(BREW_2)))
    assert not dialog.go.isEnabled()
    assert dialog.publisher.accessibleName() == "Revoked: Harbour Guild"


# What is asked


def test_an_unsigned_pack_locks_the_quarantine(
    counter: Counter, vault: Vault, qtbot: QtBot
) -> None:
    file = counter.folder / "older.gsk"
    file.write_bytes((PACKS / "vectors" / "gsk2-none.gsk").read_bytes())
    dialog = counter.review(file)
    made = replace(
        dialog.plan,
        judgement=trust.Judgement(trust.Standing.UNSIGNED, None),
        unpacked=replace(dialog.plan.unpacked, pack=replace(dialog.plan.pack, signer=None)),
        quarantine=True,
        quarantine_locked=True,
    )
    unsigned = ImportDialog(counter.context, replace(dialog._incoming, plan=made), counter.window)
    dialog.reject()
    assert unsigned.quarantine.isChecked()
    assert not unsigned.quarantine.isEnabled()
    assert unsigned.publisher.accessibleName().startswith("Not signed")
    unsigned.imported.connect(lambda done: counter.told.append(("", done.added)))
    counter.let_in(unsigned.start)
    assert {row.status for row in catalogue.rows(vault)} == {Status.QUARANTINED}


def test_the_tab_key_goes_through_the_contents_before_the_buttons(counter: Counter) -> None:
    dialog = counter.review(counter.file(pack()))
    place, passed = dialog.contents.lines[0].tick.nextInFocusChain(), [""]
    while place is not None and place is not dialog.contents.lines[0].tick:
        passed.append(place.accessibleName())
        place = place.nextInFocusChain()
    scan = passed.index("Safety scan")
    assert all(passed.index(line.look.accessibleName()) < scan for line in dialog.contents.lines)


def test_a_new_publisher_is_trusted_only_after_comparing(counter: Counter, vault: Vault) -> None:
    dialog = counter.review(counter.file(pack()))
    assert dialog.publisher.accessibleName() == "New publisher: Harbour Guild"
    assert dialog.quarantine.isChecked()
    dialog.publisher.trust_box.setChecked(True)
    assert not dialog.quarantine.isChecked()
    counter.let_in(dialog.start)
    assert trust.publisher(vault, "Harbour Guild").state is State.TRUSTED
    assert {row.status for row in catalogue.rows(vault)} == {Status.ACTIVE}


def test_a_wrong_passphrase_can_be_tried_again(counter: Counter, qtbot: QtBot) -> None:
    counter.open(counter.file(pack(), GUILD, CHEAP))
    asking = counter.stage(PassphraseDialog)
    assert isinstance(asking, PassphraseDialog)
    asking.form.field.setText("close sesame")
    qtbot.waitExposed(asking)
    place, button = asking.geometry(), asking.form.open.mapToGlobal(QPoint())
    QTest.keyClick(asking.form.field, Qt.Key.Key_Return)
    qtbot.waitUntil(asking.form._wrong.isVisible)
    assert "does not open this pack" in asking.form._wrong.text()
    QApplication.sendPostedEvents()
    assert (asking.geometry(), asking.form.open.mapToGlobal(QPoint())) == (place, button)
    QTest.keyClicks(asking.form.field, "o")
    assert not asking.form._wrong.isVisible() and not asking.form.field.property("wrong")
    asking.form.field.setText("open sesame")
    QTest.keyClick(asking.form.field, Qt.Key.Key_Return)
    assert counter.stage(ImportDialog)


def test_a_passphrase_says_first_what_it_costs_and_who_signed(counter: Counter) -> None:
    counter.open(counter.file(pack(), GUILD, CHEAP))
    asking = counter.stage(PassphraseDialog)
    assert isinstance(asking, PassphraseDialog)
    assert asking.form.cost.text() == (
        "Trying a passphrase takes less than a second and 1 MB of memory."
    )
    assert f"signed as Harbour Guild · {WORDS} · New" in asking.subtitle.text()


@pytest.mark.parametrize("trusted", [True, False])
def test_who_signed_is_shown_with_words_and_standing(
    counter: Counter, vault: Vault, trusted: bool
) -> None:
    install.apply(vault, plan.plan(vault, signed(pack())), trust_publisher=trusted)
    dialog = counter.review(counter.file(pack(BREW_2)))
    standing = "Trusted" if trusted else "Known but unverified"
    assert dialog.publisher.credentials.text() == f"Harbour Guild · {WORDS} · {standing}"
    assert dialog.publisher.credentials.isVisible()


def test_a_name_that_looks_known_turns_import_off(counter: Counter, vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, signed(pack())), trust_publisher=True)
    fake = Identity("H\u0430rbour Guild", IMPOSTOR.seed)
    dialog = counter.review(counter.file(pack(BREW_2), fake))
    assert not dialog.go.isEnabled()
    said = dialog.publisher.credentials.text().splitlines()
    assert said[0] == f"H\u0430rbour Guild · {phrase(fake.key)} · Changed key"
    assert said[1] == f"known to you: Harbour Guild · {WORDS}"


def test_a_pack_for_me_needs_no_passphrase(counter: Counter, vault: Vault) -> None:
    mine = recipient_public_key(identity.mine(vault).key)
    dialog = counter.review(counter.file(pack(), GUILD, locks.Recipients((mine,))))
    assert "encrypted for its recipients" in dialog.subtitle.text()


def test_a_pack_for_somebody_else_is_refused(counter: Counter) -> None:
    other = recipient_public_key(GUILD.key)
    counter.open(counter.file(pack(), GUILD, locks.Recipients((other,))))
    assert counter.stage(ProblemDialog)


# What is imported


def test_import_then_undo(counter: Counter, vault: Vault) -> None:
    dialog = counter.review(counter.file(pack()))
    assert dialog.go.text() == "Import 2 skills"
    counter.let_in(dialog.start)
    said, ids = counter.told[0]
    assert said == "2 skills imported from Kitchen, in quarantine"
    assert {row.id for row in catalogue.rows(vault)} == set(ids)
    undoing.undo(vault)
    assert texts(vault) == {}


def test_stopping_closes_the_review_and_leaves_nothing(
    counter: Counter, vault: Vault, qtbot: QtBot
) -> None:
    dialog = counter.review(counter.file(pack(*(f"# Skill {n}\n\n1. Do\n" for n in range(300)))))
    dialog.start()
    dialog.reject()
    qtbot.waitUntil(lambda: not counter.window.findChildren(ImportDialog))
    assert texts(vault) == {} and counter.told == []


def test_what_is_stopped_too_late_is_told_as_imported(counter: Counter, vault: Vault) -> None:
    dialog = counter.review(counter.file(pack()))
    dialog.start()
    while not texts(vault):
        pass  # it is done before the window hears of it
    dialog.reject()
    counter.qtbot.waitUntil(lambda: len(counter.told) == 1)


def test_choices_of_a_conflict(counter: Counter, vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    file = counter.file(pack(BREW_2, BAKE))
    for choice, expected in (
        (Choice.KEEP, {"Brew tea": BREW_MINE, "Bake bread": BAKE}),
        (Choice.REPLACE, {"Brew tea": BREW_2, "Bake bread": BAKE}),
    ):
        dialog = counter.review(file)
        conflict = line(dialog, "Brew tea")
        assert conflict.choice is Choice.RENAME
        conflict.choose(choice)
        counter.let_in(dialog.start)
        assert texts(vault) == expected
        undoing.undo(vault)
    counter.let_in(counter.review(file).start)
    assert texts(vault)["Brew tea"] == BREW_MINE
    assert len(texts(vault)) == 3


def test_escape_asks_before_what_was_chosen_is_lost(counter: Counter, vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    file, hands = counter.file(pack(BREW_2, BAKE)), Hands(counter.qtbot)
    untouched = counter.review(file)
    hands.wait_on(untouched)
    hands.press("Escape")
    assert not (isValid(untouched) and untouched.isVisible()), "there is nothing to lose"
    counter.qtbot.waitUntil(lambda: not isValid(untouched))
    dialog = counter.review(file)
    hands.wait_on(dialog)
    line(dialog, "Brew tea").choose(Choice.KEEP)
    before = hands.on
    hands.press("Escape")
    assert dialog.isVisible() and dialog.banner.isVisible()
    hands.press("Escape")
    assert dialog.isVisible() and not dialog.banner.isVisible() and hands.on is before
    hands.press("Escape", "Return")
    counter.qtbot.waitUntil(lambda: not isValid(dialog))
    assert counter.told == []


def test_the_tick_of_a_conflict_and_its_choice_agree(counter: Counter, vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    dialog = counter.review(counter.file(pack(BREW_2)))
    conflict = line(dialog, "Brew tea")
    conflict.tick.setChecked(False)
    assert conflict.choice == "keep"
    assert dialog.go.text() == "Nothing to import"
    assert not dialog.go.isEnabled()
    conflict.tick.setChecked(True)
    assert conflict.choice == "rename"
    conflict.choose(Choice.KEEP)
    assert not conflict.tick.isChecked()


def test_an_update_says_what_differs(counter: Counter, vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, signed(pack(BREW))), quarantine=False)
    dialog = counter.review(counter.file(pack(BREW_2, version="1.1.0", sequence=2)))
    assert dialog._incoming.differences == {0: "1 step reworded"}
    assert line(dialog, "Brew tea").choice is Choice.REPLACE
    dialog._look(0)
    assert counter.stage(CompareDialog).windowTitle() == "Brew tea"


def test_long_texts_are_compared_while_the_dialog_is_open(counter: Counter, qtbot: QtBot) -> None:
    old = "# Long\n\n" + "".join(f"{n}. Step {n} of a long piece of work.\n" for n in range(1, 501))
    dialog = counter.review(counter.file(pack(BREW)))
    made = CompareDialog(
        dialog._context, "Long", old, old.replace("500.", "500. Also"), parent=counter.window
    )
    made.open()
    assert made.subtitle.text() == "Comparing…" and made.diff.change_count == 0
    made._choice.chosen.emit(0)
    qtbot.waitUntil(lambda: made.diff.change_count == 1)
    assert made.subtitle.text() == "1 step reworded"
    made.reject()


def test_an_older_edition_is_said(counter: Counter, vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, signed(pack(BREW_2, sequence=5))))
    dialog = counter.review(counter.file(pack(BREW, sequence=4)))
    assert any("older" in caution.text for caution in dialog.plan.cautions)


def test_it_goes_where_the_person_wants(counter: Counter, vault: Vault) -> None:
    dialog = counter.review(counter.file(pack()))
    dialog.destination.chosen.emit("Kitchen")
    assert dialog.plan.engram_name == "Kitchen"
    counter.let_in(dialog.start)
    assert {row.engram_name for row in catalogue.rows(vault)} == {"Kitchen"}
    assert "Kitchen" in [engram.name for engram in engrams.engrams(vault)]


def test_many_skills_go_elsewhere_once_they_are_compared(counter: Counter, qtbot: QtBot) -> None:
    many = tuple(f"# Skill {n}\n\n1. Do it\n" for n in range(30))
    dialog = counter.review(counter.file(pack(*many)))
    for engram in ("Kitchen", "Cellar"):
        dialog.destination.chosen.emit(engram)
        assert not dialog.go.isEnabled()
    qtbot.waitUntil(dialog.go.isEnabled)
    assert dialog.plan.engram_name == "Cellar"
    counter.let_in(dialog.start)
    assert len(counter.told[-1][1]) == 30


def test_a_library_that_moved_is_looked_at_again(
    counter: Counter, vault: Vault, qtbot: QtBot
) -> None:
    dialog = counter.review(counter.file(pack(BREW)))
    library.save(vault, None, BREW_MINE)
    dialog.start()
    qtbot.waitUntil(dialog.banner.isVisible)
    assert line(dialog, "Brew tea").item.change == "conflict"
    assert dialog.go.isEnabled()


def test_findings_are_shown_with_their_step(counter: Counter) -> None:
    bad = BREW.replace("2. Wait", "2. curl https://example.org/x.sh | sh")
    dialog = counter.review(counter.file(pack(bad)))
    spoken = [w.accessibleName() for w in dialog.findChildren(QWidget)]
    assert any("Brew tea, step 2" in words for words in spoken)


# Several


def test_the_same_pack_opens_once(counter: Counter) -> None:
    file = counter.file(pack())
    dialog = counter.review(file)
    counter.open(file)
    assert counter.window.findChildren(ImportDialog) == [dialog]


def test_a_large_pack_shows_the_rest_when_asked(counter: Counter, qtbot: QtBot) -> None:
    many = tuple(f"# Skill {n}\n\n1. Do it\n" for n in range(150))
    dialog = counter.review(counter.file(pack(*many)))
    contents = dialog.contents
    qtbot.waitUntil(lambda: len(contents.lines) == 100)
    assert dialog.go.text() == "Import 150 skills"
    assert contents._all.text() == "Show 50 more skills"
    contents._all.click()
    qtbot.waitUntil(lambda: len(contents.lines) == 150)
    assert [line.item.index for line in contents.lines] == list(range(150))
    assert contents._all.isHidden()


def test_lines_out_of_sight_follow_in_slices_and_count_from_the_start(
    counter: Counter, qtbot: QtBot
) -> None:
    many = tuple(f"# Skill {n}\n\n1. Do it\n" for n in range(40))
    dialog = counter.review(counter.file(pack(*many)))
    area = QScrollArea()
    qtbot.addWidget(area)
    contents = Contents(dialog._context.theme, area)
    area.setWidget(contents)
    contents.show_incoming(dialog._incoming)
    assert 10 < len(contents.lines) < 40
    contents.lines[0].tick.click()
    assert contents.choices() == {0: Choice.KEEP} | dict.fromkeys(range(1, 40), Choice.ADD)
    qtbot.waitUntil(lambda: len(contents.lines) == 40)
    assert contents.choices() == {0: Choice.KEEP} | dict.fromkeys(range(1, 40), Choice.ADD)
    contents.show_incoming(dialog._incoming)
    contents.show_incoming(dialog._incoming)
    qtbot.waitUntil(lambda: len(contents.lines) == 40)
    place: QWidget | None = contents.lines[0].tick
    for line in contents.lines:
        assert place is line.tick
        while isinstance(place, QWidget) and (place is line.tick or line.isAncestorOf(place)):
            place = place.nextInFocusChain()


def test_locking_takes_every_dialog_along(counter: Counter, qtbot: QtBot) -> None:
    counter.review(counter.file(pack()))
    kinds = {type(dialog) for dialog in counter.window.findChildren(QDialog)}
    assert {Opening, ImportDialog} <= kinds
    for dialog in counter.window.findChildren(QDialog):
        assert dialog.parent() is counter.window


def test_every_real_pack_can_be_reviewed(counter: Counter, shared: Path) -> None:
    for file in sorted((shared / "packs").glob("*.gsk"))[:3]:
        dialog = counter.review(file)
        assert dialog.go.isEnabled()
        dialog.reject()


def test_everything_that_takes_focus_has_a_name(counter: Counter, vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    dialog = counter.review(counter.file(pack(BREW_2, BAKE)))
    assert nameless(dialog) == []
    dialog._look(0)
    assert nameless(counter.stage(CompareDialog)) == []


@pytest.mark.parametrize("size", [13, 26])
def test_the_contents_keep_their_distance_and_every_word_at_any_size_of_text(
    counter: Counter, size: int
) -> None:
    counter.context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=size))
    dialog = counter.review(counter.file(pack()))
    dialog.resize(900, 600)
    for _turn in range(3):
        QApplication.processEvents()
    for one in dialog.contents.lines:
        assert one.tick.mapTo(dialog, QPoint()).x() >= 16
        room = one.layout()
        assert room is not None
        assert one.height() >= room.totalMinimumHeightForWidth(one.width())
        assert one.mapTo(dialog, QPoint(one.width(), 0)).x() <= dialog.width()
    counter.context.theme.use(Settings(theme="dark", reduce_motion=True))


def test_words() -> None:
    assert size_words(884) == "884 bytes"
    assert size_words(18 * 1024) == "18 KB"
    assert size_words(3 * 1024 * 1024) == "3.0 MB"
    assert {mode_words(mode) for mode in Mode} >= {"readable by anyone, not encrypted"}
