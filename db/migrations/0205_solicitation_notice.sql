-- What the public lists of a solicitation, kept beside it: nothing here is secret, so that its policy lets every index be used (a search by words cannot use one
-- behind a policy that looks at rows). Written by the database whenever the solicitation changes; gone when it is not public.
create table solicitation_notice (
  org_id uuid not null,
  id uuid not null,
  department_id uuid not null,
  ocid text not null,
  number text not null,
  kind text not null,
  status text not null,
  title text not null,
  summary text not null,
  due_at timestamptz not null,
  questions_until timestamptz,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  addenda int not null,
  federal boolean not null,
  -- Every beginning of its items' commodity codes, from two characters on.
  codes text[] not null default '{}',
  words text not null,
  primary key (org_id, id),
  foreign key (org_id, id) references solicitation (org_id, id) on delete cascade
);
select levee_secure('solicitation_notice');
create policy published on solicitation_notice for select to levee_anon using (true);
grant select on solicitation_notice to levee_anon;
create index solicitation_notice_due on solicitation_notice (due_at, id);
create index solicitation_notice_open on solicitation_notice (due_at, id) where status in ('published', 'questions_closed');
create index solicitation_notice_new on solicitation_notice (published_at, id);
create index solicitation_notice_number on solicitation_notice (number);
create index solicitation_notice_words on solicitation_notice using gin (words gin_trgm_ops);
create index solicitation_notice_codes on solicitation_notice using gin (codes);

create function levee_keep_notice() returns trigger language plpgsql as $$
begin
  if new.published_at is null or new.invited_only or new.status in ('draft', 'review') then
    delete from solicitation_notice where org_id = new.org_id and id = new.id;
    return null;
  end if;
  insert into solicitation_notice (org_id, id, department_id, ocid, number, kind, status, title, summary, due_at, questions_until, published_at, updated_at, addenda, federal, words, codes)
  values (new.org_id, new.id, new.department_id, coalesce(new.ocid, ''), new.number, new.kind, new.status, new.title, new.summary, new.due_at, new.questions_until, new.published_at, new.updated_at, new.addenda, new.federal, new.number || ' ' || new.title || ' ' || new.summary,
    array(select distinct left(i.commodity_code, n) from solicitation_item i, generate_series(2, length(i.commodity_code)) n where i.org_id = new.org_id and i.solicitation_id = new.id and i.commodity_code is not null order by 1))
  on conflict (org_id, id) do update set department_id = excluded.department_id, ocid = excluded.ocid, status = excluded.status, title = excluded.title, summary = excluded.summary, due_at = excluded.due_at, questions_until = excluded.questions_until, updated_at = excluded.updated_at, addenda = excluded.addenda, words = excluded.words, codes = excluded.codes;
  return null;
end $$;
create trigger solicitation_notice after insert or update on solicitation for each row execute function levee_keep_notice();
-- What was published before.
update solicitation set updated_at = updated_at where published_at is not null;
