-- What the agency owns and keeps: classes, assets, readings of their condition, days out of service.
create table asset_class (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  condition_scale text not null check (condition_scale in ('one_to_five', 'paser', 'pci', 'nbi')),
  life_months int check (life_months > 0),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code)
);
select levee_secure('asset_class');

create table asset (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'planned',
  name text not null check (name <> ''),
  class_id uuid not null,
  tag text not null default '',
  parent_id uuid,
  place_id uuid,
  location text not null default '',
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  department_id uuid,
  custodian_id uuid references person (id),
  manufacturer text not null default '',
  model text not null default '',
  serial text not null default '',
  in_service_on date,
  warranty_until date,
  consequence int check (consequence between 1 and 5),
  likelihood int check (likelihood between 1 and 5),
  criticality_reason text not null default '',
  condition int check (condition between 1 and 5),
  condition_on date,
  cost_cents bigint check (cost_cents >= 0),
  acquired_on date,
  salvage_cents bigint not null default 0 check (salvage_cents >= 0),
  life_months int check (life_months > 0),
  federal_award text not null default '',
  federal_percent numeric(5, 2) not null default 0 check (federal_percent between 0 and 100),
  disposed_on date,
  disposal_cents bigint check (disposal_cents >= 0),
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, class_id) references asset_class (org_id, id),
  foreign key (org_id, parent_id) references asset (org_id, id),
  foreign key (org_id, place_id) references agency_place (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  check (parent_id is distinct from id),
  check ((latitude is null) = (longitude is null)),
  check (cost_cents is null or salvage_cents <= cost_cents)
);
select levee_secure('asset');
create unique index asset_tag on asset (org_id, lower(tag)) where tag <> '';
create index asset_class_of on asset (org_id, class_id);
create index asset_parent on asset (org_id, parent_id) where parent_id is not null;
create index asset_place on asset (org_id, place_id) where place_id is not null;
create index asset_department on asset (org_id, department_id);

-- A condition as it was read, in the scale of its class, and mapped to 1 (best) to 5.
create table asset_reading (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  read_on date not null,
  scale text not null,
  value numeric(6, 2) not null,
  condition int not null check (condition between 1 and 5),
  note text not null default '',
  read_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
select levee_secure('asset_reading');
create index asset_reading_of on asset_reading (org_id, asset_id, read_on desc);

create table asset_downtime (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz check (until_at >= from_at),
  reason text not null default '',
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
select levee_secure('asset_downtime');
create unique index asset_downtime_open on asset_downtime (org_id, asset_id) where until_at is null;
create index asset_downtime_of on asset_downtime (org_id, asset_id, from_at desc);

create table work_order (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'requested',
  title text not null check (title <> ''),
  description text not null default '',
  kind text not null check (kind in ('corrective', 'preventive', 'inspection', 'emergency', 'project')),
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  asset_id uuid,
  place_id uuid,
  location text not null default '',
  department_id uuid,
  requested_by uuid references person (id),
  approved_by uuid references person (id),
  lead_id uuid references person (id),
  due_on date,
  scheduled_on date,
  estimate_cents bigint check (estimate_cents >= 0),
  estimate_minutes int check (estimate_minutes >= 0),
  lockout boolean not null default false,
  lockout_by text not null default '',
  locate_ticket text not null default '',
  digs boolean not null default false,
  locate_until date,
  hold_because text,
  started_at timestamptz,
  completed_at timestamptz,
  problem text not null default '',
  cause text not null default '',
  remedy text not null default '',
  status_reason text,
  service_request_id uuid,
  follows_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, place_id) references agency_place (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, service_request_id) references service_request (org_id, id),
  foreign key (org_id, follows_id) references work_order (org_id, id)
);
select levee_secure('work_order');
create index work_order_asset on work_order (org_id, asset_id, created_at desc) where asset_id is not null;
create index work_order_status on work_order (org_id, status);
create index work_order_lead on work_order (org_id, lead_id) where lead_id is not null;
create index work_order_service_request on work_order (org_id, service_request_id) where service_request_id is not null;

create table work_order_task (
  org_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  line_no int not null,
  title text not null check (title <> ''),
  mandatory boolean not null default false,
  done_at timestamptz,
  done_by uuid references person (id),
  primary key (org_id, id),
  unique (org_id, work_order_id, line_no),
  foreign key (org_id, work_order_id) references work_order (org_id, id)
);
select levee_secure('work_order_task');

alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'certifier', 'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery', 'department_head', 'program_reviewer'));
