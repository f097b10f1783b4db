"""techne graph: files other programs read, and what the connections tell."""

import csv
import io
import json
from pathlib import Path

import networkx as nx
import pytest
from lxml import etree
from PySide6.QtGui import QImage

from tests.cli.conftest import Techne

SKILLS = (
    "# Load the van\n\n1. @skill: check-tyres\n2. @skill: drive\n",
    "# Check tyres\n\n1. Look.\n",
    "# Drive\n\n1. @skill: unload\n",
    "# Unload\n\n1. @skill: load-the-van\n",
    "# =1+1\n\n1. @skill: check-tyres\n",
)


@pytest.fixture
def library(techne: Techne, tmp_path: Path) -> Techne:
    for n, text in enumerate(SKILLS):
        file = tmp_path / f"{n}.md"
        file.write_text(text, "utf-8")
        assert techne("edit", "--new", "--text-file", str(file)).status == 0
    return techne


def test_what_the_connections_tell(library: Techne) -> None:
    told = library("graph", "--json").json
    assert told["cycles"] and {s["title"] for s in told["cycles"][0]} == {
        "Load the van", "Drive", "Unload",
    }  # fmt: skip
    assert "=1+1" in {skill["title"] for skill in told["uncalled"]}
    assert told["connections"]["calls"] >= 5
    said = library("graph", "--analyse").out
    assert "Load the van → Drive → Unload → Load the van" in said
    assert [one["title"] for one in told["central"]] == ["Load the van", "Check tyres"]
    assert "Load the van: 4 pairs" in said and "“" in said.partition("Clusters")[2]


def test_one_format_after_another_is_what_others_read(library: Techne, tmp_path: Path) -> None:
    for suffix in ("graphml", "gexf", "json", "csv", "svg", "png"):
        file = tmp_path / f"sky.{suffix}"
        done = library("graph", "-o", str(file), "--layer", "calls", "--json")
        assert done.status == 0 and done.json["format"] == suffix
        read(file, done.json["skills"], done.json["connections"])


def read(file: Path, skills: int, connections: int) -> None:
    content = file.read_bytes()
    match file.suffix:
        case ".graphml" | ".gexf":
            graph = getattr(nx, f"read_{file.suffix[1:]}")(io.BytesIO(content))
            assert (len(graph), graph.number_of_edges()) == (skills, connections)
            assert "Load the van" in set(dict(graph.nodes(data="label")).values())
            edges = [one.get("id") for one in etree.fromstring(content).iter("{*}edge")]
            assert len(set(edges)) == connections, "other programs take the same id for one edge"
            if file.suffix == ".gexf":
                places = [known["viz"]["position"] for _skill, known in graph.nodes(data=True)]
                assert len({(place["x"], place["y"]) for place in places}) == skills
        case ".json":
            found = json.loads(content)
            assert (len(found["nodes"]), len(found["links"])) == (skills, connections)
        case ".csv":
            rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
            assert len(rows) == connections
            assert {"'=1+1", "Load the van"} <= {row["sourceTitle"] for row in rows}
        case ".svg":
            assert etree.fromstring(content).tag.endswith("svg")
        case ".png":
            image = QImage.fromData(content)
            assert 0 < max(image.width(), image.height()) <= 8_000


def test_only_what_is_near_a_skill(library: Techne, tmp_path: Path) -> None:
    file = tmp_path / "near.json"
    library("graph", "-o", str(file), "--around", "Check tyres", "--layer", "calls")
    titles = {node["label"] for node in json.loads(file.read_text("utf-8"))["nodes"]}
    assert titles == {"Check tyres", "Load the van", "=1+1"}
    library("graph", "-o", str(file), "--around", "Check tyres", "--layer", "calls", "--depth", "2")
    assert len(json.loads(file.read_text("utf-8"))["nodes"]) == 5


def test_what_cannot_be_done_is_said(library: Techne, tmp_path: Path) -> None:
    unknown = library("graph", "-o", str(tmp_path / "sky.bmp"))
    assert unknown.status != 0 and "graphml" in unknown.err
    nowhere = library("graph", "-o", str(tmp_path / "no" / "sky.json"))
    assert nowhere.status != 0 and "cannot be written" in nowhere.err
    assert library("graph", "--around", "Nobody").status != 0
