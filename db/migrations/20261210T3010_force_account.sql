-- What an hour of a class of work costs, wage and benefits apart, regular and overtime apart.
create table pa_benefit_sheet (
  org_id uuid not null references organization (id),
  id uuid not null,
  labor_class_id uuid not null,
  from_day date not null,
  regular_wage bigint not null check (regular_wage > 0),
  overtime_wage bigint not null check (overtime_wage > 0),
  -- Each with its shares of the wage in hundredths of a percent: of regular and of overtime hours.
  benefits jsonb not null,
  source text not null check (source <> ''),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, labor_class_id, from_day),
  foreign key (org_id, labor_class_id) references labor_class (org_id, id)
);
select levee_secure('pa_benefit_sheet');

alter table pa_item add column rate_cents bigint, add column benefit_cents bigint;

-- Work that others gave: it offsets the agency's own part only.
create table pa_donation (
  org_id uuid not null references organization (id),
  id uuid not null,
  project_id uuid not null,
  donor text not null check (donor <> ''),
  worked_on date not null,
  site text not null check (site <> ''),
  skill text not null check (skill <> ''),
  minutes int not null check (minutes between 1 and 1440),
  rate_cents bigint not null check (rate_cents > 0),
  rate_basis text not null check (rate_basis <> ''),
  sign_in_file_id uuid not null,
  cents bigint not null check (cents >= 0),
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, donor, worked_on, site, skill),
  foreign key (org_id, project_id) references pa_project (org_id, id),
  foreign key (org_id, sign_in_file_id) references stored_file (org_id, id)
);
select levee_secure('pa_donation');

-- Help of another agency: its agreement, what it billed and what we paid for it.
create table pa_mutual_aid (
  org_id uuid not null references organization (id),
  id uuid not null,
  project_id uuid not null,
  cost_line_id uuid not null,
  provider text not null check (provider <> ''),
  agreement text not null check (agreement <> ''),
  agreed_on date not null,
  agreement_file_id uuid not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, cost_line_id),
  foreign key (org_id, project_id) references pa_project (org_id, id),
  foreign key (org_id, cost_line_id) references cost_line (org_id, id),
  foreign key (org_id, agreement_file_id) references stored_file (org_id, id)
);
select levee_secure('pa_mutual_aid');

-- More time for a project: asked for with its reason, approved within the agency, decided by the state or FEMA.
create table pa_extension (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'pending', 'returned', 'approved', 'sent', 'granted', 'denied', 'rejected')),
  project_id uuid not null,
  until date not null,
  decider text not null check (decider in ('recipient', 'fema')),
  reason text not null,
  progress text not null,
  timeline text not null,
  sent_on date,
  decided_on date,
  document text not null default '',
  prepared_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_extension');
create index pa_extension_of on pa_extension (org_id, project_id, status);
