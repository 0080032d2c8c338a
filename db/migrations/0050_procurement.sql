create table requisition (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  title text not null check (length(title) between 1 and 200),
  justification text not null default '',
  department_id uuid not null,
  requester_id uuid,
  requested_on date not null,
  needed_on date not null,
  deliver_to text not null default '',
  fiscal_year_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'returned', 'rejected', 'withdrawn', 'cancelled', 'partly_ordered', 'ordered')),
  amount bigint not null default 0 check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  vendor_id uuid,
  method text check (method in ('micro_purchase', 'simplified', 'sealed_bid', 'proposal', 'noncompetitive')),
  method_citation text,
  method_reason text not null default '',
  aggregate_amount bigint not null default 0,
  split_warning boolean not null default false,
  emergency boolean not null default false,
  federal boolean not null default false,
  override_reason text,
  submitted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('requisition');
create index requisition_recent on requisition (org_id, requested_on desc, id desc);
create index requisition_status on requisition (org_id, status, requested_on desc, id desc);
create index requisition_requester on requisition (org_id, requester_id, requested_on desc);
create index requisition_department on requisition (org_id, department_id, requested_on desc);

create table requisition_line (
  org_id uuid not null,
  id uuid not null,
  requisition_id uuid not null,
  line_no int not null,
  description text not null check (length(description) between 1 and 500),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > 0),
  unit text not null default 'each',
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  amount bigint not null check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  primary key (org_id, id),
  unique (org_id, requisition_id, line_no),
  foreign key (org_id, requisition_id) references requisition (org_id, id)
);
select levee_secure('requisition_line');
create index requisition_line_commodity on requisition_line (org_id, commodity_code);

create table requisition_split (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  account_string_id uuid not null,
  percent numeric(9, 4),
  amount bigint not null check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  primary key (org_id, id),
  unique (org_id, line_id, account_string_id),
  foreign key (org_id, line_id) references requisition_line (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('requisition_split');

create table purchase_order (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  title text not null check (length(title) between 1 and 200),
  vendor_id uuid not null,
  department_id uuid not null,
  buyer_id uuid,
  fiscal_year_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed', 'cancelled', 'returned')),
  revision int not null default 1,
  amount bigint not null default 0 check (amount >= 0),
  received_amount bigint not null default 0,
  invoiced_amount bigint not null default 0,
  ordered_on date not null,
  promised_on date,
  deliver_to text not null default '',
  terms_days int not null default 30 check (terms_days between 0 and 365),
  instructions text not null default '',
  method text,
  method_citation text,
  federal boolean not null default false,
  emergency boolean not null default false,
  match_mode text not null default 'three_way' check (match_mode in ('two_way', 'three_way')),
  over_receipt_percent numeric(5, 2) not null default 0 check (over_receipt_percent between 0 and 100),
  pending_change jsonb,
  issued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledge_token_digest text,
  close_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id)
);
select levee_secure('purchase_order');
create index purchase_order_recent on purchase_order (org_id, ordered_on desc, id desc);
create index purchase_order_status on purchase_order (org_id, status, ordered_on desc, id desc);
create index purchase_order_vendor on purchase_order (org_id, vendor_id, ordered_on desc);
create index purchase_order_token on purchase_order (acknowledge_token_digest) where acknowledge_token_digest is not null;

create table purchase_order_line (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  line_no int not null,
  requisition_line_id uuid,
  description text not null check (length(description) between 1 and 500),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > 0),
  unit text not null default 'each',
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  amount bigint not null check (amount >= 0),
  received_quantity numeric(18, 4) not null default 0,
  invoiced_quantity numeric(18, 4) not null default 0,
  invoiced_amount bigint not null default 0,
  cancelled boolean not null default false,
  primary key (org_id, id),
  unique (org_id, purchase_order_id, line_no),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id),
  foreign key (org_id, requisition_line_id) references requisition_line (org_id, id)
);
select levee_secure('purchase_order_line');
create index purchase_order_line_requisition on purchase_order_line (org_id, requisition_line_id);

create table purchase_order_split (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  account_string_id uuid not null,
  percent numeric(9, 4),
  amount bigint not null check (amount >= 0),
  -- what of it is still encumbered, in cents
  encumbered bigint not null default 0 check (encumbered >= 0),
  expended bigint not null default 0,
  primary key (org_id, id),
  unique (org_id, line_id, account_string_id),
  foreign key (org_id, line_id) references purchase_order_line (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('purchase_order_split');

-- Every issued version as it went out, for comparison.
create table purchase_order_version (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  revision int not null,
  content jsonb not null,
  reason text not null default '',
  amount bigint not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, revision),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id)
);
select levee_secure('purchase_order_version');

create table receipt (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  status text not null default 'posted' check (status in ('posted', 'reversed')),
  received_on date not null,
  received_by uuid,
  packing_slip text not null default '',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id)
);
select levee_secure('receipt');
create index receipt_order on receipt (org_id, purchase_order_id);
create index receipt_recent on receipt (org_id, received_on desc, id desc);

create table receipt_line (
  org_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  purchase_order_line_id uuid not null,
  quantity numeric(18, 4) not null check (quantity >= 0),
  rejected_quantity numeric(18, 4) not null default 0 check (rejected_quantity >= 0),
  reject_reason text not null default '',
  returned_on date,
  primary key (org_id, id),
  foreign key (org_id, receipt_id) references receipt (org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line (org_id, id)
);
select levee_secure('receipt_line');
create index receipt_line_order_line on receipt_line (org_id, purchase_order_line_id);
