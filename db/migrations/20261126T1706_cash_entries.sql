-- Movements of cash, in the order in which finance writes them; never changed. `book` is what the agency's
-- books say of the account, `outstanding` what is out and has not cleared at the bank, both in cents.
create table cash_entry (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in (
    'issued', 'moved', 'voided', 'returned', 'cleared', 'uncleared', 'retainage', 'withheld'
  )),
  on_day date not null,
  agency_account_id uuid,
  payment_id uuid,
  invoice_id uuid,
  book bigint not null default 0,
  outstanding bigint not null default 0,
  -- Cents of an invoice that are withheld no more, or again.
  retainage bigint not null default 0,
  posted_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((kind in ('retainage', 'withheld')) = (invoice_id is not null)),
  check ((payment_id is null) = (invoice_id is not null)),
  check ((payment_id is null) = (agency_account_id is null)),
  foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id)
);
select levee_secure('cash_entry');
revoke update, delete on cash_entry from levee_app;
create index cash_entry_account on cash_entry (org_id, agency_account_id, on_day, id) where payment_id is not null;
create index cash_entry_payment on cash_entry (org_id, payment_id, id) where payment_id is not null;
create index cash_entry_invoice on cash_entry (org_id, invoice_id, id) where invoice_id is not null;

-- What was paid before this ledger was kept.
insert into cash_entry (org_id, id, kind, on_day, agency_account_id, payment_id, book, outstanding)
select org_id, gen_random_uuid(), 'issued', paid_on, agency_account_id, id, -amount, amount
from payment
where status in ('released', 'cleared', 'returned', 'voided')
  and paid_on is not null
  and agency_account_id is not null;
insert into cash_entry (org_id, id, kind, on_day, agency_account_id, payment_id, book, outstanding)
select
  p.org_id, gen_random_uuid(),
  case p.status when 'cleared' then 'cleared' when 'returned' then 'returned' else 'voided' end,
  coalesce(
    case p.status when 'cleared' then p.cleared_on when 'returned' then p.returned_on end,
    greatest(p.paid_on, (p.updated_at at time zone o.time_zone)::date)
  ),
  p.agency_account_id, p.id, case p.status when 'cleared' then 0 else p.amount end, -p.amount
from payment p
join organization o on o.id = p.org_id
where p.status in ('cleared', 'returned', 'voided')
  and p.paid_on is not null
  and p.agency_account_id is not null;
insert into cash_entry (org_id, id, kind, on_day, invoice_id, retainage)
select
  i.org_id, gen_random_uuid(), 'retainage', (i.updated_at at time zone o.time_zone)::date, i.id,
  i.retainage_released
from invoice i
join organization o on o.id = i.org_id
where i.retainage_released <> 0;

-- An agency pays from several accounts. One without funds pays those that no other active one names.
drop index agency_bank_account_active;
create unique index agency_bank_account_once
on agency_bank_account (org_id, originating_routing, account_digest)
where active;
alter table agency_bank_account add column fund_ids uuid[] not null default '{}';
update payment_run r
set agency_account_id = a.id
from agency_bank_account a
where a.org_id = r.org_id
  and a.active
  and r.agency_account_id is null
  and r.status in ('proposed', 'in_approval', 'approved', 'returned');
