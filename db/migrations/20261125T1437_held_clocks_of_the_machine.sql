-- What waits after a restore belongs to the machine; the column names the agency that runs it and
-- says nothing of whose the row is.
alter table restore_hold rename column org_id to run_by_org_id;
