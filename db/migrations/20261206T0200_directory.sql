-- A directory of an agency (its list of people elsewhere), which tells us who comes and goes.
create table directory (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('directory');
create policy finding on directory for select to levee_identity using (true);
grant select (org_id, id, name, status) on directory to levee_identity;
comment on table directory is 'A list of people that an agency keeps elsewhere and that tells this server who comes and goes (SCIM).';

-- What a directory shows to be believed: kept as its hash, shown once, with an end.
create table directory_token (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  prefix text not null,
  hash text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory (org_id, id)
);
select levee_secure('directory_token');
-- A call names its token alone: which agency it is of follows from it.
create unique index directory_token_hash on directory_token (hash);
create index directory_token_directory on directory_token (org_id, directory_id);
create policy finding on directory_token for select to levee_identity using (true);
grant select (org_id, id, directory_id, hash, expires_at, revoked_at, last_used_at) on directory_token to levee_identity;
comment on table directory_token is 'A secret of a directory: its hash, its first letters and its end.';

-- Somebody as a directory knows them.
create table directory_user (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  user_name text not null,
  external_id text,
  active boolean not null default true,
  -- As the directory sent it: names, addresses, department and manager as text.
  attributes jsonb not null,
  -- The member; null while the address has an account elsewhere that nobody brought here.
  person_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory (org_id, id)
);
select levee_secure('directory_user');
create unique index directory_user_name on directory_user (org_id, directory_id, lower(user_name)) where deleted_at is null;
-- Two directories cannot claim one person.
create unique index directory_user_person on directory_user (org_id, person_id) where deleted_at is null and person_id is not null;
comment on table directory_user is 'A person as a directory sends them, and the member that they are here.';

create table directory_group (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  display_name text not null,
  external_id text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory (org_id, id)
);
select levee_secure('directory_group');
create unique index directory_group_name on directory_group (org_id, directory_id, lower(display_name));
comment on table directory_group is 'A group as a directory sends it; rights come by the mapping alone.';

create table directory_group_member (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references directory_group (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references directory_user (org_id, id) on delete cascade
);
select levee_secure('directory_group_member');
create index directory_group_member_user on directory_group_member (org_id, user_id);
comment on table directory_group_member is 'Who is in a group of a directory.';

-- What a group gives: a role, duties, a department.
create table directory_mapping (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  -- The group by its name, also one that is not there yet.
  group_name text not null check (length(group_name) between 1 and 300),
  role text check (role in ('user', 'manager', 'admin')),
  duties text[] not null default '{}',
  department_id uuid,
  status text not null default 'waiting' check (status in ('waiting', 'in_force', 'declined', 'removed')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  check (decided_by is distinct from asked_by)
);
select levee_secure('directory_mapping');
create index directory_mapping_directory on directory_mapping (org_id, directory_id);
comment on table directory_mapping is 'What a group of a directory gives; weighty rules wait for a second administrator.';

-- Every call of a directory and what it did; kept for thirty days.
create table directory_call (
  org_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  method text not null,
  path text not null,
  status int not null,
  effect text not null,
  primary key (org_id, id),
  foreign key (org_id, directory_id) references directory (org_id, id)
);
select levee_secure('directory_call');
create index directory_call_recent on directory_call (org_id, directory_id, at desc);
comment on table directory_call is 'What a directory asked and what it changed.';
