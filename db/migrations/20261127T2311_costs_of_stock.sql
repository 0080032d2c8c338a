-- What an issue of stock bears of the bills by which its goods came.
alter table cost_line drop constraint cost_line_source_check;
alter table cost_line add constraint cost_line_source_check
  check (source in ('invoice', 'payroll', 'transfer', 'stock'));
alter table cost_line drop constraint cost_line_org_id_source_id_key;
create unique index cost_line_of on cost_line (org_id, source_id) where source <> 'stock';
create index cost_line_stock on cost_line (org_id, source_id) where source = 'stock';

-- What a line of an issue took of the goods of an order's line, without what came back.
create table stock_draw (
  org_id uuid not null,
  line_id uuid not null,
  order_line_id uuid not null,
  quantity numeric(18, 4) not null check (quantity >= 0),
  cents bigint not null check (cents >= 0),
  primary key (org_id, line_id, order_line_id),
  foreign key (org_id, line_id) references stock_movement_line(org_id, id),
  foreign key (org_id, order_line_id) references purchase_order_line(org_id, id)
);
select levee_secure('stock_draw');
create index stock_draw_order on stock_draw (org_id, order_line_id);
