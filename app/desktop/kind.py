"""What a pack is called on every platform."""

MIME_TYPE = "application/vnd.techne.skill-pack"
UNIFORM_TYPE = "org.techne.skill-pack"
REGISTRY_CLASS = "Techne.SkillPack.1"
DESCRIPTION = "Techne skill pack"
EXTENSION = "gsk"
OLD_EXTENSION = "gts"
