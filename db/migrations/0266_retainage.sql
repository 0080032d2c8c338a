-- Retainage that was withheld is released later, in one or several parts, each paid by a payment of its own.
alter table invoice
  add column retainage_released bigint not null default 0,
  add column last_part integer not null default 0 check (last_part >= 0),
  add constraint invoice_retainage_released check (retainage_released between 0 and retainage);
grant select (retainage_released) on invoice to levee_vendor;
create index invoice_withheld on invoice (org_id, received_on desc, id desc) where retainage > retainage_released;

-- Still one live payment whatever races, now of each part: the invoice itself is part 0, what was released after a payment the next.
alter table payment_invoice add column part integer not null default 0 check (part >= 0);
drop index payment_invoice_once;
create unique index payment_invoice_once on payment_invoice (org_id, invoice_id, part) where live;
