-- Which assembly a measurement names, in the version that it began with, and what was typed for it.
create table measurement_assembly (
  org_id uuid not null,
  measurement_id uuid not null,
  assembly_version_id uuid not null,
  typed jsonb not null default '{}',
  primary key (org_id, measurement_id),
  foreign key (org_id, measurement_id) references measurement(org_id, id),
  foreign key (org_id, assembly_version_id) references takeoff_assembly(org_id, id)
);
select levee_secure('measurement_assembly');
create index measurement_assembly_version on measurement_assembly (org_id, assembly_version_id);
