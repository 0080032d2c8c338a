-- When people work by their schedules: hours of an incident are judged against them. One is never changed;
-- a later day brings the next.
create table pa_work_schedule (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  from_day date not null,
  to_day date,
  employment text not null,
  replaces_id uuid,
  shifts jsonb not null,
  source text not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, person_id, from_day),
  foreign key (person_id) references person(id),
  constraint pa_work_schedule_days check (to_day is null or to_day >= from_day),
  constraint pa_work_schedule_employment_check check (employment in ('budgeted', 'backfill', 'unbudgeted')),
  constraint pa_work_schedule_replaces check ((employment = 'backfill') = (replaces_id is not null))
);
select levee_secure('pa_work_schedule');

-- Scheduled hours of a row and hours beyond them stand apart; overtime in scheduled hours is asked about.
alter table pa_item
  add column part text not null default 'whole',
  add column asked text,
  add column answer text,
  add column answer_reason text,
  add column answered_by uuid,
  add column answered_at timestamptz,
  add constraint pa_item_part_check check (part in ('whole', 'inside', 'beyond')),
  add constraint pa_item_answer_check check (answer in ('regular', 'beyond'));
drop index pa_item_hour;
create unique index pa_item_hour on pa_item (org_id, work_hour_id, part) where work_hour_id is not null;

alter table pa_benefit_sheet add column premium_wage bigint;
alter table pa_timesheet add column asked jsonb not null default '[]';
