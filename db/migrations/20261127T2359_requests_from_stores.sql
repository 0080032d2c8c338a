-- A line of a resource request that the stores fill: what they hold for it, then the number of the issue.
alter table incident_request_line
  add column from_stores boolean not null default false,
  add column stock_ref text;
