-- Definitions: a family (definition_id) of versions, draft → published → retired. What was published never changes.
create function levee_definition_version() returns trigger language plpgsql as $$
declare
  identity constant text[] := array['org_id', 'id', 'definition_id', 'version_no'];
  moving constant text[] := array['status', 'version', 'updated_at'];
  ranks constant text[] := array['draft', 'published', 'retired'];
  was constant jsonb := to_jsonb(old);
  becomes constant jsonb := to_jsonb(new);
begin
  if array_position(ranks, new.status) < array_position(ranks, old.status)
    or exists (select from unnest(identity) key where becomes -> key is distinct from was -> key)
    or (old.status <> 'draft' and becomes - moving is distinct from was - moving)
  then
    raise exception '%: published versions do not change: draft the next version', tg_table_name;
  end if;
  return new;
end $$;

-- Makes a table one of definitions: at most one version of a family in force, the refusals above; the application deletes nothing.
create function levee_definition(target text) returns void language plpgsql as $$
begin
  execute format('create unique index %I on %I (org_id, definition_id) where status = ''published''', target || '_in_force', target);
  execute format('revoke delete on %I from levee_app', target);
  execute format('create trigger definition_version before update on %I for each row execute function levee_definition_version()', target);
end $$;

-- Two people who published at once could leave two versions in force: the later one is.
update approval_policy p set status = 'retired', version = version + 1, updated_at = clock_timestamp()
where status = 'published'
  and exists (
    select
    from approval_policy q
    where q.org_id = p.org_id and q.definition_id = p.definition_id and q.status = 'published' and q.version_no > p.version_no
  );
select levee_definition('approval_policy');
