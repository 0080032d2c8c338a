-- A file that comes in pieces, until it is whole; what has come lies in the folder of files.
create table resumable_upload (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  name text not null check (name <> ''),
  size bigint not null check (size > 0),
  -- How the sender's machine tells this file from another one of the same name and size.
  mark text not null default '',
  -- The record that it is uploaded for; null for a file of the person's own.
  object_type text,
  object_id uuid,
  -- The stored file, once it came whole.
  file_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  check ((object_type is null) = (object_id is null))
);
select levee_secure('resumable_upload');
create index resumable_upload_person on resumable_upload (org_id, person_id);
create index resumable_upload_file on resumable_upload (org_id, file_id) where file_id is not null;
