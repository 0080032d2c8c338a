-- Whether the demo story was told in this database; a global table without agency.
create table demo_story (told_at timestamptz primary key default clock_timestamp());
alter table demo_story enable row level security;
alter table demo_story force row level security;
create policy all_of_it on demo_story to levee_identity using (true) with check (true);
grant select, insert on demo_story to levee_identity;
