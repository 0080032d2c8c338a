-- A contractor reads what waits for it of the punch list and of the papers at the end, under its contracts.
grant select (org_id, id, number, status, project_id, contract_id, what, due_on) on punch_item to levee_vendor;
create policy own on punch_item for select to levee_vendor using (
  status <> 'dropped' and (org_id, contract_id) in (select org_id, id from contract)
);
grant select (org_id, id, number, status, project_id, contract_id, title, party, due_on)
  on closeout_paper to levee_vendor;
create policy own on closeout_paper for select to levee_vendor using (
  status <> 'dropped' and (org_id, contract_id) in (select org_id, id from contract)
);
