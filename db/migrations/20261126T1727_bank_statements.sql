-- What a bank says of an account on one day, as it said it.
create table bank_statement (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'loaded' check (status in ('loaded', 'withdrawn')),
  agency_account_id uuid not null,
  account text not null,
  on_day date not null,
  -- Cents.
  opening bigint not null,
  closing bigint not null,
  line_count int not null check (line_count >= 0),
  source text not null check (source in ('bai2', 'csv')),
  file_id uuid,
  file_name text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  loaded_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('bank_statement');
create unique index bank_statement_once on bank_statement (org_id, agency_account_id, on_day) where status = 'loaded';
create index bank_statement_recent on bank_statement (org_id, on_day desc, id desc);
create index bank_statement_file on bank_statement (org_id, file_id) where file_id is not null;

create table bank_line (
  org_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  agency_account_id uuid not null,
  line_no int not null check (line_no > 0),
  on_day date not null,
  type_code text not null,
  -- Cents; negative for money that left the account.
  cents bigint not null check (cents <> 0),
  bank_reference text not null default '',
  customer_reference text not null default '',
  text text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, statement_id, line_no),
  foreign key (org_id, statement_id) references bank_statement(org_id, id),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id)
);
select levee_secure('bank_line');
revoke update, delete on bank_line from levee_app;
create index bank_line_account on bank_line (org_id, agency_account_id, on_day desc, id desc);
create index bank_line_recent on bank_line (org_id, on_day desc, id desc);
