-- Days away, restricted and transferred of a safety case are spans with dates; nobody types a number.
create table safety_span (
  org_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  kind text not null check (kind in ('away', 'restricted', 'transferred')),
  from_day date not null,
  -- Null: they go on, and nobody said until when.
  to_day date,
  basis text not null check (basis in ('clinician', 'agency', 'carried')),
  -- Who said it and in which words: medical, so sealed.
  sealed text,
  entered_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, case_id) references safety_case(org_id, id),
  foreign key (entered_by) references person(id),
  check (to_day is null or to_day >= from_day),
  constraint safety_span_apart exclude using gist (org_id with =, case_id with =, daterange(from_day, to_day, '[]') with &&)
);
select levee_secure('safety_span');
create index safety_span_case on safety_span (org_id, case_id);
create index safety_span_going_on on safety_span (org_id, to_day);

-- What was counted before has its number only: so many days from the day after, away first.
insert into safety_span (org_id, id, case_id, kind, from_day, to_day, basis)
select org_id, gen_random_uuid(), id, 'away', happened_on + 1, happened_on + days_away, 'carried'
from safety_case
where days_away > 0;
insert into safety_span (org_id, id, case_id, kind, from_day, to_day, basis)
select
  org_id, gen_random_uuid(), id, 'restricted', happened_on + days_away + 1,
  happened_on + days_away + days_restricted, 'carried'
from safety_case
where days_restricted > 0;

-- 0 Sunday to 6 Saturday.
alter table safety_case add column work_weekdays int[] not null default '{1,2,3,4,5}'
  check (cardinality(work_weekdays) between 1 and 7 and work_weekdays <@ array[0, 1, 2, 3, 4, 5, 6]);
alter table safety_case add column count_ended_on date;
alter table safety_case add column count_ended_why text check (count_ended_why in ('left', 'permanent'));
alter table safety_case add constraint safety_case_count_ended
  check ((count_ended_on is null) = (count_ended_why is null));
