-- Revenue has budget lines too: an account says of which class it is, and what kind of cost it bears.
alter table segment_value
  add column class text not null default 'expenditure' check (class in ('revenue', 'expenditure', 'transfer_in', 'transfer_out')),
  add column category text not null default 'operating' check (category in ('personnel', 'operating', 'capital', 'debt'));

-- How next year's budget comes about: one cycle per fiscal year, from its preparation to its adoption.
create table budget_cycle (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  fiscal_year_id uuid not null,
  status text not null default 'preparation' check (status in ('preparation', 'departments', 'review', 'recommended', 'hearing', 'adopted', 'closed')),
  message text not null default '',
  -- Percent of a hundredth by category, such as {"operating": 300} for 3 percent.
  inflation jsonb not null default '{}',
  prepared_by uuid references person (id),
  prepared_at timestamptz,
  decided_on date,
  resolution text not null default '',
  votes_for int check (votes_for >= 0),
  votes_against int check (votes_against >= 0),
  document text not null default '',
  decided_by uuid references person (id),
  adopted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, fiscal_year_id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  -- One person never holds both ends.
  check (decided_by is null or decided_by is distinct from prepared_by),
  check ((adopted_at is null) = (decided_on is null))
);
select levee_secure('budget_cycle');

create table budget_cycle_step (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  line_no int not null,
  title text not null check (title <> ''),
  due_on date not null,
  owner_id uuid references person (id),
  done_on date,
  primary key (org_id, id),
  unique (org_id, cycle_id, line_no),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id)
);
select levee_secure('budget_cycle_step');

-- What a department is to stay within in a fund.
create table budget_target (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  department_id uuid not null,
  fund_id uuid not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, cycle_id, department_id, fund_id),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, fund_id) references segment_value (org_id, id)
);
select levee_secure('budget_target');

create table budget_proposal (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  cycle_id uuid not null,
  department_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'in_review', 'returned', 'accepted')),
  narrative text not null default '',
  submitted_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, cycle_id, department_id),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('budget_proposal');
create index budget_proposal_status on budget_proposal (org_id, status);

-- A line of a proposal: its base with named parts and their rows, what the department asks, what the reviewer recommends.
create table budget_proposal_line (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  account_string_id uuid not null,
  -- entered by people; computed from positions; brought by an adopted capital plan.
  source text not null default 'entered' check (source in ('entered', 'positions', 'capital')),
  actuals jsonb not null default '[]',
  revised bigint not null default 0,
  projection bigint,
  parts jsonb not null default '[]',
  base bigint not null default 0,
  requested bigint not null default 0 check (requested >= 0),
  reviewed bigint check (reviewed >= 0),
  review_reason text not null default '',
  reviewed_by uuid references person (id),
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, proposal_id, account_string_id, source),
  foreign key (org_id, proposal_id) references budget_proposal (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  check (source = 'entered' or reviewed is null),
  check (reviewed is null or review_reason <> '')
);
select levee_secure('budget_proposal_line');

create table budget_package (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  rank int not null check (rank > 0),
  title text not null check (title <> ''),
  kind text not null check (kind in ('one_time', 'ongoing')),
  reason text not null check (reason <> ''),
  status text not null default 'requested' check (status in ('requested', 'recommended', 'cut')),
  decision_reason text not null default '',
  decided_by uuid references person (id),
  lines jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, proposal_id) references budget_proposal (org_id, id)
);
select levee_secure('budget_package');
create index budget_package_of on budget_package (org_id, proposal_id, rank);

-- What a proposal said at each of its steps; nobody changes it.
create table budget_proposal_version (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  version_no int not null,
  label text not null,
  lines jsonb not null,
  taken_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, proposal_id, version_no),
  foreign key (org_id, proposal_id) references budget_proposal (org_id, id)
);
select levee_secure('budget_proposal_version');
revoke update, delete on budget_proposal_version from levee_app;

-- Positions of a cycle, without names of people. Pay and benefits in cents a year at full time.
create table budget_position (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  department_id uuid not null,
  package_id uuid,
  number text not null check (number <> ''),
  title text not null check (title <> ''),
  annual_pay bigint not null check (annual_pay >= 0),
  annual_benefits bigint not null check (annual_benefits >= 0),
  fte_thousandths int not null check (fte_thousandths between 1 and 1000),
  months int not null default 12 check (months between 1 and 12),
  filled boolean not null default true,
  raise_hundredths int not null default 0 check (raise_hundredths between 0 and 10000),
  raise_from_month int not null default 1 check (raise_from_month between 1 and 12),
  splits jsonb not null,
  cents bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, number),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, package_id) references budget_package (org_id, id)
);
select levee_secure('budget_position');
create index budget_position_department on budget_position (org_id, cycle_id, department_id);

-- What a fund must keep, from a day on. Law and policy are data with their citation.
create table budget_fund_rule (
  org_id uuid not null,
  id uuid not null,
  fund_id uuid,
  kind text not null check (kind in ('balanced', 'reserve')),
  from_on date not null,
  percent_hundredths int not null default 0 check (percent_hundredths between 0 and 100000),
  cents bigint not null default 0 check (cents >= 0),
  citation text not null check (citation <> ''),
  verified boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, fund_id) references segment_value (org_id, id)
);
select levee_secure('budget_fund_rule');
create unique index budget_fund_rule_of on budget_fund_rule (org_id, kind, from_on, coalesce(fund_id, '00000000-0000-0000-0000-000000000000'));

create table budget_fund_balance (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  fund_id uuid not null,
  beginning bigint not null default 0,
  exception text not null default '',
  exception_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, fund_id),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id),
  foreign key (org_id, fund_id) references segment_value (org_id, id)
);
select levee_secure('budget_fund_balance');

-- Amendments and transfers with many lines. What one gives is reserved from its submission on.
create table budget_amendment (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('transfer', 'supplement', 'reduction')),
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'posted', 'returned', 'rejected', 'withdrawn')),
  fiscal_year_id uuid not null,
  title text not null check (title <> ''),
  reason text not null check (reason <> ''),
  source text not null default '',
  amount bigint not null default 0 check (amount >= 0),
  requested_by uuid references person (id),
  posted_by uuid references person (id),
  posted_at timestamptz,
  stop_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  check (posted_by is null or posted_by is distinct from requested_by)
);
select levee_secure('budget_amendment');
create index budget_amendment_status on budget_amendment (org_id, status, created_at desc);

create table budget_amendment_line (
  org_id uuid not null,
  id uuid not null,
  amendment_id uuid not null,
  line_no int not null,
  account_string_id uuid not null,
  cents bigint not null check (cents <> 0),
  primary key (org_id, id),
  unique (org_id, amendment_id, line_no),
  unique (org_id, amendment_id, account_string_id),
  foreign key (org_id, amendment_id) references budget_amendment (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('budget_amendment_line');

-- The book: every figure computed once, frozen with its hash.
create table budget_book (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  version_no int not null,
  stage text not null check (stage in ('proposed', 'adopted')),
  content jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  published_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, version_no),
  foreign key (org_id, cycle_id) references budget_cycle (org_id, id)
);
select levee_secure('budget_book');
revoke update, delete on budget_book from levee_app;
create policy published on budget_book for select to levee_anon using (org_id in (select levee_publishes('budget')));
grant select (org_id, id, version_no, stage, content, hash, created_at) on budget_book to levee_anon;

-- Actuals of past years by month, beside the ledger and never in it.
create table budget_actual (
  org_id uuid not null references organization (id),
  id uuid not null,
  year int not null check (year between 1900 and 2200),
  -- The month of the fiscal year: 1 is its first.
  month int not null check (month between 1 and 12),
  account_string_id uuid not null,
  cents bigint not null,
  primary key (org_id, id),
  unique (org_id, account_string_id, year, month),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('budget_actual');

-- What was forecast at the end of a month; later the page shows what it said and what came.
create table budget_forecast (
  org_id uuid not null references organization (id),
  id uuid not null,
  fiscal_year_id uuid not null,
  account_string_id uuid not null,
  months int not null check (months between 0 and 12),
  method text not null,
  cents bigint not null,
  low bigint not null,
  high bigint not null,
  made_on date not null,
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, account_string_id, months),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('budget_forecast');
revoke update, delete on budget_forecast from levee_app;

create table budget_forecast_scenario (
  org_id uuid not null references organization (id),
  id uuid not null,
  fiscal_year_id uuid not null,
  name text not null check (name <> ''),
  -- Percent of a hundredth by category on what is still to come.
  changes jsonb not null,
  made_by uuid references person (id),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, name),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id)
);
select levee_secure('budget_forecast_scenario');

-- Every figure of a cycle by account string: what departments ask, and what stands of it after the review.
create view budget_figure with (security_invoker = true) as
  select l.org_id, p.cycle_id, p.id as proposal_id, p.department_id, l.account_string_id, null::uuid as package_id, l.source as origin, l.base, l.requested, coalesce(l.reviewed, l.requested) as recommended
  from budget_proposal_line l
  join budget_proposal p on p.org_id = l.org_id and p.id = l.proposal_id
  union all
  select k.org_id, p.cycle_id, p.id, p.department_id, (x ->> 'accountStringId')::uuid, k.id, 'package', 0, (x ->> 'cents')::bigint,
    case when k.status = 'recommended' then coalesce((x ->> 'reviewed')::bigint, (x ->> 'cents')::bigint) else 0 end
  from budget_package k
  join budget_proposal p on p.org_id = k.org_id and p.id = k.proposal_id
  cross join lateral jsonb_array_elements(k.lines) x
  union all
  select o.org_id, o.cycle_id, p.id, p.department_id, (x ->> 'accountStringId')::uuid, k.id, 'package', 0, (x ->> 'cents')::bigint,
    case when k.status = 'recommended' then (x ->> 'cents')::bigint else 0 end
  from budget_position o
  join budget_package k on k.org_id = o.org_id and k.id = o.package_id
  join budget_proposal p on p.org_id = k.org_id and p.id = k.proposal_id
  cross join lateral jsonb_array_elements(o.splits) x;
grant select on budget_figure to levee_app;
