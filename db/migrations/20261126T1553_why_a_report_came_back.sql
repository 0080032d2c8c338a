-- Why the certifier sent a report back stands on it until it is prepared anew.
alter table grant_report add column status_reason text;
