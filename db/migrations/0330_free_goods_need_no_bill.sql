-- What an order's line has for nothing is never billed, so it leaves nothing to wait for: orders whose only such lines were kept as received and not invoiced, and could not be closed.
select levee_over_all_agencies(array['purchase_order', 'purchase_order_line']::regclass[], $$
  update purchase_order o set uninvoiced = false
    where o.uninvoiced and not exists (select 1 from purchase_order_line l where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled and l.unit_price <> 0 and l.invoiced_quantity < l.received_quantity)
$$);
