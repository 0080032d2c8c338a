-- Files of confidential records (safety cases, opened bids, applications) lie apart, with the record that
-- they were kept for.
alter table stored_file
  add column private boolean not null default false,
  add column owner_type text,
  add column owner_id uuid,
  -- When the content was put into the folder of private files; null: it is due where the file is private.
  add column apart_at timestamptz,
  add constraint stored_file_owner check ((owner_type is null) = (owner_id is null)),
  add constraint stored_file_private check (owner_id is null or private);
comment on column stored_file.owner_type is 'The confidential record that the file was kept for; it goes into no open record';
create index stored_file_apart on stored_file (org_id) where private and apart_at is null;

-- The clock that keeps the folder of private files asks which contents are named, over all agencies.
grant select (sha256, private) on stored_file to levee_identity;
create policy tidying on stored_file for select to levee_identity using (true);
create index stored_file_content on stored_file (sha256);

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table stored_file no force row level security;
  alter table attachment no force row level security;
  alter table bid_file no force row level security;
  update stored_file f
  set private = true, owner_type = a.object_type, owner_id = a.object_id
  from attachment a
  where a.org_id = f.org_id
    and a.file_id = f.id
    and a.object_type in ('safetyCase', 'programApplication', 'bid');
  update stored_file f
  set private = true, owner_type = 'bid', owner_id = b.bid_id
  from bid_file b
  where b.org_id = f.org_id and b.file_id = f.id and not f.private;
  alter table stored_file force row level security;
  alter table attachment force row level security;
  alter table bid_file force row level security;
end $$;
