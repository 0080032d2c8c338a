-- When no instance was there: from what the last one wrote to what the next one wrote. Global.
create table outage (
  id uuid primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null
);
create index outage_ended on outage (ended_at desc);
alter table outage enable row level security;
alter table outage force row level security;
create policy operation on outage to levee_app using (true) with check (true);
grant select, insert, delete on outage to levee_app;

-- Answers whose opening waits for an officer, because nobody could reach Levee shortly before they were due.
create table deadline_outage (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  -- The deadline that the outage touched.
  due_at timestamptz not null,
  away_from timestamptz not null,
  away_until timestamptz not null,
  -- Minutes before the deadline that the agency's rule looks at.
  minutes int not null,
  decision text check (decision in ('extend', 'open')),
  reason text,
  -- Of an extension.
  new_due_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, due_at),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (reason is null)),
  check ((decision is not distinct from 'extend') = (new_due_at is not null))
);
select levee_secure('deadline_outage');
