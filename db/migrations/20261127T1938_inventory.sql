-- The duty of who keeps the stores.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper'
));

-- What is kept in stores: counted in one unit, bought in packs that hold it exactly.
create table stock_item (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'active' check (status in ('active', 'retired')),
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  commodity_code text,
  unit text not null check (length(unit) between 1 and 20),
  packs jsonb not null default '[]' check (jsonb_typeof(packs) = 'array'),
  tracking text not null default 'none' check (tracking in ('none', 'lot', 'serial')),
  shelf_life_days int check (shelf_life_days > 0),
  cost_class text not null default 'general' check (length(cost_class) between 1 and 40),
  reorder_point numeric(18, 4) check (reorder_point >= 0),
  order_up_to numeric(18, 4) check (order_up_to > 0),
  vendor_id uuid,
  keeper_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (keeper_id) references person(id),
  check (reorder_point is null or order_up_to is null or order_up_to > reorder_point)
);
select levee_secure('stock_item');
create unique index stock_item_name on stock_item (org_id, lower(name)) where status = 'active';
create index stock_item_status on stock_item (org_id, status, name);
create index stock_item_vendor on stock_item (org_id, vendor_id) where vendor_id is not null;
create index stock_item_keeper on stock_item (org_id, keeper_id) where keeper_id is not null;

-- Where it lies: a tree on one of the agency's places.
create table stock_location (
  org_id uuid not null,
  id uuid not null,
  status text not null default 'active' check (status in ('active', 'retired')),
  code text not null check (length(code) between 1 and 40),
  name text not null check (length(name) between 1 and 120),
  parent_id uuid,
  place_id uuid not null,
  quarantine boolean not null default false,
  charge_at text not null default 'purchase' check (charge_at in ('purchase', 'issue')),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, parent_id) references stock_location(org_id, id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  check (parent_id <> id)
);
select levee_secure('stock_location');
create unique index stock_location_code on stock_location (org_id, lower(code));
create index stock_location_parent on stock_location (org_id, parent_id) where parent_id is not null;
create index stock_location_place on stock_location (org_id, place_id);

-- Which of an item: a lot or a single piece, with the order and the award that it came by.
create table stock_lot (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  code text not null check (length(code) between 1 and 60),
  condition text not null default 'ok' check (condition in ('ok', 'attention', 'damaged', 'quarantined', 'rejected')),
  expires_on date,
  receipt_line_id uuid,
  purchase_order_id uuid,
  vendor_id uuid,
  award_id uuid,
  quarantined_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, receipt_line_id) references receipt_line(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  foreign key (quarantined_by) references person(id)
);
select levee_secure('stock_lot');
create unique index stock_lot_code on stock_lot (org_id, item_id, lower(code));
create index stock_lot_named on stock_lot (org_id, lower(code));
create index stock_lot_condition on stock_lot (org_id, condition) where condition <> 'ok';
create index stock_lot_expires on stock_lot (org_id, expires_on) where expires_on is not null;
create index stock_lot_order on stock_lot (org_id, purchase_order_id) where purchase_order_id is not null;
create index stock_lot_vendor on stock_lot (org_id, vendor_id) where vendor_id is not null;
create index stock_lot_receipt on stock_lot (org_id, receipt_line_id) where receipt_line_id is not null;
create index stock_lot_award on stock_lot (org_id, award_id) where award_id is not null;
