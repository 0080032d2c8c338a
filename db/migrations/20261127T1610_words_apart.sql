-- What the history of confidential records says: it lies apart from the ledger, which keeps the digest of it, so that
-- whoever reads the ledger does not read the case. Only the record's own history shows it.
create table audit_apart (
  org_id uuid not null,
  entry_id uuid not null,
  -- The canonical text of the entry as it would stand in the ledger. Null once erased.
  content text,
  primary key (org_id, entry_id),
  foreign key (org_id, entry_id) references audit_entry (org_id, id) deferrable initially deferred
);
select levee_secure('audit_apart');
revoke update, delete on audit_apart from levee_app;
grant select, update (content) on audit_apart to levee_eraser;
create policy eraser_erases on audit_apart for update to levee_eraser
  using (org_id = (select levee_org())) with check (content is null);
create policy eraser_reads on audit_apart for select to levee_eraser using (org_id = (select levee_org()));

create or replace function audit_erase_content(entry uuid) returns boolean language sql security definer
set search_path = public as $$
  update audit_apart set content = null where org_id = levee_org() and entry_id = entry;
  update audit_entry set content = null where org_id = levee_org() and id = entry and content is not null returning true
$$;
