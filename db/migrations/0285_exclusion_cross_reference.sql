-- The column Cross-Reference of the official extract: its text as it stands, and the names that could be read out of it (a list of texts), which are compared too.
alter table exclusion_record add column cross_reference text not null default '', add column aliases jsonb not null default '[]';
