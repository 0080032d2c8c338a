-- A role that a provider or directory gives and a review ended: the source's next word does not give it
-- again, until the source says something else.
alter table user_role add column taken_at timestamptz;
grant select (taken_at) on user_role to levee_app;
comment on column user_role.taken_at is 'When a person ended what a provider or directory gives; it is not given again while the source says the same';
