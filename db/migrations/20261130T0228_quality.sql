-- Quality: the duty of who watches it, objectives with what they signalled, and nonconformances.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper', 'sustainability_officer', 'biller', 'card_administrator',
  'training_officer', 'quality_officer'
));

-- What is measured, against which target, from which base its limits are counted. Values are never stored:
-- they are counted from the records whenever somebody looks.
create table quality_objective (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'active', 'ended')),
  name text not null check (name <> ''),
  measure text not null check (measure in ('firstPass', 'inFull', 'needToOrder', 'rejected', 'actionsInTime')),
  direction text not null check (direction in ('at_least', 'at_most')),
  target numeric(12, 2) not null check (target >= 0),
  period text not null check (period in ('month', 'week')),
  base_from date not null,
  base_to date not null,
  owner_id uuid not null,
  owner_name text not null,
  note text not null default '',
  created_by uuid not null,
  started_on date,
  ended_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (owner_id) references person(id),
  foreign key (created_by) references person(id),
  check (base_to > base_from),
  check ((status = 'draft') = (started_on is null)),
  check ((status = 'ended') = (ended_on is not null))
);
select levee_secure('quality_objective');
create unique index quality_objective_once on quality_objective (org_id, measure, period) where status = 'active';

-- What the values of an objective said, once: a value outside of the limits, a run, a leap.
create table quality_signal (
  org_id uuid not null,
  id uuid not null,
  objective_id uuid not null,
  kind text not null check (kind in ('outside', 'run', 'range')),
  side text not null check (side in ('above', 'below')),
  from_on date not null,
  to_on date not null,
  said text not null check (said <> ''),
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'dismissed')),
  found_on date not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_on date,
  reason text not null default '',
  action_id uuid,
  action_number text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, objective_id, kind, side, from_on),
  foreign key (org_id, objective_id) references quality_objective(org_id, id),
  foreign key (org_id, action_id) references corrective_action(org_id, id),
  foreign key (decided_by) references person(id),
  check (to_on >= from_on),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'accepted') = (action_id is not null)),
  check (status <> 'dismissed' or reason <> '')
);
select levee_secure('quality_signal');
create index quality_signal_open on quality_signal (org_id, objective_id) where status = 'proposed';

-- Goods or work that do not meet what was ordered, and what was decided about them.
create table nonconformance (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'reported'
    check (status in ('reported', 'contained', 'use_as_is', 'rework', 'returned', 'scrap', 'closed')),
  title text not null check (title <> ''),
  description text not null default '',
  place text not null default '',
  quantity numeric(18, 4) check (quantity > 0),
  unit text not null default '',
  receipt_line_id uuid,
  receipt_number text not null default '',
  order_id uuid,
  order_number text not null default '',
  vendor_id uuid,
  vendor_name text not null default '',
  photo_file_ids jsonb not null default '[]' check (jsonb_typeof(photo_file_ids) = 'array'),
  reported_by uuid not null,
  reported_name text not null,
  reported_on date not null,
  containment text not null default '',
  contained_by uuid,
  contained_name text not null default '',
  contained_on date,
  disposition text check (disposition in ('use_as_is', 'rework', 'returned', 'scrap')),
  cause text check (cause in ('vendor', 'own', 'carrier', 'unknown')),
  decision_reason text not null default '',
  decided_by uuid,
  decided_name text not null default '',
  decided_on date,
  plan_id uuid,
  plan_number text not null default '',
  no_plan_reason text not null default '',
  other_cents bigint not null default 0 check (other_cents >= 0),
  cost_cents bigint check (cost_cents >= 0),
  closed_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, receipt_line_id) references receipt_line(org_id, id),
  foreign key (org_id, order_id) references purchase_order(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, plan_id) references corrective_plan(org_id, id),
  foreign key (reported_by) references person(id),
  foreign key (contained_by) references person(id),
  foreign key (decided_by) references person(id),
  check (vendor_id is null or vendor_name <> ''),
  check (receipt_line_id is not null or photo_file_ids <> '[]'),
  check ((status = 'reported') = (contained_by is null)),
  check ((status in ('reported', 'contained')) = (decided_by is null)),
  check ((disposition is null) = (decided_by is null) and (cause is null) = (decided_by is null)),
  check (decided_by is null or decided_by <> reported_by),
  check (disposition <> 'use_as_is' or (decision_reason <> '' and decided_by <> contained_by)),
  check ((status = 'closed') = (closed_on is not null)),
  check (status <> 'closed' or cause <> 'vendor' or plan_id is not null or no_plan_reason <> '')
);
select levee_secure('nonconformance');
create unique index nonconformance_line on nonconformance (org_id, receipt_line_id) where receipt_line_id is not null;
create index nonconformance_vendor on nonconformance (org_id, vendor_id);
create index nonconformance_order on nonconformance (org_id, order_id);
create index nonconformance_plan on nonconformance (org_id, plan_id);
create index nonconformance_status on nonconformance (org_id, status);
create index nonconformance_photos on nonconformance using gin (photo_file_ids);
