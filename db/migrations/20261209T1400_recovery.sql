-- Public assistance of FEMA: declarations, damage, projects, costs, requests for money.
create table pa_threshold (
  org_id uuid not null references organization (id),
  id uuid not null,
  fiscal_year int not null check (fiscal_year between 2000 and 2200),
  minimum_cents bigint not null check (minimum_cents > 0),
  large_cents bigint not null check (large_cents > minimum_cents),
  source text not null,
  verified boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year)
);
select levee_secure('pa_threshold');

create table pa_declaration (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'declared' check (status in ('declared', 'eligible', 'ineligible', 'closed')),
  incident_id uuid,
  title text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  declared_on date not null,
  period_from date not null,
  period_to date,
  fiscal_year int not null,
  guide_version text not null default '',
  rural boolean not null default false,
  pay_policy text not null default '',
  pay_policy_on date,
  pay_policy_contingent boolean not null default false,
  minimum_cents bigint,
  large_cents bigint,
  threshold_source text,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident (org_id, id),
  check (period_to is null or period_to >= period_from)
);
select levee_secure('pa_declaration');

create table pa_area (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  county text not null,
  categories text[] not null,
  designated_on date not null,
  primary key (org_id, id),
  unique (org_id, declaration_id, county),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_area');

-- The federal share, in hundredths of a percent, of categories and days.
create table pa_share (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  categories text[] not null,
  from_day date not null,
  to_day date,
  rate int not null check (rate between 0 and 10000),
  source text not null,
  primary key (org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id),
  check (to_day is null or to_day >= from_day)
);
select levee_secure('pa_share');
create index pa_share_of on pa_share (org_id, declaration_id);

create table pa_amendment (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  amendment_no int not null,
  amended_on date not null,
  source text not null,
  changes jsonb not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, amendment_no),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_amendment');

-- Papers of the request for public assistance, each with its day.
create table pa_paper (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  key text not null,
  title text not null,
  due_on date,
  citation text not null default '',
  done_on date,
  done_by uuid,
  note text not null default '',
  place int not null,
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, declaration_id, key),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_paper');

create table pa_project (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'formulation' check (status in ('formulation', 'state_review', 'fema_review', 'signature', 'obligated', 'complete', 'closed', 'withdrawn')),
  declaration_id uuid not null,
  pw_number text not null default '',
  title text not null,
  category text not null check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z')),
  scope text not null default '',
  mitigation text not null default '',
  ehp text not null default '',
  insurance_cents bigint not null default 0 check (insurance_cents >= 0),
  insurance_actual boolean not null default false,
  estimate_cents bigint not null default 0,
  size text check (size in ('below', 'small', 'large')),
  size_source text,
  work_until date not null,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_project');
create index pa_project_of on pa_project (org_id, declaration_id, status);

create table pa_scope_line (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  line_no int not null,
  description text not null,
  quantity numeric(18, 4) not null,
  unit text not null,
  unit_price numeric(18, 4) not null,
  cents bigint not null,
  primary key (org_id, id),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_scope_line');
create index pa_scope_line_of on pa_scope_line (org_id, project_id, line_no);

-- Amounts that FEMA obligated or took back, one a version; never changed.
create table pa_obligation (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  version_no int not null,
  cents bigint not null check (cents <> 0),
  obligated_on date not null,
  document text not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, version_no),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_obligation');

create table pa_damage (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'reported' check (status in ('reported', 'inspected', 'documented', 'ineligible', 'duplicate', 'withdrawn')),
  declaration_id uuid not null,
  project_id uuid,
  title text not null,
  location text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  category text not null check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G')),
  cause text not null,
  occurred_on date not null,
  responsibility text not null default '',
  dimensions text not null default '',
  estimate_cents bigint not null default 0 check (estimate_cents >= 0),
  insured boolean not null default false,
  flood_zone boolean not null default false,
  other_agency text not null default '',
  inspected_by uuid,
  inspected_on date,
  reported_by uuid,
  duplicate_of uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id),
  foreign key (org_id, project_id) references pa_project (org_id, id),
  foreign key (org_id, duplicate_of) references pa_damage (org_id, id)
);
select levee_secure('pa_damage');
create index pa_damage_of on pa_damage (org_id, declaration_id, status);
create index pa_damage_project on pa_damage (org_id, project_id) where project_id is not null;

-- A request for reimbursement of one project.
create table pa_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'checked', 'certified', 'submitted', 'returned', 'paid', 'cancelled')),
  project_id uuid not null,
  total bigint not null default 0,
  insured bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  uncovered bigint not null default 0,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  digest text,
  reference text not null default '',
  submitted_on date,
  paid_on date,
  paid_cents bigint,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_request');
create index pa_request_of on pa_request (org_id, project_id, status);

-- What a project costs: a cost line, an hour of a person or of a unit. Assigned is not claimed.
create table pa_item (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('cost', 'labor', 'equipment')),
  cost_line_id uuid,
  work_hour_id uuid,
  label text not null,
  person text not null default '',
  day_from date not null,
  day_to date not null,
  minutes int not null default 0,
  pay text check (pay in ('regular', 'overtime')),
  cents bigint not null,
  eligible boolean not null,
  rule text not null,
  citation text not null default '',
  request_id uuid,
  insured bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  waits_because text,
  assigned_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, project_id) references pa_project (org_id, id),
  foreign key (org_id, request_id) references pa_request (org_id, id),
  foreign key (org_id, cost_line_id) references cost_line (org_id, id),
  foreign key (org_id, work_hour_id) references work_hour (org_id, id),
  check ((kind = 'cost') = (cost_line_id is not null)),
  check ((kind = 'cost') = (work_hour_id is null))
);
select levee_secure('pa_item');
create index pa_item_of on pa_item (org_id, project_id, kind, day_from);
create index pa_item_request on pa_item (org_id, request_id) where request_id is not null;
-- An hour belongs to one project, and a cost line once to each.
create unique index pa_item_hour on pa_item (org_id, work_hour_id) where work_hour_id is not null;
create unique index pa_item_cost on pa_item (org_id, project_id, cost_line_id) where cost_line_id is not null;

create table pa_question (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  declaration_id uuid not null,
  project_id uuid,
  asked_by text not null,
  asked_on date not null,
  due_on date not null,
  question text not null,
  answer text not null default '',
  answered_on date,
  answered_by uuid,
  delivery text not null default '',
  earlier_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id),
  foreign key (org_id, project_id) references pa_project (org_id, id),
  foreign key (org_id, earlier_id) references pa_question (org_id, id)
);
select levee_secure('pa_question');
create index pa_question_of on pa_question (org_id, declaration_id, status);

create table pa_appeal (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'determined' check (status in ('determined', 'filed', 'forwarded', 'granted', 'denied', 'late')),
  project_id uuid not null,
  level text not null check (level in ('first', 'second', 'arbitration')),
  subject text not null,
  disputed_cents bigint not null check (disputed_cents > 0),
  determined_on date not null,
  sent_on date,
  received_on date,
  file_by date,
  forward_by date,
  citation text not null,
  filed_on date,
  forwarded_on date,
  decided_on date,
  argument text not null default '',
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_appeal');
create index pa_appeal_of on pa_appeal (org_id, project_id, status);

create table pa_mitigation (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'awarded', 'denied', 'withdrawn')),
  program text not null check (program in ('HMGP', 'BRIC', 'FMA')),
  opportunity text not null default '',
  declaration_id uuid,
  title text not null,
  problem text not null,
  alternatives text not null default '',
  cost_cents bigint not null check (cost_cents > 0),
  maintenance_cents bigint not null default 0 check (maintenance_cents >= 0),
  useful_years int not null check (useful_years between 1 and 100),
  rate_percent numeric(6, 3) not null check (rate_percent >= 0),
  recurrences jsonb not null,
  prepared_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_mitigation');

-- What FEMA publishes, as it was imported; rows that could not be read are listed, never guessed.
create table fema_import (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('declarations', 'equipment')),
  name text not null,
  sha256 text not null,
  data_as_of date not null,
  rows_read int not null,
  rows_taken int not null,
  odd jsonb not null default '[]',
  imported_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, sha256)
);
select levee_secure('fema_import');

create table fema_equipment_rate (
  org_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  from_day date not null,
  code text not null,
  equipment text not null,
  specification text not null default '',
  unit text not null check (unit in ('hour', 'mile')),
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, from_day, code),
  foreign key (org_id, import_id) references fema_import (org_id, id)
);
select levee_secure('fema_equipment_rate');

-- Which code of FEMA's schedule a class of units has.
create table fema_unit_code (
  org_id uuid not null,
  asset_class_id uuid not null,
  code text not null,
  primary key (org_id, asset_class_id),
  foreign key (org_id, asset_class_id) references asset_class (org_id, id)
);
select levee_secure('fema_unit_code');
