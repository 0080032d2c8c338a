-- What a vendor reads of a record's parts is asked of that record, by its key. `in (select …)` is answered from a hash of every record of every agency, built anew for each query.
-- Who sees what is as before: the record itself is still shown by its own policy alone.
alter policy own on purchase_order_line using (exists (select 1 from purchase_order o where o.org_id = purchase_order_line.org_id and o.id = purchase_order_line.purchase_order_id));
alter policy own on receipt using (exists (select 1 from purchase_order o where o.org_id = receipt.org_id and o.id = receipt.purchase_order_id));
alter policy own on receipt_line using (exists (select 1 from receipt c where c.org_id = receipt_line.org_id and c.id = receipt_line.receipt_id));
alter policy own on invoice_line using (exists (select 1 from invoice i where i.org_id = invoice_line.org_id and i.id = invoice_line.invoice_id));
alter policy own on invoice_exception using (status = 'open' and exists (select 1 from invoice i where i.org_id = invoice_exception.org_id and i.id = invoice_exception.invoice_id));
alter policy own on payment_hold using (lifted_at is null and ((org_id, vendor_id) in (select org_id, id from vendor) or exists (select 1 from invoice i where i.org_id = payment_hold.org_id and i.id = payment_hold.invoice_id)));
alter policy own on payment_invoice using (exists (select 1 from payment p where p.org_id = payment_invoice.org_id and p.id = payment_invoice.payment_id));
alter policy own on ship_notice_line using (exists (select 1 from ship_notice n where n.org_id = ship_notice_line.org_id and n.id = ship_notice_line.ship_notice_id));
alter policy own on vendor_message using (exists (select 1 from vendor_thread t where t.org_id = vendor_message.org_id and t.id = vendor_message.thread_id));

-- The vendor's invitations, from its own records instead of from every invitation.
alter policy offered on solicitation using (published_at is not null and status not in ('draft', 'review') and (not invited_only or (org_id, id) in (select i.org_id, i.solicitation_id from vendor v join solicitation_invitation i on i.org_id = v.org_id and i.vendor_id = v.id)));
