-- What is bought of a measured length, area, volume or count: variables and items with formulas.
create table takeoff_assembly (
  org_id uuid not null, id uuid not null, definition_id uuid not null, version_no int not null,
  name text not null, status text not null default 'draft'
    check (status in ('draft', 'published', 'retired')),
  published_at timestamptz, published_by uuid, version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '', variables jsonb not null, items jsonb not null,
  primary key (org_id, id), unique (org_id, definition_id, version_no)
);
select levee_secure('takeoff_assembly');
select levee_definition('takeoff_assembly');
