-- How far the log of this machine went when an agency's last write was acknowledged. Not in the log itself:
-- a machine that was promoted or came back from a crash knows of none, and is asked anew.
create unlogged table agency_written (
  org_id uuid not null,
  position pg_lsn not null,
  primary key (org_id)
) with (fillfactor = 50);
select levee_secure('agency_written');
select levee_not_copied('agency_written');
create policy published on agency_written for select to levee_anon using (true);
grant select on agency_written to levee_anon;

-- Whether the instance notes its writes there.
alter table instance add column marks_writes boolean not null default false;

-- The alarms of backups and of the database were refused by their own table.
alter table operation_alarm drop constraint operation_alarm_kind_check;
alter table operation_alarm
  add constraint operation_alarm_kind_check
  check (
    kind in ('backup', 'clock', 'database', 'disk', 'files', 'scanner', 'standby') or kind ~~ 'rule:%'
  );
