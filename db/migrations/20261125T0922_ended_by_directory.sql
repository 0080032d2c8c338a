-- Whether the directory itself ended the membership: only then may it let the person in again. What was
-- ended in Levee stays ended, whatever a directory repeats.
alter table directory_user add column ended_member boolean not null default false;
update directory_user set ended_member = true where not active and person_id is not null;
