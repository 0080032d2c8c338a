create table commodity (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[0-9A-Z][0-9A-Z.-]{0,19}$'),
  name text not null,
  scheme text not null default 'NAICS',
  active boolean not null default true,
  primary key (org_id, id),
  unique (org_id, code)
);
select levee_secure('commodity');
create index commodity_name on commodity using gin (name gin_trgm_ops);

create table vendor (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null check (length(name) between 1 and 200),
  name_key text not null,
  doing_business_as text,
  status text not null default 'draft' check (status in ('draft', 'active', 'on_hold', 'suspended', 'inactive')),
  uei text check (uei ~ '^[A-Z0-9]{12}$'),
  -- Tax number: sealed with a key outside the database; the keyed digest finds duplicates, the last four are shown.
  tin_sealed text,
  tin_digest text,
  tin_last4 text,
  email text,
  phone text,
  website text,
  address1 text,
  address2 text,
  city text,
  state text,
  postal_code text,
  country text not null default 'US',
  address_key text,
  terms_days int not null default 30 check (terms_days between 0 and 365),
  payment_method text not null default 'check' check (payment_method in ('ach', 'check')),
  reportable_1099 boolean not null default false,
  is_public boolean not null default false,
  diversity text[] not null default '{}',
  note text not null default '',
  hold_reason text,
  identity_id uuid,
  insurance_expires_on date,
  screened_at timestamptz,
  screening_result text check (screening_result in ('clear', 'possible', 'excluded')),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number)
);
select levee_secure('vendor');
create index vendor_by_name on vendor (org_id, name, id);
create index vendor_by_key on vendor (org_id, name_key);
create index vendor_by_status on vendor (org_id, status, name, id);
create unique index vendor_by_uei on vendor (org_id, uei) where uei is not null and status <> 'inactive';
create index vendor_by_tin on vendor (org_id, tin_digest) where tin_digest is not null;
create index vendor_by_address on vendor (org_id, address_key) where address_key is not null;
create index vendor_search on vendor using gin (name gin_trgm_ops);
