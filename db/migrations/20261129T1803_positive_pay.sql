-- How a bank takes the checks that were issued and voided.
create table positive_layout (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  form text not null,
  separator text not null,
  quoting text not null,
  line_end text not null,
  characters text not null,
  fields jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('positive_layout');
select levee_definition('positive_layout');

-- A file of checks as it went to a bank; its bytes are sealed, for they hold the account's number.
create table positive_file (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  layout_id uuid not null,
  layout_name text not null,
  agency_account_id uuid not null,
  account_name text not null,
  sealed text not null,
  sha256 text not null,
  issues int not null,
  voids int not null,
  cents bigint not null,
  made_by uuid not null,
  made_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, layout_id) references positive_layout(org_id, id),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id),
  foreign key (made_by) references person(id),
  check (issues + voids > 0)
);
select levee_secure('positive_file');
create index positive_file_account on positive_file (org_id, agency_account_id);

-- A check goes to its bank once, and once more when it is voided.
create table positive_item (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  payment_id uuid not null,
  what text not null check (what in ('issue', 'void')),
  check_number text not null,
  cents bigint not null,
  payee text not null,
  on_day date not null,
  primary key (org_id, id),
  unique (org_id, payment_id, what),
  foreign key (org_id, file_id) references positive_file(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id)
);
select levee_secure('positive_item');
create index positive_item_file on positive_item (org_id, file_id);

-- A check that the bank asks about.
create table check_exception (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'returned')),
  agency_account_id uuid not null,
  account_name text not null,
  check_number text not null check (check_number <> ''),
  presented_cents bigint not null check (presented_cents > 0),
  presented_payee text not null default '',
  presented_on date not null,
  cause text not null check (cause in ('amount', 'payee', 'unknown', 'voided', 'stale', 'duplicate', 'bank')),
  says text not null,
  payment_id uuid,
  released_by uuid,
  cut_off_at timestamptz not null,
  task_id uuid,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  entered_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  -- The bank's file again asks nothing twice.
  unique (org_id, agency_account_id, check_number, presented_on, presented_cents),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id),
  foreign key (released_by) references person(id),
  foreign key (decided_by) references person(id),
  foreign key (entered_by) references person(id),
  check (decided_by is null or decided_by is distinct from released_by),
  check ((status = 'paid') <= (decided_by is not null and reason <> ''))
);
select levee_secure('check_exception');
create index check_exception_open on check_exception (cut_off_at) where status = 'open';
