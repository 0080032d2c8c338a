-- What of a requisition's line was cancelled, in quantity and in cents: it stays cancelled when an order of the rest is given up.
alter table requisition_line add column released bigint not null default 0 check (released >= 0), add column cancelled_quantity numeric(18, 4) not null default 0 check (cancelled_quantity >= 0);
alter table requisition_split add column released bigint not null default 0 check (released >= 0);

-- A requisition that ended has released whatever was not ordered of it.
do $$
declare
  named text;
begin
  foreach named in array array['requisition', 'requisition_line', 'requisition_split', 'purchase_order', 'purchase_order_line'] loop
    execute format('alter table %I no force row level security', named);
  end loop;
  update requisition_split s set released = greatest(s.amount - s.ordered_amount, 0) from requisition_line l join requisition r on r.org_id = l.org_id and r.id = l.requisition_id where s.org_id = l.org_id and s.line_id = l.id and r.status in ('ordered', 'cancelled');
  update requisition_line l set released = case when l.account_string_id is null then 0 else greatest(l.amount - l.ordered_amount, 0) end,
      cancelled_quantity = greatest(l.quantity - coalesce((select sum(p.quantity) from purchase_order_line p join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id where p.org_id = l.org_id and p.requisition_line_id = l.id and not p.cancelled and o.status <> 'cancelled'), 0), 0)
    from requisition r where r.org_id = l.org_id and r.id = l.requisition_id and r.status in ('ordered', 'cancelled');
  foreach named in array array['requisition', 'requisition_line', 'requisition_split', 'purchase_order', 'purchase_order_line'] loop
    execute format('alter table %I force row level security', named);
  end loop;
end $$;

create or replace view requisition_share with (security_invoker = true) as
  select org_id, id as line_id, id, account_string_id, 100::numeric(9, 4) as percent, amount, ordered_amount, released from requisition_line where account_string_id is not null
  union all select org_id, line_id, id, account_string_id, percent, amount, ordered_amount, released from requisition_split;
