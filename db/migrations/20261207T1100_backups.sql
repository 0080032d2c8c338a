-- What backups and rehearsals of a restore came to. Of the installation, not of an agency.
create table backup_run (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'rehearsal', 'restore')),
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  good boolean not null,
  -- The instant that the backup is of.
  made_at timestamptz,
  folder text not null default '',
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- What came of it, in words; what was found is named.
  said text not null
);
create index backup_run_recent on backup_run (began_at desc);
alter table backup_run enable row level security;
alter table backup_run force row level security;
create policy everybody on backup_run to levee_app using (true) with check (true);
grant select, insert, delete on backup_run to levee_app;
