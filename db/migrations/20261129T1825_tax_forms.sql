-- Form 1099: which accounts are reported where, what is known of payees, years and their forms.

create table tax_account (
  org_id uuid not null,
  account_id uuid not null,
  box text check (box in ('nec1', 'nec1Legal', 'misc1', 'misc6', 'misc10')),
  set_by uuid,
  set_at timestamptz not null default clock_timestamp(),
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references segment_value(org_id, id),
  foreign key (set_by) references person(id)
);
select levee_secure('tax_account');
comment on column tax_account.box is 'Null: payments on it are not reported';

create table tax_payee (
  org_id uuid not null,
  vendor_id uuid not null,
  tax_class text check (tax_class in ('individual', 'partnership', 'c_corporation', 's_corporation', 'trust', 'exempt')),
  w9_on date,
  w9_name text not null default '',
  w9_last4 text not null default '' check (w9_last4 ~ '^([0-9]{4})?$'),
  consent_on date,
  consent_by text not null default '',
  set_by uuid,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, vendor_id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (set_by) references person(id)
);
select levee_secure('tax_payee');
grant select (org_id, vendor_id, consent_on) on tax_payee to levee_vendor;
create policy own on tax_payee for select to levee_vendor
  using ((org_id, vendor_id) in (select org_id, id from vendor));

create table tax_year (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'reviewed', 'furnished', 'filed')),
  year int not null check (year between 2020 and 2200),
  payer_name text not null check (payer_name <> ''),
  payer_tin text not null check (payer_tin ~ '^[0-9]{9}$'),
  payer_address text not null check (payer_address <> ''),
  payer_city text not null check (payer_city <> ''),
  payer_state text not null check (payer_state ~ '^[A-Z]{2}$'),
  payer_zip text not null check (payer_zip ~ '^[0-9]{5}([0-9]{4})?$'),
  payer_phone text not null default '',
  counted_at timestamptz,
  unmapped bigint not null default 0,
  furnished_on date,
  filed_on date,
  reference text not null default '',
  prepared_by uuid,
  reviewed_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, year),
  foreign key (org_id) references organization(id),
  foreign key (prepared_by) references person(id),
  foreign key (reviewed_by) references person(id),
  check (reviewed_by is null or reviewed_by <> prepared_by)
);
select levee_secure('tax_year');

create table tax_form (
  org_id uuid not null,
  id uuid not null,
  year_id uuid not null,
  year int not null,
  vendor_id uuid not null,
  form text not null check (form in ('NEC', 'MISC')),
  name text not null,
  address text not null default '',
  tin_last4 text,
  amounts jsonb not null check (jsonb_typeof(amounts) = 'object'),
  total bigint not null check (total >= 0),
  problems text[] not null default '{}',
  override_why text not null default '',
  override_by uuid,
  agreed_by uuid,
  corrects_id uuid,
  -- Its year was filed, or it corrects a filed one: it does not change any more.
  final boolean not null default false,
  furnished boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, year_id) references tax_year(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, corrects_id) references tax_form(org_id, id),
  foreign key (override_by) references person(id),
  foreign key (agreed_by) references person(id),
  check (agreed_by is null or (override_by is not null and agreed_by <> override_by))
);
select levee_secure('tax_form');
create unique index tax_form_one on tax_form (org_id, year_id, vendor_id, form) where corrects_id is null;
create unique index tax_form_corrected on tax_form (org_id, corrects_id) where corrects_id is not null;
create index tax_form_vendor on tax_form (org_id, vendor_id);
grant select (org_id, id, year, vendor_id, form, total, corrects_id, furnished) on tax_form to levee_vendor;
create policy own on tax_form for select to levee_vendor
  using (furnished and (org_id, vendor_id) in (select org_id, id from vendor));

-- What was filed stays as it was filed: a correction is a form of its own.
create function levee_keep_tax_form() returns trigger language plpgsql as $$
begin
  if old.final and (new.amounts, new.total, new.name, new.tin_last4, new.vendor_id, new.year_id, new.form)
    is distinct from (old.amounts, old.total, old.name, old.tin_last4, old.vendor_id, old.year_id, old.form) then
    raise exception 'a filed form does not change' using errcode = '23514', constraint = 'tax_form_stays';
  end if;
  return new;
end $$;
create trigger tax_form_kept before update on tax_form for each row execute function levee_keep_tax_form();
