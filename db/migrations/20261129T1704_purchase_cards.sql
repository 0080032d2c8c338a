-- The duty of who keeps the agency's purchase cards.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper', 'sustainability_officer', 'biller', 'card_administrator'
));

-- What merchants sell, by their category codes (ISO 18245): groups that cards buy in, and those that none does.
create table card_group (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  codes text not null,
  blocked boolean not null default false,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('card_group');
select levee_definition('card_group');

-- A card in somebody's hand: its last four digits, never its number.
create table purchase_card (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  bank_id uuid not null,
  bank_name text not null,
  holder_id uuid not null,
  holder_name text not null,
  department_id uuid not null,
  department_name text not null,
  administrator_id uuid not null,
  administrator_name text not null,
  approver_id uuid not null,
  approver_name text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  per_purchase bigint not null check (per_purchase > 0),
  per_cycle bigint not null check (per_cycle >= per_purchase),
  groups jsonb not null default '[]',
  account_string_id uuid not null,
  account_code text not null,
  ends_on date,
  status_reason text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, bank_id) references vendor(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (holder_id) references person(id),
  foreign key (administrator_id) references person(id),
  foreign key (approver_id) references person(id),
  foreign key (created_by) references person(id),
  check (holder_id <> approver_id),
  check (holder_id <> administrator_id),
  check (approver_id <> administrator_id)
);
select levee_secure('purchase_card');
create index purchase_card_holder on purchase_card (org_id, holder_id);
create index purchase_card_four on purchase_card (org_id, last_four);

-- What a bank bills at once: the lines of its cards from a day to a day, and the total of its statement.
create table card_cycle (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'stated', 'reconciled', 'invoiced')),
  bank_id uuid not null,
  bank_name text not null,
  opens_on date not null,
  closes_on date not null,
  statement_number text not null default '',
  statement_cents bigint,
  statement_on date,
  due_on date,
  statement_file_id uuid,
  invoice_id uuid,
  invoice_number text not null default '',
  stated_by uuid,
  reconciled_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, invoice_id),
  foreign key (org_id, bank_id) references vendor(org_id, id),
  foreign key (org_id, statement_file_id) references stored_file(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (stated_by) references person(id),
  foreign key (reconciled_by) references person(id),
  check (closes_on >= opens_on),
  check ((status = 'open') = (statement_cents is null)),
  check ((status = 'invoiced') = (invoice_id is not null)),
  constraint card_cycle_once exclude using gist (
    org_id with =, bank_id with =, daterange(opens_on, closes_on, '[]') with &&
  )
);
select levee_secure('card_cycle');

-- A merchant as banks write it, and the vendor that it is.
create table card_merchant (
  org_id uuid not null,
  id uuid not null,
  merchant_key text not null check (merchant_key <> ''),
  name text not null,
  vendor_id uuid,
  vendor_name text not null default '',
  settled_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, merchant_key),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (settled_by) references person(id)
);
select levee_secure('card_merchant');

-- One purchase by card, by the reference that its bank gave it.
create table card_line (
  org_id uuid not null,
  id uuid not null,
  number text not null check (number <> ''),
  status text not null default 'posted' check (status in ('posted', 'coded', 'sent', 'approved', 'returned')),
  bank_id uuid not null,
  card_id uuid not null,
  cycle_id uuid,
  holder_id uuid not null,
  department_id uuid not null,
  merchant_id uuid not null,
  merchant text not null,
  category text not null default '' check (category ~ '^([0-9]{4})?$'),
  posted_on date not null,
  purchased_on date not null,
  cents bigint not null check (cents <> 0),
  tax_cents bigint not null default 0,
  says text not null default '',
  purpose text not null default '',
  note text not null default '',
  splits jsonb not null,
  receipt_file_ids jsonb not null default '[]',
  lost_receipt text not null default '',
  coded_by uuid,
  sent_by uuid,
  sent_at timestamptz,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  status_reason text not null default '',
  task_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  -- The same file again changes nothing.
  unique (org_id, bank_id, number),
  foreign key (org_id, bank_id) references vendor(org_id, id),
  foreign key (org_id, card_id) references purchase_card(org_id, id),
  foreign key (org_id, cycle_id) references card_cycle(org_id, id),
  foreign key (org_id, merchant_id) references card_merchant(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (holder_id) references person(id),
  foreign key (coded_by) references person(id),
  foreign key (sent_by) references person(id),
  foreign key (decided_by) references person(id),
  check ((status = 'approved') <= (decided_by is not null)),
  check (decided_by is null or decided_by <> holder_id or status <> 'approved')
);
select levee_secure('card_line');
create index card_line_card on card_line (org_id, card_id);
create index card_line_cycle on card_line (org_id, cycle_id);
create index card_line_alike on card_line (org_id, department_id, purchased_on);
create index card_line_merchant on card_line (org_id, merchant_id);

-- What a rule found of a line: somebody answers for it until a day, another person settles it.
create table card_finding (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'settled', 'cleared')),
  kind text not null check (kind in ('split', 'category', 'limit', 'receipt', 'tax', 'invoiced', 'excluded')),
  card_id uuid not null,
  line_id uuid not null,
  says text not null check (says <> ''),
  citation text not null default '',
  owner_id uuid not null,
  owner_name text not null,
  due_on date not null,
  others jsonb not null default '[]',
  suspended boolean not null default false,
  reason text not null default '',
  settled_by uuid,
  settled_name text not null default '',
  settled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, line_id, kind),
  foreign key (org_id, card_id) references purchase_card(org_id, id),
  foreign key (org_id, line_id) references card_line(org_id, id),
  foreign key (owner_id) references person(id),
  foreign key (settled_by) references person(id),
  check ((status = 'settled') = (settled_by is not null)),
  check (settled_by is null or (settled_by <> owner_id and reason <> ''))
);
select levee_secure('card_finding');
create index card_finding_card on card_finding (org_id, card_id);
