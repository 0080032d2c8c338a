-- Buildings damaged by flood: what their place, value and damage take off the eligible cost is computed.
create table pa_flood_building (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null,
  kind text not null,
  zone text not null,
  identified_on date,
  panel text not null,
  building_value bigint not null,
  contents_value bigint not null,
  building_damage bigint not null,
  contents_damage bigint not null,
  insurance_id uuid,
  removed_because text,
  version integer not null default 1,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id, insurance_id) references pa_insurance(org_id, id),
  constraint pa_flood_building_amounts check (
    least(building_value, contents_value, building_damage, contents_damage) >= 0
  )
);
create unique index pa_flood_building_name on pa_flood_building (org_id, project_id, lower(name))
where removed_because is null;
select levee_secure('pa_flood_building');

-- FEMA's letters on hazard mitigation money of a declaration: estimates of the assistance that its
-- ceiling follows from, and extensions of the time to apply. Never changed; the newest of a kind holds.
create table pa_mitigation_letter (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  kind text not null,
  dated_on date not null,
  assistance_cents bigint,
  enhanced boolean,
  until_on date,
  document text not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  constraint pa_mitigation_letter_kind check (
    (kind = 'estimate' and assistance_cents >= 0 and enhanced is not null and until_on is null)
    or (kind = 'extension' and until_on is not null and assistance_cents is null and enhanced is null)
  )
);
create index pa_mitigation_letter_of on pa_mitigation_letter (org_id, declaration_id, dated_on);
select levee_secure('pa_mitigation_letter');
