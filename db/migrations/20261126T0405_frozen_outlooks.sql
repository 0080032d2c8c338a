-- What forecasts by month said, one row for each series and month in which it was said. Nothing of it is changed.
create table outlook_frozen (
  org_id uuid not null,
  id uuid not null,
  -- The source and what tells the series from others of it: spending:<department>.
  series text not null,
  label text not null,
  -- The month in which it was said, YYYY-MM, and the last value that was known then.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  method text not null,
  last double precision not null,
  -- By month: the value, and the band of 80 per cent where there was one.
  points jsonb not null,
  made_on date not null,
  primary key (org_id, id),
  unique (org_id, series, month)
);
select levee_secure('outlook_frozen');
revoke update, delete on outlook_frozen from levee_app;
create index outlook_frozen_month on outlook_frozen (org_id, month);
