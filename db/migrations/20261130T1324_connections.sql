-- Programs that read and propose in a person's name, over the Model Context Protocol.
create table agent_client (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('entered', 'document')),
  status text not null default 'active' check (status in ('active', 'ended')),
  client_id text not null check (client_id <> ''),
  redirect_uris text[] not null default '{}',
  areas text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  check ((kind = 'document') = (cardinality(redirect_uris) = 0))
);
select levee_secure('agent_client');
grant select (org_id, id, name, kind, status, client_id, redirect_uris) on agent_client to levee_identity;
create policy finding on agent_client for select to levee_identity using (true);
create unique index agent_client_entered on agent_client (client_id) where kind = 'entered';
create unique index agent_client_document on agent_client (org_id, client_id) where kind = 'document' and status = 'active';
create unique index agent_client_name on agent_client (org_id, lower(name)) where status = 'active';
comment on table agent_client is 'A program that members may let read and propose in their names: entered, or all of one host that publishes what they are.';

create table agent_connection (
  org_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  client_name text not null,
  address text not null check (address <> ''),
  person_id uuid not null,
  person_name text not null,
  status text not null default 'active' check (status in ('active', 'ended')),
  proposes boolean not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_for text not null default '',
  last_used_at timestamptz,
  calls int not null default 0 check (calls >= 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (org_id, client_id) references agent_client(org_id, id),
  foreign key (person_id) references person(id),
  check ((status = 'ended') = (ended_at is not null))
);
select levee_secure('agent_connection');
grant select (org_id, id, client_id, client_name, address, person_id, status, proposes, ends_at)
  on agent_connection to levee_identity;
create policy finding on agent_connection for select to levee_identity using (true);
create index agent_connection_person on agent_connection (org_id, person_id, created_at);
create index agent_connection_client on agent_connection (org_id, client_id, status);
comment on table agent_connection is 'That a member let a program read, and where they said so propose, in their name until a day.';

alter table agent_run drop constraint agent_run_begun_check;
alter table agent_run add constraint agent_run_begun_check check (begun in ('person', 'daily', 'program'));
alter table agent_run add column connection_id uuid;
alter table agent_run add foreign key (org_id, connection_id) references agent_connection(org_id, id);
alter table agent_run add check ((begun = 'program') = (connection_id is not null));
create unique index agent_run_connection on agent_run (org_id, connection_id)
  where connection_id is not null and status = 'running';

alter table agent_finding add column for_person uuid references person(id);
create index agent_finding_for on agent_finding (org_id, for_person, status) where for_person is not null;

-- What the authorization server keeps between two requests: codes, tokens, consents. Each is found by the
-- digest of its name, and its words are sealed.
create table oauth_artifact (
  model text not null check (model <> ''),
  digest text not null,
  sealed text not null,
  grant_digest text,
  uid_digest text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, digest)
);
alter table oauth_artifact enable row level security;
alter table oauth_artifact force row level security;
grant select, insert, update, delete on oauth_artifact to levee_identity;
create policy identity on oauth_artifact to levee_identity using (true) with check (true);
create index oauth_artifact_grant on oauth_artifact (grant_digest) where grant_digest is not null;
create index oauth_artifact_uid on oauth_artifact (uid_digest) where uid_digest is not null;
create index oauth_artifact_expires on oauth_artifact (expires_at);
