-- What was asked for again: the requisition that buys an item, and where its goods are put.
create table stock_reorder (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  requisition_id uuid not null,
  asked_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, requisition_id, item_id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (asked_by) references person(id)
);
select levee_secure('stock_reorder');
revoke update, delete on stock_reorder from levee_app;
select levee_keep('stock_location');
create index stock_reorder_item on stock_reorder (org_id, item_id, created_at desc);
