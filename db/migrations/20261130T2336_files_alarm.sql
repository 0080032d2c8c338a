-- The storage of files may be away, which the operation page says as it does of the scanner.
alter table operation_alarm drop constraint operation_alarm_kind_check;
alter table operation_alarm
  add constraint operation_alarm_kind_check
  check ((kind in ('clock', 'disk', 'files', 'scanner')) or (kind ~~ 'rule:%'));
