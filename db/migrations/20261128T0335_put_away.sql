-- A location may be where goods of its place are received, until they are put away, or the one where they
-- are on the way between two of the agency's places.
alter table stock_location
  add column role text not null default 'shelf' check (role in ('shelf', 'receiving', 'transit'));
create unique index stock_location_transit on stock_location (org_id) where role = 'transit';
create index stock_location_role on stock_location (org_id, role) where role <> 'shelf';

-- What came for the stores and is not stock: pieces whose serial numbers nobody entered yet, and goods that
-- were rejected, which are their vendor's and lie apart until they go back.
create table stock_arrival (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('unnumbered', 'rejected')),
  status text not null default 'open' check (status in ('open', 'settled', 'taken_back')),
  item_id uuid not null,
  receipt_id uuid not null,
  receipt text not null,
  receipt_line_id uuid not null,
  order_line_id uuid not null,
  order_id uuid not null,
  "order" text not null,
  location_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  came_on date not null,
  ended_on date,
  primary key (org_id, id),
  check ((status = 'open') = (ended_on is null)),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id)
);
select levee_secure('stock_arrival');
create unique index stock_arrival_unnumbered
  on stock_arrival (org_id, receipt_line_id)
  where kind = 'unnumbered' and status = 'open';
create index stock_arrival_open on stock_arrival (org_id, kind, came_on) where status = 'open';
create index stock_arrival_receipt on stock_arrival (org_id, receipt_id);
create index stock_arrival_item on stock_arrival (org_id, item_id);
