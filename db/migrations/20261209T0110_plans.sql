-- Meters of assets, plans of preventive work, and their cycles.
create table asset_meter (
  org_id uuid not null references organization (id),
  id uuid not null,
  asset_id uuid not null,
  kind text not null check (kind in ('hours', 'miles', 'cycles', 'gallons', 'kilowatt_hours')),
  -- What the dial shows, and what it counted in all, over its rollovers.
  value numeric(12, 1) not null check (value >= 0),
  total numeric(14, 1) not null check (total >= 0),
  read_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, asset_id, kind),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
select levee_secure('asset_meter');

create table meter_reading (
  org_id uuid not null,
  id uuid not null,
  meter_id uuid not null,
  value numeric(12, 1) not null check (value >= 0),
  total numeric(14, 1) not null check (total >= 0),
  read_at timestamptz not null,
  rolled_at numeric(12, 1),
  source text not null check (source in ('typed', 'hours', 'inspection', 'device')),
  read_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, meter_id, read_at),
  foreign key (org_id, meter_id) references asset_meter (org_id, id)
);
select levee_secure('meter_reading');

create table maintenance_plan (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '',
  due_by text not null check (due_by in ('calendar', 'meter', 'first')),
  every int check (every > 0),
  unit text check (unit in ('days', 'weeks', 'months', 'years')),
  anchor_on date,
  floating boolean not null default false,
  season_from text,
  season_to text,
  meter_kind text,
  meter_every int check (meter_every > 0),
  lead_days int not null default 7 check (lead_days between 0 and 365),
  covers uuid[] not null default '{}',
  class_id uuid,
  asset_ids uuid[] not null default '{}',
  route boolean not null default false,
  makes text not null default 'workOrder' check (makes in ('workOrder', 'inspection')),
  checklist_id uuid,
  priority text not null default 'normal',
  department_id uuid,
  lead_id uuid references person (id),
  estimate_minutes int,
  tasks jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id, class_id) references asset_class (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('maintenance_plan');
select levee_definition('maintenance_plan');

-- A time at which a plan was due for an asset (of a route: for all of its assets), and what came of it.
create table plan_cycle (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  plan_id uuid not null,
  asset_id uuid,
  due_on date not null,
  status text not null check (status in ('open', 'done', 'skipped', 'covered', 'missed')),
  why text not null default '',
  work_order_id uuid,
  inspection_id uuid,
  done_on date,
  meter_total numeric(14, 1),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, plan_id) references maintenance_plan (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, work_order_id) references work_order (org_id, id)
);
select levee_secure('plan_cycle');
create unique index plan_cycle_day on plan_cycle (org_id, definition_id, asset_id, due_on) nulls not distinct;
-- Never two open orders of one plan on one asset.
create unique index plan_cycle_open on plan_cycle (org_id, definition_id, asset_id) nulls not distinct where status = 'open';
create index plan_cycle_order on plan_cycle (org_id, work_order_id) where work_order_id is not null;
create index plan_cycle_inspection on plan_cycle (org_id, inspection_id) where inspection_id is not null;
create index plan_cycle_due on plan_cycle (org_id, due_on desc);
