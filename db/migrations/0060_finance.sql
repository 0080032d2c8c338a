create table invoice (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  vendor_id uuid not null,
  purchase_order_id uuid,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  vendor_number text not null check (length(vendor_number) between 1 and 60),
  -- normalised: capitals and digits, no leading zeros
  vendor_number_key text not null,
  invoice_date date not null,
  received_on date not null,
  accepted_on date,
  due_on date,
  terms_days int not null default 30 check (terms_days between 0 and 365),
  status text not null default 'received' check (status in ('received', 'exception', 'matched', 'in_approval', 'approved', 'scheduled', 'paid', 'disputed', 'rejected', 'voided')),
  source text not null default 'typed' check (source in ('typed', 'csv', 'ubl', 'vendor')),
  subtotal bigint not null default 0,
  allowances bigint not null default 0 check (allowances >= 0),
  charges bigint not null default 0 check (charges >= 0),
  tax bigint not null default 0,
  rounding bigint not null default 0,
  total bigint not null default 0,
  stated_total bigint,
  retainage bigint not null default 0 check (retainage >= 0),
  paid_amount bigint not null default 0,
  currency text not null default 'USD',
  note text not null default '',
  file_id uuid,
  duplicate_of uuid,
  dispute_reason text,
  fiscal_year_id uuid,
  approved_at timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  foreign key (org_id, duplicate_of) references invoice (org_id, id)
);
select levee_secure('invoice');
create index invoice_recent on invoice (org_id, received_on desc, id desc);
create index invoice_status on invoice (org_id, status, received_on desc, id desc);
create index invoice_due on invoice (org_id, due_on, id);
create index invoice_order on invoice (org_id, purchase_order_id);
create index invoice_vendor on invoice (org_id, vendor_id, received_on desc);
create index invoice_duplicate on invoice (org_id, vendor_id, vendor_number_key);

create table invoice_line (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_no int not null,
  purchase_order_line_id uuid,
  description text not null check (length(description) between 1 and 500),
  -- negative on returns and corrections
  quantity numeric(18, 4) not null,
  unit text not null default 'each',
  unit_price numeric(18, 4) not null,
  amount bigint not null,
  stated_amount bigint,
  primary key (org_id, id),
  unique (org_id, invoice_id, line_no),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line (org_id, id)
);
select levee_secure('invoice_line');
create index invoice_line_order_line on invoice_line (org_id, purchase_order_line_id);

-- Where the money is charged; cents by account, adding up to the invoice's total.
create table invoice_split (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid,
  account_string_id uuid not null,
  amount bigint not null,
  -- how much of the order's encumbrance it used
  released bigint not null default 0,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, line_id) references invoice_line (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('invoice_split');
create index invoice_split_invoice on invoice_split (org_id, invoice_id);

-- What does not agree, why it matters, who must look, and how it was settled.
create table invoice_exception (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid,
  kind text not null check (kind in ('price', 'quantity', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals', 'vendor', 'currency')),
  message text not null,
  amount bigint not null default 0,
  owner_duty text not null default 'ap',
  status text not null default 'open' check (status in ('open', 'accepted', 'cleared')),
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, line_id) references invoice_line (org_id, id)
);
select levee_secure('invoice_exception');
create index invoice_exception_invoice on invoice_exception (org_id, invoice_id);
create index invoice_exception_open on invoice_exception (org_id, kind) where status = 'open';

-- Tolerances of the match: a line agrees when it is within the percentage AND within the cents. Dated; the newest that began decides.
create table match_tolerance (
  org_id uuid not null,
  id uuid not null,
  effective_from date not null,
  price_percent numeric(6, 3) not null check (price_percent >= 0),
  price_cents bigint not null check (price_cents >= 0),
  quantity_percent numeric(6, 3) not null default 0 check (quantity_percent >= 0),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, effective_from)
);
select levee_secure('match_tolerance');

create table payment_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in ('proposed', 'in_approval', 'approved', 'returned', 'released', 'sent', 'cancelled')),
  pay_on date not null,
  amount bigint not null default 0,
  payment_count int not null default 0,
  proposed_by uuid,
  released_by uuid,
  released_at timestamptz,
  nacha_file_id uuid,
  register_file_id uuid,
  file_modifier text not null default 'A',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, nacha_file_id) references stored_file (org_id, id),
  foreign key (org_id, register_file_id) references stored_file (org_id, id)
);
select levee_secure('payment_run');
create index payment_run_recent on payment_run (org_id, pay_on desc, id desc);

create table payment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  run_id uuid,
  vendor_id uuid not null,
  method text not null check (method in ('ach', 'check')),
  check_number text,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'released', 'cleared', 'returned', 'voided', 'cancelled')),
  amount bigint not null check (amount > 0),
  bank_account_id uuid,
  trace_number text,
  paid_on date,
  cleared_on date,
  void_reason text,
  reissue_of uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, run_id) references payment_run (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, reissue_of) references payment (org_id, id)
);
select levee_secure('payment');
create index payment_run_payments on payment (org_id, run_id);
create index payment_vendor on payment (org_id, vendor_id, created_at desc);
create index payment_recent on payment (org_id, created_at desc, id desc);

create table payment_invoice (
  org_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- false once the payment is cancelled, voided or returned: the invoice may be paid again
  live boolean not null default true,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id)
);
select levee_secure('payment_invoice');
-- One live payment per invoice, whatever races: a second one cannot be stored.
create unique index payment_invoice_once on payment_invoice (org_id, invoice_id) where live;
create index payment_invoice_payment on payment_invoice (org_id, payment_id);

create table payment_hold (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid,
  invoice_id uuid,
  reason text not null check (length(reason) between 3 and 500),
  placed_by uuid,
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  primary key (org_id, id),
  check ((vendor_id is null) <> (invoice_id is null)),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id)
);
select levee_secure('payment_hold');
create index payment_hold_vendor on payment_hold (org_id, vendor_id) where lifted_at is null;
create index payment_hold_invoice on payment_hold (org_id, invoice_id) where lifted_at is null;
