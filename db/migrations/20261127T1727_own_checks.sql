-- A check that the agency writes itself: of which records, where it applies, what must hold there, and in words.
alter table control_version add column condition jsonb;
alter table control_version add column demands text check (length(demands) between 10 and 500);
alter table control_version add constraint own_check check (
  (check_name like 'own.%') = (condition is not null) and (condition is null or demands is not null)
);
