-- The audit record: entries are written inside the business transaction, everything below them by the sequencer alone.
create table audit_entry (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  session_id text,
  action text not null,
  object_type text not null,
  object_id uuid not null,
  object_number text,
  before_digest text,
  after_digest text,
  content_digest text not null,
  mac text not null,
  -- The canonical text that content_digest covers: name of the actor, note, changed fields, salt. Null once erased.
  content text,
  xid xid8 not null default pg_current_xact_id(),
  primary key (org_id, id)
);
create index audit_entry_object on audit_entry (org_id, object_id, id);
create index audit_entry_order on audit_entry (xid, id);
select levee_secure('audit_entry');
revoke update, delete on audit_entry from levee_app;

-- Leaf `idx` of the agency's Merkle tree. No foreign key: a missing entry must be found by verification, not hidden by a refusal.
create table audit_leaf (
  org_id uuid not null,
  idx bigint not null,
  entry_id uuid not null,
  leaf text not null,
  primary key (org_id, idx),
  unique (org_id, entry_id)
);
-- Roots of complete subtrees of 2^level leaves, level 8, 16, 24 …; proofs are computed from these and at most 256 leaves.
create table audit_tile (
  org_id uuid not null,
  level int not null,
  idx bigint not null,
  hash text not null,
  primary key (org_id, level, idx)
);
create table audit_frontier (
  org_id uuid not null primary key,
  size bigint not null default 0,
  peaks text[] not null default '{}',
  last_leaf text not null default ''
);
create table audit_checkpoint (
  org_id uuid not null,
  size bigint not null,
  root text not null,
  at timestamptz not null,
  note text not null,
  primary key (org_id, size)
);
select levee_secure(t) from unnest(array['audit_leaf', 'audit_tile', 'audit_frontier', 'audit_checkpoint']::regclass[]) t;
revoke insert, update, delete on audit_leaf, audit_tile, audit_frontier, audit_checkpoint from levee_app;

-- Global: how far the sequencer read. Its lock makes sequencers of several instances take turns.
create table audit_sequencer (
  single boolean primary key default true check (single),
  after_xid xid8 not null default '0',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into audit_sequencer default values;
alter table audit_sequencer enable row level security;
alter table audit_sequencer force row level security;
create policy sequencer on audit_sequencer to levee_sequencer using (true) with check (true);
grant select, update on audit_sequencer to levee_sequencer;

-- Global: public keys that signed checkpoints of this database, in C2SP verifier-key form.
create table audit_key (
  verifier_key text primary key,
  since timestamptz not null default clock_timestamp()
);
alter table audit_key enable row level security;
alter table audit_key force row level security;
create policy sequencer on audit_key to levee_sequencer using (true) with check (true);
create policy readable on audit_key for select to levee_app using (true);
grant select, insert on audit_key to levee_sequencer;
grant select on audit_key to levee_app;

create policy sequencer on audit_entry for select to levee_sequencer using (true);
create policy sequencer on audit_leaf to levee_sequencer using (true) with check (true);
create policy sequencer on audit_tile to levee_sequencer using (true) with check (true);
create policy sequencer on audit_frontier to levee_sequencer using (true) with check (true);
create policy sequencer on audit_checkpoint to levee_sequencer using (true) with check (true);
grant select on audit_entry to levee_sequencer;
grant select, insert on audit_leaf, audit_tile, audit_checkpoint to levee_sequencer;
grant select, insert, update on audit_frontier to levee_sequencer;

-- The one permitted change: an entry's content is erased (privacy law). The entry, its digests and every proof stay.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_eraser') then
    create role levee_eraser nologin nobypassrls;
  end if;
  grant levee_eraser to current_user;
end $$;
grant usage, create on schema public to levee_eraser;
grant select, update (content) on audit_entry to levee_eraser;
create policy eraser_reads on audit_entry for select to levee_eraser using (org_id = (select levee_org()));
create policy eraser_erases on audit_entry for update to levee_eraser using (org_id = (select levee_org())) with check (content is null);
create function audit_erase_content(entry uuid) returns boolean language sql security definer set search_path = public as $$
  update audit_entry set content = null where org_id = levee_org() and id = entry and content is not null returning true
$$;
alter function audit_erase_content(uuid) owner to levee_eraser;
revoke create on schema public from levee_eraser;
revoke all on function audit_erase_content(uuid) from public;
grant execute on function audit_erase_content(uuid) to levee_app;
