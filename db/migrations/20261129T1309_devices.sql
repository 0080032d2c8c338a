-- The duty of who keeps devices.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper'
));

-- Devices that measure, what they measured, and what was raised of it.
create table device (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'provisioned' check (status in ('provisioned', 'active', 'stale', 'retired')),
  name text not null check (name <> ''),
  about text not null default '',
  metrics text[] not null check (cardinality(metrics) > 0),
  silent_minutes int not null check (silent_minutes between 1 and 43200),
  muted_until timestamptz,
  muted_why text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (created_by) references person(id)
);
select levee_secure('device');

create table device_key (
  org_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  prefix text not null,
  hash text not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, device_id) references device(org_id, id),
  foreign key (created_by) references person(id)
);
select levee_secure('device_key');
grant select (org_id, id, device_id, hash, revoked_at) on device_key to levee_identity;
create policy finding on device_key for select to levee_identity using (true);
create unique index device_key_hash on device_key (hash);
create index device_key_device on device_key (org_id, device_id);
comment on table device_key is 'A key of a device: its hash and its first letters. It opens the intake of its own device, nothing else.';

create table device_post (
  org_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  from_on date not null,
  kind text not null check (kind in ('place', 'asset', 'shipment', 'location', 'nothing')),
  label text not null default '',
  place_id uuid,
  asset_id uuid,
  ship_notice_id uuid,
  location_id uuid,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, device_id, from_on),
  foreign key (org_id, device_id) references device(org_id, id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (org_id, ship_notice_id) references ship_notice(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (created_by) references person(id),
  check ((kind = 'place') <= (place_id is not null)),
  check ((kind = 'asset') = (asset_id is not null)),
  check ((kind = 'shipment') = (ship_notice_id is not null)),
  check ((kind = 'location') = (location_id is not null))
);
select levee_secure('device_post');
comment on table device_post is 'What a device belongs to from a day on, as it was called then, and the place where that is.';

-- By months: what is kept no longer goes by whole ones. No month is made here, levee_reading_month makes them.
create table device_reading (
  org_id uuid not null,
  device_id uuid not null,
  metric text not null,
  read_at timestamptz not null,
  seq bigint not null,
  value double precision not null check (value not in ('NaN', 'Infinity', '-Infinity')),
  longitude double precision check (longitude between -180 and 180),
  accuracy double precision check (accuracy >= 0),
  received_at timestamptz not null default clock_timestamp(),
  primary key (org_id, device_id, metric, read_at, seq),
  foreign key (org_id, device_id) references device(org_id, id)
) partition by range (read_at);
select levee_secure('device_reading');
comment on table device_reading is 'One reading by device, metric, time and sequence; of a position, value is the latitude.';

-- Makes the month of readings that an instant lies in, secured as every table of agencies.
create function levee_reading_month(at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  begins timestamptz := date_trunc('month', at, 'UTC');
  month text := 'device_reading_' || to_char(begins at time zone 'UTC', 'YYYY_MM');
begin
  if to_regclass(month) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('device_reading'));
  if to_regclass(month) is not null then return; end if;
  execute format('create table %I (like device_reading including defaults including constraints)', month);
  execute format('alter table device_reading attach partition %I for values from (%L) to (%L)', month, begins, begins + interval '1 month');
  perform levee_secure(month::regclass);
end $$;
revoke all on function levee_reading_month(timestamptz) from public;
grant execute on function levee_reading_month(timestamptz) to levee_app;

-- Takes away the months of readings that end before a day and in which no agency has a row any more; gives their names.
create function levee_reading_months_end(before timestamptz) returns setof text language plpgsql security definer set search_path = public as $$
declare
  month text;
  empty boolean;
begin
  perform pg_advisory_xact_lock(hashtext('device_reading'));
  for month in
    select c.relname
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_reading'::regclass
      and c.relname < 'device_reading_' || to_char(date_trunc('month', least(before, clock_timestamp() - interval '2 months'), 'UTC') at time zone 'UTC', 'YYYY_MM')
    order by 1
  loop
    execute format('lock table %I in access exclusive mode', month);
    execute format('alter table %I no force row level security', month);
    execute format('select not exists (select 1 from %I)', month) into empty;
    if empty then
      execute format('alter table device_reading detach partition %I', month);
      execute format('drop table %I', month);
      return next month;
    else
      execute format('alter table %I force row level security', month);
    end if;
  end loop;
end $$;
revoke all on function levee_reading_months_end(timestamptz) from public;
grant execute on function levee_reading_months_end(timestamptz) to levee_app;

create table device_latest (
  org_id uuid not null,
  device_id uuid not null,
  metric text not null,
  read_at timestamptz not null,
  value double precision not null,
  longitude double precision,
  accuracy double precision,
  received_at timestamptz not null,
  judged_at timestamptz,
  fed_at timestamptz,
  refused text not null default '',
  primary key (org_id, device_id, metric),
  foreign key (org_id, device_id) references device(org_id, id)
);
select levee_secure('device_latest');
comment on table device_latest is 'The newest reading of each metric of a device, up to which time its alarm rules have judged, and when it last fed a meter.';

create table device_sum (
  org_id uuid not null,
  device_id uuid not null,
  metric text not null,
  span text not null check (span in ('minute', 'hour', 'day')),
  from_at timestamptz not null,
  readings int not null check (readings > 0),
  lowest double precision not null,
  highest double precision not null,
  mean double precision not null,
  primary key (org_id, device_id, metric, span, from_at),
  foreign key (org_id, device_id) references device(org_id, id)
);
select levee_secure('device_sum');

create table device_recount (
  org_id uuid not null,
  device_id uuid not null,
  metric text not null,
  from_at timestamptz not null,
  primary key (org_id, device_id, metric, from_at),
  foreign key (org_id, device_id) references device(org_id, id)
);
select levee_secure('device_recount');
comment on table device_recount is 'Hours of a metric in which readings came since they were added up.';

create table device_alarm_rule (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  watches text not null check (watches in ('above', 'below', 'silent', 'outside')),
  metric text not null default '',
  bound double precision,
  clears double precision,
  minutes int not null default 0 check (minutes between 0 and 43200),
  fence jsonb,
  device_ids uuid[] not null default '{}',
  severity text not null check (severity in ('urgent', 'high', 'normal')),
  hourly int not null default 3 check (hourly between 1 and 60),
  tells jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('device_alarm_rule');
select levee_definition('device_alarm_rule');

create table device_watch (
  org_id uuid not null,
  device_id uuid not null,
  definition_id uuid not null,
  standing jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, device_id, definition_id),
  foreign key (org_id, device_id) references device(org_id, id)
);
select levee_secure('device_watch');
comment on table device_watch is 'How far an alarm rule has come with a device: since when its limit is broken, and what it could not tell.';

create table device_alarm (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'active' check (status in ('active', 'acknowledged', 'cleared')),
  device_id uuid not null,
  rule_id uuid not null,
  definition_id uuid not null,
  severity text not null check (severity in ('urgent', 'high', 'normal')),
  title text not null check (title <> ''),
  value double precision,
  began_at timestamptz not null,
  muted boolean not null default false,
  held_back int not null default 0,
  caused jsonb not null default '[]',
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  status_reason text not null default '',
  cleared_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, device_id) references device(org_id, id),
  foreign key (org_id, rule_id) references device_alarm_rule(org_id, id),
  foreign key (acknowledged_by) references person(id),
  check ((status = 'cleared') = (cleared_at is not null))
);
select levee_secure('device_alarm');
create unique index device_alarm_open on device_alarm (org_id, device_id, definition_id) where status <> 'cleared';
create index device_alarm_began on device_alarm (org_id, began_at);
