-- A contractor's application for payment of an order of a project, and what of each line it asks for.
create table pay_application (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in (
    'draft', 'submitted', 'returned', 'certified', 'withdrawn'
  )),
  project_id uuid not null,
  purchase_order_id uuid not null,
  application_no int not null check (application_no > 0),
  period_from date not null,
  period_to date not null,
  contractor_number text not null check (contractor_number <> ''),
  retainage_scope text not null default 'following' check (retainage_scope in ('following', 'all')),
  note text not null default '',
  file_id uuid,
  contractor_at timestamptz,
  contractor_name text not null default '',
  confirmed_by uuid,
  confirmed_at timestamptz,
  certified_by uuid,
  certified_at timestamptz,
  receipt_id uuid,
  invoice_id uuid,
  status_reason text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (org_id, receipt_id) references receipt(org_id, id),
  foreign key (confirmed_by) references person(id),
  foreign key (certified_by) references person(id),
  foreign key (created_by) references person(id),
  check (period_to >= period_from),
  check ((contractor_at is null) = (contractor_name = '')),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((status = 'certified') <= (invoice_id is not null and certified_by is not null)),
  check (certified_by is distinct from confirmed_by or certified_by is null)
);
select levee_secure('pay_application');
-- The next one begins when the one before is certified or withdrawn.
create unique index pay_application_open on pay_application (org_id, purchase_order_id)
  where status in ('draft', 'submitted', 'returned');
create unique index pay_application_no on pay_application (org_id, purchase_order_id, application_no)
  where status <> 'withdrawn';
create index pay_application_project on pay_application (org_id, project_id, status, number desc);
create index pay_application_status on pay_application (org_id, status, number desc);
create index pay_application_invoice on pay_application (org_id, invoice_id) where invoice_id is not null;

create table pay_application_line (
  org_id uuid not null,
  application_id uuid not null,
  purchase_order_line_id uuid not null,
  line_no int not null,
  claim text not null check (claim in ('quantity', 'percent', 'amount')),
  value numeric(18, 4) not null check (value >= 0),
  retainage_percent numeric(5, 2) check (retainage_percent between 0 and 100),
  previous_quantity numeric(18, 4) not null,
  claimed_quantity numeric(18, 4) not null check (claimed_quantity >= 0),
  certified_quantity numeric(18, 4) check (certified_quantity between 0 and claimed_quantity),
  cut_reason text not null default '',
  unit_price numeric(18, 4) not null,
  certified_cents bigint,
  retainage_cents bigint check (retainage_cents >= 0),
  primary key (org_id, application_id, purchase_order_line_id),
  foreign key (org_id, application_id) references pay_application(org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line(org_id, id),
  check ((certified_quantity is null) = (certified_cents is null)),
  check ((certified_quantity is null) = (retainage_cents is null)),
  check (certified_quantity is null or certified_quantity = claimed_quantity or cut_reason <> '')
);
select levee_secure('pay_application_line');
create index pay_application_line_order on pay_application_line (org_id, purchase_order_line_id);
create index project_contracts on project using gin (contracts jsonb_path_ops);
