-- What a stored file holds, as it was read in a thread: of a picture when, where and with what it was taken, of a PDF its text.
create table file_content (
  org_id uuid not null,
  file_id uuid not null,
  -- As the camera wrote it, in the time of the place: 2026-11-02T14:30:05.
  taken_at text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  camera text,
  width int,
  height int,
  pages int,
  text text not null default '',
  -- Why it could not be read.
  problem text,
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, file_id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('file_content');
create index file_content_words on file_content using gin (org_id, to_tsvector('english', text));

-- When a file is read next; null: it was. What is no picture and no PDF is never read.
alter table stored_file add column read_due_at timestamptz default clock_timestamp();
alter table stored_file add column read_tries int not null default 0;
create index stored_file_unread on stored_file (org_id, read_due_at)
  where read_due_at is not null
    and media_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/heic');
