"""Names in Arabic and Hebrew keep to themselves in an English sentence."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTextLayout
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.header import TitleField
from app.ui.widgets.bidi import END, ISOLATE, is_read_right, isolated, place_in
from app.ui.widgets.labels import label
from app.ui.widgets.prose.hits import paint_line_hits
from app.ui.widgets.prose.layouts import lay_out, stretches, x_at
from app.ui.widgets.prose.paragraph import Paragraph
from app.ui.widgets.prose.pill_box import PillBox, begin_right, in_rows
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.text_style import Run, TextStyle
from app.ui.widgets.prose_field import RIGHT, ProseField

MARKS = {ord(mark): None for mark in (ISOLATE, END)}
OUTAGE, BOOK = "الاستجابة لانقطاع الخدمة", "كتاب الفريق"


def marked(name: str) -> str:
    return f"{ISOLATE}{name}{END}"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Imported “a” from “b”", "Imported “a” from “b”"),
        (
            f"Imported “{OUTAGE}” from “{BOOK}”",
            f"Imported “{marked(OUTAGE)}” from “{marked(BOOK)}”",
        ),
        (f"{BOOK} · {OUTAGE} 2 · v1", f"{marked(BOOK)} · {marked(OUTAGE + ' 2')} · v1"),
        (f"called by {OUTAGE}; in {BOOK}.", f"called by {marked(OUTAGE)}; in {marked(BOOK)}."),
        (f"{OUTAGE} (SLA): {BOOK}.", marked(f"{OUTAGE} (SLA): {BOOK}.")),
        (f"{OUTAGE}.", marked(f"{OUTAGE}.")),
        (f"2 · {OUTAGE} SLA {BOOK}.", f"2 · {marked(f'{OUTAGE} SLA {BOOK}.')}"),
        ("שלום, has “温度”", f"{marked('שלום')}, has “温度”"),
    ],
)
def test_each_name_is_isolated(said: str, shown: str) -> None:
    assert isolated(said) == shown


@given(st.text())
def test_marks_only_are_added_and_each_is_ended(said: str) -> None:
    said = said.translate(MARKS)
    shown = isolated(said)
    assert shown.translate(MARKS) == said
    assert shown.count(ISOLATE) == shown.count(END)


def test_a_sentence_that_begins_with_a_name_is_read_as_the_others() -> None:
    assert is_read_right(f"{OUTAGE}: {BOOK} (SLA).")
    assert not is_read_right(f"{BOOK} is called by three other skills")
    assert not is_read_right(f"{BOOK} · {OUTAGE}")


def ink(picture: QImage, place: QRect) -> int:
    """How many of the pixels there are not of the ground."""
    ground = picture.pixel(0, 0)
    return sum(
        picture.pixel(x, y) != ground
        for x in range(place.left(), place.right())
        for y in range(place.top(), place.bottom())
    )


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme) -> Iterator[QLabel]:
    made = label("", wrap=True)
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.show()
    yield made


def test_an_arabic_paragraph_stands_at_the_right(shown: QLabel) -> None:
    left, right = QRect(0, 0, 120, 60), QRect(280, 0, 120, 60)
    shown.setText("Write a report.")
    picture = shown.grab().toImage()
    assert ink(picture, left) and not ink(picture, right)
    shown.setText("اكتب تقريرًا.")
    picture = shown.grab().toImage()
    assert ink(picture, right) and not ink(picture, left)
    shown.setText("اكتب was imported by Mira.")
    picture = shown.grab().toImage()
    assert ink(picture, left) and not ink(picture, right)


def test_letters_of_another_font_are_bold_and_upright(qtbot: QtBot, theme: Theme) -> None:
    shown, source = label("", "page"), label("from the handbook", "source")
    for made in (shown, source):
        qtbot.addWidget(made)
    source.ensurePolished()
    assert source.font().italic()
    for text, weight in (("Incident", 600), ("故障处理", 700), ("الاستجابة", 700), ("Näher", 600)):
        shown.setText(text)
        shown.ensurePolished()
        assert shown.font().weight() == weight
    source.setText("من دليل المناوب")
    source.ensurePolished()
    assert not source.font().italic()


def test_an_arabic_title_stands_over_its_steps_and_a_chinese_one_is_bold(
    qtbot: QtBot, theme: Theme, shown: QLabel
) -> None:
    title = TitleField(theme, shown)
    title.resize(400, 30)
    title.show()
    title.show_title("故障处理流程")
    assert title.font().weight() == 700
    for width in (400, 120):  # whole, and cut
        title.resize(width, 30)
        title.show_title(OUTAGE)
        assert ink(title.grab().toImage(), QRect(width - 20, 4, 18, 22))


def test_a_step_in_arabic_is_read_from_the_right(theme: Theme) -> None:
    step = "افتح قناة باسم $alert واكتب أول سطر."
    paragraph = Paragraph(theme, [Run(step)])
    paragraph.height_for(600)
    line = paragraph.layout.lineAt(0)
    places = [x_at(line, step.index(word)) for word in ("افتح", "alert", "واكتب", ".")]
    assert places == sorted(places, reverse=True)
    assert places[0] > 590


def test_a_field_for_paragraphs_stands_at_the_right_while_it_begins_in_arabic(
    qtbot: QtBot, theme: Theme
) -> None:
    field = ProseField("Write a report.")
    qtbot.addWidget(field)
    field.resize(400, 100)
    field.show()
    for text, is_right in (("Write", False), ("أخرج المقياس.", True), ("", False)):
        field.setPlainText(text)
        field.clearFocus()
        assert bool(field.document().defaultTextOption().alignment() & RIGHT) is is_right
    field.setPlainText("أخرج المقياس.")
    picture = field.viewport().grab().toImage()
    ground = picture.pixel(10, 60)
    assert any(picture.pixel(x, y) != ground for x in range(320, 370) for y in range(4, 24))


def test_the_sign_of_a_name_stands_before_it_among_arabic_words(theme: Theme) -> None:
    text = "افتح قناة باسم $alert 🧊 ثم أغلق $channel وسجل الوقت"
    runs = [Run(f"{text[:15]}"), Run(text[15:21]), Run(text[21:])]
    assert runs[1].text == "$alert"
    paragraph = Paragraph(theme, runs)
    paragraph.height_for(1000)
    line = paragraph.layout.lineAt(0)
    assert paragraph.text == text
    for name in ("$alert", "$channel"):
        units = len(text[: text.index(name)].encode("utf-16-le")) // 2
        shown, end = paragraph.shown(units, units + len(name))
        sign, letter, next_letter = (x_at(line, shown + by) for by in range(3))
        assert sign < letter < next_letter
        assert [paragraph.written(at) for at in range(shown, end)] == list(
            range(units, units + len(name))
        )
        (place,) = paragraph.stretches(units, units + len(name))
        assert place.left() == pytest.approx(sign)
        assert place.right() > x_at(line, end - 1)


def laid_out(theme: Theme, text: str, side: Qt.AlignmentFlag) -> QTextLayout:
    layout = QTextLayout(text, theme.font(13))
    lay_out(layout, 600, most=1, side=side)
    return layout


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight])
@pytest.mark.parametrize("words", ["سطر في Slack", "Slack ثم", "في Slack ثم", "أخبر", "Slack"])
def test_words_of_both_directions_are_marked_where_they_stand(
    theme: Theme, words: str, side: Qt.AlignmentFlag
) -> None:
    text = "اكتب أول سطر في Slack ثم أخبر الفريق"
    layout = laid_out(theme, text, side)
    line, start = layout.lineAt(0), text.index(words)
    places = list(stretches(layout, start, start + len(words)))
    for at, letter in enumerate(text):
        (glyph,) = line.glyphRuns(at, 1)
        middle = glyph.boundingRect().center().x()
        is_marked = any(place.left() < middle < place.right() for place in places)
        assert is_marked is (start <= at < start + len(words)), (letter, at)


def test_a_call_among_arabic_words_is_whole_and_says_nothing_of_their_direction(
    theme: Theme,
) -> None:
    call = Run("tests (of = 5)", TextStyle.CALL, link="tests", pill=True)
    paragraph = Paragraph(theme, [call, Run(" ثم اكتب التقرير.")])
    paragraph.height_for(600)
    (place,) = paragraph.stretches(0, len(call.text))
    assert place.right() > 590, "it is what is read first"
    letters = [next(paragraph.stretches(at, at + 1)).left() for at in range(len(call.text))]
    assert letters == sorted(letters)
    (stop,) = paragraph.stretches(len(paragraph.text) - 1, len(paragraph.text))
    assert stop.right() < place.left()
    for at in range(len(paragraph.text)):
        assert paragraph.written(paragraph.shown(at, at + 1)[0]) == at


def test_the_sign_of_a_tag_that_is_not_understood_stands_before_it(theme: Theme) -> None:
    paragraph = Paragraph(theme, [Run("أعد الخطوة @loop الأولى")])
    paragraph.height_for(600)
    (sign,) = paragraph.stretches(11, 12)
    (word,) = paragraph.stretches(12, 16)
    assert sign.right() <= word.left() + 1


COLD = "الماء بارد"


def test_pills_of_an_arabic_step_begin_at_its_right(theme: Theme) -> None:
    words, english = Paragraph(theme, [Run(OUTAGE)]), Paragraph(theme, [Run("Pour.")])
    pill = PillText("branch", (Run("if "), Run(COLD), Run(" → ", TextStyle.QUIET), Run("step 4")))
    call = PillText("call", (Run(OUTAGE, TextStyle.NAME),))
    assert begin_right([pill], words) and not begin_right([pill], english)
    assert begin_right([call], Paragraph(theme))  # of a step that says nothing else
    boxes = [PillBox(theme, one, 400) for one in (pill, call, pill, call)]
    in_rows(boxes, 400)
    places = [QRectF(box.bounds) for box in boxes]
    in_rows(boxes, 400, from_right=True)
    assert [box.bounds.right() for box in boxes] == [400 - place.left() for place in places]
    assert [box.bounds.top() for box in boxes] == [place.top() for place in places]
    assert boxes[0].bounds.right() == 400 and len({place.top() for place in places}) > 1


def test_a_pill_is_read_as_its_frame_and_keeps_the_words_of_its_author_together(
    theme: Theme,
) -> None:
    runs = [
        Run("if "), Run("الماء "), Run("$t", TextStyle.READ), Run(" بارد"),
        Run(" → ", TextStyle.QUIET), Run("step 4", TextStyle.STEP),
    ]  # fmt: skip
    pill = Paragraph(theme, runs, framed=True)
    assert not pill.is_right
    shown = pill.layout.text()
    assert shown == f"if {ISOLATE}الماء \u200e$t بارد{END} → step 4"
    pill.height_for(400)
    line = pill.layout.lineAt(0)
    ways = [x_at(line, shown.index(word)) for word in ("if", "step")]
    at = pill.text.index("$t")
    (name,) = pill.stretches(at, at + 2)
    (water,) = pill.stretches(3, 8)
    assert ways[0] < name.left() < water.left() < ways[1]
    argument = [Run(OUTAGE, TextStyle.NAME), Run(" (", TextStyle.QUIET),
                Run("الكمية = ", TextStyle.QUIET), Run("3"), Run(")", TextStyle.QUIET)]  # fmt: skip
    call = Paragraph(theme, argument, framed=True)
    assert call.layout.text() == f"{marked(OUTAGE)} ({marked('الكمية')} = 3)"


def test_a_stretch_is_found_again_in_a_text_with_marks() -> None:
    said = f"Step 3 {OUTAGE} and {BOOK}"
    shown = isolated(said)
    for words in (OUTAGE, "and", BOOK, "3"):
        start = said.index(words)
        first, end = place_in(shown, start, start + len(words))
        assert shown[first:end] == words


def test_what_is_found_in_a_line_that_was_drawn_is_marked_there(theme: Theme) -> None:
    text, words = f"{BOOK} Slack API v2 {OUTAGE}", "API"
    picture = QImage(600, 24, QImage.Format.Format_RGB32)
    ground = QColor("white")
    picture.fill(ground)
    painter = QPainter(picture)
    painter.setFont(theme.font(13))
    start = text.index(words)
    paint_line_hits(painter, theme, text, QRectF(0, 0, 600, 24), [(start, start + 3, False)])
    painter.end()
    layout = laid_out(theme, text, Qt.AlignmentFlag.AlignRight)
    (place,) = stretches(layout, start, start + 3)
    assert ink(picture, place.toAlignedRect())
    assert not ink(picture, QRect(1, 0, int(place.left()) - 3, 24))
    assert not ink(picture, QRect(int(place.right()) + 3, 0, 590 - int(place.right()), 24))
