-- What of a requisition's reservation an order takes over; released when the order is issued, given back when it is dropped before.
alter table purchase_order_split add column requisition_split_id uuid;
alter table purchase_order_split add column taken bigint not null default 0 check (taken >= 0);
alter table purchase_order_split add foreign key (org_id, requisition_split_id) references requisition_split (org_id, id);
alter table receipt add column photo_file_ids jsonb not null default '[]';
