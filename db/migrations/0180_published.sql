-- What an agency has published, for everybody: read through the role levee_anon alone, column by column. Nothing else of these tables can be named by it.
create policy publishing on organization for select to levee_anon using (settings ? 'publish');
grant select (id, name, slug, time_zone, currency, settings) on organization to levee_anon;

create policy published on vendor for select to levee_anon using (is_public and status = 'active' and org_id in (select id from organization));
grant select (org_id, id, name, doing_business_as, city, state, country, website, diversity, commodity_codes, is_public, status) on vendor to levee_anon;
create index vendor_public on vendor (lower(name), id) where is_public and status = 'active';

create policy published on commodity for select to levee_anon using (org_id in (select id from organization));
grant select (org_id, code, name) on commodity to levee_anon;
create policy published on department for select to levee_anon using (org_id in (select id from organization));
grant select (org_id, id, code, name) on department to levee_anon;

-- Orders that went out, with their vendor's name as it stood then.
create function levee_publishes(what text) returns setof uuid language sql stable as $$
  select id from organization where settings->'publish'->>what = 'true'
$$;
create policy published on purchase_order for select to levee_anon
  using (status in ('issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed') and org_id in (select levee_publishes('orders')));
grant select (org_id, id, number, title, vendor_id, department_id, status, amount, ordered_on, method, method_citation, emergency, federal, fiscal_year_id) on purchase_order to levee_anon;
create policy named_in_orders on vendor for select to levee_anon using (org_id in (select levee_publishes('orders')));
create index purchase_order_published on purchase_order (ordered_on desc nulls first, id desc nulls first) where status in ('issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed');

create policy published on fiscal_year for select to levee_anon using (org_id in (select levee_publishes('budget')));
grant select (org_id, id, year, starts_on, ends_on, status) on fiscal_year to levee_anon;
create policy published on account_string for select to levee_anon using (org_id in (select levee_publishes('budget')));
grant select (org_id, id, department_id) on account_string to levee_anon;
create policy published on budget_line for select to levee_anon using (org_id in (select levee_publishes('budget')));
grant select (org_id, id, fiscal_year_id, account_string_id, original, adjusted, encumbered, expended) on budget_line to levee_anon;

-- What people report to an agency (Open311): public but for who reported it.
create table service_type (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[a-z0-9-]{2,40}$'),
  name text not null check (name <> ''),
  description text not null default '',
  category text not null default 'General',
  department_id uuid,
  expected_days int not null default 7 check (expected_days between 1 and 365),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('service_type');
create policy published on service_type for select to levee_anon using (active and org_id in (select levee_publishes('requests')));
grant select (org_id, id, code, name, description, category, expected_days, active) on service_type to levee_anon;

create table service_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  service_type_id uuid not null,
  status text not null check (status in ('received', 'acknowledged', 'in_progress', 'closed', 'declined')),
  description text not null check (description <> ''),
  address text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  photo_id uuid,
  reporter_name text not null default '',
  reporter_email text,
  reporter_phone text not null default '',
  public_note text not null default '',
  hidden boolean not null default false,
  owner_id uuid,
  expected_at timestamptz not null,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, service_type_id) references service_type (org_id, id)
);
select levee_secure('service_request');
create index service_request_age on service_request (org_id, created_at desc nulls first, id desc nulls first);
create index service_request_status on service_request (org_id, status, created_at desc nulls first);
create policy published on service_request for select to levee_anon using (not hidden and org_id in (select levee_publishes('requests')));
grant select (org_id, id, number, service_type_id, status, description, address, latitude, longitude, public_note, hidden, expected_at, closed_at, created_at, updated_at) on service_request to levee_anon;
