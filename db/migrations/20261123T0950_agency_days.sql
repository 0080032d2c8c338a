-- What is done once on each day of an agency, by all instances together.
create table agency_day_done (
  org_id uuid not null references organization (id),
  name text not null,
  -- The agency's own day.
  day date not null,
  -- Until when one instance is at it; another one tries afterwards.
  held_until timestamptz not null,
  tries int not null default 1,
  done_at timestamptz,
  primary key (org_id, name, day)
);
select levee_secure('agency_day_done');
