-- A question over records with a name, as whoever owns it keeps it.
create table saved_report (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('own', 'shared', 'retired')),
  name text not null,
  question jsonb not null,
  chart text not null check (chart in ('table', 'pivot', 'bar', 'stacked', 'line')),
  owner_id uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (owner_id) references person(id)
);
select levee_secure('saved_report');
create index saved_report_name on saved_report (org_id, name, id);
create index saved_report_owner on saved_report (org_id, owner_id);

-- What a report said at a moment, with the hash of its text. Nothing of it is changed.
create table kept_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'kept' check (status = 'kept'),
  name text not null,
  question jsonb not null,
  report_id uuid,
  report_version int,
  ready text,
  finding text not null,
  -- JSON as it was hashed: as text, which keeps every byte.
  result text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(result, 'UTF8')), 'hex')),
  shared boolean not null,
  permissions text[] not null,
  kept_by uuid not null,
  kept_at timestamptz not null,
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, number),
  check (report_id is null or ready is null),
  foreign key (org_id, report_id) references saved_report(org_id, id),
  foreign key (kept_by) references person(id)
);
select levee_secure('kept_run');
revoke update, delete on kept_run from levee_app;
create index kept_run_kept_at on kept_run (org_id, kept_at desc, id desc);
create index kept_run_report on kept_run (org_id, report_id);
create index kept_run_ready on kept_run (org_id, ready) where ready is not null;
