-- A closed fiscal year takes no movement any more; what was open in it is carried into the next one.
alter table budget_line add column closed boolean not null default false;
alter table commitment_entry drop constraint commitment_entry_kind_check;
alter table commitment_entry add constraint commitment_entry_kind_check check (kind in ('adopt', 'amend', 'transfer', 'pre_encumber', 'encumber', 'expend', 'release', 'reverse', 'carry'));
