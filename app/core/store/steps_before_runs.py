"""The steps of the tables from the eighth on, up to those of runs."""

STEPS_BEFORE_RUNS = (
    """
    -- what is derived from a text belongs to the version that has it, so that many texts can be
    -- written down one after the other and be shown all at once: `done` is when an entry was done,
    -- in the order of all, null while its versions are only staged
    alter table journal add column done integer;
    update journal set done = id;
    create unique index journal_done on journal (done);
    create index journal_undoes on journal (undoes) where undoes is not null;
    create index relation_stated on relation (stated_in) where stated_in is not null;
    alter table version rename to stored_version;
    create view version as
        select id, skill, number, journal, at, actor, client, agent, reason, label, text,
            digest, meta
        from stored_version where journal not in (select id from journal where done is null);
    create unique index skill_current on skill (current);
    create table version_edge (
        version integer not null references stored_version(id), type text not null,
        evidence text not null, weight real not null, source text not null,
        target text not null, calls text not null, target_key text not null,
        detail text not null
    );
    insert into version_edge
        select s.current, type, evidence, weight, source, target, calls, target_key, detail
        from edge e join skill s on s.id = e.skill order by e.rowid;
    drop table edge;
    create index version_edge_version on version_edge (version);
    create index version_edge_calls on version_edge (version, target_key) where target_key <> '';
    create index version_edge_target on version_edge (target_key) where target_key <> '';
    create view edge as
        select s.id as skill, type, evidence, weight, source, target, calls, target_key, detail
        from version_edge e join skill s on s.current = e.version;
    -- the texts that were indexed are not kept, but the words of each and their order are
    create virtual table version_words using fts5 (
        title, trigger, goals, body, content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 2"
    );
    create virtual table temp.said using fts5vocab (main, skill_words, instance);
    insert into version_words (rowid, title, trigger, goals, body)
        select s.current, group_concat(term, ' ') filter (where col = 'title'),
            group_concat(term, ' ') filter (where col = 'trigger'),
            group_concat(term, ' ') filter (where col = 'goals'),
            group_concat(term, ' ') filter (where col = 'body')
        from (select doc, col, term from temp.said order by doc, "offset")
        join skill s on s.id = doc group by doc;
    drop table temp.said;
    drop table skill_words;
    -- the versions of an entry that is not done, with what its skills will show; of one that is
    -- done, until what was derived from the versions before (`base`) is cleared away
    create table staged (
        version integer primary key references stored_version(id),
        journal integer not null references journal(id),
        skill integer not null references skill(id), base integer,
        live integer not null, title text not null, key text not null,
        engram integer not null, status text not null, role text not null
    );
    create index staged_journal on staged (journal);
    """,
    """
    -- how private what is in an engram is, and how much of it one recall gives away: null stands
    -- for what is usual for the tier; one that is gone keeps its row, for what was filed in it
    alter table engram add column tier text not null default 'personal';
    alter table engram add column cap_tokens integer;
    alter table engram add column cap_nodes integer;
    alter table engram add column gone text;
    alter table engram add column merged_into integer references engram(id);
    -- the meaning these two have stays with them whatever they are called
    update engram set kind = 'home' where key = 'skills';
    update engram set kind = 'demos' where key = 'skill-demos';
    -- engrams, memories and relations as they were before an entry of the journal
    create table undo_row (
        journal integer not null, what text not null, id integer not null, row text not null
    );
    create index undo_row_of on undo_row (journal, what, id);
    """,
    """
    -- a node is described by the description of its skill, not by its trigger: all are read again
    update skill_meta set indexed = 0 where indexed is not null;
    -- a part of the index of which so many hundredths are of versions that are gone is written
    -- anew, within one commit; at the usual 10 that takes longer than anybody should wait
    insert into version_words (version_words, rank) values ('deletemerge', 40);
    """,
    """
    -- a file of more than a mebibyte is written in several short writes: these parts, numbered
    -- from 1, and then its row, which has the first part and makes it whole
    create table attachment_part (
        digest text not null, number integer not null, data blob not null,
        primary key (digest, number)
    );
    -- one after the other, so that each finds room where the one before it was
    create table numbered as with recursive n (number) as (
        select 1 union all
        select number + 1 from n
            where number < (select max(length(data)) from attachment) / 1048576)
        select number from n;
    create trigger cut before update on attachment begin
        insert into attachment_part
            select old.digest, number, substr(old.data, number * 1048576 + 1, 1048576)
            from numbered where number * 1048576 < length(old.data);
    end;
    update attachment set data = substr(data, 1, 1048576) where length(data) > 1048576;
    drop trigger cut;
    drop table numbered;
    """,
    """
    -- skills that a person emptied out of the bin, as long as something of them is left
    create table doomed (skill integer primary key, counted integer not null default 0);
    -- how many of the skills that an entry of the journal changed can never come back
    create table emptied (journal integer primary key, skills integer not null);
    -- what pages that are free are written over with; empty unless that is going on
    create table blank (data blob not null);
    """,
    """
    -- the skills a person has starred; it is no detail of a version, so no pack carries it
    create table favourite (skill integer primary key references skill(id), since text not null);
    """,
    """
    -- scripts without spaces between words are found by each two characters in a row
    create table paired as
        select id, in_pairs(title) as title, in_pairs(text) as text, in_pairs(tags) as tags
        from memory where id in (select rowid from memory_words)
        and in_pairs(title || text || tags) <> title || text || tags;
    delete from memory_words where rowid in (select id from paired);
    insert into memory_words (rowid, title, text, tags) select id, title, text, tags from paired;
    drop table paired;
    create virtual table temp.said using fts5vocab (main, version_words, instance);
    create virtual table temp.terms using fts5vocab (main, version_words, row);
    create table paired as
        select doc, group_concat(word, ' ') filter (where col = 'title') as title,
            group_concat(word, ' ') filter (where col = 'trigger') as trigger,
            group_concat(word, ' ') filter (where col = 'goals') as goals,
            group_concat(word, ' ') filter (where col = 'body') as body
        from (select doc, col, in_pairs(term) as word from temp.said where doc in
            (select doc from temp.said where term in
                (select term from temp.terms where in_pairs(term) <> term))
            order by doc, "offset")
        group by doc;
    drop table temp.terms;
    drop table temp.said;
    delete from version_words where rowid in (select doc from paired);
    insert into version_words (rowid, title, trigger, goals, body)
        select doc, title, trigger, goals, body from paired;
    drop table paired;
    """,
    """
    -- where the calls of a version lead that led somewhere once, by the name they are written with:
    -- they go on leading there; null once that skill was permanently deleted
    create table call_target (
        version integer not null references stored_version(id), key text not null,
        target integer references skill(id), primary key (version, key)
    ) without rowid;
    create index call_target_of on call_target (target);
    create index call_target_named on call_target (key);
    -- a skill in quarantine is reached only from beside it, by what came in the same pack
    create view beside as
        select a.id as caller, b.id as target from skill a join skill b on b.engram = a.engram
            join stored_version v on v.id = a.current join stored_version w on w.id = b.current
        where a.status = 'quarantined' and b.status = 'quarantined'
            and json_extract(v.meta, '$.origin.pack', '$.origin.publisher')
            = json_extract(w.meta, '$.origin.pack', '$.origin.publisher');
    -- every skill that a call can mean that leads nowhere yet; where it may name an engram, the
    -- first of its readings counts that finds something
    create index version_edge_slashed on version_edge (version)
        where instr(target_key, '/') > 0;
    create view slashed_call as
        select s.id as caller, e.version, e.target_key as key, r.key as reading, t.id as target
        from version_edge e join skill s on s.current = e.version
            join json_each(call_readings(e.target_key)) r
            join skill t on t.key = r.value ->> 1 and t.current is not null
        where instr(e.target_key, '/') > 0 and not exists
            (select 1 from call_target c where c.version = e.version and c.key = e.target_key)
            and (t.status <> 'quarantined' or exists
                (select 1 from beside b where b.caller = s.id and b.target = t.id))
            and case when r.value ->> 0 = '' then t.engram = s.engram or not exists
                (select 1 from skill o where o.key = r.value ->> 1 and o.engram = s.engram
                    and o.current is not null and (o.status <> 'quarantined' or exists
                    (select 1 from beside b where b.caller = s.id and b.target = o.id)))
            else exists (select 1 from engram g where g.id = t.engram and g.key = r.value ->> 0)
                or (t.engram = s.engram and not exists
                    (select 1 from engram g where g.key = r.value ->> 0 and g.gone is null))
            end;
    create view named_call as
        select s.id as caller, e.version, e.target_key as key, t.id as target
        from version_edge e join skill s on s.current = e.version
            join skill t on t.key = e.target_key and t.current is not null
        where e.target_key <> '' and instr(e.target_key, '/') = 0 and not exists
            (select 1 from call_target c where c.version = e.version and c.key = e.target_key)
            and (t.status <> 'quarantined' or exists
                (select 1 from beside b where b.caller = s.id and b.target = t.id))
            and (t.engram = s.engram or not exists
                (select 1 from skill o where o.key = e.target_key and o.engram = s.engram
                    and o.current is not null and (o.status <> 'quarantined' or exists
                    (select 1 from beside b where b.caller = s.id and b.target = o.id))))
        union all select caller, version, key, target from slashed_call a where not exists
            (select 1 from slashed_call b where b.version = a.version and b.key = a.key
                and b.reading < a.reading);
    -- where the calls of each skill lead, as often as they are written: once if that is certain
    create view called as
        select s.id as caller, c.key, t.id as target
        from call_target c join skill s on s.current = c.version
            join skill t on t.id = c.target and t.current is not null
        where t.status <> 'quarantined' or exists
            (select 1 from beside b where b.caller = s.id and b.target = t.id)
        union all select caller, key, target from named_call;
    -- by which edition of the reader what is derived of a version was read; 0: before it was noted
    alter table stored_version add column reading integer not null default 0;
    create index version_reading on stored_version (reading);
    -- skills that a newer edition reads otherwise, until somebody has seen it: what the text of
    -- the version said before and what it says now
    create table reread (
        skill integer primary key references skill(id), version integer not null,
        at text not null, before text not null, after text not null
    );
    """,
    """
    -- the clusters of the constellation keep their number and name; 0 is none
    create table cluster (id integer primary key, name text not null);
    alter table place add column cluster integer;
    """,
    """
    -- folders on the disk that agents read skills from; mode is copies, linked or links. A device
    -- tells a folder that is gone from a disk that is not there
    create table folder (
        id integer primary key, path text not null unique, mode text not null,
        engram integer not null references engram(id), device integer not null default 0,
        checked text
    );
    -- what both sides had when they last agreed: a version here, the SHA-256 of the file there.
    -- skill is null for one of another program that is left alone, ours tells files that Techne
    -- made, gone is since when the file is missing, conflict the version that was ours; files is
    -- the SHA-256 of the files beside it, target where a link that Techne made leads; what is
    -- pinned is neither read nor written, what is off has a SKILL.md that agents do not see
    create table folder_skill (
        id integer primary key, folder integer not null references folder(id), name text not null,
        skill integer references skill(id), version integer references stored_version(id),
        digest text not null default '', stamp text not null default '',
        ours integer not null default 0, backup text not null default '', gone text,
        conflict integer references stored_version(id),
        files text not null default '', files_stamp text not null default '',
        target text not null default '', pinned integer not null default 0,
        off integer not null default 0, unique (folder, name)
    );
    create index folder_skill_of on folder_skill (skill);
    create index folder_skill_version on folder_skill (version) where version is not null;
    create index folder_skill_conflict on folder_skill (conflict) where conflict is not null;
    """,
    """
    -- programs that agents come through; secret is the SHA-256 of what stands in their settings,
    -- empty for one that is not connected
    create table agent_client (
        client text primary key, name text not null, version text not null default '',
        secret text not null default '', isolated integer not null default 0, last_seen text
    );
    create index agent_client_secret on agent_client (secret) where secret <> '';
    -- what a person decided about a group of tools, or about one
    create table agent_rule (
        client text not null, what text not null, rule text not null, primary key (client, what)
    ) without rowid;
    -- what a client does not see: an engram, or all of a tier
    create table agent_closed (
        client text not null, engram integer references engram(id), tier text
    );
    create index agent_closed_to on agent_closed (client);
    -- writes of agents that a person was asked about: arguments as JSON, base the version of the
    -- skill they were made from. state is asked, proposed, allowed, done, refused or failed
    create table agent_request (
        id integer primary key, at text not null, client text not null, agent text not null,
        session text not null, tool text not null, arguments text not null,
        skill integer references skill(id), base integer references stored_version(id),
        state text not null, decided text, answer text
    );
    create index agent_request_open on agent_request (state) where state in ('asked', 'proposed');
    -- what agents did: journal is the entry of what was written, answer how it ended
    create table agent_call (
        id integer primary key, at text not null, client text not null, agent text not null,
        session text not null, tool text not null, skill integer references skill(id),
        what text not null, answer text not null, journal integer references journal(id),
        request integer references agent_request(id)
    );
    create index agent_call_at on agent_call (at);
    -- skills that were shown to an agent, used or not: once for a session and day
    create table skill_surfaced (
        skill integer not null references skill(id), session text not null, agent text not null,
        day text not null, at text not null, primary key (skill, session, agent, day)
    ) without rowid;
    -- how following a skill went, from -1 (it failed) to 1 (it did what it is for); evidence is
    -- how that is known
    create table skill_outcome (
        id integer primary key, skill integer not null references skill(id), at text not null,
        agent text not null, session text not null, run text not null, evidence text not null,
        value real not null, note text not null
    );
    create index skill_outcome_of on skill_outcome (skill, at);
    """,
)
