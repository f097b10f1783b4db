"""The tables, as an append-only list of steps. A released step is never edited."""

from collections.abc import Callable

import apsw

from app.core.store.errors import NewerVault
from app.core.words import _

STEPS = (
    """
    -- what a person did, for undo
    create table journal (
        id integer primary key autoincrement, at text not null, label text not null,
        actor text not null, undoes integer references journal(id)
    );
    -- what each commit may have made stale, for every open window and process
    create table change (
        id integer primary key autoincrement, process text not null,
        parts integer not null, skills text not null
    );
    create table engram (
        id integer primary key, name text not null, key text not null unique,
        kind text not null, created text not null, journal integer references journal(id)
    );
    create table skill (
        id integer primary key, engram integer references engram(id), title text not null,
        key text not null, status text not null, role text not null, updated text not null,
        current integer
    );
    create index skill_key on skill (key);
    create table version (
        id integer primary key autoincrement, skill integer not null references skill(id),
        number integer not null, journal integer not null references journal(id),
        at text not null, actor text not null, reason text not null, label text not null,
        text text, digest text, meta text not null
    );
    create index version_skill on version (skill, id);
    create index version_journal on version (journal);
    create table edge (
        skill integer not null references skill(id), type text not null, evidence text not null,
        weight real not null, source text not null, target text not null,
        calls text not null, target_key text not null, detail text not null
    );
    create index edge_skill on edge (skill);
    create index edge_target on edge (target_key) where target_key <> '';
    create virtual table skill_words using fts5 (
        title, trigger, goals, body, content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 2"
    );
    create table draft (
        id integer primary key, skill integer unique references skill(id), base integer,
        text text not null, at text not null
    );
    create table publisher (
        key text primary key, name text not null, state text not null,
        first_seen text not null, decided text
    );
    create table pack (
        id integer primary key, uid text not null, publisher text not null, version text not null,
        sequence integer not null, journal integer not null references journal(id),
        about text not null
    );
    create index pack_uid on pack (uid);
    create table secret (name text primary key, value blob not null);
    create table setting (name text primary key, value text not null);
    create table place (
        skill integer primary key references skill(id), x real, y real, pinned integer
    );
    """,
    """
    -- files that travel with skills, by SHA-256; `meta` of a version names them
    create table attachment (digest text primary key, data blob not null);
    """,
    """
    -- the key whose word is the only reason to trust this one
    alter table publisher add column heir_of text;
    -- who calls whom, without reading the edges themselves
    create index edge_calls on edge (skill, target_key) where target_key <> '';
    """,
)


def migrate(db: apsw.Connection, before: Callable[[], object]) -> None:
    """Bring the tables up to date, each step in one transaction; `before` runs before the first.

    Raises `NewerVault` when the file comes from a later version of the application.
    """
    version = db.pragma("user_version")
    if version > len(STEPS):
        raise NewerVault(
            _("This vault was last used with a newer version of Techne."),
            _("Update Techne to open it; nothing was changed."),
        )
    if 0 < version < len(STEPS):
        before()
    for number, step in enumerate(STEPS[version:], start=version + 1):
        db.execute("begin immediate")
        try:
            if db.pragma("user_version") < number:  # another process may have been faster
                db.execute(step)
                db.pragma("user_version", number)
            db.execute("commit")
        except BaseException:
            db.execute("rollback")
            raise
