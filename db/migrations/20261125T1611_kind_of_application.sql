-- The kind of a grant application says which federal forms it needs; others may be added to it.
alter table grant_application add column kind text not null default 'non_construction'
  check (kind in ('non_construction', 'construction', 'short'));
alter table grant_application add column more_forms text[] not null default '{}';
