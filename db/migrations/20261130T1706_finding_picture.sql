-- What is drawn of a finding before its words: a page beside its fields, a checklist, a grid; none where words say it all.
alter table agent_finding add column picture jsonb;
