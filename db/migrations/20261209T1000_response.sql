-- What stands by community lifelines, what was learned, where the public finds help.
create table incident_situation (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  number text not null,
  as_of timestamptz not null,
  summary text not null,
  -- [{ lifeline, status, reason }] for each of the eight, as it was said.
  lifelines jsonb not null,
  prepared_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident (org_id, id)
);
select levee_secure('incident_situation');
create index incident_situation_time on incident_situation (org_id, incident_id, as_of desc);
create trigger stands before update or delete on incident_situation for each row execute function incident_log_stands();

create table incident_observation (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  kind text not null check (kind in ('strength', 'improvement')),
  observed text not null,
  recommendation text not null default '',
  owner_id uuid,
  due_on date,
  -- The task that the improvement became.
  task_id uuid,
  written_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident (org_id, id),
  foreign key (org_id, task_id) references task (org_id, id),
  check (kind = 'strength' or (owner_id is not null and due_on is not null))
);
select levee_secure('incident_observation');
create index incident_observation_of on incident_observation (org_id, incident_id);

create table incident_site (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  kind text not null check (kind in ('shelter', 'closure', 'distribution', 'information')),
  name text not null,
  address text not null default '',
  hours text not null default '',
  about text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  status text not null default 'draft' check (status in ('draft', 'published', 'ended')),
  written_by uuid,
  published_by uuid,
  published_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident (org_id, id),
  -- Who wrote it does not publish it.
  check (published_by is null or published_by is distinct from written_by),
  check ((latitude is null) = (longitude is null))
);
select levee_secure('incident_site');
create index incident_site_of on incident_site (org_id, incident_id);
create policy published on incident_site for select to levee_anon using (status = 'published');
grant select (org_id, id, kind, name, address, hours, about, latitude, longitude, status, published_at) on incident_site to levee_anon;

-- What a vendor inside a warning says of its orders.
create table supply_question (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  alert_id uuid,
  order_ids uuid[] not null,
  orders text not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  answer text check (answer in ('on_time', 'late', 'cannot')),
  answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, alert_id) references weather_alert (org_id, id)
);
select levee_secure('supply_question');
create index supply_question_vendor on supply_question (org_id, vendor_id, asked_at desc);
create policy asked on supply_question for select to levee_vendor using (vendor_id in (select v.id from vendor v where v.identity_id = any (levee_vendors())));
grant select (org_id, id, vendor_id, orders, ends_at, answer) on supply_question to levee_vendor;

-- The category of emergency work under which a request would be claimed.
alter table incident_request add column category text check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z'));

-- Which feeds are due is asked over all agencies.
create policy due on alert_feed for select to levee_identity using (active);
grant select (org_id, id, address, etag, active, tried_at, failures) on alert_feed to levee_identity;

-- A rule may give its people something to do.
alter table alert_rule add column to_do text not null default '' check (length(to_do) <= 200);
