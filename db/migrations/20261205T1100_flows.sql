-- Workflows that an agency writes: steps and the ways between them, as versions.
create table flow_definition (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '',
  -- An auto rule is a workflow of one condition and one action.
  kind text not null default 'flow' check (kind in ('flow', 'rule')),
  -- [{ id, label, kind, … }], the start among them.
  nodes jsonb not null default '[]',
  -- [{ from, to, when, outcome }]: from step to step.
  edges jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('flow_definition');
select levee_definition('flow_definition');

-- A workflow under way, on the version that it began with: one place at a time.
create table flow_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  flow_id uuid not null,
  definition_id uuid not null,
  -- What began it, once per workflow: the id of an audit entry, the hour of a schedule, a request by hand.
  event_key text not null,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'cancelled')),
  -- The record that it is about.
  object_type text,
  object_id uuid,
  object_number text,
  started_by uuid,
  starter_name text not null default '',
  starter_email text,
  -- Who began it, filled in its form or had a hand in its record: they decide nothing in it.
  parties uuid[] not null default '{}',
  -- The step where it stands, whether it was begun there, and how many steps lie behind it.
  node text not null,
  entered boolean not null default false,
  steps int not null default 0,
  -- What it judges by, as it was when the run last set out.
  facts jsonb not null default '{}',
  -- What it waits for, and the tasks, approvals and the like that end the waiting.
  waits_for text check (waits_for in ('task', 'approval', 'form', 'timer', 'step')),
  waiting_ids uuid[] not null default '{}',
  waiting_people uuid[] not null default '{}',
  -- What ended the waiting: { by, personId, outcome, objectId }.
  came jsonb,
  -- When it goes on by itself: now, when a timer ends, or when a step is tried again.
  due_at timestamptz,
  -- Until when whoever is asked should have answered.
  waits_until timestamptz,
  attempts int not null default 0,
  reason text,
  outcome text,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, definition_id, event_key),
  foreign key (org_id, flow_id) references flow_definition (org_id, id)
);
select levee_secure('flow_run');
create index flow_run_recent on flow_run (org_id, number desc);
create index flow_run_due on flow_run (org_id, due_at) where status in ('running', 'waiting');
create index flow_run_waiting on flow_run using gin (waiting_ids) where status = 'waiting';
create index flow_run_record on flow_run (org_id, object_id);
create index flow_run_version on flow_run (org_id, flow_id);

-- What a run did, step by step; written with the effect of the step.
create table flow_step (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  place int not null,
  node text not null,
  kind text not null,
  label text not null,
  state text not null check (state in ('waiting', 'done', 'skipped', 'cancelled')),
  -- What it did, in a sentence; why it went where it went.
  told text not null default '',
  -- The condition with the values that it was judged by, whom it asked, what it made.
  detail jsonb not null default '{}',
  next_node text,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, run_id, place),
  foreign key (org_id, run_id) references flow_run (org_id, id)
);
select levee_secure('flow_step');

-- How far an agency's ledger was read for what begins runs and ends their waiting.
create table flow_reading (
  org_id uuid not null references organization (id),
  next_idx bigint not null default 0,
  primary key (org_id)
);
select levee_secure('flow_reading');
