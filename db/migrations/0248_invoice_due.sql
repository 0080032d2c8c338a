-- Unpaid invoices in the order of their due dates: the paid ones, which are nearly all after some years, were read first, one by one. The condition is the list's own, word for word,
-- so that the plan knows it. A payment takes the invoice out of it. The index of all due dates stays, for the whole list in that order.
create index invoice_unpaid_due on invoice (org_id, due_on, id) where status not in ('paid', 'voided', 'rejected');
