-- Whoever deletes an agency: its rows alone, and only while a deletion of it stands.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_deleter') then
    create role levee_deleter nologin nobypassrls;
  end if;
  grant levee_deleter to current_user;
  grant usage on schema public to levee_deleter;
end $$;

-- An agency asks to be ended, another of its administrators confirms, and its days run.
create table agency_ending (
  org_id uuid not null references organization(id),
  id uuid not null,
  status text not null default 'asked' check (status in ('asked', 'waiting', 'taken_back', 'stopped', 'deleting')),
  reason text not null,
  asked_by uuid not null,
  asked_name text not null,
  export_id uuid,
  export_sha256 text,
  keeper text not null default '',
  keeper_contact text not null default '',
  confirmed_by uuid,
  confirmed_name text,
  confirmed_at timestamptz,
  waiting_days integer,
  deletes_at timestamptz,
  ended_name text,
  ended_reason text not null default '',
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (confirmed_by is null or confirmed_by <> asked_by),
  check (status <> 'waiting' or (confirmed_at is not null and deletes_at is not null))
);
create unique index agency_ending_one on agency_ending (org_id) where status in ('asked', 'waiting', 'deleting');
create index agency_ending_due on agency_ending (deletes_at) where status in ('waiting', 'deleting');
select levee_secure('agency_ending');
create policy clock on agency_ending for select to levee_identity using (true);
grant select (org_id, id, status, deletes_at) on agency_ending to levee_identity;

-- The operator's record of a deletion: all that remains. While it stands as deleting, it names the agency.
create table agency_deletion (
  org_id uuid not null references organization(id),
  id uuid not null,
  status text not null default 'deleting' check (status in ('deleting', 'deleted')),
  subject_id uuid,
  subject_digest text not null,
  agency text not null,
  again boolean not null default false,
  facts jsonb not null,
  people uuid[] not null default '{}',
  deleted jsonb not null default '{}',
  files integer not null default 0,
  stage text not null default 'rows',
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  report text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((status = 'deleting') = (subject_id is not null)),
  check ((status = 'deleted') = (report is not null))
);
create unique index agency_deletion_under_way on agency_deletion (org_id, subject_id) where status = 'deleting';
create index agency_deletion_newest on agency_deletion (org_id, began_at desc, id desc);
select levee_secure('agency_deletion');
create policy clock on agency_deletion for select to levee_identity using (true);
grant select (org_id, id, status, subject_id) on agency_deletion to levee_identity;
create policy own_work on agency_deletion to levee_deleter using (status = 'deleting') with check (status = 'deleting');
grant select, update (deleted, files, people, stage, updated_at) on agency_deletion to levee_deleter;

-- The agency whose rows may be deleted in this transaction: the scope's, while its deletion stands.
create function levee_ending_org() returns uuid language sql stable as $$
  select d.subject_id from agency_deletion d where d.status = 'deleting' and d.subject_id = levee_org()
$$;
create function levee_let_delete(target regclass) returns void language plpgsql as $$
begin
  if target <> 'agency_deletion'::regclass then
    execute format('create policy ending on %s to levee_deleter using (org_id = (select levee_ending_org()))', target);
    execute format('grant select, delete on %s to levee_deleter', target);
  end if;
end $$;
revoke all on function levee_let_delete(regclass) from public;
do $$
declare held regclass;
begin
  for held in
    select c.oid::regclass
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname
  loop
    perform levee_let_delete(held);
  end loop;
end $$;
create or replace function levee_secure(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy agency on %s to levee_app using (org_id = (select levee_org())) with check (org_id = (select levee_org()))', target);
  execute format('grant select, insert, update, delete on %s to levee_app', target);
  perform levee_let_take(target);
  perform levee_let_delete(target);
end $$;

grant select (org_id) on stored_file to levee_identity;
-- What of tables of nobody goes with an agency.
create policy ending on organization to levee_deleter using (id = (select levee_ending_org()));
grant select, delete on organization to levee_deleter;
create policy ending on person for select to levee_deleter using (
  exists (select 1 from agency_deletion d where d.subject_id = (select levee_ending_org()) and person.id = any(d.people))
);
create policy ending_without_others on person for delete to levee_deleter using (
  exists (select 1 from agency_deletion d where d.subject_id = (select levee_ending_org()) and person.id = any(d.people))
  and not exists (select 1 from vendor_user v where v.person_id = person.id)
);
grant select (id), delete on person to levee_deleter;
create policy ending on vendor_user for select to levee_deleter using (true);
grant select (person_id) on vendor_user to levee_deleter;
create policy ending on session to levee_deleter using (
  active_org_id = (select levee_ending_org()) or provider_org_id = (select levee_ending_org())
) with check (active_org_id is null and provider_org_id is null);
grant select (id, active_org_id, provider_org_id), update (active_org_id, provider_id, provider_org_id, ended_at, ended_reason) on session to levee_deleter;
create policy ending on rate_limit to levee_deleter using (key like '%' || (select levee_ending_org())::text || '%');
grant select, delete on rate_limit to levee_deleter;
create policy ending on person_idempotency_key to levee_deleter using (answer::text like '%' || (select levee_ending_org())::text || '%');
grant select, delete on person_idempotency_key to levee_deleter;
create policy ending on restore_hold to levee_deleter using (
  run_by_org_id = (select levee_ending_org()) or names::text like '%' || (select levee_ending_org())::text || '%'
) with check (run_by_org_id is null);
grant select, update (run_by_org_id, names) on restore_hold to levee_deleter;


-- The steps of a deletion beside the agency's own rows; each does what the policies of the role let it.
create function levee_people_of(org uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(m.person_id), '{}') from organization_member m where m.org_id = org
$$;
create function levee_note_people() returns void language sql as $$
  update agency_deletion d
  set people = levee_people_of(d.subject_id)
  where d.subject_id = levee_ending_org() and d.people = '{}'
$$;
create function levee_forget_agency() returns void language sql as $$
  update session set active_org_id = null, provider_id = null, provider_org_id = null;
  delete from rate_limit;
  delete from person_idempotency_key;
  update restore_hold set run_by_org_id = null, names = '{}';
$$;
create function levee_delete_person(gone uuid) returns void language sql as $$
  delete from person where id = gone and id not in (select person_id from vendor_user)
$$;
create function levee_delete_agency() returns void language sql as $$
  delete from organization where id = levee_ending_org()
$$;
do $$
declare step regprocedure;
begin
  foreach step in array array['levee_people_of(uuid)', 'levee_note_people()', 'levee_forget_agency()', 'levee_delete_person(uuid)', 'levee_delete_agency()']::regprocedure[] loop
    execute format('revoke all on function %s from public', step);
    execute format('grant execute on function %s to levee_deleter', step);
  end loop;
end $$;

-- What refuses deletions, and what keeps account of them, does not for whoever deletes the whole agency.
do $$
declare
  held record;
  made text;
begin
  for held in
    select g.tgname, g.tgrelid::regclass as target, pg_get_triggerdef(g.oid) as definition
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and g.tgtype & 8 = 8 and g.tgconstraint = 0
  loop
    made := case when held.definition like '% WHEN (%'
      then replace(held.definition, ' WHEN (', ' WHEN (current_user <> ''levee_deleter'' and ')
      else replace(held.definition, ' EXECUTE FUNCTION', ' WHEN (current_user <> ''levee_deleter'') EXECUTE FUNCTION') end;
    execute format('drop trigger %I on %s', held.tgname, held.target);
    execute made;
  end loop;
end $$;
create or replace function levee_keep(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger kept_inserted after insert on %s referencing new table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_updated after update on %s referencing old table as former new table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_deleted after delete on %s referencing old table as changed for each statement when (current_user <> ''levee_deleter'') execute function levee_note_change()', target);
  execute format('create trigger kept_truncated before truncate on %s for each statement execute function levee_refuse_truncate()', target);
end $$;
