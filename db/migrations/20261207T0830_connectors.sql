-- Data that comes from another system by itself: where it is fetched, which importer takes it, when.
create table connector (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('file', 'rest')),
  -- The kind of import that takes its rows.
  importer text not null,
  address text not null check (length(address) between 1 and 2000),
  -- Of REST: where the items stand, which fields are taken, how pages follow.
  settings jsonb not null default '{}',
  -- A header that lets us in, its value sealed outside of the database's reach.
  credential_header text,
  credential text,
  -- The heading that was tested, and which column is which field.
  columns text[] not null default '{}',
  mapping jsonb not null default '{}',
  -- The hour of the agency's day.
  run_at text not null check (run_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  next_run_at timestamptz,
  status text not null default 'draft' check (status in ('draft', 'tested', 'active', 'failing', 'paused', 'retired')),
  -- Who answers for it: it brings in what they may, while they may.
  owner_id uuid not null,
  owner_name text not null,
  etag text,
  modified text,
  sha256 text,
  -- Of the last run that brought rows in.
  last_rows int,
  last_ok_at timestamptz,
  failures int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((credential is null) = (credential_header is null))
);
select levee_secure('connector');
create unique index connector_name on connector (org_id, lower(name)) where status <> 'retired';
create index connector_owner on connector (org_id, owner_id);
create policy due on connector for select to levee_identity using (true);
grant select (org_id, id, status, next_run_at) on connector to levee_identity;
comment on table connector is 'A source of another system that is fetched by the clock and taken in by an importer.';

-- One fetch of a connector and what became of it.
create table connector_run (
  org_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  dry boolean not null,
  -- Somebody looked at what made the run before it ask, and lets it go on.
  accepted boolean not null default false,
  outcome text not null default 'running' check (outcome in ('running', 'checked', 'done', 'unchanged', 'stopped', 'asks', 'failed')),
  message text,
  import_id uuid,
  sha256 text,
  read int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  rejected int not null default 0,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, connector_id) references connector (org_id, id)
);
select levee_secure('connector_run');
create index connector_run_recent on connector_run (org_id, connector_id, began_at desc);
-- One at a time, whoever began it.
create unique index connector_run_one on connector_run (org_id, connector_id) where outcome = 'running';
comment on table connector_run is 'What a connector fetched and how many rows of it came in.';
