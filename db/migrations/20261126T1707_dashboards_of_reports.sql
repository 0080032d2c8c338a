-- Tiles side by side: one's own, shared, or what stands below the work of everybody with a duty.
create table report_dashboard (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  status text not null check (status in ('own', 'shared', 'retired')),
  duty text,
  tiles jsonb not null check (jsonb_typeof(tiles) = 'array' and jsonb_array_length(tiles) <= 12),
  filters jsonb not null,
  owner_id uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check (duty is null or status = 'shared'),
  foreign key (owner_id) references person(id)
);
select levee_secure('report_dashboard');
create index report_dashboard_name on report_dashboard (org_id, name, id);
create index report_dashboard_owner on report_dashboard (org_id, owner_id);
create unique index report_dashboard_duty on report_dashboard (org_id, duty) where duty is not null;

-- Which one a person chose to stand below what waits for them.
create table report_dashboard_home (
  org_id uuid not null,
  person_id uuid not null,
  dashboard_id uuid not null,
  primary key (org_id, person_id),
  foreign key (person_id) references person(id),
  foreign key (org_id, dashboard_id) references report_dashboard(org_id, id)
);
select levee_secure('report_dashboard_home');
create index report_dashboard_home_dashboard on report_dashboard_home (org_id, dashboard_id);
