-- Other ways in: Google (or any OpenID Connect provider) and passkeys. Only levee_identity reads and writes these tables.
alter table verification drop constraint verification_purpose_check;
alter table verification add constraint verification_purpose_check check (purpose in ('signup', 'recovery', 'mfa', 'oauth'));

create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key text not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 80),
  backed_up boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index passkey_person on passkey (person_id, created_at);

-- A challenge is answered once. Of a person who adds a passkey, or of nobody yet who signs in with one.
create table passkey_challenge (
  hash text primary key,
  person_id uuid references person on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_age on passkey_challenge (expires_at);

do $$
declare t text;
begin
  foreach t in array array['passkey', 'passkey_challenge'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy identity on %I to levee_identity using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to levee_identity', t);
  end loop;
end $$;
