-- Unpaid invoices in the order of their due dates: the paid ones, which are nearly all after some years, were read first, one by one. Whoever looks for due dates looks at what is unpaid;
-- the condition is the list's own, word for word, so that the plan knows it. A payment takes the invoice out of it.
drop index invoice_due;
create index invoice_due on invoice (org_id, due_on, id) where status not in ('paid', 'voided', 'rejected');
