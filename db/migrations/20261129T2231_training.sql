-- From a day on a kind of work is kept for people with these certificates, or no more. Each setting stays on file.
create table training_gate (
  org_id uuid not null,
  id uuid not null,
  seat text not null check (seat in ('workOrder', 'inspection', 'incident', 'evaluator', 'opener', 'release')),
  enabled boolean not null,
  codes jsonb not null default '[]',
  from_day date not null,
  reason text not null check (reason <> ''),
  set_by uuid,
  set_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (set_by) references person(id)
);
select levee_secure('training_gate');
select levee_keep('training_gate');
create index training_gate_seat on training_gate (org_id, seat, from_day);

-- Somebody without the certificate was let do work for some hours: never by themselves.
create table seat_override (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'given' check (status in ('given', 'withdrawn')),
  seat text not null check (seat in ('workOrder', 'inspection', 'incident', 'evaluator', 'opener', 'release')),
  person_id uuid not null,
  person_name text not null,
  lacks text not null,
  reason text not null check (reason <> ''),
  citation text not null,
  given_by uuid not null,
  given_name text not null,
  given_at timestamptz not null,
  until timestamptz not null,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (person_id) references person(id),
  foreign key (given_by) references person(id),
  check (given_by <> person_id),
  check (until > given_at)
);
select levee_secure('seat_override');
create index seat_override_person on seat_override (org_id, seat, person_id) where status = 'given';

-- What an agency teaches, in editions; its code is that of the certificate behind it.
create table training_course (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  code text not null,
  about text not null,
  months int check (months between 1 and 240),
  minutes int not null default 0 check (minutes >= 0),
  outside boolean not null default false,
  asks int not null default 0 check (asks between 0 and 100),
  pass_percent int not null default 80 check (pass_percent between 1 and 100),
  lessons jsonb not null default '[]',
  prerequisites jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('training_course');
select levee_definition('training_course');

-- Questions of a course, sealed with their right answers: not readable from the database or a backup.
create table course_question (
  org_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  sealed text not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('course_question');
create index course_question_course on course_question (org_id, course_id) where active;

-- A lesson in a room, on a day.
create table training_session (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'planned' check (status in ('planned', 'held', 'cancelled')),
  course_id uuid not null,
  course_name text not null,
  code text not null,
  place text not null check (place <> ''),
  starts_at timestamptz not null,
  minutes int not null check (minutes between 15 and 1440),
  seats int not null check (seats between 1 and 1000),
  teacher text not null default '',
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number)
);
select levee_secure('training_session');
create index training_session_next on training_session (org_id, starts_at) where status = 'planned';

create table session_seat (
  org_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  attended boolean,
  minutes int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, session_id, person_id),
  foreign key (org_id, session_id) references training_session(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('session_seat');

-- One attempt of a person at a course, in the edition that it began with.
create table enrolment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'assigned'
    check (status in ('assigned', 'in_progress', 'completed', 'failed', 'withdrawn', 'waived')),
  course_id uuid not null,
  definition_version_id uuid not null,
  course_name text not null,
  code text not null,
  person_id uuid not null,
  person_name text not null,
  department_name text not null default '',
  attempt int not null default 1 check (attempt > 0),
  due_on date,
  assigned_by uuid,
  seed bigint,
  drawn jsonb not null default '[]',
  answers jsonb not null default '{}',
  right_count int,
  ended_on date,
  certificate_id uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, definition_version_id) references training_course(org_id, id),
  foreign key (org_id, certificate_id) references person_certificate(org_id, id),
  foreign key (person_id) references person(id),
  foreign key (assigned_by) references person(id)
);
select levee_secure('enrolment');
create unique index enrolment_open on enrolment (org_id, person_id, course_id) where status in ('assigned', 'in_progress');
create index enrolment_person on enrolment (org_id, person_id, course_id, attempt);

-- Whom the agency asks for a certificate, in editions.
create table training_requirement (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  code text not null,
  audience jsonb not null,
  due_days int not null default 30 check (due_days between 0 and 730),
  renew_months int check (renew_months between 1 and 240),
  prerequisites jsonb not null default '[]',
  equivalents jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('training_requirement');
select levee_definition('training_requirement');

-- Since when a requirement touches a person, and by when they are to meet it.
create table requirement_person (
  org_id uuid not null,
  requirement_id uuid not null,
  person_id uuid not null,
  since date not null,
  due_on date not null,
  left_on date,
  primary key (org_id, requirement_id, person_id),
  foreign key (person_id) references person(id)
);
select levee_secure('requirement_person');
