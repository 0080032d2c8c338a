-- Where a vendor is paid. Account numbers are sealed with a key outside the database; the keyed digest finds the same account at another vendor.
create table vendor_bank_account (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  change_id uuid not null,
  bank_name text not null default '',
  routing_number text not null check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  effective_at timestamptz not null,
  held_until timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_bank_account');
create unique index vendor_bank_account_current on vendor_bank_account (org_id, vendor_id) where ended_at is null;
create index vendor_bank_account_same on vendor_bank_account (org_id, account_digest);

-- A change of bank details: proposed by one person, verified by another who called a number known before the proposal.
create table vendor_bank_change (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in ('proposed', 'verified', 'rejected', 'withdrawn')),
  bank_name text not null default '',
  routing_number text not null check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  reason text not null,
  -- Numbers that were known before the proposal, as they stood then: [{ key, who, phone, since }].
  known_numbers jsonb not null default '[]',
  proposed_by uuid,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  called_who text,
  called_phone text,
  called_at timestamptz,
  call_note text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (status <> 'verified' or (decided_by is not null and decided_by is distinct from proposed_by and called_phone is not null and called_at is not null))
);
select levee_secure('vendor_bank_change');
create unique index vendor_bank_change_open on vendor_bank_change (org_id, vendor_id) where status = 'proposed';
create index vendor_bank_change_of on vendor_bank_change (org_id, vendor_id, proposed_at desc);
