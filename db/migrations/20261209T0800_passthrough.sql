-- Grant money that the agency passes on: its own programs, their applications and scores, subawards,
-- what subrecipients ask for, and desk reviews of it.
create table grant_program (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'open', 'scoring', 'scored', 'decided', 'withdrawn')),
  title text not null check (title <> ''),
  summary text not null default '',
  award_id uuid,
  total bigint not null check (total > 0),
  least bigint check (least >= 0),
  most bigint check (most > 0),
  expected_awards int check (expected_awards > 0),
  match_percent int not null default 0 check (match_percent between 0 and 1000),
  applicants text[] not null default '{}',
  opens_on date not null,
  closes_on date,
  starts_on date not null,
  ends_on date not null,
  contact_name text not null default '',
  contact_email text not null default '',
  owner_id uuid references person (id),
  published_at timestamptz,
  decided_on date,
  sheet text,
  sheet_sha256 text,
  frozen_at timestamptz,
  frozen_by uuid references person (id),
  status_reason text,
  created_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check (ends_on >= starts_on),
  check (closes_on is null or closes_on >= opens_on),
  check (least is null or most is null or least <= most),
  check ((sheet is null) = (sheet_sha256 is null))
);
select levee_secure('grant_program');
create index grant_program_award on grant_program (org_id, award_id) where award_id is not null;
create policy published on grant_program for select to levee_anon, levee_vendor using (published_at is not null);
grant select (org_id, id, number, status, title, summary, total, least, most, expected_awards, match_percent, applicants, opens_on, closes_on, starts_on, ends_on, contact_name, contact_email, published_at, decided_on, created_at, updated_at) on grant_program to levee_anon, levee_vendor;

create table program_criterion (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  place int not null,
  name text not null check (name <> ''),
  about text not null default '',
  weight int not null check (weight between 1 and 100),
  max_score int not null default 10 check (max_score between 1 and 100),
  primary key (org_id, id),
  unique (org_id, program_id, place),
  foreign key (org_id, program_id) references grant_program (org_id, id)
);
select levee_secure('program_criterion');
create policy published on program_criterion for select to levee_anon, levee_vendor using ((org_id, program_id) in (select p.org_id, p.id from grant_program p));
grant select on program_criterion to levee_anon, levee_vendor;

create table program_reviewer (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  person_id uuid not null references person (id),
  declared_at timestamptz,
  declaration jsonb not null default '[]',
  recused_at timestamptz,
  recusal_reason text,
  handed_in_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, program_id, person_id),
  foreign key (org_id, program_id) references grant_program (org_id, id)
);
select levee_secure('program_reviewer');
create index program_reviewer_person on program_reviewer (org_id, person_id);

create table program_application (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'withdrawn', 'ineligible', 'selected', 'not_selected')),
  program_id uuid not null,
  vendor_id uuid not null,
  title text not null check (title <> ''),
  narrative text not null default '',
  budget jsonb not null default '[]',
  requested bigint not null default 0 check (requested >= 0),
  match bigint not null default 0 check (match >= 0),
  starts_on date not null,
  ends_on date not null,
  contact_name text not null default '',
  contact_email text not null default '',
  source text not null default 'portal' check (source in ('portal', 'staff')),
  submitted_at timestamptz,
  status_reason text,
  created_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, program_id) references grant_program (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (ends_on >= starts_on)
);
select levee_secure('program_application');
create unique index program_application_once on program_application (org_id, program_id, vendor_id) where status <> 'withdrawn';
create index program_application_vendor on program_application (org_id, vendor_id);
create policy own on program_application for select to levee_vendor using ((org_id, vendor_id) in (select v.org_id, v.id from vendor v));
grant select on program_application to levee_vendor;

create table program_score (
  org_id uuid not null,
  id uuid not null,
  reviewer_id uuid not null,
  application_id uuid not null,
  criterion_id uuid not null,
  score numeric(6, 2) not null check (score >= 0),
  note text not null default '',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, reviewer_id, application_id, criterion_id),
  foreign key (org_id, reviewer_id) references program_reviewer (org_id, id),
  foreign key (org_id, application_id) references program_application (org_id, id),
  foreign key (org_id, criterion_id) references program_criterion (org_id, id)
);
select levee_secure('program_score');
create index program_score_application on program_score (org_id, application_id);
create index program_score_criterion on program_score (org_id, criterion_id);

create table program_consensus (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  criterion_id uuid not null,
  score numeric(6, 2) not null check (score >= 0),
  comment text not null default '',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id, criterion_id),
  foreign key (org_id, application_id) references program_application (org_id, id),
  foreign key (org_id, criterion_id) references program_criterion (org_id, id)
);
select levee_secure('program_consensus');
create index program_consensus_criterion on program_consensus (org_id, criterion_id);

create table subaward (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'assessed', 'approved', 'executed', 'active', 'on_hold', 'ended', 'closed', 'terminated', 'cancelled')),
  title text not null check (title <> ''),
  award_id uuid not null,
  application_id uuid,
  vendor_id uuid not null,
  account_string_id uuid not null,
  fiscal_year_id uuid,
  amount bigint not null check (amount > 0),
  match bigint not null default 0 check (match >= 0),
  budget jsonb not null default '[]',
  starts_on date not null,
  ends_on date not null,
  facts jsonb not null default '{}',
  risk jsonb,
  risk_points int,
  risk_level text check (risk_level in ('low', 'medium', 'high')),
  assessed_by uuid references person (id),
  assessed_on date,
  review_every int check (review_every > 0),
  encumbered bigint not null default 0 check (encumbered >= 0),
  claimed bigint not null default 0 check (claimed >= 0),
  approved_by uuid references person (id),
  executed_on date,
  ended_on date,
  closed_on date,
  owner_id uuid references person (id),
  status_reason text,
  created_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  foreign key (org_id, application_id) references program_application (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  check (ends_on >= starts_on),
  check (claimed <= amount)
);
select levee_secure('subaward');
create unique index subaward_application on subaward (org_id, application_id) where application_id is not null and status <> 'cancelled';
create index subaward_award on subaward (org_id, award_id);
create index subaward_vendor on subaward (org_id, vendor_id);
create index subaward_year on subaward (org_id, fiscal_year_id);
create policy own on subaward for select to levee_vendor using (executed_on is not null and (org_id, vendor_id) in (select v.org_id, v.id from vendor v));
grant select (org_id, id, number, status, title, vendor_id, amount, match, budget, starts_on, ends_on, facts, claimed, executed_on, ended_on, version) on subaward to levee_vendor;

create table subaward_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'returned', 'withdrawn')),
  subaward_id uuid not null,
  period_from date not null,
  period_to date not null,
  amount bigint not null check (amount > 0),
  match bigint not null default 0 check (match >= 0),
  note text not null default '',
  invoice_id uuid,
  released bigint not null default 0 check (released >= 0),
  submitted_at timestamptz not null default clock_timestamp(),
  decided_by uuid references person (id),
  decided_on date,
  status_reason text,
  created_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, subaward_id) references subaward (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  check (period_to >= period_from)
);
select levee_secure('subaward_request');
create index subaward_request_of on subaward_request (org_id, subaward_id);
create unique index subaward_request_invoice on subaward_request (org_id, invoice_id) where invoice_id is not null;
create policy own on subaward_request for select to levee_vendor using ((org_id, subaward_id) in (select s.org_id, s.id from subaward s));
grant select on subaward_request to levee_vendor;

-- A cost of the subrecipient, as its own ledger has it.
create table subaward_cost (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  line_no int not null,
  incurred_on date not null,
  payee text not null check (payee <> ''),
  description text not null default '',
  object_class text not null,
  cents bigint not null check (cents <> 0),
  primary key (org_id, id),
  unique (org_id, request_id, line_no),
  foreign key (org_id, request_id) references subaward_request (org_id, id)
);
select levee_secure('subaward_cost');
create policy own on subaward_cost for select to levee_vendor using ((org_id, request_id) in (select r.org_id, r.id from subaward_request r));
grant select on subaward_cost to levee_vendor;

create table desk_review (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'drawn' check (status in ('drawn', 'done')),
  subaward_id uuid not null,
  seed text not null,
  population int not null check (population > 0),
  population_cents bigint not null,
  population_sha256 text not null,
  conclusion text not null default '',
  drawn_by uuid references person (id),
  done_by uuid references person (id),
  done_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, subaward_id) references subaward (org_id, id)
);
select levee_secure('desk_review');
create index desk_review_of on desk_review (org_id, subaward_id);

create table desk_review_line (
  org_id uuid not null,
  review_id uuid not null,
  cost_id uuid not null,
  place int not null,
  result text check (result in ('supported', 'not_supported')),
  questioned bigint not null default 0 check (questioned >= 0),
  note text not null default '',
  primary key (org_id, review_id, cost_id),
  foreign key (org_id, review_id) references desk_review (org_id, id),
  foreign key (org_id, cost_id) references subaward_cost (org_id, id)
);
select levee_secure('desk_review_line');
