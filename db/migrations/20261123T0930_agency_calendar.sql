-- When an agency works. Without a row: Monday to Friday, 8 to 5, without federal holidays.
create table agency_calendar (
  org_id uuid primary key references organization (id),
  -- Days of the week, 0 Sunday to 6 Saturday.
  weekdays int[] not null default '{1,2,3,4,5}' check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{0,1,2,3,4,5,6}'),
  opens time not null default '08:00',
  closes time not null default '17:00' check (closes > opens),
  -- Federal holidays (5 U.S.C. 6103) are days off.
  federal_holidays boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
select levee_secure('agency_calendar');

-- Days that an agency keeps otherwise than its week and the holidays say.
create table agency_closure (
  org_id uuid not null references organization (id),
  id uuid not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day and last_day < first_day + 366),
  name text not null check (name <> ''),
  -- The agency works although it would not.
  open boolean not null default false,
  -- Of an imported calendar: the event's own name, so that a second import changes and adds nothing twice.
  uid text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('agency_closure');
create index agency_closure_days on agency_closure (org_id, first_day);
create unique index agency_closure_uid on agency_closure (org_id, uid, first_day) where uid is not null;
