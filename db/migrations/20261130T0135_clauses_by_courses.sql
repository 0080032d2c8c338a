alter table assurance_tie drop constraint assurance_tie_kind_check;
alter table assurance_tie add constraint assurance_tie_kind_check
  check (kind in ('control', 'policy', 'checklist', 'audit', 'course'));
