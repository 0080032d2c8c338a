-- An exclusion list that is more than a tenth shorter than the one before becomes current only where who loads it says so.
alter table exclusion_list add column accept_shorter boolean not null default false;
