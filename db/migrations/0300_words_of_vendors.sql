-- Vendors are looked up by their words as documents are (0290). What keeps the words of a table is written once: from what it is searched by, where n is a row of it, and the name of its vendor.
-- The functions are made from this text and not given it as arguments, which would be planned anew for each record that is written.
create function levee_keep_words(target regclass, kind text, own text, vendor text default '''''', joined text default '') returns void language plpgsql as $keep$
begin
  execute format($made$
    create or replace function levee_words_of_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, %2$L, n.id, %3$s, %4$s from stored n %5$s;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select %3$s as own, %4$s as vendor from (select new.*) n %5$s) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $body$
  $made$, target, kind, own, vendor, joined);
end $keep$;
revoke all on function levee_keep_words(regclass, text, text, text, text) from public;

-- A vendor's own words, and its name among the words of its documents.
alter function levee_words_of_vendor() rename to levee_words_of_vendor_named;
alter trigger words_changed on vendor rename to words_named;

select levee_keep_words('requisition', 'requisition', $$n.number || ' ' || n.title$$, $$coalesce(v.name, '')$$, 'left join vendor v on v.org_id = n.org_id and v.id = n.vendor_id');
select levee_keep_words('purchase_order', 'purchaseOrder', $$n.number || ' ' || n.title$$, 'v.name', 'join vendor v on v.org_id = n.org_id and v.id = n.vendor_id');
select levee_keep_words('invoice', 'invoice', $$concat_ws(' ', n.number, n.vendor_number, o.number)$$, 'v.name', 'join vendor v on v.org_id = n.org_id and v.id = n.vendor_id left join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id');
select levee_keep_words('payment', 'payment', $$concat_ws(' ', n.number, n.check_number, n.trace_number)$$, 'v.name', 'join vendor v on v.org_id = n.org_id and v.id = n.vendor_id');
select levee_keep_words('vendor', 'vendor', $$concat_ws(' ', n.number, n.name, n.doing_business_as, n.city, n.uei, n.email)$$);

create trigger words_stored after insert on vendor referencing new table as stored for each statement execute function levee_words_of_vendor();
create trigger words_changed after update on vendor for each row when ((old.number, old.name, old.doing_business_as, old.city, old.uei, old.email) is distinct from (new.number, new.name, new.doing_business_as, new.city, new.uei, new.email)) execute function levee_words_of_vendor();
create trigger words_gone after delete on vendor referencing old table as stored for each statement execute function levee_words_gone();

select levee_over_all_agencies(array['vendor', 'record_words']::regclass[], $$
  insert into record_words (org_id, kind, id, own) select org_id, 'vendor', id, concat_ws(' ', number, name, doing_business_as, city, uei, email) from vendor
$$);
