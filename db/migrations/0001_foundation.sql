-- Roles that own nothing. Connections take one of them; whoever migrates may take each.
do $$
declare r text;
begin
  foreach r in array array['levee_app', 'levee_anon', 'levee_identity', 'levee_sequencer'] loop
    if not exists (select 1 from pg_roles where rolname = r) then
      execute format('create role %I nologin nobypassrls', r);
    end if;
    execute format('grant %I to current_user', r);
    execute format('grant usage on schema public to %I', r);
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The agency of the running transaction, or null.
create function levee_org() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('levee.org', true), '')::uuid $$;
create function levee_person() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('levee.person', true), '')::uuid $$;
create function levee_vendors() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('levee.vendors', true), '')::uuid[], '{}') $$;

-- Forced row security with the agency's policy, and the application's grants.
create function levee_secure(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy agency on %s to levee_app using (org_id = (select levee_org())) with check (org_id = (select levee_org()))', target);
  execute format('grant select, insert, update, delete on %s to levee_app', target);
end $$;

-- Gapless record numbers: one short row lock per agency, kind and year.
create table record_counter (
  org_id uuid not null,
  kind text not null,
  year int not null,
  last bigint not null default 0,
  primary key (org_id, kind, year)
);
select levee_secure('record_counter');

-- The answer to a request that may come again (Idempotency-Key), kept 48 hours.
create table idempotency_key (
  org_id uuid not null,
  person_id uuid not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id, key)
);
select levee_secure('idempotency_key');
create index idempotency_key_age on idempotency_key (created_at);

-- What happened to which record, for the event stream of browsers and for other areas; read in order of id, pruned after a day.
create table outbox_event (
  id bigint generated always as identity,
  org_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  topic text not null,
  object_id uuid,
  data jsonb not null default '{}',
  xid xid8 not null default pg_current_xact_id(),
  primary key (org_id, id)
);
select levee_secure('outbox_event');
create index outbox_event_order on outbox_event (id);

-- Named views of lists: a person's own, or shared within the agency.
create table saved_view (
  org_id uuid not null,
  id uuid not null,
  list text not null,
  person_id uuid not null,
  name text not null,
  query text not null,
  shared boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('saved_view');
create index saved_view_list on saved_view (org_id, list, person_id);
