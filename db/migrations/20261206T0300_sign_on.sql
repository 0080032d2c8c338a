-- How the people of an agency sign in through a provider of its own.
create table sign_in_provider (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('oidc', 'saml')),
  status text not null default 'draft' check (status in ('draft', 'tested', 'active', 'disabled')),
  -- The provider's own name of itself: issuer of OpenID Connect, entity id of SAML.
  issuer text not null default '' check (length(issuer) <= 1000),
  client_id text not null default '',
  -- Sealed outside of the database's reach.
  secret_sealed text,
  scopes text not null default 'openid email profile',
  -- SAML: where requests are sent, and the certificates that answers are signed with.
  entry_point text not null default '',
  certificates text[] not null default '{}',
  -- SAML: what we sign requests with.
  own_certificate text,
  own_key_sealed text,
  -- Which claims tell who it is; empty is the usual one.
  subject_claim text not null default '',
  email_claim text not null default 'email',
  name_claim text not null default 'name',
  -- What happens to somebody who comes for the first time.
  arrival text not null default 'invitation' check (arrival in ('refused', 'invitation', 'create')),
  -- Whether what it says of a second factor is believed, and the words by which it says so.
  trusts_second_factor boolean not null default false,
  second_factor_values text[] not null default '{mfa}',
  tested_at timestamptz,
  tested_by uuid,
  -- Ends of certificates that administrators were told of.
  told text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('sign_in_provider');
create unique index sign_in_provider_id on sign_in_provider (id);
-- The sign-in page finds the agency of a provider before anybody is signed in.
create policy finding on sign_in_provider for select to levee_identity using (true);
grant select (org_id, id, name, status) on sign_in_provider to levee_identity;

-- Mail domains that an agency says are its own; those with a moment of proof are.
create table sign_in_domain (
  org_id uuid not null references organization (id),
  id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  token text not null,
  proved_at timestamptz,
  checked_at timestamptz,
  -- What the last look at the name servers found.
  found text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, domain)
);
select levee_secure('sign_in_domain');
-- A domain belongs to one agency.
create unique index sign_in_domain_proved on sign_in_domain (domain) where proved_at is not null;
create policy finding on sign_in_domain for select to levee_identity using (true);
grant select (org_id, id, domain, proved_at) on sign_in_domain to levee_identity;

-- One way to a provider and back, of one browser; answered once, used once.
create table sign_in_attempt (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'test', 'link')),
  -- Of the browser that began; nobody else takes the answer.
  browser_hash text not null,
  -- What was sent along: the state of OpenID Connect, the request's id of SAML.
  request text not null,
  -- Nonce and verifier.
  sealed text not null default '',
  -- Who began, where somebody was signed in.
  person_id uuid,
  session_id uuid,
  begun_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- What the provider said of the person.
  answer jsonb,
  code_hash text,
  used_at timestamptz,
  -- Why it was refused.
  refused text,
  primary key (org_id, id),
  unique (org_id, request),
  foreign key (org_id, provider_id) references sign_in_provider (org_id, id)
);
select levee_secure('sign_in_attempt');
create index sign_in_attempt_age on sign_in_attempt (org_id, expires_at);
create index sign_in_attempt_code on sign_in_attempt (org_id, code_hash) where code_hash is not null;

-- Who somebody is at a provider: its subject, never an address.
create table provider_identity (
  org_id uuid not null,
  provider_id uuid not null,
  subject text not null check (length(subject) between 1 and 1000),
  person_id uuid not null,
  linked_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (org_id, provider_id, subject),
  unique (org_id, provider_id, person_id),
  foreign key (org_id, provider_id) references sign_in_provider (org_id, id)
);
select levee_secure('provider_identity');

-- What a claim gives: a role, duties, a department.
create table sign_in_mapping (
  org_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  claim text not null check (length(claim) between 1 and 300),
  value text not null check (length(value) between 1 and 500),
  role text check (role in ('user', 'manager', 'admin')),
  duties text[] not null default '{}',
  department_id uuid,
  -- What weighs waits for a second administrator.
  status text not null default 'waiting' check (status in ('waiting', 'in_force', 'declined', 'removed')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, provider_id) references sign_in_provider (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('sign_in_mapping');
create index sign_in_mapping_provider on sign_in_mapping (org_id, provider_id);
create index sign_in_mapping_department on sign_in_mapping (org_id, department_id);

-- What happened at the agency's own sign-in, for its administrators.
create table sign_in_event (
  org_id uuid not null references organization (id),
  id uuid not null,
  provider_id uuid,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  good boolean not null,
  person_id uuid,
  -- The address or the subject that the provider named.
  who text not null default '',
  told text not null default '',
  place text not null default '',
  primary key (org_id, id),
  foreign key (org_id, provider_id) references sign_in_provider (org_id, id)
);
select levee_secure('sign_in_event');
create index sign_in_event_recent on sign_in_event (org_id, at desc, id desc);
create index sign_in_event_provider on sign_in_event (org_id, provider_id);

-- An agency that is entered through its provider alone.
create table sign_in_rule (
  org_id uuid not null references organization (id),
  provider_id uuid not null,
  provider_name text not null,
  enforced_at timestamptz not null default clock_timestamp(),
  enforced_by uuid not null,
  -- Whoever runs the server lets other ways in until then.
  lifted_until timestamptz,
  lifted_reason text,
  version int not null default 1,
  primary key (org_id),
  foreign key (org_id, provider_id) references sign_in_provider (org_id, id)
);
select levee_secure('sign_in_rule');
create index sign_in_rule_provider on sign_in_rule (org_id, provider_id);
create policy entering on sign_in_rule for select to levee_identity using (true);
grant select on sign_in_rule to levee_identity;

-- Members who may still come in by their own password and second factor.
create table break_glass_member (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  named_by uuid not null,
  named_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id)
);
select levee_secure('break_glass_member');
create policy entering on break_glass_member for select to levee_identity using (true);
grant select on break_glass_member to levee_identity;

-- Each time one of them did; every administrator is told of it.
create table break_glass_use (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  used_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  primary key (org_id, id),
  unique (org_id, session_id)
);
select levee_secure('break_glass_use');
create index break_glass_use_untold on break_glass_use (org_id, used_at) where told_at is null;
create policy entering on break_glass_use to levee_identity using (true) with check (true);
grant select, insert on break_glass_use to levee_identity;

-- By which provider a session came; null came by a way of the person's own.
alter table session add column provider_id uuid;
-- A second step keeps it until the session begins.
alter table verification add column provider_id uuid, add column org_id uuid;
