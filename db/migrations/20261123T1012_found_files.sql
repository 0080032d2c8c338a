-- Behind row security no index answers a search by words (its operators are not leakproof), so files are found as records are (0290):
-- by a function of a role that reads this table alone, and gives ids of the agency that asks. The rows are read behind the policies as ever.
grant select (org_id, file_id, text) on file_content to levee_finder;
create policy finder on file_content for select to levee_finder using (true);
grant create on schema public to levee_finder;
-- Ids of at most `most` files of the agency that asks whose text holds all words.
create function levee_files_with(words text, most int) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute format('select file_id from file_content where org_id = %L and to_tsvector(''english'', text) @@ websearch_to_tsquery(''english'', %L) limit %s', levee_org(), words, most);
end $$;
alter function levee_files_with(text, int) owner to levee_finder;
revoke create on schema public from levee_finder;
revoke all on function levee_files_with(text, int) from public;
grant execute on function levee_files_with(text, int) to levee_app;
create index attachment_file on attachment (org_id, file_id);
