-- What a part of a bank's line is in the books. Each stands and goes back alone.
create table bank_match (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  statement_id uuid not null,
  agency_account_id uuid not null,
  kind text not null check (kind in ('check', 'ach', 'return', 'receipt', 'fee', 'named')),
  -- Cents of the line that it covers, with its sign.
  cents bigint not null check (cents <> 0),
  payment_id uuid,
  journal_id uuid,
  -- The number of the payment or batch, as it stood.
  matched_with text,
  certain boolean not null,
  reason text not null check (reason <> ''),
  -- Whether it cleared the payment: taking it back undoes that.
  cleared boolean not null default false,
  matched_by uuid,
  taken_back_at timestamptz,
  taken_back_by uuid,
  taken_back_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((kind in ('check', 'ach', 'return')) = (payment_id is not null)),
  check ((kind = 'receipt') = (journal_id is not null)),
  check ((taken_back_at is null) = (taken_back_reason is null)),
  foreign key (org_id, line_id) references bank_line(org_id, id),
  foreign key (org_id, statement_id) references bank_statement(org_id, id),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id),
  foreign key (org_id, journal_id) references journal(org_id, id)
);
select levee_secure('bank_match');
create unique index bank_match_debited on bank_match (org_id, payment_id)
where kind in ('check', 'ach') and taken_back_at is null;
create unique index bank_match_credited on bank_match (org_id, payment_id)
where kind = 'return' and taken_back_at is null;
create unique index bank_match_receipt on bank_match (org_id, journal_id)
where journal_id is not null and taken_back_at is null;
create index bank_match_line on bank_match (org_id, line_id);
create index bank_match_statement on bank_match (org_id, statement_id);
create index bank_match_recent on bank_match (org_id, created_at desc, id desc);

-- Checks that must not have been paid so, and the hold that was placed for each.
create table bank_alarm (
  org_id uuid not null,
  line_id uuid not null,
  code text not null check (code in ('unknown', 'void', 'paid_before', 'other_cents')),
  payment_id uuid,
  hold_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, line_id),
  foreign key (org_id, line_id) references bank_line(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id),
  foreign key (org_id, hold_id) references payment_hold(org_id, id)
);
select levee_secure('bank_alarm');

-- What the bank may charge an account by itself.
create table bank_fee_rule (
  org_id uuid not null,
  id uuid not null,
  agency_account_id uuid not null,
  label text not null check (length(label) between 1 and 80),
  type_code text not null default '' check (type_code ~ '^([0-9]{3})?$'),
  words text not null check (length(words) between 1 and 80),
  most bigint not null check (most > 0),
  ended_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id)
);
select levee_secure('bank_fee_rule');
create index bank_fee_rule_account on bank_fee_rule (org_id, agency_account_id) where ended_at is null;
