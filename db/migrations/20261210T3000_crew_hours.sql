-- Pay beyond overtime and leave are kinds of pay of their own: force account excludes them by their rule.
alter table work_hour drop constraint work_hour_pay_check;
alter table work_hour add constraint work_hour_pay_check check (pay in ('regular', 'overtime', 'premium', 'leave'));
alter table pa_item drop constraint pa_item_pay_check;
alter table pa_item add constraint pa_item_pay_check check (pay in ('regular', 'overtime', 'premium', 'leave'));

-- A policy of pay for one class of work, where it differs from that of the declaration.
create table pa_pay_policy (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  labor_class_id uuid not null,
  title text not null check (title <> ''),
  adopted_on date not null,
  contingent boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, labor_class_id),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id),
  foreign key (org_id, labor_class_id) references labor_class (org_id, id)
);
select levee_secure('pa_pay_policy');

-- Timesheets as they were read: how many rows became hours, and which did not, with the reason.
create table pa_timesheet (
  org_id uuid not null references organization (id),
  id uuid not null,
  declaration_id uuid not null,
  name text not null,
  sha256 text not null,
  layout text not null check (layout in ('days', 'form')),
  rows_read int not null,
  rows_taken int not null,
  rows_known int not null,
  minutes_read int not null,
  minutes_taken int not null,
  refused jsonb not null default '[]',
  imported_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_timesheet');
create index pa_timesheet_of on pa_timesheet (org_id, declaration_id, created_at desc);

-- The bundle of a request: one ZIP with its manifest, made by a job.
create table pa_bundle (
  org_id uuid not null references organization (id),
  id uuid not null,
  request_id uuid not null,
  -- What the papers in it are made of; the same sources give the same papers, as the ledger stood then.
  sources text,
  papers jsonb,
  attested_at timestamptz,
  attested_entry uuid,
  ledger_size bigint,
  file_id uuid,
  sha256 text,
  size bigint,
  manifest text,
  files int,
  entries int,
  cents bigint,
  requested_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, request_id) references pa_request (org_id, id)
);
select levee_secure('pa_bundle');
create index pa_bundle_of on pa_bundle (org_id, request_id, created_at desc);
alter table pa_bundle add constraint pa_bundle_papers check ((papers is null) = (attested_at is null));
