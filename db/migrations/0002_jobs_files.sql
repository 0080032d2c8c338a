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
  primary key (org_id, id)
);
select levee_secure('stored_file');
create index stored_file_hash on stored_file (org_id, sha256);

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
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('attachment');
create index attachment_object on attachment (org_id, object_type, object_id);

create table comment (
  org_id uuid not null,
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  person_id uuid not null,
  body text not null check (length(body) between 1 and 10000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('comment');
create index comment_object on comment (org_id, object_type, object_id, created_at);
