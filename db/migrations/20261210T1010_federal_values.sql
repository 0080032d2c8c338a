-- A later federal value that an administrator entered, because the shipped rules could not know it.
alter table legal_rule add column agency_entry boolean not null default false
  check (not agency_entry or jurisdiction = 'federal');
