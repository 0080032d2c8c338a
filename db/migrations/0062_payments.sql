-- The agency's own accounts that payments are drawn on, and how its bank wants NACHA files addressed. A changed account is a new row:
-- check numbers run without gaps within one account.
create table agency_bank_account (
  org_id uuid not null,
  id uuid not null,
  active boolean not null default true,
  bank_name text not null check (length(bank_name) between 1 and 23),
  company_name text not null check (length(company_name) between 1 and 23),
  -- Nine-digit routing number of the bank the file goes to, and of the bank the money comes from.
  immediate_destination text not null check (immediate_destination ~ '^[0-9]{9}$'),
  originating_routing text not null check (originating_routing ~ '^[0-9]{9}$'),
  -- As the bank assigned them.
  immediate_origin text not null check (length(immediate_origin) between 1 and 10),
  company_id text not null check (length(company_id) between 1 and 10),
  entry_description text not null default 'VENDOR PAY' check (length(entry_description) between 1 and 10),
  -- Sealed with a key outside the database; the keyed digest tells whether it is the same account, the last four are shown.
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  next_check_number bigint not null default 1001 check (next_check_number between 1 and 9999999999),
  next_trace_number int not null default 1 check (next_trace_number between 1 and 9999999),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('agency_bank_account');
create unique index agency_bank_account_active on agency_bank_account (org_id) where active;

alter table payment_run
  add column pay_through date,
  -- What was looked at and left out, with the reason, as it was when the run was proposed.
  add column excluded jsonb not null default '[]',
  add column released_on date,
  add column agency_account_id uuid,
  -- The hash of the file as the bank gets it; the stored copy is sealed because it holds account numbers.
  add column nacha_sha256 text,
  add column sent_at timestamptz,
  add column stop_reason text,
  add foreign key (org_id, agency_account_id) references agency_bank_account (org_id, id);
create index payment_run_files on payment_run (org_id, released_on) where nacha_file_id is not null;

alter table payment
  add column agency_account_id uuid,
  add column bank_routing text,
  add column bank_last4 text,
  add column returned_on date,
  add column return_code text check (return_code ~ '^[RC][0-9]{2}$'),
  add foreign key (org_id, agency_account_id) references agency_bank_account (org_id, id);
create unique index payment_check_once on payment (org_id, agency_account_id, check_number) where check_number is not null;
create index payment_reissue on payment (org_id, reissue_of) where reissue_of is not null;
