-- What lists are searched by, beside the records: behind row security no index answers a search by parts of words (their operators are not leakproof), so that
-- every row was read for it. Whoever asks gets ids of the own agency from a function, and reads the rows through row security as before.
create extension if not exists btree_gin;
create table record_words (
  org_id uuid not null,
  kind text not null,
  id uuid not null,
  own text not null,
  vendor text not null default '',
  primary key (org_id, id)
);
select levee_secure('record_words');

create function levee_words_of_requisition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'requisition', n.id, n.number || ' ' || n.title, coalesce(v.name, '') from stored n left join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
  else
    update record_words set own = new.number || ' ' || new.title, vendor = coalesce((select name from vendor where org_id = new.org_id and id = new.vendor_id), '') where org_id = new.org_id and id = new.id;
  end if;
  return null;
end $$;
create function levee_words_of_purchase_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'purchaseOrder', n.id, n.number || ' ' || n.title, v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
  else
    update record_words set own = new.number || ' ' || new.title, vendor = (select name from vendor where org_id = new.org_id and id = new.vendor_id) where org_id = new.org_id and id = new.id;
  end if;
  return null;
end $$;
create function levee_words_of_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'invoice', n.id, concat_ws(' ', n.number, n.vendor_number, o.number), v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id left join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id;
  else
    update record_words set own = concat_ws(' ', new.number, new.vendor_number, (select number from purchase_order where org_id = new.org_id and id = new.purchase_order_id)), vendor = (select name from vendor where org_id = new.org_id and id = new.vendor_id) where org_id = new.org_id and id = new.id;
  end if;
  return null;
end $$;
create function levee_words_of_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'payment', n.id, concat_ws(' ', n.number, n.check_number, n.trace_number), v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
  else
    update record_words set own = concat_ws(' ', new.number, new.check_number, new.trace_number), vendor = (select name from vendor where org_id = new.org_id and id = new.vendor_id) where org_id = new.org_id and id = new.id;
  end if;
  return null;
end $$;
create function levee_words_gone() returns trigger language plpgsql as $$
begin
  delete from record_words w using stored s where w.org_id = s.org_id and w.id = s.id;
  return null;
end $$;
create function levee_words_of_vendor() returns trigger language plpgsql as $$
begin
  update record_words set vendor = new.name where org_id = new.org_id and id in (
    select id from requisition where org_id = new.org_id and vendor_id = new.id union all select id from purchase_order where org_id = new.org_id and vendor_id = new.id
    union all select id from invoice where org_id = new.org_id and vendor_id = new.id union all select id from payment where org_id = new.org_id and vendor_id = new.id);
  return null;
end $$;

create trigger words_stored after insert on requisition referencing new table as stored for each statement execute function levee_words_of_requisition();
create trigger words_changed after update on requisition for each row when ((old.number, old.title, old.vendor_id) is distinct from (new.number, new.title, new.vendor_id)) execute function levee_words_of_requisition();
create trigger words_gone after delete on requisition referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_stored after insert on purchase_order referencing new table as stored for each statement execute function levee_words_of_purchase_order();
create trigger words_changed after update on purchase_order for each row when ((old.number, old.title, old.vendor_id) is distinct from (new.number, new.title, new.vendor_id)) execute function levee_words_of_purchase_order();
create trigger words_gone after delete on purchase_order referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_stored after insert on invoice referencing new table as stored for each statement execute function levee_words_of_invoice();
create trigger words_changed after update on invoice for each row when ((old.number, old.vendor_number, old.purchase_order_id, old.vendor_id) is distinct from (new.number, new.vendor_number, new.purchase_order_id, new.vendor_id)) execute function levee_words_of_invoice();
create trigger words_gone after delete on invoice referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_stored after insert on payment referencing new table as stored for each statement execute function levee_words_of_payment();
create trigger words_changed after update on payment for each row when ((old.number, old.check_number, old.trace_number, old.vendor_id) is distinct from (new.number, new.check_number, new.trace_number, new.vendor_id)) execute function levee_words_of_payment();
create trigger words_gone after delete on payment referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_changed after update on vendor for each row when (old.name is distinct from new.name) execute function levee_words_of_vendor();

do $$
declare
  named text;
begin
  foreach named in array array['requisition', 'purchase_order', 'invoice', 'payment', 'vendor', 'record_words'] loop
    execute format('alter table %I no force row level security', named);
  end loop;
  insert into record_words (org_id, kind, id, own, vendor)
  select r.org_id, 'requisition', r.id, r.number || ' ' || r.title, coalesce(v.name, '') from requisition r left join vendor v on v.org_id = r.org_id and v.id = r.vendor_id
  union all select o.org_id, 'purchaseOrder', o.id, o.number || ' ' || o.title, v.name from purchase_order o join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
  union all select i.org_id, 'invoice', i.id, concat_ws(' ', i.number, i.vendor_number, o.number), v.name from invoice i join vendor v on v.org_id = i.org_id and v.id = i.vendor_id left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
  union all select p.org_id, 'payment', p.id, concat_ws(' ', p.number, p.check_number, p.trace_number), v.name from payment p join vendor v on v.org_id = p.org_id and v.id = p.vendor_id;
  foreach named in array array['requisition', 'purchase_order', 'invoice', 'payment', 'vendor', 'record_words'] loop
    execute format('alter table %I force row level security', named);
  end loop;
end $$;
-- What is new waits in the index's list of pending entries, which a search reads as well, until it is merged (4 MiB of it: some thousand records).
create index record_words_like on record_words using gin (org_id, kind, (own || ' ' || vendor) gin_trgm_ops);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_finder') then
    create role levee_finder nologin nobypassrls;
  end if;
  grant levee_finder to current_user;
end $$;
grant usage, create on schema public to levee_finder;
grant select on record_words to levee_finder;
create policy finder on record_words for select to levee_finder using (true);
-- Ids of at most `most` records of a kind in the agency that asks whose words are like every pattern. Its text is made anew for each question, so that the plan knows how rare the words are.
create function levee_found(wanted text, patterns text[], most int) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute format('select id from record_words where org_id = %L and kind = %L%s limit %s', levee_org(), wanted, (select string_agg(format(' and (own || '' '' || vendor) ilike %L', p), '') from unnest(patterns) p), most);
end $$;
alter function levee_found(text, text[], int) owner to levee_finder;
revoke create on schema public from levee_finder;
revoke all on function levee_found(text, text[], int) from public;
grant execute on function levee_found(text, text[], int) to levee_app;
