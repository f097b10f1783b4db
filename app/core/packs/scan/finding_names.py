"""What a finding of the scanner is called, with the reason it matters."""

from app.core.words import _


def describe(code: str) -> tuple[str, str]:
    """The title and the explanation of a rule."""
    return {
        "override-instructions": (
            _("Tells an agent to drop its instructions"),
            _("An honest procedure has no reason to switch off the rules an agent works by."),
        ),
        "conceal-from-person": (
            _("Asks to keep something from a person"),
            _("An agent following this would act without the person knowing."),
        ),
        "remote-instructions": (
            _("Takes instructions from the network"),
            _("What is at that address can change after your review."),
        ),
        "comment-instructions": (
            _("Instructions inside a comment"),
            _("A rendered page does not show this, but an agent reads it."),
        ),
        "download-and-run": (
            _("Downloads a program and runs it"),
            _("Whoever controls that address decides what runs on the computer."),
        ),
        "decode-and-run": (
            _("Runs an encoded command"),
            _("Encoded commands cannot be reviewed by reading them."),
        ),
        "command-insertion": (
            _("Runs a command while the skill is loaded"),
            _("Some agents replace this with the command's output before anyone agrees."),
        ),
        "destructive-command": (
            _("A command that deletes without asking"),
            _("Make sure it names the right place."),
        ),
        "system-service": (
            _("Installs something that keeps running"),
            _("It would go on after the procedure has ended."),
        ),
        "shell-command": (
            _("Shell commands"),
            _("Read them as you would before pasting them into a terminal."),
        ),
        "broad-tools": (
            _("Asks for unlimited tools"),
            _("An agent that grants this may run any command while it follows the skill."),
        ),
        "sends-away": (
            _("Sends private data away"),
            _("Secrets, files or conversations would leave the computer."),
        ),
        "drop-box": (
            _("Names a service that collects data anonymously"),
            _("Such addresses are often used to leak data."),
        ),
        "suspicious-download": (
            _("Points to a program or a disguised address"),
            _("Check where the address leads before anything is fetched from it."),
        ),
        "reads-credentials": (
            _("Mentions files that hold credentials"),
            _("Keys and passwords are kept there. A procedure rarely needs to read them."),
        ),
        "writes-agent-files": (
            _("Changes the standing instructions of an agent"),
            _("What is written there applies to every later conversation."),
        ),
        "secret": (
            _("Looks like a password or a key"),
            _("Everyone who gets this text gets it too. Remove it and change it where it is used."),
        ),
        "personal-path": (
            _("Names a personal folder"),
            _("It reveals an account name and works on one computer only."),
        ),
        "email": (
            _("An e-mail address"),
            _("Make sure its owner wants it shared."),
        ),
        "text-direction": (
            _("Characters that reorder what is shown"),
            _("What you see is not the order in which an agent reads it."),
        ),
        "hidden-characters": (
            _("Invisible characters"),
            _("They can split words so that a review does not find them."),
        ),
        "hidden-text": (
            _("Invisible text"),
            _("An agent can read this although nothing of it is shown: “{text}”."),
        ),
        "look-alike": (
            _("Letters of two alphabets in one word"),
            _("It looks like another word and may imitate a name or an address."),
        ),
        "blob": (
            _("A long piece of encoded data"),
            _("It cannot be reviewed by reading it."),
        ),
    }[code]
