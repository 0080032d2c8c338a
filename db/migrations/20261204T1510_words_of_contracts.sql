-- Contracts are looked up by their words as vendors are (0300), and by the text of their files.
select levee_keep_words('contract', 'contract', $$concat_ws(' ', n.number, n.title, n.earlier_number)$$, 'v.name', 'join vendor v on v.org_id = n.org_id and v.id = n.vendor_id');
create trigger words_stored after insert on contract referencing new table as stored for each statement execute function levee_words_of_contract();
create trigger words_changed after update on contract for each row when ((old.number, old.title, old.earlier_number, old.vendor_id) is distinct from (new.number, new.title, new.earlier_number, new.vendor_id)) execute function levee_words_of_contract();
create trigger words_gone after delete on contract referencing old table as stored for each statement execute function levee_words_gone();

-- A vendor's new name among the words of its documents, contracts too.
create or replace function levee_words_of_vendor_named() returns trigger language plpgsql as $$
begin
  update record_words set vendor = new.name where org_id = new.org_id and id in (
    select id from requisition where org_id = new.org_id and vendor_id = new.id union all select id from purchase_order where org_id = new.org_id and vendor_id = new.id
    union all select id from invoice where org_id = new.org_id and vendor_id = new.id union all select id from payment where org_id = new.org_id and vendor_id = new.id
    union all select id from contract where org_id = new.org_id and vendor_id = new.id);
  return null;
end $$;

select levee_over_all_agencies(array['contract', 'vendor', 'record_words']::regclass[], $$
  insert into record_words (org_id, kind, id, own, vendor)
  select c.org_id, 'contract', c.id, concat_ws(' ', c.number, c.title, c.earlier_number), v.name from contract c join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
$$);

create index contract_signing_file on contract_signing (org_id, file_id);
