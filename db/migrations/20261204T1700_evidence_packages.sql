-- Evidence packages: ZIP files that prove themselves offline, as they were asked for and made.
create table evidence_package (
  org_id uuid not null references organization (id),
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
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
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('evidence_package');
create index evidence_package_recent on evidence_package (org_id, created_at desc);
