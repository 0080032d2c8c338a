-- What each instance knows: a migration that takes away waits for those that know less.
alter table instance add column knows text;
comment on column instance.knows is 'The newest migration of its version.';
