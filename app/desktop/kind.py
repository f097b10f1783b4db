"""What packs and documents are called on every platform."""

MIME_TYPE = "application/vnd.techne.skill-pack"
UNIFORM_TYPE = "org.techne.skill-pack"
REGISTRY_CLASS = "Techne.SkillPack.1"
DESCRIPTION = "Techne skill pack"
EXTENSION = "gsk"
OLD_EXTENSION = "gts"
SKILL_EXTENSION = "skill"
"""An archive with one skill in it; other programs read those as well."""
DOCUMENT_CLASS = "Techne.Document.1"
DOCUMENT = "Document for Techne"
DOCUMENT_EXTENSIONS = ("docx", "docm", "odt", "pdf", "html", "htm", "md", "txt")
DOCUMENT_MIME_TYPES = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.oasis.opendocument.text",
    "application/pdf",
    "text/html",
    "text/markdown",
    "text/plain",
)
"""What Techne is offered for. Other programs stay the first choice for documents."""
DOCUMENT_UNIFORM_TYPES = (
    "org.openxmlformats.wordprocessingml.document",
    "org.oasis-open.opendocument.text",
    "com.adobe.pdf",
    "public.html",
    "net.daringfireball.markdown",
    "public.plain-text",
)
