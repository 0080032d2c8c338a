-- A kept run as everybody reads it, once a second person published it. Later versions correct it; all stay.
create table publication (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null
    check (status in ('proposed', 'published', 'superseded', 'withdrawn', 'declined')),
  slug text not null check (slug ~ '^[a-z0-9-]{1,80}$'),
  version_no int not null check (version_no > 0),
  run_id uuid not null,
  title text not null,
  says text not null,
  correction text,
  -- JSON as it was hashed: as text, which keeps every byte.
  content text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  asked_by uuid not null,
  decided_by uuid,
  published_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, slug, version_no),
  check (decided_by is null or decided_by <> asked_by),
  check ((status in ('published', 'superseded', 'withdrawn')) = (published_at is not null)),
  foreign key (org_id, run_id) references kept_run(org_id, id),
  foreign key (asked_by) references person(id),
  foreign key (decided_by) references person(id)
);
select levee_secure('publication');
create unique index publication_in_force on publication (org_id, slug) where status = 'published';
create unique index publication_waits on publication (org_id, slug) where status = 'proposed';
create index publication_title on publication (org_id, title, id);
create index publication_run on publication (org_id, run_id);

grant select (org_id, id, slug, version_no, status, title, says, correction, content, sha256, published_at)
  on publication to levee_anon;
create policy published on publication for select to levee_anon
  using (status in ('published', 'superseded') and org_id in (select levee_publishes('reports')));

-- What was read by everybody is not written anew.
create function levee_publication_stands() returns trigger language plpgsql as $$
begin
  if (new.slug, new.version_no, new.run_id, new.title, new.says, new.correction, new.content, new.sha256, new.asked_by)
    is distinct from
    (old.slug, old.version_no, old.run_id, old.title, old.says, old.correction, old.content, old.sha256, old.asked_by)
  then raise exception 'what is published is not changed: publish a correction';
  end if;
  return new;
end $$;
create trigger stands before update on publication for each row execute function levee_publication_stands();
