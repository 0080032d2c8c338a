-- Codes by which the money of projects is divided. What ships is Levee's own set, in its own words.
create table cost_code (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[0-9A-Z][0-9A-Z.-]{0,19}$'),
  name text not null check (name <> ''),
  covers text not null default '',
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code)
);
select levee_secure('cost_code');

create function levee_begin_cost_codes(agency uuid) returns void language sql as $$
  insert into cost_code (org_id, id, code, name, covers)
  select agency, gen_random_uuid(), c.code, c.name, c.covers
  from (values
    ('100', 'Getting started', 'Mobilization, bonds, insurance, field office'),
    ('110', 'Traffic and access', 'Detours, signs, flaggers, temporary roads'),
    ('120', 'Erosion and water control', 'Silt fence, dewatering, bypass pumping'),
    ('200', 'Clearing and removal', 'Trees, pavement, structures that go'),
    ('210', 'Earthwork', 'Excavation, embankment, grading'),
    ('220', 'Foundations', 'Piles, footings, ground improvement'),
    ('300', 'Concrete', 'Structures of concrete, forms, reinforcement'),
    ('310', 'Steel and metal', 'Beams, railings, bearings'),
    ('320', 'Masonry and wood', 'Walls, timber, carpentry'),
    ('400', 'Base and paving', 'Aggregate base, asphalt, concrete pavement'),
    ('410', 'Curbs, walks and markings', 'Curbs, sidewalks, ramps, striping'),
    ('500', 'Drainage', 'Storm sewers, culverts, ditches'),
    ('510', 'Water and sewer', 'Mains, services, manholes, wet wells'),
    ('520', 'Pumps and process equipment', 'Pumps, valves, treatment'),
    ('600', 'Electrical and controls', 'Power, generators, lighting, signals, telemetry'),
    ('610', 'Heating, air and plumbing', 'Mechanical work of buildings'),
    ('700', 'Building work', 'Roofs, walls, doors, finishes'),
    ('800', 'Restoration and planting', 'Topsoil, seeding, trees, fences'),
    ('900', 'Design and engineering', 'Survey, design, permits'),
    ('910', 'Inspection and testing', 'Inspectors, laboratories, special inspections'),
    ('920', 'Land and relocation', 'Right of way, easements, utilities that move'),
    ('990', 'Owner''s other costs', 'Furniture, fees, moving in')
  ) as c (code, name, covers)
  on conflict do nothing
$$;
grant execute on function levee_begin_cost_codes(uuid) to levee_app;
select levee_begin_cost_codes(id)::text from organization;

-- What a line of a project is for.
alter table requisition_line
  add column cost_code_id uuid,
  add foreign key (org_id, cost_code_id) references cost_code(org_id, id);
alter table purchase_order_line
  add column cost_code_id uuid,
  add foreign key (org_id, cost_code_id) references cost_code(org_id, id);
create index requisition_line_cost_code on requisition_line (org_id, cost_code_id)
  where cost_code_id is not null;
create index purchase_order_line_cost_code on purchase_order_line (org_id, cost_code_id)
  where cost_code_id is not null;

-- What of a project's budget each code has, and what it is expected to cost where somebody wrote it down.
create table project_cost_budget (
  org_id uuid not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  cents bigint not null check (cents >= 0),
  forecast_cents bigint check (forecast_cents >= 0),
  forecast_reason text not null default '',
  forecast_on date,
  forecast_by uuid,
  primary key (org_id, project_id, cost_code_id),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, cost_code_id) references cost_code(org_id, id),
  foreign key (forecast_by) references person(id),
  check ((forecast_cents is null) = (forecast_reason = ''))
);
select levee_secure('project_cost_budget');

-- Money that is asked to move from one code of a project to another; another person decides.
create table cost_transfer (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'asked' check (status in ('asked', 'approved', 'refused', 'withdrawn')),
  project_id uuid not null,
  from_code_id uuid not null,
  to_code_id uuid not null,
  -- Both as they were called when it was asked for.
  from_code text not null,
  to_code text not null,
  cents bigint not null check (cents > 0),
  why text not null check (why <> ''),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, from_code_id) references cost_code(org_id, id),
  foreign key (org_id, to_code_id) references cost_code(org_id, id),
  foreign key (asked_by) references person(id),
  foreign key (decided_by) references person(id),
  check (from_code_id <> to_code_id),
  check ((decided_by is null) = (decided_at is null)),
  check ((status in ('approved', 'refused')) = (decided_by is not null)),
  check (decided_by is distinct from asked_by or decided_by is null)
);
select levee_secure('cost_transfer');
create index cost_transfer_project on cost_transfer (org_id, project_id, status, number desc);
create index cost_transfer_status on cost_transfer (org_id, status, number desc);
