"""What the scanner looks for: patterns that stay linear on any text, each with its weight."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters: stop and think, look closely, good to know."""

    DANGER = "danger"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Rule:
    """`code` names the sentences in `words`; `private` marks what should not leave.

    Every match contains one of the `clues`, as `folded` writes them: looking for those is so much
    faster that a pack of thousands of skills can be scanned. `glance` is as fast a look at the
    text itself, where no word is a clue. Without both it is always looked.
    """

    code: str
    severity: Severity
    pattern: re.Pattern[str]
    clues: tuple[str, ...] = ()
    private: bool = False
    masked: bool = False
    glance: Callable[[str], object] | None = None

    def may_match(self, text: str, folded_text: str) -> bool:
        if self.glance is not None:
            return bool(self.glance(text))
        return not self.clues or any(map(folded_text.__contains__, self.clues))


def folded(text: str) -> str:
    """`text` with letters that patterns take for the same made the same."""
    return text.lower() if text.isascii() else text.translate(_DOTLESS).casefold()


_DOTLESS = {0x130: "i", 0x131: "i"}


def _rule(
    code: str,
    severity: Severity,
    clues: str,
    *patterns: str,
    flags: int = re.IGNORECASE,
    glance: Callable[[str], object] | None = None,
) -> Rule:
    pattern = re.compile("|".join(patterns), flags | re.MULTILINE)
    return Rule(code, severity, pattern, tuple(clues.split()), glance=glance)


def _secret(clues: str, *patterns: str, flags: int = 0) -> Rule:
    pattern = re.compile("|".join(patterns), flags)
    return Rule("secret", Severity.DANGER, pattern, tuple(clues.split()), True, True)


_SHELL = r"(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|pwsh|powershell|iex)\b"
_RULES_WORD = r"(?:instructions?|rules?|prompts?|directions?|directives?|guidelines|constraints)"

INSTRUCTIONS = (
    _rule(
        "override-instructions",
        Severity.DANGER,
        "ignore disregard forget override bypass system now <| inst]",
        r"\b(?:ignore|disregard|forget|override|bypass)\b[^\n.]{0,30}"
        r"\b(?:previous|prior|above|preceding|earlier|existing|all|any|other|system|safety)\b"
        rf"[^\n.]{{0,30}}\b{_RULES_WORD}\b",
        r"\b(?:new|updated|real|actual) system prompt\b",
        r"\byou are now (?:in )?(?:dan\b|developer mode|jailbroken|unrestricted)",
        r"<\|(?:system|im_start|endoftext)\|>|\[/?INST\]|^\[?system\]?:\s*you\b",
    ),
    _rule(
        "conceal-from-person",
        Severity.DANGER,
        "tell inform notify alert warn mention reveal disclose hide conceal secretly covertly"
        " without",
        r"\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|inform|notify|alert|warn)"
        r"(?:ing)?\b[^\n.]{0,20}\b(?:user|person|human|operator|owner|them|anyone|anybody)\b",
        r"\b(?:do not|don['’]t|never)\s+(?:mention|reveal|disclose)\b[^\n.]{0,40}"
        r"\bto (?:the )?(?:user|person|human|operator|owner|anyone|anybody)\b",
        r"\b(?:hide|conceal)\b[^\n.]{0,40}\bfrom (?:the )?(?:user|person|human|operator|owner)\b",
        r"\b(?:secretly|covertly|without (?:the )?(?:user|person|human)['’]?s? (?:knowing|knowledge"
        r"|noticing|consent))\b",
    ),
    _rule(
        "remote-instructions",
        Severity.WARNING,
        "://",
        rf"\b(?:fetch|load|download|open|read|follow|get)\b[^\n.]{{0,40}}\b(?:steps|commands?|"
        rf"{_RULES_WORD})\b[^\n]{{0,30}}\b(?:from|at)\b\s+<?https?://",
    ),
    _rule(
        "comment-instructions",
        Severity.WARNING,
        "<!--",
        r"<!--(?:(?!-->|<!--)[\s\S]){0,2000}?\b(?:you must|you should|ignore|disregard|do not tell|"
        r"don't tell|execute|run the|send (?:it|the|all)|system prompt|assistant)\b",
    ),
)

COMMANDS = (
    _rule(
        "download-and-run",
        Severity.DANGER,
        "curl wget iwr irm invoke- iex",
        rf"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{{0,300}}\|\s*{_SHELL}",
        r"\b(?:ba|z|da)?sh\s+(?:-c\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)\b",
        r"\b(?:iex|invoke-expression)\b[^\n]{0,80}\b(?:downloadstring|iwr|irm|invoke-webrequest)\b",
    ),
    _rule(
        "decode-and-run",
        Severity.DANGER,
        "base64 b64decode atob fromhex decompress unhexlify pwsh powershell",
        rf"\bbase64\s+(?:-d|--decode)\b[^\n]{{0,200}}\|\s*{_SHELL}",
        r"\b(?:eval|exec)\s*\([^\n]{0,80}\b(?:b64decode|atob|fromhex|decompress|unhexlify)\b",
        r"\b(?:pwsh|powershell)\b[^\n]{0,80}\s-e(?:nc\w*)?\s+[A-Za-z0-9+/=]{20,}",
    ),
    _rule("command-insertion", Severity.DANGER, "!`", r"(?:^|(?<=\s))!`[^`\n]{1,300}`"),
    _rule(
        "destructive-command",
        Severity.WARNING,
        "rm mkfs if= format :()",
        r"\brm\s+-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\s+\S+",
        r"\bmkfs(?:\.\w+)?\s+/|\bdd\s+if=\S+\s+of=/dev/|\bformat\s+[a-z]:\s*/",
        r":\(\)\s*\{\s*:\|:&\s*\};:",
    ),
    _rule(
        "system-service",
        Severity.WARNING,
        "crontab systemctl launchctl schtasks .bashrc .zshrc .profile .bash_profile",
        r"\bcrontab\s+-|\bsystemctl\s+enable\b|\blaunchctl\s+(?:load|bootstrap)\b|\bschtasks\s+/create",
        r">>?\s*~?/?\S*\.(?:bashrc|zshrc|profile|bash_profile)\b",
    ),
    _rule(
        "shell-command",
        Severity.NOTE,
        "``` sudo curl wget chmod ssh pip npm",
        r"^[ \t]*```+[ \t]*(?:bash|sh|zsh|shell|console|powershell|pwsh|bat|cmd)[ \t]*$",
        r"(?:^|(?<=[\s`]))(?:sudo\s+[a-z][\w-]+|curl\s+(?:-|https?:)|wget\s+(?:-|https?:)|"
        r"chmod\s+(?:\+x|[0-7]{3,4})\s|ssh\s+\S+@\S+|pip3?\s+install\s|npm\s+(?:i|install)\s)",
    ),
    _rule(
        "broad-tools",
        Severity.WARNING,
        "allowed-tools hooks",
        r"^[ \t]*allowed-tools[ \t]*:[^\n]{0,300}?"
        r"(?:(?<![\w(:.])\*|\w\((?::?\*|\*:\*)\)|\bbash\b(?!\())",
        r"^[ \t]*allowed-tools[ \t]*:[ \t]*\n[ \t]*-[ \t]*[\"']?(?:\*|bash[\"']?[ \t]*$|\w+\(\*)",
        r"^hooks[ \t]*:[ \t]*(?:\{|$)",
    ),
)

DATA = (
    _rule(
        "sends-away",
        Severity.DANGER,
        "conversation history prompt credential password key secrets variable var curl",
        r"\b(?:send|upload|post|forward|transmit|exfiltrate|leak)\b[^\n.]{0,60}\b(?:conversation|"
        r"chat history|system prompt|credentials?|passwords?|(?:api|private|ssh) keys?|secrets|"
        r"environment variables|env vars)\b[^\n]{0,40}\bto\b[^\n]{0,40}"
        r"(?:https?://|\S@\S|\bwebhook|\bserver\b|\bendpoint)",
        r"\bcurl\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|--form|-T|--upload-file)\s*[\"']?[^\s\"']{0,40}"
        r"(?:@|\$\()",
    ),
    _rule(
        "drop-box",
        Severity.WARNING,
        "webhook.site requestbin pipedream ngrok transfer.sh oastify interact.sh burpcollaborator"
        " pastebin ](",
        r"\b(?:webhook\.site|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.(?:io|app)|transfer\.sh|"
        r"oastify\.com|interact\.sh|burpcollaborator\.net|pastebin\.com)\b",
        r"!\[[^\]\n]{0,100}\]\(https?://[^)\n]{0,200}[?&][^)\n=]{0,40}=(?:\$|\{|<)",
    ),
    _rule(
        "suspicious-download",
        Severity.WARNING,
        "://",
        r"https?://[^\s)\"'>]{1,200}\.(?:exe|msi|dmg|scr|bat|ps1|apk|jar|sh)\b",
        r"https?://(?!127\.|10\.|192\.168\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\b",
        r"https?://(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly)/",
    ),
    _rule(
        "reads-credentials",
        Severity.WARNING,
        ".ssh .aws .gnupg .kube .docker .azure .netrc .npmrc .pypirc .env id_ /etc/shadow printenv",
        r"(?:~|\$HOME|%USERPROFILE%)[/\\]\.(?:ssh|aws|gnupg|kube|docker|azure|netrc|npmrc|pypirc)\b",
        r"(?<![\w.*/])\.env(?:\.(?:local|production|development|staging))?\b(?![\w.(])",
        r"\bid_(?:rsa|ed25519|ecdsa)\b|/etc/shadow\b|\bprintenv\b",
    ),
    _rule(
        "writes-agent-files",
        Severity.WARNING,
        ".md .cursorrules",
        r"(?:\b(?:write|append|add|edit|modify|update|change|overwrite|insert|put|save)\b|>>?)"
        r"[^\n.]{0,60}(?:\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL)\.md\b|\.cursorrules\b)",
    ),
)

PRIVATE = (
    _secret("akia asia", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    _secret("gh github_pat_", r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b", r"\bgithub_pat_\w{40,255}"),
    _secret("aiza ya29.", r"\bAIza[\w-]{35}\b", r"\bya29\.[\w-]{20,}"),
    _secret(
        "k_live_ k_test_ whsec_",
        r"\b[srp]k_(?:live|test)_[0-9A-Za-z]{16,}",
        r"\bwhsec_[0-9A-Za-z]{20,}",
    ),
    _secret(
        "sk- xox",
        r"\bsk-(?:ant-|proj-)?(?=[\w-]{0,60}\d)[\w-]{20,200}",
        r"\bxox[abeoprs]-[\w-]{10,}",
    ),
    _secret("eyj", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    _secret("-----begin", r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
    _secret(
        "password passwd pwd passphrase secret key token bearer",
        r"\b(?:password|passwd|pwd|passphrase|secret|api[_-]?key|access[_-]?key|(?:access|auth|"
        r"refresh)[_-]?token|client[_-]?secret)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
        r"(?![<{$\[(])(?=[^\s\"']{0,60}\d)(?=[^\s\"']{0,60}[A-Za-z])[^\s\"'<>{}()]{8,200}",
        r"\bBearer\s+(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{20,}",
        flags=re.IGNORECASE,
    ),
    _secret(
        "://", r"\b[a-z][a-z0-9+.-]{2,15}://[^\s:/@<>{}$]{1,64}:[^\s:/@<>{}$]{3,128}@[^\s/@]{1,200}"
    ),
    Rule(
        "personal-path",
        Severity.NOTE,
        re.compile(
            r"(?<![\w/.:])/(?:home|Users)/(?!(?:shared|runner|user|username|you|me|name)\b)"
            r"[^/\s\"'`<>$*{}()]{1,40}|\b[A-Za-z]:\\Users\\(?!(?:public|default|name|you)\b)"
            r"[^\\\s\"'`<>%{}]{1,40}",
            re.IGNORECASE,
        ),
        ("/home/", "/users/", ":\\users\\"),
        private=True,
    ),
    Rule(
        "email",
        Severity.NOTE,
        re.compile(
            r"(?<![\w.+:/-])(?!git@)[\w.+-]{1,64}@(?!example\.|[\w.-]{0,60}\.example\b)"
            r"[A-Za-z0-9][\w-]{0,62}(?:\.[A-Za-z][\w-]{0,62})+"
        ),
        ("@",),
        private=True,
    ),
)

_HIDDEN = (
    "\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef"
    "\u0000-\u0008\u000b\u000e-\u001f\u007f"
)
_SHORTEST_BLOB = 80
"""Characters without a space; few texts have so long a word."""


def _has_long_word(text: str) -> bool:
    return any(len(word) >= _SHORTEST_BLOB for word in text.split())


HIDDEN = (
    _rule(
        "text-direction",
        Severity.DANGER,
        " ".join("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
        "[\u202a-\u202e\u2066-\u2069]",
    ),
    _rule(
        "hidden-characters",
        Severity.WARNING,
        "",
        "(?:[\u00ad\u180e\u200b\u2060-\u2064]|(?<=.)\ufeff)+",
        "(?<=[A-Za-z])[\u200c\u200d]+(?=[A-Za-z])",
        "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}",
        "[\u0000-\u0008\u000b\u000e-\u001f\u007f]+",
        glance=re.compile(f"[{_HIDDEN}]").search,
    ),
    _rule(
        "look-alike",
        Severity.WARNING,
        " ".join("абвгдежзийклмнопрстуфхцчшщъыьэюяіјѕαβεζηικμνορτυχ"),
        "\\b(?=\\w{0,40}[a-z])(?=\\w{0,40}[\u0430-\u044f\u0410-\u042f\u0456\u0458\u0455"
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο])\\w{3,60}\\b",
        flags=0,
    ),
    _rule(
        "blob",
        Severity.WARNING,
        "",
        r"(?<![A-Za-z0-9+/])(?=[a-z+/]{0,200}[A-Z0-9])[A-Za-z0-9+/]{200,}={0,2}",
        r"\b(?:[0-9a-f]{2}){80,}\b",
        r"(?:\\x[0-9a-f]{2}){20,}",
        flags=0,
        glance=_has_long_word,
    ),
)

TAG_CHARACTERS = re.compile(
    "\U0001f3f4[\U000e0030-\U000e007a]{3,6}\U000e007f|([\U000e0001-\U000e007f]+)"
)
"""Group 1: invisible copies of ASCII. A few after a black flag only spell the flag of a region."""

RULES = (*INSTRUCTIONS, *COMMANDS, *DATA, *PRIVATE, *HIDDEN)
