-- What each instance measured in a minute; instance_name '' is the installation as a whole. Global.
create table monitor_minute (
  instance_name text not null,
  at timestamptz not null,
  -- Numbers by the names of src/kernel/monitor-metrics.ts; null where it could not be told.
  measured jsonb not null,
  primary key (instance_name, at)
);
create index monitor_minute_at on monitor_minute (at);
-- The same by hour, for a year: mean and most of each number.
create table monitor_hour (
  instance_name text not null,
  at timestamptz not null,
  mean jsonb not null,
  most jsonb not null,
  primary key (instance_name, at)
);
create index monitor_hour_at on monitor_hour (at);

-- When a number is an alarm, as data. Global.
create table alarm_rule (
  id uuid primary key,
  metric text not null,
  direction text not null check (direction in ('above', 'below')),
  threshold double precision not null,
  -- By how much it must be better again before the alarm ends.
  margin double precision not null check (margin >= 0),
  minutes int not null check (minutes between 1 and 120),
  audience text not null default 'running' check (audience in ('running', 'all')),
  enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
do $$
declare t text;
begin
  foreach t in array array['monitor_minute', 'monitor_hour', 'alarm_rule'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy operation on %I to levee_app using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to levee_app', t);
  end loop;
end $$;

insert into alarm_rule (id, metric, direction, threshold, margin, minutes) values
  ('01930000-0000-7000-8000-0000a1a40001', 'p95', 'above', 2000, 500, 5),
  ('01930000-0000-7000-8000-0000a1a40002', 'errors', 'above', 10, 5, 3),
  ('01930000-0000-7000-8000-0000a1a40003', 'loop', 'above', 250, 100, 5),
  ('01930000-0000-7000-8000-0000a1a40004', 'diskFree', 'below', 10, 3, 3),
  ('01930000-0000-7000-8000-0000a1a40005', 'jobsOldest', 'above', 900, 300, 3),
  ('01930000-0000-7000-8000-0000a1a40006', 'lettersOldest', 'above', 3600, 600, 5),
  ('01930000-0000-7000-8000-0000a1a40007', 'unsealed', 'above', 500, 400, 5);

-- Alarms of rules stand beside the others: opened, ended and told by the same means.
alter table operation_alarm drop constraint operation_alarm_kind_check;
alter table operation_alarm add constraint operation_alarm_kind_check check (kind in ('clock', 'disk', 'scanner') or kind like 'rule:%');
-- The agency whose administrators alone are told; null: all.
alter table operation_alarm add column audience uuid;
