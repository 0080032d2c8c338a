-- Waivers: a record, or a class of records, need not meet a control until an instant, and why.
create table control_waiver (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null,
  control_id uuid not null,
  control_name text not null,
  check_name text not null,
  scope text not null check (scope in ('record', 'class')),
  subject_type text not null,
  subject_id uuid,
  part int check (part >= 0),
  subject_number text,
  department_id uuid,
  department text,
  amount_below bigint check (amount_below > 0),
  reason text not null check (length(reason) between 20 and 4000),
  measure text not null check (length(measure) between 10 and 4000),
  ends_at timestamptz not null,
  federal boolean not null,
  citation text not null default '',
  permission_file_id uuid,
  asked_by uuid not null,
  asker text not null,
  people uuid[] not null default '{}',
  decided_by uuid,
  decided_at timestamptz,
  answer text,
  began_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, permission_file_id) references stored_file(org_id, id),
  check ((scope = 'record') = (subject_id is not null)),
  check ((subject_id is null) = (part is null)),
  check ((scope = 'class') = (department_id is not null))
);
select levee_secure('control_waiver');
create index control_waiver_control on control_waiver (org_id, control_id, status);
create index control_waiver_subject on control_waiver (org_id, subject_id) where subject_id is not null;
create index control_waiver_department on control_waiver (org_id, department_id) where department_id is not null;
create index control_waiver_file on control_waiver (org_id, permission_file_id) where permission_file_id is not null;
create index control_waiver_asked on control_waiver (org_id, asked_by);
create index control_waiver_people on control_waiver using gin (people);
create index control_waiver_ends on control_waiver (org_id, ends_at) where status in ('approved', 'active');
-- One at a time is asked of a record.
create unique index control_waiver_once on control_waiver (org_id, control_id, subject_id, part) where status in ('requested', 'approved', 'active');

alter table control_failure add column waiver_id uuid;
alter table control_failure add foreign key (org_id, waiver_id) references control_waiver(org_id, id);
create index control_failure_waiver on control_failure (org_id, waiver_id) where waiver_id is not null;

alter table control_version drop constraint control_version_mode_check;
alter table control_version add check (mode in ('watch', 'warn', 'block'));

-- What a stopping control could not tell of a record, and somebody else let pass.
create table control_passing (
  org_id uuid not null,
  id uuid not null,
  control_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  part int not null check (part >= 0),
  said text not null,
  reason text not null check (length(reason) between 10 and 4000),
  passed_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('control_passing');
revoke update, delete on control_passing from levee_app;
create index control_passing_subject on control_passing (org_id, subject_id, control_id);

-- Which controls stop an act is kept by the server: an agency without one pays no statement for it.
select levee_keep('control_version');
