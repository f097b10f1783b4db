"""Packs on macOS: what the application bundle's Info.plist says about them.

Keys are those of "Information Property List" and "Uniform Type Identifiers" of Apple's developer
documentation. Nothing is registered by hand: the system reads the bundle.
"""

from typing import Any

from app.desktop.kind import (
    DESCRIPTION,
    DOCUMENT,
    DOCUMENT_UNIFORM_TYPES,
    EXTENSION,
    MIME_TYPE,
    OLD_EXTENSION,
    SKILL_EXTENSION,
    UNIFORM_TYPE,
)


def document_types() -> dict[str, Any]:
    """The part of Info.plist that makes the bundle open packs, and offers it for documents."""
    return {
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": DESCRIPTION,
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [UNIFORM_TYPE],
            },
            {
                "CFBundleTypeName": DOCUMENT,
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": list(DOCUMENT_UNIFORM_TYPES),
            },
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": UNIFORM_TYPE,
                "UTTypeDescription": DESCRIPTION,
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [EXTENSION, OLD_EXTENSION, SKILL_EXTENSION],
                    "public.mime-type": [MIME_TYPE],
                },
            }
        ],
    }
