-- Levee's schema as the migrations up to 25 November 2026 left it: what a new database begins with.
-- A database that ran them all counts as being here (db/baseline.json names them); their texts are in the history of the repository.
set local check_function_bodies = off;

-- Roles that own nothing. Connections take one of them; whoever migrates may take each.
do $$
declare r text;
begin
  foreach r in array array['levee_app', 'levee_anon', 'levee_identity', 'levee_sequencer', 'levee_eraser', 'levee_vendor', 'levee_finder'] loop
    if not exists (select 1 from pg_roles where rolname = r) then
      execute format('create role %I nologin nobypassrls', r);
    end if;
    execute format('grant %I to current_user', r);
    execute format('grant usage on schema public to %I', r);
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

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

create function audit_erase_content(entry uuid) returns boolean language sql security definer set search_path = public as $$
  update audit_entry set content = null where org_id = levee_org() and id = entry and content is not null returning true
$$;
revoke all on function audit_erase_content(uuid) from public;
grant execute on function audit_erase_content(uuid) to levee_app;

-- Orders that went out, with their vendor's name as it stood then.
create function levee_publishes(what text) returns setof uuid language sql stable as $$
  select id from organization where settings->'publish'->>what = 'true'
$$;

-- Words are kept in small letters: to compare without regard to case makes each comparison several times as dear.
create function levee_keep_notice() returns trigger language plpgsql as $$
begin
  if new.published_at is null or new.invited_only or new.status in ('draft', 'review') then
    delete from solicitation_notice where org_id = new.org_id and id = new.id;
    return null;
  end if;
  insert into solicitation_notice (org_id, id, department_id, ocid, number, kind, status, title, summary, due_at, questions_until, published_at, updated_at, addenda, federal, words, codes)
  values (new.org_id, new.id, new.department_id, coalesce(new.ocid, ''), new.number, new.kind, new.status, new.title, new.summary, new.due_at, new.questions_until, new.published_at, new.updated_at, new.addenda, new.federal, lower(new.number || ' ' || new.title || ' ' || new.summary),
    array(select distinct left(i.commodity_code, n) from solicitation_item i, generate_series(2, length(i.commodity_code)) n where i.org_id = new.org_id and i.solicitation_id = new.id and i.commodity_code is not null order by 1))
  on conflict (org_id, id) do update set department_id = excluded.department_id, ocid = excluded.ocid, status = excluded.status, title = excluded.title, summary = excluded.summary, due_at = excluded.due_at, questions_until = excluded.questions_until, updated_at = excluded.updated_at, addenda = excluded.addenda, words = excluded.words, codes = excluded.codes;
  return null;
end $$;

-- The public search finds words within words. An index of trigrams knows nothing of words of one or two characters ("77"), so that every row was read for them;
-- these are the parts of one and two characters that a row holds.
create function levee_short_parts(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(low, at, size)), '{}') from (select lower(words) as low) w, generate_series(1, 2) size, generate_series(1, length(low) - size + 1) at
$$;

create function levee_keep_notice_codes() returns trigger language plpgsql as $$
begin
  delete from solicitation_notice_code where org_id = new.org_id and notice_id = new.id and code <> all (new.codes);
  insert into solicitation_notice_code (org_id, notice_id, code, due_at, is_open, published_at)
  select new.org_id, new.id, code, new.due_at, new.status in ('published', 'questions_closed'), new.published_at from unnest(new.codes) code
  on conflict (org_id, notice_id, code) do update set due_at = excluded.due_at, is_open = excluded.is_open where (solicitation_notice_code.due_at, solicitation_notice_code.is_open) is distinct from (excluded.due_at, excluded.is_open);
  return null;
end $$;

-- Lets a statement that goes out with the commit refuse by itself: the transaction ends, and the server explains why by the detail that it gave.
create function levee_refuse(detail text) returns uuid language plpgsql as $$
begin
  raise exception using errcode = 'LV409', message = 'refused', detail = detail;
end $$;

-- The version is changed when the transaction ends: everybody who changes settings of one agency waits for this row, and holding it longer would let them wait for each other in a circle.
create function levee_change_version() returns trigger language plpgsql as $$
begin
  delete from agency_change where org_id = new.org_id and xid = new.xid;
  insert into agency_version (org_id) values (new.org_id) on conflict (org_id) do update set version = gen_random_uuid();
  return null;
end $$;

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

-- Whoever is paid must not be one of those who pay: a person acts for a vendor or works in an agency, never both. The services say so first; this holds
-- against two requests at once and against every other way to the tables. It reads as levee_identity, which sees both sides.
create function levee_one_side() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('side of ' || new.person_id, 0));
  if tg_table_name = 'vendor_user' then
    if exists (select 1 from organization_member m where m.person_id = new.person_id and m.active) then
      raise exception using errcode = 'LV411', message = 'This person works in an agency.';
    end if;
  elsif new.active and exists (select 1 from vendor_user v where v.person_id = new.person_id) then
    raise exception using errcode = 'LV411', message = 'This person acts for a vendor.';
  end if;
  return new;
end $$;
revoke all on function levee_one_side() from public;

create function levee_words_of_requisition() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'requisition', n.id, n.number || ' ' || n.title, coalesce(v.name, '') from stored n left join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select n.number || ' ' || n.title as own, coalesce(v.name, '') as vendor from (select new.*) n left join vendor v on v.org_id = n.org_id and v.id = n.vendor_id) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

create function levee_words_of_purchase_order() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'purchaseOrder', n.id, n.number || ' ' || n.title, v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select n.number || ' ' || n.title as own, v.name as vendor from (select new.*) n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

create function levee_words_of_invoice() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'invoice', n.id, concat_ws(' ', n.number, n.vendor_number, o.number), v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id left join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select concat_ws(' ', n.number, n.vendor_number, o.number) as own, v.name as vendor from (select new.*) n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id left join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

create function levee_words_of_payment() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'payment', n.id, concat_ws(' ', n.number, n.check_number, n.trace_number), v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select concat_ws(' ', n.number, n.check_number, n.trace_number) as own, v.name as vendor from (select new.*) n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

create function levee_words_gone() returns trigger language plpgsql as $$
begin
  delete from record_words w using stored s where w.org_id = s.org_id and w.id = s.id;
  return null;
end $$;

-- A vendor's new name among the words of its documents, contracts too.
create function levee_words_of_vendor_named() returns trigger language plpgsql as $$
begin
  update record_words set vendor = new.name where org_id = new.org_id and id in (
    select id from requisition where org_id = new.org_id and vendor_id = new.id union all select id from purchase_order where org_id = new.org_id and vendor_id = new.id
    union all select id from invoice where org_id = new.org_id and vendor_id = new.id union all select id from payment where org_id = new.org_id and vendor_id = new.id
    union all select id from contract where org_id = new.org_id and vendor_id = new.id);
  return null;
end $$;

-- Ids of at most `most` records of a kind in the agency that asks whose words are like every pattern. Its text is made anew for each question, so that the plan knows how rare the words are.
create function levee_found(wanted text, patterns text[], most int) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute format('select id from record_words where org_id = %L and kind = %L%s limit %s', levee_org(), wanted, (select string_agg(format(' and (own || '' '' || vendor) ilike %L', p), '') from unnest(patterns) p), most);
end $$;
revoke all on function levee_found(text,text[],integer) from public;
grant execute on function levee_found(text,text[],integer) to levee_app;

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
revoke all on function levee_over_all_agencies(regclass[],text) from public;

-- Vendors are looked up by their words as documents are (0290). What keeps the words of a table is written once: from what it is searched by, where n is a row of it, and the name of its vendor.
-- The functions are made from this text and not given it as arguments, which would be planned anew for each record that is written.
create function levee_keep_words(target regclass, kind text, own text, vendor text default '''''', joined text default '') returns void language plpgsql as $keep$
begin
  execute format($made$
    create or replace function levee_words_of_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, %2$L, n.id, %3$s, %4$s from stored n %5$s;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select %3$s as own, %4$s as vendor from (select new.*) n %5$s) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $body$
  $made$, target, kind, own, vendor, joined);
end $keep$;
revoke all on function levee_keep_words(regclass,text,text,text,text) from public;

create function levee_words_of_vendor() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'vendor', n.id, concat_ws(' ', n.number, n.name, n.doing_business_as, n.city, n.uei, n.email), '' from stored n ;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select concat_ws(' ', n.number, n.name, n.doing_business_as, n.city, n.uei, n.email) as own, '' as vendor from (select new.*) n ) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

-- Ids of at most `most` files of the agency that asks whose text holds all words.
create function levee_files_with(words text, most int) returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $$
begin
  return query execute format('select file_id from file_content where org_id = %L and to_tsvector(''english'', text) @@ websearch_to_tsquery(''english'', %L) limit %s', levee_org(), words, most);
end $$;
revoke all on function levee_files_with(text,integer) from public;
grant execute on function levee_files_with(text,integer) to levee_app;

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

create function levee_words_of_contract() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into record_words (org_id, kind, id, own, vendor) select n.org_id, 'contract', n.id, concat_ws(' ', n.number, n.title, n.earlier_number), v.name from stored n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id;
      else
        update record_words w set own = t.own, vendor = t.vendor from (select concat_ws(' ', n.number, n.title, n.earlier_number) as own, v.name as vendor from (select new.*) n join vendor v on v.org_id = n.org_id and v.id = n.vendor_id) t where w.org_id = new.org_id and w.id = new.id;
      end if;
      return null;
    end $function$;

-- What every agency begins with. Feet, gallons and pounds are exact by law (NIST Handbook 44, 1959).
create function levee_standard_units() returns table (code text, name text, kind text, factor numeric)
language sql immutable as $$
  values ('each', 'Each', 'count', 1), ('pair', 'Pair', 'count', 2), ('dozen', 'Dozen', 'count', 12),
    ('hundred', 'Hundred', 'count', 100), ('thousand', 'Thousand', 'count', 1000),
    ('m', 'Meter', 'length', 1), ('ft', 'Foot', 'length', 0.3048), ('in', 'Inch', 'length', 0.0254),
    ('yd', 'Yard', 'length', 0.9144), ('mi', 'Mile', 'length', 1609.344),
    ('m2', 'Square meter', 'area', 1), ('sq ft', 'Square foot', 'area', 0.09290304),
    ('sq yd', 'Square yard', 'area', 0.83612736), ('acre', 'Acre', 'area', 4046.8564224),
    ('l', 'Liter', 'volume', 1), ('gal', 'Gallon', 'volume', 3.785411784),
    ('cu ft', 'Cubic foot', 'volume', 28.316846592), ('cu yd', 'Cubic yard', 'volume', 764.554857984),
    ('kg', 'Kilogram', 'mass', 1), ('lb', 'Pound', 'mass', 0.45359237), ('ton', 'Short ton', 'mass', 907.18474),
    ('t', 'Metric ton', 'mass', 1000),
    ('hour', 'Hour', 'time', 1), ('day', 'Day of 24 hours', 'time', 24),
    ('kWh', 'Kilowatt hour', 'energy', 1),
    ('month', 'Month', 'other', null), ('year', 'Year', 'other', null), ('lot', 'Lot', 'other', null),
    ('job', 'Job', 'other', null)
$$;

create function levee_begin_units(agency uuid) returns void language sql as $$
  insert into measure_unit (org_id, id, code, name, kind, factor)
  select agency, gen_random_uuid(), u.code, u.name, u.kind, u.factor from levee_standard_units() u
  on conflict do nothing
$$;
grant execute on function levee_begin_units(uuid) to levee_app;

-- What was merged away is evidence: nothing of it changes any more, whoever asks.
create function levee_merged_stays() returns trigger language plpgsql as $$
begin
  if old.merged_into_id is not null then
    raise exception 'a merged vendor record is not changed' using errcode = '23514', constraint = 'vendor_merged_stays';
  end if;
  return new;
end $$;

-- Solicitations under way with a bid of one of these vendors. Bids under seal are shown to nobody,
-- not even their number; a merge has to wait for them all the same.
create function levee_bids_under_way(vendors uuid[]) returns table (id uuid, number text)
language plpgsql as $$
declare person text := current_setting('levee.person', true);
begin
  perform set_config('levee.person', '', true);
  return query select distinct s.id, s.number from bid b join solicitation s on s.org_id = b.org_id and s.id = b.solicitation_id
    where b.org_id = levee_org() and b.vendor_id = any (vendors) and b.status not in ('withdrawn', 'superseded')
      and s.status in ('published', 'questions_closed', 'closed', 'opened', 'evaluating', 'intent_posted', 'protest_window', 'protest_hold');
  perform set_config('levee.person', coalesce(person, ''), true);
end $$;
grant execute on function levee_bids_under_way(uuid[]) to levee_app;

-- Accounts by the words of their names, also those that are added later; an agency corrects it.
create function levee_object_class(name text) returns text language sql immutable as $$
  select case
    when name ~* 'salar|wage|payroll|overtime' then 'personnel'
    when name ~* 'fringe|benefit|retirement' then 'fringe'
    when name ~* 'travel|mileage' then 'travel'
    when name ~* 'rental|service|software|licen|contract|maintenance' then 'contractual'
    when name ~* 'equipment|vehicle' then 'equipment'
    when name ~* 'suppl|material|fuel|chemical|part|medic' then 'supplies'
    when name ~* 'construction|building' then 'construction'
  end
$$;

create function levee_map_account() returns trigger language plpgsql as $$
begin
  if levee_object_class(new.name) is not null then
    insert into object_class_account (org_id, account_id, object_class)
    values (new.org_id, new.id, levee_object_class(new.name))
    on conflict do nothing;
  end if;
  return null;
end $$;

-- What was submitted stays as it was: forms, sections and budget change only while it is a draft.
create function levee_keep_application() returns trigger language plpgsql as $$
declare
  at text;
begin
  select a.status into at from grant_application a
  where a.org_id = coalesce(new.org_id, old.org_id)
    and a.id = coalesce(new.application_id, old.application_id);
  if at is distinct from 'draft' then
    raise exception 'an application changes only while it is a draft'
      using errcode = '23514', constraint = 'grant_application_stays';
  end if;
  return coalesce(new, old);
end $$;

create function incident_log_stands() returns trigger language plpgsql as $$
begin
  raise exception 'the log of an incident is only added to';
end $$;

-- What is approved stays: the only change is that a newer row corrects it.
create function work_hour_locked() returns trigger language plpgsql as $$
begin
  if old.status = 'entered' then return new; end if;
  if old.status = 'approved' and new.status = 'corrected'
    and (new.person_id, new.unit_id, new.from_at, new.to_at, new.minutes, new.standby_minutes, new.pay, new.work_order_id, new.incident_id)
      is not distinct from
      (old.person_id, old.unit_id, old.from_at, old.to_at, old.minutes, old.standby_minutes, old.pay, old.work_order_id, old.incident_id)
  then return new; end if;
  raise exception 'hours are locked once they are approved' using errcode = 'check_violation';
end
$$;

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
  events json not null,
  primary key (org_id, id)
);
select levee_secure('outbox_event');
alter table outbox_event
  alter column events set statistics 0;

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

-- A long piece of work that a person or the system asked for: the jobs tray.
create table job (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  person_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default '',
  done bigint not null default 0,
  total bigint,
  payload jsonb not null default '{}',
  result jsonb,
  result_path text,
  error text,
  cancel_asked boolean not null default false,
  attempts int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  primary key (org_id, id)
);
select levee_secure('job');
create index job_recent on job (org_id, person_id, created_at desc);

-- A stored file: content by its hash, once per agency; `attachment` says what it belongs to.
create table stored_file (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- When those concerned were told that the file was refused.
  refusal_told_at timestamptz,
  -- When a file is read next; null: it was. What is no picture and no PDF is never read.
  read_due_at timestamptz default clock_timestamp(),
  read_tries int not null default 0,
  primary key (org_id, id)
);
select levee_secure('stored_file');
grant select (org_id, id, name, media_type, size, sha256) on stored_file to levee_anon;
grant select (org_id, id, name, media_type, size, sha256) on stored_file to levee_vendor;
create index stored_file_hash on stored_file (org_id, sha256);
create index stored_file_unread on stored_file (org_id, read_due_at)
  where read_due_at is not null
    and media_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/heic');

create table attachment (
  org_id uuid not null,
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  file_id uuid not null,
  label text not null default '',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('attachment');
create index attachment_object on attachment (org_id, object_type, object_id);
create index attachment_file on attachment (org_id, file_id);

create table comment (
  org_id uuid not null,
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  person_id uuid not null,
  body text not null check ((length(body) >= 1) and (length(body) <= 10000)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('comment');
create index comment_object on comment (org_id, object_type, object_id, created_at);

-- Whether the demo story was told in this database; a global table without agency.
create table demo_story (
  told_at timestamptz not null default clock_timestamp(),
  primary key (told_at)
);
alter table demo_story enable row level security;
alter table demo_story force row level security;
grant select, insert on demo_story to levee_identity;

-- People and their credentials. These tables carry no agency: one person may belong to several, or to none.
-- levee_app reads names of people it may meet and never a credential; levee_identity (a pool of its own) reads and writes the rest.
create table person (
  id uuid not null,
  email text not null check ((email = lower(email)) and ((length(email) >= 3) and (length(email) <= 255))),
  display_name text not null check ((length(display_name) >= 1) and (length(display_name) <= 120)),
  email_verified_at timestamptz,
  disabled_at timestamptz,
  demo_until timestamptz,
  preferences jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Demo mode without a mail server: the browser that signed an address up may read its letters in the app, nobody else's browser may.
  inbox_key_hash text,
  primary key (id),
  unique (email)
);
alter table person enable row level security;
alter table person force row level security;
grant select, insert, update, delete on person to levee_identity;
grant select (id, email, display_name, email_verified_at, disabled_at, demo_until, preferences, version, created_at, updated_at) on person to levee_app;
create index person_inbox on person (inbox_key_hash) where inbox_key_hash is not null;

create table account (
  id uuid not null,
  person_id uuid not null,
  provider text not null,
  provider_account_id text not null,
  password_hash text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (id),
  unique (provider, provider_account_id),
  unique (person_id, provider),
  foreign key (person_id) references person(id) on delete cascade
);
alter table account enable row level security;
alter table account force row level security;
grant select, insert, update, delete on account to levee_identity;

create table session (
  id uuid not null,
  person_id uuid not null,
  active_org_id uuid,
  assurance text not null default 'password' check (assurance in ('password', 'mfa')),
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  -- When somebody proved last, in this session and after it began, who they are: before a way to sign in is added or removed.
  proved_at timestamptz,
  -- By which provider a session came; null came by a way of the person's own.
  provider_id uuid,
  -- What an agency's own provider opened works in that agency alone: whoever runs the provider must not
  -- come into the other agencies of a person, nor into what they are for a vendor.
  provider_org_id uuid,
  -- How somebody came in: an agency may allow some ways and not others.
  method text not null default 'password' check (method in ('password', 'google', 'passkey', 'provider')),
  primary key (id),
  foreign key (person_id) references person(id) on delete cascade
);
alter table session enable row level security;
alter table session force row level security;
grant select, insert, update, delete on session to levee_identity;
create index session_person on session (person_id, created_at);
comment on column session.provider_org_id is 'The agency of the provider through which the session came; it works in no other. Null for every other way in.';

create table refresh_token (
  hash text not null,
  session_id uuid not null,
  parent text,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (hash),
  foreign key (session_id) references session(id) on delete cascade
);
alter table refresh_token enable row level security;
alter table refresh_token force row level security;
grant select, insert, update, delete on refresh_token to levee_identity;
create index refresh_token_session on refresh_token (session_id);

create table verification (
  hash text not null,
  person_id uuid not null,
  purpose text not null check (purpose in ('signup', 'recovery', 'mfa', 'oauth')),
  attempts int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A second step keeps it until the session begins.
  provider_id uuid,
  org_id uuid,
  -- A second step keeps it until the session begins.
  method text,
  primary key (hash),
  foreign key (person_id) references person(id) on delete cascade
);
alter table verification enable row level security;
alter table verification force row level security;
grant select, insert, update, delete on verification to levee_identity;
create index verification_person on verification (person_id, purpose);

create table two_factor (
  person_id uuid not null,
  secret_sealed text not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (person_id),
  foreign key (person_id) references person(id) on delete cascade
);
alter table two_factor enable row level security;
alter table two_factor force row level security;
grant select, insert, update, delete on two_factor to levee_identity;

create table backup_code (
  person_id uuid not null,
  hash text not null,
  used_at timestamptz,
  primary key (person_id, hash),
  foreign key (person_id) references person(id) on delete cascade
);
alter table backup_code enable row level security;
alter table backup_code force row level security;
grant select, insert, update, delete on backup_code to levee_identity;

create table rate_limit (
  key text not null,
  window_started_at timestamptz not null,
  hits int not null,
  blocked_until timestamptz,
  primary key (key)
);
alter table rate_limit enable row level security;
alter table rate_limit force row level security;
grant select, insert, update, delete on rate_limit to levee_identity;
create index rate_limit_age on rate_limit (window_started_at);

create table security_event (
  id uuid not null,
  org_id uuid,
  person_id uuid,
  session_id uuid,
  event_type text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  event_data jsonb not null default '{}',
  address text not null default '',
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (id)
);
alter table security_event enable row level security;
alter table security_event force row level security;
grant select, insert, update, delete on security_event to levee_identity;
grant select, insert on security_event to levee_app;
create index security_event_org on security_event (org_id, occurred_at desc nulls first);
create index security_event_person on security_event (person_id, occurred_at desc nulls first);

-- A supplier as it signs in; each agency's own vendor record points here. Apart from members on purpose.
create table vendor_identity (
  id uuid not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id)
);
alter table vendor_identity enable row level security;
alter table vendor_identity force row level security;
grant select, insert, update, delete on vendor_identity to levee_identity;
grant select on vendor_identity to levee_app;

create table vendor_user (
  person_id uuid not null,
  vendor_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (person_id, vendor_id),
  foreign key (person_id) references person(id) on delete cascade,
  foreign key (vendor_id) references vendor_identity(id) on delete cascade
);
alter table vendor_user enable row level security;
alter table vendor_user force row level security;
grant select, insert, update, delete on vendor_user to levee_identity;
grant select on vendor_user to levee_app;
create trigger one_side before insert on vendor_user for each row execute function levee_one_side();

-- Mail waits here, written in the transaction that causes it, until the mail job hands it to the server.
-- The application may only add to it: letters carry links that are secrets.
create table mail (
  id uuid not null,
  org_id uuid,
  kind text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  link text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  -- Where answers go; null: to the sender.
  reply_to text,
  -- A copy of a notification, which the person may turn off: it carries the headers of a list.
  notice boolean not null default false,
  -- An appointment, for the calendar of whoever gets the letter.
  appointment jsonb,
  -- The mail server refused its papers: they go out as links.
  links_only boolean not null default false,
  -- What happened to its papers on the way out, for administrators.
  delivery_note text,
  -- Letters to many wait behind letters to one, and say how their subscription ends (RFC 8058).
  bulk boolean not null default false,
  unsubscribe text,
  primary key (id)
);
alter table mail enable row level security;
alter table mail force row level security;
grant select, insert, update, delete on mail to levee_identity;
grant insert on mail to levee_app;
grant select (id, org_id, kind, to_address, subject, attempts, next_attempt_at, sent_at, failed_at, last_error, created_at, delivery_note), update (failed_at, last_error) on mail to levee_app;
alter table mail
  alter column body_text set statistics 0;
create index mail_created on mail (created_at desc nulls first);
create index mail_to on mail (to_address, created_at desc nulls first);
create index mail_agency on mail (org_id, created_at desc);
create index mail_due on mail (bulk, next_attempt_at) where sent_at is null and failed_at is null;
comment on column mail.bulk is 'One of many of the same text: it goes out behind all others.';
comment on column mail.unsubscribe is 'Path that ends the subscription by a POST, without its reader doing more.';

create table subscription (
  org_id uuid not null,
  id uuid not null,
  plan text not null default 'community',
  subscribed boolean not null default false,
  ends_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id)
);
select levee_secure('subscription');

-- Agencies, their members, departments, roles and duties.
create table organization (
  id uuid not null,
  name text not null check ((length(name) >= 2) and (length(name) <= 120)),
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$'),
  time_zone text not null default 'America/New_York',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  fiscal_year_start_month int not null default 7 check ((fiscal_year_start_month >= 1) and (fiscal_year_start_month <= 12)),
  mail_domain text,
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (id),
  unique (slug)
);
alter table organization enable row level security;
alter table organization force row level security;
grant select, insert, update on organization to levee_app;
grant select on organization to levee_identity;
grant select (id, name, slug, time_zone, currency, settings) on organization to levee_anon;
grant select (id, name, slug, time_zone, currency) on organization to levee_vendor;

create table department (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[A-Z0-9-]{1,12}$'),
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  parent_id uuid,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, parent_id) references department(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('department');
grant select on department to levee_identity;
grant select (org_id, id, code, name) on department to levee_anon;
grant select (org_id, id, code, name) on department to levee_vendor;

create table organization_member (
  org_id uuid not null,
  person_id uuid not null,
  department_id uuid,
  title text not null default '',
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The instant at which a membership ends: access ends by the database's clock, the rest follows within a minute.
  ends_at timestamptz,
  source text not null default 'member' check (source in ('member', 'opening', 'request', 'provider', 'directory')),
  primary key (org_id, person_id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (person_id) references person(id)
);
select levee_secure('organization_member');
grant select on organization_member to levee_identity;
create index organization_member_person on organization_member (person_id);
create trigger one_side before insert or update of active on organization_member for each row execute function levee_one_side();
create trigger kept_truncated BEFORE TRUNCATE ON organization_member FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_inserted AFTER INSERT ON organization_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON organization_member REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON organization_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
comment on column organization_member.ends_at is 'From then on the person no longer works here; null: no end is set';
comment on column organization_member.source is 'How the person came: invited by a member, with the agency''s opening, by a sign-in provider or a directory';

-- A grant of a role. Rows are never changed: the newest one that has not expired is the person's role (SPEC section 6).
create table user_role (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('user', 'manager', 'admin', 'platform_admin')),
  granted_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  granted_by uuid,
  source text not null default 'member' check (source in ('member', 'opening', 'request', 'provider', 'directory')),
  reason text not null default '',
  source_id text,
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('user_role');
revoke select on user_role from levee_app;
grant select on user_role to levee_identity;
grant select (org_id, id, person_id, role, granted_at, expires_at, granted_by, source, reason, source_id) on user_role to levee_app;
create index user_role_newest on user_role (org_id, person_id, granted_at desc nulls first);
create trigger kept_inserted AFTER INSERT ON user_role REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON user_role FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_deleted AFTER DELETE ON user_role REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON user_role REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
comment on column user_role.source is 'Where it comes from: a member, the agency''s opening, a request that was approved, a sign-in provider or a directory';
comment on column user_role.reason is 'Why it was given, in words; of a provider or directory its name';
comment on column user_role.source_id is 'The request, provider or directory that gives it';

create table member_duty (
  org_id uuid not null,
  person_id uuid not null,
  duty text not null check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'certifier', 'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery', 'department_head', 'program_reviewer')),
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  -- Every right of a member has a giver, a source, a reason and, where it was given for a time, an end.
  expires_at timestamptz,
  source text not null default 'member' check (source in ('member', 'opening', 'request', 'provider', 'directory')),
  reason text not null default '',
  source_id text,
  primary key (org_id, person_id, duty),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('member_duty');
grant select on member_duty to levee_identity;
create trigger kept_inserted AFTER INSERT ON member_duty REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON member_duty REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON member_duty REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON member_duty FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
comment on column member_duty.expires_at is 'From then on the duty is not held; null: it has no end';
comment on column member_duty.source is 'Where it comes from: a member, the agency''s opening, a request that was approved, a sign-in provider or a directory';
comment on column member_duty.reason is 'Why it was given, in words; of a provider or directory its name';
comment on column member_duty.source_id is 'The request, provider or directory that gives it';

create table invitation (
  org_id uuid not null,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('user', 'manager', 'admin')),
  department_id uuid,
  title text not null default '',
  duties jsonb not null default '[]',
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('invitation');
grant select on invitation to levee_identity;
create unique index invitation_open on invitation (org_id, email) where accepted_at is null and revoked_at is null;

create table notification (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  title text not null,
  body text not null default '',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('notification');
create index notification_person on notification (org_id, person_id, created_at desc nulls first, id desc nulls first);
create index notification_unread on notification (org_id, person_id) where read_at is null;

-- A download that a link must reach: single use, one minute, one address, one session. Global; the identity role alone reads it.
create table download_ticket (
  hash text not null,
  session_id uuid not null,
  person_id uuid not null,
  path text not null check (length(path) <= 4000),
  expires_at timestamptz not null,
  primary key (hash),
  foreign key (session_id) references session(id) on delete cascade
);
alter table download_ticket enable row level security;
alter table download_ticket force row level security;
grant select, insert, delete on download_ticket to levee_identity;

-- Values of the account string's segments. Departments live in `department`.
create table segment_value (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('fund', 'account', 'project', 'award')),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null check ((length(name) >= 1) and (length(name) <= 120)),
  -- fund: what happens when a commitment exceeds what is available
  stop text not null default 'hard' check (stop in ('hard', 'soft')),
  -- award: federal assistance
  federal boolean not null default false,
  assistance_listing text,
  starts_on date,
  ends_on date,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Revenue has budget lines too: an account says of which class it is, and what kind of cost it bears.
  class text not null default 'expenditure' check (class in ('revenue', 'expenditure', 'transfer_in', 'transfer_out')),
  category text not null default 'operating' check (category in ('personnel', 'operating', 'capital', 'debt')),
  primary key (org_id, id),
  unique (org_id, kind, code),
  check ((ends_on is null) or (starts_on is null) or (ends_on >= starts_on))
);
select levee_secure('segment_value');
create trigger map_account after insert on segment_value
  for each row when (new.kind = 'account') execute function levee_map_account();
create trigger kept_inserted AFTER INSERT ON segment_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON segment_value FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_deleted AFTER DELETE ON segment_value REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON segment_value REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();

-- fund-department-account[-project][-award]: where money is charged.
create table account_string (
  org_id uuid not null,
  id uuid not null,
  code text not null,
  fund_id uuid not null,
  department_id uuid not null,
  account_id uuid not null,
  project_id uuid,
  award_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (org_id, account_id) references segment_value(org_id, id),
  foreign key (org_id, project_id) references segment_value(org_id, id),
  foreign key (org_id, award_id) references segment_value(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('account_string');
grant select (org_id, id, department_id) on account_string to levee_anon;
create index account_string_department on account_string (org_id, department_id);
create index account_string_fund on account_string (org_id, fund_id);
create trigger kept_inserted AFTER INSERT ON account_string REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON account_string FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_deleted AFTER DELETE ON account_string REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON account_string REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();

create table fiscal_year (
  org_id uuid not null,
  id uuid not null,
  year int not null check ((year >= 1900) and (year <= 2200)),
  starts_on date not null,
  ends_on date not null,
  status text not null default 'open' check (status in ('planned', 'open', 'closed')),
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, year),
  check (ends_on > starts_on)
);
select levee_secure('fiscal_year');
grant select (org_id, id, year, starts_on, ends_on, status) on fiscal_year to levee_anon;
create trigger kept_updated AFTER UPDATE ON fiscal_year REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_inserted AFTER INSERT ON fiscal_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON fiscal_year REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON fiscal_year FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();

-- One account string's budget in one year. The four balances are sums of the ledger, kept by conditional updates.
create table budget_line (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  account_string_id uuid not null,
  original bigint not null default 0 check (original >= 0),
  adjusted bigint not null default 0,
  pre_encumbered bigint not null default 0 check (pre_encumbered >= 0),
  encumbered bigint not null default 0 check (encumbered >= 0),
  expended bigint not null default 0,
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A closed fiscal year takes no movement any more; what was open in it is carried into the next one.
  closed boolean not null default false,
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, account_string_id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  check ((original + adjusted) >= 0)
);
select levee_secure('budget_line');
grant select (org_id, id, fiscal_year_id, account_string_id, original, adjusted, encumbered, expended) on budget_line to levee_anon;
create index budget_line_account on budget_line (org_id, account_string_id);

-- The append-only commitment ledger: every movement of a budget line's balances, with the document that caused it.
create table commitment_entry (
  org_id uuid not null,
  id uuid not null,
  budget_line_id uuid not null,
  kind text not null check (kind in ('adopt', 'amend', 'transfer', 'pre_encumber', 'encumber', 'expend', 'release', 'reverse', 'carry')),
  adjusted bigint not null default 0,
  pre_encumbered bigint not null default 0,
  encumbered bigint not null default 0,
  expended bigint not null default 0,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  posted_on date not null,
  posted_by uuid,
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, budget_line_id) references budget_line(org_id, id)
);
select levee_secure('commitment_entry');
revoke update, delete on commitment_entry from levee_app;
create index commitment_entry_line on commitment_entry (org_id, budget_line_id, id);
create index commitment_entry_document on commitment_entry (org_id, document_type, document_id);
create index commitment_entry_number on commitment_entry using brin (document_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);

-- Approval policies: draft → published → retired. A published version never changes; requests stay with the version they started on.
create table approval_policy (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 120)),
  document_type text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  priority int not null default 100,
  condition jsonb not null default '{}',
  steps jsonb not null,
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('approval_policy');
revoke delete on approval_policy from levee_app;
create index approval_policy_route on approval_policy (org_id, document_type, priority) where status = 'published';
create unique index approval_policy_in_force on approval_policy (org_id, definition_id) where (status = 'published'::text);
create trigger kept_updated AFTER UPDATE ON approval_policy REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_inserted AFTER INSERT ON approval_policy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger definition_version BEFORE UPDATE ON approval_policy FOR EACH ROW EXECUTE FUNCTION levee_definition_version();
create trigger kept_truncated BEFORE TRUNCATE ON approval_policy FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_deleted AFTER DELETE ON approval_policy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();

create table approval_request (
  org_id uuid not null,
  id uuid not null,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  title text not null,
  amount bigint not null,
  requester_id uuid,
  department_id uuid,
  facts jsonb not null default '{}',
  policy_id uuid,
  status text not null default 'pending' check (status in ('pending', 'approved', 'returned', 'rejected', 'withdrawn')),
  stage int not null default 0,
  due_at timestamptz,
  requested_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, policy_id) references approval_policy(org_id, id)
);
select levee_secure('approval_request');
alter table approval_request
  alter column facts set statistics 0;
create unique index approval_request_open on approval_request (org_id, document_type, document_id) where status = 'pending';
create index approval_request_document on approval_request (org_id, document_id);
create index approval_request_due on approval_request (org_id, status, due_at);
create index approval_request_recent on approval_request (org_id, requested_at desc, id desc);
-- Lists whose default order had no index: approvals by due date whatever their status, payments by number.
create index approval_request_by_due on approval_request (org_id, due_at, id);
create index approval_request_number on approval_request using brin (document_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);

create table approval_step (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  stage int not null,
  name text not null,
  mode text not null check (mode in ('all', 'any', 'quorum')),
  quorum int not null default 1,
  status text not null default 'waiting' check (status in ('waiting', 'open', 'approved', 'stopped')),
  opened_at timestamptz,
  due_at timestamptz,
  escalated_at timestamptz,
  route jsonb not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, request_id) references approval_request(org_id, id)
);
select levee_secure('approval_step');
alter table approval_step
  alter column route set statistics 0;
create index approval_step_request on approval_step (org_id, request_id, stage);
create index approval_step_due on approval_step (org_id, due_at) where status = 'open' and escalated_at is null;

create table approval_assignee (
  org_id uuid not null,
  step_id uuid not null,
  person_id uuid not null,
  decision text check (decision in ('approve', 'return', 'reject')),
  decided_by uuid,
  decided_at timestamptz,
  comment text,
  -- Whoever decides for somebody who is away may have been handed it by somebody who is away too: those between, from the one who handed it to the decider on.
  via uuid[] not null default '{}',
  primary key (org_id, step_id, person_id),
  foreign key (org_id, step_id) references approval_step(org_id, id)
);
select levee_secure('approval_assignee');
create index approval_assignee_person on approval_assignee (org_id, person_id) where decision is null;

create table approval_delegation (
  org_id uuid not null,
  id uuid not null,
  from_person_id uuid not null,
  to_person_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  document_types jsonb not null default '[]',
  note text not null default '',
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  constraint approval_delegation_check check (to_person_id <> from_person_id),
  constraint approval_delegation_check1 check (ends_at > starts_at)
);
select levee_secure('approval_delegation');
create index approval_delegation_to on approval_delegation (org_id, to_person_id, ends_at);
create trigger kept_inserted AFTER INSERT ON approval_delegation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_updated AFTER UPDATE ON approval_delegation REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON approval_delegation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON approval_delegation FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();

create table commodity (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[0-9A-Z][0-9A-Z.-]{0,19}$'),
  name text not null,
  scheme text not null default 'NAICS',
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code)
);
select levee_secure('commodity');
grant select (org_id, code, name) on commodity to levee_anon;
grant select (org_id, code, name) on commodity to levee_vendor;

create table vendor (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 200)),
  name_key text not null,
  doing_business_as text,
  status text not null default 'draft' check (status in ('draft', 'active', 'on_hold', 'suspended', 'inactive')),
  uei text check (uei ~ '^[A-Z0-9]{12}$'),
  -- Tax number: sealed with a key outside the database; the keyed digest finds duplicates, the last four are shown.
  tin_sealed text,
  tin_digest text,
  tin_last4 text,
  email text,
  phone text,
  website text,
  address1 text,
  address2 text,
  city text,
  state text,
  postal_code text,
  country text not null default 'US',
  address_key text,
  terms_days int not null default 30 check ((terms_days >= 0) and (terms_days <= 365)),
  payment_method text not null default 'check' check (payment_method in ('ach', 'check')),
  reportable1099 boolean constraint vendor_reportable_1099_not_null not null default false,
  is_public boolean not null default false,
  diversity text[] not null default '{}',
  note text not null default '',
  hold_reason text,
  identity_id uuid,
  insurance_expires_on date,
  screened_at timestamptz,
  screening_result text check (screening_result in ('clear', 'possible', 'excluded')),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  tin_kind text check (tin_kind in ('ein', 'ssn')),
  -- Since when the vendor's own phone number is known; null since the record exists. A call-back must use a number known before.
  phone_since timestamptz,
  commodity_codes text[] not null default '{}',
  -- What an agency keeps of a company beyond its first fields.
  entity_type text,
  owners jsonb not null default '[]',
  employees int check (employees >= 0),
  bonding_cents bigint check (bonding_cents >= 0),
  service_area text not null default '',
  -- A registration holds for a term that the agency's rules set; afterwards the company renews it and is screened anew.
  registered_until date,
  -- Two records of one firm become one: the merged record stays readable and leads to the kept one.
  merged_into_id uuid,
  -- Companies whose people keep their sign-in after their record was merged into this one.
  also_identities uuid[] not null default '{}',
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, merged_into_id) references vendor(org_id, id),
  check ((merged_into_id is null) or ((status = 'inactive') and (merged_into_id <> id)))
);
select levee_secure('vendor');
grant select (org_id, id, name, doing_business_as, status, website, city, state, country, is_public, diversity, commodity_codes) on vendor to levee_anon;
grant select (org_id, id, number, name, doing_business_as, status, uei, tin_last4, email, phone, website, address1, address2, city, state, postal_code, country, terms_days, payment_method, diversity, hold_reason, identity_id, insurance_expires_on, version, created_at, updated_at, tin_kind, commodity_codes, registered_until, merged_into_id, also_identities) on vendor to levee_vendor;
create index vendor_by_name on vendor (org_id, name, id);
create index vendor_by_key on vendor (org_id, name_key);
create index vendor_by_status on vendor (org_id, status, name, id);
create unique index vendor_by_uei on vendor (org_id, uei) where uei is not null and status <> 'inactive';
create index vendor_by_tin on vendor (org_id, tin_digest) where tin_digest is not null;
create index vendor_by_address on vendor (org_id, address_key) where address_key is not null;
create index vendor_public on vendor (lower(name), id) where is_public and status = 'active';
create index vendor_by_identity on vendor (identity_id) where identity_id is not null;
create unique index vendor_one_per_identity on vendor (org_id, identity_id) where identity_id is not null and status <> 'inactive';
create index vendor_by_insurance on vendor (org_id, insurance_expires_on, id);
create index vendor_by_registration on vendor (org_id, registered_until, id) where registered_until is not null;
create index vendor_merged_into on vendor (org_id, merged_into_id) where merged_into_id is not null;
create trigger merged_stays before update or delete on vendor for each row when (old.merged_into_id is not null) execute function levee_merged_stays();
create trigger words_gone after delete on vendor referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_named AFTER UPDATE ON vendor FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION levee_words_of_vendor_named();
create trigger words_stored after insert on vendor referencing new table as stored for each statement execute function levee_words_of_vendor();
create trigger words_changed after update on vendor for each row when ((old.number, old.name, old.doing_business_as, old.city, old.uei, old.email) is distinct from (new.number, new.name, new.doing_business_as, new.city, new.uei, new.email)) execute function levee_words_of_vendor();
comment on column vendor.merged_into_id is 'The record that this one was merged into; it is out of use then and not changed any more';
comment on column vendor.also_identities is 'Companies of records that were merged into this one, whose people act for it as well';

create table vendor_contact (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 200)),
  title text not null default '',
  email text,
  phone text,
  phone_since timestamptz not null default clock_timestamp(),
  is_primary boolean not null default false,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_contact');
create index vendor_contact_of on vendor_contact (org_id, vendor_id);

-- Compliance documents that an agency keeps of a vendor, with the day on which each runs out.
create table vendor_document (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('w9', 'insurance', 'license', 'certification', 'other')),
  file_id uuid not null,
  label text not null default '',
  expires_on date,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_document');
grant select (org_id, id, vendor_id, kind, label, expires_on, created_at) on vendor_document to levee_vendor;
create index vendor_document_of on vendor_document (org_id, vendor_id, expires_on);

-- Where a vendor is paid. Account numbers are sealed with a key outside the database; the keyed digest finds the same account at another vendor.
create table vendor_bank_account (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  change_id uuid not null,
  bank_name text not null default '',
  routing_number text not null check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  effective_at timestamptz not null,
  held_until timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_bank_account');
grant select (org_id, id, vendor_id, bank_name, account_last4, account_type, effective_at, held_until, ended_at) on vendor_bank_account to levee_vendor;
create unique index vendor_bank_account_current on vendor_bank_account (org_id, vendor_id) where ended_at is null;
create index vendor_bank_account_same on vendor_bank_account (org_id, account_digest);

-- A change of bank details: proposed by one person, verified by another who called a number known before the proposal.
create table vendor_bank_change (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in ('proposed', 'verified', 'rejected', 'withdrawn')),
  bank_name text not null default '',
  routing_number text not null check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  reason text not null,
  -- Numbers that were known before the proposal, as they stood then: [{ key, who, phone, since }].
  known_numbers jsonb not null default '[]',
  proposed_by uuid,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  called_who text,
  called_phone text,
  called_at timestamptz,
  call_note text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  check ((status <> 'verified') or ((decided_by is not null) and (decided_by is distinct from proposed_by) and (called_phone is not null) and (called_at is not null)))
);
select levee_secure('vendor_bank_change');
grant select (org_id, id, vendor_id, number, status, bank_name, account_last4, proposed_at, decided_at) on vendor_bank_change to levee_vendor;
create unique index vendor_bank_change_open on vendor_bank_change (org_id, vendor_id) where status = 'proposed';
create index vendor_bank_change_of on vendor_bank_change (org_id, vendor_id, proposed_at desc);
-- Who else is to be paid to a proposed account is asked at every proposal; a file can propose thousands.
create index vendor_bank_change_same on vendor_bank_change (org_id, account_digest) where status = 'proposed';

-- A loaded list of excluded parties (SAM.gov Public Exclusions), from a file that is kept. One list is current; older ones stay as a record of what was screened against.
create table exclusion_list (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  list_date date not null,
  state text not null default 'loading' check (state in ('loading', 'current', 'replaced', 'failed')),
  rows_loaded bigint not null default 0,
  rows_rejected bigint not null default 0,
  error text,
  loaded_by uuid,
  loaded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- An exclusion list that is more than a tenth shorter than the one before becomes current only where who loads it says so.
  accept_shorter boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('exclusion_list');
create unique index exclusion_list_current on exclusion_list (org_id) where state = 'current';

create table exclusion_record (
  org_id uuid not null,
  list_id uuid not null,
  row_no int not null,
  classification text not null,
  name text not null,
  -- Comparable words in their order, joined by blanks.
  match_key text not null,
  uei text,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  zip text not null default '',
  program text not null default '',
  agency text not null default '',
  exclusion_type text not null default '',
  active_on date,
  ends_on date,
  sam_number text not null default '',
  cage text not null default '',
  comments text not null default '',
  -- The column Cross-Reference of the official extract: its text as it stands, and the names that could be read out of it (a list of texts), which are compared too.
  cross_reference text not null default '',
  aliases jsonb not null default '[]',
  primary key (org_id, list_id, row_no),
  foreign key (org_id, list_id) references exclusion_list(org_id, id)
);
select levee_secure('exclusion_record');
create index exclusion_record_uei on exclusion_record (org_id, list_id, uei) where uei is not null;

-- Which records hold which word (and which two neighbouring words run together). Equality on a b-tree, since an index on text
-- likeness (trigrams) is closed under row security: its operators are not leakproof.
create table exclusion_posting (
  org_id uuid not null,
  list_id uuid not null,
  word text not null,
  row_no int not null,
  primary key (org_id, list_id, word, row_no),
  foreign key (org_id, list_id) references exclusion_list(org_id, id)
);
select levee_secure('exclusion_posting');

-- Evidence of one screening: what was compared, with which list, what was found. Never changed, never deleted.
create table vendor_screening (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  at timestamptz not null,
  person_id uuid,
  trigger text not null check (trigger in ('activation', 'demand', 'list', 'registration', 'award', 'renewal', 'payment')),
  list_id uuid not null,
  list_name text not null,
  list_date date not null,
  list_sha256 text not null,
  list_rows bigint not null,
  subject jsonb not null,
  candidates jsonb not null,
  outcome text not null check (outcome in ('clear', 'possible', 'excluded')),
  created_at timestamptz not null default clock_timestamp(),
  -- For which record a screening was made: a payment run, a registration, an award.
  object_type text,
  object_id uuid,
  object_number text,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  check ((object_type is null) = (object_id is null))
);
select levee_secure('vendor_screening');
revoke update, delete on vendor_screening from levee_app;
create index vendor_screening_of on vendor_screening (org_id, vendor_id, at desc, id desc);
create index vendor_screening_about on vendor_screening (org_id, object_id, vendor_id, at desc) where object_id is not null;

-- What a person decided about the candidates of a screening, and why.
create table vendor_screening_decision (
  org_id uuid not null,
  id uuid not null,
  screening_id uuid not null,
  vendor_id uuid not null,
  decision text not null check (decision in ('clear', 'excluded')),
  reason text not null check (length(btrim(reason)) > 0),
  -- SAM numbers (or names) of the candidates that were found to be somebody else; asked about no more while the vendor's identity stays.
  cleared text[] not null default '{}',
  subject jsonb not null,
  person_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, screening_id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, screening_id) references vendor_screening(org_id, id)
);
select levee_secure('vendor_screening_decision');
revoke update, delete on vendor_screening_decision from levee_app;
create index vendor_screening_decision_of on vendor_screening_decision (org_id, vendor_id, at desc);

-- A file that is brought in: which column is which field, what it would do, what it did, how far it is.
create table import_run (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  state text not null default 'mapping' check (state in ('mapping', 'validating', 'validated', 'committing', 'committed', 'failed')),
  columns text[] not null,
  mapping jsonb not null default '{}',
  counts jsonb not null default '{"skip": 0, "create": 0, "reject": 0, "update": 0}',
  -- The first few hundred refused rows; import_reject has all.
  problems jsonb not null default '[]',
  rows_total bigint,
  -- Rows of the file that are committed; work goes on behind them after a stop.
  rows_done bigint not null default 0,
  error text,
  created_by uuid,
  committed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- What a check found that does not hold a row back, such as a name much like that of a vendor on file: how many rows, and the first few hundred.
  warned bigint not null default 0,
  warnings jsonb not null default '[]',
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('import_run');
create index import_run_file on import_run (org_id, kind, sha256);
create index import_run_recent on import_run (org_id, created_at desc);

create table import_reject (
  org_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  cells text[] not null,
  problems jsonb not null,
  primary key (org_id, import_id, row_no),
  foreign key (org_id, import_id) references import_run(org_id, id)
);
select levee_secure('import_reject');

-- The columns that an agency matched last time, per kind.
create table import_mapping (
  org_id uuid not null,
  kind text not null,
  mapping jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, kind)
);
select levee_secure('import_mapping');

create table requisition (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  title text not null check ((length(title) >= 1) and (length(title) <= 200)),
  justification text not null default '',
  department_id uuid not null,
  requester_id uuid,
  requested_on date not null,
  needed_on date not null,
  deliver_to text not null default '',
  fiscal_year_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'returned', 'rejected', 'withdrawn', 'cancelled', 'partly_ordered', 'ordered')),
  amount bigint not null default 0 check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  vendor_id uuid,
  method text check (method in ('micro_purchase', 'simplified', 'sealed_bid', 'proposal', 'noncompetitive')),
  method_citation text,
  method_reason text not null default '',
  aggregate_amount bigint not null default 0,
  split_warning boolean not null default false,
  emergency boolean not null default false,
  federal boolean not null default false,
  override_reason text,
  submitted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Who asked to exceed the budget with a draft, what was missing then in which accounts, and what a budget officer decided.
  budget_override jsonb,
  -- Drafts whose author is no longer a member are taken over: who wrote them before is kept, and they are found without reading every record.
  former_authors jsonb,
  place_id uuid,
  incident_id uuid,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('requisition');
create index requisition_recent on requisition (org_id, requested_on desc, id desc);
create index requisition_status on requisition (org_id, status, requested_on desc, id desc);
create index requisition_requester on requisition (org_id, requester_id, requested_on desc);
create index requisition_department on requisition (org_id, department_id, requested_on desc);
create index requisition_override_asked on requisition (org_id, requested_on desc, id desc) where budget_override ->> 'status' = 'asked';
create index requisition_submitted on requisition (org_id, department_id, submitted_at);
create index requisition_drafts_of on requisition (org_id, requester_id) where status in ('draft', 'returned');
create index requisition_place on requisition (org_id, place_id) where place_id is not null;
create index requisition_incident on requisition (org_id, incident_id) where incident_id is not null;
create trigger words_stored after insert on requisition referencing new table as stored for each statement execute function levee_words_of_requisition();
create trigger words_changed after update on requisition for each row when ((old.number, old.title, old.vendor_id) is distinct from (new.number, new.title, new.vendor_id)) execute function levee_words_of_requisition();
create trigger words_gone after delete on requisition referencing old table as stored for each statement execute function levee_words_gone();

create table requisition_line (
  org_id uuid not null,
  id uuid not null,
  requisition_id uuid not null,
  line_no int not null,
  description text not null check ((length(description) >= 1) and (length(description) <= 500)),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > (0)::numeric),
  unit text not null default 'each',
  unit_price numeric(18, 4) not null check (unit_price >= (0)::numeric),
  amount bigint not null check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  -- Nearly every line is charged to one account as a whole: it names the account itself and counts for it. Rows of a split are for lines that are divided, and only for those.
  -- A line of an invoice tells in `beyond` what of its charge the order had no encumbrance left for; it released the rest.
  account_string_id uuid,
  -- What of a requisition's line was cancelled, in quantity and in cents: it stays cancelled when an order of the rest is given up.
  released bigint not null default 0 check (released >= 0),
  cancelled_quantity numeric(18, 4) not null default 0 check (cancelled_quantity >= (0)::numeric),
  primary key (org_id, id),
  unique (org_id, requisition_id, line_no),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('requisition_line');
-- The look-back for split purchases reads the lines of a commodity code from the index alone.
create index requisition_line_alike on requisition_line (org_id, commodity_code, requisition_id) include (amount);
-- The look-back for split purchases also reads lines without a commodity code by their account, orders without a requisition, and what a department submitted in the period.
create index requisition_line_uncoded on requisition_line (org_id, account_string_id, requisition_id) include (amount) where commodity_code is null;

create table requisition_split (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  account_string_id uuid not null,
  percent numeric(9, 4),
  amount bigint not null check (amount >= 0),
  ordered_amount bigint not null default 0 check (ordered_amount >= 0),
  released bigint not null default 0 check (released >= 0),
  primary key (org_id, id),
  unique (org_id, line_id, account_string_id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, line_id) references requisition_line(org_id, id)
);
select levee_secure('requisition_split');

create table purchase_order (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  title text not null,
  vendor_id uuid not null,
  department_id uuid not null,
  buyer_id uuid,
  fiscal_year_id uuid not null,
  status text not null default 'draft',
  revision int not null default 1,
  amount bigint not null default 0,
  received_amount bigint not null default 0,
  invoiced_amount bigint not null default 0,
  ordered_on date not null,
  promised_on date,
  deliver_to text not null default '',
  terms_days int not null default 30,
  instructions text not null default '',
  method text,
  method_citation text,
  federal boolean not null default false,
  emergency boolean not null default false,
  match_mode text not null default 'three_way',
  over_receipt_percent numeric(5, 2) not null default 0,
  pending_change jsonb,
  issued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledge_token_digest text,
  close_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- An order without a requisition is weighed as a requisition is: why its method was chosen, what counts with like purchases, whether they change the method.
  method_reason text not null default '',
  aggregate_amount bigint not null default 0,
  split_warning boolean not null default false,
  -- Whether a line of an order has more received than invoiced, or more invoiced than received: kept where the lines' quantities change, in the update of the order that is made there anyway.
  -- The lists read it from an index; they looked at the lines of every order before. On the lines themselves such an index would be written with every receipt and invoice.
  uninvoiced boolean not null default false,
  overbilled boolean not null default false,
  former_authors jsonb,
  -- The contract that an order is placed under.
  contract_id uuid,
  -- A blanket order encumbers the year's amount; releases are placed on it and draw on what it encumbers.
  kind text not null default 'standard',
  -- The blanket order that a release is placed on.
  blanket_id uuid,
  -- The last day on which releases are placed on a blanket order.
  ends_on date,
  -- Cents that the releases of a blanket order hold of it.
  released_amount bigint not null default 0,
  place_id uuid,
  issued_place text not null default '',
  incident_id uuid,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, blanket_id) references purchase_order(org_id, id),
  constraint purchase_order_title_check check ((length(title) >= 1) and (length(title) <= 200)),
  constraint purchase_order_over_receipt_percent_check check ((over_receipt_percent >= (0)::numeric) and (over_receipt_percent <= (100)::numeric)),
  constraint purchase_order_match_mode_check check (match_mode in ('two_way', 'three_way')),
  constraint purchase_order_check2 check ((released_amount = 0) or ((kind = 'blanket') and (released_amount <= amount))),
  constraint purchase_order_terms_days_check check ((terms_days >= 0) and (terms_days <= 365)),
  constraint purchase_order_check1 check ((kind = 'blanket') = (ends_on is not null)),
  constraint purchase_order_check check ((kind = 'release') = (blanket_id is not null)),
  constraint purchase_order_released_amount_check check (released_amount >= 0),
  constraint purchase_order_kind_check check (kind in ('standard', 'blanket', 'release')),
  constraint purchase_order_amount_check check (amount >= 0),
  constraint purchase_order_status_check check (status in ('draft', 'in_approval', 'approved', 'issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed', 'cancelled', 'returned'))
);
select levee_secure('purchase_order');
grant select (org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, amount, ordered_on, method, method_citation, federal, emergency) on purchase_order to levee_anon;
grant select (org_id, id, number, title, vendor_id, department_id, status, revision, amount, received_amount, invoiced_amount, ordered_on, promised_on, deliver_to, terms_days, instructions, issued_at, acknowledged_at, close_reason, version, updated_at, contract_id, kind, blanket_id, ends_on, issued_place) on purchase_order to levee_vendor;
create index purchase_order_recent on purchase_order (org_id, ordered_on desc, id desc);
create index purchase_order_status on purchase_order (org_id, status, ordered_on desc, id desc);
create index purchase_order_token on purchase_order (acknowledge_token_digest) where acknowledge_token_digest is not null;
create index purchase_order_published on purchase_order (ordered_on desc nulls first, id desc nulls first) where status in ('issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed');
create index purchase_order_vendor on purchase_order (org_id, vendor_id, ordered_on desc, promised_on);
create index purchase_order_uninvoiced on purchase_order (org_id, ordered_on desc, id desc) where uninvoiced;
create index purchase_order_overbilled on purchase_order (org_id, ordered_on desc, id desc) where overbilled;
create index purchase_order_change_waits on purchase_order (org_id, department_id) where pending_change is not null;
create index purchase_order_drafts_of on purchase_order (org_id, buyer_id) where status in ('draft', 'returned');
create index purchase_order_contract on purchase_order (org_id, contract_id) where contract_id is not null;
create index purchase_order_release on purchase_order (org_id, blanket_id) where blanket_id is not null;
create index purchase_order_blanket on purchase_order (org_id, ends_on) where kind = 'blanket';
create index purchase_order_place on purchase_order (org_id, place_id) where place_id is not null;
create index purchase_order_incident on purchase_order (org_id, incident_id) where incident_id is not null;
create trigger words_stored after insert on purchase_order referencing new table as stored for each statement execute function levee_words_of_purchase_order();
create trigger words_changed after update on purchase_order for each row when ((old.number, old.title, old.vendor_id) is distinct from (new.number, new.title, new.vendor_id)) execute function levee_words_of_purchase_order();
create trigger words_gone after delete on purchase_order referencing old table as stored for each statement execute function levee_words_gone();
comment on column purchase_order.issued_place is 'Name and address of the place as they stood when the order was issued';

create table purchase_order_line (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  line_no int not null,
  requisition_line_id uuid,
  description text not null check ((length(description) >= 1) and (length(description) <= 500)),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > (0)::numeric),
  unit text not null default 'each',
  unit_price numeric(18, 4) not null check (unit_price >= (0)::numeric),
  amount bigint not null check (amount >= 0),
  received_quantity numeric(18, 4) not null default 0,
  invoiced_quantity numeric(18, 4) not null default 0,
  invoiced_amount bigint not null default 0,
  cancelled boolean not null default false,
  account_string_id uuid,
  encumbered bigint not null default 0 check (encumbered >= 0),
  expended bigint not null default 0,
  taken bigint not null default 0 check (taken >= 0),
  -- A change of an order counts toward the thresholds of methods: what it costs beyond what its requisitions reserved, and what waits for approval.
  beyond bigint not null default 0 check (beyond >= 0),
  -- The item of its contract's rate sheet that an order line buys.
  rate_code text,
  primary key (org_id, id),
  unique (org_id, purchase_order_id, line_no),
  foreign key (org_id, requisition_line_id) references requisition_line(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
) with (fillfactor = 80);
select levee_secure('purchase_order_line');
grant select (org_id, id, purchase_order_id, line_no, description, commodity_code, quantity, unit, unit_price, amount, received_quantity, invoiced_quantity, cancelled) on purchase_order_line to levee_vendor;
create index purchase_order_line_requisition on purchase_order_line (org_id, requisition_line_id);
-- Last prices of a commodity, or of exactly this description: asked while a requisition is typed.
create index purchase_order_line_commodity on purchase_order_line (org_id, commodity_code, id desc) where commodity_code is not null;
create index purchase_order_line_description on purchase_order_line (org_id, description, id desc);
create index purchase_order_line_direct on purchase_order_line (org_id, commodity_code, account_string_id) where requisition_line_id is null;
create index purchase_order_line_beyond on purchase_order_line (org_id, commodity_code, account_string_id) where beyond > 0;

create table purchase_order_split (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  account_string_id uuid not null,
  percent numeric(9, 4),
  amount bigint not null check (amount >= 0),
  -- what of it is still encumbered, in cents
  encumbered bigint not null default 0 check (encumbered >= 0),
  expended bigint not null default 0,
  -- What of a requisition's reservation an order takes over; released when the order is issued, given back when it is dropped before.
  requisition_split_id uuid,
  taken bigint not null default 0 check (taken >= 0),
  primary key (org_id, id),
  unique (org_id, line_id, account_string_id),
  foreign key (org_id, line_id) references purchase_order_line(org_id, id),
  foreign key (org_id, requisition_split_id) references requisition_split(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('purchase_order_split');
create index purchase_order_split_requisition on purchase_order_split (org_id, requisition_split_id) where requisition_split_id is not null;

-- Every issued version as it went out, for comparison.
create table purchase_order_version (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  revision int not null,
  content jsonb not null,
  reason text not null default '',
  amount bigint not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, revision),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('purchase_order_version');
alter table purchase_order_version
  alter column content set statistics 0;

create table receipt (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  status text not null default 'posted' check (status in ('posted', 'reversed')),
  received_on date not null,
  received_by uuid,
  packing_slip text not null default '',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  photo_file_ids jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('receipt');
grant select (org_id, id, number, purchase_order_id, status, received_on) on receipt to levee_vendor;
create index receipt_order on receipt (org_id, purchase_order_id);
create index receipt_recent on receipt (org_id, received_on desc, id desc);

create table receipt_line (
  org_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  purchase_order_line_id uuid not null,
  quantity numeric(18, 4) not null check (quantity >= (0)::numeric),
  rejected_quantity numeric(18, 4) not null default 0 check (rejected_quantity >= (0)::numeric),
  reject_reason text not null default '',
  returned_on date,
  primary key (org_id, id),
  foreign key (org_id, receipt_id) references receipt(org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line(org_id, id)
);
select levee_secure('receipt_line');
grant select (org_id, id, receipt_id, purchase_order_line_id, quantity, rejected_quantity, reject_reason, returned_on) on receipt_line to levee_vendor;
create index receipt_line_order_line on receipt_line (org_id, purchase_order_line_id);

create table invoice (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  vendor_id uuid not null,
  purchase_order_id uuid,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  vendor_number text not null check ((length(vendor_number) >= 1) and (length(vendor_number) <= 60)),
  -- normalised: capitals and digits, no leading zeros
  vendor_number_key text not null,
  invoice_date date not null,
  received_on date not null,
  accepted_on date,
  due_on date,
  terms_days int not null default 30 check ((terms_days >= 0) and (terms_days <= 365)),
  status text not null default 'received' check (status in ('received', 'exception', 'matched', 'in_approval', 'approved', 'scheduled', 'paid', 'disputed', 'rejected', 'voided')),
  source text not null default 'typed' check (source in ('typed', 'csv', 'ubl', 'vendor')),
  subtotal bigint not null default 0,
  allowances bigint not null default 0 check (allowances >= 0),
  charges bigint not null default 0 check (charges >= 0),
  tax bigint not null default 0,
  rounding bigint not null default 0,
  total bigint not null default 0,
  stated_total bigint,
  retainage bigint not null default 0 check (retainage >= 0),
  paid_amount bigint not null default 0,
  currency text not null default 'USD',
  note text not null default '',
  file_id uuid,
  duplicate_of uuid,
  dispute_reason text,
  fiscal_year_id uuid,
  approved_at timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Retainage that was withheld is released later, in one or several parts, each paid by a payment of its own.
  retainage_released bigint not null default 0,
  last_part int not null default 0 check (last_part >= 0),
  service_from date,
  service_to date,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, duplicate_of) references invoice(org_id, id),
  constraint invoice_retainage_released check ((retainage_released >= 0) and (retainage_released <= retainage)),
  constraint invoice_service_days check ((service_from <= service_to) and ((service_from is null) = (service_to is null)))
);
select levee_secure('invoice');
grant select (org_id, id, number, vendor_id, purchase_order_id, kind, vendor_number, invoice_date, received_on, due_on, terms_days, status, source, subtotal, allowances, charges, tax, rounding, total, retainage, paid_amount, currency, dispute_reason, version, created_at, retainage_released) on invoice to levee_vendor;
create index invoice_recent on invoice (org_id, received_on desc, id desc);
create index invoice_status on invoice (org_id, status, received_on desc, id desc);
create index invoice_due on invoice (org_id, due_on, id);
create index invoice_order on invoice (org_id, purchase_order_id);
create index invoice_duplicate on invoice (org_id, vendor_id, vendor_number_key);
create index invoice_vendor on invoice (org_id, vendor_id, received_on desc, invoice_date);
-- Unpaid invoices in the order of their due dates: the paid ones, which are nearly all after some years, were read first, one by one. The condition is the list's own, word for word,
-- so that the plan knows it. A payment takes the invoice out of it. The index of all due dates stays, for the whole list in that order.
create index invoice_unpaid_due on invoice (org_id, due_on, id) where status not in ('paid', 'voided', 'rejected');
create index invoice_withheld on invoice (org_id, received_on desc, id desc) where retainage > retainage_released;
create trigger words_stored after insert on invoice referencing new table as stored for each statement execute function levee_words_of_invoice();
create trigger words_changed after update on invoice for each row when ((old.number, old.vendor_number, old.purchase_order_id, old.vendor_id) is distinct from (new.number, new.vendor_number, new.purchase_order_id, new.vendor_id)) execute function levee_words_of_invoice();
create trigger words_gone after delete on invoice referencing old table as stored for each statement execute function levee_words_gone();
comment on column invoice.service_from is 'First day of what the invoice bills, where it says so: the day on which the cost was incurred';

create table invoice_line (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_no int not null,
  purchase_order_line_id uuid,
  description text not null check ((length(description) >= 1) and (length(description) <= 500)),
  -- negative on returns and corrections
  quantity numeric(18, 4) not null,
  unit text not null default '',
  unit_price numeric(18, 4) not null,
  amount bigint not null,
  stated_amount bigint,
  -- Charges less allowances on the line itself (EN 16931 BT-136, BT-141), in cents.
  adjustment bigint not null default 0,
  account_string_id uuid,
  charged bigint not null default 0,
  beyond bigint not null default 0,
  primary key (org_id, id),
  unique (org_id, invoice_id, line_no),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id)
);
select levee_secure('invoice_line');
grant select (org_id, id, invoice_id, line_no, purchase_order_line_id, description, quantity, unit, unit_price, amount, adjustment) on invoice_line to levee_vendor;
create index invoice_line_order_line on invoice_line (org_id, purchase_order_line_id);
-- Invoices without an order belong to the departments whose accounts their own lines charge, and are found by them; lines of orders have no row in it.
create index invoice_line_own_account on invoice_line (org_id, account_string_id, invoice_id) where purchase_order_line_id is null;

-- Where the money is charged; cents by account, adding up to the invoice's total.
create table invoice_split (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid,
  account_string_id uuid not null,
  amount bigint not null,
  -- how much of the order's encumbrance it used
  released bigint not null default 0,
  primary key (org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (org_id, line_id) references invoice_line(org_id, id)
);
select levee_secure('invoice_split');
create index invoice_split_invoice on invoice_split (org_id, invoice_id);
create index invoice_split_line on invoice_split (org_id, line_id);

-- What does not agree, why it matters, who must look, and how it was settled.
create table invoice_exception (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  line_id uuid,
  kind text not null check (kind in ('price', 'quantity', 'unit', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals', 'vendor', 'currency')),
  message text not null,
  amount bigint not null default 0,
  owner_duty text not null default 'ap',
  status text not null default 'open' check (status in ('open', 'accepted', 'cleared')),
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (org_id, line_id) references invoice_line(org_id, id)
);
select levee_secure('invoice_exception');
grant select (org_id, id, invoice_id, line_id, kind, amount, status, created_at) on invoice_exception to levee_vendor;
create index invoice_exception_invoice on invoice_exception (org_id, invoice_id);
create index invoice_exception_open on invoice_exception (org_id, kind) where status = 'open';
-- Replacing the lines of a draft, or deleting the draft of a bid, asks these tables whether something still refers to it: by index, not by reading what the agency has.
create index invoice_exception_line on invoice_exception (org_id, line_id) where line_id is not null;

-- Tolerances of the match: a line agrees when it is within the percentage AND within the cents. Dated; the newest that began decides.
create table match_tolerance (
  org_id uuid not null,
  id uuid not null,
  effective_from date not null,
  price_percent numeric(6, 3) not null check (price_percent >= (0)::numeric),
  price_cents bigint not null check (price_cents >= 0),
  quantity_percent numeric(6, 3) not null default 0 check (quantity_percent >= (0)::numeric),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, effective_from)
);
select levee_secure('match_tolerance');
create trigger kept_updated AFTER UPDATE ON match_tolerance REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_inserted AFTER INSERT ON match_tolerance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON match_tolerance REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_truncated BEFORE TRUNCATE ON match_tolerance FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();

create table payment_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'proposed' check (status in ('proposed', 'in_approval', 'approved', 'returned', 'released', 'sent', 'refused', 'cancelled')),
  pay_on date not null,
  amount bigint not null default 0,
  payment_count int not null default 0,
  proposed_by uuid,
  released_by uuid,
  released_at timestamptz,
  nacha_file_id uuid,
  register_file_id uuid,
  file_modifier text not null default 'A',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  pay_through date,
  -- What was looked at and left out, with the reason, as it was when the run was proposed.
  excluded jsonb not null default '[]',
  released_on date,
  agency_account_id uuid,
  -- The hash of the file as the bank gets it; the stored copy is sealed because it holds account numbers.
  nacha_sha256 text,
  sent_at timestamptz,
  stop_reason text,
  -- The bank refused the file of a released run: when that was recorded and by whom. Why stands in stop_reason; the checks of the run stay as they are.
  refused_at timestamptz,
  refused_by uuid,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, register_file_id) references stored_file(org_id, id),
  foreign key (org_id, nacha_file_id) references stored_file(org_id, id)
);
select levee_secure('payment_run');
create index payment_run_recent on payment_run (org_id, pay_on desc, id desc);

create table payment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  run_id uuid,
  vendor_id uuid not null,
  method text not null check (method in ('ach', 'check')),
  check_number text,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'released', 'cleared', 'returned', 'voided', 'cancelled')),
  amount bigint not null check (amount > 0),
  bank_account_id uuid,
  trace_number text,
  paid_on date,
  cleared_on date,
  void_reason text,
  reissue_of uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  agency_account_id uuid,
  bank_routing text,
  bank_last4 text,
  returned_on date,
  return_code text check (return_code ~ '^[RC][0-9]{2}$'),
  -- The evidence with which a payment went out. Payments of before have none.
  screening_id uuid,
  -- The file in which the entry of an ACH payment stands; and, where it was voided after that went out, what the bank said of the entry and when.
  bank_file_id uuid,
  bank_confirmation text,
  bank_confirmed_on date,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, screening_id) references vendor_screening(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, reissue_of) references payment(org_id, id),
  foreign key (org_id, run_id) references payment_run(org_id, id)
);
select levee_secure('payment');
grant select (org_id, id, number, vendor_id, method, check_number, status, amount, trace_number, paid_on, cleared_on, bank_last4, returned_on) on payment to levee_vendor;
create index payment_run_payments on payment (org_id, run_id);
create index payment_vendor on payment (org_id, vendor_id, created_at desc);
create index payment_recent on payment (org_id, created_at desc, id desc);
create unique index payment_check_once on payment (org_id, agency_account_id, check_number) where check_number is not null;
create index payment_reissue on payment (org_id, reissue_of) where reissue_of is not null;
create index payment_by_number on payment (org_id, number desc, id desc);
create index payment_of_file on payment (org_id, bank_file_id) where bank_file_id is not null;
create trigger words_gone after delete on payment referencing old table as stored for each statement execute function levee_words_gone();
create trigger words_changed after update on payment for each row when ((old.number, old.check_number, old.trace_number, old.vendor_id) is distinct from (new.number, new.check_number, new.trace_number, new.vendor_id)) execute function levee_words_of_payment();
create trigger words_stored after insert on payment referencing new table as stored for each statement execute function levee_words_of_payment();

create table payment_invoice (
  org_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- false once the payment is cancelled, voided or returned: the invoice may be paid again
  live boolean not null default true,
  -- Still one live payment whatever races, now of each part: the invoice itself is part 0, what was released after a payment the next.
  part int not null default 0 check (part >= 0),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id)
);
select levee_secure('payment_invoice');
grant select (org_id, id, payment_id, invoice_id, amount, live) on payment_invoice to levee_vendor;
create index payment_invoice_payment on payment_invoice (org_id, payment_id);
create unique index payment_invoice_once on payment_invoice (org_id, invoice_id, part) where live;

create table payment_hold (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid,
  invoice_id uuid,
  reason text not null check ((length(reason) >= 3) and (length(reason) <= 500)),
  placed_by uuid,
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  -- The payment that came back and for which payment of its vendor is held.
  payment_id uuid,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  check ((vendor_id is null) <> (invoice_id is null))
);
select levee_secure('payment_hold');
grant select (org_id, id, vendor_id, invoice_id, lifted_at) on payment_hold to levee_vendor;
create index payment_hold_vendor on payment_hold (org_id, vendor_id) where lifted_at is null;
create index payment_hold_invoice on payment_hold (org_id, invoice_id) where lifted_at is null;
create unique index payment_hold_return on payment_hold (org_id, vendor_id) where payment_id is not null and lifted_at is null;

-- The agency's own accounts that payments are drawn on, and how its bank wants NACHA files addressed. A changed account is a new row:
-- check numbers run without gaps within one account.
create table agency_bank_account (
  org_id uuid not null,
  id uuid not null,
  active boolean not null default true,
  bank_name text not null check ((length(bank_name) >= 1) and (length(bank_name) <= 23)),
  company_name text not null check ((length(company_name) >= 1) and (length(company_name) <= 23)),
  -- Nine-digit routing number of the bank the file goes to, and of the bank the money comes from.
  immediate_destination text not null check (immediate_destination ~ '^[0-9]{9}$'),
  originating_routing text not null check (originating_routing ~ '^[0-9]{9}$'),
  -- As the bank assigned them.
  immediate_origin text not null check ((length(immediate_origin) >= 1) and (length(immediate_origin) <= 10)),
  company_id text not null check ((length(company_id) >= 1) and (length(company_id) <= 10)),
  entry_description text not null default 'VENDOR PAY' check ((length(entry_description) >= 1) and (length(entry_description) <= 10)),
  -- Sealed with a key outside the database; the keyed digest tells whether it is the same account, the last four are shown.
  account_sealed text not null,
  account_digest text not null,
  account_last4 text not null,
  next_check_number bigint not null default 1001 check ((next_check_number >= 1) and (next_check_number <= '9999999999'::bigint)),
  next_trace_number int not null default 1 check ((next_trace_number >= 1) and (next_trace_number <= 9999999)),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('agency_bank_account');
create unique index agency_bank_account_active on agency_bank_account (org_id) where active;

-- Rules of law as dated data: which parameters held when, by which citation, from which source, checked or not.
create table legal_rule (
  org_id uuid not null,
  id uuid not null,
  key text not null,
  jurisdiction text not null,
  citation text not null,
  text text not null,
  effective_from date not null,
  effective_to date,
  parameters jsonb not null default '{}',
  source text not null,
  verified boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A later federal value that an administrator entered, because the shipped rules could not know it.
  agency_entry boolean not null default false,
  primary key (org_id, id),
  constraint legal_rule_key_check check (key ~ '^[a-z][a-zA-Z0-9.]*$'),
  constraint legal_rule_check1 check ((not agency_entry) or (jurisdiction = 'federal')),
  constraint legal_rule_check check ((effective_to is null) or (effective_to > effective_from)),
  constraint legal_rule_jurisdiction_check check (jurisdiction in ('federal', 'state', 'local'))
);
select levee_secure('legal_rule');
create index legal_rule_key on legal_rule (org_id, key, effective_from);
create trigger kept_truncated BEFORE TRUNCATE ON legal_rule FOR EACH STATEMENT EXECUTE FUNCTION levee_refuse_truncate();
create trigger kept_updated AFTER UPDATE ON legal_rule REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_inserted AFTER INSERT ON legal_rule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();
create trigger kept_deleted AFTER DELETE ON legal_rule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION levee_note_change();

-- The audit record: entries are written inside the business transaction, everything below them by the sequencer alone.
create table audit_entry (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  session_id text,
  action text not null,
  object_type text not null,
  object_id uuid not null,
  object_number text,
  before_digest text,
  after_digest text,
  content_digest text not null,
  mac text not null,
  -- The canonical text that content_digest covers: name of the actor, note, changed fields, salt. Null once erased.
  content text,
  xid xid8 not null default pg_current_xact_id(),
  primary key (org_id, id)
);
select levee_secure('audit_entry');
revoke update, delete on audit_entry from levee_app;
grant select on audit_entry to levee_sequencer;
grant select on audit_entry to levee_eraser;
grant update (content) on audit_entry to levee_eraser;
alter table audit_entry
  alter column org_id set statistics 10,
  alter column id set statistics 10,
  alter column at set statistics 10,
  alter column actor_id set statistics 10,
  alter column session_id set statistics 10,
  alter column action set statistics 10,
  alter column object_type set statistics 10,
  alter column object_id set statistics 10,
  alter column object_number set statistics 10,
  alter column before_digest set statistics 0,
  alter column after_digest set statistics 0,
  alter column content_digest set statistics 0,
  alter column mac set statistics 0,
  alter column content set statistics 0,
  alter column xid set statistics 10;
create index audit_entry_object on audit_entry (org_id, object_id, id);
create index audit_entry_order on audit_entry (xid, id);
-- A whole record number among millions of audit entries, movements of the budget and approvals: which parts of the table may hold it. Nothing is written to such an index with a row, only once
-- for a part of the table that is full, by autovacuum; it suits rows that are appended. Equality is leakproof, so that row security lets it be asked.
create index audit_entry_number on audit_entry using brin (object_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);

-- Leaf `idx` of the agency's Merkle tree. No foreign key: a missing entry must be found by verification, not hidden by a refusal.
create table audit_leaf (
  org_id uuid not null,
  idx bigint not null,
  entry_id uuid not null,
  leaf text not null,
  primary key (org_id, idx),
  unique (org_id, entry_id)
);
select levee_secure('audit_leaf');
revoke insert, update, delete on audit_leaf from levee_app;
grant select, insert on audit_leaf to levee_sequencer;
alter table audit_leaf
  alter column org_id set statistics 10,
  alter column idx set statistics 10,
  alter column entry_id set statistics 10,
  alter column leaf set statistics 0;

-- Roots of complete subtrees of 2^level leaves, level 8, 16, 24 …; proofs are computed from these and at most 256 leaves.
create table audit_tile (
  org_id uuid not null,
  level int not null,
  idx bigint not null,
  hash text not null,
  primary key (org_id, level, idx)
);
select levee_secure('audit_tile');
revoke insert, update, delete on audit_tile from levee_app;
grant select, insert on audit_tile to levee_sequencer;
alter table audit_tile
  alter column hash set statistics 0;

create table audit_frontier (
  org_id uuid not null,
  size bigint not null default 0,
  peaks text[] not null default '{}',
  last_leaf text not null default '',
  primary key (org_id)
);
select levee_secure('audit_frontier');
revoke insert, update, delete on audit_frontier from levee_app;
grant select, insert, update on audit_frontier to levee_sequencer;

create table audit_checkpoint (
  org_id uuid not null,
  size bigint not null,
  root text not null,
  at timestamptz not null,
  note text not null,
  primary key (org_id, size)
);
select levee_secure('audit_checkpoint');
revoke insert, update, delete on audit_checkpoint from levee_app;
grant select, insert on audit_checkpoint to levee_sequencer;

-- Global: how far the sequencer read. Its lock makes sequencers of several instances take turns.
create table audit_sequencer (
  single boolean not null default true check (single),
  after_xid xid8 not null default '0'::xid8,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  -- Set once the database was restored into another cluster, whose transaction numbers begin again: from then on every entry is looked up.
  guarded boolean not null default false,
  primary key (single)
);
alter table audit_sequencer enable row level security;
alter table audit_sequencer force row level security;
grant select, update on audit_sequencer to levee_sequencer;

-- Global: public keys that signed checkpoints of this database, in C2SP verifier-key form.
create table audit_key (
  verifier_key text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (verifier_key)
);
alter table audit_key enable row level security;
alter table audit_key force row level security;
grant select, insert on audit_key to levee_sequencer;
grant select on audit_key to levee_app;

-- Entries that the sequencer would not seal: their MAC or content digest is wrong, so something other than the application wrote them.
create table audit_refusal (
  org_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  reason text not null,
  primary key (org_id, entry_id)
);
select levee_secure('audit_refusal');
revoke insert, update, delete on audit_refusal from levee_app;
grant select, insert on audit_refusal to levee_sequencer;

-- Something that one person has to do and nobody has to approve: what, for whom, by when, where to look.
create table task (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('review', 'approval', 'signature', 'follow_up')),
  title text not null check (title <> ''),
  detail text not null default '',
  link text check ((link ~ '^/[^/\\]') and (length(link) <= 500)),
  due_at timestamptz,
  done_at timestamptz,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('task');
create index task_open on task (org_id, person_id, due_at) where done_at is null;
create index task_person on task (org_id, person_id, created_at desc nulls first, id desc nulls first);

-- How often each page was opened on a day. No person, no address, no cookie: a page's path as the product knows it, and a number.
create table visit_count (
  day date not null,
  path text not null check (length(path) <= 120),
  visits int not null default 0,
  primary key (day, path)
);
alter table visit_count enable row level security;
alter table visit_count force row level security;
grant select, insert, update, delete on visit_count to levee_identity;

create table passkey (
  id uuid not null,
  person_id uuid not null,
  credential_id text not null check ((length(credential_id) >= 1) and (length(credential_id) <= 1400)),
  public_key text not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  backed_up boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id),
  unique (credential_id),
  foreign key (person_id) references person(id) on delete cascade
);
alter table passkey enable row level security;
alter table passkey force row level security;
grant select, insert, update, delete on passkey to levee_identity;
create index passkey_person on passkey (person_id, created_at);

-- A challenge is answered once. Of a person who adds a passkey, or of nobody yet who signs in with one.
create table passkey_challenge (
  hash text not null,
  person_id uuid,
  expires_at timestamptz not null,
  primary key (hash),
  foreign key (person_id) references person(id) on delete cascade
);
alter table passkey_challenge enable row level security;
alter table passkey_challenge force row level security;
grant select, insert, update, delete on passkey_challenge to levee_identity;
create index passkey_challenge_age on passkey_challenge (expires_at);

-- What the public site collects: who waits, who asks for a demonstration or writes, what people wish for, who wants the bulletin, what members say.
-- All of it belongs to the agency that runs the installation.
create table inquiry (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('waitlist', 'demo', 'contact')),
  status text not null check (status in ('received', 'contacted', 'done', 'withdrawn')),
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  organization text not null default '',
  job text not null default '',
  phone text not null default '',
  topic text not null default '',
  message text not null default '',
  slot_at timestamptz,
  time_zone text,
  token_digest text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('inquiry');
create index inquiry_kind on inquiry (org_id, kind, created_at desc nulls first, id desc nulls first);
create unique index inquiry_waits_once on inquiry (org_id, email) where kind = 'waitlist' and status <> 'withdrawn';
create unique index inquiry_slot_once on inquiry (org_id, slot_at) where slot_at is not null and status <> 'withdrawn';
create index inquiry_token on inquiry (org_id, token_digest) where token_digest is not null;

create table feature_request (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('proposed', 'open', 'planned', 'in_progress', 'shipped', 'declined')),
  title text not null check (title <> ''),
  description text not null default '',
  email text,
  votes int not null default 0 check (votes >= 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('feature_request');
create index feature_request_votes on feature_request (org_id, votes desc nulls first, id desc nulls first);

create table feature_vote (
  org_id uuid not null,
  feature_request_id uuid not null,
  voter text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, feature_request_id, voter),
  foreign key (org_id, feature_request_id) references feature_request(org_id, id) on delete cascade
);
select levee_secure('feature_vote');

create table bulletin_subscriber (
  org_id uuid not null,
  id uuid not null,
  email text not null check (email = lower(email)),
  commodity_prefixes text[] not null default '{}',
  token_digest text not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, email)
);
select levee_secure('bulletin_subscriber');
create index bulletin_subscriber_token on bulletin_subscriber (org_id, token_digest);

create table user_feedback (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  person_name text not null,
  email text not null,
  status text not null check (status in ('received', 'answered', 'done')),
  feedback_type text not null check (feedback_type in ('bug', 'feature', 'improvement', 'general')),
  subject text not null check (subject <> ''),
  message text not null check (message <> ''),
  page_url text not null default '',
  browser_info jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('user_feedback');
create index user_feedback_age on user_feedback (org_id, created_at desc nulls first, id desc nulls first);

-- What people report to an agency (Open311): public but for who reported it.
create table service_type (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[a-z0-9-]{2,40}$'),
  name text not null check (name <> ''),
  description text not null default '',
  category text not null default 'General',
  department_id uuid,
  expected_days int not null default 7 check ((expected_days >= 1) and (expected_days <= 365)),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- What can be reported is kept on a screen; whoever reported may add and reopen; others follow.
  attributes jsonb not null default '[]',
  steward_id uuid,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (steward_id) references person(id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('service_type');
grant select (org_id, id, code, name, description, category, expected_days, active, attributes) on service_type to levee_anon;

create table service_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  service_type_id uuid not null,
  status text not null check (status in ('received', 'acknowledged', 'in_progress', 'closed', 'declined')),
  description text not null check (description <> ''),
  address text not null default '',
  latitude float8 check ((latitude >= ('-90'::integer)::double precision) and (latitude <= (90)::double precision)),
  longitude float8 check ((longitude >= ('-180'::integer)::double precision) and (longitude <= (180)::double precision)),
  photo_id uuid,
  reporter_name text not null default '',
  reporter_email text,
  reporter_phone text not null default '',
  public_note text not null default '',
  hidden boolean not null default false,
  owner_id uuid,
  expected_at timestamptz not null,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Words and exact place of a citizen's report are public once somebody of the agency has looked at it; before, everybody sees its kind, its state and the place to a hundredth of a degree.
  acknowledged_at timestamptz,
  public_description text generated always as (
case when (acknowledged_at is null) then '' else description
end) stored not null,
  public_address text generated always as (
case when (acknowledged_at is null) then '' else address
end) stored not null,
  public_latitude float8 generated always as (
case when (acknowledged_at is null) then (round((latitude)::numeric, 2))::double precision else latitude
end) stored,
  public_longitude float8 generated always as (
case when (acknowledged_at is null) then (round((longitude)::numeric, 2))::double precision else longitude
end) stored,
  attributes jsonb not null default '{}',
  -- What stood on the label that was scanned: the tag or number of an asset.
  tag text not null default '',
  late_reason text check (late_reason in ('weather', 'material', 'contractor', 'permit', 'crew', 'larger', 'other_agency')),
  late_asked_at timestamptz,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, service_type_id) references service_type(org_id, id)
);
select levee_secure('service_request');
grant select (org_id, id, number, service_type_id, status, public_note, hidden, expected_at, closed_at, created_at, updated_at, acknowledged_at, public_description, public_address, public_latitude, public_longitude, late_reason) on service_request to levee_anon;
create index service_request_age on service_request (org_id, created_at desc nulls first, id desc nulls first);
create index service_request_status on service_request (org_id, status, created_at desc nulls first);
create index service_request_late on service_request (org_id, expected_at)
  where closed_at is null and late_asked_at is null;
create index service_request_near on service_request (org_id, service_type_id, created_at);

-- Where a person stands in a tutorial: theirs alone, in whichever agency they work.
create table user_tutorial_progress (
  person_id uuid not null,
  tutorial_id uuid not null,
  current_step int not null default 0 check (current_step >= 0),
  completed boolean not null default false,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (person_id, tutorial_id),
  foreign key (person_id) references person(id) on delete cascade
);
alter table user_tutorial_progress enable row level security;
alter table user_tutorial_progress force row level security;
grant select, insert, update on user_tutorial_progress to levee_app;

-- An agency's own assistant: its look and its first words.
create table product_agent (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  branding_config jsonb not null default '{}',
  welcome_message text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('product_agent');

create table solicitation (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('rfi', 'rfq', 'itb', 'rfp')),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'questions_closed', 'closed', 'opened', 'evaluating', 'intent_posted', 'protest_window', 'protest_hold', 'awarded', 'contracted', 'reviewed', 'archived', 'cancelled', 'no_award', 'unsuccessful')),
  title text not null check ((length(title) >= 1) and (length(title) <= 200)),
  summary text not null default '',
  description text not null default '',
  department_id uuid not null,
  buyer_id uuid,
  requester_id uuid,
  fiscal_year_id uuid not null,
  -- sealed: officers and the key store hold the parts; held: the server holds the envelope until the deadline.
  protection text not null check (protection in ('sealed', 'held')),
  envelopes int not null default 1 check (envelopes = any (ARRAY[1, 2])),
  award_by text not null default 'whole' check (award_by in ('whole', 'lot', 'item')),
  price_formula text not null default 'lowest' check (price_formula in ('lowest', 'proportional', 'linear', 'qualifications')),
  minimum_bids int not null default 1 check ((minimum_bids >= 1) and (minimum_bids <= 20)),
  invited_only boolean not null default false,
  questions_until timestamptz,
  due_at timestamptz,
  prebid_at timestamptz,
  prebid_place text not null default '',
  prebid_mandatory boolean not null default false,
  bid_bond_percent numeric(5, 2),
  performance_bond_percent numeric(5, 2),
  payment_bond_percent numeric(5, 2),
  set_aside text not null default '',
  local_preference_percent numeric(5, 2),
  federal boolean not null default false,
  construction boolean not null default false,
  -- The independent estimate: never published, never shown to a vendor.
  estimate_cents bigint check (estimate_cents >= 0),
  estimate_on date,
  estimate_by uuid,
  estimate_basis text not null default '',
  deliver_to text not null default '',
  contact_name text not null default '',
  contact_email text,
  addenda int not null default 0,
  approved_by uuid,
  approved_at timestamptz,
  published_by uuid,
  published_at timestamptz,
  closed_at timestamptz,
  opened_at timestamptz,
  ended_reason text,
  criteria_digest text,
  ocid text,
  template_key text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Whether a solicitation asks for insurance: its clause is then chosen by the dated rules, and the agency's policy says what a certificate that has run out does.
  insurance_required boolean not null default false,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  check ((status in ('draft', 'review', 'cancelled')) or ((due_at is not null) and (published_at is not null)))
);
select levee_secure('solicitation');
grant select (org_id, id, number, kind, status, title, summary, description, department_id, protection, envelopes, award_by, price_formula, invited_only, questions_until, due_at, prebid_at, prebid_place, prebid_mandatory, bid_bond_percent, performance_bond_percent, payment_bond_percent, set_aside, local_preference_percent, federal, construction, deliver_to, contact_name, contact_email, addenda, published_at, closed_at, opened_at, ended_reason, ocid, updated_at) on solicitation to levee_anon;
grant select (org_id, id, number, kind, status, title, summary, description, department_id, protection, envelopes, award_by, price_formula, invited_only, questions_until, due_at, prebid_at, prebid_place, prebid_mandatory, bid_bond_percent, performance_bond_percent, payment_bond_percent, set_aside, local_preference_percent, federal, construction, deliver_to, contact_name, contact_email, addenda, published_at, closed_at, opened_at, ended_reason, ocid, updated_at) on solicitation to levee_vendor;
create index solicitation_by_due on solicitation (org_id, due_at desc nulls first, id desc nulls first);
create index solicitation_by_number on solicitation (org_id, number, id);
create index solicitation_by_status on solicitation (org_id, status, due_at);
create index solicitation_due on solicitation (due_at) where status in ('published', 'questions_closed');
create index solicitation_questions on solicitation (questions_until) where status = 'published';
create index solicitation_public on solicitation (due_at desc nulls first, id desc nulls first) where status not in ('draft', 'review') and not invited_only and published_at is not null;
create index solicitation_search on solicitation using gin ((number || ' ' || title || ' ' || summary) gin_trgm_ops);
create trigger solicitation_notice after insert or update on solicitation for each row execute function levee_keep_notice();

create table solicitation_lot (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  lot_no int not null check (lot_no > 0),
  title text not null check (title <> ''),
  description text not null default '',
  primary key (org_id, id),
  unique (org_id, solicitation_id, lot_no),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_lot');
grant select on solicitation_lot to levee_anon;
grant select on solicitation_lot to levee_vendor;

create table solicitation_item (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  lot_id uuid,
  item_no int not null check (item_no > 0),
  description text not null check (description <> ''),
  commodity_code text,
  quantity numeric(18, 4) not null check (quantity > (0)::numeric),
  unit text not null default 'each',
  optional boolean not null default false,
  alternates boolean not null default false,
  requisition_line_id uuid,
  -- What an addendum asks for beyond the requisition's line and says is not from it: ordered from an account chosen at the award.
  beyond numeric(18, 4) not null default 0 check (beyond >= (0)::numeric),
  primary key (org_id, id),
  unique (org_id, solicitation_id, item_no),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, lot_id) references solicitation_lot(org_id, id),
  foreign key (org_id, requisition_line_id) references requisition_line(org_id, id)
);
select levee_secure('solicitation_item');
grant select (org_id, id, solicitation_id, lot_id, item_no, description, commodity_code, quantity, unit, optional, alternates) on solicitation_item to levee_anon;
grant select (org_id, id, solicitation_id, lot_id, item_no, description, commodity_code, quantity, unit, optional, alternates) on solicitation_item to levee_vendor;
create index solicitation_item_lot on solicitation_item (org_id, lot_id);
create index solicitation_item_line on solicitation_item (org_id, requisition_line_id) where requisition_line_id is not null;
create index solicitation_item_commodity on solicitation_item (commodity_code, org_id, solicitation_id);

create table solicitation_criterion (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  "position" int not null,
  name text not null check (name <> ''),
  guidance text not null default '',
  kind text not null check (kind in ('technical', 'price', 'interview')),
  weight numeric(5, 2) not null check ((weight > (0)::numeric) and (weight <= (100)::numeric)),
  max_score int not null default 10 check ((max_score >= 1) and (max_score <= 100)),
  primary key (org_id, id),
  unique (org_id, solicitation_id, "position"),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_criterion');
grant select on solicitation_criterion to levee_anon;
grant select on solicitation_criterion to levee_vendor;

-- What a bid must answer or enclose; an RFI's questions too.
create table solicitation_requirement (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  "position" int not null,
  kind text not null check (kind in ('document', 'yes_no', 'text', 'number', 'date')),
  label text not null check (label <> ''),
  guidance text not null default '',
  mandatory boolean not null default true,
  envelope text not null default 'technical' check (envelope in ('technical', 'price')),
  primary key (org_id, id),
  unique (org_id, solicitation_id, "position"),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_requirement');
grant select on solicitation_requirement to levee_anon;
grant select on solicitation_requirement to levee_vendor;

create table solicitation_document (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  file_id uuid not null,
  title text not null check (title <> ''),
  "position" int not null default 1,
  addendum_no int,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('solicitation_document');
grant select (org_id, id, solicitation_id, file_id, title, position, addendum_no) on solicitation_document to levee_anon;
grant select (org_id, id, solicitation_id, file_id, title, position, addendum_no) on solicitation_document to levee_vendor;
create index solicitation_document_of on solicitation_document (org_id, solicitation_id);
-- A file is public when a published document is it; documents are found by their file.
create index solicitation_document_file on solicitation_document (org_id, file_id);

create table solicitation_clause (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  "position" int not null,
  rule_key text not null,
  citation text not null,
  title text not null,
  text text not null,
  because text not null,
  verified boolean not null,
  -- Left out by a person, with the reason; the rule's choice stays on record.
  left_out text,
  primary key (org_id, id),
  unique (org_id, solicitation_id, rule_key),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_clause');
grant select on solicitation_clause to levee_anon;
grant select on solicitation_clause to levee_vendor;

create table solicitation_addendum (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  addendum_no int not null check (addendum_no > 0),
  title text not null check (title <> ''),
  text text not null check (text <> ''),
  material boolean not null,
  changes jsonb not null default '[]',
  due_before timestamptz not null,
  due_after timestamptz not null,
  published_by uuid,
  published_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, addendum_no),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  check (due_after >= due_before)
);
select levee_secure('solicitation_addendum');
grant select (org_id, id, solicitation_id, addendum_no, title, text, material, changes, due_before, due_after, published_at) on solicitation_addendum to levee_anon;
grant select (org_id, id, solicitation_id, addendum_no, title, text, material, changes, due_before, due_after, published_at) on solicitation_addendum to levee_vendor;

create table solicitation_question (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  question_no int not null,
  -- Who asks is kept and shown to nobody before the bids are opened.
  identity_id uuid,
  asked_by uuid,
  question text not null check ((length(question) >= 1) and (length(question) <= 4000)),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  addendum_no int,
  declined boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, question_no),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_question');
grant select (org_id, id, solicitation_id, question_no, question, answer, answered_at, addendum_no, declined, created_at) on solicitation_question to levee_anon;
grant select (org_id, id, solicitation_id, question_no, identity_id, question, answer, answered_at, addendum_no, declined, created_at) on solicitation_question to levee_vendor;

create table solicitation_invitation (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  vendor_id uuid not null,
  source text not null default 'chosen' check (source in ('chosen', 'commodity', 'outreach', 'planholder')),
  certified text[] not null default '{}',
  status text not null default 'listed' check (status in ('listed', 'invited', 'seen', 'intends', 'declined')),
  invited_at timestamptz,
  answered_at timestamptz,
  decline_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, vendor_id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  check ((status <> 'declined') or (decline_reason is not null))
);
select levee_secure('solicitation_invitation');
grant select (org_id, id, solicitation_id, vendor_id, status, invited_at, answered_at, decline_reason, version) on solicitation_invitation to levee_vendor;
create index solicitation_invitation_vendor on solicitation_invitation (org_id, vendor_id);

-- Steps toward small and minority firms, women's, veteran-owned and labor surplus firms that were taken for this solicitation.
create table solicitation_outreach (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  step text not null,
  note text not null check (note <> ''),
  done_on date not null,
  done_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_outreach');
create index solicitation_outreach_of on solicitation_outreach (org_id, solicitation_id);

-- Who took the documents or follows: told of addenda.
create table solicitation_follower (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  identity_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, person_id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('solicitation_follower');
grant select on solicitation_follower to levee_vendor;

-- One release per event, as published; never changed.
create table ocds_release (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  release_no int not null,
  tag text[] not null,
  released_at timestamptz not null default clock_timestamp(),
  release jsonb not null,
  primary key (org_id, id),
  unique (org_id, solicitation_id, release_no),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('ocds_release');
revoke update, delete on ocds_release from levee_app;
grant select on ocds_release to levee_anon;
grant select on ocds_release to levee_vendor;
create index ocds_release_time on ocds_release (released_at desc nulls first, id desc nulls first);

-- That the demo story was begun in this database: begun and not told means that a first start was stopped half-way. A global table without agency.
create table demo_story_begun (
  begun_at timestamptz not null default clock_timestamp(),
  primary key (begun_at)
);
alter table demo_story_begun enable row level security;
alter table demo_story_begun force row level security;
grant select, insert on demo_story_begun to levee_identity;

-- What the public lists of a solicitation, kept beside it: nothing here is secret, so that its policy lets every index be used (a search by words cannot use one
-- behind a policy that looks at rows). Written by the database whenever the solicitation changes; gone when it is not public.
create table solicitation_notice (
  org_id uuid not null,
  id uuid not null,
  department_id uuid not null,
  ocid text not null,
  number text not null,
  kind text not null,
  status text not null,
  title text not null,
  summary text not null,
  due_at timestamptz not null,
  questions_until timestamptz,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  addenda int not null,
  federal boolean not null,
  -- Every beginning of its items' commodity codes, from two characters on.
  codes text[] not null default '{}',
  words text not null,
  short_parts text[] generated always as (levee_short_parts(words)) stored not null,
  primary key (org_id, id),
  foreign key (org_id, id) references solicitation(org_id, id) on delete cascade
);
select levee_secure('solicitation_notice');
grant select on solicitation_notice to levee_anon;
create index solicitation_notice_due on solicitation_notice (due_at, id);
create index solicitation_notice_open on solicitation_notice (due_at, id) where status in ('published', 'questions_closed');
create index solicitation_notice_new on solicitation_notice (published_at, id);
create index solicitation_notice_number on solicitation_notice (number);
create index solicitation_notice_words on solicitation_notice using gin (words gin_trgm_ops);
create index solicitation_notice_codes on solicitation_notice using gin (codes);
create index solicitation_notice_short_parts on solicitation_notice using gin (short_parts) with (fastupdate = off);
create trigger solicitation_notice_code after insert or update on solicitation_notice for each row execute function levee_keep_notice_codes();

-- Keys of the people who open bids: the public half, and the private half wrapped in the officer's browser under a passphrase that nobody else knows.
-- An escrow key has no wrapped half here: it lies in a file that somebody keeps offline.
create table officer_key (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  escrow boolean not null default false,
  label text not null check (label <> ''),
  public_key text not null,
  fingerprint text not null,
  wrapped text,
  retired_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, public_key),
  check (escrow = (wrapped is null))
);
select levee_secure('officer_key');
create unique index officer_key_live on officer_key (org_id, person_id) where retired_at is null and not escrow;

-- Who opens a solicitation: a place (where the secret's line is evaluated), its key, and when this key proved at the rehearsal that it can open.
create table opening_officer (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  x int not null check ((x >= 1) and (x <= 5)),
  key_id uuid not null,
  person_id uuid not null,
  rehearsed_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, key_id) references officer_key(org_id, id)
);
select levee_secure('opening_officer');
create unique index opening_officer_place on opening_officer (org_id, solicitation_id, x) where replaced_at is null;
create index opening_officer_key on opening_officer (org_id, key_id) where replaced_at is null;

-- The test envelope of a rehearsal: it holds nothing, and what officers give for it is kept in the open.
create table opening_rehearsal (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  officers jsonb not null,
  manifest jsonb not null,
  ciphertext text not null,
  shares jsonb not null default '[]',
  opened_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('opening_rehearsal');
create index opening_rehearsal_of on opening_rehearsal (org_id, solicitation_id, created_at desc);

-- One row per revision of a vendor's bid. Nothing of what it says is here before the opening.
create table bid (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  revision int not null check (revision > 0),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'superseded', 'withdrawn', 'opened', 'unopened', 'responsive', 'nonresponsive', 'evaluated', 'selected', 'not_selected')),
  protection text not null check (protection in ('sealed', 'held')),
  officers jsonb,
  addenda_acknowledged int[] not null default '{}',
  submitted_by uuid,
  submitted_by_name text,
  received_at timestamptz,
  -- The deadline that held when it was received; the receipt names it.
  due_at timestamptz,
  receipt_entry uuid,
  ended_at timestamptz,
  opened_at timestamptz,
  price_opened_at timestamptz,
  failure text,
  reason text,
  statement text,
  price_note text,
  valid_days int,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  key_store text,
  ended_entry uuid,
  primary key (org_id, id),
  unique (org_id, solicitation_id, vendor_id, revision),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  check ((status = 'draft') or (received_at is not null))
);
select levee_secure('bid');
grant select on bid to levee_vendor;
create unique index bid_live on bid (org_id, solicitation_id, vendor_id) where status not in ('draft', 'superseded', 'withdrawn');
create unique index bid_draft on bid (org_id, solicitation_id, vendor_id) where status = 'draft';
create index bid_received on bid (org_id, solicitation_id, received_at, id);
create index bid_identity on bid (identity_id, created_at desc nulls first, id desc nulls first);

create table bid_envelope (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  envelope text not null check (envelope in ('bid', 'technical', 'price')),
  state text not null default 'empty' check (state in ('empty', 'stored', 'sealed', 'erasing', 'erased', 'opened', 'failed')),
  sha256 text,
  size bigint,
  manifest jsonb,
  server_part text,
  failure text,
  opened_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, bid_id, envelope),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('bid_envelope');
grant select on bid_envelope to levee_vendor;
create index bid_envelope_erasing on bid_envelope (org_id, id) where state = 'erasing';

-- The shares as they lie now: as the vendor sealed them, or as an officer sealed them anew for a successor.
create table bid_share (
  org_id uuid not null,
  id uuid not null,
  envelope_id uuid not null,
  x int not null,
  key_id uuid not null,
  enc text not null,
  ct text not null,
  hash text not null,
  primary key (org_id, id),
  unique (org_id, envelope_id, x),
  foreign key (org_id, envelope_id) references bid_envelope(org_id, id)
);
select levee_secure('bid_share');
create index bid_share_key on bid_share (org_id, key_id);

-- What a vendor did, and when: the audit record holds its digest at once, and its text when the bids are opened.
create table bid_event (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  bid_id uuid,
  vendor_id uuid not null,
  identity_id uuid not null,
  person_id uuid,
  person_name text not null,
  kind text not null check (kind in ('prepared', 'submitted', 'superseded', 'withdrawn', 'refused')),
  detail text not null default '',
  at timestamptz not null,
  salt text not null,
  revealed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('bid_event');
create index bid_event_of on bid_event (org_id, solicitation_id, at, id);

-- A sitting at which one kind of envelope is opened.
create table opening (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  stage text not null check (stage in ('bid', 'technical', 'price')),
  state text not null default 'waiting' check (state in ('waiting', 'opening', 'done')),
  began_at timestamptz,
  done_at timestamptz,
  opened int not null default 0,
  failed int not null default 0,
  minutes jsonb,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, stage),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('opening');

create table opening_attendance (
  org_id uuid not null,
  id uuid not null,
  opening_id uuid not null,
  person_id uuid not null,
  name text not null,
  officer boolean not null default false,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, opening_id, person_id),
  foreign key (org_id, opening_id) references opening(org_id, id)
);
select levee_secure('opening_attendance');

-- A share as an officer gave it at the sitting; null when the officer says that the sealed share does not open.
create table opening_share (
  org_id uuid not null,
  id uuid not null,
  opening_id uuid not null,
  envelope_id uuid not null,
  x int not null,
  person_id uuid not null,
  name text not null,
  share text,
  good boolean not null,
  given_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, envelope_id, x),
  foreign key (org_id, opening_id) references opening(org_id, id)
);
select levee_secure('opening_share');
create index opening_share_of on opening_share (org_id, opening_id, x);

-- What the bids say, once they are open.
create table bid_line (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  item_id uuid not null,
  no_bid boolean not null default false,
  unit_price numeric(18, 4) check (unit_price >= (0)::numeric),
  quantity numeric(18, 4),
  alternate text not null default '',
  lead_days int,
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id),
  foreign key (org_id, item_id) references solicitation_item(org_id, id)
);
select levee_secure('bid_line');
create index bid_line_of on bid_line (org_id, bid_id);
create index bid_line_item on bid_line (org_id, item_id);

create table bid_discount (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  lot_ids uuid[] not null,
  from_cents bigint not null check (from_cents >= 0),
  percent numeric(4, 2) not null check ((percent >= (0)::numeric) and (percent < (100)::numeric)),
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('bid_discount');
create index bid_discount_of on bid_discount (org_id, bid_id);

create table bid_capacity (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  lot_id uuid,
  most_cents bigint not null check (most_cents > 0),
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('bid_capacity');
create index bid_capacity_of on bid_capacity (org_id, bid_id);

create table bid_answer (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  requirement_id uuid not null,
  value text not null,
  primary key (org_id, id),
  unique (org_id, bid_id, requirement_id),
  foreign key (org_id, requirement_id) references solicitation_requirement(org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('bid_answer');

create table bid_file (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  envelope text not null,
  requirement_id uuid,
  -- null when the file is of a type that is not taken in: its name and hash stay on record.
  file_id uuid,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('bid_file');
create index bid_file_of on bid_file (org_id, bid_id);

-- The public tabulation of an opening that is published: who bid what, as read out.
create table bid_tabulation (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  stage text not null,
  rows jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, stage),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('bid_tabulation');
revoke update, delete on bid_tabulation from levee_app;
grant select on bid_tabulation to levee_anon;
grant select on bid_tabulation to levee_vendor;

-- The evaluation of a solicitation's bids. Nothing of a bid's content is here: it is read from the bids, and what was decided on is frozen in the sheet.
create table evaluation (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  round int not null default 1 check (round > 0),
  status text not null default 'setup' check (status in ('setup', 'declarations', 'individual_scoring', 'locked', 'consensus', 'price_opened', 'ranked', 'recommended', 'approved', 'ended')),
  coordinator_id uuid not null,
  minimum_evaluators int not null check (minimum_evaluators > 0),
  scored boolean not null,
  locked_at timestamptz,
  price_opened_at timestamptz,
  -- Digests of texts that lie in evaluation_text: whoever may not read the evaluation does not read them in the audit record either.
  sheet_digest text,
  ranked_at timestamptz,
  analysis_kind text check (analysis_kind in ('price', 'cost')),
  scenario_id uuid,
  memo_digest text,
  memo_signed_by uuid,
  memo_signed_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  check ((memo_signed_by is null) = (memo_digest is null))
);
select levee_secure('evaluation');
create unique index evaluation_live on evaluation (org_id, solicitation_id) where status <> 'ended';
create index evaluation_created on evaluation (org_id, created_at desc nulls first, id desc nulls first);
create index evaluation_numbered on evaluation (org_id, number, id);

-- Who takes part. A coordinator runs it and may score only when also an evaluator.
create table evaluation_member (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('chair', 'evaluator', 'coordinator')),
  scoring boolean not null,
  -- Before any name is known.
  declared_at timestamptz,
  declaration text not null default '',
  -- Once the bidders are known: per vendor, in jsonb as [{ vendorId, conflict, note }].
  bidders_declared_at timestamptz,
  bidders jsonb not null default '[]',
  recused_at timestamptz,
  recusal_reason text,
  submitted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A substitute is named after the scores were locked, because the panel had fallen below its quorum.
  substitute_since timestamptz,
  primary key (org_id, id),
  unique (org_id, evaluation_id, person_id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id)
);
select levee_secure('evaluation_member');
create index evaluation_member_person on evaluation_member (org_id, person_id, evaluation_id);

-- The texts of an evaluation: the frozen score sheet (everything that the ranking was computed from), the cost or price analysis, the written finding
-- on competition, the recommendation memo. Audited by their SHA-256.
create table evaluation_text (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  kind text not null check (kind in ('sheet', 'analysis', 'finding', 'memo', 'departure')),
  text text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  written_by uuid not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, kind),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id)
);
select levee_secure('evaluation_text');

create table evaluation_bid (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  bid_id uuid not null,
  vendor_id uuid not null,
  responsive boolean,
  responsive_reason text not null default '',
  responsible boolean,
  responsible_reason text not null default '',
  responsibility jsonb,
  -- For the agency's preference and its goal; with the evidence.
  preferred boolean not null default false,
  counts boolean not null default false,
  standing_note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, bid_id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id),
  constraint evaluation_bid_check check ((responsive IS not FALSE) or (responsive_reason <> '')),
  constraint evaluation_bid_check1 check ((responsible IS not FALSE) or (responsible_reason <> ''))
);
select levee_secure('evaluation_bid');

create table evaluation_check (
  org_id uuid not null,
  id uuid not null,
  evaluation_bid_id uuid not null,
  item text not null,
  label text not null,
  mandatory boolean not null,
  result text not null check (result in ('met', 'not_met', 'minor', 'not_applicable')),
  note text not null default '',
  checked_by uuid not null,
  checked_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_bid_id, item),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid(org_id, id)
);
select levee_secure('evaluation_check');

create table evaluation_score (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  member_id uuid not null,
  evaluation_bid_id uuid not null,
  criterion_id uuid not null,
  score numeric(5, 2) not null check (score >= (0)::numeric),
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  constraint evaluation_score_org_id_member_id_evaluation_bid_id_criteri_key unique (org_id, member_id, evaluation_bid_id, criterion_id),
  foreign key (org_id, member_id) references evaluation_member(org_id, id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id),
  foreign key (org_id, criterion_id) references solicitation_criterion(org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid(org_id, id)
);
select levee_secure('evaluation_score');
create index evaluation_score_of on evaluation_score (org_id, evaluation_id);

create table evaluation_consensus (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  evaluation_bid_id uuid not null,
  criterion_id uuid not null,
  score numeric(5, 2) not null check (score >= (0)::numeric),
  mean numeric(7, 4) not null,
  comment text not null default '',
  set_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_bid_id, criterion_id),
  foreign key (org_id, criterion_id) references solicitation_criterion(org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid(org_id, id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id)
);
select levee_secure('evaluation_consensus');
create index evaluation_consensus_of on evaluation_consensus (org_id, evaluation_id);

-- Interviews held, and rounds of best and final offers: who was asked, what came back (percent off each unit price), when.
create table evaluation_round (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  kind text not null check (kind in ('interview', 'best_and_final')),
  round_no int not null,
  evaluation_bid_id uuid not null,
  held_on date not null,
  note text not null check (note <> ''),
  recorded_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid(org_id, id)
);
select levee_secure('evaluation_round');
revoke update, delete on evaluation_round from levee_app;
create index evaluation_round_of on evaluation_round (org_id, evaluation_id);

-- One way to award: its rules, the case as it was solved, the answer with its bound, and what each rule costs.
create table award_scenario (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('lowest', 'single', 'optimum', 'rules')),
  rules jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'solving', 'optimal', 'stopped', 'infeasible', 'failed')),
  job_id uuid,
  problem jsonb not null,
  answer jsonb,
  rule_prices jsonb not null default '[]',
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id)
);
select levee_secure('award_scenario');
create index award_scenario_of on award_scenario (org_id, evaluation_id, created_at);

create table award (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  evaluation_id uuid,
  status text not null default 'intent' check (status in ('intent', 'held', 'waiting', 'final', 'withdrawn')),
  -- [{ vendorId, bidId, totalCents, lines: [{ itemId, quantity, unitPrice, amountCents }] }]
  parts jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  basis text not null default '',
  posted_by uuid,
  posted_at timestamptz not null,
  -- The window: until when a protest is timely, by which dated rule.
  window_ends_at timestamptz not null,
  window_rule jsonb not null,
  finalised_by uuid,
  finalised_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  departure text not null default '',
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id)
);
select levee_secure('award');
create unique index award_live on award (org_id, solicitation_id) where status <> 'withdrawn';
create index award_created on award (org_id, created_at desc nulls first, id desc nulls first);

create table award_order (
  org_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  primary key (org_id, id),
  unique (org_id, purchase_order_id),
  foreign key (org_id, award_id) references award(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('award_order');
create index award_order_of on award_order (org_id, award_id);

-- What each bidder was told, with the debrief; never changed.
create table award_notice (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  award_id uuid,
  vendor_id uuid not null,
  kind text not null check (kind in ('intent', 'not_selected', 'awarded', 'cancelled', 'no_award', 'withdrawn')),
  title text not null,
  text text not null,
  debrief jsonb not null default '{}',
  protest_until timestamptz,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, award_id) references award(org_id, id)
);
select levee_secure('award_notice');
revoke update, delete on award_notice from levee_app;
grant select on award_notice to levee_vendor;
create index award_notice_of on award_notice (org_id, solicitation_id);
create index award_notice_vendor on award_notice (org_id, vendor_id, sent_at desc);

create table protest (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  award_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  status text not null default 'filed' check (status in ('filed', 'under_review', 'dismissed', 'denied', 'sustained', 'appealed', 'upheld', 'reversed', 'withdrawn')),
  grounds text not null check (grounds <> ''),
  relief text not null default '',
  filed_by uuid not null,
  filed_by_name text not null,
  filed_at timestamptz not null,
  timely boolean not null,
  stay boolean not null,
  stay_override_reason text,
  decision text,
  remedy text check (remedy in ('re_evaluate', 're_solicit')),
  decided_by uuid,
  decided_at timestamptz,
  decide_by date not null,
  appeal_until timestamptz,
  appeal_grounds text,
  appealed_at timestamptz,
  appeal_decision text,
  appeal_decided_by uuid,
  appeal_decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, award_id) references award(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  check ((status <> ALL (ARRAY['denied', 'sustained'])) or ((decision is not null) and (decided_by is not null)))
);
select levee_secure('protest');
grant select (org_id, id, number, solicitation_id, award_id, vendor_id, identity_id, status, grounds, relief, filed_by_name, filed_at, timely, stay, decision, remedy, decided_at, decide_by, appeal_until, appeal_grounds, appealed_at, appeal_decision, appeal_decided_at, version) on protest to levee_vendor;
create index protest_of on protest (org_id, solicitation_id);
create index protest_created on protest (org_id, created_at desc nulls first, id desc nulls first);
create index protest_identity on protest (identity_id, filed_at desc);
-- The agency's list of protests: by when they were filed, by when they are to be decided.
create index protest_filed on protest (org_id, filed_at desc nulls first, id desc nulls first);
create index protest_decide_by on protest (org_id, decide_by, id);
create index protest_numbered on protest (org_id, number, id);

-- Best and final offers: the chair of an evaluation asks chosen bidders; what they answer lies under seal until the due instant has passed.
create table final_offer_round (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  solicitation_id uuid not null,
  round_no int not null,
  note text not null default '',
  due_at timestamptz not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Why a round of final offers whose due instant has passed could not be opened: the screens say it, with the way on.
  stuck text,
  primary key (org_id, id),
  unique (org_id, evaluation_id, round_no),
  foreign key (org_id, evaluation_id) references evaluation(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  constraint final_offer_round_check1 check ((ended_at is null) = (ended_reason is null)),
  constraint final_offer_round_round_no_check check (round_no > 0),
  constraint final_offer_round_check check ((opened_at is null) or (ended_at is null))
);
select levee_secure('final_offer_round');
grant select (org_id, id, solicitation_id, round_no, note, due_at, asked_at, opened_at, ended_at, ended_reason) on final_offer_round to levee_vendor;
create unique index final_offer_round_live on final_offer_round (org_id, evaluation_id) where opened_at is null and ended_at is null;
create index final_offer_round_due on final_offer_round (org_id, due_at) where opened_at is null and ended_at is null;

-- Who is asked, by bid.
create table final_offer (
  org_id uuid not null,
  id uuid not null,
  round_id uuid constraint final_offer_round_id_not_null1 not null,
  bid_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, round_id, bid_id),
  foreign key (org_id, round_id) references final_offer_round(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, bid_id) references bid(org_id, id)
);
select levee_secure('final_offer');
revoke update, delete on final_offer from levee_app;
grant select on final_offer to levee_vendor;
create index final_offer_identity on final_offer (identity_id, created_at desc);
create index final_offer_bid on final_offer (org_id, bid_id);

-- One row per answer that came; the last one before the due instant counts. The key store alone holds its key.
create table final_offer_envelope (
  org_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  identity_id uuid not null,
  revision int not null check (revision > 0),
  state text not null default 'sealed' check (state in ('sealed', 'erasing', 'erased', 'opened', 'failed')),
  sha256 text not null,
  size bigint not null,
  manifest jsonb not null,
  server_part text,
  submitted_by uuid,
  submitted_by_name text not null,
  received_at timestamptz not null,
  opened_at timestamptz,
  failure text,
  note text not null default '',
  -- A final offer may be taken back before its due instant, like a bid; the ledger's entry of a withdrawal is what its receipt names.
  withdrawn_at timestamptz,
  ended_entry uuid,
  primary key (org_id, id),
  unique (org_id, offer_id, revision),
  foreign key (org_id, offer_id) references final_offer(org_id, id),
  constraint final_offer_envelope_withdrawn check ((withdrawn_at is null) or ((state in ('erasing', 'erased')) and (ended_entry is not null)))
);
select levee_secure('final_offer_envelope');
grant select (org_id, id, offer_id, identity_id, revision, state, sha256, size, submitted_by_name, received_at, opened_at, failure, note, withdrawn_at, ended_entry) on final_offer_envelope to levee_vendor;
create unique index final_offer_envelope_live on final_offer_envelope (org_id, offer_id) where state in ('sealed', 'opened', 'failed');
create index final_offer_envelope_erasing on final_offer_envelope (org_id, id) where state = 'erasing';

-- What a final offer says, once it is open: unit prices that take the place of the bid's.
create table final_offer_line (
  org_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  item_id uuid not null,
  unit_price numeric(18, 4) not null check (unit_price >= (0)::numeric),
  primary key (org_id, id),
  unique (org_id, offer_id, item_id),
  foreign key (org_id, item_id) references solicitation_item(org_id, id),
  foreign key (org_id, offer_id) references final_offer(org_id, id)
);
select levee_secure('final_offer_line');
revoke update, delete on final_offer_line from levee_app;

-- A company as it keeps itself, once for all agencies. Its people alone read and write it; agencies get what it submits to them.
create table vendor_company (
  id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 200)),
  doing_business_as text,
  entity_type text not null default 'corporation' check (entity_type in ('corporation', 'llc', 'partnership', 'sole_proprietor', 'nonprofit', 'government', 'other')),
  -- Who holds a quarter or more: [{ name, percent }].
  owners jsonb not null default '[]',
  uei text check (uei ~ '^[A-Z0-9]{12}$'),
  tin_sealed text,
  tin_last4 text,
  tin_kind text check (tin_kind in ('ein', 'ssn')),
  email text,
  phone text,
  website text,
  address1 text,
  address2 text,
  city text,
  state text,
  postal_code text,
  country text not null default 'US',
  employees int check (employees >= 0),
  bonding_cents bigint check (bonding_cents >= 0),
  service_area text not null default '',
  diversity text[] not null default '{}',
  commodity_codes text[] not null default '{}',
  is_public boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (id),
  foreign key (id) references vendor_identity(id) on delete cascade
);
alter table vendor_company enable row level security;
alter table vendor_company force row level security;
grant select, insert, update, delete on vendor_company to levee_identity;
grant select, update on vendor_company to levee_app;

create table vendor_company_document (
  id uuid not null,
  identity_id uuid not null,
  kind text not null check (kind in ('w9', 'insurance', 'license', 'certification', 'other')),
  label text not null default '',
  file_name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  expires_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id),
  foreign key (identity_id) references vendor_company(id) on delete cascade
);
alter table vendor_company_document enable row level security;
alter table vendor_company_document force row level security;
grant select, insert, update, delete on vendor_company_document to levee_identity;
grant select, insert, delete on vendor_company_document to levee_app;
create index vendor_company_document_of on vendor_company_document (identity_id, created_at);

-- An invitation of a colleague into the company: letters carry the secret, here is its digest.
create table vendor_colleague_invitation (
  id uuid not null,
  identity_id uuid not null,
  email text not null check (email = lower(email)),
  token_hash text not null,
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (id),
  unique (token_hash),
  foreign key (identity_id) references vendor_identity(id) on delete cascade
);
alter table vendor_colleague_invitation enable row level security;
alter table vendor_colleague_invitation force row level security;
grant select, insert, update, delete on vendor_colleague_invitation to levee_identity;
create unique index vendor_colleague_open on vendor_colleague_invitation (identity_id, email) where accepted_at is null and revoked_at is null;

-- An agency asks a company to register; may name the record that it has of it.
create table vendor_invitation (
  org_id uuid not null,
  id uuid not null,
  email text not null check (email = lower(email)),
  company text not null check ((length(company) >= 1) and (length(company) <= 200)),
  vendor_id uuid,
  message text not null default '',
  token_hash text not null,
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_invitation');
create index vendor_invitation_recent on vendor_invitation (org_id, created_at desc, id desc);
create unique index vendor_invitation_token on vendor_invitation (org_id, token_hash);

-- A company before one agency: its registration, or a later change that staff must verify. `content` is what was submitted.
create table vendor_registration (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  identity_id uuid not null,
  kind text not null default 'registration' check (kind in ('registration', 'change', 'renewal')),
  status text not null default 'submitted' check (status in ('submitted', 'screening', 'active', 'returned', 'rejected', 'withdrawn')),
  vendor_id uuid,
  name text not null,
  content jsonb not null,
  -- What the agency had when a change was submitted; the numbers are never in it.
  before jsonb,
  documents jsonb not null default '[]',
  tin_sealed text,
  tin_digest text,
  tin_last4 text,
  tin_kind text check (tin_kind in ('ein', 'ssn')),
  -- Bank details in quarantine: nothing is paid to them before a bank change with them is verified.
  bank_name text,
  routing_number text check (routing_number ~ '^[0-9]{9}$'),
  account_sealed text,
  account_digest text,
  account_last4 text,
  account_type text check (account_type in ('checking', 'savings')),
  bank_change_id uuid,
  invitation_id uuid,
  submitted_by uuid,
  submitted_by_name text not null default '',
  submitted_by_email text not null default '',
  submitted_at timestamptz not null,
  duplicates jsonb not null default '[]',
  screened_by uuid,
  screened_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- What staff found when they compared Form W-9 with the company's name and number, with or without the tax service's own matching.
  w9_result text check (w9_result in ('agrees', 'differs')),
  w9_note text not null default '',
  w9_checked_by uuid,
  w9_checked_at timestamptz,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, bank_change_id) references vendor_bank_change(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, invitation_id) references vendor_invitation(org_id, id),
  check ((w9_result is null) = (w9_checked_at is null))
);
select levee_secure('vendor_registration');
grant select (org_id, id, number, identity_id, kind, status, vendor_id, name, content, documents, tin_last4, tin_kind, bank_name, account_last4, account_type, submitted_by_name, submitted_at, decided_at, decision_reason, version) on vendor_registration to levee_vendor;
create unique index vendor_registration_open on vendor_registration (org_id, identity_id) where status in ('submitted', 'screening', 'returned');
create index vendor_registration_status on vendor_registration (org_id, status, submitted_at desc, id desc);
create index vendor_registration_recent on vendor_registration (org_id, submitted_at desc, id desc);
create index vendor_registration_identity on vendor_registration (identity_id, submitted_at desc);
create index vendor_registration_vendor on vendor_registration (org_id, vendor_id);

-- An agency's own debarment with its dates; the vendor's suspension is a status and is not lifted by a date alone.
create table vendor_debarment (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  cause text not null check ((length(cause) >= 3) and (length(cause) <= 2000)),
  noticed_on date not null,
  hearing_on date,
  from_on date not null,
  until_on date not null,
  decided_by uuid not null,
  ended_on date,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  check ((until_on > from_on) and (from_on >= noticed_on))
);
select levee_secure('vendor_debarment');
create index vendor_debarment_of on vendor_debarment (org_id, vendor_id, from_on desc);

-- What the vendor says is on its way: shown to whoever receives.
create table ship_notice (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  status text not null default 'announced' check (status in ('announced', 'arrived', 'withdrawn')),
  carrier text not null default '',
  tracking text not null default '',
  shipped_on date not null,
  expected_on date not null,
  packages int check (packages > 0),
  note text not null default '',
  created_by uuid,
  created_by_name text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  check (expected_on >= shipped_on)
);
select levee_secure('ship_notice');
grant select on ship_notice to levee_vendor;
create index ship_notice_order on ship_notice (org_id, purchase_order_id, created_at desc);
create index ship_notice_expected on ship_notice (org_id, expected_on) where status = 'announced';

create table ship_notice_line (
  org_id uuid not null,
  id uuid not null,
  ship_notice_id uuid not null,
  purchase_order_line_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > (0)::numeric),
  lot text not null default '',
  primary key (org_id, id),
  constraint ship_notice_line_org_id_ship_notice_id_purchase_order_line__key unique (org_id, ship_notice_id, purchase_order_line_id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line(org_id, id),
  foreign key (org_id, ship_notice_id) references ship_notice(org_id, id)
);
select levee_secure('ship_notice_line');
grant select on ship_notice_line to levee_vendor;
-- Lines of a draft order are replaced as a whole when it is edited: whether a ship notice refers to one is asked by this key.
create index ship_notice_line_order_line on ship_notice_line (org_id, purchase_order_line_id);

-- A vendor asks for another date, price or quantity; the buyer accepts (and changes the order) or declines.
create table order_change_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  reason text not null check ((length(reason) >= 3) and (length(reason) <= 2000)),
  promised_on date,
  -- [{ lineId, lineNo, quantity, unitPrice }]: what the vendor would deliver instead.
  lines jsonb not null default '[]',
  asked_by uuid,
  asked_by_name text not null default '',
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('order_change_request');
grant select (org_id, id, number, purchase_order_id, vendor_id, status, reason, promised_on, lines, asked_by_name, answer, answered_at, version, created_at) on order_change_request to levee_vendor;
create index order_change_request_order on order_change_request (org_id, purchase_order_id, created_at desc);
create unique index order_change_request_open on order_change_request (org_id, purchase_order_id) where status = 'open';

-- Talk between a vendor and the agency, one thread per record or subject. Nothing in it is a bid, an order or a change.
create table vendor_thread (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  subject text not null check ((length(subject) >= 1) and (length(subject) <= 200)),
  object_type text,
  object_id uuid,
  object_number text,
  last_at timestamptz not null default clock_timestamp(),
  last_from_vendor boolean not null default false,
  vendor_read_at timestamptz,
  agency_read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_thread');
grant select (org_id, id, vendor_id, subject, object_type, object_id, object_number, last_at, last_from_vendor, vendor_read_at, created_at) on vendor_thread to levee_vendor;
create index vendor_thread_recent on vendor_thread (org_id, last_at desc, id desc);
create index vendor_thread_vendor on vendor_thread (org_id, vendor_id, last_at desc);
create unique index vendor_thread_object on vendor_thread (org_id, vendor_id, object_type, object_id) where object_id is not null;

create table vendor_message (
  org_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  from_vendor boolean not null,
  person_id uuid,
  person_name text not null,
  body text not null check ((length(body) >= 1) and (length(body) <= 10000)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, thread_id) references vendor_thread(org_id, id)
);
select levee_secure('vendor_message');
revoke update, delete on vendor_message from levee_app;
grant select (org_id, id, thread_id, from_vendor, person_name, body, created_at) on vendor_message to levee_vendor;
create index vendor_message_of on vendor_message (org_id, thread_id, created_at, id);

-- How a vendor did, worked out of events that stand elsewhere: this table only keeps the sums for the list, with the day they are of.
create table vendor_score (
  org_id uuid not null,
  vendor_id uuid not null,
  from_on date not null,
  to_on date not null,
  delivery_n int not null default 0,
  delivery_bad int not null default 0,
  quality_n int not null default 0,
  quality_bad int not null default 0,
  price_n int not null default 0,
  price_bad int not null default 0,
  dispute_n int not null default 0,
  dispute_bad int not null default 0,
  evaluation_n int not null default 0,
  evaluation_sum int not null default 0,
  events int not null default 0,
  -- 0 to 100; null while there are too few events to say anything.
  score numeric(5, 2),
  computed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, vendor_id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_score');
create index vendor_score_order on vendor_score (org_id, score, vendor_id);

-- What people of the agency say at the end of an order; the vendor reads it and may answer.
create table vendor_evaluation (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  purchase_order_id uuid not null,
  quality int not null check ((quality >= 1) and (quality <= 5)),
  timeliness int not null check ((timeliness >= 1) and (timeliness <= 5)),
  service int not null check ((service >= 1) and (service <= 5)),
  comment text not null check ((length(comment) >= 10) and (length(comment) <= 4000)),
  evaluated_on date not null,
  evaluated_by uuid not null,
  evaluated_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, evaluated_by),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('vendor_evaluation');
revoke update, delete on vendor_evaluation from levee_app;
grant select (org_id, id, vendor_id, purchase_order_id, quality, timeliness, service, comment, evaluated_on, evaluated_by_name, created_at) on vendor_evaluation to levee_vendor;
grant update (vendor_id) on vendor_evaluation to levee_app;
create index vendor_evaluation_of on vendor_evaluation (org_id, vendor_id, evaluated_on desc);

-- The vendor's word on one event; stands beside it wherever the event is shown. Never changed, never deleted.
create table performance_reply (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('delivery', 'quality', 'price', 'dispute', 'evaluation')),
  event_id uuid not null,
  body text not null check ((length(body) >= 3) and (length(body) <= 4000)),
  person_id uuid,
  person_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('performance_reply');
revoke update, delete on performance_reply from levee_app;
grant select (org_id, id, vendor_id, kind, event_id, body, person_name, created_at) on performance_reply to levee_vendor;
grant update (vendor_id) on performance_reply to levee_app;
create index performance_reply_event on performance_reply (org_id, vendor_id, kind, event_id);

create table corrective_plan (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  vendor_id uuid not null,
  title text not null check ((length(title) >= 3) and (length(title) <= 200)),
  finding text not null check ((length(finding) >= 10) and (length(finding) <= 4000)),
  wanted text not null check ((length(wanted) >= 3) and (length(wanted) <= 4000)),
  due_on date not null,
  status text not null default 'draft' check (status in ('draft', 'sent', 'answered', 'running', 'met', 'not_met', 'cancelled')),
  answer text,
  answered_by_name text,
  answered_at timestamptz,
  outcome text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('corrective_plan');
grant select (org_id, id, number, vendor_id, title, finding, wanted, due_on, status, answer, answered_by_name, answered_at, outcome, version, created_at) on corrective_plan to levee_vendor;
create index corrective_plan_of on corrective_plan (org_id, vendor_id, created_at desc);
create index corrective_plan_recent on corrective_plan (org_id, created_at desc, id desc);

-- Other agencies' published awards (OCDS), brought in from a file that is kept. The same file never comes in twice.
create table ocds_import (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  document_kind text,
  publisher text,
  published_at timestamptz,
  processes int not null default 0,
  newer int not null default 0,
  awards int not null default 0,
  lines int not null default 0,
  -- What was not understood: [{ kind, where, count, example }].
  report jsonb not null default '[]',
  currencies jsonb not null default '{}',
  error text,
  loaded_by uuid,
  loaded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, sha256),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('ocds_import');
create index ocds_import_recent on ocds_import (org_id, created_at desc, id desc);

-- A contracting process as its newest release says; an older file never overwrites it.
create table ocds_process (
  org_id uuid not null,
  ocid text not null,
  import_id uuid not null,
  released_at timestamptz not null,
  title text not null default '',
  buyer text not null default '',
  language text,
  primary key (org_id, ocid),
  foreign key (org_id, import_id) references ocds_import(org_id, id)
);
select levee_secure('ocds_process');

-- One line of an award by somebody else. Amounts stay in their own currency: nothing is converted.
create table ocds_line (
  org_id uuid not null,
  id uuid not null,
  ocid text not null,
  award_id text not null,
  lot text not null default '',
  description text not null,
  scheme text,
  class_id text,
  quantity numeric(20, 4),
  unit text,
  unit_amount numeric(24, 6),
  currency text,
  -- stated: the unit's own value; divided: the award's value over the quantity of its only item.
  price_from text check (price_from in ('stated', 'divided')),
  award_amount numeric(24, 4),
  supplier text not null default '',
  buyer text not null default '',
  awarded_on date,
  primary key (org_id, id),
  foreign key (org_id, ocid) references ocds_process(org_id, ocid)
);
select levee_secure('ocds_line');
create index ocds_line_recent on ocds_line (org_id, awarded_on desc nulls last, id desc);
create index ocds_line_of on ocds_line (org_id, ocid);
create index ocds_line_class on ocds_line (org_id, scheme, class_id);

-- Which of their codes an agency takes for one of its own commodities.
create table market_class (
  org_id uuid not null,
  id uuid not null,
  commodity_code text not null,
  scheme text not null,
  prefix text not null check ((length(prefix) >= 1) and (length(prefix) <= 40)),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, commodity_code, scheme, prefix)
);
select levee_secure('market_class');

-- Somebody who may approve awards lets one go on without a certificate in force, for a solicitation (its award and orders) or an order of its own. It holds for the
-- certificate that stood there then: with another one that runs out it is asked for anew.
create table insurance_override (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid,
  purchase_order_id uuid,
  vendor_id uuid not null,
  expired_on date,
  reason text not null check (length(reason) >= 10),
  person_id uuid not null,
  at timestamptz not null,
  -- What lacked of a contract's coverage when somebody let an order go on; it holds for that alone.
  coverage text not null default '',
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  check (num_nonnulls(solicitation_id, purchase_order_id) = 1)
);
select levee_secure('insurance_override');
revoke update, delete on insurance_override from levee_app;
create index insurance_override_of on insurance_override (org_id, vendor_id, solicitation_id, purchase_order_id);

-- What is published by the beginning of a commodity code, in the order of the deadline: counted and paged from an index alone, and the latest of it for feeds. A list of codes in the row
-- itself can be searched, but each match must be looked up in its row before it is counted.
create table solicitation_notice_code (
  org_id uuid not null,
  notice_id uuid not null,
  code text not null,
  due_at timestamptz not null,
  is_open boolean not null,
  published_at timestamptz not null,
  primary key (org_id, notice_id, code),
  foreign key (org_id, notice_id) references solicitation_notice(org_id, id) on delete cascade
);
select levee_secure('solicitation_notice_code');
grant select on solicitation_notice_code to levee_anon;
create index solicitation_notice_code_due on solicitation_notice_code (code, due_at, notice_id);
create index solicitation_notice_code_open on solicitation_notice_code (code, due_at, notice_id) where is_open;
create index solicitation_notice_code_new on solicitation_notice_code (code, published_at, notice_id);

-- What the server keeps of an agency's settings between requests (src/server/db/kept.ts) it keeps under this version. Whoever changes such a setting
-- changes the version in the same transaction. It is drawn, not counted: after a restore or a lost commit an old one never comes again.
create table agency_version (
  org_id uuid not null,
  version uuid not null default gen_random_uuid(),
  primary key (org_id)
);
select levee_secure('agency_version');

-- Agencies whose settings a running transaction has changed, once each: empty but within transactions.
create table agency_change (
  org_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (org_id, xid)
);
select levee_secure('agency_change');
create constraint trigger agency_changed after insert on agency_change deferrable initially deferred for each row execute function levee_change_version();

-- The same as idempotency_key for people who act in no agency (vendors, people before their first agency); kept 48 hours. status 0: still being worked on.
create table person_idempotency_key (
  person_id uuid not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (person_id, key)
);
alter table person_idempotency_key enable row level security;
alter table person_idempotency_key force row level security;
grant select, insert, update, delete on person_idempotency_key to levee_app;
grant select, delete on person_idempotency_key to levee_identity;
create index person_idempotency_key_age on person_idempotency_key (created_at);

create table record_words (
  org_id uuid not null,
  kind text not null,
  id uuid not null,
  own text not null,
  vendor text not null default '',
  primary key (org_id, id)
);
select levee_secure('record_words');
grant select on record_words to levee_finder;
-- What is new waits in the index's list of pending entries, which a search reads as well, until it is merged (4 MiB of it: some thousand records).
create index record_words_like on record_words using gin (org_id, kind, (own || ' ' || vendor) gin_trgm_ops);

-- Every bank file (NACHA) that was made for a run. A void before it is sent makes it anew without the entry; the one before is kept as replaced and is never handed out again.
create table payment_file (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- The sealed copy in the file store, and the hash of the file as the bank gets it.
  file_id uuid not null,
  sha256 text not null,
  modifier text not null,
  -- The agency's day: the modifier tells files of one day apart.
  made_on date not null,
  made_at timestamptz not null,
  made_by uuid,
  replaced_at timestamptz,
  -- Who downloaded it last, and when.
  taken_at timestamptz,
  taken_by uuid,
  primary key (org_id, id),
  foreign key (org_id, run_id) references payment_run(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('payment_file');
create index payment_file_of_run on payment_file (org_id, run_id, made_at);
create index payment_file_of_day on payment_file (org_id, made_on);
create unique index payment_file_now on payment_file (org_id, run_id) where replaced_at is null;

-- Amendments of a budget line and transfers between two: posted at once, or by the decision of a second person where an approval policy asks for one.
create table budget_change (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null,
  status text not null default 'entered',
  budget_line_id uuid not null,
  -- Of a transfer: where the money comes from.
  from_line_id uuid,
  -- Cents; negative for an amendment that takes budget away.
  amount bigint not null,
  reason text not null,
  -- Of an amendment, which has no other side in the budget: where the money comes from, or goes.
  source text not null default '',
  requested_by uuid,
  posted_by uuid,
  posted_at timestamptz,
  stop_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, from_line_id) references budget_line(org_id, id),
  foreign key (org_id, budget_line_id) references budget_line(org_id, id),
  constraint budget_change_amount_check check (amount <> 0),
  constraint budget_change_kind_check check (kind in ('amend', 'transfer')),
  constraint budget_change_status_check check (status in ('entered', 'in_approval', 'posted', 'returned', 'rejected', 'withdrawn')),
  constraint budget_change_check1 check ((kind = 'amend') or (amount > 0)),
  constraint budget_change_check check ((kind = 'transfer') = (from_line_id is not null))
);
select levee_secure('budget_change');
create index budget_change_recent on budget_change (org_id, created_at desc, id desc);
create index budget_change_of_line on budget_change (org_id, budget_line_id);
create index budget_change_from_line on budget_change (org_id, from_line_id) where from_line_id is not null;

-- Where a person has signed in: a network address or a browser, as a digest of it. From there they are not held up while somebody else guesses at their account.
create table sign_in_place (
  person_id uuid not null,
  place text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (person_id, place),
  foreign key (person_id) references person(id) on delete cascade
);
alter table sign_in_place enable row level security;
alter table sign_in_place force row level security;
grant select, insert, update, delete on sign_in_place to levee_identity;
create index sign_in_place_age on sign_in_place (seen_at);

-- Roles and duties with money, award or bid powers that somebody asked for, until a second person confirms them; and what was granted alone while nobody else could confirm.
create table access_grant (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  -- The role that is asked for, with its end; null: the role stays.
  role text check (role in ('user', 'manager', 'admin')),
  role_expires_at timestamptz,
  -- Duties beside those held.
  duties text[] not null default '{}',
  -- The duty read_only ends.
  lifts_read_only boolean not null default false,
  -- taken: nothing is asked for; the person lost the power to confirm, by the act of asked_by.
  status text not null default 'waiting' check (status in ('waiting', 'confirmed', 'declined', 'withdrawn', 'lapsed', 'alone', 'taken')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  -- Why it was declined.
  reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  duty_ends jsonb not null default '{}',
  why text not null default '',
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id),
  foreign key (org_id) references organization(id),
  check ((status <> 'confirmed') or ((decided_by is not null) and (decided_by <> asked_by) and (decided_by <> person_id)))
);
select levee_secure('access_grant');
create index access_grant_recent on access_grant (org_id, created_at desc, id desc);
create index access_grant_of_person on access_grant (org_id, person_id) where status = 'waiting';
comment on column access_grant.duty_ends is 'When which of the duties shall end: { duty: instant }';
comment on column access_grant.why is 'Why it was asked for';

-- An addendum that moves a published deadline is written by one person and published by another: who knows the bidders must not give one of them more time alone. Asked for every published solicitation, since asking only where bids are in would tell that they are.
create table solicitation_extension (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  status text not null default 'waiting',
  -- The addendum as it was written: what is published if somebody else agrees.
  addendum jsonb not null,
  due_before timestamptz not null,
  due_after timestamptz not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  decline_reason text,
  version int not null default 1,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  constraint solicitation_extension_check1 check ((decided_by is null) or (status = 'withdrawn') or (decided_by <> asked_by)),
  constraint solicitation_extension_status_check check (status in ('waiting', 'published', 'declined', 'withdrawn')),
  constraint solicitation_extension_check check (due_after > due_before)
);
select levee_secure('solicitation_extension');
create unique index solicitation_extension_waiting on solicitation_extension (org_id, solicitation_id) where status = 'waiting';
create index solicitation_extension_of on solicitation_extension (org_id, solicitation_id, asked_at);

-- The instances of this installation: each writes every ten seconds that it is there. Global.
create table instance (
  id uuid not null,
  -- Machine and port: what a restart keeps.
  name text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- By how much its machine's clock is ahead of the database's, milliseconds.
  host_ahead_ms bigint not null,
  primary key (id)
);
alter table instance enable row level security;
alter table instance force row level security;
grant select, insert, update, delete on instance to levee_app;
create index instance_seen on instance (seen_at desc);

-- What administrators must know of the installation itself, from its beginning to its end. Global.
create table operation_alarm (
  id uuid not null,
  kind text not null check ((kind in ('clock', 'disk', 'scanner')) or (kind ~~ 'rule:%')),
  instance_name text not null,
  text text not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- The agency whose administrators alone are told; null: all.
  audience uuid,
  primary key (id)
);
alter table operation_alarm enable row level security;
alter table operation_alarm force row level security;
grant select, insert, update, delete on operation_alarm to levee_app;
create unique index operation_alarm_open on operation_alarm (kind, instance_name) where ended_at is null;

-- Which agency's administrators have been told of an alarm.
create table operation_alarm_told (
  org_id uuid not null,
  alarm_id uuid not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, alarm_id)
);
select levee_secure('operation_alarm_told');

-- When no instance was there: from what the last one wrote to what the next one wrote. Global.
create table outage (
  id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (id)
);
alter table outage enable row level security;
alter table outage force row level security;
grant select, insert, delete on outage to levee_app;
create index outage_ended on outage (ended_at desc);

-- Answers whose opening waits for an officer, because nobody could reach Levee shortly before they were due.
create table deadline_outage (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  -- The deadline that the outage touched.
  due_at timestamptz not null,
  away_from timestamptz not null,
  away_until timestamptz not null,
  -- Minutes before the deadline that the agency's rule looks at.
  minutes int not null,
  decision text,
  reason text,
  -- Of an extension.
  new_due_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, due_at),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  constraint deadline_outage_check2 check ((not (decision is distinct from 'extend')) = (new_due_at is not null)),
  constraint deadline_outage_decision_check check (decision in ('extend', 'open')),
  constraint deadline_outage_check check ((decision is null) = (decided_at is null)),
  constraint deadline_outage_check1 check ((decision is null) = (reason is null))
);
select levee_secure('deadline_outage');

-- What the instances of this database must share: digests of their secret, of the mark of their folder of files, of their key store's public key. Global, one row.
create table installation (
  single boolean not null default true check (single),
  secret_check text not null,
  files_check text,
  key_store_check text,
  since timestamptz not null default clock_timestamp(),
  -- When an operator last said that other ones belong to it, after a restore.
  taken_over_at timestamptz,
  primary key (single)
);
alter table installation enable row level security;
alter table installation force row level security;
grant select, insert, update on installation to levee_app;

-- When an agency works. Without a row: Monday to Friday, 8 to 5, without federal holidays.
create table agency_calendar (
  org_id uuid not null,
  -- Days of the week, 0 Sunday to 6 Saturday.
  weekdays int[] not null default '{1,2,3,4,5}' check (cardinality(weekdays) between 1 and 7 and (weekdays <@ '{0,1,2,3,4,5,6}'::integer[])),
  opens time not null default '08:00:00'::time without time zone,
  closes time not null default '17:00:00'::time without time zone,
  -- Federal holidays (5 U.S.C. 6103) are days off.
  federal_holidays boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id),
  foreign key (org_id) references organization(id),
  check (closes > opens)
);
select levee_secure('agency_calendar');

-- Days that an agency keeps otherwise than its week and the holidays say.
create table agency_closure (
  org_id uuid not null,
  id uuid not null,
  first_day date not null,
  last_day date not null,
  name text not null check (name <> ''),
  -- The agency works although it would not.
  open boolean not null default false,
  -- Of an imported calendar: the event's own name, so that a second import changes and adds nothing twice.
  uid text,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((last_day >= first_day) and (last_day < (first_day + 366)))
);
select levee_secure('agency_closure');
create index agency_closure_days on agency_closure (org_id, first_day);
create unique index agency_closure_uid on agency_closure (org_id, uid, first_day) where uid is not null;

-- What is done once on each day of an agency, by all instances together.
create table agency_day_done (
  org_id uuid not null,
  name text not null,
  -- The agency's own day.
  day date not null,
  -- Until when one instance is at it; another one tries afterwards.
  held_until timestamptz not null,
  tries int not null default 1,
  done_at timestamptz,
  primary key (org_id, name, day),
  foreign key (org_id) references organization(id)
);
select levee_secure('agency_day_done');

-- What the virus scanner said of a content, whichever agencies hold it: a content is known by its hash alone. Global.
-- A content without a row was never looked at.
create table file_look (
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- waiting: nobody gets it until the scanner answers; unscanned: kept from before there was a scanner, given out meanwhile;
  -- unscannable: the scanner answers for others and not for this one, so nobody gets it.
  state text not null check (state in ('waiting', 'clean', 'infected', 'unscannable', 'unscanned')),
  -- What the scanner found.
  signature text,
  asked_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz,
  -- When it is looked at next; null: not again.
  due_at timestamptz,
  tries int not null default 0,
  primary key (sha256),
  check ((state = 'infected') = (signature is not null))
);
alter table file_look enable row level security;
alter table file_look force row level security;
grant select, insert, update, delete on file_look to levee_app;
create index file_look_held on file_look (state) where state in ('waiting', 'infected', 'unscannable');
create index file_look_due on file_look (due_at) where due_at is not null;

-- What a stored file holds, as it was read in a thread: of a picture when, where and with what it was taken, of a PDF its text.
create table file_content (
  org_id uuid not null,
  file_id uuid not null,
  -- As the camera wrote it, in the time of the place: 2026-11-02T14:30:05.
  taken_at text,
  latitude float8 check ((latitude >= ('-90'::integer)::double precision) and (latitude <= (90)::double precision)),
  longitude float8 check ((longitude >= ('-180'::integer)::double precision) and (longitude <= (180)::double precision)),
  camera text,
  width int,
  height int,
  pages int,
  text text not null default '',
  -- Why it could not be read.
  problem text,
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, file_id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('file_content');
grant select (org_id, file_id, text) on file_content to levee_finder;
create index file_content_words on file_content using gin (org_id, to_tsvector('english', text));

-- Where an agency takes its exclusion list from by itself, and how that went. Without a row it is uploaded.
create table exclusion_source (
  org_id uuid not null,
  address text not null check ((length(address) >= 1) and (length(address) <= 2000)),
  -- What the last list said of itself, so that it is not sent again.
  etag text,
  modified text,
  -- When the address last answered, and when a list last came from there.
  checked_at timestamptz,
  fetched_at timestamptz,
  -- Why nothing came, since when; null when it last went well.
  failure text,
  failed_at timestamptz,
  set_by uuid,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('exclusion_source');

-- Stored files that go out with a letter; the content is read when it is sent.
create table mail_paper (
  org_id uuid not null,
  id uuid not null,
  -- The letter, in whose transaction the row is written; letters are global, some of no agency.
  mail_id uuid not null,
  "position" int not null,
  name text not null,
  -- Null while it is still to be made, and where it could not be.
  file_id uuid,
  -- awaited: its maker has not made it yet; failed: the letter says that it could not be made.
  state text not null default 'ready',
  -- Who makes it (`purchase_order`), of which record.
  maker text,
  made_of uuid,
  -- When its maker is asked next, and how often it was.
  due_at timestamptz,
  tries int not null default 0,
  primary key (org_id, id),
  unique (org_id, mail_id, "position"),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  constraint mail_paper_state_check check (state in ('awaited', 'ready', 'failed')),
  constraint mail_paper_check check ((state <> 'ready') or (file_id is not null)),
  constraint mail_paper_check1 check ((state <> 'awaited') or ((maker is not null) and (made_of is not null)))
);
select levee_secure('mail_paper');
grant select, update on mail_paper to levee_identity;
create index mail_paper_mail on mail_paper (mail_id);
create index mail_paper_file on mail_paper (org_id, file_id);
create index mail_paper_due on mail_paper (due_at) where state = 'awaited';

-- A link to a paper, in a letter that is too large or whose papers were refused. The secret is in the letter alone.
create table mail_paper_link (
  org_id uuid not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  paper_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, digest),
  foreign key (org_id, paper_id) references mail_paper(org_id, id) on delete cascade
);
alter table mail_paper_link enable row level security;
alter table mail_paper_link force row level security;
grant select, insert on mail_paper_link to levee_identity;
create unique index mail_paper_link_digest on mail_paper_link (digest);
create index mail_paper_link_paper on mail_paper_link (org_id, paper_id);

-- The one register of days that follow from records and rules, of whatever area.
create table deadline (
  org_id uuid not null,
  id uuid not null,
  -- The record that it belongs to, and which of its days it is.
  source_type text not null check ((length(source_type) >= 1) and (length(source_type) <= 60)),
  source_id uuid not null,
  key text not null check ((length(key) >= 1) and (length(key) <= 80)),
  source_number text not null,
  link text not null,
  title text not null check ((length(title) >= 1) and (length(title) <= 200)),
  -- How the day follows, in words, and the rule that says so.
  follows text not null,
  citation text not null default '',
  due_on date not null,
  -- Who looks after it; without one, or once they have left, whoever has the duty.
  owner_id uuid,
  duty text,
  -- Somebody gave it to this owner: the record does not take it back.
  assigned boolean not null default false,
  -- So many days ahead the owner is told.
  notices int[] not null default '{}',
  -- A person may say that it is done; otherwise only the record ends it.
  by_hand boolean not null default true,
  status text not null default 'open' check (status in ('open', 'met', 'lapsed', 'dropped')),
  note text not null default '',
  done_at timestamptz,
  done_by uuid,
  lapsed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source_type, source_id, key),
  foreign key (org_id) references organization(id)
);
select levee_secure('deadline');
create index deadline_due on deadline (org_id, due_on, id);
create index deadline_owner on deadline (org_id, owner_id, due_on) where status in ('open', 'lapsed');

-- Which notice of which day went out: each once.
create table deadline_notice (
  org_id uuid not null,
  deadline_id uuid not null,
  due_on date not null,
  days int not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, deadline_id, due_on, days),
  foreign key (org_id, deadline_id) references deadline(org_id, id)
);
select levee_secure('deadline_notice');

-- A person's own calendar of deadlines, for another program: only the digest of its address is kept.
create table deadline_feed (
  org_id uuid not null,
  person_id uuid not null,
  digest text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('deadline_feed');

-- Contracts from draft to closeout: who, what, for how long, up to which ceiling.
create table contract (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'requested',
  title text not null,
  vendor_id uuid not null,
  kind text not null,
  price_type text not null,
  -- Why no other price type is suitable for time and materials, 2 CFR 200.318(j).
  determination text not null default '',
  -- How the vendor was chosen, by the names of 2 CFR 200.320; from what, and where that is on file.
  method text,
  basis text,
  evidence text not null default '',
  department_id uuid not null,
  owner_id uuid,
  starts_on date not null,
  ends_on date not null,
  -- As it was signed first; null before.
  original_ends_on date,
  option_count int not null default 0,
  option_months int not null default 0,
  option_notice_days int not null default 0,
  options_used int not null default 0,
  -- Cents. What orders may draw in all, and what they have drawn; the entries below add up to both.
  ceiling bigint not null,
  original_ceiling bigint,
  drawn bigint not null default 0,
  -- How many entries its ceiling has.
  entries int not null default 0,
  -- The share of the ceiling that its owner was told of: 0, 75, 90 or 100 percent.
  told_percent int not null default 0,
  -- [{ year, amount }], cents per fiscal year.
  year_plan jsonb not null default '[]',
  federal_award text not null default '',
  retainage_percent numeric(5, 2) not null default 0,
  insurance_required boolean not null default false,
  description text not null default '',
  source text not null default 'blank',
  award_id uuid,
  solicitation_id uuid,
  requisition_id uuid,
  -- Its number where it came from.
  earlier_number text not null default '',
  -- Everybody who wrote it: they neither approve nor sign it.
  drafted_by jsonb not null default '[]',
  -- Why it was suspended, terminated or cancelled.
  status_reason text,
  -- Since when it is where it is.
  stage_since timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references award(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  constraint contract_option_count_check check (option_count >= 0),
  constraint contract_check2 check ((options_used >= 0) and (options_used <= option_count)),
  constraint contract_check1 check (drawn <= ceiling),
  constraint contract_check check (ends_on >= starts_on),
  constraint contract_source_check check (source in ('blank', 'award', 'requisition', 'import')),
  constraint contract_drawn_check check (drawn >= 0),
  constraint contract_ceiling_check check (ceiling >= 0),
  constraint contract_option_notice_days_check check (option_notice_days >= 0),
  constraint contract_option_months_check check (option_months >= 0),
  constraint contract_basis_check check (basis in ('award', 'quotes', 'requisition', 'cooperative', 'noncompetitive', 'other')),
  constraint contract_price_type_check check (price_type in ('fixed', 'unit', 'time_and_materials', 'cost_plus_fixed_fee')),
  constraint contract_kind_check check (kind in ('goods', 'services', 'construction', 'professional', 'software', 'cooperative', 'other')),
  constraint contract_status_check check (status in ('requested', 'drafting', 'negotiation', 'legal_review', 'in_approval', 'approved', 'out_for_signature', 'active', 'closeout', 'closed', 'suspended', 'expired', 'terminated', 'cancelled'))
);
select levee_secure('contract');
grant select (org_id, id, number, status, title, vendor_id, kind, price_type, department_id, starts_on, ends_on, option_count, option_months, options_used, ceiling, drawn, retainage_percent, insurance_required, updated_at) on contract to levee_vendor;
grant select (org_id, id, number, title, vendor_id, ceiling, original_ceiling) on contract to levee_anon;
-- One share of an award gives one contract.
create unique index contract_of_award on contract (org_id, award_id, vendor_id) where award_id is not null and status <> 'cancelled';
create index contract_recent on contract (org_id, number desc);
create index contract_of_vendor on contract (org_id, vendor_id, ends_on desc);
create index contract_of_solicitation on contract (org_id, solicitation_id) where solicitation_id is not null;
create index contract_ending on contract (org_id, ends_on) where status in ('active', 'suspended');
create trigger words_stored after insert on contract referencing new table as stored for each statement execute function levee_words_of_contract();
create trigger words_changed after update on contract for each row when ((old.number, old.title, old.earlier_number, old.vendor_id) is distinct from (new.number, new.title, new.earlier_number, new.vendor_id)) execute function levee_words_of_contract();
create trigger words_gone after delete on contract referencing old table as stored for each statement execute function levee_words_gone();

-- What the award or the requisition said: items, quantities, prices.
create table contract_line (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  line_no int not null,
  description text not null,
  commodity_code text,
  quantity numeric(18, 4) not null,
  unit text not null default 'each',
  unit_price numeric(18, 4) not null,
  amount bigint not null,
  primary key (org_id, id),
  unique (org_id, contract_id, line_no),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('contract_line');

-- Changes of a contract that is in force: its end, its ceiling, its scope, an option.
create table contract_amendment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  -- The contract's first, second, third amendment.
  sequence int not null,
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'signed', 'applied', 'cancelled')),
  kind text not null check (kind in ('term', 'money', 'scope', 'option', 'prices')),
  title text not null,
  reason text not null,
  -- The new end; of an option it follows from the contract when it is applied.
  new_ends_on date,
  -- Cents that the ceiling changes by.
  ceiling_change bigint not null default 0,
  -- [{ year, amount }]: what of it falls into which fiscal year.
  year_plan jsonb not null default '[]',
  scope text not null default '',
  drafted_by jsonb not null default '[]',
  status_reason text,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('contract_amendment');
create index contract_amendment_recent on contract_amendment (org_id, number desc);

-- Signatures on paper: who signed for whom, on which day, and the signed file.
create table contract_signing (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  amendment_id uuid,
  kind text not null default 'wet_ink' check (kind in ('wet_ink', 'electronic')),
  signed_on date not null,
  our_signer text not null,
  -- Where the signer is a member.
  our_signer_id uuid,
  vendor_signer text not null,
  file_id uuid not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  signature_id uuid,
  change_id uuid,
  primary key (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('contract_signing');
revoke update, delete on contract_signing from levee_app;
create index contract_signing_of on contract_signing (org_id, contract_id);
create index contract_signing_file on contract_signing (org_id, file_id);

-- The terms as they held from a signature on; never changed.
create table contract_version (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  version_no int not null,
  amendment_id uuid,
  reason text not null,
  ceiling bigint not null,
  ends_on date not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, version_no),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment(org_id, id)
);
select levee_secure('contract_version');
revoke update, delete on contract_version from levee_app;

-- The append-only ledger of a ceiling: what set it, what changed it, what orders drew and gave back.
create table contract_ceiling_entry (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  sequence int not null,
  -- set, amendment, change_order and closed move the ceiling; order, order_change and release what is drawn.
  kind text not null check (kind in ('set', 'amendment', 'change_order', 'order', 'order_change', 'release', 'closed')),
  amount bigint not null,
  order_id uuid,
  amendment_id uuid,
  note text not null default '',
  at timestamptz not null,
  by uuid,
  change_id uuid,
  primary key (org_id, id),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, order_id) references purchase_order(org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('contract_ceiling_entry');
revoke update, delete on contract_ceiling_entry from levee_app;
create index contract_ceiling_entry_order on contract_ceiling_entry (org_id, order_id) where order_id is not null;

-- Who may sign for the agency: kinds of documents, up to which amount, from when to when, by what.
create table signing_authority (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  -- Kinds of documents, as areas name them.
  kinds text[] not null,
  -- Cents; null for no limit.
  amount_limit bigint,
  from_on date not null,
  -- The last day; null for until it is revoked.
  to_on date,
  -- What gives it: a resolution, an ordinance, a statute.
  basis text not null,
  added_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  constraint signing_authority_basis_check check ((length(basis) >= 3) and (length(basis) <= 300)),
  constraint signing_authority_check1 check ((added_by is null) or (added_by <> person_id)),
  constraint signing_authority_check check ((to_on is null) or (to_on >= from_on)),
  constraint signing_authority_kinds_check check (cardinality(kinds) > 0),
  constraint signing_authority_amount_limit_check check (amount_limit > 0)
);
select levee_secure('signing_authority');
create index signing_authority_of on signing_authority (org_id, person_id);

-- Signatures asked for under the exact bytes of one document of a record.
create table signature_request (
  org_id uuid not null,
  id uuid not null,
  source_type text not null check ((length(source_type) >= 1) and (length(source_type) <= 60)),
  source_id uuid not null,
  number text not null,
  link text not null,
  title text not null,
  -- What authorities to sign are compared with, in cents.
  amount bigint not null default 0,
  -- The document, and the SHA-256 (hex) of its bytes.
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  ordered boolean not null default true,
  -- The last day on which somebody may sign.
  expires_on date not null,
  -- People who may not sign for the agency: who wrote the record.
  excluded jsonb not null default '[]',
  status text not null default 'open' check (status in ('open', 'complete', 'declined', 'expired', 'voided')),
  status_reason text,
  requested_by uuid,
  -- Document, certificate and the original bytes in one PDF.
  result_file_id uuid,
  result_sha256 text check (result_sha256 ~ '^[0-9a-f]{64}$'),
  completed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, result_file_id) references stored_file(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id) references organization(id),
  check ((status = 'complete') = ((result_sha256 is not null) and (result_file_id is not null)))
);
select levee_secure('signature_request');
grant select (org_id, id, number, title, expires_on, status) on signature_request to levee_vendor;
-- A record has one request at a time.
create unique index signature_request_open on signature_request (org_id, source_type, source_id) where status = 'open';
create index signature_request_of on signature_request (org_id, source_id, created_at desc);
create index signature_request_due on signature_request (org_id, expires_on) where status = 'open';

-- Who is to sign: a member, the vendor in its portal, or a person by a link to their address.
create table signature_signer (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  place int not null check (place > 0),
  side text not null check (side in ('ours', 'portal', 'link')),
  person_id uuid,
  vendor_id uuid,
  name text not null check ((length(name) >= 2) and (length(name) <= 200)),
  email text,
  -- Where letters to those outside go: the vendor's people as they were when it was asked for.
  addresses text[] not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'asked', 'signed', 'declined')),
  authority_id uuid,
  task_id uuid,
  asked_at timestamptz,
  declined_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, request_id, place),
  foreign key (org_id, authority_id) references signing_authority(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, request_id) references signature_request(org_id, id),
  check (
case side when 'ours' then (person_id is not null) when 'portal' then (vendor_id is not null) else (email is not null)
end)
);
select levee_secure('signature_signer');
grant select (org_id, id, request_id, side, vendor_id, status, asked_at) on signature_signer to levee_vendor;
create index signature_signer_person on signature_signer (org_id, person_id) where status = 'asked';
create index signature_signer_vendor on signature_signer (vendor_id) where vendor_id is not null;

-- A signature as it was given; one for a signer, never changed.
create table signature_mark (
  org_id uuid not null,
  signer_id uuid not null,
  signed_by uuid,
  name text not null,
  -- A typed name, or strokes as they were drawn.
  mark jsonb not null,
  -- How the person proved who they are, and from which address they came.
  proof text not null check (proof in ('proved_anew', 'portal', 'link_and_code')),
  address text not null,
  -- The texts that were agreed to, with what they rest on.
  agreed jsonb not null,
  sha256 text not null,
  authority_id uuid,
  signed_at timestamptz not null,
  primary key (org_id, signer_id),
  foreign key (org_id, signer_id) references signature_signer(org_id, id)
);
select levee_secure('signature_mark');
revoke update, delete on signature_mark from levee_app;

-- A single-use link of somebody without an account, with the code that is sent to them apart. Only digests are kept.
create table signature_link (
  org_id uuid not null,
  id uuid not null,
  signer_id uuid not null,
  digest text not null,
  code_digest text,
  code_until timestamptz,
  tries int not null default 0,
  codes_sent int not null default 0,
  pass_digest text,
  pass_until timestamptz,
  ended_at timestamptz,
  ended_why text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, signer_id) references signature_signer(org_id, id)
);
select levee_secure('signature_link');
create unique index signature_link_open on signature_link (org_id, signer_id) where ended_at is null;

-- Local declarations of an emergency, what is prepared for one, and what is ordered in one.
create table local_declaration (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'declared' check (status in ('declared', 'continued', 'ended', 'expired', 'closed')),
  title text not null,
  -- By what right it was declared, what happened, and where, in words.
  authority text not null,
  cause text not null,
  area text not null,
  declared_at timestamptz not null,
  -- Until when it holds; at that instant it expires unless it is continued.
  holds_until timestamptz not null,
  -- How long it holds without the governing body, in words, with the rule.
  term text not null,
  declared_by uuid,
  -- [{ body, number, decidedOn, until, by, at }]: resolutions of the governing body that continued it.
  continuations jsonb not null default '[]',
  ended_at timestamptz,
  status_reason text,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  check (holds_until > declared_at)
);
select levee_secure('local_declaration');
create index local_declaration_open on local_declaration (org_id, holds_until) where status in ('declared', 'continued');

-- What may be ordered at once: a contract in force and items with their prices.
create table emergency_kit (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  contract_id uuid not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('emergency_kit');
create unique index emergency_kit_name on emergency_kit (org_id, lower(name)) where active;

create table emergency_kit_line (
  org_id uuid not null,
  id uuid not null,
  kit_id uuid not null,
  line_no int not null,
  -- Whose price holds; a typed one where it is null.
  contract_line_id uuid,
  description text not null,
  commodity_code text,
  unit text not null,
  unit_price numeric(18, 4) not null,
  quantity numeric(18, 4) not null,
  -- The item of the contract's rate sheet that a kit's line orders; its price is that of the day.
  rate_code text,
  primary key (org_id, id),
  unique (org_id, kit_id, line_no),
  foreign key (org_id, contract_line_id) references contract_line(org_id, id),
  foreign key (org_id, kit_id) references emergency_kit(org_id, id)
);
select levee_secure('emergency_kit_line');

-- The account that a department's emergency orders are charged to.
create table emergency_account (
  org_id uuid not null,
  id uuid not null,
  department_id uuid not null,
  account_string_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, department_id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('emergency_account');

-- Who may approve an emergency order by telephone, up to how much, from when to when.
create table emergency_approver (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  telephone text not null default '',
  -- Cents; null without a limit.
  amount_limit bigint check (amount_limit > 0),
  from_on date not null,
  to_on date,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((to_on is null) or (to_on >= from_on))
);
select levee_secure('emergency_approver');
create unique index emergency_approver_person on emergency_approver (org_id, person_id) where ended_at is null;

-- What was ordered at once: why, who said yes by telephone, and what must follow.
create table emergency_purchase (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'to_ratify' check (status in ('to_ratify', 'returned', 'ratified', 'refused')),
  -- Given by whoever pressed Issue: pressed again, it is the same order.
  request_id uuid not null,
  declaration_id uuid not null,
  kit_id uuid not null,
  contract_id uuid not null,
  order_id uuid not null,
  order_number text not null,
  department_id uuid not null,
  account_string_id uuid not null,
  title text not null,
  amount bigint not null,
  need text not null,
  ordered_by uuid,
  approver_id uuid not null,
  approved_how text not null check (approved_how in ('telephone', 'radio', 'in_person', 'video')),
  approved_at timestamptz not null,
  ratify_by timestamptz not null,
  issued_at timestamptz not null,
  -- [{ key, ok, stops, text, citation }]: what was checked at the moment of issue.
  checks jsonb not null,
  price_basis text not null default '',
  ends_on date,
  recompete_on date,
  recompete_note text not null default '',
  -- What became of it where it was refused.
  outcome text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, order_id),
  unique (org_id, request_id),
  foreign key (org_id, kit_id) references emergency_kit(org_id, id),
  foreign key (org_id, declaration_id) references local_declaration(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, order_id) references purchase_order(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('emergency_purchase');
create index emergency_purchase_of on emergency_purchase (org_id, declaration_id, number desc);

-- What a contract's changes and claims go by: its clocks, and whether everybody may read of them.
create table contract_change_terms (
  org_id uuid not null,
  -- The contract.
  id uuid not null,
  -- Clocks of claims in days: to give notice after the event, to submit, to decide, to appeal.
  notice_days int check ((notice_days >= 0) and (notice_days <= 3650)),
  submit_days int check ((submit_days >= 0) and (submit_days <= 3650)),
  decide_days int check ((decide_days >= 0) and (decide_days <= 3650)),
  appeal_days int check ((appeal_days >= 0) and (appeal_days <= 3650)),
  day_count text not null default 'calendar' check (day_count in ('calendar', 'business')),
  -- Where the contract says so.
  citation text not null default '',
  -- The agency shows change orders and claims of this contract to everybody.
  published boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract(org_id, id)
);
select levee_secure('contract_change_terms');
grant select (org_id, id, notice_days, submit_days, decide_days, appeal_days, day_count, citation) on contract_change_terms to levee_vendor;
grant select (org_id, id, published) on contract_change_terms to levee_anon;

-- A change order: what goes up and what goes down, line by line; the two are never netted.
create table contract_change (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  -- The contract's first, second, third change order.
  sequence int not null,
  status text not null default 'proposed' check (status in ('proposed', 'reviewed', 'priced', 'funds_checked', 'in_approval', 'approved', 'signed', 'applied', 'refused', 'withdrawn')),
  -- Who proposed it.
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  reason text not null,
  -- Cents and days, sums of the lines; both sums of money are positive.
  increase bigint not null default 0 check (increase >= 0),
  decrease bigint not null default 0 check (decrease >= 0),
  days int not null default 0,
  -- Whether it is within the contract's scope, and why; null until it is reviewed.
  in_scope boolean,
  scope_reason text not null default '',
  -- Cost or price analysis, 2 CFR 200.324(a).
  analysis text not null default '',
  -- What pays for it, and [{ year, amount }] of the net change.
  funding text not null default '',
  year_plan jsonb not null default '[]',
  -- The governing body's decision beyond the caps: its number, its day, its document.
  body_number text,
  body_day date,
  body_file_id uuid,
  -- The claim whose settlement it carries out.
  claim_id uuid,
  -- Everybody of the agency who proposed or priced it: they do not approve it.
  drafted_by jsonb not null default '[]',
  -- The vendor's person, by name.
  proposed_by text not null default '',
  status_reason text,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, body_file_id) references stored_file(org_id, id),
  check ((body_number is null) = (body_day is null))
);
select levee_secure('contract_change');
grant select (org_id, id, number, contract_id, status, side, title, reason, increase, decrease, days, proposed_by, status_reason, applied_at, version, updated_at) on contract_change to levee_vendor;
grant select (org_id, id, number, contract_id, status, title, increase, decrease, days) on contract_change to levee_anon;
create index contract_change_recent on contract_change (org_id, number desc);

create table contract_change_line (
  org_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  line_no int not null,
  description text not null,
  -- Cents, below zero for a decrease.
  amount bigint not null,
  days int not null default 0,
  primary key (org_id, id),
  unique (org_id, change_id, line_no),
  foreign key (org_id, change_id) references contract_change(org_id, id)
);
select levee_secure('contract_change_line');
grant select on contract_change_line to levee_vendor;

-- A vendor's claim under a contract.
create table contract_claim (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  status text not null default 'noticed' check (status in ('noticed', 'submitted', 'under_review', 'accepted', 'part', 'denied', 'appealed', 'settled', 'closed')),
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  narrative text not null,
  -- When it happened, when the agency had notice of it, and by when the contract asks for that; null where it sets no day.
  event_on date not null,
  noticed_on date not null,
  notice_due_on date,
  late boolean not null default false,
  -- The contract's clocks as they were at the notice.
  submit_days int,
  decide_days int,
  appeal_days int,
  day_count text not null default 'calendar' check (day_count in ('calendar', 'business')),
  citation text not null default '',
  submitted_on date,
  -- Who certified the amount and the days when it was submitted.
  certified_by text,
  decided_on date,
  decision text not null default '',
  appealed_on date,
  appeal text not null default '',
  -- The settlement that approvers are asked for, or that is agreed.
  settlement text not null default '',
  settling boolean not null default false,
  settled_by jsonb not null default '[]',
  settled_on date,
  change_id uuid,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, change_id) references contract_change(org_id, id)
);
select levee_secure('contract_claim');
grant select (org_id, id, number, contract_id, status, side, title, narrative, event_on, noticed_on, notice_due_on, late, submit_days, decide_days, appeal_days, day_count, citation, submitted_on, certified_by, decided_on, decision, appealed_on, appeal, settled_on, change_id, status_reason, version, updated_at) on contract_claim to levee_vendor;
grant select (org_id, id, number, contract_id, status, title, submitted_on) on contract_claim to levee_anon;
create index contract_claim_recent on contract_claim (org_id, number desc);
create index contract_claim_of on contract_claim (org_id, contract_id);

-- What is claimed, point by point, in cents and days; null where nobody said so yet.
create table contract_claim_issue (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  line_no int not null,
  title text not null,
  claimed bigint not null default 0,
  claimed_days int not null default 0,
  found bigint,
  found_days int,
  offered bigint,
  offered_days int,
  settled bigint,
  settled_days int,
  primary key (org_id, id),
  unique (org_id, claim_id, line_no),
  foreign key (org_id, claim_id) references contract_claim(org_id, id)
);
select levee_secure('contract_claim_issue');
grant select (org_id, id, claim_id, line_no, title, claimed, claimed_days, offered, offered_days, settled, settled_days) on contract_claim_issue to levee_vendor;
grant select (org_id, claim_id, claimed, claimed_days, settled, settled_days) on contract_claim_issue to levee_anon;

-- Counsel's notes on a claim. The database itself shows them to nobody without counsel's duty, whatever a query asks.
create table contract_claim_note (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  body text not null,
  author_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, claim_id) references contract_claim(org_id, id)
);
select levee_secure('contract_claim_note');
revoke update, delete on contract_claim_note from levee_app;
create index contract_claim_note_of on contract_claim_note (org_id, claim_id, created_at);

-- The agency's clauses: text, what may be agreed to instead and by whom, and the rule of law that asks for it.
create table clause (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('money', 'performance', 'liability', 'insurance', 'termination', 'labor', 'records', 'federal', 'general')),
  -- The dated rule (clause.*) that this clause meets; null for one of the agency's own choice.
  rule_key text check (rule_key ~ '^clause\.'),
  citation text not null default '',
  text text not null default '',
  -- Whether the other side may propose another text; else it may remark only.
  changeable boolean not null default true,
  -- [{ text, by }], the first is the first fallback; by: buyer, contract_manager or counsel.
  fallbacks jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('clause');
revoke delete on clause from levee_app;
create unique index clause_in_force on clause (org_id, definition_id) where (status = 'published'::text);
create index clause_of_rule on clause (org_id, rule_key) where status = 'published';
create trigger definition_version BEFORE UPDATE ON clause FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- The clauses of a contract, each pinned to the version that it began with.
create table contract_clause (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  -- The amendment that brings it: it belongs to the contract once that is applied.
  amendment_id uuid,
  clause_id uuid not null,
  definition_id uuid not null,
  "position" int not null,
  -- As it stands between both sides; at first the text of its version.
  text text not null,
  source text not null default 'library' check (source in ('library', 'fallback', 'negotiated')),
  fallback_rank int,
  added_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  constraint contract_clause_org_id_contract_id_definition_id_amendment__key unique NULLS NOT DISTINCT (org_id, contract_id, definition_id, amendment_id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment(org_id, id),
  foreign key (org_id, clause_id) references clause(org_id, id),
  check ((source = 'fallback') = (fallback_rank is not null))
);
select levee_secure('contract_clause');
create index contract_clause_of on contract_clause (org_id, contract_id, position);

-- What was sent to the vendor: terms and clauses, fixed by their SHA-256 over canonical JSON. It never changes.
create table negotiation_round (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  vendor_id uuid not null,
  round_no int not null check (round_no > 0),
  status text not null default 'sent' check (status in ('sent', 'answered', 'settled', 'withdrawn')),
  contract_number text not null,
  contract_title text not null,
  -- { contract, round, terms, clauses }; sha256 is the hex digest of its canonical JSON.
  content jsonb not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  message text not null default '',
  answer_by date not null,
  sent_by uuid,
  sent_at timestamptz not null,
  answered_by uuid,
  answered_at timestamptz,
  -- What the vendor says of the whole, and the digest of its answer.
  remark text not null default '',
  answer_sha256 text check (answer_sha256 ~ '^[0-9a-f]{64}$'),
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, round_no),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  check (((status in ('answered', 'settled')) = (answer_sha256 is not null)) or (status = 'withdrawn'))
);
select levee_secure('negotiation_round');
revoke update, delete on negotiation_round from levee_app;
grant select (org_id, id, vendor_id, round_no, status, contract_number, contract_title, answer_by, sent_at, answered_at) on negotiation_round to levee_vendor;
grant update (status, answered_by, answered_at, remark, answer_sha256, ended_at, ended_reason, version, updated_at) on negotiation_round to levee_app;
-- One round at a time is open.
create unique index negotiation_round_open on negotiation_round (org_id, contract_id) where status in ('sent', 'answered');
create index negotiation_round_vendor on negotiation_round (org_id, vendor_id, sent_at desc);

-- The vendor's answer to one clause of a round, and what we decided of it.
create table negotiation_answer (
  org_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  contract_clause_id uuid not null,
  answer text not null,
  text text not null default '',
  remark text not null default '',
  decision text,
  counter_text text,
  fallback_rank int,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, round_id, contract_clause_id),
  foreign key (org_id, round_id) references negotiation_round(org_id, id),
  constraint negotiation_answer_decision_check check (decision in ('accepted', 'refused', 'countered')),
  constraint negotiation_answer_check1 check (((decision = 'countered') = (counter_text is not null)) or ((decision is null) and (counter_text is null))),
  constraint negotiation_answer_answer_check check (answer in ('accept', 'text', 'remark')),
  constraint negotiation_answer_check check ((decision is null) = (decided_at is null))
);
select levee_secure('negotiation_answer');
revoke update, delete on negotiation_answer from levee_app;
grant update (decision, counter_text, fallback_rank, note, decided_by, decided_at, version, updated_at) on negotiation_answer to levee_app;

-- A file that the vendor sent back, with its text beside what we sent.
create table negotiation_file (
  org_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- Why its text cannot be searched or compared; null where it can.
  unsearchable text,
  -- Where its text differs from what we sent, amounts, dates and negations first; null where it was not compared.
  changes jsonb,
  sent_by uuid,
  sent_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, round_id, sha256, name),
  foreign key (org_id, round_id) references negotiation_round(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('negotiation_file');
revoke update, delete on negotiation_file from levee_app;

-- What must be done before a contract is closed: the agency's list, in versions. Without one in force the product's own holds.
create table closeout_checklist (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- [{ proof, title, hint, kind }]; kind: the contracts that it is asked of, all where it is null.
  items jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('closeout_checklist');
revoke delete on closeout_checklist from levee_app;
create unique index closeout_checklist_in_force on closeout_checklist (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON closeout_checklist FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- An item of a contract's closeout, as the list said when that began.
create table contract_closeout_item (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  "position" int not null,
  -- The version of the agency's list; null where the product's own held.
  checklist_id uuid,
  proof text not null check (proof in ('orders', 'receipt', 'waivers', 'surety', 'retainage', 'evaluation', 'retention', 'other')),
  title text not null,
  hint text not null default '',
  -- When a person proved it, or the closing kept what the record said.
  proven_at timestamptz,
  -- Null where the record proves it.
  proven_by uuid,
  evidence text not null default '',
  file_id uuid,
  -- Of the item on retention: the last day on which the records are kept.
  retain_until date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, "position"),
  foreign key (org_id, checklist_id) references closeout_checklist(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  check ((proven_by is null) or (proven_at is not null))
);
select levee_secure('contract_closeout_item');

-- What a contract demands of its vendor's insurance and bonds, beside what rules demand.
create table coverage_demand (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null,
  -- Cents of insurance; null where the contract names no amount, and for bonds.
  amount bigint,
  -- Of a bond: percent of the current price.
  percent numeric(6, 2),
  -- Where the contract says so.
  citation text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, kind),
  foreign key (org_id, contract_id) references contract(org_id, id),
  constraint coverage_demand_kind_check check (kind in ('general_liability', 'automobile', 'workers_compensation', 'umbrella', 'professional', 'builders_risk', 'cyber', 'performance_bond', 'payment_bond')),
  constraint coverage_demand_amount_check check (amount > 0),
  constraint coverage_demand_percent_check check ((percent > (0)::numeric) and (percent <= (200)::numeric)),
  constraint coverage_demand_check check ((kind in ('performance_bond', 'payment_bond')) = (percent is not null)),
  constraint coverage_demand_check1 check ((percent is null) or (amount is null))
);
select levee_secure('coverage_demand');
grant select (org_id, id, contract_id, kind, amount, percent, citation) on coverage_demand to levee_vendor;

-- A certificate of insurance or a bond that was handed in for a contract. It counts once somebody accepted it.
create table coverage_certificate (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null,
  status text not null default 'submitted',
  -- Insurer, or surety of a bond.
  issuer text not null,
  policy_number text not null,
  amount bigint not null,
  from_on date not null,
  -- Null: a bond that holds until it is released.
  to_on date,
  file_id uuid not null,
  side text not null,
  submitted_by uuid,
  decided_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  constraint coverage_certificate_side_check check (side in ('agency', 'vendor')),
  constraint coverage_certificate_check check (to_on >= from_on),
  constraint coverage_certificate_status_check check (status in ('submitted', 'accepted', 'returned', 'ended')),
  constraint coverage_certificate_check1 check ((to_on is not null) or (kind in ('performance_bond', 'payment_bond'))),
  constraint coverage_certificate_amount_check check (amount > 0),
  constraint coverage_certificate_kind_check check (kind in ('general_liability', 'automobile', 'workers_compensation', 'umbrella', 'professional', 'builders_risk', 'cyber', 'performance_bond', 'payment_bond'))
);
select levee_secure('coverage_certificate');
grant select (org_id, id, contract_id, kind, status, issuer, policy_number, amount, from_on, to_on, side, status_reason, version) on coverage_certificate to levee_vendor;
create index coverage_certificate_of on coverage_certificate (org_id, contract_id, kind);

-- A duty of one side under a contract, once or again and again until its end.
create table contract_obligation (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  description text not null default '',
  -- Where the contract says so.
  citation text not null default '',
  -- Who delivers for the agency, or looks after what the vendor delivers.
  owner_id uuid,
  first_due_on date not null,
  recurrence text not null default 'once' check (recurrence in ('once', 'monthly', 'quarterly', 'yearly')),
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('contract_obligation');
grant select (org_id, id, contract_id, side, title, description, citation, recurrence) on contract_obligation to levee_vendor;
create index contract_obligation_of on contract_obligation (org_id, contract_id);

-- One day on which an obligation is due.
create table contract_obligation_due (
  org_id uuid not null,
  id uuid not null,
  obligation_id uuid not null,
  due_on date not null,
  status text not null default 'open' check (status in ('open', 'delivered', 'accepted', 'returned', 'dropped')),
  -- What was delivered, in words and as a file.
  evidence text not null default '',
  file_id uuid,
  delivered_by uuid,
  delivered_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, obligation_id, due_on),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, obligation_id) references contract_obligation(org_id, id),
  check ((decided_by is null) or (decided_by is distinct from delivered_by))
);
select levee_secure('contract_obligation_due');
grant select (org_id, id, obligation_id, due_on, status, evidence, status_reason, version) on contract_obligation_due to levee_vendor;
create index contract_obligation_due_open on contract_obligation_due (org_id, due_on) where status in ('open', 'delivered', 'returned');

-- Prices of a contract by item, tier and date; an order under it takes the price of its date.
create table contract_rate_sheet (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  -- The contract's first, second, third sheet.
  sequence int not null,
  -- The amendment that brings it; null for the sheet that the contract was signed with.
  amendment_id uuid,
  -- It holds from this day on, until a later sheet does.
  effective_from date not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, amendment_id) references contract_amendment(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('contract_rate_sheet');
-- One sheet of the contract itself, one of each amendment.
create unique index contract_rate_sheet_of on contract_rate_sheet (org_id, contract_id, coalesce(amendment_id, contract_id));

create table contract_rate (
  org_id uuid not null,
  id uuid not null,
  sheet_id uuid constraint contract_rate_sheet_id_not_null1 not null,
  -- The item's number on the sheet.
  code text not null,
  description text not null,
  commodity_code text,
  unit text not null,
  -- The tier: the price holds for this quantity or more in one order line.
  from_quantity numeric(18, 4) not null default 0 check (from_quantity >= (0)::numeric),
  unit_price numeric(18, 4) not null check (unit_price >= (0)::numeric),
  primary key (org_id, id),
  unique (org_id, sheet_id, code, from_quantity),
  foreign key (org_id, sheet_id) references contract_rate_sheet(org_id, id)
);
select levee_secure('contract_rate');

-- The file of a cooperative purchase, 2 CFR 200.318(e): the other agency's contract that ours rests on. What is not
-- entered yet is null or empty: it is told as missing, and stops orders.
create table contract_cooperative (
  org_id uuid not null,
  -- The contract of ours.
  id uuid not null,
  -- The agency that competed and holds the lead contract, its number there, its last day.
  lead_agency text not null default '',
  lead_number text not null default '',
  lead_ends_on date,
  -- How the lead agency competed it, in words where they say more, and the evidence.
  competition text check (competition in ('sealed_bid', 'proposal', 'quotes', 'other')),
  competition_note text not null default '',
  competition_file_id uuid,
  -- By what we may use it, where that stands, and the document.
  right_kind text check (right_kind in ('participation_clause', 'joint_agreement')),
  right_note text not null default '',
  right_file_id uuid,
  -- Why this purchase is within its scope.
  scope text not null default '',
  -- What the lead agency leaves for us, in its words, and in cents where it names an amount.
  quantity_left text not null default '',
  amount_left bigint check (amount_left >= 0),
  -- The lead contract has the clauses that federal money asks for, and where they stand in it.
  clauses_there boolean not null default false,
  clauses_note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract(org_id, id),
  foreign key (org_id, right_file_id) references stored_file(org_id, id),
  foreign key (org_id, competition_file_id) references stored_file(org_id, id)
);
select levee_secure('contract_cooperative');

-- Forms that an agency designs: pages of questions with their rules, as versions.
create table form_definition (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Its address on the citizen portal: /citizen-portal/forms/<slug>.
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  about text not null default '',
  -- Who fills it in.
  audience text not null default 'staff' check (audience in ('staff', 'vendors', 'public')),
  -- So long submissions are kept after they ended.
  keep_years int not null default 7 check ((keep_years >= 1) and (keep_years <= 100)),
  -- [{ title, sections: [{ title, help, fields: [{ key, kind, label, show, require, compute, prefill, … }] }] }]
  pages jsonb not null default '[]',
  -- Where an approved submission goes, as part of the form's version:
  -- [{ kind: "mail" | "download" | "print" | "webhook", to: "filler", an address, or "" }]
  destinations jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('form_definition');
revoke delete on form_definition from levee_app;
grant select (org_id, id, definition_id, name, status, slug, about, audience, pages) on form_definition to levee_anon;
grant select (org_id, id, definition_id, name, status, slug, about, audience, pages) on form_definition to levee_vendor;
create unique index form_definition_in_force on form_definition (org_id, definition_id) where (status = 'published'::text);
create index form_definition_offered on form_definition (audience, slug) where status = 'published';
-- An address of the public site belongs to one agency: no other one takes over what a citizen was sent.
create unique index form_definition_public on form_definition (slug) where status = 'published' and audience = 'public';
create trigger definition_version BEFORE UPDATE ON form_definition FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- What somebody filled in, pinned to the version of the form with which it began.
create table form_submission (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  form_id uuid not null,
  status text not null,
  audience text not null,
  -- The member or the vendor's person; null for a visitor.
  filled_by uuid,
  vendor_id uuid,
  filler_name text not null default '',
  filler_email text,
  -- By question; hidden ones are not among them.
  answers jsonb not null default '{}',
  submitted_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A submission whose years are over: listed beforehand, deleted on its day, kept while a hold stands.
  disposed_on date,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, form_id) references form_definition(org_id, id),
  constraint form_submission_check1 check ((audience = 'public') or (filled_by is not null)),
  constraint form_submission_audience_check check (audience in ('staff', 'vendors', 'public')),
  constraint form_submission_check check ((audience = 'vendors') = (vendor_id is not null)),
  constraint form_submission_status_check check (status in ('draft', 'submitted', 'in_review', 'returned', 'approved', 'rejected', 'delivered', 'archived', 'void'))
);
select levee_secure('form_submission');
create index form_submission_recent on form_submission (org_id, number desc);
create index form_submission_filler on form_submission (org_id, filled_by, number desc);
create index form_submission_vendor on form_submission (org_id, vendor_id, number desc);
-- The index over what ended, for the look of each morning.
create index form_submission_ended on form_submission (org_id, updated_at) where disposed_on is null and status in ('approved', 'rejected', 'delivered', 'archived', 'void');
comment on column form_submission.disposed_on is 'The day on which its answers and files were deleted behind the retention; null while they are kept.';

-- Evidence packages: ZIP files that prove themselves offline, as they were asked for and made.
create table evidence_package (
  org_id uuid not null,
  id uuid not null,
  title text not null check ((length(title) >= 1) and (length(title) <= 200)),
  -- The records that it was asked for; what belongs to them comes with it.
  object_ids uuid[] not null check (cardinality(object_ids) > 0),
  -- The ZIP; null while it is made.
  file_id uuid,
  sha256 text,
  size bigint,
  -- How many audit entries and attached files are in it, and how many files are not.
  entries int,
  files int,
  left_out int,
  requested_by uuid,
  requested_name text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('evidence_package');
create index evidence_package_recent on evidence_package (org_id, created_at desc);

-- Letters, memos and mails that an agency writes often: Markdown with fields of a record, as versions.
create table letter_template (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('letter', 'memo', 'mail')),
  -- The noun of whose records it is written; empty for one of no record.
  noun text not null default '',
  subject text not null,
  body text not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('letter_template');
revoke delete on letter_template from levee_app;
create unique index letter_template_in_force on letter_template (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON letter_template FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- What people of the public may hear of by mail.
create table notice_topic (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  about text not null default '',
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, name),
  foreign key (org_id) references organization(id)
);
select levee_secure('notice_topic');
grant select (org_id, id, name, about, active) on notice_topic to levee_anon;

-- Who of the public asked for which topics; confirmed by a button, ended by a button.
create table notice_subscriber (
  org_id uuid not null,
  id uuid not null,
  email text not null,
  topic_ids uuid[] not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, email),
  foreign key (org_id) references organization(id)
);
select levee_secure('notice_subscriber');
create index notice_subscriber_topics on notice_subscriber using gin (topic_ids);

-- A notice to vendors, staff or the public.
create table mass_notice (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('draft', 'approved', 'scheduled', 'sending', 'sent', 'cancelled')),
  subject text not null,
  body text not null,
  -- { kind: vendors, query } | { kind: staff, departmentIds, roles, duties } | { kind: public, topicIds }
  audience jsonb not null,
  -- Of the public's notices: what they are about when it happens.
  event_at timestamptz,
  event_minutes int check ((event_minutes >= 5) and (event_minutes <= 10080)),
  event_place text not null default '',
  -- Days to acknowledge it; null where nobody is asked to.
  acknowledge_days int check ((acknowledge_days >= 1) and (acknowledge_days <= 90)),
  acknowledge_by date,
  send_at timestamptz,
  written_by uuid,
  writer_name text not null,
  approved_by uuid,
  approver_name text,
  approved_at timestamptz,
  began_at timestamptz,
  sent_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id)
);
select levee_secure('mass_notice');
grant select (org_id, id, number, status, subject, body, audience, event_at, event_minutes, event_place, sent_at) on mass_notice to levee_anon;
grant select (org_id, id, status, send_at) on mass_notice to levee_identity;
grant select (org_id, id, number, status, subject, audience, acknowledge_by) on mass_notice to levee_vendor;
create index mass_notice_recent on mass_notice (org_id, number desc);
create index mass_notice_due on mass_notice (send_at) where status = 'scheduled';

-- Everybody whom a notice is for, as they were when it began to go out, each address once.
create table notice_recipient (
  org_id uuid not null,
  id uuid not null,
  notice_id uuid not null,
  name text not null,
  email text,
  person_id uuid,
  vendor_id uuid,
  subscriber_id uuid,
  mail_id uuid,
  queued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  reminded_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, notice_id) references mass_notice(org_id, id) on delete cascade
);
select levee_secure('notice_recipient');
grant select (org_id, id, notice_id, vendor_id, queued_at, acknowledged_at) on notice_recipient to levee_vendor;
create unique index notice_recipient_once on notice_recipient (org_id, notice_id, email);
create index notice_recipient_waiting on notice_recipient (org_id, notice_id, id) where queued_at is null and email is not null;
create index notice_recipient_person on notice_recipient (org_id, person_id) where person_id is not null;
create index notice_recipient_vendor on notice_recipient (org_id, vendor_id) where vendor_id is not null;

-- A letter that a workflow writes: its words as they were then, and the paper that a job makes of it.
create table written_letter (
  org_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  -- The record that it is attached to.
  object_type text,
  object_id uuid,
  object_number text not null default '',
  subject text not null,
  -- Markdown with the values in it.
  body text not null,
  kind text not null check (kind in ('letter', 'memo', 'mail')),
  writer_name text not null,
  -- Of a mail: to whom it goes.
  to_address text,
  -- What it was written for, once each.
  written_for text not null,
  file_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, written_for),
  foreign key (org_id) references organization(id),
  foreign key (org_id, template_id) references letter_template(org_id, id),
  check ((kind = 'mail') = (to_address is not null))
);
select levee_secure('written_letter');

-- PDFs that an agency fills in: as they were uploaded, with what was read of them.
create table paper (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  size bigint not null,
  -- Pages with their sizes, fields with their boxes: { pages, fields, hybrid, usageRights, scripts }
  sheet jsonb not null,
  uploaded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('paper');
grant select (org_id, id, name, sha256) on paper to levee_anon;
create index paper_content on paper (org_id, sha256);

-- What stands where on a PDF, as versions.
create table paper_template (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  paper_id uuid not null,
  -- { kind: form, formId } by family, or { kind: list, path } of the API
  basis jsonb not null,
  -- Whether the empty PDF is offered beside its public form.
  offered boolean not null default false,
  -- [{ field | box, label, kind, size, align, source, format, equals, options }]
  places jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id),
  foreign key (org_id, paper_id) references paper(org_id, id)
);
select levee_secure('paper_template');
revoke delete on paper_template from levee_app;
grant select (org_id, id, status, published_at, paper_id, basis, offered) on paper_template to levee_anon;
create unique index paper_template_in_force on paper_template (org_id, definition_id) where (status = 'published'::text);
create index paper_template_paper on paper_template (org_id, paper_id);
create trigger definition_version BEFORE UPDATE ON paper_template FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- Many records filled into one template: a job makes the file.
create table paper_run (
  org_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  title text not null,
  -- One PDF of all, or a ZIP with one PDF each.
  form text not null check (form in ('zip', 'one')),
  asked int not null check ((asked >= 1) and (asked <= 500)),
  -- The file; null while it is made, and where no record could be filled in.
  file_id uuid,
  sha256 text,
  size bigint,
  requested_by uuid not null,
  requested_name text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, template_id) references paper_template(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('paper_run');
create index paper_run_own on paper_run (org_id, requested_by, created_at desc);

-- A record of a run: its values as whoever asked was allowed to see them, then its file or the reason.
create table paper_copy (
  org_id uuid not null,
  run_id uuid not null,
  "position" int not null,
  record_id uuid not null,
  record_number text not null,
  -- { values, beyond }; emptied once it is filled in.
  given jsonb,
  file_id uuid,
  sha256 text,
  -- Why there is no file.
  refusal text,
  primary key (org_id, run_id, "position"),
  unique (org_id, run_id, record_id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, run_id) references paper_run(org_id, id)
);
select levee_secure('paper_copy');

-- Where events are sent to: addresses of other systems that an agency registers.
create table webhook_endpoint (
  org_id uuid not null,
  id uuid not null,
  address text not null check ((length(address) >= 1) and (length(address) <= 2000)),
  description text not null default '',
  -- Events that are sent there.
  topics text[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- Why it is disabled: a person's reason, or what the receiver answered.
  disabled_reason text,
  -- Sealed outside of the database's reach; while one rotates, both sign.
  secret text not null,
  secret_before text,
  secret_made_at timestamptz not null default clock_timestamp(),
  -- The receiver asked to be left alone until then (Retry-After).
  rest_until timestamptz,
  -- Who hears of it when it fails.
  owner_id uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, address),
  foreign key (org_id) references organization(id),
  check ((state = 'disabled') = (disabled_reason is not null))
);
select levee_secure('webhook_endpoint');

-- What happened, as it is sent: the same bytes to everybody and each time.
create table webhook_message (
  org_id uuid not null,
  -- The receiver's webhook-id: by it a receiver takes a repeated message once.
  id uuid not null,
  topic text not null,
  body text not null,
  object_type text not null,
  object_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Messages about a record are numbered, and one that fails holds back the later ones of the same record.
  sequence int,
  primary key (org_id, id)
);
select levee_secure('webhook_message');

-- One message on its way to one endpoint.
create table webhook_delivery (
  org_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  endpoint_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'delivered', 'retrying', 'failed', 'cancelled')),
  -- How often it was tried; and how many of these before the present day of tries began.
  attempts int not null default 0,
  attempts_before int not null default 0,
  -- When it is due; while it is sent, until when nobody else takes it up.
  next_attempt_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- Why it was cancelled, or what ended it.
  reason text,
  -- Sent again by hand: the delivery before it.
  replay_of uuid,
  created_at timestamptz not null default clock_timestamp(),
  object_id uuid,
  sequence int,
  primary key (org_id, id),
  foreign key (org_id, message_id) references webhook_message(org_id, id),
  foreign key (org_id, endpoint_id) references webhook_endpoint(org_id, id),
  foreign key (org_id, replay_of) references webhook_delivery(org_id, id),
  check ((status in ('delivered', 'failed', 'cancelled')) = (ended_at is not null))
);
select levee_secure('webhook_delivery');
grant select (org_id, endpoint_id, status, next_attempt_at) on webhook_delivery to levee_identity;
create index webhook_delivery_due on webhook_delivery (org_id, endpoint_id, next_attempt_at) where status in ('queued', 'sending', 'retrying');
create index webhook_delivery_recent on webhook_delivery (org_id, endpoint_id, created_at desc);
create index webhook_delivery_message on webhook_delivery (org_id, message_id);
create index webhook_delivery_replay on webhook_delivery (org_id, replay_of);
create index webhook_delivery_in_turn on webhook_delivery (org_id, endpoint_id, object_id, sequence)
  where sequence is not null and status in ('queued', 'sending', 'retrying');

-- One try: begun before the receiver is called, ended with its answer. One that never ended is unknown.
create table webhook_attempt (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number int not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  status_code int,
  -- The first two kilobytes of what the receiver answered.
  answer text,
  error text,
  primary key (org_id, id),
  unique (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references webhook_delivery(org_id, id)
);
select levee_secure('webhook_attempt');

-- Printouts of many submissions in one PDF, as they were asked for and made.
create table form_print_batch (
  org_id uuid not null,
  id uuid not null,
  -- The PDF; null while it is made.
  file_id uuid,
  sha256 text,
  asked_by uuid not null,
  asked_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('form_print_batch');

-- An approved submission on its way to one of its destinations.
create table form_delivery (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- Which of the form's destinations, counted from 0.
  destination int not null,
  kind text not null check (kind in ('mail', 'download', 'print', 'webhook')),
  -- The address of mail, the receiver's of a webhook; else empty.
  sent_to text not null default '',
  status text not null default 'queued' check (status in ('queued', 'sending', 'delivered', 'retrying', 'failed', 'cancelled')),
  reason text,
  attempts int not null default 0,
  -- What is on its way now: the letter, or the webhook message.
  mail_id uuid,
  message_id uuid,
  batch_id uuid,
  replay_of uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission(org_id, id),
  foreign key (org_id, replay_of) references form_delivery(org_id, id),
  foreign key (org_id, batch_id) references form_print_batch(org_id, id),
  check ((status in ('delivered', 'failed', 'cancelled')) = (ended_at is not null))
);
select levee_secure('form_delivery');
grant select (org_id, id, kind, status, mail_id, ended_at) on form_delivery to levee_identity;
create index form_delivery_recent on form_delivery (org_id, created_at desc);
create index form_delivery_submission on form_delivery (org_id, submission_id, destination, created_at desc);
create index form_delivery_message on form_delivery (org_id, message_id);
create index form_delivery_batch on form_delivery (org_id, batch_id);
create index form_delivery_replay on form_delivery (org_id, replay_of);
create index form_delivery_mail on form_delivery (mail_id) where kind = 'mail' and ended_at is null;

-- One try of a delivery: a letter, a webhook message, a printout, a download.
create table form_delivery_try (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number int not null,
  mail_id uuid,
  message_id uuid,
  batch_id uuid,
  -- Who asked for it, or took it; empty for the system.
  person_name text not null default '',
  -- What became of it, once that is known.
  outcome text,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, delivery_id, number),
  foreign key (org_id, batch_id) references form_print_batch(org_id, id),
  foreign key (org_id, delivery_id) references form_delivery(org_id, id)
);
select levee_secure('form_delivery_try');
create index form_delivery_try_batch on form_delivery_try (org_id, batch_id);

-- Workflows that an agency writes: steps and the ways between them, as versions.
create table flow_definition (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '',
  -- An auto rule is a workflow of one condition and one action.
  kind text not null default 'flow' check (kind in ('flow', 'rule')),
  -- [{ id, label, kind, … }], the start among them.
  nodes jsonb not null default '[]',
  -- [{ from, to, when, outcome }]: from step to step.
  edges jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('flow_definition');
revoke delete on flow_definition from levee_app;
create unique index flow_definition_in_force on flow_definition (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON flow_definition FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- A workflow under way, on the version that it began with: one place at a time.
create table flow_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  flow_id uuid not null,
  definition_id uuid not null,
  -- What began it, once per workflow: the id of an audit entry, the hour of a schedule, a request by hand.
  event_key text not null,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'cancelled')),
  -- The record that it is about.
  object_type text,
  object_id uuid,
  object_number text,
  started_by uuid,
  starter_name text not null default '',
  starter_email text,
  -- Who began it, filled in its form or had a hand in its record: they decide nothing in it.
  parties uuid[] not null default '{}',
  -- The step where it stands, whether it was begun there, and how many steps lie behind it.
  node text not null,
  entered boolean not null default false,
  steps int not null default 0,
  -- What it judges by, as it was when the run last set out.
  facts jsonb not null default '{}',
  -- What it waits for, and the tasks, approvals and the like that end the waiting.
  waits_for text check (waits_for in ('task', 'approval', 'form', 'timer', 'step')),
  waiting_ids uuid[] not null default '{}',
  waiting_people uuid[] not null default '{}',
  -- What ended the waiting: { by, personId, outcome, objectId }.
  came jsonb,
  -- When it goes on by itself: now, when a timer ends, or when a step is tried again.
  due_at timestamptz,
  -- Until when whoever is asked should have answered.
  waits_until timestamptz,
  attempts int not null default 0,
  reason text,
  outcome text,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, definition_id, event_key),
  foreign key (org_id, flow_id) references flow_definition(org_id, id)
);
select levee_secure('flow_run');
create index flow_run_recent on flow_run (org_id, number desc);
create index flow_run_due on flow_run (org_id, due_at) where status in ('running', 'waiting');
create index flow_run_waiting on flow_run using gin (waiting_ids) where status = 'waiting';
create index flow_run_record on flow_run (org_id, object_id);
create index flow_run_version on flow_run (org_id, flow_id);

-- What a run did, step by step; written with the effect of the step.
create table flow_step (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  place int not null,
  node text not null,
  kind text not null,
  label text not null,
  state text not null check (state in ('waiting', 'done', 'skipped', 'cancelled')),
  -- What it did, in a sentence; why it went where it went.
  told text not null default '',
  -- The condition with the values that it was judged by, whom it asked, what it made.
  detail jsonb not null default '{}',
  next_node text,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, run_id, place),
  foreign key (org_id, run_id) references flow_run(org_id, id)
);
select levee_secure('flow_step');

-- How far an agency's ledger was read for what begins runs and ends their waiting.
create table flow_reading (
  org_id uuid not null,
  next_idx bigint not null default 0,
  primary key (org_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('flow_reading');

-- The colours and mark of an agency, as they were published one after the other; the newest holds.
create table agency_look (
  org_id uuid not null,
  id uuid not null,
  number int not null check (number > 0),
  primary_color text not null check (primary_color ~ '^#[0-9a-f]{6}$'),
  secondary_color text not null check (secondary_color ~ '^#[0-9a-f]{6}$'),
  mark_file_id uuid,
  -- The earlier one that this one brought back.
  restored_from int,
  published_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, mark_file_id) references stored_file(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('agency_look');
grant select (org_id, id, number, primary_color, secondary_color, mark_file_id) on agency_look to levee_anon;
comment on table agency_look is 'Colours and mark of an agency, one row each time they were published; the highest number holds.';
comment on column agency_look.restored_from is 'The number of the earlier one that was published again.';

-- A file that somebody uploaded for a question of a form. Its content lies apart from other files and
-- ends with this row.
create table form_file (
  org_id uuid not null,
  id uuid not null,
  -- The family of the form, and the name of the question.
  definition_id uuid not null,
  question text not null,
  -- Whose it is until it is sent: person:<id>, vendor:<id>, or draft:<id> of a visitor's submission to come.
  holder text not null,
  -- The submission that it belongs to; null while nothing was sent or kept with it.
  submission_id uuid,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  -- Where a visitor's came from, as a keyed digest, for the limit of a day; emptied afterwards.
  sender text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('form_file');
grant select (org_id, submission_id, sha256, sender, created_at) on form_file to levee_identity;
create index form_file_submission on form_file (org_id, submission_id);
create index form_file_holder on form_file (org_id, holder) where submission_id is null;
create index form_file_sender on form_file (org_id, sender) where sender is not null;
create index form_file_content on form_file (sha256);
comment on table form_file is 'A file that was uploaded for a question of a form; its content ends with this row.';

-- What will be deleted, and when: its owner was told once.
create table form_disposal (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- The first day on which it is deleted, never sooner than thirty days behind the listing.
  due_on date not null,
  -- The rule as it was then: the form, its version, its years.
  rule text not null,
  listed_on date not null,
  primary key (org_id, id),
  unique (org_id, submission_id),
  foreign key (org_id, submission_id) references form_submission(org_id, id)
);
select levee_secure('form_disposal');
create index form_disposal_due on form_disposal (org_id, due_on);
comment on table form_disposal is 'A submission that is deleted on a day behind its retention, as its owner was told.';

-- Somebody forbade to delete a submission, with the reason, until somebody lifts it.
create table form_hold (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  reason text not null,
  placed_by uuid not null,
  placed_name text not null,
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_name text,
  lifted_at timestamptz,
  lift_reason text,
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission(org_id, id),
  check ((lifted_at is null) = (lifted_by is null))
);
select levee_secure('form_hold');
create unique index form_hold_standing on form_hold (org_id, submission_id) where lifted_at is null;
create index form_hold_submission on form_hold (org_id, submission_id);
comment on table form_hold is 'A legal hold on a submission: nothing of it is deleted while it stands.';

-- A directory of an agency (its list of people elsewhere), which tells us who comes and goes.
create table directory (
  org_id uuid not null,
  id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('directory');
grant select (org_id, id, name, status) on directory to levee_identity;
comment on table directory is 'A list of people that an agency keeps elsewhere and that tells this server who comes and goes (SCIM).';

-- What a directory shows to be believed: kept as its hash, shown once, with an end.
create table directory_token (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  prefix text not null,
  hash text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory(org_id, id)
);
select levee_secure('directory_token');
grant select (org_id, id, directory_id, hash, expires_at, revoked_at, last_used_at) on directory_token to levee_identity;
-- A call names its token alone: which agency it is of follows from it.
create unique index directory_token_hash on directory_token (hash);
create index directory_token_directory on directory_token (org_id, directory_id);
comment on table directory_token is 'A secret of a directory: its hash, its first letters and its end.';

-- Somebody as a directory knows them.
create table directory_user (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  user_name text not null,
  external_id text,
  active boolean not null default true,
  -- As the directory sent it: names, addresses, department and manager as text.
  attributes jsonb not null,
  -- The member; null while the address has an account elsewhere that nobody brought here.
  person_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory(org_id, id)
);
select levee_secure('directory_user');
create unique index directory_user_name on directory_user (org_id, directory_id, lower(user_name)) where deleted_at is null;
-- Two directories cannot claim one person.
create unique index directory_user_person on directory_user (org_id, person_id) where deleted_at is null and person_id is not null;
comment on table directory_user is 'A person as a directory sends them, and the member that they are here.';

create table directory_group (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  display_name text not null,
  external_id text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory(org_id, id)
);
select levee_secure('directory_group');
create unique index directory_group_name on directory_group (org_id, directory_id, lower(display_name));
comment on table directory_group is 'A group as a directory sends it; rights come by the mapping alone.';

create table directory_group_member (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references directory_group(org_id, id) on delete cascade,
  foreign key (org_id, user_id) references directory_user(org_id, id) on delete cascade
);
select levee_secure('directory_group_member');
create index directory_group_member_user on directory_group_member (org_id, user_id);
comment on table directory_group_member is 'Who is in a group of a directory.';

-- What a group gives: a role, duties, a department.
create table directory_mapping (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  -- The group by its name, also one that is not there yet.
  group_name text not null check ((length(group_name) >= 1) and (length(group_name) <= 300)),
  role text check (role in ('user', 'manager', 'admin')),
  duties text[] not null default '{}',
  department_id uuid,
  status text not null default 'waiting' check (status in ('waiting', 'in_force', 'declined', 'removed')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  check (decided_by is distinct from asked_by)
);
select levee_secure('directory_mapping');
create index directory_mapping_directory on directory_mapping (org_id, directory_id);
comment on table directory_mapping is 'What a group of a directory gives; weighty rules wait for a second administrator.';

-- Every call of a directory and what it did; kept for thirty days.
create table directory_call (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  method text not null,
  path text not null,
  status int not null,
  effect text not null,
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory(org_id, id)
);
select levee_secure('directory_call');
create index directory_call_recent on directory_call (org_id, directory_id, at desc);
comment on table directory_call is 'What a directory asked and what it changed.';

-- How the people of an agency sign in through a provider of its own.
create table sign_in_provider (
  org_id uuid not null,
  id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  kind text not null check (kind in ('oidc', 'saml')),
  status text not null default 'draft' check (status in ('draft', 'tested', 'active', 'disabled')),
  -- The provider's own name of itself: issuer of OpenID Connect, entity id of SAML.
  issuer text not null default '' check (length(issuer) <= 1000),
  client_id text not null default '',
  -- Sealed outside of the database's reach.
  secret_sealed text,
  scopes text not null default 'openid email profile',
  -- SAML: where requests are sent, and the certificates that answers are signed with.
  entry_point text not null default '',
  certificates text[] not null default '{}',
  -- SAML: what we sign requests with.
  own_certificate text,
  own_key_sealed text,
  -- Which claims tell who it is; empty is the usual one.
  subject_claim text not null default '',
  email_claim text not null default 'email',
  name_claim text not null default 'name',
  -- What happens to somebody who comes for the first time.
  arrival text not null default 'invitation' check (arrival in ('refused', 'invitation', 'create')),
  -- Whether what it says of a second factor is believed, and the words by which it says so.
  trusts_second_factor boolean not null default false,
  second_factor_values text[] not null default '{mfa}',
  tested_at timestamptz,
  tested_by uuid,
  -- Ends of certificates that administrators were told of.
  told text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('sign_in_provider');
grant select (org_id, id, name, status) on sign_in_provider to levee_identity;
create unique index sign_in_provider_id on sign_in_provider (id);

-- Mail domains that an agency says are its own; those with a moment of proof are.
create table sign_in_domain (
  org_id uuid not null,
  id uuid not null,
  domain text not null check ((domain = lower(domain)) and ((length(domain) >= 3) and (length(domain) <= 253))),
  token text not null,
  proved_at timestamptz,
  checked_at timestamptz,
  -- What the last look at the name servers found.
  found text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, domain),
  foreign key (org_id) references organization(id)
);
select levee_secure('sign_in_domain');
grant select (org_id, id, domain, proved_at) on sign_in_domain to levee_identity;
-- A domain belongs to one agency.
create unique index sign_in_domain_proved on sign_in_domain (domain) where proved_at is not null;

-- One way to a provider and back, of one browser; answered once, used once.
create table sign_in_attempt (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'test', 'link')),
  -- Of the browser that began; nobody else takes the answer.
  browser_hash text not null,
  -- What was sent along: the state of OpenID Connect, the request's id of SAML.
  request text not null,
  -- Nonce and verifier.
  sealed text not null default '',
  -- Who began, where somebody was signed in.
  person_id uuid,
  session_id uuid,
  begun_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- What the provider said of the person.
  answer jsonb,
  code_hash text,
  used_at timestamptz,
  -- Why it was refused.
  refused text,
  primary key (org_id, id),
  unique (org_id, request),
  foreign key (org_id, provider_id) references sign_in_provider(org_id, id)
);
select levee_secure('sign_in_attempt');
create index sign_in_attempt_age on sign_in_attempt (org_id, expires_at);
create index sign_in_attempt_code on sign_in_attempt (org_id, code_hash) where code_hash is not null;

-- Who somebody is at a provider: its subject, never an address.
create table provider_identity (
  org_id uuid not null,
  provider_id uuid not null,
  subject text not null check ((length(subject) >= 1) and (length(subject) <= 1000)),
  person_id uuid not null,
  linked_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (org_id, provider_id, subject),
  unique (org_id, provider_id, person_id),
  foreign key (org_id, provider_id) references sign_in_provider(org_id, id)
);
select levee_secure('provider_identity');

-- What a claim gives: a role, duties, a department.
create table sign_in_mapping (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  claim text not null check ((length(claim) >= 1) and (length(claim) <= 300)),
  value text not null check ((length(value) >= 1) and (length(value) <= 500)),
  role text check (role in ('user', 'manager', 'admin')),
  duties text[] not null default '{}',
  department_id uuid,
  -- What weighs waits for a second administrator.
  status text not null default 'waiting' check (status in ('waiting', 'in_force', 'declined', 'removed')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, provider_id) references sign_in_provider(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('sign_in_mapping');
create index sign_in_mapping_provider on sign_in_mapping (org_id, provider_id);
create index sign_in_mapping_department on sign_in_mapping (org_id, department_id);

-- What happened at the agency's own sign-in, for its administrators.
create table sign_in_event (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  good boolean not null,
  person_id uuid,
  -- The address or the subject that the provider named.
  who text not null default '',
  told text not null default '',
  place text not null default '',
  primary key (org_id, id),
  foreign key (org_id, provider_id) references sign_in_provider(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('sign_in_event');
create index sign_in_event_recent on sign_in_event (org_id, at desc, id desc);
create index sign_in_event_provider on sign_in_event (org_id, provider_id);

-- An agency that is entered through its provider alone.
create table sign_in_rule (
  org_id uuid not null,
  provider_id uuid not null,
  provider_name text not null,
  enforced_at timestamptz not null default clock_timestamp(),
  enforced_by uuid not null,
  -- Whoever runs the server lets other ways in until then.
  lifted_until timestamptz,
  lifted_reason text,
  version int not null default 1,
  primary key (org_id),
  foreign key (org_id, provider_id) references sign_in_provider(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('sign_in_rule');
grant select on sign_in_rule to levee_identity;
create index sign_in_rule_provider on sign_in_rule (org_id, provider_id);

-- Members who may still come in by their own password and second factor.
create table break_glass_member (
  org_id uuid not null,
  person_id uuid not null,
  named_by uuid not null,
  named_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('break_glass_member');
grant select on break_glass_member to levee_identity;

-- Each time one of them did; every administrator is told of it.
create table break_glass_use (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  used_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  primary key (org_id, id),
  unique (org_id, session_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('break_glass_use');
grant select, insert on break_glass_use to levee_identity;
create index break_glass_use_untold on break_glass_use (org_id, used_at) where told_at is null;

-- When each right of a person was used last: kept once a day at most.
create table right_use (
  org_id uuid not null,
  person_id uuid not null,
  held text not null,
  used_on date not null,
  primary key (org_id, person_id, held),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('right_use');
comment on table right_use is 'The last day on which a role or duty gave somebody a permission';
comment on column right_use.held is 'The role or duty';
comment on column right_use.used_on is 'The agency''s day';

-- After how many days without a sign-in a membership ends. The newest rule whose day has come holds.
create table dormancy_rule (
  org_id uuid not null,
  id uuid not null,
  days int check ((days >= 30) and (days <= 730)),
  from_day date not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('dormancy_rule');
revoke update, delete on dormancy_rule from levee_app;
comment on table dormancy_rule is 'The agency''s dated rule on memberships that nobody uses';
comment on column dormancy_rule.days is 'Days without a sign-in; null: none end';
comment on column dormancy_rule.from_day is 'From this day of the agency on';

create table dormancy_notice (
  org_id uuid not null,
  person_id uuid not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('dormancy_notice');
comment on table dormancy_notice is 'Who was told that their membership is about to end for lack of use';

-- Somebody leaves: when their access ends, and who takes over what hangs on them.
create table leaving (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  ends_at timestamptz not null,
  reason text not null,
  status text not null default 'planned' check (status in ('planned', 'ended', 'cancelled')),
  -- { kind: person }: who takes over what.
  successors jsonb not null default '{}',
  -- [{ kind, label, taken, left, note }]: what became of it at the end.
  outcome jsonb,
  planned_by uuid not null,
  planner_name text not null,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('leaving');
grant select (org_id, id, ends_at, status) on leaving to levee_identity;
create unique index leaving_planned on leaving (org_id, person_id) where status = 'planned';
comment on table leaving is 'Ends of memberships that are planned, with successors';
comment on column leaving.ends_at is 'Access ends at this instant, whatever was handed over';
comment on column leaving.outcome is 'What successors took over, and what was left';

-- A member asks for a duty for a time; approval policies say who decides.
create table access_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  person_id uuid not null,
  duty text not null,
  until timestamptz not null,
  reason text not null,
  status text not null default 'asked' check (status in ('asked', 'given', 'declined', 'withdrawn')),
  answer text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('access_request');
create unique index access_request_open on access_request (org_id, person_id, duty) where status = 'asked';
comment on table access_request is 'Duties that members ask for, for a time';
comment on column access_request.until is 'When the duty ends by itself, if it is given';
comment on column access_request.answer is 'Why it was declined';

-- A review of rights: what was held at one instant, and what supervisors say of it.
create table rights_review (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  scope text not null check (scope in ('all', 'department', 'duty')),
  department_id uuid,
  duty text,
  reviewer_id uuid,
  due_at timestamptz not null,
  frozen_at timestamptz not null default clock_timestamp(),
  status text not null default 'open' check (status in ('open', 'closed')),
  escalated_at timestamptz,
  closed_at timestamptz,
  -- SHA-256 of the CSV of the result, which the audit record holds too.
  digest text,
  started_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  check (((scope = 'department') = (department_id is not null)) and ((scope = 'duty') = (duty is not null)))
);
select levee_secure('rights_review');
grant select (org_id, id, due_at, status, escalated_at) on rights_review to levee_identity;
comment on table rights_review is 'Reviews of who may do what';
comment on column rights_review.reviewer_id is 'Who reviews; null: managers of each person''s department';
comment on column rights_review.digest is 'SHA-256 of the result as CSV';

create table rights_review_item (
  org_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  department_name text,
  kind text not null check (kind in ('role', 'duty', 'delegation')),
  held text not null,
  -- The delegation; else the right is found by person and name.
  object_id uuid,
  giver_id uuid,
  giver_name text,
  source text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz,
  last_used_on date,
  reviewer_id uuid,
  decision text check (decision in ('keep', 'change', 'end')),
  new_until timestamptz,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, review_id) references rights_review(org_id, id)
);
select levee_secure('rights_review_item');
create index rights_review_item_of on rights_review_item (org_id, review_id);
comment on table rights_review_item is 'What a review froze: one role, duty or delegation of one person';
comment on column rights_review_item.reviewer_id is 'Who answers; null, or after the deadline: any administrator but the person';

-- The result as it was closed, byte for byte.
create table rights_review_result (
  org_id uuid not null,
  id uuid not null,
  csv text not null,
  primary key (org_id, id),
  foreign key (org_id, id) references rights_review(org_id, id)
);
select levee_secure('rights_review_result');
revoke update, delete on rights_review_result from levee_app;
comment on table rights_review_result is 'The result of a closed review as CSV; its SHA-256 stands in the audit record';

-- A program that works here with rights of its own: what it is for, who answers for it, what it may do, until when.
create table program_account (
  org_id uuid not null,
  id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  purpose text not null check ((length(purpose) >= 1) and (length(purpose) <= 500)),
  -- The member who answers for it: its rights never exceed theirs, and what it creates counts as theirs.
  owner_id uuid not null,
  owner_name text not null,
  scopes text[] not null check ((cardinality(scopes) >= 1) and (cardinality(scopes) <= 100)),
  ends_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Why it rests.
  paused_reason text,
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((status = 'paused') = (paused_reason is not null))
);
select levee_secure('program_account');
grant select (org_id, id, name, owner_id, scopes, ends_at, status) on program_account to levee_identity;
create unique index program_account_name on program_account (org_id, lower(name)) where status <> 'ended';
create index program_account_owner on program_account (org_id, owner_id);
comment on table program_account is 'A program that calls this server with a chosen part of its owner''s rights.';

-- What a program shows to be believed: kept as its hash, shown once, with an end.
create table program_key (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  prefix text not null,
  hash text not null,
  -- Networks from which it may be used; none named: from everywhere.
  networks text[] not null default '{}',
  calls_per_minute int not null check ((calls_per_minute >= 1) and (calls_per_minute <= 6000)),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  -- How many calls there were: the last of them are kept one by one.
  calls bigint not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, program_id) references program_account(org_id, id)
);
select levee_secure('program_key');
grant select (org_id, id, program_id, hash, networks, calls_per_minute, expires_at, revoked_at) on program_key to levee_identity;
-- A call names its key alone: which agency it is of follows from it.
create unique index program_key_hash on program_key (hash);
create index program_key_program on program_key (org_id, program_id);
comment on table program_key is 'A key of a program: its hash, its first letters, where and until when it is good.';

-- The last calls of a key: a ring, so that no number of calls makes it grow.
create table program_call (
  org_id uuid not null,
  key_id uuid not null,
  slot int not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status int not null,
  primary key (org_id, key_id, slot),
  foreign key (org_id, key_id) references program_key(org_id, id)
);
select levee_secure('program_call');
create index program_call_age on program_call (org_id, at);
comment on table program_call is 'The last calls of a key: what was asked, by the pattern of its address, and the answer.';

create table webhook_sequence (
  org_id uuid not null,
  object_type text not null,
  object_id uuid not null,
  last int not null,
  primary key (org_id, object_type, object_id)
);
select levee_secure('webhook_sequence');
comment on table webhook_sequence is 'How many messages were sent about a record.';

-- Data that comes from another system by itself: where it is fetched, which importer takes it, when.
create table connector (
  org_id uuid not null,
  id uuid not null,
  name text not null check ((length(name) >= 1) and (length(name) <= 80)),
  kind text not null check (kind in ('file', 'rest', 'grants-gov', 'common-grants', 'sam-exclusions', 'sam-opportunities', 'ocds', 'list')),
  -- The kind of import that takes its rows.
  importer text not null,
  address text not null check ((length(address) >= 1) and (length(address) <= 2000)),
  -- Of REST: where the items stand, which fields are taken, how pages follow.
  settings jsonb not null default '{}',
  -- A header that lets us in, its value sealed outside of the database's reach.
  credential_header text,
  credential text,
  -- The heading that was tested, and which column is which field.
  columns text[] not null default '{}',
  mapping jsonb not null default '{}',
  -- The hour of the agency's day.
  run_at text not null check (run_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  next_run_at timestamptz,
  status text not null default 'draft' check (status in ('draft', 'tested', 'active', 'failing', 'paused', 'retired')),
  -- Who answers for it: it brings in what they may, while they may.
  owner_id uuid not null,
  owner_name text not null,
  etag text,
  modified text,
  sha256 text,
  -- Of the last run that brought rows in.
  last_rows int,
  last_ok_at timestamptz,
  failures int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- `run_at` is the time of the day, of that day of the week, or the minute of each hour.
  every text not null default 'day' check (every in ('hour', 'day', 'week')),
  -- Monday is 1 (ISO 8601).
  week_day int not null default 1 check ((week_day >= 1) and (week_day <= 7)),
  -- So many calls of a day of the agency the source allows; null: it says nothing of it.
  daily_calls int check ((daily_calls >= 1) and (daily_calls <= 1000000)),
  calls_on date,
  calls_made int not null default 0,
  -- The highest value of the field that says how new an item is, of what came in.
  watermark text,
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((credential is null) = (credential_header is null))
);
select levee_secure('connector');
grant select (org_id, id, next_run_at, status) on connector to levee_identity;
create unique index connector_name on connector (org_id, lower(name)) where status <> 'retired';
create index connector_owner on connector (org_id, owner_id);
comment on table connector is 'A source of another system that is fetched by the clock and taken in by an importer.';

-- One fetch of a connector and what became of it.
create table connector_run (
  org_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  dry boolean not null,
  -- Somebody looked at what made the run before it ask, and lets it go on.
  accepted boolean not null default false,
  outcome text not null default 'running' check (outcome in ('running', 'checked', 'done', 'unchanged', 'stopped', 'asks', 'failed', 'waits', 'sent')),
  message text,
  import_id uuid,
  sha256 text,
  read int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  rejected int not null default 0,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- Where the source was read up to by this run; the connector's once its rows came in.
  watermark text,
  calls int not null default 0,
  primary key (org_id, id),
  foreign key (org_id, connector_id) references connector(org_id, id)
);
select levee_secure('connector_run');
create index connector_run_recent on connector_run (org_id, connector_id, began_at desc);
-- One at a time, whoever began it.
create unique index connector_run_one on connector_run (org_id, connector_id) where outcome = 'running';
comment on table connector_run is 'What a connector fetched and how many rows of it came in.';

-- Places: where things are delivered and stand, kept once for the whole agency.
create table agency_place (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  street text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  parent_id uuid,
  hours text not null default '',
  note text not null default '',
  active_from date,
  active_to date,
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, parent_id) references agency_place(org_id, id),
  constraint agency_place_name_check check (name <> ''),
  constraint agency_place_check2 check (active_from <= active_to),
  constraint agency_place_check1 check (parent_id is distinct from id),
  constraint agency_place_check check ((latitude is null) = (longitude is null)),
  constraint agency_place_longitude_check check ((longitude >= ('-180'::integer)::numeric) and (longitude <= (180)::numeric)),
  constraint agency_place_latitude_check check ((latitude >= ('-90'::integer)::numeric) and (latitude <= (90)::numeric))
);
select levee_secure('agency_place');
create unique index agency_place_name on agency_place (org_id, lower(name)) where active;
create index agency_place_within on agency_place (org_id, parent_id) where parent_id is not null;
comment on table agency_place is 'Places of the agency: where things are delivered and stand';
comment on column agency_place.active_to is 'The last day, by the agency''s calendar, on which it is offered; retired ones are not active at all';

-- Units of measure. The factor says how many of the base of their kind one of them is.
create table measure_unit (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null,
  kind text not null check (kind in ('count', 'length', 'area', 'volume', 'mass', 'time', 'energy', 'other')),
  factor numeric(30, 15) check (factor > (0)::numeric),
  active boolean not null default true,
  retired_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((kind = 'other') = (factor is null))
);
select levee_secure('measure_unit');
create unique index measure_unit_code on measure_unit (org_id, lower(code));
comment on table measure_unit is 'Units of measure of the agency; lines of documents keep the word that was typed';
comment on column measure_unit.factor is 'How many of the base of its kind it is, exactly: each, m, m2, l, kg, h, kWh; none for kind other';

-- What members propose for a list; its keeper answers.
create table list_proposal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  list text not null,
  -- The entry that it would change; null: a new one.
  entry_id uuid,
  entry_version int,
  name text not null,
  content jsonb not null,
  reason text not null default '',
  status text not null default 'waiting',
  answer text not null default '',
  proposed_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  constraint list_proposal_check check ((entry_id is null) = (entry_version is null)),
  constraint list_proposal_check1 check ((status in ('waiting', 'withdrawn')) or (decided_by is not null)),
  constraint list_proposal_status_check check (status in ('waiting', 'accepted', 'declined', 'withdrawn'))
);
select levee_secure('list_proposal');
create index list_proposal_of on list_proposal (org_id, status, created_at desc);
comment on table list_proposal is 'New and changed entries of shared lists, as members propose them';
comment on column list_proposal.entry_version is 'The version that the proposer saw: a newer one is not overwritten';

create table vendor_merge (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kept_id uuid not null,
  merged_id uuid not null,
  -- The versions that the proposer saw: what changed since is looked at again.
  kept_version int not null,
  merged_version int not null,
  -- The fields that take the merged record's value; every other one keeps its own.
  taken jsonb not null default '[]',
  account text not null default 'none',
  reason text not null,
  status text not null default 'proposed',
  answer text not null default '',
  -- What moved, by kind, once it is done.
  moved jsonb not null default '[]',
  proposed_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, kept_id) references vendor(org_id, id),
  foreign key (org_id, merged_id) references vendor(org_id, id),
  foreign key (org_id) references organization(id),
  constraint vendor_merge_check check (kept_id <> merged_id),
  constraint vendor_merge_check1 check ((status <> 'done') or (decided_by <> proposed_by)),
  constraint vendor_merge_account_check check (account in ('kept', 'merged', 'none')),
  constraint vendor_merge_status_check check (status in ('proposed', 'done', 'declined', 'withdrawn'))
);
select levee_secure('vendor_merge');
create index vendor_merge_kept on vendor_merge (org_id, kept_id);
create index vendor_merge_merged on vendor_merge (org_id, merged_id);
comment on table vendor_merge is 'Proposals to merge two vendor records, and what became of them';

create table vendor_pair (
  org_id uuid not null,
  id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  score int not null,
  speaks_for text[] not null,
  speaks_against text[] not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, first_id, second_id),
  foreign key (org_id, first_id) references vendor(org_id, id),
  foreign key (org_id, second_id) references vendor(org_id, id),
  foreign key (org_id) references organization(id),
  check (first_id < second_id)
);
select levee_secure('vendor_pair');
create index vendor_pair_second on vendor_pair (org_id, second_id);
comment on table vendor_pair is 'Vendor records that may be one firm, with what speaks for and against it; worked out anew every night';

create table vendor_not_same (
  org_id uuid not null,
  id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  reason text not null,
  said_by uuid not null,
  said_at timestamptz not null default clock_timestamp(),
  undone_by uuid,
  undone_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, first_id) references vendor(org_id, id),
  foreign key (org_id, second_id) references vendor(org_id, id),
  constraint vendor_not_same_check check (first_id < second_id),
  constraint vendor_not_same_check1 check ((undone_at is null) = (undone_by is null))
);
select levee_secure('vendor_not_same');
create unique index vendor_not_same_now on vendor_not_same (org_id, first_id, second_id) where undone_at is null;
comment on table vendor_not_same is 'Pairs of vendors that a person says are different firms';

-- How a document names its vendor, where the record that it hangs on says something else since.
create table vendor_as_issued (
  org_id uuid not null,
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  vendor_id uuid not null,
  number text not null,
  name text not null,
  address text not null default '',
  merge_id uuid not null,
  primary key (org_id, id),
  unique (org_id, object_type, object_id),
  foreign key (org_id, merge_id) references vendor_merge(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, vendor_id) references vendor(org_id, id)
);
select levee_secure('vendor_as_issued');
revoke update, delete on vendor_as_issued from levee_app;
create index vendor_as_issued_vendor on vendor_as_issued (org_id, vendor_id);
comment on table vendor_as_issued is 'Number, name and address of a vendor on documents that went out before its record was merged';

-- Runs of the product's own checks: of the machine, or of an agency's books.
create table check_run (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('machine', 'books')),
  trigger text not null check (trigger in ('person', 'nightly')),
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  product_version text not null,
  started_by uuid,
  started_name text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- Written with every result: a run that says nothing for long was cut off.
  beat_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  job_id uuid,
  checks int not null,
  done int not null default 0,
  red int not null default 0,
  findings int not null default 0,
  primary key (org_id, id)
);
select levee_secure('check_run');
create index check_run_newest on check_run (org_id, kind, started_at desc);
-- One of a kind at a time.
create unique index check_run_open on check_run (org_id, kind) where status = 'running';

-- What one check of a run found.
create table check_result (
  org_id uuid not null,
  run_id uuid not null,
  name text not null,
  "position" int not null,
  label text not null,
  area text not null,
  outcome text not null check (outcome in ('green', 'red', 'none')),
  said text not null,
  todo text,
  ms int not null,
  found int not null default 0,
  findings jsonb not null default '[]',
  primary key (org_id, run_id, name),
  foreign key (org_id, run_id) references check_run(org_id, id) on delete cascade
);
select levee_secure('check_result');

-- When an agency's checks run by themselves, and what its administrators were told last.
create table check_schedule (
  org_id uuid not null,
  nightly boolean not null default false,
  hour int not null default 2 check ((hour >= 0) and (hour <= 23)),
  last_day date,
  told_red boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id)
);
select levee_secure('check_schedule');

-- What each instance measured in a minute; instance_name '' is the installation as a whole. Global.
create table monitor_minute (
  instance_name text not null,
  at timestamptz not null,
  -- Numbers by the names of src/kernel/monitor-metrics.ts; null where it could not be told.
  measured jsonb not null,
  primary key (instance_name, at)
);
alter table monitor_minute enable row level security;
alter table monitor_minute force row level security;
grant select, insert, update, delete on monitor_minute to levee_app;
create index monitor_minute_at on monitor_minute (at);

-- The same by hour, for a year: mean and most of each number.
create table monitor_hour (
  instance_name text not null,
  at timestamptz not null,
  mean jsonb not null,
  most jsonb not null,
  primary key (instance_name, at)
);
alter table monitor_hour enable row level security;
alter table monitor_hour force row level security;
grant select, insert, update, delete on monitor_hour to levee_app;
create index monitor_hour_at on monitor_hour (at);

-- When a number is an alarm, as data. Global.
create table alarm_rule (
  id uuid not null,
  metric text not null,
  direction text not null check (direction in ('above', 'below')),
  threshold float8 not null,
  -- By how much it must be better again before the alarm ends.
  margin float8 not null check (margin >= (0)::double precision),
  minutes int not null check ((minutes >= 1) and (minutes <= 120)),
  audience text not null default 'running' check (audience in ('running', 'all')),
  enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (id)
);
alter table alarm_rule enable row level security;
alter table alarm_rule force row level security;
grant select, insert, update, delete on alarm_rule to levee_app;

-- What backups and rehearsals of a restore came to. Of the installation, not of an agency.
create table backup_run (
  id uuid not null,
  kind text not null check (kind in ('backup', 'rehearsal', 'restore')),
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  good boolean not null,
  -- The instant that the backup is of.
  made_at timestamptz,
  folder text not null default '',
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- What came of it, in words; what was found is named.
  said text not null,
  primary key (id)
);
alter table backup_run enable row level security;
alter table backup_run force row level security;
grant select, insert, delete on backup_run to levee_app;
create index backup_run_recent on backup_run (began_at desc);

-- Cost lines: every charge of the books once, with what was paid of it. Posting and paying write
-- them; what funds them takes cents of them as claims.
create table object_class_account (
  org_id uuid not null,
  account_id uuid not null,
  object_class text not null check (object_class in ('personnel', 'fringe', 'travel', 'equipment', 'supplies', 'contractual', 'construction', 'other', 'indirect')),
  primary key (org_id, account_id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, account_id) references segment_value(org_id, id)
);
select levee_secure('object_class_account');
comment on table object_class_account is 'Which object class of a federal budget (SF-424A, section B) an account of the chart belongs to';

create table cost_line (
  org_id uuid not null,
  id uuid not null,
  source text not null,
  -- The invoice's line or share, or the journal's line, that charged it.
  source_id uuid not null,
  document_id uuid not null,
  document_number text not null,
  description text not null default '',
  account_string_id uuid not null,
  object_class text not null,
  fiscal_year_id uuid not null,
  posted_on date not null,
  incurred_from date not null,
  incurred_to date not null,
  cents bigint not null,
  paid bigint not null default 0,
  paid_on date,
  moved bigint not null default 0,
  claimed bigint not null default 0,
  -- What it moves from, and (of what a transfer charges elsewhere) what it came from.
  moves_id uuid,
  came_from_id uuid,
  requisition_id uuid,
  purchase_order_id uuid,
  receipt_id uuid,
  invoice_id uuid,
  journal_id uuid,
  -- Bought in an emergency: a cost that disaster assistance may reimburse.
  emergency boolean not null default false,
  reversed_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source_id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, came_from_id) references cost_line(org_id, id),
  foreign key (org_id, moves_id) references cost_line(org_id, id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  constraint cost_line_check1 check ((paid >= LEAST((0)::bigint, cents)) and (paid <= GREATEST((0)::bigint, cents))),
  constraint cost_line_source_check check (source in ('invoice', 'payroll', 'transfer')),
  constraint cost_line_check check (incurred_from <= incurred_to)
);
select levee_secure('cost_line');
create index cost_line_account on cost_line (org_id, account_string_id, incurred_to);
create index cost_line_invoice on cost_line (org_id, invoice_id) where invoice_id is not null;
create index cost_line_journal on cost_line (org_id, journal_id) where journal_id is not null;
create index cost_line_moves on cost_line (org_id, moves_id) where moves_id is not null;
create index cost_line_came_from on cost_line (org_id, came_from_id) where came_from_id is not null;
create index cost_line_requisition on cost_line (org_id, requisition_id) where requisition_id is not null;
comment on column cost_line.paid is 'The largest-remainder share of what was paid of its document; withheld retainage is unpaid';
comment on column cost_line.moved is 'Paid cents that cost transfers took away; of what takes them, its own amount, so that it cannot be claimed itself';
comment on column cost_line.claimed is 'Sum of its live claims';

create table cost_claim (
  org_id uuid not null,
  id uuid not null,
  cost_line_id uuid not null,
  claimer_kind text not null,
  claimer_id uuid not null,
  claimer_number text not null,
  -- What pays: an award of grants, a project of public assistance.
  funder_id uuid not null,
  funder_number text not null,
  share text not null check (share in ('federal', 'match')),
  cents bigint not null check (cents <> 0),
  ahead boolean not null default false,
  uncovered bigint not null default 0,
  live boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, cost_line_id) references cost_line(org_id, id)
);
select levee_secure('cost_claim');
create index cost_claim_line on cost_claim (org_id, cost_line_id) where live;
create index cost_claim_claimer on cost_claim (org_id, claimer_id);
create index cost_claim_funder on cost_claim (org_id, funder_id) where live;
create index cost_claim_uncovered on cost_claim (org_id, funder_id) where live and uncovered <> 0;
comment on column cost_claim.ahead is 'Taken before the line was paid (an advance); uncovered until it is';
comment on column cost_claim.uncovered is 'Cents of it that no payment stands behind any more';

-- Journals: payroll registers and cost transfers. Prepared by one person, posted by another, reversed and never edited.
create table journal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null,
  status text not null default 'draft',
  title text not null,
  reason text not null default '',
  fiscal_year_id uuid not null,
  paid_on date,
  total bigint not null default 0,
  prepared_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  reverses uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, reverses) references journal(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  constraint journal_kind_check check (kind in ('payroll', 'transfer', 'allocation', 'receipt')),
  constraint journal_title_check check (title <> ''),
  constraint journal_status_check check (status in ('draft', 'waiting', 'posted', 'returned', 'reversed')),
  constraint journal_check1 check ((approved_by is distinct from prepared_by) or (approved_by is null)),
  constraint journal_check check ((kind <> 'transfer') or (reason <> ''))
);
select levee_secure('journal');
create unique index journal_reversed_once on journal (org_id, reverses) where reverses is not null;

create table journal_line (
  org_id uuid not null,
  id uuid not null,
  journal_id uuid not null,
  line_no int not null,
  account_string_id uuid not null,
  object_class text,
  description text not null default '',
  -- Pay of a person: read with the right to payroll only.
  employee text not null default '',
  hours text not null default '',
  incurred_from date not null,
  incurred_to date not null,
  cents bigint not null check (cents <> 0),
  moves_id uuid,
  primary key (org_id, id),
  unique (org_id, journal_id, line_no),
  foreign key (org_id) references organization(id),
  foreign key (org_id, journal_id) references journal(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, moves_id) references cost_line(org_id, id),
  check (incurred_from <= incurred_to)
);
select levee_secure('journal_line');
comment on column journal_line.employee is 'Pay data: shown with payroll.read only';
comment on column journal_line.moves_id is 'The cost line that it takes cents from, or gives back to';

-- Awards: grants that the agency received, with their terms, money drawn, reports, revisions and closeout.
create table grant_award (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'offered',
  title text not null,
  program text not null default '',
  grantor text not null,
  grantor_number text not null default '',
  assistance_listing text not null default '',
  -- The award segment of account strings that spend it; chosen when it is accepted.
  segment_id uuid,
  application_id uuid,
  department_id uuid,
  owner_id uuid,
  federal boolean not null default true,
  disaster boolean not null default false,
  amount bigint not null,
  match bigint not null default 0,
  -- The grantor's share of every cost, in hundredths of a percent.
  share_rate int not null,
  period_from date not null,
  period_to date not null,
  preaward_from date,
  -- Reimbursed, or paid ahead for what is paid out within so many days (2 CFR 200.305).
  method text not null default 'reimbursement',
  advance_days int not null default 3,
  report_every text not null default 'quarterly',
  indirect_rate int not null default 0,
  attention text not null default '',
  uncovered bigint not null default 0,
  note text not null default '',
  accepted_on date,
  ended_on date,
  closed_on date,
  retained_until date,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, segment_id) references segment_value(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, department_id) references department(org_id, id),
  constraint grant_award_share_rate_check check ((share_rate >= 1) and (share_rate <= 10000)),
  constraint grant_award_report_every_check check (report_every in ('quarterly', 'semiannual', 'annual')),
  constraint grant_award_match_check check (match >= 0),
  constraint grant_award_check1 check (preaward_from <= period_from),
  constraint grant_award_check check (period_from <= period_to),
  constraint grant_award_method_check check (method in ('reimbursement', 'advance')),
  constraint grant_award_grantor_check check (grantor <> ''),
  constraint grant_award_title_check check (title <> ''),
  constraint grant_award_status_check check (status in ('offered', 'declined', 'accepted', 'active', 'suspended', 'amended', 'ended', 'closed')),
  constraint grant_award_advance_days_check check ((advance_days >= 1) and (advance_days <= 90)),
  constraint grant_award_amount_check check (amount > 0),
  constraint grant_award_indirect_rate_check check ((indirect_rate >= 0) and (indirect_rate <= 10000))
);
select levee_secure('grant_award');
create unique index award_segment on grant_award (org_id, segment_id) where segment_id is not null;
create unique index award_application on grant_award (org_id, application_id) where application_id is not null;
comment on column grant_award.attention is 'What somebody said needs attention; computed reasons are not kept';

create table award_term (
  org_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  kind text not null,
  object_class text,
  cents bigint,
  words text not null,
  document text not null,
  page int,
  -- The grantor's approval, where the term asks for one and it was given.
  approved_on date,
  approval text not null default '',
  ended_on date,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  foreign key (org_id) references organization(id),
  constraint award_term_page_check check (page > 0),
  constraint award_term_check check ((kind in ('ceiling', 'unallowable')) <= (object_class is not null)),
  constraint award_term_check2 check ((approved_on is null) = (approval = '')),
  constraint award_term_kind_check check (kind in ('ceiling', 'unallowable', 'equipment', 'subaward', 'other')),
  constraint award_term_cents_check check (cents >= 0),
  constraint award_term_check1 check ((kind in ('ceiling', 'equipment')) <= (cents is not null))
);
select levee_secure('award_term');
create index award_term_of on award_term (org_id, award_id);

create table award_budget (
  org_id uuid not null,
  award_id uuid not null,
  object_class text not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, award_id, object_class),
  foreign key (org_id) references organization(id),
  foreign key (org_id, award_id) references grant_award(org_id, id)
);
select levee_secure('award_budget');

-- Somebody other than the requester lets a term be passed over, once, for one account of one award.
create table term_override (
  org_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  account_string_id uuid not null,
  requester_id uuid not null,
  most bigint not null check (most > 0),
  reason text not null check (length(reason) >= 10),
  granted_by uuid not null,
  granted_at timestamptz not null default clock_timestamp(),
  expires_on date not null,
  primary key (org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  foreign key (org_id) references organization(id),
  check (granted_by <> requester_id)
);
select levee_secure('term_override');

create table drawdown (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  award_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'checked', 'certified', 'submitted', 'returned', 'partly_approved', 'paid', 'reconciled', 'cancelled')),
  kind text not null check (kind in ('reimbursement', 'advance', 'refund')),
  through date not null,
  outlay bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  -- SHA-256 of the lines that were certified: a certificate of other lines has lapsed.
  certified_lines text,
  submitted_on date,
  reference text not null default '',
  approved bigint,
  paid_on date,
  paid bigint,
  deposit text not null default '',
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  check ((certified_by is null) or (certified_by is distinct from prepared_by))
);
select levee_secure('drawdown');
create index drawdown_award on drawdown (org_id, award_id);

create table grant_report (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  award_id uuid not null,
  kind text not null check (kind in ('sf425', 'ppr')),
  status text not null default 'due' check (status in ('due', 'prepared', 'certified', 'submitted', 'accepted')),
  period_from date not null,
  period_to date not null,
  due_on date not null,
  final boolean not null default false,
  narrative text not null default '',
  figures jsonb,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  submitted_on date,
  reference text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, award_id, kind, period_to),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  check ((certified_by is null) or (certified_by is distinct from prepared_by))
);
select levee_secure('grant_report');

create table milestone (
  org_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  title text not null check (title <> ''),
  measure text not null default '',
  planned_on date not null,
  status text not null default 'planned' check (status in ('planned', 'in_progress', 'done', 'accepted', 'waived')),
  performer_id uuid,
  outcome text not null default '',
  done_on date,
  accepted_by uuid,
  accepted_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  check ((accepted_by is null) or (accepted_by is distinct from performer_id))
);
select levee_secure('milestone');

create table award_revision (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  award_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'tested', 'approved', 'sent', 'granted', 'denied', 'posted', 'cancelled')),
  title text not null check (title <> ''),
  reason text not null check (reason <> ''),
  moves jsonb not null default '[]',
  new_period_to date,
  scope_change boolean not null default false,
  key_person boolean not null default false,
  new_subaward boolean not null default false,
  findings jsonb not null default '[]',
  asks_grantor boolean,
  answered_on date,
  answer text not null default '',
  prepared_by uuid,
  decided_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  check ((decided_by is null) or (decided_by is distinct from prepared_by))
);
select levee_secure('award_revision');

create table disaster_cost (
  org_id uuid not null,
  id uuid not null,
  cost_line_id uuid not null,
  decision text not null check (decision in ('accepted', 'dismissed')),
  reason text not null default '',
  decided_by uuid,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cost_line_id),
  foreign key (org_id, cost_line_id) references cost_line(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('disaster_cost');
comment on table disaster_cost is 'What somebody decided of an emergency cost that no award carries';

-- The half of a grant before its award: opportunities, applications with their forms and budgets,
-- and which opportunities to pursue.
create table grant_opportunity (
  org_id uuid not null,
  id uuid not null,
  number text not null check (number <> ''),
  status text not null default 'inbox' check (status in ('inbox', 'reviewing', 'will_apply', 'consider', 'rejected', 'not_relevant')),
  title text not null check (title <> ''),
  agency text not null default '',
  posted_status text not null default 'posted' check (posted_status in ('forecasted', 'posted', 'closed', 'archived')),
  alns text[] not null default '{}',
  eligibility text[] not null default '{}',
  summary text not null default '',
  floor_cents bigint check (floor_cents >= 0),
  ceiling_cents bigint check (ceiling_cents >= 0),
  total_cents bigint check (total_cents >= 0),
  expected_awards int check (expected_awards >= 0),
  cost_sharing boolean,
  posted_on date,
  closes_on date,
  url text not null default '',
  eligible boolean,
  proposal text check (proposal in ('will_apply', 'consider', 'rejected')),
  proposal_code text,
  proposal_reason text not null default '',
  proposed_by uuid,
  match_source text not null default '',
  decided_by uuid,
  reject_code text,
  decision_reason text not null default '',
  owner_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((status <> 'rejected') or (reject_code is not null))
);
select levee_secure('grant_opportunity');
create unique index grant_opportunity_number on grant_opportunity (org_id, upper(number));
create index grant_opportunity_status on grant_opportunity (org_id, status, closes_on);

-- Where an opportunity was read: one from two sources is one row above and two here.
create table grant_opportunity_source (
  org_id uuid not null,
  id uuid not null,
  opportunity_id uuid not null,
  source text not null check (source <> ''),
  source_key text not null,
  url text not null default '',
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source, source_key),
  foreign key (org_id, opportunity_id) references grant_opportunity(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('grant_opportunity_source');
create index grant_opportunity_source_of on grant_opportunity_source (org_id, opportunity_id);

create table grant_search (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  name text not null check (name <> ''),
  words text not null default '',
  alns text[] not null default '{}',
  eligible_only boolean not null default true,
  digest text not null default 'daily' check (digest in ('daily', 'weekly', 'off')),
  told_until timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('grant_search');
create unique index grant_search_name on grant_search (org_id, person_id, lower(name));

-- What the agency says of itself on every application, once.
create table grant_applicant (
  org_id uuid not null,
  id uuid not null,
  legal_name text not null,
  ein text not null,
  uei text not null,
  sam_until date not null,
  applicant_type text not null,
  street text not null,
  city text not null,
  county text not null default '',
  state text not null,
  postal_code text not null,
  district text not null,
  phone text not null,
  email text not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('grant_applicant');

create table grant_application (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft',
  title text not null,
  opportunity_id uuid,
  opportunity_number text not null,
  grantor text not null,
  aln text not null default '',
  application_type text not null,
  award_number text not null default '',
  starts_on date not null,
  ends_on date not null,
  due_on date,
  owner_id uuid not null,
  prepared_by uuid[] not null default '{}',
  reviewed_by uuid,
  signed_by uuid,
  signed_name text,
  signed_title text,
  signed_phone text,
  signed_at timestamptz,
  signed_basis text,
  signed_sha256 text,
  package_sha256 text,
  package_file text,
  submitted_at timestamptz,
  submitted_by uuid,
  tracking_number text not null default '',
  status_reason text,
  federal_cents bigint not null default 0,
  match_cents bigint not null default 0,
  award_cents bigint,
  awarded_number text,
  awarded_on date,
  supersedes_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, supersedes_id) references grant_application(org_id, id),
  foreign key (org_id, opportunity_id) references grant_opportunity(org_id, id),
  foreign key (org_id) references organization(id),
  constraint grant_application_application_type_check check (application_type in ('new', 'continuation', 'revision')),
  constraint grant_application_check2 check (not (signed_by = any (prepared_by))),
  constraint grant_application_check1 check ((application_type = 'new') or (award_number <> '')),
  constraint grant_application_check check (ends_on >= starts_on),
  constraint grant_application_title_check check (title <> ''),
  constraint grant_application_status_check check (status in ('draft', 'internal_review', 'ready', 'submitted', 'accepted', 'rejected_by_portal', 'awarded', 'declined', 'withdrawn'))
);
select levee_secure('grant_application');
create index grant_application_status on grant_application (org_id, status, due_on);
create index grant_application_opportunity on grant_application (org_id, opportunity_id);

create table grant_application_form (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  form text not null,
  form_version text not null,
  answers jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id, form),
  foreign key (org_id) references organization(id),
  foreign key (org_id, application_id) references grant_application(org_id, id)
);
select levee_secure('grant_application_form');
create trigger keep before insert or update or delete on grant_application_form
  for each row execute function levee_keep_application();

create table grant_application_section (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  place int not null,
  title text not null check (title <> ''),
  asks text not null default '',
  body text not null default '',
  most_words int check (most_words > 0),
  owner_id uuid,
  due_on date,
  required boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, application_id) references grant_application(org_id, id)
);
select levee_secure('grant_application_section');
create index grant_application_section_of on grant_application_section (org_id, application_id, place);
create trigger keep before insert or update or delete on grant_application_section
  for each row execute function levee_keep_application();

create table grant_budget (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  body jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id),
  foreign key (org_id, application_id) references grant_application(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('grant_budget');
create trigger keep before insert or update or delete on grant_budget
  for each row execute function levee_keep_application();

-- What pursuing an opportunity takes, for the choice among them.
create table grant_pursuit (
  org_id uuid not null,
  id uuid not null,
  opportunity_id uuid not null,
  ask_cents bigint not null check (ask_cents > 0),
  chance int not null check ((chance >= 1) and (chance <= 100)),
  hours jsonb not null default '{}',
  match jsonb not null default '{}',
  excludes uuid[] not null default '{}',
  needs uuid[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, opportunity_id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, opportunity_id) references grant_opportunity(org_id, id)
);
select levee_secure('grant_pursuit');

create table grant_portfolio (
  org_id uuid not null,
  id uuid not null,
  limits jsonb not null,
  question jsonb not null,
  answer jsonb not null,
  made_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('grant_portfolio');
create index grant_portfolio_newest on grant_portfolio (org_id, created_at);

-- Where records are that nobody's address says exactly, and the agency's own layers on the map.
create table place_pin (
  org_id uuid not null,
  id uuid not null,
  noun text not null,
  record_id uuid not null,
  latitude numeric(9, 6) not null check ((latitude >= ('-90'::integer)::numeric) and (latitude <= (90)::numeric)),
  longitude numeric(9, 6) not null check ((longitude >= ('-180'::integer)::numeric) and (longitude <= (180)::numeric)),
  -- Meters around it in which the record is.
  accuracy int not null check ((accuracy >= 1) and (accuracy <= 100000)),
  pinned_by uuid,
  pinned_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, noun, record_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('place_pin');
comment on table place_pin is 'Where somebody pinned a record on the map; wins over the centre of its ZIP';

create table map_layer (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  note text not null default '',
  -- [{ name, note, geometry }]: points and polygons in degrees, east first.
  features jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('map_layer');
revoke delete on map_layer from levee_app;
create unique index map_layer_in_force on map_layer (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON map_layer FOR EACH ROW EXECUTE FUNCTION levee_definition_version();
comment on table map_layer is 'A layer of the agency''s own on the map, versioned';

-- Warnings as they came, what became of each, and what the agency does by rule.
create table alert_message (
  org_id uuid not null,
  id uuid not null,
  sha256 text not null,
  source text not null check (source in ('paste', 'feed')),
  received_at timestamptz not null default clock_timestamp(),
  -- As it came.
  body text not null,
  identifier text,
  -- Why it was not read; null when it was.
  problem text,
  -- Its identifier, those it refers to, and its events: what belongs together.
  links text[] not null default '{}',
  -- What was read of it.
  content jsonb,
  primary key (org_id, id),
  unique (org_id, sha256),
  foreign key (org_id) references organization(id)
);
select levee_secure('alert_message');
create index alert_message_links on alert_message using gin (links);
comment on table alert_message is 'Every message of a warning service as it came, once';

create table weather_alert (
  org_id uuid not null,
  id uuid not null,
  identifier text not null,
  event_key text not null,
  status text not null default 'received' check (status in ('received', 'active', 'superseded', 'cancelled', 'expired')),
  test boolean not null,
  event text not null,
  severity text not null,
  urgency text not null,
  certainty text not null,
  headline text not null,
  description text not null,
  instruction text not null,
  area_text text not null,
  sender text not null,
  sent_at timestamptz not null,
  onset_at timestamptz,
  ends_at timestamptz,
  -- SAME codes of its counties: as sent, and those for which it still holds.
  codes text[] not null,
  live_codes text[] not null,
  drawn text not null check (drawn in ('polygon', 'counties', 'none')),
  area jsonb not null,
  -- The version before it, whose area tells what is newly inside.
  before_identifier text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, identifier)
);
select levee_secure('weather_alert');
create index weather_alert_open on weather_alert (org_id, sent_at) where status in ('received', 'active');

create table alert_feed (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  address text not null,
  active boolean not null default true,
  etag text,
  tried_at timestamptz,
  last_ok_at timestamptz,
  failures int not null default 0,
  message text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, address),
  foreign key (org_id) references organization(id)
);
select levee_secure('alert_feed');
grant select (org_id, id, address, active, etag, tried_at, failures) on alert_feed to levee_identity;

create table alert_rule (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  events text[] not null default '{}',
  severities text[] not null default '{}',
  near_meters int not null default 0,
  needs_records boolean not null default true,
  people uuid[] not null default '{}',
  drafts_incident boolean not null default false,
  -- A rule may give its people something to do.
  to_do text not null default '' check (length(to_do) <= 200),
  -- A rule prepares emergency orders from kits: a line that an entitled person opens and issues, or sets
  -- aside. It reserves nothing and sends nothing.
  kits uuid[] not null default '{}',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('alert_rule');
revoke delete on alert_rule from levee_app;
create unique index alert_rule_in_force on alert_rule (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON alert_rule FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- That a rule acted on an event, once for each severity that it reached.
create table alert_rule_act (
  org_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  event_key text not null,
  severity text not null,
  alert_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, rule_id, event_key, severity),
  foreign key (org_id, alert_id) references weather_alert(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('alert_rule_act');

-- Incidents: who commands, when, what is asked for, what is told.
create table incident (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'monitoring' check (status in ('monitoring', 'activated', 'response', 'recovery', 'demobilized', 'after_action', 'closed')),
  title text not null,
  kind text not null,
  -- An exercise never touches the ledger, vendors or the public.
  exercise boolean not null default false,
  level int check ((level >= 1) and (level <= 3)),
  cause text not null default '',
  area_text text not null default '',
  area jsonb not null,
  begins_on date not null,
  ends_on date,
  federal_numbers text[] not null default '{}',
  declaration_id uuid,
  account_string_id uuid,
  department_id uuid,
  alert_id uuid,
  lessons text not null default '',
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, declaration_id) references local_declaration(org_id, id),
  foreign key (org_id, alert_id) references weather_alert(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  check ((ends_on is null) or (ends_on >= begins_on))
);
select levee_secure('incident');

create table incident_position (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  parent_id uuid,
  code text not null,
  title text not null,
  section text not null check (section in ('command', 'operations', 'planning', 'logistics', 'finance')),
  place int not null,
  primary key (org_id, id),
  unique (org_id, incident_id, code),
  foreign key (org_id, parent_id) references incident_position(org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id)
);
select levee_secure('incident_position');

create table incident_holding (
  org_id uuid not null,
  id uuid not null,
  position_id uuid not null,
  person_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz,
  handover text not null default '',
  primary key (org_id, id),
  foreign key (org_id, position_id) references incident_position(org_id, id),
  check ((to_at is null) or (to_at >= from_at))
);
select levee_secure('incident_holding');
create unique index incident_holding_now on incident_holding (org_id, position_id) where to_at is null;

create table incident_period (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  period_no int not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, incident_id, period_no),
  foreign key (org_id, incident_id) references incident(org_id, id),
  check (to_at > from_at),
  constraint incident_period_apart exclude using gist (org_id with =, incident_id with =, tstzrange(from_at, to_at) with &&)
);
select levee_secure('incident_period');

create table incident_objective (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  objective text not null,
  from_period int not null,
  -- The period in which it was met or dropped; open objectives carry on.
  until_period int,
  outcome text check (outcome in ('met', 'dropped')),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id)
);
select levee_secure('incident_objective');

create table incident_plan (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  period_id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved')),
  -- What no record holds: weather, safety, radio, medical.
  weather text not null default '',
  safety text not null default '',
  communications text not null default '',
  medical text not null default '',
  prepared_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  -- The set as it was approved, and its hash.
  frozen jsonb,
  sha256 text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, period_id),
  foreign key (org_id, period_id) references incident_period(org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id)
);
select levee_secure('incident_plan');

create table incident_log (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  happened_at timestamptz not null,
  entered_at timestamptz not null default clock_timestamp(),
  entered_by uuid,
  kind text not null check (kind in ('note', 'decision', 'status', 'correction')),
  entry text not null,
  corrects_id uuid,
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id)
);
select levee_secure('incident_log');
create index incident_log_time on incident_log (org_id, incident_id, happened_at);
create trigger stands before update or delete on incident_log for each row execute function incident_log_stands();

create table incident_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  incident_id uuid not null,
  status text not null default 'draft',
  title text not null,
  priority text not null,
  need text not null,
  deliver_to text not null default '',
  needed_at timestamptz not null,
  source text,
  supplier text not null default '',
  exigency text not null default '',
  requested_by uuid,
  section_by uuid,
  finance_by uuid,
  requisition_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The category of emergency work under which a request would be claimed.
  category text,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id),
  constraint incident_request_category_check check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z')),
  constraint incident_request_priority_check check (priority in ('urgent', 'routine', 'low')),
  constraint incident_request_check check ((requested_by is distinct from section_by) or (section_by is null)),
  constraint incident_request_source_check check (source in ('own', 'mutual_aid', 'contract', 'purchase')),
  constraint incident_request_status_check check (status in ('draft', 'section_approved', 'resource_check', 'ordering', 'finance_review', 'filled', 'partial', 'denied', 'cancelled', 'received', 'demobilized')),
  constraint incident_request_check1 check ((finance_by is null) or ((finance_by is distinct from requested_by) and (finance_by is distinct from section_by)))
);
select levee_secure('incident_request');
create index incident_request_of on incident_request (org_id, incident_id);

create table incident_request_line (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  line_no int not null,
  description text not null,
  quantity numeric(18, 4) not null,
  unit text not null,
  unit_price numeric(18, 4) not null,
  primary key (org_id, id),
  unique (org_id, request_id, line_no),
  foreign key (org_id, request_id) references incident_request(org_id, id)
);
select levee_secure('incident_request_line');

create table incident_release (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  incident_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'published', 'superseded')),
  title text not null,
  body text not null,
  author_id uuid,
  approved_by uuid,
  published_at timestamptz,
  supersedes_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident(org_id, id),
  check ((approved_by is null) or (approved_by is distinct from author_id))
);
select levee_secure('incident_release');
grant select (org_id, id, number, status, title, body, published_at) on incident_release to levee_anon;

create table risk (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'identified' check (status in ('identified', 'assessed', 'treated', 'monitored', 'closed')),
  title text not null,
  description text not null,
  public_text text not null default '',
  published boolean not null default false,
  owner_id uuid not null,
  review_on date not null,
  likelihood int check ((likelihood >= 1) and (likelihood <= 5)),
  impact int check ((impact >= 1) and (impact <= 5)),
  residual_likelihood int check ((residual_likelihood >= 1) and (residual_likelihood <= 5)),
  residual_impact int check ((residual_impact >= 1) and (residual_impact <= 5)),
  target int not null default 6 check ((target >= 1) and (target <= 25)),
  treatment text not null default '',
  assessed_by uuid,
  accepted_by uuid,
  incident_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident(org_id, id),
  foreign key (org_id) references organization(id),
  check ((not published) or (length(public_text) > 0))
);
select levee_secure('risk');
grant select (org_id, id, number, status, public_text, published, review_on, likelihood, impact, residual_likelihood, residual_impact) on risk to levee_anon;

-- What the agency owns and keeps: classes, assets, readings of their condition, days out of service.
create table asset_class (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  condition_scale text not null check (condition_scale in ('one_to_five', 'paser', 'pci', 'nbi')),
  life_months int check (life_months > 0),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Labels of assets, and the physical count of what federal money bought (2 CFR 200.313(d)(2)).
  public_reports boolean not null default false,
  -- What a job needs in parts, and which certificates it demands.
  certificates text not null default '',
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id) references organization(id)
);
select levee_secure('asset_class');

create table asset (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'planned',
  name text not null,
  class_id uuid constraint asset_class_id_not_null1 not null,
  tag text not null default '',
  parent_id uuid,
  place_id uuid,
  location text not null default '',
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  department_id uuid,
  custodian_id uuid,
  manufacturer text not null default '',
  model text not null default '',
  serial text not null default '',
  in_service_on date,
  warranty_until date,
  consequence int,
  likelihood int,
  criticality_reason text not null default '',
  condition int,
  condition_on date,
  cost_cents bigint,
  acquired_on date,
  salvage_cents bigint not null default 0,
  life_months int,
  federal_award text not null default '',
  federal_percent numeric(5, 2) not null default 0,
  disposed_on date,
  disposal_cents bigint,
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (custodian_id) references person(id),
  foreign key (org_id, class_id) references asset_class(org_id, id),
  foreign key (org_id, parent_id) references asset(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  constraint asset_cost_cents_check check (cost_cents >= 0),
  constraint asset_name_check check (name <> ''),
  constraint asset_latitude_check check ((latitude >= ('-90'::integer)::numeric) and (latitude <= (90)::numeric)),
  constraint asset_longitude_check check ((longitude >= ('-180'::integer)::numeric) and (longitude <= (180)::numeric)),
  constraint asset_consequence_check check ((consequence >= 1) and (consequence <= 5)),
  constraint asset_likelihood_check check ((likelihood >= 1) and (likelihood <= 5)),
  constraint asset_condition_check check ((condition >= 1) and (condition <= 5)),
  constraint asset_salvage_cents_check check (salvage_cents >= 0),
  constraint asset_life_months_check check (life_months > 0),
  constraint asset_federal_percent_check check ((federal_percent >= (0)::numeric) and (federal_percent <= (100)::numeric)),
  constraint asset_disposal_cents_check check (disposal_cents >= 0),
  constraint asset_check check (parent_id is distinct from id),
  constraint asset_check1 check ((latitude is null) = (longitude is null)),
  constraint asset_check2 check ((cost_cents is null) or (salvage_cents <= cost_cents))
);
select levee_secure('asset');
create unique index asset_tag on asset (org_id, lower(tag)) where tag <> '';
create index asset_class_of on asset (org_id, class_id);
create index asset_parent on asset (org_id, parent_id) where parent_id is not null;
create index asset_place on asset (org_id, place_id) where place_id is not null;
create index asset_department on asset (org_id, department_id);

-- A condition as it was read, in the scale of its class, and mapped to 1 (best) to 5.
create table asset_reading (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  read_on date not null,
  scale text not null,
  value numeric(6, 2) not null,
  condition int not null check ((condition >= 1) and (condition <= 5)),
  note text not null default '',
  read_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (read_by) references person(id),
  foreign key (org_id, asset_id) references asset(org_id, id)
);
select levee_secure('asset_reading');
create index asset_reading_of on asset_reading (org_id, asset_id, read_on desc);

create table asset_downtime (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz,
  reason text not null default '',
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  check (until_at >= from_at)
);
select levee_secure('asset_downtime');
create unique index asset_downtime_open on asset_downtime (org_id, asset_id) where until_at is null;
create index asset_downtime_of on asset_downtime (org_id, asset_id, from_at desc);

create table work_order (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'requested',
  title text not null check (title <> ''),
  description text not null default '',
  kind text not null check (kind in ('corrective', 'preventive', 'inspection', 'emergency', 'project')),
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  asset_id uuid,
  place_id uuid,
  location text not null default '',
  department_id uuid,
  requested_by uuid,
  approved_by uuid,
  lead_id uuid,
  due_on date,
  scheduled_on date,
  estimate_cents bigint check (estimate_cents >= 0),
  estimate_minutes int check (estimate_minutes >= 0),
  lockout boolean not null default false,
  lockout_by text not null default '',
  locate_ticket text not null default '',
  digs boolean not null default false,
  locate_until date,
  hold_because text,
  started_at timestamptz,
  completed_at timestamptz,
  problem text not null default '',
  cause text not null default '',
  remedy text not null default '',
  status_reason text,
  service_request_id uuid,
  follows_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  defect_key text not null default '',
  certificates text not null default '',
  certificates_by uuid,
  certificates_at timestamptz,
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (requested_by) references person(id),
  foreign key (approved_by) references person(id),
  foreign key (lead_id) references person(id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (certificates_by) references person(id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  foreign key (org_id, service_request_id) references service_request(org_id, id),
  foreign key (org_id, follows_id) references work_order(org_id, id)
);
select levee_secure('work_order');
create index work_order_asset on work_order (org_id, asset_id, created_at desc) where asset_id is not null;
create index work_order_status on work_order (org_id, status);
create index work_order_lead on work_order (org_id, lead_id) where lead_id is not null;
create index work_order_service_request on work_order (org_id, service_request_id) where service_request_id is not null;
create unique index work_order_defect on work_order (org_id, asset_id, defect_key)
where defect_key <> '' and asset_id is not null and status not in ('completed', 'closed', 'cancelled');

create table work_order_task (
  org_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  line_no int not null,
  title text not null check (title <> ''),
  mandatory boolean not null default false,
  done_at timestamptz,
  done_by uuid,
  primary key (org_id, id),
  unique (org_id, work_order_id, line_no),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (done_by) references person(id)
);
select levee_secure('work_order_task');

create table labor_class (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id) references organization(id)
);
select levee_secure('labor_class');

-- What an hour costs with its burden, from a day on: of a class of work, or of a class of units.
create table hour_rate (
  org_id uuid not null,
  id uuid not null,
  labor_class_id uuid,
  asset_class_id uuid,
  from_day date not null,
  regular_cents bigint not null check (regular_cents >= 0),
  -- Overtime of people; what a unit costs while it stands by.
  other_cents bigint not null check (other_cents >= 0),
  source text not null default '',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique NULLS NOT DISTINCT (org_id, labor_class_id, asset_class_id, from_day),
  foreign key (created_by) references person(id),
  foreign key (org_id, asset_class_id) references asset_class(org_id, id),
  foreign key (org_id, labor_class_id) references labor_class(org_id, id),
  foreign key (org_id) references organization(id),
  check ((labor_class_id is null) <> (asset_class_id is null))
);
select levee_secure('hour_rate');

create table work_hour (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null default 'entered',
  -- Who worked, or who operated the unit.
  person_id uuid,
  labor_class_id uuid,
  unit_id uuid,
  from_at timestamptz not null,
  to_at timestamptz not null,
  worked_on date not null,
  break_minutes int not null default 0,
  -- What counts: of people the time less breaks, of units the time that they ran.
  minutes int not null,
  standby_minutes int not null default 0,
  pay text not null default 'regular',
  activity text not null default '',
  meter numeric(12, 1),
  place_id uuid,
  asset_id uuid,
  work_order_id uuid,
  incident_id uuid,
  position_id uuid,
  corrects_id uuid,
  correction_reason text not null default '',
  entered_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, corrects_id) references work_hour(org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id),
  foreign key (org_id, unit_id) references asset(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (person_id) references person(id),
  foreign key (org_id) references organization(id),
  foreign key (entered_by) references person(id),
  foreign key (org_id, labor_class_id) references labor_class(org_id, id),
  foreign key (approved_by) references person(id),
  foreign key (org_id, position_id) references incident_position(org_id, id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  constraint work_hour_check1 check ((kind = 'equipment') = (unit_id is not null)),
  constraint work_hour_check2 check ((kind = 'equipment') or (person_id is not null)),
  constraint work_hour_pay_check check (pay in ('regular', 'overtime', 'premium', 'leave')),
  constraint work_hour_check3 check ((kind = 'equipment') or (standby_minutes = 0)),
  constraint work_hour_kind_check check (kind in ('labor', 'equipment')),
  constraint work_hour_status_check check (status in ('entered', 'approved', 'corrected', 'withdrawn')),
  constraint work_hour_break_minutes_check check (break_minutes >= 0),
  constraint work_hour_minutes_check check (minutes >= 0),
  constraint work_hour_standby_minutes_check check (standby_minutes >= 0),
  constraint work_hour_meter_check check (meter >= (0)::numeric),
  constraint work_hour_check check ((to_at > from_at) and (to_at <= (from_at + '24:00:00'::interval))),
  constraint work_hour_check4 check ((((minutes + standby_minutes) + break_minutes))::numeric <= (EXTRACT(epoch from (to_at - from_at)) / (60)::numeric)),
  constraint work_hour_person_apart exclude using gist (org_id with =, kind with =, person_id with =, tstzrange(from_at, to_at) with &&) where ((status = ANY (ARRAY['entered'::text, 'approved'::text]))),
  constraint work_hour_unit_apart exclude using gist (org_id with =, unit_id with =, tstzrange(from_at, to_at) with &&) where (((status = ANY (ARRAY['entered'::text, 'approved'::text])) AND (unit_id IS NOT NULL)))
);
select levee_secure('work_hour');
create unique index work_hour_corrects on work_hour (org_id, corrects_id) where corrects_id is not null and status <> 'withdrawn';
create index work_hour_order on work_hour (org_id, work_order_id) where work_order_id is not null;
create index work_hour_incident on work_hour (org_id, incident_id) where incident_id is not null;
create index work_hour_day on work_hour (org_id, worked_on desc, id);
create index work_hour_waiting on work_hour (org_id) where status = 'entered';
create trigger work_hour_locked before update on work_hour for each row execute function work_hour_locked();

-- Meters of assets, plans of preventive work, and their cycles.
create table asset_meter (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  kind text not null check (kind in ('hours', 'miles', 'cycles', 'gallons', 'kilowatt_hours')),
  -- What the dial shows, and what it counted in all, over its rollovers.
  value numeric(12, 1) not null check (value >= (0)::numeric),
  total numeric(14, 1) not null check (total >= (0)::numeric),
  read_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, asset_id, kind),
  foreign key (org_id) references organization(id),
  foreign key (org_id, asset_id) references asset(org_id, id)
);
select levee_secure('asset_meter');

create table meter_reading (
  org_id uuid not null,
  id uuid not null,
  meter_id uuid not null,
  value numeric(12, 1) not null check (value >= (0)::numeric),
  total numeric(14, 1) not null check (total >= (0)::numeric),
  read_at timestamptz not null,
  rolled_at numeric(12, 1),
  source text not null check (source in ('typed', 'hours', 'inspection', 'device')),
  read_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, meter_id, read_at),
  foreign key (read_by) references person(id),
  foreign key (org_id, meter_id) references asset_meter(org_id, id)
);
select levee_secure('meter_reading');

create table maintenance_plan (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '',
  due_by text not null check (due_by in ('calendar', 'meter', 'first')),
  every int check (every > 0),
  unit text check (unit in ('days', 'weeks', 'months', 'years')),
  anchor_on date,
  floating boolean not null default false,
  season_from text,
  season_to text,
  meter_kind text,
  meter_every int check (meter_every > 0),
  lead_days int not null default 7 check ((lead_days >= 0) and (lead_days <= 365)),
  covers uuid[] not null default '{}',
  class_id uuid,
  asset_ids uuid[] not null default '{}',
  route boolean not null default false,
  makes text not null default 'workOrder' check (makes in ('workOrder', 'inspection')),
  checklist_id uuid,
  priority text not null default 'normal',
  department_id uuid,
  lead_id uuid,
  estimate_minutes int,
  tasks jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id, class_id) references asset_class(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (published_by) references person(id),
  foreign key (lead_id) references person(id)
);
select levee_secure('maintenance_plan');
revoke delete on maintenance_plan from levee_app;
create unique index maintenance_plan_in_force on maintenance_plan (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON maintenance_plan FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

-- A time at which a plan was due for an asset (of a route: for all of its assets), and what came of it.
create table plan_cycle (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  plan_id uuid not null,
  asset_id uuid,
  due_on date not null,
  status text not null check (status in ('open', 'done', 'skipped', 'covered', 'missed')),
  why text not null default '',
  work_order_id uuid,
  inspection_id uuid,
  done_on date,
  meter_total numeric(14, 1),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (org_id, plan_id) references maintenance_plan(org_id, id)
);
select levee_secure('plan_cycle');
create unique index plan_cycle_day on plan_cycle (org_id, definition_id, asset_id, due_on) nulls not distinct;
-- Never two open orders of one plan on one asset.
create unique index plan_cycle_open on plan_cycle (org_id, definition_id, asset_id) nulls not distinct where status = 'open';
create index plan_cycle_order on plan_cycle (org_id, work_order_id) where work_order_id is not null;
create index plan_cycle_inspection on plan_cycle (org_id, inspection_id) where inspection_id is not null;
create index plan_cycle_due on plan_cycle (org_id, due_on desc);

-- Checklists, inspections on them, what they found, and corrective actions.
create table inspection_checklist (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  about text not null default '',
  citation text not null default '',
  certificates text[] not null default '{}',
  items jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id),
  foreign key (published_by) references person(id)
);
select levee_secure('inspection_checklist');
revoke delete on inspection_checklist from levee_app;
create unique index inspection_checklist_in_force on inspection_checklist (org_id, definition_id) where (status = 'published'::text);
create trigger definition_version BEFORE UPDATE ON inspection_checklist FOR EACH ROW EXECUTE FUNCTION levee_definition_version();

create table inspection (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'submitted', 'reviewed', 'closed', 'cancelled')),
  title text not null check (title <> ''),
  definition_version_id uuid not null,
  asset_id uuid,
  place_id uuid,
  location text not null default '',
  department_id uuid,
  assigned_to uuid,
  due_on date,
  answers jsonb not null default '{}',
  failed int not null default 0 check (failed >= 0),
  result text check (result in ('pass', 'fail')),
  qualification text not null default '',
  task_id uuid,
  submitted_by uuid,
  submitted_at timestamptz,
  reviewed_by uuid,
  review_note text not null default '',
  status_reason text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (org_id, definition_version_id) references inspection_checklist(org_id, id),
  foreign key (created_by) references person(id),
  foreign key (assigned_to) references person(id),
  foreign key (submitted_by) references person(id),
  foreign key (reviewed_by) references person(id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('inspection');
create index inspection_asset on inspection (org_id, asset_id, created_at desc) where asset_id is not null;
create index inspection_status on inspection (org_id, status);
create index inspection_person on inspection (org_id, assigned_to) where assigned_to is not null;

create table inspection_finding (
  org_id uuid not null,
  id uuid not null,
  inspection_id uuid not null,
  item_key text not null,
  item text not null,
  said text not null default '',
  asset_id uuid,
  work_order_id uuid,
  -- The order was open already for the same defect of the asset.
  joined boolean not null default false,
  took_out boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, inspection_id, item_key),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (org_id, inspection_id) references inspection(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('inspection_finding');
create index inspection_finding_asset on inspection_finding (org_id, asset_id) where asset_id is not null;

-- What is done so that it does not happen again; its subject is any noun.
create table corrective_action (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'opened' check (status in ('opened', 'contained', 'root_cause', 'plan_approved', 'implemented', 'effectiveness_check', 'closed', 'reopened')),
  title text not null check (title <> ''),
  subject_type text not null,
  subject_id uuid not null,
  subject_number text not null,
  subject_link text not null,
  problem text not null default '',
  containment text not null default '',
  root_cause text not null default '',
  plan text not null default '',
  owner_id uuid,
  due_on date,
  opened_by uuid,
  approved_by uuid,
  implemented_by uuid,
  implemented_on date,
  first_check_on date,
  first_check text not null default '',
  first_checked_by uuid,
  second_check_on date,
  second_check text not null default '',
  second_checked_by uuid,
  recurrences int not null default 0,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (owner_id) references person(id),
  foreign key (org_id) references organization(id),
  foreign key (second_checked_by) references person(id),
  foreign key (implemented_by) references person(id),
  foreign key (opened_by) references person(id),
  foreign key (approved_by) references person(id),
  foreign key (first_checked_by) references person(id)
);
select levee_secure('corrective_action');
create index corrective_action_subject on corrective_action (org_id, subject_type, subject_id);
create index corrective_action_open on corrective_action (org_id, status);

-- Safety: establishments and their years, cases, what is private of them, and how they were classified.
create table safety_establishment (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  company text not null default '',
  street text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  ein text not null default '',
  naics text not null default '',
  industry text not null default '',
  kind int not null default 3 check (kind = any (ARRAY[1, 2, 3])),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, name),
  foreign key (org_id) references organization(id)
);
select levee_secure('safety_establishment');

create table safety_year (
  org_id uuid not null,
  id uuid not null,
  establishment_id uuid not null,
  year int not null check ((year >= 2000) and (year <= 2200)),
  average_employees int check (average_employees >= 0),
  hours_worked int check (hours_worked >= 0),
  executive_name text not null default '',
  executive_title text not null default '',
  executive_phone text not null default '',
  certified_by uuid,
  certified_on date,
  posted_on date,
  removed_on date,
  sent_on date,
  change_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, establishment_id, year),
  foreign key (org_id) references organization(id),
  foreign key (org_id, establishment_id) references safety_establishment(org_id, id),
  foreign key (certified_by) references person(id)
);
select levee_secure('safety_year');

create table safety_case (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'reported' check (status in ('reported', 'triaged', 'investigating', 'classified', 'not_recordable', 'actions_open', 'closed')),
  kind text not null check (kind in ('injury', 'illness', 'near_miss')),
  -- Made of kind and place: nobody's words, so nobody's name.
  title text not null,
  happened_at timestamptz not null,
  happened_on date not null,
  reported_on date not null,
  -- Null: without a name.
  reported_by uuid,
  place_id uuid,
  location text not null default '',
  asset_id uuid,
  department_id uuid,
  establishment_id uuid,
  -- What could have happened: of near misses only, for everybody to learn from.
  hazard text not null default '',
  severe text check (severe in ('fatality', 'hospitalization', 'amputation', 'eye_loss')),
  severe_known_at timestamptz,
  severe_told_at timestamptz,
  severe_told_to text not null default '',
  finding text not null default '',
  recordable boolean,
  outcome text check (outcome in ('death', 'days_away', 'restricted', 'other')),
  injury_type int check ((injury_type >= 1) and (injury_type <= 6)),
  privacy boolean not null default false,
  days_away int not null default 0 check ((days_away >= 0) and (days_away <= 180)),
  days_restricted int not null default 0 check ((days_restricted >= 0) and (days_restricted <= 180)),
  classified_by uuid,
  classified_on date,
  work_order_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (reported_by) references person(id),
  foreign key (org_id, place_id) references agency_place(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (org_id, establishment_id) references safety_establishment(org_id, id),
  foreign key (classified_by) references person(id),
  check ((days_away + days_restricted) <= 180)
);
select levee_secure('safety_case');
create index safety_case_year on safety_case (org_id, establishment_id, happened_on) where recordable;
create index safety_case_status on safety_case (org_id, status);

-- Names and medical facts of a case, sealed: not readable from the database or a backup.
create table safety_private (
  org_id uuid not null,
  id uuid not null,
  sealed text not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references safety_case(org_id, id)
);
select levee_secure('safety_private');

-- Each answer of a classification, kept; the newest of a question counts.
create table safety_answer (
  org_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  question text not null,
  answer boolean not null,
  reason text not null default '',
  citation text not null,
  answered_by uuid,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, case_id) references safety_case(org_id, id),
  foreign key (answered_by) references person(id)
);
select levee_secure('safety_answer');
create index safety_answer_of on safety_answer (org_id, case_id, question, answered_at desc);

-- How next year's budget comes about: one cycle per fiscal year, from its preparation to its adoption.
create table budget_cycle (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  fiscal_year_id uuid not null,
  status text not null default 'preparation',
  message text not null default '',
  -- Percent of a hundredth by category, such as {"operating": 300} for 3 percent.
  inflation jsonb not null default '{}',
  prepared_by uuid,
  prepared_at timestamptz,
  decided_on date,
  resolution text not null default '',
  votes_for int,
  votes_against int,
  document text not null default '',
  decided_by uuid,
  adopted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, fiscal_year_id),
  foreign key (prepared_by) references person(id),
  foreign key (decided_by) references person(id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  constraint budget_cycle_votes_against_check check (votes_against >= 0),
  constraint budget_cycle_check1 check ((adopted_at is null) = (decided_on is null)),
  constraint budget_cycle_check check ((decided_by is null) or (decided_by is distinct from prepared_by)),
  constraint budget_cycle_votes_for_check check (votes_for >= 0),
  constraint budget_cycle_status_check check (status in ('preparation', 'departments', 'review', 'recommended', 'hearing', 'adopted', 'closed'))
);
select levee_secure('budget_cycle');

create table budget_cycle_step (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  line_no int not null,
  title text not null check (title <> ''),
  due_on date not null,
  owner_id uuid,
  done_on date,
  primary key (org_id, id),
  unique (org_id, cycle_id, line_no),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id),
  foreign key (owner_id) references person(id)
);
select levee_secure('budget_cycle_step');

-- What a department is to stay within in a fund.
create table budget_target (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  department_id uuid not null,
  fund_id uuid not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, cycle_id, department_id, fund_id),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id)
);
select levee_secure('budget_target');

create table budget_proposal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  cycle_id uuid not null,
  department_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'in_review', 'returned', 'accepted')),
  narrative text not null default '',
  submitted_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, cycle_id, department_id),
  foreign key (org_id) references organization(id),
  foreign key (submitted_by) references person(id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id)
);
select levee_secure('budget_proposal');
create index budget_proposal_status on budget_proposal (org_id, status);

-- A line of a proposal: its base with named parts and their rows, what the department asks, what the reviewer recommends.
create table budget_proposal_line (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  account_string_id uuid not null,
  -- entered by people; computed from positions; brought by an adopted capital plan.
  source text not null default 'entered',
  actuals jsonb not null default '[]',
  revised bigint not null default 0,
  projection bigint,
  parts jsonb not null default '[]',
  base bigint not null default 0,
  requested bigint not null default 0,
  reviewed bigint,
  review_reason text not null default '',
  reviewed_by uuid,
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  constraint budget_proposal_line_org_id_proposal_id_account_string_id_s_key unique (org_id, proposal_id, account_string_id, source),
  foreign key (reviewed_by) references person(id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, proposal_id) references budget_proposal(org_id, id),
  constraint budget_proposal_line_check1 check ((reviewed is null) or (review_reason <> '')),
  constraint budget_proposal_line_source_check check (source in ('entered', 'positions', 'capital')),
  constraint budget_proposal_line_requested_check check (requested >= 0),
  constraint budget_proposal_line_reviewed_check check (reviewed >= 0),
  constraint budget_proposal_line_check check ((source = 'entered') or (reviewed is null))
);
select levee_secure('budget_proposal_line');

create table budget_package (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  rank int not null check (rank > 0),
  title text not null check (title <> ''),
  kind text not null check (kind in ('one_time', 'ongoing')),
  reason text not null check (reason <> ''),
  status text not null default 'requested' check (status in ('requested', 'recommended', 'cut')),
  decision_reason text not null default '',
  decided_by uuid,
  lines jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (decided_by) references person(id),
  foreign key (org_id, proposal_id) references budget_proposal(org_id, id)
);
select levee_secure('budget_package');
create index budget_package_of on budget_package (org_id, proposal_id, rank);

-- What a proposal said at each of its steps; nobody changes it.
create table budget_proposal_version (
  org_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  version_no int not null,
  label text not null,
  lines jsonb not null,
  taken_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, proposal_id, version_no),
  foreign key (org_id, proposal_id) references budget_proposal(org_id, id),
  foreign key (taken_by) references person(id)
);
select levee_secure('budget_proposal_version');
revoke update, delete on budget_proposal_version from levee_app;

-- Positions of a cycle, without names of people. Pay and benefits in cents a year at full time.
create table budget_position (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  department_id uuid not null,
  package_id uuid,
  number text not null check (number <> ''),
  title text not null check (title <> ''),
  annual_pay bigint not null check (annual_pay >= 0),
  annual_benefits bigint not null check (annual_benefits >= 0),
  fte_thousandths int not null check ((fte_thousandths >= 1) and (fte_thousandths <= 1000)),
  months int not null default 12 check ((months >= 1) and (months <= 12)),
  filled boolean not null default true,
  raise_hundredths int not null default 0 check ((raise_hundredths >= 0) and (raise_hundredths <= 10000)),
  raise_from_month int not null default 1 check ((raise_from_month >= 1) and (raise_from_month <= 12)),
  splits jsonb not null,
  cents bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, number),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id),
  foreign key (org_id, package_id) references budget_package(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id)
);
select levee_secure('budget_position');
create index budget_position_department on budget_position (org_id, cycle_id, department_id);

-- What a fund must keep, from a day on. Law and policy are data with their citation.
create table budget_fund_rule (
  org_id uuid not null,
  id uuid not null,
  fund_id uuid,
  kind text not null check (kind in ('balanced', 'reserve')),
  from_on date not null,
  percent_hundredths int not null default 0 check ((percent_hundredths >= 0) and (percent_hundredths <= 100000)),
  cents bigint not null default 0 check (cents >= 0),
  citation text not null check (citation <> ''),
  verified boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id)
);
select levee_secure('budget_fund_rule');
create unique index budget_fund_rule_of on budget_fund_rule (org_id, kind, from_on, coalesce(fund_id, '00000000-0000-0000-0000-000000000000'));

create table budget_fund_balance (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  fund_id uuid not null,
  beginning bigint not null default 0,
  exception text not null default '',
  exception_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, fund_id),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id),
  foreign key (exception_by) references person(id),
  foreign key (org_id, fund_id) references segment_value(org_id, id)
);
select levee_secure('budget_fund_balance');

-- Amendments and transfers with many lines. What one gives is reserved from its submission on.
create table budget_amendment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('transfer', 'supplement', 'reduction')),
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'posted', 'returned', 'rejected', 'withdrawn')),
  fiscal_year_id uuid not null,
  title text not null check (title <> ''),
  reason text not null check (reason <> ''),
  source text not null default '',
  amount bigint not null default 0 check (amount >= 0),
  requested_by uuid,
  posted_by uuid,
  posted_at timestamptz,
  stop_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (posted_by) references person(id),
  foreign key (requested_by) references person(id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  check ((posted_by is null) or (posted_by is distinct from requested_by))
);
select levee_secure('budget_amendment');
create index budget_amendment_status on budget_amendment (org_id, status, created_at desc);

create table budget_amendment_line (
  org_id uuid not null,
  id uuid not null,
  amendment_id uuid not null,
  line_no int not null,
  account_string_id uuid not null,
  cents bigint not null check (cents <> 0),
  primary key (org_id, id),
  unique (org_id, amendment_id, account_string_id),
  unique (org_id, amendment_id, line_no),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, amendment_id) references budget_amendment(org_id, id)
);
select levee_secure('budget_amendment_line');

-- The book: every figure computed once, frozen with its hash.
create table budget_book (
  org_id uuid not null,
  id uuid not null,
  cycle_id uuid not null,
  version_no int not null,
  stage text not null check (stage in ('proposed', 'adopted')),
  content jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  published_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cycle_id, version_no),
  foreign key (org_id, cycle_id) references budget_cycle(org_id, id),
  foreign key (published_by) references person(id)
);
select levee_secure('budget_book');
revoke update, delete on budget_book from levee_app;
grant select (org_id, id, version_no, stage, content, hash, created_at) on budget_book to levee_anon;

-- Actuals of past years by month, beside the ledger and never in it.
create table budget_actual (
  org_id uuid not null,
  id uuid not null,
  year int not null check ((year >= 1900) and (year <= 2200)),
  -- The month of the fiscal year: 1 is its first.
  month int not null check ((month >= 1) and (month <= 12)),
  account_string_id uuid not null,
  cents bigint not null,
  primary key (org_id, id),
  unique (org_id, account_string_id, year, month),
  foreign key (org_id) references organization(id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('budget_actual');

-- What was forecast at the end of a month; later the page shows what it said and what came.
create table budget_forecast (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  account_string_id uuid not null,
  months int not null check ((months >= 0) and (months <= 12)),
  method text not null,
  cents bigint not null,
  low bigint not null,
  high bigint not null,
  made_on date not null,
  primary key (org_id, id),
  constraint budget_forecast_org_id_fiscal_year_id_account_string_id_mon_key unique (org_id, fiscal_year_id, account_string_id, months),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('budget_forecast');
revoke update, delete on budget_forecast from levee_app;

create table budget_forecast_scenario (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  name text not null check (name <> ''),
  -- Percent of a hundredth by category on what is still to come.
  changes jsonb not null,
  made_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, name),
  foreign key (made_by) references person(id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('budget_forecast_scenario');

-- Capital planning: criteria in versions, sources of money, requests, scores, scenarios and what was adopted of them.
create table capital_criteria (
  org_id uuid not null,
  id uuid not null,
  version_no int not null,
  items jsonb not null,
  published_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, version_no),
  foreign key (published_by) references person(id),
  foreign key (org_id) references organization(id)
);
select levee_secure('capital_criteria');
revoke update, delete on capital_criteria from levee_app;

create table capital_source (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  fund_id uuid not null,
  active boolean not null default true,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('capital_source');

create table capital_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft',
  title text not null,
  description text not null default '',
  department_id uuid not null,
  account_id uuid not null,
  earliest int not null,
  latest int not null,
  phases jsonb not null,
  funding jsonb not null,
  operating_cents bigint not null default 0,
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  requires jsonb not null default '[]',
  excludes jsonb not null default '[]',
  score int,
  project_id uuid,
  requested_by uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, account_id) references segment_value(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (requested_by) references person(id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, project_id) references segment_value(org_id, id),
  constraint capital_request_status_check check (status in ('draft', 'submitted', 'scored', 'recommended', 'adopted', 'deferred', 'declined', 'active', 'closed')),
  constraint capital_request_score_check check ((score >= 0) and (score <= 1000)),
  constraint capital_request_longitude_check check ((longitude >= ('-180'::integer)::numeric) and (longitude <= (180)::numeric)),
  constraint capital_request_check1 check ((latitude is null) = (longitude is null)),
  constraint capital_request_latitude_check check ((latitude >= ('-90'::integer)::numeric) and (latitude <= (90)::numeric)),
  constraint capital_request_check check (latest >= earliest),
  constraint capital_request_earliest_check check ((earliest >= 1990) and (earliest <= 2200)),
  constraint capital_request_title_check check (title <> '')
);
select levee_secure('capital_request');
create index capital_request_status on capital_request (org_id, status);
create index capital_request_department on capital_request (org_id, department_id);

create table capital_score (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  person_id uuid not null,
  criteria_id uuid not null,
  points jsonb not null,
  score int not null check ((score >= 0) and (score <= 1000)),
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, request_id, person_id),
  foreign key (org_id, criteria_id) references capital_criteria(org_id, id),
  foreign key (org_id, request_id) references capital_request(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('capital_score');

create table capital_scenario (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'solved', 'adopted', 'discarded')),
  name text not null check (name <> ''),
  first_year int not null check ((first_year >= 1990) and (first_year <= 2200)),
  years int not null check ((years >= 1) and (years <= 10)),
  ceilings jsonb not null,
  pins jsonb not null default '[]',
  bars jsonb not null default '[]',
  question jsonb,
  answer jsonb,
  made_by uuid,
  solved_at timestamptz,
  decided_on date,
  resolution text not null default '',
  decided_by uuid,
  adopted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (decided_by) references person(id),
  foreign key (made_by) references person(id),
  check ((decided_by is null) or (decided_by is distinct from made_by))
);
select levee_secure('capital_scenario');
-- One plan is adopted for a first year.
create unique index capital_scenario_adopted on capital_scenario (org_id, first_year) where adopted_at is not null;

create table capital_plan_item (
  org_id uuid not null,
  id uuid not null,
  scenario_id uuid not null,
  request_id uuid not null,
  project_id uuid not null,
  number text not null,
  title text not null,
  department text not null,
  start_year int not null,
  -- [{"year": 2028, "source": "…", "cents": 100}]
  payments jsonb not null,
  primary key (org_id, id),
  unique (org_id, scenario_id, request_id),
  foreign key (org_id, project_id) references segment_value(org_id, id),
  foreign key (org_id, scenario_id) references capital_scenario(org_id, id),
  foreign key (org_id, request_id) references capital_request(org_id, id)
);
select levee_secure('capital_plan_item');
grant select (org_id, id, scenario_id, number, title, department, start_year, payments) on capital_plan_item to levee_anon;

create table cost_center (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null check (name <> ''),
  department_id uuid not null,
  owner_id uuid,
  from_on date not null,
  to_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (owner_id) references person(id),
  foreign key (org_id) references organization(id),
  check (to_on >= from_on)
);
select levee_secure('cost_center');

-- Which center it belongs to from a day on; null for none.
create table cost_center_parent (
  org_id uuid not null,
  id uuid not null,
  center_id uuid not null,
  parent_id uuid,
  from_on date not null,
  primary key (org_id, id),
  unique (org_id, center_id, from_on),
  foreign key (org_id, parent_id) references cost_center(org_id, id),
  foreign key (org_id, center_id) references cost_center(org_id, id),
  check (parent_id is distinct from center_id)
);
select levee_secure('cost_center_parent');

create table allocation_pool (
  org_id uuid not null,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  account_string_id uuid not null,
  basis text not null check (basis in ('percent', 'fte')),
  targets jsonb not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id) references organization(id),
  foreign key (org_id, account_string_id) references account_string(org_id, id)
);
select levee_secure('allocation_pool');

create table allocation_run (
  org_id uuid not null,
  id uuid not null,
  pool_id uuid not null,
  -- The first day of the month that it shares out.
  period date not null check (EXTRACT(day from period) = (1)::numeric),
  cents bigint not null check (cents > 0),
  lines jsonb not null,
  journal_id uuid not null,
  live boolean not null default true,
  made_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, journal_id) references journal(org_id, id),
  foreign key (org_id, pool_id) references allocation_pool(org_id, id),
  foreign key (made_by) references person(id)
);
select levee_secure('allocation_run');
create unique index allocation_run_once on allocation_run (org_id, pool_id, period) where live;
create index allocation_run_journal on allocation_run (org_id, journal_id);

-- Grant money that the agency passes on: its own programs, their applications and scores, subawards,
-- what subrecipients ask for, and desk reviews of it.
create table grant_program (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft',
  title text not null,
  summary text not null default '',
  award_id uuid,
  total bigint not null,
  least bigint,
  most bigint,
  expected_awards int,
  match_percent int not null default 0,
  applicants text[] not null default '{}',
  opens_on date not null,
  closes_on date,
  starts_on date not null,
  ends_on date not null,
  contact_name text not null default '',
  contact_email text not null default '',
  owner_id uuid,
  published_at timestamptz,
  decided_on date,
  sheet text,
  sheet_sha256 text,
  frozen_at timestamptz,
  frozen_by uuid,
  status_reason text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (frozen_by) references person(id),
  foreign key (owner_id) references person(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  foreign key (created_by) references person(id),
  constraint grant_program_check3 check ((sheet is null) = (sheet_sha256 is null)),
  constraint grant_program_check2 check (("least" is null) or (most is null) or ("least" <= most)),
  constraint grant_program_most_check check (most > 0),
  constraint grant_program_status_check check (status in ('draft', 'open', 'scoring', 'scored', 'decided', 'withdrawn')),
  constraint grant_program_check1 check ((closes_on is null) or (closes_on >= opens_on)),
  constraint grant_program_check check (ends_on >= starts_on),
  constraint grant_program_title_check check (title <> ''),
  constraint grant_program_total_check check (total > 0),
  constraint grant_program_least_check check ("least" >= 0),
  constraint grant_program_match_percent_check check ((match_percent >= 0) and (match_percent <= 1000)),
  constraint grant_program_expected_awards_check check (expected_awards > 0)
);
select levee_secure('grant_program');
grant select (org_id, id, number, status, title, summary, total, least, most, expected_awards, match_percent, applicants, opens_on, closes_on, starts_on, ends_on, contact_name, contact_email, published_at, decided_on, created_at, updated_at) on grant_program to levee_anon;
grant select (org_id, id, number, status, title, summary, total, least, most, expected_awards, match_percent, applicants, opens_on, closes_on, starts_on, ends_on, contact_name, contact_email, published_at, decided_on, created_at, updated_at) on grant_program to levee_vendor;
create index grant_program_award on grant_program (org_id, award_id) where award_id is not null;

create table program_criterion (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  place int not null,
  name text not null check (name <> ''),
  about text not null default '',
  weight int not null check ((weight >= 1) and (weight <= 100)),
  max_score int not null default 10 check ((max_score >= 1) and (max_score <= 100)),
  primary key (org_id, id),
  unique (org_id, program_id, place),
  foreign key (org_id, program_id) references grant_program(org_id, id)
);
select levee_secure('program_criterion');
grant select on program_criterion to levee_anon;
grant select on program_criterion to levee_vendor;

create table program_reviewer (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  person_id uuid not null,
  declared_at timestamptz,
  declaration jsonb not null default '[]',
  recused_at timestamptz,
  recusal_reason text,
  handed_in_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, program_id, person_id),
  foreign key (org_id, program_id) references grant_program(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('program_reviewer');
create index program_reviewer_person on program_reviewer (org_id, person_id);

create table program_application (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'withdrawn', 'ineligible', 'selected', 'not_selected')),
  program_id uuid not null,
  vendor_id uuid not null,
  title text not null check (title <> ''),
  narrative text not null default '',
  budget jsonb not null default '[]',
  requested bigint not null default 0 check (requested >= 0),
  match bigint not null default 0 check (match >= 0),
  starts_on date not null,
  ends_on date not null,
  contact_name text not null default '',
  contact_email text not null default '',
  source text not null default 'portal' check (source in ('portal', 'staff')),
  submitted_at timestamptz,
  status_reason text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (created_by) references person(id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, program_id) references grant_program(org_id, id),
  foreign key (org_id) references organization(id),
  check (ends_on >= starts_on)
);
select levee_secure('program_application');
grant select on program_application to levee_vendor;
create unique index program_application_once on program_application (org_id, program_id, vendor_id) where status <> 'withdrawn';
create index program_application_vendor on program_application (org_id, vendor_id);

create table program_score (
  org_id uuid not null,
  id uuid not null,
  reviewer_id uuid not null,
  application_id uuid not null,
  criterion_id uuid not null,
  score numeric(6, 2) not null check (score >= (0)::numeric),
  note text not null default '',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  constraint program_score_org_id_reviewer_id_application_id_criterion_i_key unique (org_id, reviewer_id, application_id, criterion_id),
  foreign key (org_id, reviewer_id) references program_reviewer(org_id, id),
  foreign key (org_id, application_id) references program_application(org_id, id),
  foreign key (org_id, criterion_id) references program_criterion(org_id, id)
);
select levee_secure('program_score');
create index program_score_application on program_score (org_id, application_id);
create index program_score_criterion on program_score (org_id, criterion_id);

create table program_consensus (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  criterion_id uuid not null,
  score numeric(6, 2) not null check (score >= (0)::numeric),
  comment text not null default '',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id, criterion_id),
  foreign key (org_id, application_id) references program_application(org_id, id),
  foreign key (org_id, criterion_id) references program_criterion(org_id, id)
);
select levee_secure('program_consensus');
create index program_consensus_criterion on program_consensus (org_id, criterion_id);

create table subaward (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft',
  title text not null,
  award_id uuid not null,
  application_id uuid,
  vendor_id uuid not null,
  account_string_id uuid not null,
  fiscal_year_id uuid,
  amount bigint not null,
  match bigint not null default 0,
  budget jsonb not null default '[]',
  starts_on date not null,
  ends_on date not null,
  facts jsonb not null default '{}',
  risk jsonb,
  risk_points int,
  risk_level text,
  assessed_by uuid,
  assessed_on date,
  review_every int,
  encumbered bigint not null default 0,
  claimed bigint not null default 0,
  approved_by uuid,
  executed_on date,
  ended_on date,
  closed_on date,
  owner_id uuid,
  status_reason text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (approved_by) references person(id),
  foreign key (assessed_by) references person(id),
  foreign key (owner_id) references person(id),
  foreign key (created_by) references person(id),
  foreign key (org_id, award_id) references grant_award(org_id, id),
  foreign key (org_id, application_id) references program_application(org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id) references organization(id),
  constraint subaward_check1 check (claimed <= amount),
  constraint subaward_check check (ends_on >= starts_on),
  constraint subaward_claimed_check check (claimed >= 0),
  constraint subaward_encumbered_check check (encumbered >= 0),
  constraint subaward_review_every_check check (review_every > 0),
  constraint subaward_risk_level_check check (risk_level in ('low', 'medium', 'high')),
  constraint subaward_match_check check (match >= 0),
  constraint subaward_amount_check check (amount > 0),
  constraint subaward_title_check check (title <> ''),
  constraint subaward_status_check check (status in ('draft', 'assessed', 'approved', 'executed', 'active', 'on_hold', 'ended', 'closed', 'terminated', 'cancelled'))
);
select levee_secure('subaward');
grant select (org_id, id, number, status, title, vendor_id, amount, match, budget, starts_on, ends_on, facts, claimed, executed_on, ended_on, version) on subaward to levee_vendor;
create unique index subaward_application on subaward (org_id, application_id) where application_id is not null and status <> 'cancelled';
create index subaward_award on subaward (org_id, award_id);
create index subaward_vendor on subaward (org_id, vendor_id);
create index subaward_year on subaward (org_id, fiscal_year_id);

create table subaward_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'returned', 'withdrawn')),
  subaward_id uuid not null,
  period_from date not null,
  period_to date not null,
  amount bigint not null check (amount > 0),
  match bigint not null default 0 check (match >= 0),
  note text not null default '',
  invoice_id uuid,
  released bigint not null default 0 check (released >= 0),
  submitted_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_on date,
  status_reason text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, subaward_id) references subaward(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (decided_by) references person(id),
  foreign key (created_by) references person(id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  check (period_to >= period_from)
);
select levee_secure('subaward_request');
grant select on subaward_request to levee_vendor;
create index subaward_request_of on subaward_request (org_id, subaward_id);
create unique index subaward_request_invoice on subaward_request (org_id, invoice_id) where invoice_id is not null;

-- A cost of the subrecipient, as its own ledger has it.
create table subaward_cost (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  line_no int not null,
  incurred_on date not null,
  payee text not null check (payee <> ''),
  description text not null default '',
  object_class text not null,
  cents bigint not null check (cents <> 0),
  primary key (org_id, id),
  unique (org_id, request_id, line_no),
  foreign key (org_id, request_id) references subaward_request(org_id, id)
);
select levee_secure('subaward_cost');
grant select on subaward_cost to levee_vendor;

create table desk_review (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'drawn' check (status in ('drawn', 'done')),
  subaward_id uuid not null,
  seed text not null,
  population int not null check (population > 0),
  population_cents bigint not null,
  population_sha256 text not null,
  conclusion text not null default '',
  drawn_by uuid,
  done_by uuid,
  done_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (done_by) references person(id),
  foreign key (drawn_by) references person(id),
  foreign key (org_id, subaward_id) references subaward(org_id, id)
);
select levee_secure('desk_review');
create index desk_review_of on desk_review (org_id, subaward_id);

create table desk_review_line (
  org_id uuid not null,
  review_id uuid not null,
  cost_id uuid not null,
  place int not null,
  result text check (result in ('supported', 'not_supported')),
  questioned bigint not null default 0 check (questioned >= 0),
  note text not null default '',
  primary key (org_id, review_id, cost_id),
  foreign key (org_id, review_id) references desk_review(org_id, id),
  foreign key (org_id, cost_id) references subaward_cost(org_id, id)
);
select levee_secure('desk_review_line');

-- What stands by community lifelines, what was learned, where the public finds help.
create table incident_situation (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  number text not null,
  as_of timestamptz not null,
  summary text not null,
  -- [{ lifeline, status, reason }] for each of the eight, as it was said.
  lifelines jsonb not null,
  prepared_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, incident_id) references incident(org_id, id)
);
select levee_secure('incident_situation');
create index incident_situation_time on incident_situation (org_id, incident_id, as_of desc);
create trigger stands before update or delete on incident_situation for each row execute function incident_log_stands();

create table incident_observation (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  kind text not null check (kind in ('strength', 'improvement')),
  observed text not null,
  recommendation text not null default '',
  owner_id uuid,
  due_on date,
  -- The task that the improvement became.
  task_id uuid,
  written_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id),
  foreign key (org_id, task_id) references task(org_id, id),
  check ((kind = 'strength') or ((owner_id is not null) and (due_on is not null)))
);
select levee_secure('incident_observation');
create index incident_observation_of on incident_observation (org_id, incident_id);

create table incident_site (
  org_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  kind text not null,
  name text not null,
  address text not null default '',
  hours text not null default '',
  about text not null default '',
  latitude float8,
  longitude float8,
  status text not null default 'draft',
  written_by uuid,
  published_by uuid,
  published_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, incident_id) references incident(org_id, id),
  constraint incident_site_longitude_check check ((longitude >= ('-180'::integer)::double precision) and (longitude <= (180)::double precision)),
  constraint incident_site_latitude_check check ((latitude >= ('-90'::integer)::double precision) and (latitude <= (90)::double precision)),
  constraint incident_site_kind_check check (kind in ('shelter', 'closure', 'distribution', 'information')),
  constraint incident_site_check1 check ((latitude is null) = (longitude is null)),
  constraint incident_site_status_check check (status in ('draft', 'published', 'ended')),
  constraint incident_site_check check ((published_by is null) or (published_by is distinct from written_by))
);
select levee_secure('incident_site');
grant select (org_id, id, kind, name, address, hours, about, latitude, longitude, status, published_at) on incident_site to levee_anon;
create index incident_site_of on incident_site (org_id, incident_id);

-- What a vendor inside a warning says of its orders.
create table supply_question (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  alert_id uuid,
  order_ids uuid[] not null,
  orders text not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  answer text check (answer in ('on_time', 'late', 'cannot')),
  answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, alert_id) references weather_alert(org_id, id)
);
select levee_secure('supply_question');
grant select (org_id, id, vendor_id, orders, ends_at, answer) on supply_question to levee_vendor;
create index supply_question_vendor on supply_question (org_id, vendor_id, asked_at desc);

-- Public assistance of FEMA: declarations, damage, projects, costs, requests for money.
create table pa_threshold (
  org_id uuid not null,
  id uuid not null,
  fiscal_year int not null check ((fiscal_year >= 2000) and (fiscal_year <= 2200)),
  minimum_cents bigint not null check (minimum_cents > 0),
  large_cents bigint not null,
  source text not null,
  verified boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year),
  foreign key (org_id) references organization(id),
  check (large_cents > minimum_cents)
);
select levee_secure('pa_threshold');

create table pa_declaration (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'declared' check (status in ('declared', 'eligible', 'ineligible', 'closed')),
  incident_id uuid,
  title text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  declared_on date not null,
  period_from date not null,
  period_to date,
  fiscal_year int not null,
  guide_version text not null default '',
  rural boolean not null default false,
  pay_policy text not null default '',
  pay_policy_on date,
  pay_policy_contingent boolean not null default false,
  minimum_cents bigint,
  large_cents bigint,
  threshold_source text,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, incident_id) references incident(org_id, id),
  check ((period_to is null) or (period_to >= period_from))
);
select levee_secure('pa_declaration');

create table pa_area (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  county text not null,
  categories text[] not null,
  designated_on date not null,
  primary key (org_id, id),
  unique (org_id, declaration_id, county),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_area');

-- The federal share, in hundredths of a percent, of categories and days.
create table pa_share (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  categories text[] not null,
  from_day date not null,
  to_day date,
  rate int not null check ((rate >= 0) and (rate <= 10000)),
  source text not null,
  primary key (org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  check ((to_day is null) or (to_day >= from_day))
);
select levee_secure('pa_share');
create index pa_share_of on pa_share (org_id, declaration_id);

create table pa_amendment (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  amendment_no int not null,
  amended_on date not null,
  source text not null,
  changes jsonb not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, amendment_no),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_amendment');

-- Papers of the request for public assistance, each with its day.
create table pa_paper (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  key text not null,
  title text not null,
  due_on date,
  citation text not null default '',
  done_on date,
  done_by uuid,
  note text not null default '',
  place int not null,
  version int not null default 1,
  primary key (org_id, id),
  unique (org_id, declaration_id, key),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_paper');

create table pa_project (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'formulation' check (status in ('formulation', 'state_review', 'fema_review', 'signature', 'obligated', 'complete', 'closed', 'withdrawn')),
  declaration_id uuid not null,
  pw_number text not null default '',
  title text not null,
  category text not null check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z')),
  scope text not null default '',
  mitigation text not null default '',
  ehp text not null default '',
  insurance_cents bigint not null default 0 check (insurance_cents >= 0),
  insurance_actual boolean not null default false,
  estimate_cents bigint not null default 0,
  size text check (size in ('below', 'small', 'large')),
  size_source text,
  work_until date not null,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_project');
create index pa_project_of on pa_project (org_id, declaration_id, status);

create table pa_scope_line (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  line_no int not null,
  description text not null,
  quantity numeric(18, 4) not null,
  unit text not null,
  unit_price numeric(18, 4) not null,
  cents bigint not null,
  primary key (org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id)
);
select levee_secure('pa_scope_line');
create index pa_scope_line_of on pa_scope_line (org_id, project_id, line_no);

-- Amounts that FEMA obligated or took back, one a version; never changed.
create table pa_obligation (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  version_no int not null,
  cents bigint not null check (cents <> 0),
  obligated_on date not null,
  document text not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, version_no),
  foreign key (org_id, project_id) references pa_project(org_id, id)
);
select levee_secure('pa_obligation');

create table pa_damage (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'reported' check (status in ('reported', 'inspected', 'documented', 'ineligible', 'duplicate', 'withdrawn')),
  declaration_id uuid not null,
  project_id uuid,
  title text not null,
  location text not null,
  latitude float8 check ((latitude >= ('-90'::integer)::double precision) and (latitude <= (90)::double precision)),
  longitude float8 check ((longitude >= ('-180'::integer)::double precision) and (longitude <= (180)::double precision)),
  category text not null check (category in ('A', 'B', 'C', 'D', 'E', 'F', 'G')),
  cause text not null,
  occurred_on date not null,
  responsibility text not null default '',
  dimensions text not null default '',
  estimate_cents bigint not null default 0 check (estimate_cents >= 0),
  insured boolean not null default false,
  flood_zone boolean not null default false,
  other_agency text not null default '',
  inspected_by uuid,
  inspected_on date,
  reported_by uuid,
  duplicate_of uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, duplicate_of) references pa_damage(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id)
);
select levee_secure('pa_damage');
create index pa_damage_of on pa_damage (org_id, declaration_id, status);
create index pa_damage_project on pa_damage (org_id, project_id) where project_id is not null;

-- A request for reimbursement of one project.
create table pa_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'checked', 'certified', 'submitted', 'returned', 'paid', 'cancelled')),
  project_id uuid not null,
  total bigint not null default 0,
  insured bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  uncovered bigint not null default 0,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  digest text,
  reference text not null default '',
  submitted_on date,
  paid_on date,
  paid_cents bigint,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, project_id) references pa_project(org_id, id)
);
select levee_secure('pa_request');
create index pa_request_of on pa_request (org_id, project_id, status);

-- What a project costs: a cost line, an hour of a person or of a unit. Assigned is not claimed.
create table pa_item (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  kind text not null,
  cost_line_id uuid,
  work_hour_id uuid,
  label text not null,
  person text not null default '',
  day_from date not null,
  day_to date not null,
  minutes int not null default 0,
  pay text,
  cents bigint not null,
  eligible boolean not null,
  rule text not null,
  citation text not null default '',
  request_id uuid,
  insured bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  waits_because text,
  assigned_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  rate_cents bigint,
  benefit_cents bigint,
  primary key (org_id, id),
  foreign key (org_id, cost_line_id) references cost_line(org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id, work_hour_id) references work_hour(org_id, id),
  foreign key (org_id, request_id) references pa_request(org_id, id),
  constraint pa_item_check check ((kind = 'cost') = (cost_line_id is not null)),
  constraint pa_item_pay_check check (pay in ('regular', 'overtime', 'premium', 'leave')),
  constraint pa_item_check1 check ((kind = 'cost') = (work_hour_id is null)),
  constraint pa_item_kind_check check (kind in ('cost', 'labor', 'equipment'))
);
select levee_secure('pa_item');
create index pa_item_of on pa_item (org_id, project_id, kind, day_from);
create index pa_item_request on pa_item (org_id, request_id) where request_id is not null;
-- An hour belongs to one project, and a cost line once to each.
create unique index pa_item_hour on pa_item (org_id, work_hour_id) where work_hour_id is not null;
create unique index pa_item_cost on pa_item (org_id, project_id, cost_line_id) where cost_line_id is not null;

create table pa_question (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  declaration_id uuid not null,
  project_id uuid,
  asked_by text not null,
  asked_on date not null,
  due_on date not null,
  question text not null,
  answer text not null default '',
  answered_on date,
  answered_by uuid,
  delivery text not null default '',
  earlier_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id, earlier_id) references pa_question(org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_question');
create index pa_question_of on pa_question (org_id, declaration_id, status);

create table pa_appeal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'determined' check (status in ('determined', 'filed', 'forwarded', 'granted', 'denied', 'late')),
  project_id uuid not null,
  level text not null check (level in ('first', 'second', 'arbitration')),
  subject text not null,
  disputed_cents bigint not null check (disputed_cents > 0),
  determined_on date not null,
  sent_on date,
  received_on date,
  file_by date,
  forward_by date,
  citation text not null,
  filed_on date,
  forwarded_on date,
  decided_on date,
  argument text not null default '',
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_appeal');
create index pa_appeal_of on pa_appeal (org_id, project_id, status);

create table pa_mitigation (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'awarded', 'denied', 'withdrawn')),
  program text not null check (program in ('HMGP', 'BRIC', 'FMA')),
  opportunity text not null default '',
  declaration_id uuid,
  title text not null,
  problem text not null,
  alternatives text not null default '',
  cost_cents bigint not null check (cost_cents > 0),
  maintenance_cents bigint not null default 0 check (maintenance_cents >= 0),
  useful_years int not null check ((useful_years >= 1) and (useful_years <= 100)),
  rate_percent numeric(6, 3) not null check (rate_percent >= (0)::numeric),
  recurrences jsonb not null,
  prepared_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_mitigation');

-- What FEMA publishes, as it was imported; rows that could not be read are listed, never guessed.
create table fema_import (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('declarations', 'equipment')),
  name text not null,
  sha256 text not null,
  data_as_of date not null,
  rows_read int not null,
  rows_taken int not null,
  odd jsonb not null default '[]',
  imported_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, sha256),
  foreign key (org_id) references organization(id)
);
select levee_secure('fema_import');

create table fema_equipment_rate (
  org_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  from_day date not null,
  code text not null,
  equipment text not null,
  specification text not null default '',
  unit text not null check (unit in ('hour', 'mile')),
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, from_day, code),
  foreign key (org_id, import_id) references fema_import(org_id, id)
);
select levee_secure('fema_equipment_rate');

-- Which code of FEMA's schedule a class of units has.
create table fema_unit_code (
  org_id uuid not null,
  asset_class_id uuid not null,
  code text not null,
  primary key (org_id, asset_class_id),
  foreign key (org_id, asset_class_id) references asset_class(org_id, id)
);
select levee_secure('fema_unit_code');

-- So many days after the end of a request its reporter may open it again, by the day of its end.
create table service_reopen_rule (
  org_id uuid not null,
  id uuid not null,
  from_day date not null,
  days int not null check ((days >= 0) and (days <= 365)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, from_day),
  foreign key (org_id) references organization(id)
);
select levee_secure('service_reopen_rule');

-- What whoever reported wrote afterwards.
create table service_addition (
  org_id uuid not null,
  id uuid not null,
  service_request_id uuid not null,
  words text not null default '',
  photo_id uuid,
  reopens boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, service_request_id) references service_request(org_id, id),
  check ((words <> '') or (photo_id is not null))
);
select levee_secure('service_addition');
create index service_addition_of on service_addition (org_id, service_request_id, created_at);

-- Who said "me too", and confirmed it by the letter.
create table service_follower (
  org_id uuid not null,
  id uuid not null,
  service_request_id uuid not null,
  email text not null check (email <> ''),
  token_digest text not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, service_request_id) references service_request(org_id, id)
);
select levee_secure('service_follower');
create unique index service_follower_of on service_follower (org_id, service_request_id, email);

create table asset_count (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  federal boolean not null,
  department_id uuid,
  opened_by uuid not null,
  closed_by uuid,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (opened_by) references person(id),
  foreign key (closed_by) references person(id),
  check ((status = 'closed') = (closed_at is not null))
);
select levee_secure('asset_count');

-- One row for each asset that the count looks for; found once, by whom and how.
create table asset_count_line (
  org_id uuid not null,
  count_id uuid not null,
  asset_id uuid not null,
  found_at timestamptz,
  found_by uuid,
  scanned boolean not null default false,
  missing_reason text not null default '',
  primary key (org_id, count_id, asset_id),
  foreign key (found_by) references person(id),
  foreign key (org_id, count_id) references asset_count(org_id, id),
  foreign key (org_id, asset_id) references asset(org_id, id)
);
select levee_secure('asset_count_line');
create index asset_count_line_asset on asset_count_line (org_id, asset_id) where found_at is not null;

create table work_need (
  org_id uuid not null,
  id uuid not null,
  work_order_id uuid not null,
  line_no int not null,
  description text not null,
  commodity_code text,
  quantity numeric(18, 4) not null,
  unit text not null,
  status text not null default 'needed',
  requisition_id uuid,
  receipt_line_id uuid,
  -- What the part's source calls what it issued.
  source_ref text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, work_order_id, line_no),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (org_id, receipt_line_id) references receipt_line(org_id, id),
  constraint work_need_status_check check (status in ('needed', 'requested', 'received', 'issued', 'dropped')),
  constraint work_need_description_check check (description <> ''),
  constraint work_need_check check ((status <> 'requested') or (requisition_id is not null)),
  constraint work_need_check1 check ((status <> 'received') or (receipt_line_id is not null)),
  constraint work_need_quantity_check check (quantity > (0)::numeric),
  constraint work_need_unit_check check (unit <> '')
);
select levee_secure('work_need');
create index work_need_requisition on work_need (org_id, requisition_id) where requisition_id is not null;

-- What federal agencies ask of the market, read by a connector: beside the agency's own solicitations.
create table federal_opportunity (
  org_id uuid not null,
  id uuid not null,
  -- The notice's own key at SAM.gov; the same solicitation may have several notices.
  notice_id text not null check (notice_id <> ''),
  number text not null default '',
  title text not null check (title <> ''),
  agency text not null default '',
  kind text not null default '',
  set_aside text not null default '',
  naics text not null default '',
  psc text not null default '',
  place text not null default '',
  posted_on date,
  -- As the source says it: with its offset from universal time, else a day alone.
  due_at timestamptz,
  due_on date,
  active boolean not null default true,
  url text not null default '',
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, notice_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('federal_opportunity');
create index federal_opportunity_due on federal_opportunity (org_id, due_on);
create index federal_opportunity_posted on federal_opportunity (org_id, posted_on);

create table alert_kit_draft (
  org_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  event_key text not null,
  kit_id uuid not null,
  prepared_at timestamptz not null default clock_timestamp(),
  set_aside_at timestamptz,
  set_aside_by uuid,
  reason text not null default '',
  primary key (org_id, id),
  unique (org_id, event_key, kit_id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, kit_id) references emergency_kit(org_id, id),
  foreign key (org_id, alert_id) references weather_alert(org_id, id),
  foreign key (set_aside_by) references person(id),
  check ((set_aside_at is null) = (reason = ''))
);
select levee_secure('alert_kit_draft');

-- Who writes one section of an application without being of the agency, by the link of a letter.
create table grant_contributor (
  org_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  section_id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  until_on date not null,
  invited_by uuid not null,
  handed_in_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, section_id) references grant_application_section(org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, application_id) references grant_application(org_id, id),
  foreign key (invited_by) references person(id)
);
select levee_secure('grant_contributor');
create unique index grant_contributor_once on grant_contributor (org_id, section_id, lower(email))
  where ended_at is null;
create index grant_contributor_of on grant_contributor (org_id, application_id);

-- What changes the book of an asset after it went into service, and from which cost on an asset is
-- capitalized, as the agency decided on a day.
create table asset_improvement (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  on_day date not null,
  cents bigint not null check (cents > 0),
  -- The useful life from the first day in service on, where the improvement changes it.
  life_months int check (life_months > 0),
  description text not null check (description <> ''),
  -- The work whose posted invoices it capitalizes.
  work_order_id uuid,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (created_by) references person(id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id)
);
select levee_secure('asset_improvement');
create index asset_improvement_of on asset_improvement (org_id, asset_id, on_day);
create unique index asset_improvement_work on asset_improvement (org_id, work_order_id) where work_order_id is not null;

create table capitalization_rule (
  org_id uuid not null,
  id uuid not null,
  from_day date not null,
  threshold_cents bigint not null check (threshold_cents >= 0),
  source text not null check (source <> ''),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, from_day),
  foreign key (created_by) references person(id),
  foreign key (org_id) references organization(id)
);
select levee_secure('capitalization_rule');

-- A policy of pay for one class of work, where it differs from that of the declaration.
create table pa_pay_policy (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  labor_class_id uuid not null,
  title text not null check (title <> ''),
  adopted_on date not null,
  contingent boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, labor_class_id),
  foreign key (org_id, labor_class_id) references labor_class(org_id, id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_pay_policy');

-- Timesheets as they were read: how many rows became hours, and which did not, with the reason.
create table pa_timesheet (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  name text not null,
  sha256 text not null,
  layout text not null check (layout in ('days', 'form')),
  rows_read int not null,
  rows_taken int not null,
  rows_known int not null,
  minutes_read int not null,
  minutes_taken int not null,
  refused jsonb not null default '[]',
  imported_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_timesheet');
create index pa_timesheet_of on pa_timesheet (org_id, declaration_id, created_at desc);

-- The bundle of a request: one ZIP with its manifest, made by a job.
create table pa_bundle (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  -- What the papers in it are made of; the same sources give the same papers, as the ledger stood then.
  sources text,
  papers jsonb,
  attested_at timestamptz,
  attested_entry uuid,
  ledger_size bigint,
  file_id uuid,
  sha256 text,
  size bigint,
  manifest text,
  files int,
  entries int,
  cents bigint,
  requested_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, request_id) references pa_request(org_id, id),
  constraint pa_bundle_papers check ((papers is null) = (attested_at is null))
);
select levee_secure('pa_bundle');
create index pa_bundle_of on pa_bundle (org_id, request_id, created_at desc);

-- What an hour of a class of work costs, wage and benefits apart, regular and overtime apart.
create table pa_benefit_sheet (
  org_id uuid not null,
  id uuid not null,
  labor_class_id uuid not null,
  from_day date not null,
  regular_wage bigint not null check (regular_wage > 0),
  overtime_wage bigint not null check (overtime_wage > 0),
  -- Each with its shares of the wage in hundredths of a percent: of regular and of overtime hours.
  benefits jsonb not null,
  source text not null check (source <> ''),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, labor_class_id, from_day),
  foreign key (org_id, labor_class_id) references labor_class(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_benefit_sheet');

-- Work that others gave: it offsets the agency's own part only.
create table pa_donation (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  donor text not null check (donor <> ''),
  worked_on date not null,
  site text not null check (site <> ''),
  skill text not null check (skill <> ''),
  minutes int not null check ((minutes >= 1) and (minutes <= 1440)),
  rate_cents bigint not null check (rate_cents > 0),
  rate_basis text not null check (rate_basis <> ''),
  sign_in_file_id uuid not null,
  cents bigint not null check (cents >= 0),
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, donor, worked_on, site, skill),
  foreign key (org_id, sign_in_file_id) references stored_file(org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_donation');

-- Help of another agency: its agreement, what it billed and what we paid for it.
create table pa_mutual_aid (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  cost_line_id uuid not null,
  provider text not null check (provider <> ''),
  agreement text not null check (agreement <> ''),
  agreed_on date not null,
  agreement_file_id uuid not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, cost_line_id),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id, cost_line_id) references cost_line(org_id, id),
  foreign key (org_id, agreement_file_id) references stored_file(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_mutual_aid');

-- More time for a project: asked for with its reason, approved within the agency, decided by the state or FEMA.
create table pa_extension (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'pending', 'returned', 'approved', 'sent', 'granted', 'denied', 'rejected')),
  project_id uuid not null,
  until date not null,
  decider text not null check (decider in ('recipient', 'fema')),
  reason text not null,
  progress text not null,
  timeline text not null,
  sent_on date,
  decided_on date,
  document text not null default '',
  prepared_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references pa_project(org_id, id),
  foreign key (org_id) references organization(id)
);
select levee_secure('pa_extension');
create index pa_extension_of on pa_extension (org_id, project_id, status);

-- What OpenFEMA publishes, row by row, as it was read last. Ours is compared with it, never written over.
create table fema_published (
  org_id uuid not null,
  id uuid not null,
  dataset text not null check (dataset in ('declarations', 'projects', 'mitigation')),
  key text not null,
  number text not null,
  state text not null default '',
  area text not null default '',
  title text not null default '',
  category text not null default '',
  status text not null default '',
  day date,
  ends_on date,
  cents bigint,
  federal_cents bigint,
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, dataset, key),
  foreign key (org_id) references organization(id)
);
select levee_secure('fema_published');
create index fema_published_of on fema_published (org_id, dataset, number);

-- The award that a declaration opened, once for each assistance listing.
create table pa_award (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  listing text not null check (listing in ('97.036', '97.039')),
  award_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, listing),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id),
  foreign key (org_id, award_id) references grant_award(org_id, id)
);
select levee_secure('pa_award');

-- Clauses that the dated rules ask of an order on federal money which came of no solicitation and no
-- contract, as they stood when it was issued. Orders from before have none: the gap is shown.
create table order_clause (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  "position" int not null,
  rule_key text not null,
  title text not null,
  citation text not null,
  text text not null,
  because text not null,
  verified boolean not null,
  primary key (org_id, id),
  unique (org_id, purchase_order_id, "position"),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('order_clause');

-- Policies that pay for a disaster's damage: what is expected, then what was paid, shared out over projects.
create table pa_insurance (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  policy text not null check (policy <> ''),
  insurer text not null check (insurer <> ''),
  loss_cents bigint not null check (loss_cents >= 0),
  deductible_cents bigint not null check (deductible_cents >= 0),
  limit_cents bigint not null check (limit_cents >= 0),
  -- What flood insurance would have paid for what stood in a flood zone, insured or not.
  flood_cents bigint not null default 0 check (flood_cents >= 0),
  anticipated_cents bigint not null check (anticipated_cents >= 0),
  actual_cents bigint check (actual_cents >= 0),
  settled_on date,
  document text not null default '',
  version int not null default 1,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, policy),
  foreign key (org_id) references organization(id),
  foreign key (org_id, declaration_id) references pa_declaration(org_id, id)
);
select levee_secure('pa_insurance');

create table pa_insurance_share (
  org_id uuid not null,
  id uuid not null,
  insurance_id uuid not null,
  project_id uuid not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, insurance_id, project_id),
  foreign key (org_id, insurance_id) references pa_insurance(org_id, id),
  foreign key (org_id, project_id) references pa_project(org_id, id)
);
select levee_secure('pa_insurance_share');
create index pa_insurance_share_of on pa_insurance_share (org_id, project_id);

-- Tables that name each other.
alter table requisition add foreign key (org_id, incident_id) references incident(org_id, id);
alter table requisition add foreign key (org_id, place_id) references agency_place(org_id, id);
alter table purchase_order add foreign key (org_id, incident_id) references incident(org_id, id);
alter table purchase_order add foreign key (org_id, place_id) references agency_place(org_id, id);
alter table purchase_order add foreign key (org_id, contract_id) references contract(org_id, id);
alter table payment_run add foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id);
alter table payment add foreign key (org_id, bank_file_id) references payment_file(org_id, id);
alter table payment add foreign key (org_id, agency_account_id) references agency_bank_account(org_id, id);
alter table contract_signing add foreign key (org_id, signature_id) references signature_request(org_id, id);
alter table contract_signing add foreign key (org_id, change_id) references contract_change(org_id, id);
alter table contract_ceiling_entry add foreign key (org_id, change_id) references contract_change(org_id, id);
alter table contract_change add foreign key (org_id, claim_id) references contract_claim(org_id, id);
alter table plan_cycle add foreign key (org_id, inspection_id) references inspection(org_id, id);

-- Who is charged by a line, whole or divided; read under the row security of whoever asks.
create view requisition_share with (security_invoker = true) as
  select org_id, id as line_id, id, account_string_id, 100::numeric(9, 4) as percent, amount, ordered_amount, released from requisition_line where account_string_id is not null
  union all select org_id, line_id, id, account_string_id, percent, amount, ordered_amount, released from requisition_split;
grant select on requisition_share to levee_app;

create view purchase_order_share with (security_invoker = true) as
  select org_id, id as line_id, id, account_string_id, 100::numeric(9, 4) as percent, amount, encumbered, expended, taken from purchase_order_line where account_string_id is not null
  union all select org_id, line_id, id, account_string_id, percent, amount, encumbered, expended, taken from purchase_order_split;
grant select on purchase_order_share to levee_app;

create view invoice_share with (security_invoker = true) as
  select org_id, invoice_id, id as line_id, id, account_string_id, charged as amount from invoice_line where account_string_id is not null
  union all select org_id, invoice_id, line_id, id, account_string_id, amount from invoice_split;
grant select on invoice_share to levee_app;

-- The duties that are held now. Who keeps a reading of duties for later reads the table with its ends.
create view held_duty with (security_invoker = true) as
  select org_id, person_id, duty, granted_at, granted_by, expires_at, source, reason, source_id
  from member_duty
  where expires_at is null or expires_at > clock_timestamp();
grant select on held_duty to levee_app;
grant select on held_duty to levee_identity;
comment on view held_duty is 'Duties of members that are not over';

-- Every figure of a cycle by account string: what departments ask, and what stands of it after the review.
create view budget_figure with (security_invoker = true) as
  select l.org_id, p.cycle_id, p.id as proposal_id, p.department_id, l.account_string_id, null::uuid as package_id, l.source as origin, l.base, l.requested, coalesce(l.reviewed, l.requested) as recommended
  from budget_proposal_line l
  join budget_proposal p on p.org_id = l.org_id and p.id = l.proposal_id
  union all
  select k.org_id, p.cycle_id, p.id, p.department_id, (x ->> 'accountStringId')::uuid, k.id, 'package', 0, (x ->> 'cents')::bigint,
    case when k.status = 'recommended' then coalesce((x ->> 'reviewed')::bigint, (x ->> 'cents')::bigint) else 0 end
  from budget_package k
  join budget_proposal p on p.org_id = k.org_id and p.id = k.proposal_id
  cross join lateral jsonb_array_elements(k.lines) x
  union all
  select o.org_id, o.cycle_id, p.id, p.department_id, (x ->> 'accountStringId')::uuid, k.id, 'package', 0, (x ->> 'cents')::bigint,
    case when k.status = 'recommended' then (x ->> 'cents')::bigint else 0 end
  from budget_position o
  join budget_package k on k.org_id = o.org_id and k.id = o.package_id
  join budget_proposal p on p.org_id = k.org_id and p.id = k.proposal_id
  cross join lateral jsonb_array_elements(o.splits) x;
grant select on budget_figure to levee_app;

-- Who sees and writes which rows, beyond an agency's own.
create policy documents on stored_file for select to levee_anon, levee_vendor using (exists (select 1 from solicitation_document d where ((d.org_id = stored_file.org_id) and (d.file_id = stored_file.id))));
create policy marks on stored_file for select to levee_anon using ((org_id, id) in (select l.org_id, l.mark_file_id from agency_look l));
create policy all_of_it on demo_story to levee_identity using (true) with check (true);
-- Names: one's own, and of everyone who is or was a member of the agency in scope.
create policy acquainted on person for select to levee_app using (
  id = (select levee_person()) or exists (select 1 from organization_member m where m.org_id = (select levee_org()) and m.person_id = person.id)
);
create policy identity on person to levee_identity using (true) with check (true);
create policy identity on account to levee_identity using (true) with check (true);
create policy identity on session to levee_identity using (true) with check (true);
create policy identity on refresh_token to levee_identity using (true) with check (true);
create policy identity on verification to levee_identity using (true) with check (true);
create policy identity on two_factor to levee_identity using (true) with check (true);
create policy identity on backup_code to levee_identity using (true) with check (true);
create policy identity on rate_limit to levee_identity using (true) with check (true);
create policy add_event on security_event for insert to levee_app
  with check (org_id is not distinct from (select levee_org()) and person_id is not distinct from (select levee_person()));
create policy agency_events on security_event for select to levee_app using (org_id = (select levee_org()));
create policy identity on security_event to levee_identity using (true) with check (true);
create policy identity on vendor_identity to levee_identity using (true) with check (true);
create policy known on vendor_identity for select to levee_app using (true);
create policy identity on vendor_user to levee_identity using (true) with check (true);
create policy linked on vendor_user for select to levee_app using (person_id = (select levee_person()) or vendor_id = any (array(select unnest(levee_vendors()))));
-- Administrators see what became of their agency's letters; text and links of letters stay unread.
create policy agency_letters on mail for select to levee_app using (org_id = (select levee_org()));
-- An agency may stop a letter of its own that has not gone out yet.
create policy agency_stops on mail for update to levee_app using (org_id = (select levee_org())) with check (org_id = (select levee_org()) and sent_at is null);
create policy identity on mail to levee_identity using (true) with check (true);
create policy own_mail on mail for insert to levee_app with check (org_id is null or org_id = (select levee_org()));
create policy agency on organization to levee_app using (id = (select levee_org())) with check (id = (select levee_org()));
create policy naming on organization for select to levee_vendor using (true);
create policy principal on organization for select to levee_identity using (true);
-- What an agency has published, for everybody: read through the role levee_anon alone, column by column. Nothing else of these tables can be named by it.
create policy publishing on organization for select to levee_anon using (settings ? 'publish');
create policy naming on department for select to levee_vendor using (true);
create policy principal on department for select to levee_identity using (true);
create policy published on department for select to levee_anon using (org_id in (select id from organization));
create policy principal on organization_member for select to levee_identity using (true);
create policy principal on user_role for select to levee_identity using (true);
create policy principal on member_duty for select to levee_identity using (true);
create policy principal on invitation for select to levee_identity using (true);
create policy addressee_marks on notification as restrictive for update to levee_app using (person_id = (select levee_person()));
-- Anyone in the agency may be told something; only the person told may read it.
create policy addressee_reads on notification as restrictive for select to levee_app using (person_id = (select levee_person()));
create policy addressee_removes on notification as restrictive for delete to levee_app using (person_id = (select levee_person()));
create policy identity_only on download_ticket to levee_identity using (true) with check (true);
create policy published on account_string for select to levee_anon using (org_id in (select levee_publishes('budget')));
create policy published on fiscal_year for select to levee_anon using (org_id in (select levee_publishes('budget')));
create policy published on budget_line for select to levee_anon using (org_id in (select levee_publishes('budget')));
create policy naming on commodity for select to levee_vendor using (true);
create policy published on commodity for select to levee_anon using (org_id in (select id from organization));
create policy named_in_changes on vendor for select to levee_anon using ((org_id, id) in (select c.org_id, c.vendor_id from contract c));
create policy named_in_orders on vendor for select to levee_anon using (org_id in (select levee_publishes('orders')));
create policy own_record on vendor for select to levee_vendor using ((identity_id = any (levee_vendors())) or (also_identities && levee_vendors()));
create policy published on vendor for select to levee_anon using (is_public and status = 'active' and org_id in (select id from organization));
create policy own on vendor_document for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on vendor_bank_account for select to levee_vendor using (ended_at is null and (org_id, vendor_id) in (select org_id, id from vendor));
create policy own on vendor_bank_change for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
-- What a vendor reads of its dealings with an agency: its own orders once they are issued, with receipts, invoices and payments. Nothing of accounts, approvals or buyers' notes.
create policy own on purchase_order for select to levee_vendor using (issued_at is not null and (org_id, vendor_id) in (select org_id, id from vendor));
create policy published on purchase_order for select to levee_anon
  using (status in ('issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed') and org_id in (select levee_publishes('orders')));
create policy own on purchase_order_line for select to levee_vendor using (exists (select 1 from purchase_order o where ((o.org_id = purchase_order_line.org_id) and (o.id = purchase_order_line.purchase_order_id))));
create policy own on receipt for select to levee_vendor using (exists (select 1 from purchase_order o where ((o.org_id = receipt.org_id) and (o.id = receipt.purchase_order_id))));
create policy own on receipt_line for select to levee_vendor using (exists (select 1 from receipt c where ((c.org_id = receipt_line.org_id) and (c.id = receipt_line.receipt_id))));
create policy own on invoice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on invoice_line for select to levee_vendor using (exists (select 1 from invoice i where ((i.org_id = invoice_line.org_id) and (i.id = invoice_line.invoice_id))));
create policy own on invoice_exception for select to levee_vendor using ((status = 'open') and (exists (select 1 from invoice i where ((i.org_id = invoice_exception.org_id) and (i.id = invoice_exception.invoice_id)))));
create policy own on payment for select to levee_vendor using (status in ('released', 'cleared', 'returned', 'voided') and (org_id, vendor_id) in (select org_id, id from vendor));
create policy own on payment_invoice for select to levee_vendor using (exists (select 1 from payment p where ((p.org_id = payment_invoice.org_id) and (p.id = payment_invoice.payment_id))));
create policy own on payment_hold for select to levee_vendor using ((lifted_at is null) and (((org_id, vendor_id) in (select vendor.org_id, vendor.id from vendor)) or (exists (select 1 from invoice i where ((i.org_id = payment_hold.org_id) and (i.id = payment_hold.invoice_id))))));
create policy eraser_erases on audit_entry for update to levee_eraser using (org_id = (select levee_org())) with check (content is null);
create policy eraser_reads on audit_entry for select to levee_eraser using (org_id = (select levee_org()));
create policy sequencer on audit_entry for select to levee_sequencer using (true);
create policy sequencer on audit_leaf to levee_sequencer using (true) with check (true);
create policy sequencer on audit_tile to levee_sequencer using (true) with check (true);
create policy sequencer on audit_frontier to levee_sequencer using (true) with check (true);
create policy sequencer on audit_checkpoint to levee_sequencer using (true) with check (true);
create policy sequencer on audit_sequencer to levee_sequencer using (true) with check (true);
create policy readable on audit_key for select to levee_app using (true);
create policy sequencer on audit_key to levee_sequencer using (true) with check (true);
create policy sequencer on audit_refusal to levee_sequencer using (true) with check (true);
create policy counted on visit_count to levee_identity using (true) with check (true);
create policy identity on passkey to levee_identity using (true) with check (true);
create policy identity on passkey_challenge to levee_identity using (true) with check (true);
create policy published on service_type for select to levee_anon using (active and org_id in (select levee_publishes('requests')));
create policy published on service_request for select to levee_anon using (not hidden and org_id in (select levee_publishes('requests')));
create policy own on user_tutorial_progress to levee_app using (person_id = (select levee_person())) with check (person_id = (select levee_person()));
create policy offered on solicitation for select to levee_vendor using ((published_at is not null) and (status <> ALL (ARRAY['draft', 'review'])) and ((not invited_only) or ((org_id, id) in (select i.org_id, i.solicitation_id from (vendor v JOIN solicitation_invitation i ON (((i.org_id = v.org_id) and (i.vendor_id = v.id))))))));
-- Everybody reads what was published and not for invited vendors alone; an invited vendor reads that too.
create policy published on solicitation for select to levee_anon using (published_at is not null and status not in ('draft', 'review') and not invited_only and org_id in (select id from organization));
create policy published on solicitation_lot for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_lot.org_id) and (s.id = solicitation_lot.solicitation_id))));
create policy published on solicitation_item for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_item.org_id) and (s.id = solicitation_item.solicitation_id))));
create policy published on solicitation_criterion for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_criterion.org_id) and (s.id = solicitation_criterion.solicitation_id))));
create policy published on solicitation_requirement for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_requirement.org_id) and (s.id = solicitation_requirement.solicitation_id))));
create policy published on solicitation_document for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_document.org_id) and (s.id = solicitation_document.solicitation_id))));
create policy published on solicitation_clause for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_clause.org_id) and (s.id = solicitation_clause.solicitation_id))));
create policy published on solicitation_addendum for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = solicitation_addendum.org_id) and (s.id = solicitation_addendum.solicitation_id))));
create policy answered on solicitation_question for select to levee_anon using ((answered_at is not null) and (not declined) and (exists (select 1 from solicitation s where ((s.org_id = solicitation_question.org_id) and (s.id = solicitation_question.solicitation_id)))));
create policy asked on solicitation_question for select to levee_vendor using (((identity_id = any (levee_vendors())) or ((answered_at is not null) and (not declined))) and (exists (select 1 from solicitation s where ((s.org_id = solicitation_question.org_id) and (s.id = solicitation_question.solicitation_id)))));
create policy own_invitation on solicitation_invitation for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on solicitation_follower for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy published on ocds_release for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = ocds_release.org_id) and (s.id = ocds_release.solicitation_id))));
create policy all_of_it on demo_story_begun to levee_identity using (true) with check (true);
create policy published on solicitation_notice for select to levee_anon using (true);
create policy own on bid for select to levee_vendor using (identity_id = any (levee_vendors()));
-- While a bid is under seal, the agency's people cannot see its rows, whatever a program asks in their name: only its vendor's person and the system can.
create policy under_seal on bid as restrictive to levee_app using (opened_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy own on bid_envelope for select to levee_vendor using (exists (select 1 from bid b where ((b.org_id = bid_envelope.org_id) and (b.id = bid_envelope.bid_id))));
create policy under_seal on bid_envelope as restrictive to levee_app using (((select levee_person()) is null) or (exists (select 1 from bid b where ((b.org_id = bid_envelope.org_id) and (b.id = bid_envelope.bid_id)))));
create policy under_seal on bid_share as restrictive to levee_app using (((select levee_person()) is null) or (exists (select 1 from bid_envelope e where ((e.org_id = bid_share.org_id) and (e.id = bid_share.envelope_id)))));
create policy under_seal on bid_event as restrictive to levee_app using (revealed_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy published on bid_tabulation for select to levee_anon, levee_vendor using (exists (select 1 from solicitation s where ((s.org_id = bid_tabulation.org_id) and (s.id = bid_tabulation.solicitation_id))));
-- A vendor reads its own notices and protests, and nothing of an evaluation.
create policy own_notice on award_notice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own_protest on protest for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy asked on final_offer_round for select to levee_vendor using (exists (select 1 from final_offer f where ((f.org_id = final_offer_round.org_id) and (f.round_id = final_offer_round.id))));
create policy own on final_offer for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy own on final_offer_envelope for select to levee_vendor using (identity_id = any (levee_vendors()));
-- As with bids: until the opening only the vendor's own person and the system see whether anything came.
create policy under_seal on final_offer_envelope as restrictive to levee_app using (opened_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy identity on vendor_company to levee_identity using (true) with check (true);
create policy own on vendor_company to levee_app using (id = any (levee_vendors())) with check (id = any (levee_vendors()));
create policy identity on vendor_company_document to levee_identity using (true) with check (true);
create policy own on vendor_company_document to levee_app using (identity_id = any (levee_vendors())) with check (identity_id = any (levee_vendors()));
create policy identity on vendor_colleague_invitation to levee_identity using (true) with check (true);
create policy own on vendor_registration for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy own on ship_notice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on ship_notice_line for select to levee_vendor using (exists (select 1 from ship_notice n where ((n.org_id = ship_notice_line.org_id) and (n.id = ship_notice_line.ship_notice_id))));
create policy own on order_change_request for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on vendor_thread for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on vendor_message for select to levee_vendor using (exists (select 1 from vendor_thread t where ((t.org_id = vendor_message.org_id) and (t.id = vendor_message.thread_id))));
create policy own on vendor_evaluation for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on performance_reply for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on corrective_plan for select to levee_vendor using (status <> 'draft' and (org_id, vendor_id) in (select org_id, id from vendor));
create policy published on solicitation_notice_code for select to levee_anon using (true);
create policy own on person_idempotency_key to levee_app using (person_id = (select levee_person())) with check (person_id = (select levee_person()));
create policy sweep on person_idempotency_key to levee_identity using (true);
create policy finder on record_words for select to levee_finder using (true);
create policy identity on sign_in_place to levee_identity using (true) with check (true);
create policy operation on instance to levee_app using (true) with check (true);
create policy operation on operation_alarm to levee_app using (true) with check (true);
create policy operation on outage to levee_app using (true) with check (true);
create policy operation on installation to levee_app using (true) with check (true);
create policy operation on file_look to levee_app using (true) with check (true);
create policy finder on file_content for select to levee_finder using (true);
create policy sending on mail_paper to levee_identity using (true) with check (true);
create policy sending on mail_paper_link to levee_identity using (true) with check (true);
create policy changes_published on contract for select to levee_anon using ((org_id, id) in (select t.org_id, t.id from contract_change_terms t));
-- A vendor sees its own contracts once they go out for signature, and nothing of what the agency notes.
create policy own on contract for select to levee_vendor using (status in ('out_for_signature', 'active', 'suspended', 'expired', 'terminated', 'closeout', 'closed') and (org_id, vendor_id) in (select org_id, id from vendor));
create policy own on signature_request for select to levee_vendor using ((org_id, id) in (select org_id, request_id from signature_signer));
-- A vendor sees what it is to sign, and nothing of whom else the agency asks.
create policy own on signature_signer for select to levee_vendor using (status <> 'waiting' and (org_id, vendor_id) in (select org_id, id from vendor));
create policy own on contract_change_terms for select to levee_vendor using ((org_id, id) in (select org_id, id from contract));
-- Everybody reads what an agency publishes: contract by contract, where the agency publishes such things at all.
create policy published on contract_change_terms for select to levee_anon using (published and org_id in (select levee_publishes('changes')));
-- A vendor sees what it proposed, what is approved of its contracts, and its own claims; never how the agency judged.
create policy own on contract_change for select to levee_vendor using ((side = 'vendor' or status in ('approved', 'signed', 'applied')) and (org_id, contract_id) in (select org_id, id from contract));
create policy published on contract_change for select to levee_anon using (status in ('in_approval', 'approved', 'signed', 'applied') and (org_id, contract_id) in (select t.org_id, t.id from contract_change_terms t));
create policy own on contract_change_line for select to levee_vendor using ((org_id, change_id) in (select org_id, id from contract_change));
create policy own on contract_claim for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
create policy published on contract_claim for select to levee_anon using (status <> 'noticed' and submitted_on is not null and (org_id, contract_id) in (select t.org_id, t.id from contract_change_terms t));
create policy own on contract_claim_issue for select to levee_vendor using ((org_id, claim_id) in (select org_id, id from contract_claim));
create policy published on contract_claim_issue for select to levee_anon using ((org_id, claim_id) in (select c.org_id, c.id from contract_claim c));
create policy counsel_alone on contract_claim_note as restrictive to levee_app
  using (exists (select 1 from held_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'))
  with check (author_id = (select levee_person()) and exists (select 1 from held_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'));
-- A vendor sees that a round was sent to it; what stands in it is read for it, after its hash was recomputed.
create policy own on negotiation_round for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
create policy own on coverage_demand for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
create policy own on coverage_certificate for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
-- A vendor sees what it owes and what it handed in; never the agency's own duties.
create policy own on contract_obligation for select to levee_vendor using (side = 'vendor' and (org_id, contract_id) in (select org_id, id from contract));
create policy own on contract_obligation_due for select to levee_vendor using ((org_id, obligation_id) in (select org_id, id from contract_obligation));
-- Everybody may read a form that is in force for everybody; nobody but its agency what was filled in.
create policy offered on form_definition for select to levee_anon using (status = 'published' and audience = 'public');
-- A vendor reads the forms in force of the agencies that know it, and what it sent itself.
create policy offered_to_vendors on form_definition for select to levee_vendor using (status = 'published' and audience = 'vendors' and org_id in (select v.org_id from vendor v where v.identity_id = any (levee_vendors())));
create policy offered on notice_topic for select to levee_anon using (active);
create policy due on mass_notice for select to levee_identity using (status = 'scheduled');
create policy shown on mass_notice for select to levee_anon using (status = 'sent' and audience->>'kind' = 'public');
create policy told on mass_notice for select to levee_vendor using (exists (select 1 from notice_recipient r where r.org_id = mass_notice.org_id and r.notice_id = mass_notice.id));
create policy told on notice_recipient for select to levee_vendor using (vendor_id in (select v.id from vendor v where ((v.identity_id = any (levee_vendors())) or (v.also_identities && levee_vendors()))));
create policy offered on paper for select to levee_anon using (exists (select from paper_template t where t.org_id = paper.org_id and t.paper_id = paper.id));
-- Everybody may have the empty PDF that an agency offers beside a public form in force.
create policy offered on paper_template for select to levee_anon using (status = 'published' and offered and basis ->> 'kind' = 'form');
-- The sender looks over all agencies for what is due; it takes it up as the agency's.
create policy sending on webhook_delivery for select to levee_identity using (true);
-- What became of letters is looked for over all agencies; it is noted as the agency's.
create policy settling on form_delivery for select to levee_identity using (true);
-- Colours and mark stand on every page of the agency: everybody may see them.
create policy shown on agency_look for select to levee_anon using (true);
-- What nobody uses any more is looked for over all agencies; it is deleted as the agency's.
create policy tidying on form_file for select to levee_identity using (true);
create policy finding on directory for select to levee_identity using (true);
create policy finding on directory_token for select to levee_identity using (true);
-- The sign-in page finds the agency of a provider before anybody is signed in.
create policy finding on sign_in_provider for select to levee_identity using (true);
create policy finding on sign_in_domain for select to levee_identity using (true);
create policy entering on sign_in_rule for select to levee_identity using (true);
create policy entering on break_glass_member for select to levee_identity using (true);
create policy entering on break_glass_use to levee_identity using (true) with check (true);
-- Whoever looks every minute learns where an end is due, and nothing else.
create policy due on leaving for select to levee_identity using (status = 'planned');
-- Whoever looks every hour learns which reviews are late, and nothing else.
create policy due on rights_review for select to levee_identity using (status = 'open');
create policy finding on program_account for select to levee_identity using (true);
create policy finding on program_key for select to levee_identity using (true);
create policy due on connector for select to levee_identity using (true);
create policy operation on monitor_minute to levee_app using (true) with check (true);
create policy operation on monitor_hour to levee_app using (true) with check (true);
create policy operation on alarm_rule to levee_app using (true) with check (true);
create policy everybody on backup_run to levee_app using (true) with check (true);
-- Which feeds are due is asked over all agencies.
create policy due on alert_feed for select to levee_identity using (active);
create policy published on incident_release for select to levee_anon using (status = 'published');
create policy published on risk for select to levee_anon using (published);
create policy published on budget_book for select to levee_anon using (org_id in (select levee_publishes('budget')));
create policy published on capital_plan_item for select to levee_anon using (org_id in (select levee_publishes('budget')));
create policy published on grant_program for select to levee_anon, levee_vendor using (published_at is not null);
create policy published on program_criterion for select to levee_anon, levee_vendor using ((org_id, program_id) in (select p.org_id, p.id from grant_program p));
create policy own on program_application for select to levee_vendor using ((org_id, vendor_id) in (select v.org_id, v.id from vendor v));
create policy own on subaward for select to levee_vendor using (executed_on is not null and (org_id, vendor_id) in (select v.org_id, v.id from vendor v));
create policy own on subaward_request for select to levee_vendor using ((org_id, subaward_id) in (select s.org_id, s.id from subaward s));
create policy own on subaward_cost for select to levee_vendor using ((org_id, request_id) in (select r.org_id, r.id from subaward_request r));
create policy published on incident_site for select to levee_anon using (status = 'published');
create policy asked on supply_question for select to levee_vendor using (vendor_id in (select v.id from vendor v where v.identity_id = any (levee_vendors())));

-- What runs with the rights of a role that sees more than the application does.
grant create on schema public to levee_eraser;
alter function audit_erase_content(uuid) owner to levee_eraser;
revoke create on schema public from levee_eraser;
grant create on schema public to levee_identity;
alter function levee_one_side() owner to levee_identity;
revoke create on schema public from levee_identity;
grant create on schema public to levee_finder;
alter function levee_found(text,text[],integer) owner to levee_finder;
alter function levee_files_with(text,integer) owner to levee_finder;
revoke create on schema public from levee_finder;

alter table award add constraint award_finalised check (status <> 'final' or finalised_at is not null) not valid;

-- What ran here is compared by the server with what belongs to its version.
grant select on levee_migration to levee_app;

-- What every installation begins with.
insert into audit_sequencer default values;
insert into alarm_rule (id, metric, direction, threshold, margin, minutes) values
  ('01930000-0000-7000-8000-0000a1a40001', 'p95', 'above', 2000, 500, 5),
  ('01930000-0000-7000-8000-0000a1a40002', 'errors', 'above', 10, 5, 3),
  ('01930000-0000-7000-8000-0000a1a40003', 'loop', 'above', 250, 100, 5),
  ('01930000-0000-7000-8000-0000a1a40004', 'diskFree', 'below', 10, 3, 3),
  ('01930000-0000-7000-8000-0000a1a40005', 'jobsOldest', 'above', 900, 300, 3),
  ('01930000-0000-7000-8000-0000a1a40006', 'lettersOldest', 'above', 3600, 600, 5),
  ('01930000-0000-7000-8000-0000a1a40007', 'unsealed', 'above', 500, 400, 5);
