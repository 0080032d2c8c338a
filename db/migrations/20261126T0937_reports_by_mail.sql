-- A report by mail: when it goes, and the figure that decides whether.
create table report_schedule (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  status text not null check (status in ('active', 'paused', 'ended')),
  report_id uuid,
  ready text,
  every text not null
    check (every in ('day', 'business-day', 'week', 'month', 'month-business-day')),
  week_day int not null check (week_day between 1 and 7),
  month_day int not null check (month_day between 1 and 31),
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  condition_measure text,
  condition_is text not null check (condition_is in ('above', 'below')),
  condition_value numeric(14, 2) not null,
  owner_id uuid not null,
  next_at timestamptz,
  last_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check ((report_id is null) <> (ready is null)),
  check ((status = 'active') = (next_at is not null)),
  foreign key (org_id, report_id) references saved_report(org_id, id),
  foreign key (owner_id) references person(id)
);
select levee_secure('report_schedule');
create index report_schedule_name on report_schedule (org_id, name, id);
create index report_schedule_owner on report_schedule (org_id, owner_id);
create index report_schedule_report on report_schedule (org_id, report_id);
-- Due letters are found over all agencies.
grant select (org_id, id, next_at) on report_schedule to levee_identity;
create policy due on report_schedule for select to levee_identity using (true);
create index report_schedule_due on report_schedule (next_at) where next_at is not null;

create table report_schedule_reader (
  org_id uuid not null,
  schedule_id uuid not null,
  person_id uuid not null,
  added_by uuid not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (org_id, schedule_id, person_id),
  foreign key (org_id, schedule_id) references report_schedule(org_id, id),
  foreign key (person_id) references person(id),
  foreign key (added_by) references person(id)
);
select levee_secure('report_schedule_reader');
create index report_schedule_reader_person on report_schedule_reader (org_id, person_id);

-- One time that it went, and what each reader got of it: at most one letter.
create table report_sending (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, schedule_id, due_at),
  foreign key (org_id, schedule_id) references report_schedule(org_id, id)
);
select levee_secure('report_sending');

create table report_sending_letter (
  org_id uuid not null,
  sending_id uuid not null,
  person_id uuid not null,
  outcome text not null
    check (outcome in ('sent', 'condition', 'withheld', 'not-shared', 'unanswered')),
  detail text,
  mail_id uuid,
  primary key (org_id, sending_id, person_id),
  foreign key (org_id, sending_id) references report_sending(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('report_sending_letter');
