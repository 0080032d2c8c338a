-- What of the stock is held for somebody: the sum of a place's rows is what its balance has reserved.
create table stock_hold (
  org_id uuid not null,
  id uuid not null,
  held_for uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  lot_id uuid,
  fund_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  consumer_type text not null check (consumer_type in ('workOrder', 'project', 'incident', 'department')),
  consumer_id uuid not null,
  held_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (org_id, lot_id) references stock_lot(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (held_by) references person(id)
);
select levee_secure('stock_hold');
create index stock_hold_for on stock_hold (org_id, held_for);
create index stock_hold_item on stock_hold (org_id, item_id);
