-- Whether a line of an order has more received than invoiced, or more invoiced than received: kept where the lines' quantities change, in the update of the order that is made there anyway.
-- The lists read it from an index; they looked at the lines of every order before. On the lines themselves such an index would be written with every receipt and invoice.
alter table purchase_order add column uninvoiced boolean not null default false, add column overbilled boolean not null default false;
select levee_over_all_agencies(array['purchase_order', 'purchase_order_line']::regclass[], $$
  update purchase_order o set uninvoiced = s.uninvoiced, overbilled = s.overbilled
    from (select org_id, purchase_order_id, bool_or(invoiced_quantity < received_quantity) as uninvoiced, bool_or(invoiced_quantity > received_quantity) as overbilled from purchase_order_line where not cancelled and invoiced_quantity <> received_quantity group by 1, 2) s
    where o.org_id = s.org_id and o.id = s.purchase_order_id
$$);
create index purchase_order_uninvoiced on purchase_order (org_id, ordered_on desc, id desc) where uninvoiced;
create index purchase_order_overbilled on purchase_order (org_id, ordered_on desc, id desc) where overbilled;
