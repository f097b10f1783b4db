"""Packs open with Techne: what each desktop is told, and taken back."""

import plistlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import deb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.desktop import association, linux, macos, mimeapps, windows
from app.desktop.kind import MIME_TYPE

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
NS = "{http://www.freedesktop.org/standards/shared-mime-info}"
NASTY = r"""/opt/a b/100%/"quoted" `x` $HOME \ back;#'(1)/techne"""

arguments = st.lists(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1
).filter(lambda found: found[0] != "")


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    data, config = tmp_path / "data home", tmp_path / "config"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    return data, config


def understood(exec_line: str) -> list[str]:
    """The arguments a desktop makes of `Exec=`, by the rules of the standard."""
    escapes = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    line = re.sub(r"\\(.)", lambda found: escapes[found[1]], exec_line, flags=re.DOTALL)
    words: list[str] = []
    while line := line.lstrip(" "):
        if line.startswith('"'):
            whole = re.match(r'"((?:\\.|[^"\\])*)"', line, re.DOTALL)
            assert whole is not None
            words.append(re.sub(r"\\(.)", r"\1", whole[1], flags=re.DOTALL))
            line = line[whole.end() :]
        else:
            word, _space, line = line.partition(" ")
            assert not re.search(r"[\s\"'\\><~|&;$*?#()`]", word)
            words.append(word)
    return [word.replace("%%", "%") for word in words]


def exec_of(entry: str) -> str:
    return next(line for line in entry.split("\n") if line.startswith("Exec="))[len("Exec=") :]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below, without the caches that the desktop's own tools keep there."""
    ours = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in ours
        if path.parent.name in ("packages", "apps", "mimetypes")
        or path.suffix in (".desktop", ".list")
    }


def test_the_desktop_entry_is_exactly_this() -> None:
    assert linux.desktop_entry(["/opt/techne/techne"]) == (
        "[Desktop Entry]\n"
        "Type=Application\n"
        "Version=1.4\n"
        "Name=Techne\n"
        "GenericName=Skill editor\n"
        "Comment=Write down how things are done, and have people and agents follow it\n"
        "Exec=/opt/techne/techne %F\n"
        "Icon=techne\n"
        "Terminal=false\n"
        "StartupNotify=true\n"
        "StartupWMClass=techne\n"
        "Categories=Office;\n"
        "Keywords=skill;procedure;SOP;checklist;agent;\n"
        "MimeType=application/vnd.techne.skill-pack;"
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document;"
        "application/vnd.oasis.opendocument.text;application/pdf;text/html;text/markdown;"
        "text/plain;\n"
    )


@pytest.mark.parametrize(
    ("launch", "line"),
    [
        (["/opt/my apps/techne"], '"/opt/my apps/techne" %F'),
        (["/opt/techne", "50%"], "/opt/techne 50%% %F"),
        (["/50%/t"], r'sh -c "exec \\"\\$0\\" \\"\\$@\\"" /50%%/t %F'),
        (["/a=b/t"], r'sh -c "exec \\"\\$0\\" \\"\\$@\\"" /a=b/t %F'),
        (['/opt/"x"/techne'], r'"/opt/\\"x\\"/techne" %F'),
        (["/opt/$x/techne"], r'"/opt/\\$x/techne" %F'),
        (["/opt/a\\b/techne"], r'"/opt/a\\\\b/techne" %F'),
        (["/opt/a\nb/techne"], r'"/opt/a\nb/techne" %F'),
        (["python3", "-m", "app.main", ""], 'python3 -m app.main "" %F'),
    ],
)
def test_paths_are_quoted_as_the_standard_says(launch: list[str], line: str) -> None:
    assert exec_of(linux.desktop_entry(launch)) == line


@given(arguments)
def test_the_desktop_starts_exactly_what_was_registered(launch: list[str]) -> None:
    entry = linux.desktop_entry(launch)
    started = understood(exec_of(entry))
    assert started in ([*launch, "%F"], ["sh", "-c", 'exec "$0" "$@"', *launch, "%F"])
    assert not set(started[0]) & {"=", "%"}
    assert entry.count("\n") == 14


@pytest.mark.parametrize("launch", [["/usr/bin/techne"], [NASTY], ["python3", "-m", "app.main"]])
def test_the_validator_has_nothing_to_say(launch: list[str], tmp_path: Path) -> None:
    if (validator := shutil.which("desktop-file-validate")) is None:
        pytest.skip("desktop-file-validate is not installed")
    entry = tmp_path / linux.ENTRY
    entry.write_text(linux.desktop_entry(launch), "utf-8")
    done = subprocess.run([validator, entry], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_packs_are_known_by_their_first_bytes_and_by_their_name() -> None:
    root = ET.parse(RESOURCES / "mime" / "techne-skill-pack.xml").getroot()
    (kind,) = root.findall(f"{NS}mime-type")
    assert kind.get("type") == MIME_TYPE
    matches = kind.findall(f"{NS}magic/{NS}match")
    assert {(match.get("type"), match.get("offset")) for match in matches} == {("string", "0")}
    values = [(match.get("value") or "").encode().decode("unicode_escape") for match in matches]
    assert [value.encode("latin-1") for value in values] == [b"GSK\x01", b"GSK1", b"GSK2"]
    globs = {glob.get("pattern"): int(glob.get("weight", "50")) for glob in kind.iter(f"{NS}glob")}
    assert globs["*.gsk"] > 50 > globs["*.gts"]


def test_a_package_for_everybody_holds_the_same_files_but_the_choice() -> None:
    files = linux.shared_files(["techne"])
    assert exec_of(files["applications/techne.desktop"].decode()) == "techne %F"
    assert sorted(Path(name).suffix for name in files) == [".desktop", ".svg", ".svg", ".xml"]


def test_a_debian_package_asks_for_the_libraries_of_qt() -> None:
    fields = dict(
        re.findall(r"^([\w-]+): (.*)$", deb.control("0.1.0", "amd64", 1000), re.MULTILINE)
    )
    assert (fields["Version"], fields["Architecture"]) == ("0.1.0", "amd64")
    asked = fields["Depends"].split(", ")
    assert asked[0].startswith("libc6")
    assert {"libegl1", "libxcb-cursor0"} <= set(asked)
    assert len(asked) == len(set(asked))


def test_registering_writes_these_files(homes: tuple[Path, Path]) -> None:
    data, config = homes
    written = association.register([NASTY])
    assert written == [
        str(data / "applications/techne.desktop"),
        str(data / "mime/packages/techne-skill-pack.xml"),
        str(data / "icons/hicolor/scalable/apps/techne.svg"),
        str(data / "icons/hicolor/scalable/mimetypes/application-vnd.techne.skill-pack.svg"),
        str(config / "mimeapps.list"),
    ]
    entry = (data / "applications/techne.desktop").read_text("utf-8")
    assert understood(exec_of(entry))[-2:] == [NASTY, "%F"]
    assert (config / "mimeapps.list").read_text() == (
        "[Default Applications]\napplication/vnd.techne.skill-pack=techne.desktop;\n"
    )


def test_registering_twice_is_registering_once(homes: tuple[Path, Path]) -> None:
    first = association.register(["/usr/bin/techne"])
    before = [tree(home) for home in homes]
    assert association.register(["/usr/bin/techne"]) == first
    assert [tree(home) for home in homes] == before


def test_unregistering_takes_back_what_was_written_and_nothing_else(
    homes: tuple[Path, Path],
) -> None:
    data, config = homes
    for path in ("applications/other.desktop", "mime/packages/other.xml"):
        (data / path).parent.mkdir(parents=True)
        (data / path).write_text("<mime-info xmlns='http://x'/>" if path[0] == "m" else "")
    config.mkdir()
    (config / "mimeapps.list").write_text("[Default Applications]\ntext/plain=vi.desktop\n")
    before = [tree(home) for home in homes]
    written = association.register(["/usr/bin/techne"])
    assert sorted(association.unregister()) == sorted(written)
    assert [tree(home) for home in homes] == before
    assert association.unregister() == []


def test_a_list_made_for_us_goes_with_us(homes: tuple[Path, Path]) -> None:
    association.register(["/usr/bin/techne"])
    association.unregister()
    assert not (homes[1] / "mimeapps.list").exists()


def test_a_linked_list_stays_a_link(homes: tuple[Path, Path], tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.list"
    kept.write_bytes(b"# mine \xff\n")
    homes[1].mkdir()
    (homes[1] / "mimeapps.list").symlink_to(kept)
    association.register(["/usr/bin/techne"])
    assert (homes[1] / "mimeapps.list").is_symlink()
    assert kept.read_bytes().startswith(b"# mine \xff\n")


def test_a_path_that_is_not_text_is_said(homes: tuple[Path, Path]) -> None:
    with pytest.raises(AppError, match="not text") as caught:
        association.register(["/opt/\udcff/techne"])
    assert caught.value.hint
    assert not any(tree(home) for home in homes)


def test_a_folder_that_cannot_be_made_is_said(homes: tuple[Path, Path]) -> None:
    homes[0].write_text("a file where a folder belongs")
    with pytest.raises(AppError, match="could not be changed"):
        association.register(["/usr/bin/techne"])


def test_relative_xdg_folders_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    written = association.register(["/usr/bin/techne"])
    assert str(tmp_path / ".local/share/applications/techne.desktop") in written
    assert str(tmp_path / ".config/mimeapps.list") in written


DEFAULTS = "[Default Applications]\n"
ADDED = "[Added Associations]\nx/y=z;"
OURS = "a/b=t.desktop;\n"
BOTH = "a/b=t.desktop;o.desktop;\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", DEFAULTS + OURS),
        (ADDED, f"{ADDED}\n\n{DEFAULTS}{OURS}"),
        (f"{DEFAULTS}a/b = o.desktop\n", DEFAULTS + BOTH),
        (f"{DEFAULTS}a/b=o.desktop;t.desktop;\n", DEFAULTS + BOTH),
        (f"{DEFAULTS}[Other]\na/b=o\n", f"{DEFAULTS}{OURS}[Other]\na/b=o\n"),
    ],
)
def test_becoming_the_first_choice(before: str, after: str) -> None:
    assert mimeapps.with_default(before, "a/b", "t.desktop") == after


sections = st.sampled_from(
    ["[Default Applications]", "[Added Associations]", "[Removed Associations]"]
)
entries = st.sampled_from(
    ["a/b=o.desktop;", "a/b=", "text/plain=vi.desktop", "# note", "", "x\x0cy=\u2028"]
)


@given(st.lists(sections | entries), st.booleans())
def test_the_list_keeps_everything_else(lines: list[str], ends_with_newline: bool) -> None:
    text = "\n".join(lines) + "\n" * ends_with_newline
    once = mimeapps.with_default(text, "a/b", "t.desktop")
    assert mimeapps.with_default(once, "a/b", "t.desktop") == once
    back = mimeapps.without_default(once, "a/b", "t.desktop")
    assert mimeapps.without_default(back, "a/b", "t.desktop") == back

    def rest(of: str) -> list[str]:
        dull = ("", "[Default Applications]", "a/b=")
        return [line for line in of.split("\n") if line not in dull]

    assert rest(back) == rest(text)


def test_windows_is_told_by_values_below_the_persons_own_classes() -> None:
    told = {
        (value.key, value.name): value.data
        for value in windows.declarations([r"C:\My Apps\techne.exe"])
    }
    classes = r"Software\Classes"
    assert told == {
        (rf"{classes}\Techne.SkillPack.1", ""): "Techne skill pack",
        (rf"{classes}\Techne.SkillPack.1\DefaultIcon", ""): r'"C:\My Apps\techne.exe",0',
        (rf"{classes}\Techne.SkillPack.1\shell\open\command", ""): (
            r'"C:\My Apps\techne.exe" "%1"'
        ),
        (rf"{classes}\.gsk", ""): "Techne.SkillPack.1",
        (rf"{classes}\.gsk", "Content Type"): MIME_TYPE,
        (rf"{classes}\.gsk\OpenWithProgids", "Techne.SkillPack.1"): "",
        (rf"{classes}\.gts\OpenWithProgids", "Techne.SkillPack.1"): "",
        (rf"{classes}\.skill\OpenWithProgids", "Techne.SkillPack.1"): "",
        (rf"{classes}\Techne.Document.1", ""): "Document for Techne",
        (rf"{classes}\Techne.Document.1\shell\open\command", ""): (r'"C:\My Apps\techne.exe" "%1"'),
        **{
            (rf"{classes}\.{ending}\OpenWithProgids", "Techne.Document.1"): ""
            for ending in ("docx", "docm", "odt", "pdf", "html", "htm", "md", "txt")
        },
    }


def test_macos_is_told_by_the_bundle() -> None:
    told = plistlib.loads(plistlib.dumps(macos.document_types()))
    (document, offered), (kind,) = told["CFBundleDocumentTypes"], told["UTExportedTypeDeclarations"]
    assert (
        offered["LSHandlerRank"] == "Alternate" and "com.adobe.pdf" in offered["LSItemContentTypes"]
    )
    assert document["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    assert document["LSHandlerRank"] == "Owner"
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["gsk", "gts", "skill"]


def test_this_installation_can_be_started_from_anywhere() -> None:
    launch = association.launch_command()
    assert Path(launch[0]).is_absolute()
    assert Path(launch[0]).exists()


def test_what_others_keep_is_the_link_that_an_upgrade_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = tmp_path / "techne-1" / "bin" / "techne"
    version.parent.mkdir(parents=True)
    version.write_text("#!/bin/sh\n")
    version.chmod(0o755)
    monkeypatch.setenv("APPIMAGE", str(version))
    monkeypatch.setenv("PATH", "")
    assert association.lasting_command() == [str(version)]
    links = tmp_path / "a bin"
    links.mkdir()
    (links / "techne").symlink_to(version)
    monkeypatch.setenv("PATH", str(links))
    assert association.lasting_command() == [str(links / "techne")]
