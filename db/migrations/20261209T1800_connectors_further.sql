-- Connectors run by the hour and by the week too, keep to a day's calls, and go on where they were.
alter table connector
  -- `run_at` is the time of the day, of that day of the week, or the minute of each hour.
  add column every text not null default 'day' check (every in ('hour', 'day', 'week')),
  -- Monday is 1 (ISO 8601).
  add column week_day int not null default 1 check (week_day between 1 and 7),
  -- So many calls of a day of the agency the source allows; null: it says nothing of it.
  add column daily_calls int check (daily_calls between 1 and 1000000),
  add column calls_on date,
  add column calls_made int not null default 0,
  -- The highest value of the field that says how new an item is, of what came in.
  add column watermark text;
alter table connector drop constraint connector_kind_check;
alter table connector add constraint connector_kind_check
  check (kind in ('file', 'rest', 'grants-gov', 'common-grants', 'sam-exclusions', 'ocds', 'list'));

alter table connector_run
  -- Where the source was read up to by this run; the connector's once its rows came in.
  add column watermark text,
  add column calls int not null default 0;
alter table connector_run drop constraint connector_run_outcome_check;
alter table connector_run add constraint connector_run_outcome_check
  check (outcome in ('running', 'checked', 'done', 'unchanged', 'stopped', 'asks', 'failed', 'waits', 'sent'));
