-- An addendum that moves a published deadline is written by one person and published by another: who knows the bidders must not give one of them more time alone. Asked for every published solicitation, since asking only where bids are in would tell that they are.
create table solicitation_extension (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'published', 'declined', 'withdrawn')),
  -- The addendum as it was written: what is published if somebody else agrees.
  addendum jsonb not null,
  due_before timestamptz not null,
  due_after timestamptz not null check (due_after > due_before),
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  decline_reason text,
  version int not null default 1,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  check (decided_by is null or status = 'withdrawn' or decided_by <> asked_by)
);
select levee_secure('solicitation_extension');
create unique index solicitation_extension_waiting on solicitation_extension (org_id, solicitation_id) where status = 'waiting';
create index solicitation_extension_of on solicitation_extension (org_id, solicitation_id, asked_at);
