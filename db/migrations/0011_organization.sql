-- Agencies, their members, departments, roles and duties.

create table organization (
  id uuid primary key,
  name text not null check (length(name) between 2 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9](-?[a-z0-9])*$'),
  time_zone text not null default 'America/New_York',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  fiscal_year_start_month int not null default 7 check (fiscal_year_start_month between 1 and 12),
  mail_domain text,
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
alter table organization enable row level security;
alter table organization force row level security;
create policy agency on organization to levee_app using (id = (select levee_org())) with check (id = (select levee_org()));
grant select, insert, update on organization to levee_app;

create table department (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code ~ '^[A-Z0-9-]{1,12}$'),
  name text not null check (length(name) between 1 and 80),
  parent_id uuid,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, parent_id) references department (org_id, id)
);
select levee_secure('department');

create table organization_member (
  org_id uuid not null references organization (id),
  person_id uuid not null references person (id),
  department_id uuid,
  title text not null default '',
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('organization_member');
create index organization_member_person on organization_member (person_id);

-- A grant of a role. Rows are never changed: the newest one that has not expired is the person's role (SPEC section 6).
create table user_role (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('user', 'manager', 'admin', 'platform_admin')),
  granted_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  granted_by uuid,
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('user_role');
create index user_role_newest on user_role (org_id, person_id, granted_at desc nulls first);

create table member_duty (
  org_id uuid not null,
  person_id uuid not null,
  duty text not null check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor')),
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id, duty),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('member_duty');

create table invitation (
  org_id uuid not null references organization (id),
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('user', 'manager', 'admin')),
  department_id uuid,
  title text not null default '',
  duties jsonb not null default '[]',
  token_hash text not null unique,
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('invitation');
create unique index invitation_open on invitation (org_id, email) where accepted_at is null and revoked_at is null;

create table notification (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  title text not null,
  body text not null default '',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('notification');
-- Anyone in the agency may be told something; only the person told may read it.
create policy addressee_reads on notification as restrictive for select to levee_app using (person_id = (select levee_person()));
create policy addressee_marks on notification as restrictive for update to levee_app using (person_id = (select levee_person()));
create policy addressee_removes on notification as restrictive for delete to levee_app using (person_id = (select levee_person()));
create index notification_person on notification (org_id, person_id, created_at desc nulls first, id desc nulls first);
create index notification_unread on notification (org_id, person_id) where read_at is null;

-- Names: one's own, and of everyone who is or was a member of the agency in scope.
create policy acquainted on person for select to levee_app using (
  id = (select levee_person()) or exists (select 1 from organization_member m where m.org_id = (select levee_org()) and m.person_id = person.id)
);
grant select on person to levee_app;

-- The principal of a request is looked up before an agency is known.
do $$
declare t text;
begin
  foreach t in array array['organization', 'organization_member', 'user_role', 'member_duty', 'department', 'invitation'] loop
    execute format('create policy principal on %I for select to levee_identity using (true)', t);
    execute format('grant select on %I to levee_identity', t);
  end loop;
end $$;
