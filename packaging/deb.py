"""The Debian package: the built program, and what desktops and the shell need to find it."""

import platform
import shutil
import tempfile
from pathlib import Path

import qt_libraries
from console import run_quietly

from app.desktop import linux

_CONTROL = """\
Package: techne
Version: {version}
Architecture: {architecture}
Section: editors
Priority: optional
Maintainer: The Techne authors <techne@techne.invalid>
Installed-Size: {kilobytes}
Depends: {depends}
Description: Write down how things are done, and have people and agents follow it
 Techne keeps standard operating procedures in an encrypted vault on this
 computer: write them, see how they hang together, go back to any version, and
 share them as signed packs.
"""


def control(version: str, architecture: str, kilobytes: int) -> str:
    """What dpkg is told; the libraries are those Qt is linked with."""
    libraries = dict.fromkeys((qt_libraries.ALWAYS | qt_libraries.WITH_A_DISPLAY).values())
    return _CONTROL.format(
        version=version,
        architecture=architecture,
        kilobytes=kilobytes,
        depends=", ".join([f"libc6 (>= {platform.libc_ver()[1]})", *libraries]),
    )


def build(root: Path, program: Path, version: str) -> Path:
    """Make `dist/techne_VERSION_ARCH.deb` of the folder `program`. Raises ChildFailed."""
    architecture = run_quietly(["dpkg", "--print-architecture"]).strip()
    package = root / "dist" / f"techne_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory(dir=root / "build") as name:
        tree = Path(name)
        tree.chmod(0o755)
        _lay_out(root, program, tree)
        size = sum(path.lstat().st_size for path in tree.rglob("*")) // 1024
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN" / "control").write_text(control(version, architecture, size), "utf-8")
        run_quietly(
            ["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", str(tree), str(package)]
        )
    return package


def _lay_out(root: Path, program: Path, tree: Path) -> None:
    shutil.copytree(program, tree / "opt" / "techne", symlinks=True)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/techne").symlink_to("/opt/techne/techne")
    for path, content in linux.shared_files(["/usr/bin/techne"]).items():
        _put(tree / "usr/share" / path, content)
    licences = [(root / name).read_bytes() for name in ("LICENSE", "THIRD_PARTY_NOTICES.md")]
    _put(tree / "usr/share/doc/techne/copyright", b"\n\n".join(licences))


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
