-- What OpenFEMA publishes, row by row, as it was read last. Ours is compared with it, never written over.
create table fema_published (
  org_id uuid not null references organization (id),
  id uuid not null,
  dataset text not null check (dataset in ('declarations', 'projects', 'mitigation')),
  key text not null,
  number text not null,
  state text not null default '',
  area text not null default '',
  title text not null default '',
  category text not null default '',
  status text not null default '',
  day date,
  ends_on date,
  cents bigint,
  federal_cents bigint,
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, dataset, key)
);
select levee_secure('fema_published');
create index fema_published_of on fema_published (org_id, dataset, number);
