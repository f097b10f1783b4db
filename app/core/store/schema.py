"""The tables, as an append-only list of steps. A released step is never edited.

The list begins in `first_steps` and `steps_before_runs`; a new step is added here, at the end.
"""

from collections.abc import Callable

import apsw

from app.core.store.errors import NewerVault
from app.core.store.first_steps import FIRST_STEPS
from app.core.store.steps_before_runs import STEPS_BEFORE_RUNS
from app.core.words import _

STEPS = (
    *FIRST_STEPS,
    *STEPS_BEFORE_RUNS,
    # Runs. What was run is kept beside them, so that nothing that happens to a skill changes a
    # run; `run` says where each one stands, which its actions add up to.
    """
    create table run_program (
        id integer primary key, digest text not null unique, body text not null
    );
    create table run (
        id integer primary key autoincrement, skill integer not null references skill(id),
        version integer not null, number integer not null, title text not null,
        program integer not null references run_program(id), session text not null,
        started text not null, at text not null, clock real not null, turn integer not null,
        status text not null, step text not null, done integer not null, steps integer not null,
        person integer not null, client text not null, agent text not null, offered text,
        said text not null, outcome text, begun_by text not null
    );
    create index run_of on run (skill, started);
    create index run_open on run (status) where status in ('running', 'paused');
    create table run_action (
        run integer not null references run(id), turn integer not null, at text not null,
        person integer not null, client text not null, agent text not null, action text not null,
        primary key (run, turn)
    ) without rowid;
    -- notes and evidence: a text, a link, or a file by its digest
    create table run_item (
        id integer primary key autoincrement, run integer not null references run(id),
        step text not null, at text not null, person integer not null, client text not null,
        agent text not null, kind text not null, text text not null, digest text, size integer
    );
    create index run_item_of on run_item (run);
    create index run_item_digest on run_item (digest) where digest is not null;
    -- each time a step was left in a run that is over; words is the beginning of its text
    create table run_visit (
        run integer not null references run(id), skill integer not null references skill(id),
        version integer not null, node integer not null, path text not null, words text not null,
        mark text not null, at text not null, seconds real not null, why text not null,
        client text not null
    );
    create index run_visit_run on run_visit (run);
    create index run_visit_of on run_visit (skill, at);

    -- A use counts once for each agent as well.
    create table skill_use_next (
        id integer primary key autoincrement, skill integer not null references skill(id),
        at text not null, day text not null, agent text not null, session text not null,
        memory integer not null, project text not null,
        unique (skill, session, memory, day, agent)
    );
    insert into skill_use_next select id, skill, at, day, agent, session, memory, project
        from skill_use;
    drop table skill_use;
    alter table skill_use_next rename to skill_use;
    create index skill_use_session on skill_use (session) where session <> '';
    -- surfaced, read or finished: once for a session, an agent and a day
    create table skill_seen (
        skill integer not null references skill(id), stage text not null, session text not null,
        agent text not null, day text not null, at text not null,
        primary key (skill, stage, session, agent, day)
    ) without rowid;
    insert into skill_seen select skill, 'surfaced', session, agent, day, at from skill_surfaced;
    drop table skill_surfaced;
    alter table skill_outcome add column confidence real not null default 1;
    -- exempt from being deprecated
    alter table skill_meta add column protected integer not null default 0;
    -- what became of a skill, and why: warned, deprecated, restored, protected
    create table skill_event (
        id integer primary key autoincrement, skill integer not null references skill(id),
        at text not null, kind text not null, detail text not null, journal integer
    );
    create index skill_event_of on skill_event (skill, at);
    -- what somebody noticed about a skill while following it, until it is settled
    create table skill_observation (
        id integer primary key autoincrement, skill integer not null references skill(id),
        at text not null, agent text not null, run integer, step text not null,
        category text not null, text text not null, status text not null, settled text
    );
    create index skill_observation_of on skill_observation (skill, status);
    """,
    # What agents did: their sessions as far as they were read, and the procedures repeated in them
    """
    create table transcript_folder (
        id integer primary key, path text not null unique, format text not null,
        agent text not null
    );
    create table transcript_file (
        path text primary key, format text not null, agent text not null, size integer not null,
        modified real not null, position text not null, at text not null, trouble text not null
    ) without rowid;
    -- events as `learning.events` packs them
    create table transcript_session (
        id integer primary key, agent text not null, key text not null, helper text not null,
        format text not null, started text, ended text, path text not null, events blob not null,
        calls integer not null, unique (agent, key, helper)
    );
    create index transcript_session_ended on transcript_session (agent, ended);
    -- hash is that of the sequence it was found with; text the draft of the skill; evolves the
    -- skill that does the same but for a little, and made the one it became
    create table skill_candidate (
        id integer primary key autoincrement, agent text not null, hash text not null,
        name text not null, description text not null, calls text not null, text text not null,
        status text not null, edited integer not null default 0,
        evolves integer references skill(id), base integer, made integer references skill(id),
        sessions integer not null, occurrences integer not null, confidence real not null,
        first text, last text, created text not null, decided text, unique (agent, hash)
    );
    create table candidate_place (
        candidate integer not null references skill_candidate(id), session text not null,
        first_row integer not null, last_row integer not null, started text, ended text,
        primary key (candidate, session, first_row)
    ) without rowid;
    -- what a skill comes to in calls, for those that were found in sessions
    create table skill_sequence (
        skill integer primary key references skill(id), agent text not null, calls text not null,
        version integer not null, at text not null
    );
    """,
    "create index skill_outcome_of_run on skill_outcome (skill, session, run) where run <> ''",
    # the edition of the reader (`transcripts.reading.EDITION`) that read a file
    "alter table transcript_file add column edition integer not null default 1",
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
