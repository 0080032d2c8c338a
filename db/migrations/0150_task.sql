-- Something that one person has to do and nobody has to approve: what, for whom, by when, where to look.
create table task (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('review', 'approval', 'signature', 'follow_up')),
  title text not null check (title <> ''),
  detail text not null default '',
  link text check (link ~ '^/[^/\\]' and length(link) <= 500),
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
