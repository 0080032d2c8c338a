-- Set once the database was restored into another cluster, whose transaction numbers begin again: from then on every entry is looked up.
alter table audit_sequencer add column guarded boolean not null default false;

-- Entries that the sequencer would not seal: their MAC or content digest is wrong, so something other than the application wrote them.
create table audit_refusal (
  org_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  reason text not null,
  primary key (org_id, entry_id)
);
select levee_secure('audit_refusal');
revoke insert, update, delete on audit_refusal from levee_app;
create policy sequencer on audit_refusal to levee_sequencer using (true) with check (true);
grant select, insert on audit_refusal to levee_sequencer;
