"""The first seven steps of the tables, up to where a text was read once and not per version."""

FIRST_STEPS = (
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
    """
    -- the graph of what is known (seed 000, section 6); a skill is an entity of kind 'skill'
    create table entity (
        id integer primary key, uid text not null unique, name text not null, key text not null,
        kind text not null, agent text not null, description text not null,
        skill integer unique references skill(id), created text not null, updated text not null
    );
    create index entity_key on entity (key, kind);
    -- `indexed` is the version the node was last derived from, null while the skill is deleted
    create table skill_meta (
        entity integer primary key references entity(id), installed text not null,
        indexed integer, start real not null, importance real not null, decay_rate real,
        use_count integer not null default 0, last_used text
    );
    -- a memory is forgotten, never deleted, so its number stays good
    create table mention (
        memory integer not null, entity integer not null references entity(id),
        origin text not null, words text not null, confidence real not null, at text not null,
        primary key (memory, entity)
    ) without rowid;
    create index mention_entity on mention (entity, memory);
    create table relation (
        id integer primary key, source integer not null references entity(id),
        target integer references entity(id), memory integer, kind text not null,
        origin text not null, state text not null, strength real not null,
        mentions integer not null, confidence real not null, sentence text not null,
        place integer not null, stated_in integer references skill(id),
        created text not null, reinforced text not null,
        check ((target is null) <> (memory is null))
    );
    create unique index relation_once on relation
        (source, coalesce(target, 0), coalesce(memory, 0), kind, origin, coalesce(stated_in, 0));
    create index relation_target on relation (target) where target is not null;
    create index relation_memory on relation (memory) where memory is not null;
    -- once per skill, session, memory and UTC day (seed 000, section 7.2)
    create table skill_use (
        id integer primary key autoincrement, skill integer not null references skill(id),
        at text not null, day text not null, agent text not null, session text not null,
        memory integer not null, project text not null,
        unique (skill, session, memory, day)
    );
    create index skill_use_session on skill_use (session) where session <> '';
    create table importance_day (
        skill integer not null references skill(id), day text not null, value real not null,
        primary key (skill, day)
    ) without rowid;
    -- what training proposed, when it is to propose, and what a person never wants to see again
    create table training_proposal (
        skill integer primary key references skill(id), at text not null, reason text not null,
        until text not null, proposal text not null
    );
    create table training_plan (
        skill integer primary key references skill(id), plan text not null, looked text not null
    );
    create table training_rejection (
        skill integer not null references skill(id), fragment integer not null, at text not null,
        primary key (skill, fragment)
    ) without rowid;
    -- what is remembered and where it comes from; forgotten and corrected memories stay
    create table memory_source (
        id integer primary key, name text not null, kind text not null, digest text not null,
        added text not null, actor text not null
    );
    create table memory (
        id integer primary key autoincrement, engram integer not null references engram(id),
        source integer not null references memory_source(id), title text not null,
        text text not null, digest text not null, tags text not null, at text not null,
        added text not null, replaced_by integer references memory(id), forgotten text
    );
    create unique index memory_once on memory (engram, digest)
        where replaced_by is null and forgotten is null;
    create index memory_source_of on memory (source);
    create virtual table memory_words using fts5(
        title, text, tags, content = '', contentless_delete = 1,
        tokenize = "porter unicode61 remove_diacritics 2"
    );
    -- the meaning of texts: a text is embedded once, whoever says it; `uses` counts the passages
    create table vector (
        id integer primary key, model text not null, dimensions integer not null,
        digest blob not null, value blob not null, uses integer not null default 0,
        unique (model, digest)
    );
    -- an item is twice the number of a skill, or of a memory and one more; 0 is everyday talk
    create table passage (
        item integer not null, number integer not null, kind text not null, text text not null,
        vector integer not null references vector(id), primary key (item, number)
    ) without rowid;
    create index passage_vector on passage (vector);
    create table indexed (
        item integer primary key, state text not null, model text not null, gist blob not null
    );
    """,
    """
    -- what a memory corrects; without it every row that is taken away is looked for everywhere
    create index memory_replaced on memory (replaced_by) where replaced_by is not null;
    """,
    """
    -- who wrote is also the program an agent came through and what it is called there
    alter table journal add column client text not null default '';
    alter table journal add column agent text not null default '';
    -- saves of one process may go on with a version, those of another begin their own
    alter table journal add column process text not null default '';
    alter table version add column client text not null default '';
    alter table version add column agent text not null default '';
    alter table memory_source add column client text not null default '';
    alter table memory_source add column agent text not null default '';
    """,
    """
    -- the memories whose texts have been searched for names
    create table linked (memory integer primary key);
    insert into linked select item / 2 from indexed where item % 2 = 1;
    -- nodes whose shared memories or direct relations changed, so that their pairs are computed
    -- anew; a later change gives a node a later number
    create table unpaired (id integer primary key autoincrement, node integer not null unique);
    insert into unpaired (node)
        select id from entity where skill is not null
        and (id in (select entity from mention) or id in (select source from relation));
    create trigger mention_made after insert on mention
    when exists (select 1 from entity where id = new.entity and skill is not null) begin
        delete from unpaired where node = new.entity;
        insert into unpaired (node) values (new.entity);
    end;
    create trigger mention_gone after delete on mention
    when exists (select 1 from entity where id = old.entity and skill is not null) begin
        delete from unpaired where node = old.entity;
        insert into unpaired (node) values (old.entity);
    end;
    create trigger relation_made after insert on relation when new.origin <> 'computed' begin
        delete from unpaired where node = new.source;
        insert into unpaired (node) values (new.source);
    end;
    create trigger relation_gone after delete on relation when old.origin <> 'computed' begin
        delete from unpaired where node = old.source;
        insert into unpaired (node) values (old.source);
    end;
    create trigger relation_decided after update of state, memory on relation
    when new.origin <> 'computed' begin
        delete from unpaired where node = new.source;
        insert into unpaired (node) values (new.source);
    end;
    create trigger memory_decided after update of forgotten on memory begin
        delete from unpaired where node in (
            select entity from mention where memory = new.id union
            select source from relation where memory = new.id);
        insert into unpaired (node)
            select entity from mention where memory = new.id union
            select source from relation where memory = new.id;
    end;
    create trigger name_changed after update of key on entity when new.key <> old.key begin
        delete from unpaired where node = new.id;
        insert into unpaired (node) values (new.id);
    end;
    -- its calls may be others now, or it may have left
    create trigger skill_changed after update of current on skill
    when new.current is not old.current begin
        delete from unpaired where node = (select id from entity where skill = new.id);
        insert into unpaired (node) select id from entity where skill = new.id;
    end;
    -- when each task of upkeep ran last, up to which change, and what kept it from its work
    create table upkeep (
        task text primary key, ran text not null, seen integer not null, basis text not null,
        trouble text not null
    );
    -- who does it now; one row at most
    create table lease (
        name text primary key, owner text not null, holder text not null,
        taken text not null, until text not null
    );
    """,
)
