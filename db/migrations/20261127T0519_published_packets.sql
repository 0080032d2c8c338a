-- A packet is published as one: several kept runs in their order. Its paper and its evidence package are files.
drop index publication_run;
create table publication_run (
  org_id uuid not null,
  publication_id uuid not null,
  place int not null check (place > 0),
  run_id uuid not null,
  primary key (org_id, publication_id, place),
  unique (org_id, publication_id, run_id),
  foreign key (org_id, publication_id) references publication(org_id, id),
  foreign key (org_id, run_id) references kept_run(org_id, id)
);
select levee_secure('publication_run');
create index publication_run_run on publication_run (org_id, run_id);

insert into publication_run (org_id, publication_id, place, run_id)
select org_id, id, 1, run_id
from publication;

alter table publication
  add column paper_id uuid,
  add column paper_sha256 text check (paper_sha256 ~ '^[0-9a-f]{64}$'),
  add column proof_id uuid,
  add column proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  add check ((paper_id is null) = (paper_sha256 is null)),
  add check ((proof_id is null) = (proof_sha256 is null)),
  add foreign key (org_id, paper_id) references stored_file(org_id, id),
  add foreign key (org_id, proof_id) references stored_file(org_id, id);
create index publication_paper on publication (org_id, paper_id);
create index publication_proof on publication (org_id, proof_id);
grant select (paper_sha256, proof_sha256) on publication to levee_anon;

-- What was read by everybody is not written anew; files are made once, after it was published.
create or replace function levee_publication_stands() returns trigger language plpgsql as $$
begin
  if (new.slug, new.version_no, new.title, new.says, new.correction, new.content, new.sha256, new.asked_by)
    is distinct from
    (old.slug, old.version_no, old.title, old.says, old.correction, old.content, old.sha256, old.asked_by)
    or (old.paper_id is not null and (new.paper_id, new.paper_sha256) is distinct from (old.paper_id, old.paper_sha256))
    or (old.proof_id is not null and (new.proof_id, new.proof_sha256) is distinct from (old.proof_id, old.proof_sha256))
  then raise exception 'what is published is not changed: publish a correction';
  end if;
  return new;
end $$;
create function levee_publication_run_stands() returns trigger language plpgsql as $$
begin
  raise exception 'what is published is not changed: publish a correction';
end $$;
create trigger stands before update on publication_run for each row execute function levee_publication_run_stands();

alter table publication drop column run_id;

-- The clock finds what is published and has no files yet.
create index publication_without_files on publication (published_at)
  where proof_id is null and status in ('published', 'superseded');
grant select (org_id, id, status, proof_id, published_at) on publication to levee_identity;
create policy without_files on publication for select to levee_identity
  using (proof_id is null and status in ('published', 'superseded'));
