"""What the operating system has to provide, and getting it on Debian and Ubuntu."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from console import ChildFailed, Trouble, run_quietly, step
from failures import explain

_INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")


@dataclass(frozen=True, slots=True)
class Lack:
    """Something this computer does not have, and the Debian package that holds it."""

    what: str
    package: str


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_line(packages: Sequence[str], has_sudo: bool) -> str:
    """The line a person types to install `packages`."""
    line = f"apt-get update && {' '.join((*_INSTALL, *packages))}"
    return f"sudo sh -c '{line}'" if has_sudo else f"su - -c '{line}'"


def provide(lacks: Sequence[Lack]) -> None:
    """Install what is missing where that is possible. Raises Trouble with what to do where not."""
    if not lacks:
        return
    names = ", ".join(lack.what for lack in lacks)
    if shutil.which("apt-get") is None:
        raise Trouble(
            f"This computer lacks {names}.",
            "Install the packages of your system that hold them, then run this again.",
        )
    packages = list(dict.fromkeys(lack.package for lack in lacks))
    if not is_root():
        line = install_line(packages, shutil.which("sudo") is not None)
        raise Trouble(
            f"This computer lacks {names}.",
            f"Run this line, then the same command again:\n\n    {line}\n",
        )
    with step(f"Installing with apt-get: {' '.join(packages)}", "10 to 40 s"):
        try:
            _install(packages)
        except ChildFailed as failure:
            raise explain("Installing with apt-get", failure.output) from failure


def _install(packages: Sequence[str]) -> None:
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        run_quietly((*_INSTALL, *packages), environ)
    except ChildFailed:  # the lists of packages are missing or old
        run_quietly(("apt-get", "update"), environ)
        run_quietly((*_INSTALL, *packages), environ)
