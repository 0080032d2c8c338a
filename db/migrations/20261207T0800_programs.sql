-- A program that works here with rights of its own: what it is for, who answers for it, what it may do, until when.
create table program_account (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  purpose text not null check (length(purpose) between 1 and 500),
  -- The member who answers for it: its rights never exceed theirs, and what it creates counts as theirs.
  owner_id uuid not null,
  owner_name text not null,
  scopes text[] not null check (cardinality(scopes) between 1 and 100),
  ends_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Why it rests.
  paused_reason text,
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((status = 'paused') = (paused_reason is not null))
);
select levee_secure('program_account');
create unique index program_account_name on program_account (org_id, lower(name)) where status <> 'ended';
create index program_account_owner on program_account (org_id, owner_id);
create policy finding on program_account for select to levee_identity using (true);
grant select (org_id, id, name, owner_id, scopes, ends_at, status) on program_account to levee_identity;
comment on table program_account is 'A program that calls this server with a chosen part of its owner''s rights.';

-- What a program shows to be believed: kept as its hash, shown once, with an end.
create table program_key (
  org_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  prefix text not null,
  hash text not null,
  -- Networks from which it may be used; none named: from everywhere.
  networks text[] not null default '{}',
  calls_per_minute int not null check (calls_per_minute between 1 and 6000),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  -- How many calls there were: the last of them are kept one by one.
  calls bigint not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, program_id) references program_account (org_id, id)
);
select levee_secure('program_key');
-- A call names its key alone: which agency it is of follows from it.
create unique index program_key_hash on program_key (hash);
create index program_key_program on program_key (org_id, program_id);
create policy finding on program_key for select to levee_identity using (true);
grant select (org_id, id, program_id, hash, networks, calls_per_minute, expires_at, revoked_at) on program_key to levee_identity;
comment on table program_key is 'A key of a program: its hash, its first letters, where and until when it is good.';

-- The last calls of a key: a ring, so that no number of calls makes it grow.
create table program_call (
  org_id uuid not null,
  key_id uuid not null,
  slot int not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status int not null,
  primary key (org_id, key_id, slot),
  foreign key (org_id, key_id) references program_key (org_id, id)
);
select levee_secure('program_call');
create index program_call_age on program_call (org_id, at);
comment on table program_call is 'The last calls of a key: what was asked, by the pattern of its address, and the answer.';

-- Messages about a record are numbered, and one that fails holds back the later ones of the same record.
alter table webhook_message add column sequence int;
alter table webhook_delivery add column object_id uuid;
alter table webhook_delivery add column sequence int;
create index webhook_delivery_in_turn on webhook_delivery (org_id, endpoint_id, object_id, sequence)
  where sequence is not null and status in ('queued', 'sending', 'retrying');

create table webhook_sequence (
  org_id uuid not null,
  object_type text not null,
  object_id uuid not null,
  last int not null,
  primary key (org_id, object_type, object_id)
);
select levee_secure('webhook_sequence');
comment on table webhook_sequence is 'How many messages were sent about a record.';
