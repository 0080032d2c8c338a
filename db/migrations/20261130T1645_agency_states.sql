-- In which state an agency is, who put it there and why; what the operator of the installation sees of agencies:
-- counters, never a business row; support that an administrator lets in for hours.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_operator') then
    create role levee_operator nologin nobypassrls;
  end if;
  grant levee_operator to current_user;
  grant usage on schema public to levee_operator;
end $$;

alter table organization
  add column state text not null default 'active' check (state in ('founded', 'active', 'read_only', 'suspended', 'closing', 'deleted')),
  add column state_since timestamptz not null default clock_timestamp(),
  add column state_reason text not null default '';
update organization set state_since = created_at;
create index organization_by_age on organization (created_at, id);
create policy operating on organization for select to levee_operator using (true);
grant select (id, name, slug, time_zone, created_at, state, state_since, state_reason) on organization to levee_operator;

create table agency_state_change (
  org_id uuid not null,
  id uuid not null,
  from_state text not null,
  to_state text not null,
  reason text not null check (length(reason) between 1 and 2000),
  rule text not null default '',
  changed_by uuid,
  changed_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index agency_state_change_by_time on agency_state_change (org_id, created_at);
select levee_secure('agency_state_change');
revoke update, delete on agency_state_change from levee_app;
create policy operating on agency_state_change for select to levee_operator using (true);
grant select on agency_state_change to levee_operator;

create table support_access (
  org_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  operator_name text not null,
  reason text not null check (length(reason) between 10 and 2000),
  areas text[] not null check (cardinality(areas) between 1 and 60),
  opened_by uuid not null,
  opened_by_name text not null,
  opened_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  reads int not null default 0,
  last_read_at timestamptz,
  version int not null default 1,
  primary key (org_id, id),
  check (ends_at > opened_at and ends_at <= opened_at + interval '8 hours')
);
create index support_access_of_operator on support_access (operator_id, ends_at);
select levee_secure('support_access');
create policy principal on support_access for select to levee_identity using (true);
grant select on support_access to levee_identity;
create policy operating on support_access for select to levee_operator using (true);
grant select on support_access to levee_operator;

create table agency_count (
  org_id uuid not null,
  counted_on date not null,
  people int not null,
  storage_bytes bigint not null,
  calls bigint not null,
  last_activity_at timestamptz,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, counted_on)
);
select levee_secure('agency_count');
create policy operating on agency_count for select to levee_operator using (true);
grant select on agency_count to levee_operator;

create table agency_limit (
  org_id uuid not null,
  people int check (people > 0),
  storage_bytes bigint check (storage_bytes > 0),
  calls_a_day bigint check (calls_a_day > 0),
  told jsonb not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id)
);
select levee_secure('agency_limit');
create policy operating on agency_limit for select to levee_operator using (true);
grant select on agency_limit to levee_operator;

create table operator_setting (
  org_id uuid not null,
  founding text not null default 'everybody' check (founding in ('everybody', 'invited', 'operators')),
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id)
);
select levee_secure('operator_setting');
create policy principal on operator_setting for select to levee_identity using (true);
grant select on operator_setting to levee_identity;

create table founding_invitation (
  org_id uuid not null,
  id uuid not null,
  email text not null check (length(email) between 3 and 254),
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, id)
);
create unique index founding_invitation_open on founding_invitation (org_id, email) where used_at is null;
select levee_secure('founding_invitation');
create policy principal on founding_invitation for select to levee_identity using (true);
grant select on founding_invitation to levee_identity;

-- What of the machine the operator counts: no address, no text of anybody.
create policy operating on instance for select to levee_operator using (true);
grant select on instance to levee_operator;


create policy operating on operation_alarm for select to levee_operator using (true);
grant select on operation_alarm to levee_operator;
create policy operating on backup_run for select to levee_operator using (true);
grant select on backup_run to levee_operator;
create policy operating on mail for select to levee_operator using (true);
grant select (id, org_id, kind, created_at, next_attempt_at, attempts, sent_at, failed_at, bulk) on mail to levee_operator;
create policy operating on job for select to levee_operator using (true);
grant select (org_id, id, kind, state, created_at, started_at, ended_at) on job to levee_operator;
create policy operating on security_event for select to levee_operator using (true);
grant select (id, org_id, person_id, event_type, severity, occurred_at) on security_event to levee_operator;

-- The state of an agency, as far as the asking role sees it.
create function levee_agency_state(org uuid) returns text language sql stable parallel safe as
  $$ select state from organization where id = org $$;

-- The agency that runs the installation: the oldest one.
create function levee_operating_agency() returns uuid language sql stable parallel safe as
  $$ select id from organization order by created_at, id limit 1 $$;

-- Support that an agency let a person in for, now.
create function levee_support_of(person uuid, org uuid) returns setof support_access language sql stable as
  $$ select * from support_access where org_id = org and operator_id = person and ended_at is null and ends_at > clock_timestamp() $$;

-- An agency as whoever runs the installation sees it, with what of it needs somebody.
create view platform_agency with (security_invoker = true) as
select
  o.id, o.name, o.state, o.state_since, o.created_at, c.people, c.storage_bytes, c.calls, c.last_activity_at,
  l.people as people_limit, l.storage_bytes as storage_limit, s.until as support_until,
  case
    when o.state = 'suspended' then 'suspended'
    when o.state = 'closing' then 'closing'
    when o.state = 'read_only' then 'read_only'
    when c.people >= l.people or c.storage_bytes >= l.storage_bytes then 'limit'
    when o.state = 'founded' and o.created_at < clock_timestamp() - interval '14 days' then 'unopened'
    else ''
  end as needs,
  o.id = levee_operating_agency() as operates
from organization o
left join lateral (
  select n.people, n.storage_bytes, n.calls, n.last_activity_at from agency_count n where n.org_id = o.id order by n.counted_on desc limit 1
) c on true
left join agency_limit l on l.org_id = o.id
left join lateral (
  select max(a.ends_at) as until from support_access a where a.org_id = o.id and a.ended_at is null and a.ends_at > clock_timestamp()
) s on true;
grant select on platform_agency to levee_operator;
