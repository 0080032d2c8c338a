-- A purchase by card that pays an order is one purchase: the look-back counts the order, not both.
alter table card_line
  add column order_id uuid,
  add column order_number text not null default '',
  add constraint card_line_order foreign key (org_id, order_id) references purchase_order(org_id, id),
  add constraint card_line_order_named check ((order_id is null) = (order_number = ''));
create index card_line_order on card_line (org_id, order_id) where order_id is not null;
