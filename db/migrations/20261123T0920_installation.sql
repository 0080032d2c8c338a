-- What the instances of this database must share: digests of their secret, of the mark of their folder of files, of their key store's public key. Global, one row.
create table installation (
  single boolean primary key default true check (single),
  secret_check text not null,
  files_check text,
  key_store_check text,
  since timestamptz not null default clock_timestamp(),
  -- When an operator last said that other ones belong to it, after a restore.
  taken_over_at timestamptz
);
alter table installation enable row level security;
alter table installation force row level security;
create policy operation on installation to levee_app using (true) with check (true);
grant select, insert, update on installation to levee_app;
