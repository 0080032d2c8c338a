-- The duty of who runs projects.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager'
));

-- A project: one segment of the ledger, who runs it, its contracts, its place and its days.
create table project (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in (
    'proposed', 'submitted', 'approved', 'active', 'on_hold', 'substantially_complete', 'closed', 'cancelled'
  )),
  name text not null check (length(name) between 3 and 200),
  description text not null default '',
  department_id uuid not null,
  segment_id uuid not null,
  segment_code text not null,
  engineer_id uuid,
  inspectors jsonb not null default '[]' check (jsonb_typeof(inspectors) = 'array'),
  contracts jsonb not null default '[]' check (jsonb_typeof(contracts) = 'array'),
  place text not null default '',
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  starts_on date,
  contract_days int check (contract_days between 1 and 18300),
  phases jsonb not null default '[]' check (jsonb_typeof(phases) = 'array'),
  funding jsonb not null default '[]' check (jsonb_typeof(funding) = 'array'),
  capital_request_id uuid,
  forecast_cents bigint check (forecast_cents between 0 and 90000000000000),
  forecast_reason text not null default '',
  forecast_on date,
  forecast_by uuid,
  completed_on date,
  remaining text not null default '',
  cost_to_complete bigint not null default 0 check (cost_to_complete between 0 and 90000000000000),
  certified_by uuid,
  certified_at timestamptz,
  closed_on date,
  proposed_by uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, segment_id),
  foreign key (org_id, segment_id) references segment_value(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (engineer_id) references person(id),
  foreign key (forecast_by) references person(id),
  foreign key (certified_by) references person(id),
  foreign key (proposed_by) references person(id),
  check ((latitude is null) = (longitude is null)),
  check ((forecast_cents is null) = (forecast_on is null))
);
select levee_secure('project');
create index project_status on project (org_id, status, number desc);
create index project_department on project (org_id, department_id);
create index project_engineer on project (org_id, engineer_id) where engineer_id is not null;
create index project_inspectors on project using gin (inspectors jsonb_path_ops);
create index project_segment_string on account_string (org_id, project_id) where project_id is not null;
