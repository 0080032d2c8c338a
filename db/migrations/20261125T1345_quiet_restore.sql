-- What waits after a restore until an administrator has released or dropped it, clock by clock; of the
-- machine, not of an agency.
create table restore_hold (
  name text not null primary key,
  kind text not null,
  -- The agency that runs the installation: its administrators answer.
  org_id uuid,
  -- The instant that the restored backup is of.
  made_at timestamptz not null,
  held_at timestamptz not null default clock_timestamp(),
  -- What it would have done at the restore, to how many, and since when the first of it was due.
  due int not null,
  people int not null,
  since timestamptz,
  answer text check (answer in ('released', 'dropped')),
  answered_at timestamptz,
  answered_by text,
  check ((answer is null) = (answered_at is null))
);
alter table restore_hold enable row level security;
alter table restore_hold force row level security;
create policy everybody on restore_hold to levee_app using (true) with check (true);
grant select, insert, update, delete on restore_hold to levee_app;
