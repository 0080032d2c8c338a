-- A finding in a language model's words, beside those that the rules made; empty where none was asked.
alter table agent_finding add column words text not null default '';
alter table agent_run add column tokens int not null default 0 check (tokens >= 0);
