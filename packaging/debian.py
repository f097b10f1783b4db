"""Installing packages of Debian and Ubuntu, or the exact line that does."""

import os
import shutil
from collections.abc import Sequence

from console import ChildFailed, Trouble, run_quietly, step
from failures import explain

_INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")


def is_debian() -> bool:
    return shutil.which("apt-get") is not None


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_line(packages: Sequence[str], has_sudo: bool) -> str:
    """The line a person types to install `packages`."""
    line = f"apt-get update && {' '.join((*_INSTALL, *packages))}"
    return f"sudo sh -c '{line}'" if has_sudo else f"su -c '{line}'"


def install(packages: Sequence[str], what: str) -> None:
    """Install as root; anybody else is told the line. Raises Trouble, also when it fails."""
    if not is_root():
        line = install_line(packages, shutil.which("sudo") is not None)
        raise Trouble(
            f"{what} missing on this computer.",
            f"Run this line, then the same command again:\n\n    {line}\n",
        )
    with step(f"Installing {', '.join(packages)} with apt-get", "20 s"):
        environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        try:
            try:
                run_quietly((*_INSTALL, *packages), environ)
            except ChildFailed:  # the lists of packages are missing or old
                run_quietly(("apt-get", "update"), environ)
                run_quietly((*_INSTALL, *packages), environ)
        except ChildFailed as failure:
            raise explain("Installing with apt-get", failure.output) from failure
