-- Values of the account string's segments. Departments live in `department`.
create table segment_value (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('fund', 'account', 'project', 'award')),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null check (length(name) between 1 and 120),
  -- fund: what happens when a commitment exceeds what is available
  stop text not null default 'hard' check (stop in ('hard', 'soft')),
  -- award: federal assistance
  federal boolean not null default false,
  assistance_listing text,
  starts_on date,
  ends_on date check (ends_on is null or starts_on is null or ends_on >= starts_on),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, code)
);
select levee_secure('segment_value');

-- fund-department-account[-project][-award]: where money is charged.
create table account_string (
  org_id uuid not null,
  id uuid not null,
  code text not null,
  fund_id uuid not null,
  department_id uuid not null,
  account_id uuid not null,
  project_id uuid,
  award_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, fund_id) references segment_value (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, account_id) references segment_value (org_id, id),
  foreign key (org_id, project_id) references segment_value (org_id, id),
  foreign key (org_id, award_id) references segment_value (org_id, id)
);
select levee_secure('account_string');
create index account_string_department on account_string (org_id, department_id);
create index account_string_fund on account_string (org_id, fund_id);

create table fiscal_year (
  org_id uuid not null,
  id uuid not null,
  year int not null check (year between 1900 and 2200),
  starts_on date not null,
  ends_on date not null check (ends_on > starts_on),
  status text not null default 'open' check (status in ('planned', 'open', 'closed')),
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, year)
);
select levee_secure('fiscal_year');

-- One account string's budget in one year. The four balances are sums of the ledger, kept by conditional updates.
create table budget_line (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  account_string_id uuid not null,
  original bigint not null default 0 check (original >= 0),
  adjusted bigint not null default 0,
  pre_encumbered bigint not null default 0 check (pre_encumbered >= 0),
  encumbered bigint not null default 0 check (encumbered >= 0),
  expended bigint not null default 0,
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, account_string_id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  check (original + adjusted >= 0)
);
select levee_secure('budget_line');
create index budget_line_account on budget_line (org_id, account_string_id);

-- The append-only commitment ledger: every movement of a budget line's balances, with the document that caused it.
create table commitment_entry (
  org_id uuid not null,
  id uuid not null,
  budget_line_id uuid not null,
  kind text not null check (kind in ('adopt', 'amend', 'transfer', 'pre_encumber', 'encumber', 'expend', 'release', 'reverse')),
  adjusted bigint not null default 0,
  pre_encumbered bigint not null default 0,
  encumbered bigint not null default 0,
  expended bigint not null default 0,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  posted_on date not null,
  posted_by uuid,
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, budget_line_id) references budget_line (org_id, id)
);
select levee_secure('commitment_entry');
revoke update, delete on commitment_entry from levee_app;
create index commitment_entry_line on commitment_entry (org_id, budget_line_id, id);
create index commitment_entry_document on commitment_entry (org_id, document_type, document_id);
create index commitment_entry_recent on commitment_entry (org_id, id desc);
