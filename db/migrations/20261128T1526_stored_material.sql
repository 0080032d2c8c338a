-- Material of a line that lies on the site and is not in place yet: what of an application is for it.
alter table pay_application add column stored_file_ids jsonb not null default '[]';
alter table pay_application_line
  add column stored_quantity numeric(18, 4) not null default 0 check (stored_quantity >= 0),
  add column certified_stored_quantity numeric(18, 4)
    check (certified_stored_quantity between 0 and stored_quantity),
  add column previous_stored_quantity numeric(18, 4) not null default 0
    check (previous_stored_quantity >= 0);
update pay_application_line set certified_stored_quantity = 0 where certified_quantity is not null;
alter table pay_application_line add constraint pay_application_line_stored_check
  check ((certified_quantity is null) = (certified_stored_quantity is null));
