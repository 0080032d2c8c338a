-- What employers paid in a week under prevailing wages, and the determination that binds a project.
alter table project add column wages jsonb;

create table certified_payroll (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'returned', 'accepted', 'discarded')),
  project_id uuid not null,
  purchase_order_id uuid not null,
  employer text not null check (employer <> ''),
  payroll_no int not null check (payroll_no > 0),
  week_ending date not null,
  paid_on date,
  no_work boolean not null default false,
  final boolean not null default false,
  workers jsonb not null default '[]',
  exceptions text not null default '',
  signed_by text not null default '',
  signed_title text not null default '',
  signed_at timestamptz,
  submitted_at timestamptz,
  accepted_by uuid,
  accepted_reason text not null default '',
  status_reason text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (accepted_by) references person(id),
  foreign key (created_by) references person(id),
  check (no_work = (jsonb_array_length(workers) = 0)),
  check (no_work or paid_on is not null),
  check ((status in ('submitted', 'accepted')) <= (submitted_at is not null and signed_at is not null)),
  check ((status = 'accepted') = (accepted_by is not null))
);
select levee_secure('certified_payroll');
-- One of an employer for each week of a project.
create unique index certified_payroll_week
  on certified_payroll (org_id, project_id, lower(employer), week_ending)
  where status <> 'discarded';
create index certified_payroll_order on certified_payroll (org_id, purchase_order_id);
create index certified_payroll_status on certified_payroll (org_id, status, week_ending desc);
