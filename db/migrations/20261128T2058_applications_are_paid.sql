-- An application for payment is paid as its invoice is: from when on all but what is withheld of it is.
alter table pay_application add column paid_on date;
alter table pay_application add check (paid_on is null or status = 'certified');
grant select (paid_on) on pay_application to levee_vendor;

update pay_application a
set
  paid_on = (
    select min(p.paid_on)
    from payment_invoice x
    join payment p on p.org_id = x.org_id and p.id = x.payment_id
    where x.org_id = a.org_id and x.invoice_id = a.invoice_id and x.live
  )
from invoice i
where i.org_id = a.org_id
  and i.id = a.invoice_id
  and i.paid_amount >= i.total - i.retainage
  and a.status = 'certified';
