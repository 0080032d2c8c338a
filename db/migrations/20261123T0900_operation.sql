-- The instances of this installation: each writes every ten seconds that it is there. Global.
create table instance (
  id uuid primary key,
  -- Machine and port: what a restart keeps.
  name text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- By how much its machine's clock is ahead of the database's, milliseconds.
  host_ahead_ms bigint not null
);
create index instance_seen on instance (seen_at desc);
alter table instance enable row level security;
alter table instance force row level security;
create policy operation on instance to levee_app using (true) with check (true);
grant select, insert, update, delete on instance to levee_app;

-- What administrators must know of the installation itself, from its beginning to its end. Global.
create table operation_alarm (
  id uuid primary key,
  kind text not null check (kind in ('clock', 'disk')),
  instance_name text not null,
  text text not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index operation_alarm_open on operation_alarm (kind, instance_name) where ended_at is null;
alter table operation_alarm enable row level security;
alter table operation_alarm force row level security;
create policy operation on operation_alarm to levee_app using (true) with check (true);
grant select, insert, update, delete on operation_alarm to levee_app;

-- Which agency's administrators have been told of an alarm.
create table operation_alarm_told (
  org_id uuid not null,
  alarm_id uuid not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, alarm_id)
);
select levee_secure('operation_alarm_told');
