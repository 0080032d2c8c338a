-- What can be reported is kept on a screen; whoever reported may add and reopen; others follow.
alter table service_type
  add column attributes jsonb not null default '[]',
  add column steward_id uuid references person (id);
grant select (attributes) on service_type to levee_anon;

alter table service_request
  add column attributes jsonb not null default '{}',
  -- What stood on the label that was scanned: the tag or number of an asset.
  add column tag text not null default '',
  add column late_reason text check (late_reason in ('weather', 'material', 'contractor', 'permit', 'crew', 'larger', 'other_agency')),
  add column late_asked_at timestamptz;
grant select (late_reason) on service_request to levee_anon;
create index service_request_late on service_request (org_id, expected_at)
  where closed_at is null and late_asked_at is null;
create index service_request_near on service_request (org_id, service_type_id, created_at);

-- So many days after the end of a request its reporter may open it again, by the day of its end.
create table service_reopen_rule (
  org_id uuid not null references organization (id),
  id uuid not null,
  from_day date not null,
  days int not null check (days between 0 and 365),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, from_day)
);
select levee_secure('service_reopen_rule');

-- What whoever reported wrote afterwards.
create table service_addition (
  org_id uuid not null,
  id uuid not null,
  service_request_id uuid not null,
  words text not null default '',
  photo_id uuid,
  reopens boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, service_request_id) references service_request (org_id, id),
  check (words <> '' or photo_id is not null)
);
select levee_secure('service_addition');
create index service_addition_of on service_addition (org_id, service_request_id, created_at);

-- Who said "me too", and confirmed it by the letter.
create table service_follower (
  org_id uuid not null,
  id uuid not null,
  service_request_id uuid not null,
  email text not null check (email <> ''),
  token_digest text not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, service_request_id) references service_request (org_id, id)
);
select levee_secure('service_follower');
create unique index service_follower_of on service_follower (org_id, service_request_id, email);
