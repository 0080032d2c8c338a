-- How often each page was opened on a day. No person, no address, no cookie: a page's path as the product knows it, and a number.
create table visit_count (
  day date not null,
  path text not null check (length(path) <= 120),
  visits int not null default 0,
  primary key (day, path)
);
alter table visit_count enable row level security;
alter table visit_count force row level security;
create policy counted on visit_count to levee_identity using (true) with check (true);
grant select, insert, update, delete on visit_count to levee_identity;
