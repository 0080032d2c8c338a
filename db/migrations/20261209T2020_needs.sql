-- What a job needs in parts, and which certificates it demands.
alter table asset_class add column certificates text not null default '';
alter table work_order
  add column certificates text not null default '',
  add column certificates_by uuid references person (id),
  add column certificates_at timestamptz;

create table work_need (
  org_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  line_no int not null,
  description text not null check (description <> ''),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > 0),
  unit text not null check (unit <> ''),
  status text not null default 'needed' check (status in ('needed', 'requested', 'received', 'issued', 'dropped')),
  requisition_id uuid,
  receipt_line_id uuid,
  -- What the part's source calls what it issued.
  source_ref text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, work_order_id, line_no),
  foreign key (org_id, work_order_id) references work_order (org_id, id),
  foreign key (org_id, requisition_id) references requisition (org_id, id),
  foreign key (org_id, receipt_line_id) references receipt_line (org_id, id),
  check (status <> 'requested' or requisition_id is not null),
  check (status <> 'received' or receipt_line_id is not null)
);
select levee_secure('work_need');
create index work_need_requisition on work_need (org_id, requisition_id) where requisition_id is not null;
