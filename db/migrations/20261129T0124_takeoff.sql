-- Plan sets of a project, their sheets with scales, and what was measured on them.
create table plan_set (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null check (name <> ''),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, name),
  foreign key (org_id, project_id) references project(org_id, id)
);
select levee_secure('plan_set');

-- A file of a set: its first sheets, or later revisions of them.
create table plan_issue (
  org_id uuid not null,
  id uuid not null,
  plan_set_id uuid not null,
  file_id uuid not null,
  label text not null check (label <> ''),
  issued_on date,
  state text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  problem text not null default '',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, plan_set_id) references plan_set(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  check ((state = 'failed') = (problem <> ''))
);
select levee_secure('plan_issue');
create index plan_issue_set on plan_issue (org_id, plan_set_id);
create index plan_issue_file on plan_issue (org_id, file_id);

-- A revision of a sheet; the newest of its number is the current one.
create table plan_sheet (
  org_id uuid not null,
  id uuid not null,
  plan_set_id uuid not null,
  issue_id uuid not null,
  page int not null check (page > 0),
  number text not null check (number <> ''),
  title text not null default '',
  revision int not null check (revision > 0),
  current boolean not null,
  -- What of the page is shown, in its points; its /Rotate and /UserUnit.
  box jsonb not null,
  rotate int not null check (rotate in (0, 90, 180, 270)),
  user_unit double precision not null check (user_unit > 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, plan_set_id, number, revision),
  foreign key (org_id, plan_set_id) references plan_set(org_id, id),
  foreign key (org_id, issue_id) references plan_issue(org_id, id)
);
select levee_secure('plan_sheet');
create unique index plan_sheet_current on plan_sheet (org_id, plan_set_id, number) where current;
create index plan_sheet_issue on plan_sheet (org_id, issue_id);

-- A part of a sheet with a scale of its own; `scale` is null until somebody says it.
create table sheet_viewport (
  org_id uuid not null,
  id uuid not null,
  sheet_id uuid not null,
  name text not null check (name <> ''),
  box jsonb not null,
  scale jsonb,
  -- What the file itself says of its measure.
  file_scale jsonb,
  scaled_by uuid,
  scaled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, sheet_id, name),
  foreign key (org_id, sheet_id) references plan_sheet(org_id, id),
  check ((scale is null) = (scaled_at is null))
);
select levee_secure('sheet_viewport');

create table measurement (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'measured'
    check (status in ('measured', 'checked', 'sent', 'dropped')),
  project_id uuid not null,
  sheet_id uuid not null,
  viewport_id uuid not null,
  kind text not null check (kind in ('length', 'area', 'count', 'volume')),
  name text not null check (name <> ''),
  -- Points of the page, before its turn, crop box and zoom.
  points jsonb not null,
  cut_outs jsonb not null default '[]',
  depth jsonb,
  slope text,
  unit text not null check (unit <> ''),
  -- The unit and the scale that the quantity was computed with.
  unit_factor jsonb not null,
  scale jsonb,
  quantity numeric(18,4),
  cost_code_id uuid,
  -- As it was called.
  cost_code text not null default '',
  commodity_code text,
  note text not null default '',
  measured_by uuid,
  measured_name text not null default '',
  checked_by uuid,
  checked_name text not null default '',
  checked_at timestamptz,
  requisition_id uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, sheet_id) references plan_sheet(org_id, id),
  foreign key (org_id, viewport_id) references sheet_viewport(org_id, id),
  foreign key (org_id, cost_code_id) references cost_code(org_id, id),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  check ((depth is null) or kind = 'volume'),
  check (quantity is null or kind = 'count' or scale is not null),
  check ((checked_at is null) = (checked_by is null)),
  check ((requisition_id is not null) = (status = 'sent'))
);
select levee_secure('measurement');
create index measurement_sheet on measurement (org_id, sheet_id);
create index measurement_project on measurement (org_id, project_id);
create index measurement_requisition on measurement (org_id, requisition_id)
  where requisition_id is not null;
create index measurement_viewport on measurement (org_id, viewport_id);
create index measurement_code on measurement (org_id, cost_code_id) where cost_code_id is not null;
