-- What a bill's prompt-payment rule says of late payment, as it is of the day on which it came: hundredths of a percent
-- a month or part of one, the least for a month, the balance from which that least is owed; and days of a dispute,
-- in which none accrues.
alter table invoice
  add column interest_bp int not null default 0 check (interest_bp >= 0),
  add column interest_least bigint not null default 0 check (interest_least >= 0),
  add column interest_from bigint not null default 0 check (interest_from >= 0),
  add column interest_rule text,
  add column disputed_on date,
  add column disputed_days int not null default 0 check (disputed_days >= 0);

-- Interest owed on an invoice until a day, in cents: for each month or part of one behind its due day, of what was
-- unpaid when that month began. Nothing of what is withheld as retainage, of credits, of what is void.
create function invoice_interest(of_org uuid, of_invoice uuid, until_day date) returns bigint
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
        select sum(pi.amount)
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
