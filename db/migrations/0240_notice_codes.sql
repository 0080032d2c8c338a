-- What is published by the beginning of a commodity code, in the order of the deadline: counted and paged from an index alone, and the latest of it for feeds. A list of codes in the row
-- itself can be searched, but each match must be looked up in its row before it is counted.
create table solicitation_notice_code (
  org_id uuid not null,
  notice_id uuid not null,
  code text not null,
  due_at timestamptz not null,
  is_open boolean not null,
  published_at timestamptz not null,
  primary key (org_id, notice_id, code),
  foreign key (org_id, notice_id) references solicitation_notice (org_id, id) on delete cascade
);
select levee_secure('solicitation_notice_code');
create policy published on solicitation_notice_code for select to levee_anon using (true);
grant select on solicitation_notice_code to levee_anon;
create index solicitation_notice_code_due on solicitation_notice_code (code, due_at, notice_id);
create index solicitation_notice_code_open on solicitation_notice_code (code, due_at, notice_id) where is_open;
create index solicitation_notice_code_new on solicitation_notice_code (code, published_at, notice_id);
drop index solicitation_notice_open_codes;

create function levee_keep_notice_codes() returns trigger language plpgsql as $$
begin
  delete from solicitation_notice_code where org_id = new.org_id and notice_id = new.id and code <> all (new.codes);
  insert into solicitation_notice_code (org_id, notice_id, code, due_at, is_open, published_at)
  select new.org_id, new.id, code, new.due_at, new.status in ('published', 'questions_closed'), new.published_at from unnest(new.codes) code
  on conflict (org_id, notice_id, code) do update set due_at = excluded.due_at, is_open = excluded.is_open where (solicitation_notice_code.due_at, solicitation_notice_code.is_open) is distinct from (excluded.due_at, excluded.is_open);
  return null;
end $$;
create trigger solicitation_notice_code after insert or update on solicitation_notice for each row execute function levee_keep_notice_codes();
insert into solicitation_notice_code (org_id, notice_id, code, due_at, is_open, published_at)
select n.org_id, n.id, code, n.due_at, n.status in ('published', 'questions_closed'), n.published_at from solicitation_notice n, unnest(n.codes) code;

-- Words are kept in small letters: to compare without regard to case makes each comparison several times as dear.
create or replace function levee_keep_notice() returns trigger language plpgsql as $$
begin
  if new.published_at is null or new.invited_only or new.status in ('draft', 'review') then
    delete from solicitation_notice where org_id = new.org_id and id = new.id;
    return null;
  end if;
  insert into solicitation_notice (org_id, id, department_id, ocid, number, kind, status, title, summary, due_at, questions_until, published_at, updated_at, addenda, federal, words, codes)
  values (new.org_id, new.id, new.department_id, coalesce(new.ocid, ''), new.number, new.kind, new.status, new.title, new.summary, new.due_at, new.questions_until, new.published_at, new.updated_at, new.addenda, new.federal, lower(new.number || ' ' || new.title || ' ' || new.summary),
    array(select distinct left(i.commodity_code, n) from solicitation_item i, generate_series(2, length(i.commodity_code)) n where i.org_id = new.org_id and i.solicitation_id = new.id and i.commodity_code is not null order by 1))
  on conflict (org_id, id) do update set department_id = excluded.department_id, ocid = excluded.ocid, status = excluded.status, title = excluded.title, summary = excluded.summary, due_at = excluded.due_at, questions_until = excluded.questions_until, updated_at = excluded.updated_at, addenda = excluded.addenda, words = excluded.words, codes = excluded.codes;
  return null;
end $$;
update solicitation_notice set words = lower(words) where words <> lower(words);
