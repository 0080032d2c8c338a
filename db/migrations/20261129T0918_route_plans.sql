-- The duty of who plans routes.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher'
));

-- Routes of own vehicles: plans by day with their stops, the roads that they drive, and what is closed.
create table road_layer (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  source text not null default '',
  as_of date not null,
  file_id uuid,
  roads jsonb not null,
  counts jsonb not null default '{}',
  ended_at timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (created_by) references person(id)
);
select levee_secure('road_layer');
create unique index road_layer_now on road_layer (org_id) where ended_at is null;

create table road_closure (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'announced' check (status in ('announced', 'lifted')),
  name text not null check (name <> ''),
  reason text not null default '',
  from_on date not null,
  until_on date,
  road text not null default '',
  area jsonb,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (created_by) references person(id),
  check (until_on is null or until_on >= from_on),
  check ((road <> '') <> (area is not null))
);
select levee_secure('road_closure');
create index road_closure_days on road_closure (org_id, status, from_on);

create table route_plan (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
    check (status in ('draft', 'solving', 'solved', 'released', 'driven', 'closed', 'dropped')),
  name text not null check (name <> ''),
  on_day date not null,
  setup jsonb not null,
  answer jsonb,
  job_id uuid,
  status_reason text not null default '',
  released_by uuid,
  released_at timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (released_by) references person(id),
  foreign key (created_by) references person(id),
  check ((status in ('solved', 'released', 'driven', 'closed')) <= (answer is not null)),
  check ((status in ('released', 'driven', 'closed')) <= (released_at is not null))
);
select levee_secure('route_plan');
create index route_plan_day on route_plan (org_id, on_day, status);

create table route_stop (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open'
    check (status in ('open', 'arrived', 'done', 'failed', 'left')),
  plan_id uuid not null,
  line_no int not null,
  source_type text not null default '',
  source_id uuid,
  told jsonb not null,
  planned jsonb,
  driver_id uuid,
  driven jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, plan_id, line_no),
  foreign key (org_id, plan_id) references route_plan(org_id, id),
  foreign key (driver_id) references person(id),
  check ((source_type <> '') = (source_id is not null))
);
select levee_secure('route_stop');
create index route_stop_source on route_stop (org_id, source_type, source_id) where source_id is not null;
create index route_stop_driver on route_stop (org_id, driver_id, status) where driver_id is not null;
