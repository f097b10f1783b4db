"""Where people go from any page. Public name: `Navigation`."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal


class Navigation(QObject):
    """`context.go`: the window, the workspace and the page of skills listen, each in one place.

    Skills and memories are given by their ids.
    """

    page_requested = Signal(str)
    skill_requested = Signal(int, bool)
    place_requested = Signal(int, int, int)
    usages_requested = Signal(object)
    call_requested = Signal(str)
    history_requested = Signal(int, object)
    knowledge_requested = Signal(int)
    training_requested = Signal(int)
    memory_requested = Signal(int)
    run_requested = Signal(int)
    run_skill_requested = Signal(int)
    check_list_requested = Signal(int)
    folder_requested = Signal(object, str)
    requests_requested = Signal()
    conflicts_requested = Signal()
    model_settings_requested = Signal()
    setting_requested = Signal(str)
    scheme_requested = Signal(str)
    list_requested = Signal(str, object, str)
    selection_requested = Signal(object)
    new_skill_requested = Signal()
    draft_requested = Signal()
    describe_requested = Signal(object)
    fix_findings_requested = Signal()
    find_requested = Signal(bool)
    find_everywhere_requested = Signal()
    export_requested = Signal(object)
    pack_requested = Signal()
    documents_requested = Signal()
    skill_folder_requested = Signal()
    lock_requested = Signal()
    restore_requested = Signal()

    # Places

    def page(self, name: str) -> None:
        """Bring a page of the rail to the front."""
        self.page_requested.emit(name)

    def skill(self, skill: int, *, keep: bool = True) -> None:
        """Open a skill; without `keep` the next glance takes its tab."""
        self.skill_requested.emit(skill, keep)

    def place(self, skill: int, start: int, end: int) -> None:
        """Open a skill where `text[start:end]` stands."""
        self.place_requested.emit(skill, start, end)

    def call(self, name: str) -> None:
        """Open the skill that a call names, or offer to write it."""
        self.call_requested.emit(name)

    def history(self, skill: int, compared: tuple[int, int] | None = None) -> None:
        """Open the history of a skill, at the comparison of two versions if they are given."""
        self.history_requested.emit(skill, compared)

    def knowledge(self, skill: int) -> None:
        """Open what is known about a skill."""
        self.knowledge_requested.emit(skill)

    def training(self, skill: int) -> None:
        """Save a skill, then find what could be placed in it."""
        self.training_requested.emit(skill)

    def memory(self, memory: int) -> None:
        """Show a memory on its page."""
        self.memory_requested.emit(memory)

    def run(self, run: int) -> None:
        """Show a run where it stands."""
        self.run_requested.emit(run)

    def run_skill(self, skill: int) -> None:
        """Save a skill, then begin to follow it step by step."""
        self.run_skill_requested.emit(skill)

    def check_list(self, run: int) -> None:
        """Show a run as a check list in a small window of its own."""
        self.check_list_requested.emit(run)

    def folder(self, path: Path, name: str) -> None:
        """Show a skill in a linked folder; `name` is its path there."""
        self.folder_requested.emit(path, name)

    def requests(self) -> None:
        """Show what agents wait to be allowed."""
        self.requests_requested.emit()

    def conflicts(self) -> None:
        """Show the linked folders, which say what is in conflict."""
        self.conflicts_requested.emit()

    def model_settings(self) -> None:
        """Show what the local model is, and choose another one."""
        self.model_settings_requested.emit()

    def setting(self, name: str) -> None:
        """Show the row of the settings that is called so."""
        self.setting_requested.emit(name)

    def scheme(self, name: str) -> None:
        """Choose the colours: `system`, `light` or `dark`."""
        self.scheme_requested.emit(name)

    def narrowed(self, field: str, value: object, words: str) -> None:
        """List the skills of an `engram` or with a `tag`; `words` is what it is called."""
        self.list_requested.emit(field, value, words)

    def selected(self, *skills: int) -> None:
        """Select these in the list of skills, where things are done with several at once."""
        self.selection_requested.emit(skills)

    # Dialogs

    def new_skill(self) -> None:
        """Write a new skill in the editor."""
        self.page("skills")
        self.new_skill_requested.emit()

    def draft(self) -> None:
        """Make a skill from a description."""
        self.draft_requested.emit()

    def describe(self, *skills: int) -> None:
        """Look through what these skills could say better of themselves."""
        self.describe_requested.emit(skills)

    def fix_findings(self) -> None:
        """Propose repairs for the skill in front."""
        self.fix_findings_requested.emit()

    def find(self, *, replacing: bool = False) -> None:
        """Look for words in the skill in front."""
        self.find_requested.emit(replacing)

    def find_everywhere(self) -> None:
        """Look for words in all skills, and write others instead."""
        self.find_everywhere_requested.emit()

    def export(self, *skills: int) -> None:
        """Make a pack of these skills."""
        self.export_requested.emit(skills)

    def open_pack(self) -> None:
        """Choose packs to review."""
        self.pack_requested.emit()

    def import_documents(self) -> None:
        """Choose documents to make skills of."""
        self.documents_requested.emit()

    def import_skills(self) -> None:
        """Choose a folder with skills in it."""
        self.skill_folder_requested.emit()

    def usages(self, *skills: int) -> None:
        """List the calls of these skills."""
        self.usages_requested.emit(skills)

    # The way out

    def lock(self) -> None:
        self.lock_requested.emit()

    def restore(self) -> None:
        """Lock, then choose a backup."""
        self.restore_requested.emit()
