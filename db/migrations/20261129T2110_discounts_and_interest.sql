-- Terms of payment as bills state them, the discount and the interest that a payment of a bill carries.
alter table vendor add column payment_terms text not null default '' check (length(payment_terms) <= 60);

alter table invoice
  add column terms text not null default '' check (length(terms) <= 60),
  add column discount_bp int not null default 0 check (discount_bp >= 0 and discount_bp < 10000),
  add column discount_on date,
  -- What of paid_amount no money was paid for: discounts that payments took.
  add column discount_taken bigint not null default 0 check (discount_taken >= 0);
create index invoice_discount on invoice (org_id, discount_on) where discount_on is not null;

-- `amount` is the money that goes out for the bill itself; a discount settles the bill beside it, interest goes
-- out beside it and settles nothing.
alter table payment_invoice
  add column discount bigint not null default 0 check (discount >= 0),
  add column interest bigint not null default 0 check (interest >= 0);

create or replace function invoice_interest(of_org uuid, of_invoice uuid, until_day date) returns bigint
language sql stable as $$
  with bill as (
    select
      i.total - (i.retainage - i.retainage_released) as owed,
      i.due_on + i.disputed_days as begins, i.interest_bp, i.interest_least, i.interest_from
    from invoice i
    where i.org_id = of_org
      and i.id = of_invoice
      and i.interest_bp > 0
      and i.due_on is not null
      and i.status not in ('voided', 'rejected')
  ),
  months as (
    select
      b.*,
      b.owed - coalesce((
        select sum(pi.amount + pi.discount)
        from payment_invoice pi
        join payment p on p.org_id = pi.org_id and p.id = pi.payment_id
        where pi.org_id = of_org
          and pi.invoice_id = of_invoice
          and p.status in ('released', 'cleared')
          and p.paid_on <= (b.begins + make_interval(months => k))::date
      ), 0) as unpaid
    from bill b
    cross join lateral generate_series(0, (until_day - b.begins) / 28) k
    where (b.begins + make_interval(months => k))::date < until_day
  )
  select coalesce(sum(greatest(
    round(unpaid * interest_bp / 10000.0),
    case when unpaid >= interest_from then interest_least else 0 end
  )), 0)::bigint
  from months
  where unpaid > 0
$$;

-- What of it is still to be paid: less what payments behind the same due day carried.
create function invoice_interest_due(of_org uuid, of_invoice uuid, until_day date) returns bigint
language sql stable as $$
  select greatest(0, invoice_interest(of_org, of_invoice, until_day) - coalesce((
    select sum(pi.interest)
    from payment_invoice pi
    join payment p on p.org_id = pi.org_id and p.id = pi.payment_id
    join invoice i on i.org_id = pi.org_id and i.id = pi.invoice_id
    where pi.org_id = of_org
      and pi.invoice_id = of_invoice
      and pi.live
      and p.status in ('released', 'cleared')
      and p.paid_on > i.due_on + i.disputed_days
  ), 0))::bigint
$$;

-- What the vendor's own side reads beside the money of a bill.
grant select (discount, interest) on payment_invoice to levee_vendor;
create function payment_extras(of_org uuid, of_payment uuid, of_invoice uuid) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'discount', coalesce(sum(x.discount), 0), 'interest', coalesce(sum(x.interest), 0)
  )
  from payment_invoice x
  where x.org_id = of_org and x.payment_id = of_payment and x.invoice_id = of_invoice
$$;
