-- A migration that fills a column of existing rows does it for every agency at once: these tables let it see them all for the time of one statement.
create function levee_over_all_agencies(tables regclass[], statement text) returns void language plpgsql as $$
declare
  held regclass;
begin
  foreach held in array tables loop
    execute format('alter table %s no force row level security', held);
  end loop;
  execute statement;
  foreach held in array tables loop
    execute format('alter table %s force row level security', held);
  end loop;
end $$;
revoke all on function levee_over_all_agencies(regclass[], text) from public;
