-- Goods that travel from one location to another: planned, sent, counted where they arrive.
create table stock_transfer (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('planned', 'sent', 'short', 'received', 'cancelled')),
  from_location_id uuid not null,
  to_location_id uuid not null,
  note text not null default '',
  driver text not null default '',
  planned_by uuid not null,
  sent_by uuid,
  sent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, from_location_id) references stock_location(org_id, id),
  foreign key (org_id, to_location_id) references stock_location(org_id, id),
  foreign key (planned_by) references person(id),
  foreign key (sent_by) references person(id),
  check (from_location_id <> to_location_id),
  check ((sent_by is null) = (sent_at is null)),
  check (status in ('planned', 'cancelled') or (sent_by is not null and driver <> ''))
);
select levee_secure('stock_transfer');
create index stock_transfer_status on stock_transfer (org_id, status, number desc);
create index stock_transfer_from on stock_transfer (org_id, from_location_id, status);
create index stock_transfer_to on stock_transfer (org_id, to_location_id, status);

-- What travels: as it was planned, and once it is sent, of which lot and fund it was taken.
create table stock_transfer_line (
  org_id uuid not null,
  id uuid not null,
  transfer_id uuid not null,
  line_no int not null,
  item_id uuid not null,
  lot_id uuid,
  fund_id uuid,
  quantity numeric(18, 4) not null check (quantity > 0),
  primary key (org_id, id),
  foreign key (org_id, transfer_id) references stock_transfer(org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, lot_id) references stock_lot(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id)
);
select levee_secure('stock_transfer_line');
create index stock_transfer_line_transfer on stock_transfer_line (org_id, transfer_id, line_no);

-- What became of it: arrived, found back where it came from, or lost. Each is a movement.
create table stock_transfer_outcome (
  org_id uuid not null,
  id uuid not null,
  transfer_id uuid not null,
  line_id uuid not null,
  kind text not null check (kind in ('arrived', 'found', 'lost')),
  quantity numeric(18, 4) not null check (quantity > 0),
  movement_id uuid not null,
  told_by uuid not null,
  told_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, transfer_id) references stock_transfer(org_id, id),
  foreign key (org_id, line_id) references stock_transfer_line(org_id, id),
  foreign key (org_id, movement_id) references stock_movement(org_id, id),
  foreign key (told_by) references person(id)
);
select levee_secure('stock_transfer_outcome');
revoke update, delete on stock_transfer_outcome from levee_app;
create index stock_transfer_outcome_line on stock_transfer_outcome (org_id, line_id);
create index stock_transfer_outcome_transfer on stock_transfer_outcome (org_id, transfer_id, told_at);

alter table stock_movement add column transfer_id uuid;
alter table stock_movement add foreign key (org_id, transfer_id) references stock_transfer(org_id, id);
create index stock_movement_transfer on stock_movement (org_id, transfer_id) where transfer_id is not null;

-- One for what is charged alike: goods on the way stay with the line that bears them.
drop index stock_location_transit;
create unique index stock_location_transit on stock_location (org_id, charge_account_id) nulls not distinct
  where role = 'transit';
