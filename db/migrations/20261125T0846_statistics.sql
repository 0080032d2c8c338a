-- What a burst of rows (a demo story, a large import) makes untrue is counted anew at once: write
-- statements run by plans that are made once for all values, so that without statistics one line of an
-- order would walk every requisition. Runs as the owner, since only an owner may; names no table that a
-- caller chooses.
create function levee_statistics(most_untold bigint) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counted int := 0;
  stale regclass;
begin
  for stale in
    select relid
    from pg_stat_user_tables
    where schemaname = 'public' and n_mod_since_analyze > most_untold
    order by relid
  loop
    execute format('analyze %s', stale);
    counted := counted + 1;
  end loop;
  return counted;
end $$;
revoke execute on function levee_statistics(bigint) from public;
grant execute on function levee_statistics(bigint) to levee_app;
