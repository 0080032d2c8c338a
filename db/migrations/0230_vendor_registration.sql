-- A company as it keeps itself, once for all agencies. Its people alone read and write it; agencies get what it submits to them.
create table vendor_company (
  id uuid primary key references vendor_identity on delete cascade,
  name text not null check (length(name) between 1 and 200),
  doing_business_as text,
  entity_type text not null default 'corporation' check (entity_type in ('corporation', 'llc', 'partnership', 'sole_proprietor', 'nonprofit', 'government', 'other')),
  -- Who holds a quarter or more: [{ name, percent }].
  owners jsonb not null default '[]',
  uei text check (uei ~ '^[A-Z0-9]{12}$'),
  tin_sealed text,
  tin_last4 text,
  tin_kind text check (tin_kind in ('ein', 'ssn')),
  email text,
  phone text,
  website text,
  address1 text,
  address2 text,
  city text,
  state text,
  postal_code text,
  country text not null default 'US',
  employees int check (employees >= 0),
  bonding_cents bigint check (bonding_cents >= 0),
  service_area text not null default '',
  diversity text[] not null default '{}',
  commodity_codes text[] not null default '{}',
  is_public boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table vendor_company_document (
  id uuid primary key,
  identity_id uuid not null references vendor_company on delete cascade,
  kind text not null check (kind in ('w9', 'insurance', 'license', 'certification', 'other')),
  label text not null default '',
  file_name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  expires_on date,
  created_at timestamptz not null default clock_timestamp()
);
create index vendor_company_document_of on vendor_company_document (identity_id, created_at);

-- An invitation of a colleague into the company: letters carry the secret, here is its digest.
create table vendor_colleague_invitation (
  id uuid primary key,
  identity_id uuid not null references vendor_identity on delete cascade,
  email text not null check (email = lower(email)),
  token_hash text not null unique,
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index vendor_colleague_open on vendor_colleague_invitation (identity_id, email) where accepted_at is null and revoked_at is null;

do $$
declare t text;
begin
  foreach t in array array['vendor_company', 'vendor_company_document', 'vendor_colleague_invitation'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy identity on %I to levee_identity using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to levee_identity', t);
  end loop;
end $$;
create policy own on vendor_company to levee_app using (id = any (levee_vendors())) with check (id = any (levee_vendors()));
grant select, update on vendor_company to levee_app;
create policy own on vendor_company_document to levee_app using (identity_id = any (levee_vendors())) with check (identity_id = any (levee_vendors()));
grant select, insert, delete on vendor_company_document to levee_app;

-- What an agency keeps of a company beyond its first fields.
alter table vendor
  add column entity_type text,
  add column owners jsonb not null default '[]',
  add column employees int check (employees >= 0),
  add column bonding_cents bigint check (bonding_cents >= 0),
  add column service_area text not null default '';
create unique index vendor_one_per_identity on vendor (org_id, identity_id) where identity_id is not null and status <> 'inactive';
create index vendor_by_insurance on vendor (org_id, insurance_expires_on, id);

-- An agency asks a company to register; may name the record that it has of it.
create table vendor_invitation (
  org_id uuid not null,
  id uuid not null,
  email text not null check (email = lower(email)),
  company text not null check (length(company) between 1 and 200),
  vendor_id uuid,
  message text not null default '',
  token_hash text not null,
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_invitation');
create index vendor_invitation_recent on vendor_invitation (org_id, created_at desc, id desc);
create unique index vendor_invitation_token on vendor_invitation (org_id, token_hash);

-- A company before one agency: its registration, or a later change that staff must verify. `content` is what was submitted.
create table vendor_registration (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  identity_id uuid not null,
  kind text not null default 'registration' check (kind in ('registration', 'change')),
  status text not null default 'submitted' check (status in ('submitted', 'screening', 'active', 'returned', 'rejected', 'withdrawn')),
  vendor_id uuid,
  name text not null,
  content jsonb not null,
  -- What the agency had when a change was submitted; the numbers are never in it.
  before jsonb,
  documents jsonb not null default '[]',
  tin_sealed text,
  tin_digest text,
  tin_last4 text,
  tin_kind text check (tin_kind in ('ein', 'ssn')),
  -- Bank details in quarantine: nothing is paid to them before a bank change with them is verified.
  bank_name text,
  routing_number text check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text,
  account_digest text,
  account_last4 text,
  account_type text check (account_type in ('checking', 'savings')),
  bank_change_id uuid,
  invitation_id uuid,
  submitted_by uuid,
  submitted_by_name text not null default '',
  submitted_by_email text not null default '',
  submitted_at timestamptz not null,
  duplicates jsonb not null default '[]',
  screened_by uuid,
  screened_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, bank_change_id) references vendor_bank_change (org_id, id),
  foreign key (org_id, invitation_id) references vendor_invitation (org_id, id)
);
select levee_secure('vendor_registration');
create unique index vendor_registration_open on vendor_registration (org_id, identity_id) where status in ('submitted', 'screening', 'returned');
create index vendor_registration_status on vendor_registration (org_id, status, submitted_at desc, id desc);
create index vendor_registration_recent on vendor_registration (org_id, submitted_at desc, id desc);
create index vendor_registration_identity on vendor_registration (identity_id, submitted_at desc);
create index vendor_registration_vendor on vendor_registration (org_id, vendor_id);

create policy own on vendor_registration for select to levee_vendor using (identity_id = any (levee_vendors()));
grant select (org_id, id, number, identity_id, kind, status, vendor_id, name, content, documents, tin_last4, tin_kind, bank_name, account_last4, account_type, submitted_by_name, submitted_at, decided_at, decision_reason, version) on vendor_registration to levee_vendor;

-- Compliance documents that an agency keeps of a vendor, with the day on which each runs out.
create table vendor_document (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('w9', 'insurance', 'license', 'certification', 'other')),
  file_id uuid not null,
  label text not null default '',
  expires_on date,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('vendor_document');
create index vendor_document_of on vendor_document (org_id, vendor_id, expires_on);
create policy own on vendor_document for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, kind, label, expires_on, created_at) on vendor_document to levee_vendor;

-- An agency's own debarment with its dates; the vendor's suspension is a status and is not lifted by a date alone.
create table vendor_debarment (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  cause text not null check (length(cause) between 3 and 2000),
  noticed_on date not null,
  hearing_on date,
  from_on date not null,
  until_on date not null,
  decided_by uuid not null,
  ended_on date,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (until_on > from_on and from_on >= noticed_on)
);
select levee_secure('vendor_debarment');
create index vendor_debarment_of on vendor_debarment (org_id, vendor_id, from_on desc);

-- Exclusions are looked at on registration, award, renewal and payment as well; the evidence says at which.
alter table vendor_screening drop constraint vendor_screening_trigger_check;
alter table vendor_screening add constraint vendor_screening_trigger_check check (trigger in ('activation', 'demand', 'list', 'registration', 'award', 'renewal', 'payment'));
