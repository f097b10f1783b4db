"""What the clients of agents are called. Public name: `client_name`."""

from app.core.transcripts.model import Format

_NAMES = {
    Format.CLAUDE.value: "Claude Code",
    Format.CODEX.value: "Codex",
    Format.GEMINI.value: "Gemini CLI",
    Format.OPENCODE.value: "OpenCode",
}


def client_name(agent: str) -> str:
    """An agent whose sessions were read: its client, or what a person calls it."""
    return _NAMES.get(agent, agent)
