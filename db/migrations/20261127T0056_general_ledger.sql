-- The chart of the general ledger: funds and accounts of the budget as they are called there, and the
-- balance sheet and budgetary accounts, which no account string names. `role`: what the books use it for.
create table gl_account (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('fund', 'account')),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null check (length(name) between 1 and 120),
  class text not null check (class in (
    'fund', 'revenue', 'expenditure', 'transfer_in', 'transfer_out', 'asset', 'liability',
    'fund_balance', 'budgetary'
  )),
  role text,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, code),
  check ((kind = 'fund') = (class = 'fund'))
);
select levee_secure('gl_account');
create unique index gl_account_role on gl_account (org_id, role) where role is not null;

-- From which day an agency keeps its general ledger, and through which day its periods are closed:
-- nothing is written on a day up to it.
create table general_ledger (
  org_id uuid primary key,
  begins_on date not null,
  closed_through date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  foreign key (org_id) references organization(id)
);
select levee_secure('general_ledger');

-- A month of a fiscal year, or its adjustment period behind the last month.
create table accounting_period (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  number text not null,
  year int not null,
  place int not null check (place >= 1),
  name text not null,
  first_day date not null,
  last_day date not null,
  adjustment boolean not null default false,
  status text not null default 'open' check (status in ('open', 'soft_closed', 'closed')),
  -- What waits with a named reason: the check, what it said, why it waits.
  waits jsonb not null default '[]',
  -- The trial balance as it was closed, and the digest of it.
  frozen jsonb,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  prepared_by uuid,
  prepared_at timestamptz,
  closed_by uuid,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, fiscal_year_id, place),
  check (first_day <= last_day),
  check ((status = 'closed') = (frozen is not null)),
  check ((frozen is null) = (sha256 is null)),
  check (closed_by is null or closed_by is distinct from prepared_by),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id)
);
select levee_secure('accounting_period');
create index accounting_period_recent on accounting_period (org_id, last_day desc, place desc);

-- Which lines an event of the records becomes in the general ledger. One version is in force.
create table posting_rules (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null check (length(name) between 1 and 120),
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  rules jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('posting_rules');
select levee_definition('posting_rules');

-- What somebody enters: opening balances, accruals, corrections.
create table journal_entry (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
  check (status in ('draft', 'waiting', 'returned', 'posted', 'reversed')),
  kind text not null default 'entry' check (kind in ('entry', 'opening', 'accrual')),
  title text not null check (length(title) between 1 and 200),
  reason text not null default '' check (length(reason) <= 2000),
  posted_on date not null,
  fiscal_year_id uuid not null,
  -- The day on which an accrual takes itself back, and the entry that did.
  reverses_on date,
  reversal_of uuid,
  total bigint not null default 0,
  prepared_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check (approved_by is null or approved_by is distinct from prepared_by),
  check (reverses_on is null or reverses_on > posted_on),
  check ((kind = 'accrual') = (reverses_on is not null)),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, reversal_of) references journal_entry(org_id, id)
);
select levee_secure('journal_entry');
create unique index journal_entry_reversed_once on journal_entry (org_id, reversal_of)
where reversal_of is not null;
create index journal_entry_recent on journal_entry (org_id, posted_on desc, id desc);

create table journal_entry_line (
  org_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  line_no int not null,
  fund_id uuid not null,
  account_id uuid not null,
  account_string_id uuid,
  code text not null default '',
  -- Debit more than nothing, credit less.
  cents bigint not null check (cents <> 0),
  memo text not null default '' check (length(memo) <= 300),
  primary key (org_id, id),
  unique (org_id, entry_id, line_no),
  foreign key (org_id, entry_id) references journal_entry(org_id, id),
  foreign key (org_id, fund_id) references gl_account(org_id, id),
  foreign key (org_id, account_id) references gl_account(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('journal_entry_line');

-- The general ledger: one entry for each movement of the records behind it, never changed.
create table gl_entry (
  org_id uuid not null,
  id uuid not null,
  seq bigint not null,
  source text not null check (source in ('commitment', 'cash', 'entry', 'year_end')),
  source_id uuid not null,
  event text not null,
  fiscal_year_id uuid not null,
  period_id uuid not null,
  posted_on date not null,
  -- The day that its record says, where its period was closed by then.
  record_day date not null,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  what text not null default '',
  rules_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, seq),
  unique (org_id, source, source_id),
  foreign key (org_id, period_id) references accounting_period(org_id, id),
  foreign key (org_id, rules_id) references posting_rules(org_id, id)
);
select levee_secure('gl_entry');
revoke update, delete on gl_entry from levee_app;
create index gl_entry_period on gl_entry (org_id, period_id, seq);
create index gl_entry_document on gl_entry (org_id, document_type, document_id);

create table gl_line (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  entry_id uuid not null,
  line_no int not null,
  period_id uuid not null,
  fiscal_year_id uuid not null,
  fund_id uuid not null,
  account_id uuid not null,
  account_string_id uuid,
  code text not null default '',
  -- Debit more than nothing, credit less.
  cents bigint not null check (cents <> 0),
  -- What the line leaves open: a bill that is owed, or what is withheld of it.
  item text check (item in ('payable', 'retained')),
  item_id uuid,
  primary key (org_id, entry_id, line_no),
  check ((item is null) = (item_id is null)),
  foreign key (org_id, entry_id) references gl_entry(org_id, id),
  foreign key (org_id, fund_id) references gl_account(org_id, id),
  foreign key (org_id, account_id) references gl_account(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('gl_line');
revoke update, delete on gl_line from levee_app;
create unique index gl_line_id on gl_line (org_id, id);
create index gl_line_period on gl_line (org_id, period_id, account_id, fund_id);
create index gl_line_account on gl_line (org_id, account_id, fund_id, entry_id);
create index gl_line_item on gl_line (org_id, item_id, item) where item_id is not null;

-- An entry is written as one, balanced in each fund, and not into a closed period.
create function levee_gl_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from added group by org_id, entry_id, fund_id having sum(cents) <> 0
  ) then
    raise exception 'an entry of the general ledger does not balance in a fund'
      using errcode = 'check_violation';
  end if;
  if exists (
    select
    from (select distinct org_id, entry_id, period_id from added) a
    join accounting_period p on p.org_id = a.org_id and p.id = a.period_id
    where p.status = 'closed'
  ) then
    raise exception 'nothing is written into a closed period' using errcode = 'check_violation';
  end if;
  return null;
end;
$$;
create trigger balanced after insert on gl_line
referencing new table as added for each statement execute function levee_gl_balanced();

-- What no rule covers, with the reason, until it is posted.
create table gl_pending (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  source text not null check (source in ('commitment', 'cash')),
  source_id uuid not null,
  on_day date not null,
  fiscal_year_id uuid,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  cents bigint not null,
  reason text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (org_id, source, source_id)
);
select levee_secure('gl_pending');
