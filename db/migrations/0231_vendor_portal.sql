-- What a vendor reads of its dealings with an agency: its own orders once they are issued, with receipts, invoices and payments. Nothing of accounts, approvals or buyers' notes.
create policy own on purchase_order for select to levee_vendor using (issued_at is not null and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, title, vendor_id, department_id, status, revision, amount, received_amount, invoiced_amount, ordered_on, promised_on, deliver_to, terms_days, instructions, issued_at, acknowledged_at, close_reason, version, updated_at) on purchase_order to levee_vendor;
create policy own on purchase_order_line for select to levee_vendor using ((org_id, purchase_order_id) in (select org_id, id from purchase_order));
grant select (org_id, id, purchase_order_id, line_no, description, commodity_code, quantity, unit, unit_price, amount, received_quantity, invoiced_quantity, cancelled) on purchase_order_line to levee_vendor;
create policy own on receipt for select to levee_vendor using ((org_id, purchase_order_id) in (select org_id, id from purchase_order));
grant select (org_id, id, number, purchase_order_id, status, received_on) on receipt to levee_vendor;
create policy own on receipt_line for select to levee_vendor using ((org_id, receipt_id) in (select org_id, id from receipt));
grant select (org_id, id, receipt_id, purchase_order_line_id, quantity, rejected_quantity, reject_reason, returned_on) on receipt_line to levee_vendor;
create policy own on invoice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, vendor_id, purchase_order_id, kind, vendor_number, invoice_date, received_on, due_on, terms_days, status, source, subtotal, allowances, charges, tax, rounding, total, retainage, paid_amount, currency, dispute_reason, version, created_at) on invoice to levee_vendor;
create policy own on invoice_line for select to levee_vendor using ((org_id, invoice_id) in (select org_id, id from invoice));
grant select (org_id, id, invoice_id, line_no, purchase_order_line_id, description, quantity, unit, unit_price, adjustment, amount) on invoice_line to levee_vendor;
create policy own on invoice_exception for select to levee_vendor using (status = 'open' and (org_id, invoice_id) in (select org_id, id from invoice));
grant select (org_id, id, invoice_id, line_id, kind, amount, status, created_at) on invoice_exception to levee_vendor;
-- That a payment waits, never why the agency wrote it down.
create policy own on payment_hold for select to levee_vendor using (lifted_at is null and ((org_id, vendor_id) in (select org_id, id from vendor) or (org_id, invoice_id) in (select org_id, id from invoice)));
grant select (org_id, id, vendor_id, invoice_id, lifted_at) on payment_hold to levee_vendor;
create policy own on payment for select to levee_vendor using (status in ('released', 'cleared', 'returned', 'voided') and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, vendor_id, method, check_number, status, amount, trace_number, paid_on, cleared_on, bank_last4, returned_on) on payment to levee_vendor;
create policy own on payment_invoice for select to levee_vendor using ((org_id, payment_id) in (select org_id, id from payment));
grant select (org_id, id, payment_id, invoice_id, amount, live) on payment_invoice to levee_vendor;
create policy own on vendor_bank_change for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, number, status, bank_name, account_last4, proposed_at, decided_at) on vendor_bank_change to levee_vendor;
create policy own on vendor_bank_account for select to levee_vendor using (ended_at is null and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, bank_name, account_last4, account_type, effective_at, held_until, ended_at) on vendor_bank_account to levee_vendor;
create index purchase_order_vendor_issued on purchase_order (org_id, vendor_id, ordered_on desc, id desc) where issued_at is not null;

-- What the vendor says is on its way: shown to whoever receives.
create table ship_notice (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  status text not null default 'announced' check (status in ('announced', 'arrived', 'withdrawn')),
  carrier text not null default '',
  tracking text not null default '',
  shipped_on date not null,
  expected_on date not null,
  packages int check (packages > 0),
  note text not null default '',
  created_by uuid,
  created_by_name text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check (expected_on >= shipped_on),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('ship_notice');
create index ship_notice_order on ship_notice (org_id, purchase_order_id, created_at desc);
create index ship_notice_expected on ship_notice (org_id, expected_on) where status = 'announced';

create table ship_notice_line (
  org_id uuid not null,
  id uuid not null,
  ship_notice_id uuid not null,
  purchase_order_line_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  lot text not null default '',
  primary key (org_id, id),
  unique (org_id, ship_notice_id, purchase_order_line_id),
  foreign key (org_id, ship_notice_id) references ship_notice (org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line (org_id, id)
);
select levee_secure('ship_notice_line');
create policy own on ship_notice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select on ship_notice to levee_vendor;
create policy own on ship_notice_line for select to levee_vendor using ((org_id, ship_notice_id) in (select org_id, id from ship_notice));
grant select on ship_notice_line to levee_vendor;

-- A vendor asks for another date, price or quantity; the buyer accepts (and changes the order) or declines.
create table order_change_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  reason text not null check (length(reason) between 3 and 2000),
  promised_on date,
  -- [{ lineId, lineNo, quantity, unitPrice }]: what the vendor would deliver instead.
  lines jsonb not null default '[]',
  asked_by uuid,
  asked_by_name text not null default '',
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('order_change_request');
create index order_change_request_order on order_change_request (org_id, purchase_order_id, created_at desc);
create unique index order_change_request_open on order_change_request (org_id, purchase_order_id) where status = 'open';
create policy own on order_change_request for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, purchase_order_id, vendor_id, status, reason, promised_on, lines, asked_by_name, answer, answered_at, version, created_at) on order_change_request to levee_vendor;

-- Talk between a vendor and the agency, one thread per record or subject. Nothing in it is a bid, an order or a change.
create table vendor_thread (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  subject text not null check (length(subject) between 1 and 200),
  object_type text,
  object_id uuid,
  object_number text,
  last_at timestamptz not null default clock_timestamp(),
  last_from_vendor boolean not null default false,
  vendor_read_at timestamptz,
  agency_read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_thread');
create index vendor_thread_recent on vendor_thread (org_id, last_at desc, id desc);
create index vendor_thread_vendor on vendor_thread (org_id, vendor_id, last_at desc);
create unique index vendor_thread_object on vendor_thread (org_id, vendor_id, object_type, object_id) where object_id is not null;

create table vendor_message (
  org_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  from_vendor boolean not null,
  person_id uuid,
  person_name text not null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, thread_id) references vendor_thread (org_id, id)
);
select levee_secure('vendor_message');
create index vendor_message_of on vendor_message (org_id, thread_id, created_at, id);
revoke update, delete on vendor_message from levee_app;
create policy own on vendor_thread for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, subject, object_type, object_id, object_number, last_at, last_from_vendor, vendor_read_at, created_at) on vendor_thread to levee_vendor;
create policy own on vendor_message for select to levee_vendor using ((org_id, thread_id) in (select org_id, id from vendor_thread));
grant select (org_id, id, thread_id, from_vendor, person_name, body, created_at) on vendor_message to levee_vendor;
