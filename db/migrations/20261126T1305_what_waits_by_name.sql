-- What waits since a restore is said by its name, so that an administrator knows what is released.
alter table restore_hold add column names text[] not null default '{}';
