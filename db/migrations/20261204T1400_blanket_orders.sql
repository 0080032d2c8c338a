-- A blanket order encumbers the year's amount; releases are placed on it and draw on what it encumbers.
alter table purchase_order add column kind text not null default 'standard' check (kind in ('standard', 'blanket', 'release'));
-- The blanket order that a release is placed on.
alter table purchase_order add column blanket_id uuid;
-- The last day on which releases are placed on a blanket order.
alter table purchase_order add column ends_on date;
-- Cents that the releases of a blanket order hold of it.
alter table purchase_order add column released_amount bigint not null default 0 check (released_amount >= 0);
alter table purchase_order add foreign key (org_id, blanket_id) references purchase_order (org_id, id);
alter table purchase_order add check ((kind = 'release') = (blanket_id is not null));
alter table purchase_order add check ((kind = 'blanket') = (ends_on is not null));
alter table purchase_order add check (released_amount = 0 or kind = 'blanket' and released_amount <= amount);
create index purchase_order_release on purchase_order (org_id, blanket_id) where blanket_id is not null;
create index purchase_order_blanket on purchase_order (org_id, ends_on) where kind = 'blanket';
grant select (kind, blanket_id, ends_on) on purchase_order to levee_vendor;
