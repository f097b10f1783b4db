"""What clients call their tools, in one vocabulary, and the shapes of what they are given."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from app.core.transcripts import shell, subcommands
from app.core.transcripts.naming import names
from app.core.transcripts.plain_names import is_plain_name
from app.core.transcripts.shapes import EMPTY, Shape, shape

_VOCABULARY = {
    "read": "read notebookread readfile readmanyfiles viewimage view openfile cat viewfile"
    " readlints getinternaldocs",
    "edit": "edit multiedit notebookedit replace applypatch patch strreplace strreplaceeditor"
    " strreplacebasededittool searchreplace editfile insert applydiff",
    "write": "write writefile createfile writetofile",
    "search": "grep searchfilecontent grepsearch ripgrep codebasesearch searchfiles lsp"
    " filesearch grepfiles codesearch",
    "find": "glob globsearch findfiles filefind",
    "list": "ls list listdirectory listdir listfiles",
    "fetch": "webfetch fetch fetchurl urlfetch",
    "web search": "websearch googlewebsearch websearchcall websearchpreview",
    "plan": "todowrite todoread updateplan writetodos taskcreate taskupdate tasklist taskget"
    " exitplanmode enterplanmode planexit planenter creategoal updategoal getgoal proposegoal"
    " updatetopic trackercreatetask trackergettask trackerlisttasks trackerupdatetask"
    " trackeradddependency trackervisualize",
    "ask": "askuserquestion question askuser requestuserinput askfollowupquestion"
    " requestpermissions",
    "delegate": "task agent delegatetoagent codebaseinvestigator spawnagent sendinput waitagent"
    " closeagent resumeagent sendmessage teamcreate teamdelete workflow subagent newtask wait"
    " followuptask interruptagent listagents invokeagent"
    " spawnagentsoncsv",
    "remember": "savememory memory",
    "output": "bashoutput taskoutput agentoutputtool writestdin sleep monitor readbackground",
    "stop": "killshell killbash taskstop",
    "schedule": "croncreate crondelete cronlist schedulewakeup remotetrigger",
    "worktree": "enterworktree exitworktree",
    "find tool": "toolsearch toolsearchcall",
    "draw": "imagegeneration imagegenerationcall imagegen",
    "run code": "runcode codeinterpreter python jsrepl repl notebookexecute",
    "resource": "listmcpresources listmcpresourcestool listmcpresourcetemplates"
    " readmcpresourcedirtool",
    "report": "structuredoutput syntheticoutput attemptcompletion completetask notify"
    " pushnotification senduserfile brief reportfindings reportagentjobresult sendfeedback",
    "invalid": "invalid",
}
_TOOLS = {name: tool for tool, own in _VOCABULARY.items() for name in names(own)}
_SHELLS = names(
    "bash shell localshell localshellcall containerexec exec execcommand shellcommand "
    "powershell runshellcommand runterminalcmd runcommand executecommand terminal executebash"
)
_SKILLS = names("skill activateskill useskill loadskill")
_RESOURCES = names("readmcpresource readmcpresourcetool readresource")
_GIVES_SKILL = ("get_skill", "walk_skill", "walk_skill_structured")
"""Tools of servers that answer with the body of a skill."""
_READERS = names("cat bat head tail less more sed nl type get-content awk view")

_SKILL_FILE = re.compile(r"(?:^|[/\\])([^/\\]+)[/\\]SKILL\.md$", re.IGNORECASE)
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add) File: ([^\n]+)$", re.MULTILINE)
_SKILL_NAME = re.compile(r"[\w][\w .:-]{0,79}")
_LONGEST_NAME = 64
UNNAMED = "unnamed"
"""Stands for the name of a tool or server that may be a value, or has nothing to read in it."""


class Use(NamedTuple):
    """One thing that a call does; `skill` names the skill whose body it asks for."""

    tool: str
    shape: Shape = EMPTY
    skill: str = ""


def uses(name: str, parameters: Mapping[str, object], key: bytes, server: str = "") -> list[Use]:
    """What a call does: several things where a shell is given several commands.

    `server` is that of a call over the Model Context Protocol, where the client says it apart.
    """
    plain = _plain(name)
    mcp = _over_mcp(name, server)
    if mcp is not None:
        return [_served(*mcp, parameters, key)]
    if plain in _SHELLS:
        return _in_shell(parameters, key)
    if plain in _SKILLS or plain in _RESOURCES:
        asked = _named_skill(parameters)
        tool = "skill" if plain in _SKILLS else "resource"
        return [Use(tool, shape(parameters, key), asked)]
    if plain == "applypatch":
        return [Use("edit", _patched(parameters.values(), key))]
    tool = _TOOLS.get(plain) or _own_name(name)
    asked = skill_of_path(_path(parameters)) if tool == "read" else ""
    return [Use(tool, shape(parameters, key), asked)]


def is_known(name: str) -> bool:
    """Whether the vocabulary has this tool of a client, servers' tools aside."""
    plain = _plain(name)
    return plain in _TOOLS or plain in _SHELLS or plain in _SKILLS or plain in _RESOURCES


def skill_of_path(path: str) -> str:
    """The skill whose file a path leads to: the folder around its SKILL.md."""
    found = _SKILL_FILE.search(path)
    return found[1] if found and _SKILL_NAME.fullmatch(found[1]) else ""


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name[:_LONGEST_NAME].lower())


def _own_name(name: str) -> str:
    """A tool nobody has heard of, under its own name: `deployPreview` is `deploy_preview`."""
    if not is_plain_name(name):
        return UNNAMED
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:_LONGEST_NAME])
    return re.sub(r"[^a-z0-9]+", "_", parted.lower()).strip("_") or UNNAMED


def _over_mcp(name: str, server: str) -> tuple[str, str] | None:
    if server:
        return server.removeprefix("mcp__"), name
    if name.startswith("mcp__") and name.count("__") > 1:
        _mcp, its_server, tool = name.split("__", 2)
        return its_server, tool
    if "__" in name.strip("_"):
        its_server, tool = name.split("__", 1)
        return its_server, tool
    if name.startswith("mcp_") and name.count("_") > 1:
        _mcp, its_server, tool = name.split("_", 2)
        return its_server, tool
    return None


def _served(server: str, tool: str, parameters: Mapping[str, object], key: bytes) -> Use:
    own = _own_name(tool)
    # the next pages of a long one are still the same reading
    first = own in _GIVES_SKILL and not parameters.get("cursor")
    asked = _named_skill(parameters) if first else ""
    return Use(f"mcp {_own_name(server)} {own}", shape(parameters, key), asked)


def _in_shell(parameters: Mapping[str, object], key: bytes) -> list[Use]:
    line = next(
        (parameters[name] for name in ("command", "cmd", "script") if name in parameters), ""
    )
    if isinstance(line, list):
        given: str | list[str] = [str(word) for word in line]
    else:
        given = line if isinstance(line, str) else ""
    found = [command(words, key) for words in shell.commands(given)]
    if Use("edit") in found:  # what a shell is told to patch comes in the line
        patch = _patched([given] if isinstance(given, str) else given, key)
        found = [Use("edit", patch) if use == Use("edit") else use for use in found]
    return found or [Use("shell")]


def _patched(texts: Iterable[object], key: bytes) -> Shape:
    """The first file that a patch changes or adds, by the name that an editor has for it."""
    for text in texts:
        if isinstance(text, str) and (file := _PATCHED.search(text)):
            return shape({"file_path": file[1].strip()}, key)
    return EMPTY


def command(words: list[str], key: bytes) -> Use:
    """What one command of a shell does, as `shell.commands` has it."""
    name = shell.program(words[0])
    if _plain(name) == "applypatch":
        return Use("edit")
    if name == "tee" and (file := [word for word in words[1:] if not word.startswith("-")]):
        tool = "write" if len(words) == len(file) + 1 else "edit"  # with `-a` something is added
        return Use(tool, shape({"file_path": file[0]}, key))
    tool, its_shape = subcommands.named(words, key)
    asked = next(filter(None, map(skill_of_path, words[1:])), "") if name in _READERS else ""
    return Use(tool, its_shape, asked)


def _path(parameters: Mapping[str, object]) -> str:
    for name in ("file_path", "absolute_path", "filePath", "path", "file", "target_file"):
        if isinstance(value := parameters.get(name), str):
            return value
    return ""


def _named_skill(parameters: Mapping[str, object]) -> str:
    for name in ("skill", "name", "skill_name", "command", "uri"):
        value = parameters.get(name)
        if isinstance(value, str):
            if name == "uri":
                return skill_of_path(value)
            if _SKILL_NAME.fullmatch(value):
                return value
    return ""
