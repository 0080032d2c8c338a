-- Codes that the finance system has, with the days on which it posts to them. Without one of a kind, codes of that kind are not compared.
create table fms_code (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('fund', 'account', 'string')),
  code text not null check (length(code) between 1 and 120),
  name text not null check (length(name) between 1 and 200),
  from_day date,
  -- The last day on which it is posted to; none while it goes on.
  to_day date,
  taken_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, code),
  check (to_day is null or from_day is null or to_day >= from_day)
);
select levee_secure('fms_code');
revoke delete on fms_code from levee_app;
