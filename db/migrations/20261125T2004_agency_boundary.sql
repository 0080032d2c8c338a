-- Which of the agency's layers is the outline of its jurisdiction: what lies outside of it is asked about.
create table agency_boundary (
  org_id uuid primary key,
  -- The layer in all its versions; the one in force counts.
  definition_id uuid not null,
  chosen_by uuid,
  chosen_at timestamptz not null default clock_timestamp(),
  version int not null default 1
);
select levee_secure('agency_boundary');
comment on table agency_boundary is 'The map layer that is the outline of the agency';

-- A report whose sender was told that the place lies outside, and sent it all the same.
alter table service_request add column outside boolean not null default false;
