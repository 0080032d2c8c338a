-- When the tasks of a project are done: calendars, tasks and links, what was told of progress, and the
-- baseline that it is held against. Moments are minutes of the agency's wall clock since 1984 began.
create table work_calendar (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  project_id uuid,
  week jsonb not null check (jsonb_array_length(week) = 7),
  exceptions jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, project_id) references project(org_id, id)
);
select levee_secure('work_calendar');
create unique index work_calendar_name on work_calendar (org_id, project_id, lower(name))
  nulls not distinct;

create table schedule (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'kept' check (status = 'kept'),
  project_id uuid not null,
  starts_on date not null check (starts_on between '1984-01-01' and '2083-12-31'),
  data_date date not null check (data_date between '1984-01-01' and '2083-12-31'),
  must_finish_on date,
  calendar_id uuid,
  out_of_sequence text not null default 'retained'
    check (out_of_sequence in ('retained', 'override')),
  finish int,
  finish_on date,
  told_finish int,
  prior_finish int,
  base_finish int,
  base_finish_on date,
  slip_days int,
  next_milestone text not null default '',
  next_milestone_on date,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, project_id),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, calendar_id) references work_calendar(org_id, id),
  foreign key (created_by) references person(id),
  check (data_date >= starts_on)
);
select levee_secure('schedule');
create index schedule_calendar on schedule (org_id, calendar_id);

create table schedule_task (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  parent_id uuid,
  place int not null,
  level int not null,
  code text not null default '',
  name text not null check (name <> ''),
  kind text not null check (kind in ('task', 'milestone', 'summary')),
  calendar_id uuid,
  duration int not null check (duration >= 0),
  remaining int not null check (remaining >= 0),
  percent int not null default 0 check (percent between 0 and 100),
  constraint_kind text check (
    constraint_kind in (
      'startNoEarlier', 'startNoLater', 'startOn', 'finishNoEarlier', 'finishNoLater', 'finishOn',
      'asLateAsPossible'
    )
  ),
  constraint_at int,
  deadline_at int,
  actual_start int,
  actual_finish int,
  crew text not null default '',
  owner_id uuid,
  start int not null,
  finish int not null,
  starts_on date generated always as (date '1984-01-01' + start / 1440) stored,
  finish_on date generated always as (date '1984-01-01' + greatest(finish - 1, 0) / 1440) stored,
  late_start int not null,
  late_finish int not null,
  total_float int,
  free_float int,
  critical boolean not null,
  longest boolean not null,
  driver jsonb,
  base_start int,
  base_finish int,
  slip_days int,
  told_finish int,
  prior_finish int,
  moved_days int,
  reported_on date,
  primary key (org_id, id),
  unique (org_id, schedule_id, id),
  foreign key (org_id, schedule_id) references schedule(org_id, id),
  foreign key (org_id, schedule_id, parent_id) references schedule_task(org_id, schedule_id, id),
  foreign key (org_id, calendar_id) references work_calendar(org_id, id),
  foreign key (owner_id) references person(id),
  check ((constraint_kind is null) = (constraint_at is null)),
  check (kind = 'summary' or (actual_finish is null) or (actual_start is not null)),
  check (kind = 'summary' or (actual_finish is not null) = (percent = 100))
);
select levee_secure('schedule_task');
create index schedule_task_order on schedule_task (org_id, schedule_id, place);
create index schedule_task_parent on schedule_task (org_id, schedule_id, parent_id);
create index schedule_task_calendar on schedule_task (org_id, calendar_id);
create index schedule_task_start on schedule_task (org_id, starts_on);
create index schedule_task_finish on schedule_task (org_id, finish_on);
create index schedule_task_owner on schedule_task (org_id, owner_id) where actual_finish is null;
create index schedule_task_moved on schedule_task (org_id, moved_days) where moved_days > 0;

create table schedule_link (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  type text not null check (type in ('FS', 'SS', 'FF', 'SF')),
  lag int not null default 0,
  lag_calendar text not null check (lag_calendar in ('predecessor', 'successor', 'project', 'allHours')),
  primary key (org_id, id),
  unique (org_id, schedule_id, from_id, to_id, type),
  foreign key (org_id, schedule_id) references schedule(org_id, id),
  foreign key (org_id, schedule_id, from_id) references schedule_task(org_id, schedule_id, id),
  foreign key (org_id, schedule_id, to_id) references schedule_task(org_id, schedule_id, id),
  check (from_id <> to_id)
);
select levee_secure('schedule_link');
create index schedule_link_to on schedule_link (org_id, schedule_id, to_id);

create table schedule_task_cost (
  org_id uuid not null,
  task_id uuid not null,
  cost_code_id uuid not null,
  schedule_id uuid not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, task_id, cost_code_id),
  foreign key (org_id, schedule_id, task_id) references schedule_task(org_id, schedule_id, id),
  foreign key (org_id, cost_code_id) references cost_code(org_id, id)
);
select levee_secure('schedule_task_cost');
create index schedule_task_cost_of on schedule_task_cost (org_id, schedule_id);

create table schedule_update (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  number int not null check (number > 0),
  data_date date not null,
  finish int not null,
  narrative text not null default '',
  source text not null check (source in ('progress', 'proposal')),
  person_id uuid,
  snapshot jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, schedule_id, number),
  foreign key (org_id, schedule_id) references schedule(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('schedule_update');

create table schedule_baseline (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'returned')),
  schedule_id uuid not null,
  baseline_no int not null check (baseline_no > 0),
  note text not null default '',
  finish int not null,
  snapshot jsonb not null,
  proposed_by uuid,
  decided_by uuid,
  decided_on date,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, schedule_id) references schedule(org_id, id),
  foreign key (proposed_by) references person(id),
  foreign key (decided_by) references person(id),
  check ((status = 'proposed') = (decided_by is null)),
  check (decided_by is null or proposed_by is null or decided_by <> proposed_by)
);
select levee_secure('schedule_baseline');
create unique index schedule_baseline_approved on schedule_baseline (org_id, schedule_id, baseline_no)
  where status = 'approved';
create unique index schedule_baseline_proposed on schedule_baseline (org_id, schedule_id)
  where status = 'proposed';

-- What was told stays as it was told; a baseline is decided once, and its copy is never another one.
create function levee_schedule_update_stands() returns trigger language plpgsql as $$
begin
  raise exception 'an update of a schedule is not changed: tell the next one';
end $$;
create trigger stands before update or delete on schedule_update
  for each row execute function levee_schedule_update_stands();

create function levee_schedule_baseline_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'proposed'
    or (new.snapshot, new.finish, new.schedule_id, new.baseline_no, new.proposed_by)
      is distinct from
      (old.snapshot, old.finish, old.schedule_id, old.baseline_no, old.proposed_by)
  then
    raise exception 'a baseline is not changed: propose the next one';
  end if;
  return new;
end $$;
create trigger stands before update or delete on schedule_baseline
  for each row execute function levee_schedule_baseline_stands();
