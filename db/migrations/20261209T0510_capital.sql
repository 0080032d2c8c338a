-- Capital planning: criteria in versions, sources of money, requests, scores, scenarios and what was adopted of them.
create table capital_criteria (
  org_id uuid not null references organization (id),
  id uuid not null,
  version_no int not null,
  items jsonb not null,
  published_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, version_no)
);
select levee_secure('capital_criteria');
revoke update, delete on capital_criteria from levee_app;

create table capital_source (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  fund_id uuid not null,
  active boolean not null default true,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, fund_id) references segment_value (org_id, id)
);
select levee_secure('capital_source');

create table capital_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'scored', 'recommended', 'adopted', 'deferred', 'declined', 'active', 'closed')),
  title text not null check (title <> ''),
  description text not null default '',
  department_id uuid not null,
  account_id uuid not null,
  earliest int not null check (earliest between 1990 and 2200),
  latest int not null check (latest >= earliest),
  phases jsonb not null,
  funding jsonb not null,
  operating_cents bigint not null default 0,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  requires jsonb not null default '[]',
  excludes jsonb not null default '[]',
  score int check (score between 0 and 1000),
  project_id uuid,
  requested_by uuid references person (id),
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, account_id) references segment_value (org_id, id),
  foreign key (org_id, project_id) references segment_value (org_id, id),
  check ((latitude is null) = (longitude is null))
);
select levee_secure('capital_request');
create index capital_request_status on capital_request (org_id, status);
create index capital_request_department on capital_request (org_id, department_id);

create table capital_score (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  person_id uuid not null references person (id),
  criteria_id uuid not null,
  points jsonb not null,
  score int not null check (score between 0 and 1000),
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, request_id, person_id),
  foreign key (org_id, request_id) references capital_request (org_id, id),
  foreign key (org_id, criteria_id) references capital_criteria (org_id, id)
);
select levee_secure('capital_score');

create table capital_scenario (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'solved', 'adopted', 'discarded')),
  name text not null check (name <> ''),
  first_year int not null check (first_year between 1990 and 2200),
  years int not null check (years between 1 and 10),
  ceilings jsonb not null,
  pins jsonb not null default '[]',
  bars jsonb not null default '[]',
  question jsonb,
  answer jsonb,
  made_by uuid references person (id),
  solved_at timestamptz,
  decided_on date,
  resolution text not null default '',
  decided_by uuid references person (id),
  adopted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check (decided_by is null or decided_by is distinct from made_by)
);
select levee_secure('capital_scenario');
-- One plan is adopted for a first year.
create unique index capital_scenario_adopted on capital_scenario (org_id, first_year) where adopted_at is not null;

create table capital_plan_item (
  org_id uuid not null,
  id uuid not null,
  scenario_id uuid not null,
  request_id uuid not null,
  project_id uuid not null,
  number text not null,
  title text not null,
  department text not null,
  start_year int not null,
  -- [{"year": 2028, "source": "…", "cents": 100}]
  payments jsonb not null,
  primary key (org_id, id),
  unique (org_id, scenario_id, request_id),
  foreign key (org_id, scenario_id) references capital_scenario (org_id, id),
  foreign key (org_id, request_id) references capital_request (org_id, id),
  foreign key (org_id, project_id) references segment_value (org_id, id)
);
select levee_secure('capital_plan_item');
create policy published on capital_plan_item for select to levee_anon using (org_id in (select levee_publishes('budget')));
grant select (org_id, id, scenario_id, number, title, department, start_year, payments) on capital_plan_item to levee_anon;
