-- Where records are that nobody's address says exactly, and the agency's own layers on the map.
create table place_pin (
  org_id uuid not null references organization (id),
  id uuid not null,
  noun text not null,
  record_id uuid not null,
  latitude numeric(9, 6) not null check (latitude between -90 and 90),
  longitude numeric(9, 6) not null check (longitude between -180 and 180),
  -- Meters around it in which the record is.
  accuracy int not null check (accuracy between 1 and 100000),
  pinned_by uuid,
  pinned_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, noun, record_id)
);
select levee_secure('place_pin');
comment on table place_pin is 'Where somebody pinned a record on the map; wins over the centre of its ZIP';

create table map_layer (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  note text not null default '',
  -- [{ name, note, geometry }]: points and polygons in degrees, east first.
  features jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('map_layer');
select levee_definition('map_layer');
comment on table map_layer is 'A layer of the agency''s own on the map, versioned';
