-- A permit to work: what had to hold before it began, answered for one day of the agency. Nothing of it is changed.
create table work_permit (
  org_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  kind text not null check (kind in ('confinedSpace', 'hotWork', 'lockout')),
  supervisor text not null check (supervisor <> ''),
  note text not null default '',
  answers jsonb not null,
  issued_on date not null,
  issued_by uuid,
  issued_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (issued_by) references person(id)
);
select levee_secure('work_permit');
create index work_permit_order on work_permit (org_id, work_order_id, issued_on);

-- Who goes along with the lead of a work order.
create table work_order_member (
  org_id uuid not null,
  work_order_id uuid not null,
  person_id uuid not null,
  primary key (org_id, work_order_id, person_id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('work_order_member');
create index work_order_member_person on work_order_member (org_id, person_id);

alter table work_order
  add column confined_space boolean not null default false,
  add column hot_work boolean not null default false;

-- The receipt's line that brought an asset, and which piece of it; and why a job was needed, by the agency's own codes.
alter table asset
  add column receipt_line_id uuid,
  add column receipt_piece int check (receipt_piece > 0),
  add constraint asset_receipt_check check ((receipt_line_id is null) = (receipt_piece is null)),
  add constraint asset_receipt_fkey foreign key (org_id, receipt_line_id) references receipt_line(org_id, id);
create unique index asset_receipt on asset (org_id, receipt_line_id, receipt_piece) where receipt_line_id is not null;

create table failure_code (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('problem', 'cause', 'remedy')),
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, code),
  foreign key (org_id) references organization(id)
);
select levee_secure('failure_code');

alter table work_order
  add column problem_code text not null default '',
  add column cause_code text not null default '',
  add column remedy_code text not null default '';
