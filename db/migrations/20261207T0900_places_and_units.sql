-- Places: where things are delivered and stand, kept once for the whole agency.
create table agency_place (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (name <> ''),
  kind text not null,
  street text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  parent_id uuid,
  hours text not null default '',
  note text not null default '',
  active_from date,
  active_to date,
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, parent_id) references agency_place (org_id, id),
  check ((latitude is null) = (longitude is null)),
  check (parent_id is distinct from id),
  check (active_from <= active_to)
);
select levee_secure('agency_place');
create unique index agency_place_name on agency_place (org_id, lower(name)) where active;
create index agency_place_within on agency_place (org_id, parent_id) where parent_id is not null;
comment on table agency_place is 'Places of the agency: where things are delivered and stand';
comment on column agency_place.active_to is 'The last day, by the agency''s calendar, on which it is offered; retired ones are not active at all';

-- Units of measure. The factor says how many of the base of their kind one of them is.
create table measure_unit (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code <> ''),
  name text not null,
  kind text not null check (kind in ('count', 'length', 'area', 'volume', 'mass', 'time', 'energy', 'other')),
  factor numeric(30, 15) check (factor > 0),
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((kind = 'other') = (factor is null))
);
select levee_secure('measure_unit');
create unique index measure_unit_code on measure_unit (org_id, lower(code));
comment on table measure_unit is 'Units of measure of the agency; lines of documents keep the word that was typed';
comment on column measure_unit.factor is 'How many of the base of its kind it is, exactly: each, m, m2, l, kg, h, kWh; none for kind other';

-- What every agency begins with. Feet, gallons and pounds are exact by law (NIST Handbook 44, 1959).
create function levee_standard_units() returns table (code text, name text, kind text, factor numeric)
language sql immutable as $$
  values ('each', 'Each', 'count', 1), ('pair', 'Pair', 'count', 2), ('dozen', 'Dozen', 'count', 12),
    ('hundred', 'Hundred', 'count', 100), ('thousand', 'Thousand', 'count', 1000),
    ('m', 'Meter', 'length', 1), ('ft', 'Foot', 'length', 0.3048), ('in', 'Inch', 'length', 0.0254),
    ('yd', 'Yard', 'length', 0.9144), ('mi', 'Mile', 'length', 1609.344),
    ('m2', 'Square meter', 'area', 1), ('sq ft', 'Square foot', 'area', 0.09290304),
    ('sq yd', 'Square yard', 'area', 0.83612736), ('acre', 'Acre', 'area', 4046.8564224),
    ('l', 'Liter', 'volume', 1), ('gal', 'Gallon', 'volume', 3.785411784),
    ('cu ft', 'Cubic foot', 'volume', 28.316846592), ('cu yd', 'Cubic yard', 'volume', 764.554857984),
    ('kg', 'Kilogram', 'mass', 1), ('lb', 'Pound', 'mass', 0.45359237), ('ton', 'Short ton', 'mass', 907.18474),
    ('t', 'Metric ton', 'mass', 1000),
    ('hour', 'Hour', 'time', 1), ('day', 'Day of 24 hours', 'time', 24),
    ('kWh', 'Kilowatt hour', 'energy', 1),
    ('month', 'Month', 'other', null), ('year', 'Year', 'other', null), ('lot', 'Lot', 'other', null),
    ('job', 'Job', 'other', null)
$$;
create function levee_begin_units(agency uuid) returns void language sql as $$
  insert into measure_unit (org_id, id, code, name, kind, factor)
  select agency, gen_random_uuid(), u.code, u.name, u.kind, u.factor from levee_standard_units() u
  on conflict do nothing
$$;
grant execute on function levee_begin_units(uuid) to levee_app;
-- A database whose owner is no superuser reads all agencies only like this, within this transaction.
alter table organization no force row level security;
alter table measure_unit no force row level security;
alter table requisition_line no force row level security;
alter table purchase_order_line no force row level security;
select levee_begin_units(id) from organization;
-- The words in use are taken over; no stored line is touched. Of these nobody knows the size yet.
insert into measure_unit (org_id, id, code, name, kind, factor)
select distinct on (org_id, lower(unit)) org_id, gen_random_uuid(), unit, unit, 'other', null
from (
  select org_id, unit from requisition_line
  union all select org_id, unit from purchase_order_line
) used
where unit <> ''
order by org_id, lower(unit), unit
on conflict do nothing;
alter table organization force row level security;
alter table measure_unit force row level security;
alter table requisition_line force row level security;
alter table purchase_order_line force row level security;

-- What members propose for a list; its keeper answers.
create table list_proposal (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  list text not null,
  -- The entry that it would change; null: a new one.
  entry_id uuid,
  entry_version int,
  name text not null,
  content jsonb not null,
  reason text not null default '',
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'declined', 'withdrawn')),
  answer text not null default '',
  proposed_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check ((entry_id is null) = (entry_version is null)),
  check (status in ('waiting', 'withdrawn') or decided_by is not null)
);
select levee_secure('list_proposal');
create index list_proposal_of on list_proposal (org_id, status, created_at desc);
comment on table list_proposal is 'New and changed entries of shared lists, as members propose them';
comment on column list_proposal.entry_version is 'The version that the proposer saw: a newer one is not overwritten';

alter table commodity
  add column retired_because text not null default '',
  add column version int not null default 1,
  add column created_at timestamptz not null default clock_timestamp(),
  add column updated_at timestamptz not null default clock_timestamp();

alter table requisition
  add column place_id uuid,
  add foreign key (org_id, place_id) references agency_place (org_id, id);
create index requisition_place on requisition (org_id, place_id) where place_id is not null;

alter table purchase_order
  add column place_id uuid,
  add column issued_place text not null default '',
  add foreign key (org_id, place_id) references agency_place (org_id, id);
create index purchase_order_place on purchase_order (org_id, place_id) where place_id is not null;
comment on column purchase_order.issued_place is 'Name and address of the place as they stood when the order was issued';
grant select (issued_place) on purchase_order to levee_vendor;
