-- Checklists, inspections on them, what they found, and corrective actions.
create table inspection_checklist (
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
  citation text not null default '',
  certificates text[] not null default '{}',
  items jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('inspection_checklist');
select levee_definition('inspection_checklist');

create table inspection (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'submitted', 'reviewed', 'closed', 'cancelled')),
  title text not null check (title <> ''),
  definition_version_id uuid not null,
  asset_id uuid,
  place_id uuid,
  location text not null default '',
  department_id uuid,
  assigned_to uuid references person (id),
  due_on date,
  answers jsonb not null default '{}',
  failed int not null default 0 check (failed >= 0),
  result text check (result in ('pass', 'fail')),
  qualification text not null default '',
  task_id uuid,
  submitted_by uuid references person (id),
  submitted_at timestamptz,
  reviewed_by uuid references person (id),
  review_note text not null default '',
  status_reason text,
  created_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, definition_version_id) references inspection_checklist (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, place_id) references agency_place (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('inspection');
create index inspection_asset on inspection (org_id, asset_id, created_at desc) where asset_id is not null;
create index inspection_status on inspection (org_id, status);
create index inspection_person on inspection (org_id, assigned_to) where assigned_to is not null;

create table inspection_finding (
  org_id uuid not null references organization (id),
  id uuid not null,
  inspection_id uuid not null,
  item_key text not null,
  item text not null,
  said text not null default '',
  asset_id uuid,
  work_order_id uuid,
  -- The order was open already for the same defect of the asset.
  joined boolean not null default false,
  took_out boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, inspection_id, item_key),
  foreign key (org_id, inspection_id) references inspection (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, work_order_id) references work_order (org_id, id)
);
select levee_secure('inspection_finding');
create index inspection_finding_asset on inspection_finding (org_id, asset_id) where asset_id is not null;

alter table plan_cycle add foreign key (org_id, inspection_id) references inspection (org_id, id);

alter table work_order add column defect_key text not null default '';
create unique index work_order_defect on work_order (org_id, asset_id, defect_key)
where defect_key <> '' and asset_id is not null and status not in ('completed', 'closed', 'cancelled');

-- What is done so that it does not happen again; its subject is any noun.
create table corrective_action (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'opened' check (status in ('opened', 'contained', 'root_cause', 'plan_approved', 'implemented', 'effectiveness_check', 'closed', 'reopened')),
  title text not null check (title <> ''),
  subject_type text not null,
  subject_id uuid not null,
  subject_number text not null,
  subject_link text not null,
  problem text not null default '',
  containment text not null default '',
  root_cause text not null default '',
  plan text not null default '',
  owner_id uuid references person (id),
  due_on date,
  opened_by uuid references person (id),
  approved_by uuid references person (id),
  implemented_by uuid references person (id),
  implemented_on date,
  first_check_on date,
  first_check text not null default '',
  first_checked_by uuid references person (id),
  second_check_on date,
  second_check text not null default '',
  second_checked_by uuid references person (id),
  recurrences int not null default 0,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number)
);
select levee_secure('corrective_action');
create index corrective_action_subject on corrective_action (org_id, subject_type, subject_id);
create index corrective_action_open on corrective_action (org_id, status);
