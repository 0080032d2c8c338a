-- That the demo story was begun in this database: begun and not told means that a first start was stopped half-way. A global table without agency.
create table demo_story_begun (begun_at timestamptz primary key default clock_timestamp());
alter table demo_story_begun enable row level security;
alter table demo_story_begun force row level security;
create policy all_of_it on demo_story_begun to levee_identity using (true) with check (true);
grant select, insert on demo_story_begun to levee_identity;
