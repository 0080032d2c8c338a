-- Nearly every line is charged to one account as a whole: it names the account itself and counts for it. Rows of a split are for lines that are divided, and only for those.
-- A line of an invoice tells in `beyond` what of its charge the order had no encumbrance left for; it released the rest.
alter table requisition_line add column account_string_id uuid, add foreign key (org_id, account_string_id) references account_string (org_id, id);
alter table purchase_order_line add column account_string_id uuid, add column encumbered bigint not null default 0 check (encumbered >= 0), add column expended bigint not null default 0,
  add column taken bigint not null default 0 check (taken >= 0), add foreign key (org_id, account_string_id) references account_string (org_id, id);
alter table invoice_line add column account_string_id uuid, add column charged bigint not null default 0, add column beyond bigint not null default 0, add foreign key (org_id, account_string_id) references account_string (org_id, id);

do $$
declare
  named text;
begin
  foreach named in array array['requisition_line', 'requisition_split', 'purchase_order_line', 'purchase_order_split', 'invoice', 'invoice_line', 'invoice_split'] loop
    execute format('alter table %I no force row level security', named);
  end loop;
end $$;

create temporary table whole on commit drop as select org_id, line_id, min(account_string_id::text)::uuid as account_string_id from purchase_order_split group by 1, 2 having count(*) = 1;
update purchase_order_line l set account_string_id = s.account_string_id, encumbered = s.encumbered, expended = s.expended, taken = s.taken
  from whole w join purchase_order_split s on s.org_id = w.org_id and s.line_id = w.line_id where l.org_id = s.org_id and l.id = s.line_id and l.amount = s.amount;
delete from purchase_order_split s using purchase_order_line l where l.org_id = s.org_id and l.id = s.line_id and l.account_string_id is not null;
drop table whole;

create temporary table whole on commit drop as select s.org_id, s.line_id from requisition_split s where not exists (select 1 from purchase_order_split p where p.org_id = s.org_id and p.requisition_split_id = s.id) group by 1, 2 having count(*) = 1;
update requisition_line l set account_string_id = s.account_string_id, ordered_amount = s.ordered_amount
  from whole w join requisition_split s on s.org_id = w.org_id and s.line_id = w.line_id where l.org_id = s.org_id and l.id = s.line_id and l.amount = s.amount and (select count(*) from requisition_split o where o.org_id = l.org_id and o.line_id = l.id) = 1;
delete from requisition_split s using requisition_line l where l.org_id = s.org_id and l.id = s.line_id and l.account_string_id is not null;
drop table whole;

create temporary table whole on commit drop as select org_id, line_id from invoice_split where line_id is not null group by 1, 2 having count(*) = 1;
update invoice_line l set account_string_id = s.account_string_id, charged = s.amount,
  beyond = case when l.purchase_order_line_id is not null and i.status in ('approved', 'scheduled', 'paid') then greatest(s.amount, 0) - s.released else 0 end
  from whole w join invoice_split s on s.org_id = w.org_id and s.line_id = w.line_id join invoice i on i.org_id = s.org_id and i.id = s.invoice_id
  where l.org_id = s.org_id and l.id = s.line_id and (l.purchase_order_line_id is null or exists (select 1 from purchase_order_line p where p.org_id = l.org_id and p.id = l.purchase_order_line_id and p.account_string_id = s.account_string_id));
delete from invoice_split s using invoice_line l where l.org_id = s.org_id and l.id = s.line_id and l.account_string_id is not null;
drop table whole;

do $$
declare
  named text;
begin
  foreach named in array array['requisition_line', 'requisition_split', 'purchase_order_line', 'purchase_order_split', 'invoice', 'invoice_line', 'invoice_split'] loop
    execute format('alter table %I force row level security', named);
  end loop;
end $$;

-- Who is charged by a line, whole or divided; read under the row security of whoever asks.
create view requisition_share with (security_invoker = true) as
  select org_id, id as line_id, id, account_string_id, 100::numeric(9, 4) as percent, amount, ordered_amount from requisition_line where account_string_id is not null
  union all select org_id, line_id, id, account_string_id, percent, amount, ordered_amount from requisition_split;
create view purchase_order_share with (security_invoker = true) as
  select org_id, id as line_id, id, account_string_id, 100::numeric(9, 4) as percent, amount, encumbered, expended, taken from purchase_order_line where account_string_id is not null
  union all select org_id, line_id, id, account_string_id, percent, amount, encumbered, expended, taken from purchase_order_split;
create view invoice_share with (security_invoker = true) as
  select org_id, invoice_id, id as line_id, id, account_string_id, charged as amount from invoice_line where account_string_id is not null
  union all select org_id, invoice_id, line_id, id, account_string_id, amount from invoice_split;
grant select on requisition_share, purchase_order_share, invoice_share to levee_app;
