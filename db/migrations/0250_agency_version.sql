-- What the server keeps of an agency's settings between requests (src/server/db/kept.ts) it keeps under this version. Whoever changes such a setting
-- changes the version in the same transaction. It is drawn, not counted: after a restore or a lost commit an old one never comes again.
create table agency_version (
  org_id uuid primary key,
  version uuid not null default gen_random_uuid()
);
select levee_secure('agency_version');
insert into agency_version (org_id) select id from organization;

-- Agencies whose settings a running transaction has changed, once each: empty but within transactions.
create table agency_change (
  org_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (org_id, xid)
);
select levee_secure('agency_change');

-- The version is changed when the transaction ends: everybody who changes settings of one agency waits for this row, and holding it longer would let them wait for each other in a circle.
create function levee_change_version() returns trigger language plpgsql as $$
begin
  delete from agency_change where org_id = new.org_id and xid = new.xid;
  insert into agency_version (org_id) values (new.org_id) on conflict (org_id) do update set version = gen_random_uuid();
  return null;
end $$;
create constraint trigger agency_changed after insert on agency_change deferrable initially deferred for each row execute function levee_change_version();

create function levee_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into agency_change (org_id) select org_id from changed union select org_id from former order by 1 on conflict do nothing;
  else
    insert into agency_change (org_id) select distinct org_id from changed order by 1 on conflict do nothing;
  end if;
  return null;
end $$;

create function levee_refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'delete the rows of % instead: the server keeps some of them and counts changes by row', tg_table_name;
end $$;

-- Lets every change of a table's rows change their agency's version: one note per transaction and agency, however many statements and rows. Whoever switches triggers off
-- (session_replication_role, disable trigger) switches this off as well, as foreign keys: servers are started anew then.
create function levee_keep(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger kept_inserted after insert on %s referencing new table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_updated after update on %s referencing old table as former new table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_deleted after delete on %s referencing old table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_truncated before truncate on %s for each statement execute function levee_refuse_truncate()', target);
end $$;

select levee_keep('account_string');
select levee_keep('approval_policy');
select levee_keep('fiscal_year');
select levee_keep('legal_rule');
select levee_keep('match_tolerance');
select levee_keep('member_duty');
select levee_keep('organization_member');
select levee_keep('segment_value');
select levee_keep('user_role');
