-- A download that a link must reach: single use, one minute, one address, one session. Global; the identity role alone reads it.
create table download_ticket (
  hash text primary key,
  session_id uuid not null references session (id) on delete cascade,
  person_id uuid not null,
  path text not null check (length(path) <= 4000),
  expires_at timestamptz not null
);
alter table download_ticket enable row level security;
alter table download_ticket force row level security;
create policy identity_only on download_ticket to levee_identity using (true) with check (true);
grant select, insert, delete on download_ticket to levee_identity;
