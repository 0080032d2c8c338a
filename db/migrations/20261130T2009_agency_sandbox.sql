-- A copy of an agency for practice: asked for by an administrator, made in one transaction by a role of its
-- own, worked in by chosen members, and deleted when its days are over. Nothing leaves it.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_copier') then
    create role levee_copier nologin nobypassrls;
  end if;
  grant levee_copier to current_user;
  grant usage on schema public to levee_copier;
end $$;

create table agency_sandbox (
  org_id uuid not null references organization(id),
  id uuid not null,
  status text not null default 'asked' check (status in ('asked', 'copying', 'open', 'ending', 'ended', 'failed', 'cancelled')),
  copy_id uuid not null,
  reason text not null check (length(reason) between 1 and 2000),
  members uuid[] not null check (cardinality(members) between 1 and 500),
  asked_by uuid not null,
  asked_name text not null,
  job_id uuid,
  copied_at timestamptz,
  snapshot_at timestamptz,
  row_count bigint,
  table_count integer,
  opened_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_name text not null default '',
  ended_reason text not null default '',
  failure text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (status <> 'open' or (copied_at is not null and ends_at is not null))
);
create unique index agency_sandbox_one on agency_sandbox (org_id) where status in ('asked', 'copying', 'open', 'ending');
create unique index agency_sandbox_copy on agency_sandbox (org_id, copy_id);
create index agency_sandbox_due on agency_sandbox (ends_at) where status in ('open', 'ending');
create index agency_sandbox_newest on agency_sandbox (org_id, created_at desc, id desc);
select levee_secure('agency_sandbox');
create policy clock on agency_sandbox for select to levee_identity using (true);
grant select (org_id, id, status, copy_id, ends_at) on agency_sandbox to levee_identity;
create policy own_work on agency_sandbox to levee_copier using (status = 'copying' and org_id = (select levee_org()))
  with check (status = 'copying' and org_id = (select levee_org()));
grant select, update (copied_at, snapshot_at, row_count, table_count, updated_at) on agency_sandbox to levee_copier;

-- The agency that is copied in this transaction, and the id of its copy.
create function levee_copying_from() returns uuid language sql stable as $$
  select s.org_id from agency_sandbox s where s.status = 'copying' and s.org_id = levee_org()
$$;
create function levee_copying_to() returns uuid language sql stable as $$
  select s.copy_id from agency_sandbox s where s.status = 'copying' and s.org_id = levee_org()
$$;

-- Which agencies are copies for practice, and of whom. It goes with the copy's own row.
create table practice_agency (
  id uuid primary key references organization(id) on delete cascade,
  origin_id uuid not null references organization(id),
  created_at timestamptz not null default clock_timestamp()
);
create unique index practice_agency_of on practice_agency (origin_id);
alter table practice_agency enable row level security;
alter table practice_agency force row level security;
create policy own on practice_agency for select to levee_app using (id = (select levee_org()) or origin_id = (select levee_org()));
create policy known on practice_agency for select to levee_anon, levee_vendor, levee_identity, levee_operator, levee_deleter using (true);
create policy copying on practice_agency for select to levee_copier using (origin_id = (select levee_copying_from()));
create policy copying_into on practice_agency for insert to levee_copier with check (id = (select levee_copying_to()) and origin_id = (select levee_copying_from()));
grant select on practice_agency to levee_app, levee_identity, levee_operator, levee_copier, levee_deleter;
grant select (id) on practice_agency to levee_anon, levee_vendor;
grant insert on practice_agency to levee_copier;
create function levee_practices() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(array_agg(id), '{}') from practice_agency $$;
-- The copy of an agency, or the agency of a copy; none for any other.
create function levee_kin(org uuid) returns uuid language sql stable parallel safe as
  $$ select case when id = org then origin_id else id end from practice_agency where id = org or origin_id = org $$;
-- Of which agency one is a copy, and until when; null for an agency of its own.
create function levee_practice(org uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'origin', o.name, 'endsAt', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from practice_agency p
  join organization o on o.id = p.origin_id
  left join agency_sandbox s on s.org_id = p.origin_id and s.copy_id = p.id
  where p.id = org
$$;
create function levee_is_practice(org uuid) returns boolean language sql stable parallel safe as
  $$ select exists (select 1 from practice_agency where id = org) $$;

-- Whoever copies reads the origin and writes into its copy alone; the public and vendors see nothing of a copy,
-- whatever its rows say.
create function levee_let_copy(target regclass) returns void language plpgsql as $$
begin
  if target <> 'agency_sandbox'::regclass then
    execute format('create policy copying on %s for select to levee_copier using (org_id in ((select levee_copying_from()), (select levee_copying_to())))', target);
    execute format('create policy copying_into on %s for insert to levee_copier with check (org_id = (select levee_copying_to()))', target);
    execute format('grant select, insert on %s to levee_copier', target);
  end if;
end $$;
create function levee_hide_practice(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy practice_hidden on %s as restrictive for select to levee_anon, levee_vendor using (org_id <> all ((select levee_practices())::uuid[]))', target);
end $$;
-- What a copy holds nothing of, by the rules of the areas.
create function levee_not_copied(target regclass) returns void language plpgsql as $$
begin
  execute format('drop policy copying on %s', target);
  execute format('drop policy copying_into on %s', target);
  execute format('revoke select, insert on %s from levee_copier', target);
end $$;
revoke all on function levee_let_copy(regclass), levee_hide_practice(regclass), levee_not_copied(regclass) from public;
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
    perform levee_let_copy(held);
    perform levee_hide_practice(held);
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
  perform levee_let_copy(target);
  perform levee_hide_practice(target);
end $$;
do $$
declare held text;
begin
  foreach held in array array[
      'access_grant', 'agency_bill', 'agency_bill_dispute', 'agency_bill_line', 'agency_bill_payment',
      'agency_bill_reminder', 'agency_change', 'agency_count', 'agency_day_done', 'agency_deletion',
      'agency_ending', 'agency_export', 'agency_limit', 'agency_state_change', 'agency_subscription',
      'agency_version', 'agent_client', 'agent_connection', 'agent_read', 'audit_apart',
      'audit_checkpoint', 'audit_entry', 'audit_frontier', 'audit_leaf', 'audit_refusal', 'audit_tile',
      'bid_envelope', 'bid_event', 'bid_share', 'break_glass_member', 'break_glass_use',
      'bulletin_subscriber', 'connector', 'connector_delivery', 'connector_run', 'copilot_conversation',
      'copilot_message', 'course_question', 'deadline_feed', 'designer_link', 'device_key', 'directory',
      'directory_call', 'directory_group', 'directory_group_member', 'directory_mapping',
      'directory_token', 'directory_user', 'dormancy_notice', 'evidence_package', 'field_device',
      'field_packet', 'final_offer_envelope', 'founding_invitation', 'grant_search', 'hosting_agreement',
      'idempotency_key', 'import_reject', 'invitation', 'job', 'ledger_reading', 'mail', 'mail_paper',
      'mail_paper_link', 'member_duty', 'model_setting', 'notice_subscriber', 'notification',
      'officer_key', 'opening_officer', 'opening_rehearsal', 'opening_share', 'operation_alarm_told',
      'operator_setting', 'outbox_event', 'payment_file', 'positive_file', 'price_plan',
      'program_account', 'program_call', 'program_key', 'provider_identity', 'report_schedule',
      'report_schedule_reader', 'report_sending', 'report_sending_letter', 'restore_question',
      'restore_report', 'resumable_upload', 'right_use', 'safety_private', 'safety_span',
      'security_alert', 'security_case', 'security_event', 'served_link', 'service_follower',
      'sign_in_attempt', 'sign_in_domain', 'sign_in_event', 'sign_in_mapping', 'sign_in_provider',
      'sign_in_rule', 'signature_link', 'support_access', 'user_role', 'vendor_invitation',
      'verification', 'webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_message',
      'webhook_sequence'
  ] loop
    perform levee_not_copied(held::regclass);
  end loop;
end $$;
-- Which final offers were opened: the others stay out.
create policy copying on final_offer_envelope for select to levee_copier using (org_id = (select levee_copying_from()));
grant select (org_id, offer_id, opened_at) on final_offer_envelope to levee_copier;
create policy practice_hidden on organization as restrictive for select to levee_anon, levee_vendor using (id <> all ((select levee_practices())::uuid[]));
create policy copying on organization for select to levee_copier using (id in ((select levee_copying_from()), (select levee_copying_to())));
create policy copying_into on organization for insert to levee_copier with check (id = (select levee_copying_to()));
grant select, insert on organization to levee_copier;

-- What keeps account of insertions, and what refuses them, does not for whoever copies what was counted and
-- judged already. Words that people search by are kept by every insertion.
do $$
declare
  held record;
  made text;
begin
  for held in
    select g.tgname, g.tgrelid::regclass as target, pg_get_triggerdef(g.oid) as definition
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and g.tgtype & 4 = 4 and g.tgconstraint = 0
      and g.tgname <> 'words_stored' and g.tgrelid <> 'vendor_user'::regclass
  loop
    made := case when held.definition like '% WHEN (%'
      then replace(held.definition, ' WHEN (', ' WHEN (current_user <> ''levee_copier'' and ')
      else replace(held.definition, ' EXECUTE FUNCTION', ' WHEN (current_user <> ''levee_copier'') EXECUTE FUNCTION') end;
    execute format('drop trigger %I on %s', held.tgname, held.target);
    execute made;
  end loop;
end $$;
create or replace function levee_keep(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger kept_inserted after insert on %s referencing new table as changed for each statement when (current_user <> ''levee_copier'') execute function levee_note_change()', target);
  execute format('create trigger kept_updated after update on %s referencing old table as former new table as changed for each statement execute function levee_note_change()', target);
  execute format('create trigger kept_deleted after delete on %s referencing old table as changed for each statement when (current_user <> ''levee_deleter'') execute function levee_note_change()', target);
  execute format('create trigger kept_truncated before truncate on %s for each statement execute function levee_refuse_truncate()', target);
end $$;

-- A letter of a copy stays in its inbox: it is never due.
create function levee_keep_practice_letter() returns trigger language plpgsql as $$
begin
  if levee_is_practice(new.org_id) then
    new.sent_at := clock_timestamp();
    new.delivery_note := 'Kept in the inbox of this practice copy: it went to nobody.';
  end if;
  return new;
end $$;
create trigger practice_kept before insert on mail for each row when (new.org_id is not null) execute function levee_keep_practice_letter();

-- Whoever runs the installation counts agencies, not their copies.
do $$
declare asked text := rtrim(pg_get_viewdef('platform_agency'::regclass), ';');
begin
  execute format('create or replace view platform_agency with (security_invoker = true) as %s where not levee_is_practice(o.id)', asked);
end $$;

-- A credit is taken once in the world; one of a copy is taken nowhere.
create function levee_practice_credit() returns trigger language plpgsql as $$
begin
  if new.block not like '% (practice)' and levee_is_practice(new.org_id) then
    new.block := new.block || ' (practice)';
  end if;
  return new;
end $$;
create trigger practice_apart before insert or update of block on carbon_credit for each row execute function levee_practice_credit();
