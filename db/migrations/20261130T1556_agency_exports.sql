-- Whoever takes an agency's records along reads all of them, of that agency alone, and writes nothing.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_taker') then
    create role levee_taker nologin nobypassrls;
  end if;
  grant levee_taker to current_user;
  grant usage on schema public to levee_taker;
end $$;
create function levee_let_take(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy taking on %s for select to levee_taker using (org_id = (select levee_org()))', target);
  execute format('grant select on %s to levee_taker', target);
end $$;
revoke all on function levee_let_take(regclass) from public;
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
    perform levee_let_take(held);
  end loop;
end $$;
create or replace function levee_secure(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy agency on %s to levee_app using (org_id = (select levee_org())) with check (org_id = (select levee_org()))', target);
  execute format('grant select, insert, update, delete on %s to levee_app', target);
  perform levee_let_take(target);
end $$;
create policy taking on organization for select to levee_taker using (id = (select levee_org()));
grant select on organization to levee_taker;
create policy taking on person for select to levee_taker using (
  exists (select 1 from organization_member m where m.org_id = (select levee_org()) and m.person_id = person.id)
);
grant select (id, email, display_name) on person to levee_taker;

create table agency_export (
  org_id uuid not null references organization(id),
  id uuid not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed', 'cancelled', 'ended')),
  sealed boolean not null default false,
  key_sealed text,
  row_count bigint,
  table_count integer,
  file_count integer,
  entry_count bigint,
  left_out integer,
  size bigint,
  sha256 text,
  snapshot_at timestamptz,
  ready_at timestamptz,
  offered_until timestamptz,
  taken_at timestamptz,
  failure text not null default '',
  requested_by uuid,
  requested_name text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (status <> 'ready' or (sha256 is not null and offered_until is not null)),
  check (key_sealed is null or status = 'making')
);
create index agency_export_newest on agency_export (org_id, created_at desc, id desc);
create unique index agency_export_under_way on agency_export (org_id) where status = 'making';
create index agency_export_offered on agency_export (offered_until) where status = 'ready';
select levee_secure('agency_export');
create policy clock on agency_export for select to levee_identity using (true);
grant select (org_id, id, status, offered_until) on agency_export to levee_identity;
