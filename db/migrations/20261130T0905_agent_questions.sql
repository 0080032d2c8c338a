-- What somebody asked an agent in their own words; empty where they asked nothing.
alter table agent_run
  add column question text not null default '' check (length(question) <= 2000);
