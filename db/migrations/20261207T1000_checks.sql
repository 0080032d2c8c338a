-- Runs of the product's own checks: of the machine, or of an agency's books.
create table check_run (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('machine', 'books')),
  trigger text not null check (trigger in ('person', 'nightly')),
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  product_version text not null,
  started_by uuid,
  started_name text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- Written with every result: a run that says nothing for long was cut off.
  beat_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  job_id uuid,
  checks int not null,
  done int not null default 0,
  red int not null default 0,
  findings int not null default 0,
  primary key (org_id, id)
);
create index check_run_newest on check_run (org_id, kind, started_at desc);
-- One of a kind at a time.
create unique index check_run_open on check_run (org_id, kind) where status = 'running';
select levee_secure('check_run');

-- What one check of a run found.
create table check_result (
  org_id uuid not null,
  run_id uuid not null,
  name text not null,
  position int not null,
  label text not null,
  area text not null,
  outcome text not null check (outcome in ('green', 'red', 'none')),
  said text not null,
  todo text,
  ms int not null,
  found int not null default 0,
  findings jsonb not null default '[]',
  primary key (org_id, run_id, name),
  foreign key (org_id, run_id) references check_run (org_id, id) on delete cascade
);
select levee_secure('check_result');

-- When an agency's checks run by themselves, and what its administrators were told last.
create table check_schedule (
  org_id uuid not null,
  nightly boolean not null default false,
  hour int not null default 2 check (hour between 0 and 23),
  last_day date,
  told_red boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id)
);
select levee_secure('check_schedule');

-- The system test compares what ran here with what belongs here.
grant select on levee_migration to levee_app;
