-- Every state of a document writes each of its indexes again (figures: docs/decisions/0040-performance.md, "p2p"). What another one serves goes.
-- Events are read by agency, in the order of the primary key.
drop index outbox_event_order;

-- Issued orders of a span of days are found by purchase_order_recent: drafts are few.
drop index purchase_order_ordered;

-- A vendor's orders and invoices: the newest first, and those of a span of promised days or of dates, which are compared within the index.
drop index purchase_order_vendor, purchase_order_vendor_issued, purchase_order_promised, invoice_vendor, invoice_vendor_date;
create index purchase_order_vendor on purchase_order (org_id, vendor_id, ordered_on desc, promised_on);
create index invoice_vendor on invoice (org_id, vendor_id, received_on desc, invoice_date);

-- A line's sums change with each receipt and invoice; with room beside it on its page, its five indexes need not be told.
alter table purchase_order_line set (fillfactor = 80);
