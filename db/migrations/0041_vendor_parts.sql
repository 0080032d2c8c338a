-- Column names are the snake case of their camelCase names, and back.
alter table vendor rename column reportable_1099 to reportable1099;
alter table vendor add column tin_kind text check (tin_kind in ('ein', 'ssn'));
-- Since when the vendor's own phone number is known; null since the record exists. A call-back must use a number known before.
alter table vendor add column phone_since timestamptz;
alter table vendor add column commodity_codes text[] not null default '{}';
create index vendor_by_commodity on vendor using gin (commodity_codes);
create index vendor_by_number on vendor (org_id, number, id);
-- Look-alike names: the duplicate search when a vendor is entered.
create index vendor_key_like on vendor using gin (name_key gin_trgm_ops);
drop index vendor_search;
create index vendor_search on vendor using gin ((number || ' ' || name || ' ' || coalesce(doing_business_as, '') || ' ' || coalesce(city, '') || ' ' || coalesce(uei, '') || ' ' || coalesce(email, '')) gin_trgm_ops);

create table vendor_contact (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  title text not null default '',
  email text,
  phone text,
  phone_since timestamptz not null default clock_timestamp(),
  is_primary boolean not null default false,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_contact');
create index vendor_contact_of on vendor_contact (org_id, vendor_id);

create table vendor_document (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('w9', 'insurance', 'license', 'certification', 'contract', 'other')),
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
create index vendor_document_of on vendor_document (org_id, vendor_id);
