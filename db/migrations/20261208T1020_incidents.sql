-- Incidents: who commands, when, what is asked for, what is told.
create table incident (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'monitoring' check (status in ('monitoring', 'activated', 'response', 'recovery', 'demobilized', 'after_action', 'closed')),
  title text not null,
  kind text not null,
  -- An exercise never touches the ledger, vendors or the public.
  exercise boolean not null default false,
  level int check (level between 1 and 3),
  cause text not null default '',
  area_text text not null default '',
  area jsonb not null,
  begins_on date not null,
  ends_on date,
  federal_numbers text[] not null default '{}',
  declaration_id uuid,
  account_string_id uuid,
  department_id uuid,
  alert_id uuid,
  lessons text not null default '',
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, alert_id) references weather_alert (org_id, id),
  foreign key (org_id, declaration_id) references local_declaration (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  check (ends_on is null or ends_on >= begins_on)
);
select levee_secure('incident');

create table incident_position (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  parent_id uuid,
  code text not null,
  title text not null,
  section text not null check (section in ('command', 'operations', 'planning', 'logistics', 'finance')),
  place int not null,
  primary key (org_id, id),
  unique (org_id, incident_id, code),
  foreign key (org_id, incident_id) references incident (org_id, id),
  foreign key (org_id, parent_id) references incident_position (org_id, id)
);
select levee_secure('incident_position');
create table incident_holding (
  org_id uuid not null,
  id uuid not null,
  position_id uuid not null,
  person_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz,
  handover text not null default '',
  primary key (org_id, id),
  foreign key (org_id, position_id) references incident_position (org_id, id),
  check (to_at is null or to_at >= from_at)
);
select levee_secure('incident_holding');
create unique index incident_holding_now on incident_holding (org_id, position_id) where to_at is null;

create extension if not exists btree_gist;
create table incident_period (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  period_no int not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, incident_id, period_no),
  foreign key (org_id, incident_id) references incident (org_id, id),
  check (to_at > from_at),
  constraint incident_period_apart exclude using gist (org_id with =, incident_id with =, tstzrange(from_at, to_at) with &&)
);
select levee_secure('incident_period');

create table incident_objective (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  objective text not null,
  from_period int not null,
  -- The period in which it was met or dropped; open objectives carry on.
  until_period int,
  outcome text check (outcome in ('met', 'dropped')),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident (org_id, id)
);
select levee_secure('incident_objective');

create table incident_plan (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  period_id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved')),
  -- What no record holds: weather, safety, radio, medical.
  weather text not null default '',
  safety text not null default '',
  communications text not null default '',
  medical text not null default '',
  prepared_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  -- The set as it was approved, and its hash.
  frozen jsonb,
  sha256 text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, period_id),
  foreign key (org_id, incident_id) references incident (org_id, id),
  foreign key (org_id, period_id) references incident_period (org_id, id)
);
select levee_secure('incident_plan');

create table incident_log (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  happened_at timestamptz not null,
  entered_at timestamptz not null default clock_timestamp(),
  entered_by uuid,
  kind text not null check (kind in ('note', 'decision', 'status', 'correction')),
  entry text not null,
  corrects_id uuid,
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident (org_id, id)
);
select levee_secure('incident_log');
create index incident_log_time on incident_log (org_id, incident_id, happened_at);
create function incident_log_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the log of an incident is only added to';
end $$;
create trigger stands before update or delete on incident_log for each row execute function incident_log_stands();

create table incident_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  incident_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'section_approved', 'resource_check', 'ordering', 'finance_review', 'filled', 'partial', 'denied', 'cancelled', 'received', 'demobilized')),
  title text not null,
  priority text not null check (priority in ('urgent', 'routine', 'low')),
  need text not null,
  deliver_to text not null default '',
  needed_at timestamptz not null,
  source text check (source in ('own', 'mutual_aid', 'contract', 'purchase')),
  supplier text not null default '',
  exigency text not null default '',
  requested_by uuid,
  section_by uuid,
  finance_by uuid,
  requisition_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident (org_id, id),
  foreign key (org_id, requisition_id) references requisition (org_id, id),
  -- Requester, section approver and finance reviewer are three people.
  check (requested_by is distinct from section_by or section_by is null),
  check (finance_by is null or (finance_by is distinct from requested_by and finance_by is distinct from section_by))
);
select levee_secure('incident_request');
create index incident_request_of on incident_request (org_id, incident_id);
create table incident_request_line (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  line_no int not null,
  description text not null,
  quantity numeric(18,4) not null,
  unit text not null,
  unit_price numeric(18,4) not null,
  primary key (org_id, id),
  unique (org_id, request_id, line_no),
  foreign key (org_id, request_id) references incident_request (org_id, id)
);
select levee_secure('incident_request_line');

create table incident_release (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  incident_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'published', 'superseded')),
  title text not null,
  body text not null,
  author_id uuid,
  approved_by uuid,
  published_at timestamptz,
  supersedes_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident (org_id, id),
  check (approved_by is null or approved_by is distinct from author_id)
);
select levee_secure('incident_release');
create policy published on incident_release for select to levee_anon using (status = 'published');
grant select (org_id, id, number, status, title, body, published_at) on incident_release to levee_anon;

create table risk (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'identified' check (status in ('identified', 'assessed', 'treated', 'monitored', 'closed')),
  title text not null,
  description text not null,
  public_text text not null default '',
  published boolean not null default false,
  owner_id uuid not null,
  review_on date not null,
  likelihood int check (likelihood between 1 and 5),
  impact int check (impact between 1 and 5),
  residual_likelihood int check (residual_likelihood between 1 and 5),
  residual_impact int check (residual_impact between 1 and 5),
  target int not null default 6 check (target between 1 and 25),
  treatment text not null default '',
  assessed_by uuid,
  accepted_by uuid,
  incident_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident (org_id, id),
  check (not published or length(public_text) > 0)
);
select levee_secure('risk');
create policy published on risk for select to levee_anon using (published);
grant select (org_id, id, number, status, public_text, published, likelihood, impact, residual_likelihood, residual_impact, review_on) on risk to levee_anon;

alter table requisition add column incident_id uuid, add foreign key (org_id, incident_id) references incident (org_id, id);
create index requisition_incident on requisition (org_id, incident_id) where incident_id is not null;
alter table purchase_order add column incident_id uuid, add foreign key (org_id, incident_id) references incident (org_id, id);
create index purchase_order_incident on purchase_order (org_id, incident_id) where incident_id is not null;
