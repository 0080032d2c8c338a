-- What is reconciled with the bank up to a day is not written behind it any more.
alter table agency_bank_account add column reconciled_through date;

-- A month of an account, from the bank's balance and from the books to the one that both give.
create table bank_month (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'prepared', 'reconciled')),
  agency_account_id uuid not null,
  account text not null,
  first_day date not null,
  last_day date not null,
  -- The balance in the agency's finance system on the last day, in cents, and why it differs.
  elsewhere bigint,
  elsewhere_note text not null default '' check (length(elsewhere_note) <= 1000),
  -- The month as it was sent to review, and the digest of it; nothing while it is in preparation.
  frozen jsonb,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  prepared_by uuid,
  prepared_at timestamptz,
  reviewed_by uuid,
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, agency_account_id, first_day),
  check (first_day < last_day),
  check ((status = 'draft') = (frozen is null)),
  check ((frozen is null) = (sha256 is null)),
  check ((status = 'reconciled') = (reviewed_at is not null)),
  check (prepared_by is distinct from reviewed_by or reviewed_by is null),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id)
);
select levee_secure('bank_month');
create index bank_month_recent on bank_month (org_id, last_day desc, id desc);
