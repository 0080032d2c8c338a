-- Which item of the stores an order's line buys, and where its goods are put when they come.
create table stock_order_line (
  org_id uuid not null,
  order_line_id uuid not null,
  order_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  named_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, order_line_id),
  foreign key (org_id, order_line_id) references purchase_order_line(org_id, id),
  foreign key (org_id, order_id) references purchase_order(org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (named_by) references person(id)
);
select levee_secure('stock_order_line');
create index stock_order_line_order on stock_order_line (org_id, order_id);
create index stock_order_line_item on stock_order_line (org_id, item_id);
create index stock_order_line_location on stock_order_line (org_id, location_id);
