-- The audit record is asked by key, by record and in its own order. A tenth of the sample says enough about it, and ANALYZE of it was a third of all that a purchase's tables cost.
-- PostgreSQL 17 and newer say null for a target that was never set, older ones -1.
do $$
declare target record;
begin
  for target in select attrelid::regclass as of_table, attname from pg_attribute where attrelid in ('audit_entry'::regclass, 'audit_leaf'::regclass) and attnum > 0 and not attisdropped and coalesce(attstattarget, -1) = -1 loop
    execute format('alter table %s alter column %I set statistics 10', target.of_table, target.attname);
  end loop;
end $$;
