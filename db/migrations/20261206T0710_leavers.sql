-- Somebody leaves: when their access ends, and who takes over what hangs on them.
create table leaving (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  ends_at timestamptz not null,
  reason text not null,
  status text not null default 'planned' check (status in ('planned', 'ended', 'cancelled')),
  -- { kind: person }: who takes over what.
  successors jsonb not null default '{}',
  -- [{ kind, label, taken, left, note }]: what became of it at the end.
  outcome jsonb,
  planned_by uuid not null,
  planner_name text not null,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('leaving');
create unique index leaving_planned on leaving (org_id, person_id) where status = 'planned';
comment on table leaving is 'Ends of memberships that are planned, with successors';
comment on column leaving.ends_at is 'Access ends at this instant, whatever was handed over';
comment on column leaving.outcome is 'What successors took over, and what was left';
-- Whoever looks every minute learns where an end is due, and nothing else.
create policy due on leaving for select to levee_identity using (status = 'planned');
grant select (org_id, id, status, ends_at) on leaving to levee_identity;
