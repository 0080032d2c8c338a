-- What is bought, in the contract itself: it goes to counsel and to signature with it.
alter table contract
  add column scope text not null default '',
  add column deliverables text not null default '';

-- Files that are part of a contract; what is signed carries their very bytes.
create table contract_exhibit (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  what text not null check (what in ('scope', 'prices', 'deliverables', 'drawings', 'other')),
  title text not null,
  file_id uuid not null,
  added_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('contract_exhibit');
create index contract_exhibit_of on contract_exhibit (org_id, contract_id);
