-- Controls: what purchases are held against, how each record stood when it was judged, and what failed.
create table control_version (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null check (length(name) between 1 and 120),
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check_name text not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  mode text not null check (mode in ('watch', 'warn')),
  days int not null check (days between 1 and 365),
  owner_duty text not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('control_version');
select levee_definition('control_version');

-- Whatever was judged stays: which version, by which law of which day, of what, and what it said.
create table control_result (
  org_id uuid not null,
  id uuid not null,
  control_id uuid not null,
  version_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  part int not null check (part >= 0),
  subject_number text not null,
  answer text not null check (answer in ('pass', 'fail', 'unknown', 'not_applicable')),
  said text not null,
  day date not null,
  facts jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  rules jsonb not null,
  shown jsonb not null,
  cause text not null check (cause in ('record', 'rule', 'control', 'time', 'asked')),
  judged_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, version_id) references control_version(org_id, id)
);
select levee_secure('control_result');
revoke update, delete on control_result from levee_app;
create index control_result_subject on control_result (org_id, subject_id, judged_at);
create index control_result_control on control_result (org_id, control_id, judged_at);
create index control_result_version on control_result (org_id, version_id);

-- How each record stands with each control now.
create table control_standing (
  org_id uuid not null,
  control_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  part int not null,
  result_id uuid not null,
  answer text not null check (answer in ('pass', 'fail', 'unknown', 'not_applicable')),
  digest text not null,
  turns_on date,
  primary key (org_id, control_id, subject_id, part),
  foreign key (org_id, result_id) references control_result(org_id, id)
);
select levee_secure('control_standing');
create index control_standing_answer on control_standing (org_id, control_id, answer);
create index control_standing_result on control_standing (org_id, result_id);
create index control_standing_turns on control_standing (org_id, turns_on) where turns_on is not null;

create table control_failure (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null,
  control_id uuid not null,
  control_name text not null,
  check_name text not null,
  subject_type text not null,
  subject_id uuid not null,
  part int not null,
  subject_number text not null,
  subject_title text not null,
  amount bigint not null default 0,
  department_id uuid,
  department text,
  owner_id uuid,
  owner text,
  people uuid[] not null default '{}',
  severity text not null check (severity in ('high', 'medium', 'low')),
  citation text not null default '',
  said text not null,
  result_id uuid not null,
  due_on date not null,
  answer text check (length(answer) between 3 and 4000),
  answered_by uuid,
  answered_at timestamptz,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, result_id) references control_result(org_id, id)
);
select levee_secure('control_failure');
create unique index control_failure_once on control_failure (org_id, control_id, subject_id, part);
create index control_failure_subject on control_failure (org_id, subject_id);
create index control_failure_owner on control_failure (org_id, owner_id) where owner_id is not null;
create index control_failure_people on control_failure using gin (people);
create index control_failure_due on control_failure (org_id, status, due_on);
create index control_failure_department on control_failure (org_id, department_id) where department_id is not null;
create index control_failure_result on control_failure (org_id, result_id);

-- How far all records were judged anew since the controls or the rules of law changed. `law`: which those were.
create table control_sweep (
  org_id uuid not null,
  law text not null,
  cause text not null check (cause in ('rule', 'control')),
  noun text,
  after_id uuid,
  primary key (org_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('control_sweep');
