-- People and their credentials. These tables carry no agency: one person may belong to several, or to none.
-- levee_app reads names of people it may meet and never a credential; levee_identity (a pool of its own) reads and writes the rest.

create table person (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  display_name text not null check (length(display_name) between 1 and 120),
  email_verified_at timestamptz,
  disabled_at timestamptz,
  demo_until timestamptz,
  preferences jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table account (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  provider text not null,
  provider_account_id text not null,
  password_hash text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (provider, provider_account_id),
  unique (person_id, provider)
);

create table session (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  active_org_id uuid,
  assurance text not null default 'password' check (assurance in ('password', 'mfa')),
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text
);
create index session_person on session (person_id, created_at);

create table refresh_token (
  hash text primary key,
  session_id uuid not null references session on delete cascade,
  parent text,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_token_session on refresh_token (session_id);

create table verification (
  hash text primary key,
  person_id uuid not null references person on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'mfa')),
  attempts int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_person on verification (person_id, purpose);

create table two_factor (
  person_id uuid primary key references person on delete cascade,
  secret_sealed text not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

create table backup_code (
  person_id uuid not null references person on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (person_id, hash)
);

create table rate_limit (
  key text primary key,
  window_started_at timestamptz not null,
  hits int not null,
  blocked_until timestamptz
);
create index rate_limit_age on rate_limit (window_started_at);

create table security_event (
  id uuid primary key,
  org_id uuid,
  person_id uuid,
  session_id uuid,
  event_type text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  event_data jsonb not null default '{}',
  address text not null default '',
  occurred_at timestamptz not null default clock_timestamp()
);
create index security_event_org on security_event (org_id, occurred_at desc nulls first);
create index security_event_person on security_event (person_id, occurred_at desc nulls first);

-- A supplier as it signs in; each agency's own vendor record points here. Apart from members on purpose.
create table vendor_identity (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table vendor_user (
  person_id uuid not null references person on delete cascade,
  vendor_id uuid not null references vendor_identity on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (person_id, vendor_id)
);

-- Mail waits here, written in the transaction that causes it, until the mail job hands it to the server.
-- The application may only add to it: letters carry links that are secrets.
create table mail (
  id uuid primary key,
  org_id uuid,
  kind text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  link text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp()
);
create index mail_due on mail (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_created on mail (created_at desc nulls first);

create table subscription (
  org_id uuid not null,
  id uuid not null,
  plan text not null default 'community',
  subscribed boolean not null default false,
  ends_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id)
);
select levee_secure('subscription');

do $$
declare t text;
begin
  foreach t in array array['person', 'account', 'session', 'refresh_token', 'verification', 'two_factor', 'backup_code', 'rate_limit',
                           'security_event', 'vendor_identity', 'vendor_user', 'mail'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy identity on %I to levee_identity using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to levee_identity', t);
  end loop;
end $$;

create policy own_mail on mail for insert to levee_app with check (org_id is null or org_id = (select levee_org()));
grant insert on mail to levee_app;

create policy agency_events on security_event for select to levee_app using (org_id = (select levee_org()));
create policy add_event on security_event for insert to levee_app
  with check (org_id is not distinct from (select levee_org()) and person_id is not distinct from (select levee_person()));
grant select, insert on security_event to levee_app;

create policy linked on vendor_user for select to levee_app using (person_id = (select levee_person()) or vendor_id = any (array(select unnest(levee_vendors()))));
grant select on vendor_user to levee_app;
create policy known on vendor_identity for select to levee_app using (true);
grant select on vendor_identity to levee_app;
