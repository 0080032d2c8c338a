-- A bill in another unit than the order is an exception of its own. A unit that a bill does not state is empty; before, 'each' was written for it, which
-- bills that are not settled yet lose where the order has another unit: nobody stated it.
alter table invoice_line alter column unit set default '';
alter table invoice_exception drop constraint invoice_exception_kind_check, add constraint invoice_exception_kind_check
  check (kind in ('price', 'quantity', 'unit', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals', 'vendor', 'currency'));

do $$
declare
  named text;
begin
  foreach named in array array['invoice', 'invoice_line', 'purchase_order_line'] loop
    execute format('alter table %I no force row level security', named);
  end loop;
  update invoice_line l set unit = '' from invoice i, purchase_order_line p
    where i.org_id = l.org_id and i.id = l.invoice_id and p.org_id = l.org_id and p.id = l.purchase_order_line_id and l.unit = 'each' and p.unit <> 'each' and i.status in ('received', 'exception', 'matched', 'in_approval', 'disputed');
  foreach named in array array['invoice', 'invoice_line', 'purchase_order_line'] loop
    execute format('alter table %I force row level security', named);
  end loop;
end $$;
