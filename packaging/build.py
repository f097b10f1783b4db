"""Build the program as a folder, try it out, and on Debian make a package of it.

    python3 packaging/build.py

Everything ends in dist/. Needs what bootstrap.py needs.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import bootstrap
import deb
import smoke
from console import ChildFailed, Trouble, run_quietly, say, step
from environment import Environment
from failures import explain

from app import __version__


def build(here: Environment) -> None:
    """Raises Trouble or ChildFailed."""
    dist, work = here.root / "dist", here.root / "build"
    spec = here.root / "packaging" / "techne.spec"
    with step("Building dist/techne", "1 min"):
        tool = [str(here.program("pyinstaller")), "--noconfirm", "--log-level", "WARN"]
        run_quietly([*tool, "--distpath", str(dist), "--workpath", str(work), str(spec)])
    suffix = ".exe" if os.name == "nt" else ""
    with step("Trying it out", "20 s"):
        smoke.smoke(dist / "techne" / f"techne{suffix}", __version__)
    if shutil.which("dpkg-deb"):
        with step("Packing it for Debian", "1 min"):
            package = deb.build(here.root, dist / "techne", __version__)
        say(f"Install it with: apt-get install {package}")


def main() -> int:
    environ = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    try:
        build(bootstrap.set_up(("build",), environ))
    except ChildFailed as failure:
        return bootstrap.complain(explain("Building", failure.output))
    except Trouble as trouble:
        return bootstrap.complain(trouble)
    return 0


if __name__ == "__main__":
    sys.exit(main())
