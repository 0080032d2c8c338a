-- Two records of one firm become one: the merged record stays readable and leads to the kept one.
alter table vendor
  add column merged_into_id uuid,
  -- Companies whose people keep their sign-in after their record was merged into this one.
  add column also_identities uuid[] not null default '{}',
  add foreign key (org_id, merged_into_id) references vendor (org_id, id),
  add check (merged_into_id is null or (status = 'inactive' and merged_into_id <> id));
create index vendor_merged_into on vendor (org_id, merged_into_id) where merged_into_id is not null;
comment on column vendor.merged_into_id is 'The record that this one was merged into; it is out of use then and not changed any more';
comment on column vendor.also_identities is 'Companies of records that were merged into this one, whose people act for it as well';
alter policy own_record on vendor using (identity_id = any (levee_vendors()) or also_identities && levee_vendors());
alter policy told on notice_recipient using (vendor_id in (select v.id from vendor v where v.identity_id = any (levee_vendors()) or v.also_identities && levee_vendors()));
grant select (merged_into_id, also_identities) on vendor to levee_vendor;

-- What was merged away is evidence: nothing of it changes any more, whoever asks.
create function levee_merged_stays() returns trigger language plpgsql as $$
begin
  if old.merged_into_id is not null then
    raise exception 'a merged vendor record is not changed' using errcode = '23514', constraint = 'vendor_merged_stays';
  end if;
  return new;
end $$;
create trigger merged_stays before update or delete on vendor for each row when (old.merged_into_id is not null) execute function levee_merged_stays();

create table vendor_merge (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  kept_id uuid not null,
  merged_id uuid not null,
  -- The versions that the proposer saw: what changed since is looked at again.
  kept_version int not null,
  merged_version int not null,
  -- The fields that take the merged record's value; every other one keeps its own.
  taken jsonb not null default '[]',
  account text not null default 'none' check (account in ('kept', 'merged', 'none')),
  reason text not null,
  status text not null default 'proposed' check (status in ('proposed', 'done', 'declined', 'withdrawn')),
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
  foreign key (org_id, kept_id) references vendor (org_id, id),
  foreign key (org_id, merged_id) references vendor (org_id, id),
  check (kept_id <> merged_id),
  check (status <> 'done' or decided_by <> proposed_by)
);
select levee_secure('vendor_merge');
create index vendor_merge_kept on vendor_merge (org_id, kept_id);
create index vendor_merge_merged on vendor_merge (org_id, merged_id);
comment on table vendor_merge is 'Proposals to merge two vendor records, and what became of them';

create table vendor_pair (
  org_id uuid not null references organization (id),
  id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  score int not null,
  speaks_for text[] not null,
  speaks_against text[] not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, first_id, second_id),
  foreign key (org_id, first_id) references vendor (org_id, id),
  foreign key (org_id, second_id) references vendor (org_id, id),
  check (first_id < second_id)
);
select levee_secure('vendor_pair');
create index vendor_pair_second on vendor_pair (org_id, second_id);
comment on table vendor_pair is 'Vendor records that may be one firm, with what speaks for and against it; worked out anew every night';

create table vendor_not_same (
  org_id uuid not null references organization (id),
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
  foreign key (org_id, first_id) references vendor (org_id, id),
  foreign key (org_id, second_id) references vendor (org_id, id),
  check (first_id < second_id),
  check ((undone_at is null) = (undone_by is null))
);
select levee_secure('vendor_not_same');
create unique index vendor_not_same_now on vendor_not_same (org_id, first_id, second_id) where undone_at is null;
comment on table vendor_not_same is 'Pairs of vendors that a person says are different firms';

-- How a document names its vendor, where the record that it hangs on says something else since.
create table vendor_as_issued (
  org_id uuid not null references organization (id),
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
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, merge_id) references vendor_merge (org_id, id)
);
select levee_secure('vendor_as_issued');
revoke update, delete on vendor_as_issued from levee_app;
create index vendor_as_issued_vendor on vendor_as_issued (org_id, vendor_id);
comment on table vendor_as_issued is 'Number, name and address of a vendor on documents that went out before its record was merged';

-- Evaluations follow the orders that they are about; nothing else of them may change.
grant update (vendor_id) on vendor_evaluation, performance_reply to levee_app;

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
