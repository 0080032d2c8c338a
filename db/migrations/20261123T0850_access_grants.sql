-- Roles and duties with money, award or bid powers that somebody asked for, until a second person confirms them; and what was granted alone while nobody else could confirm.
create table access_grant (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  -- The role that is asked for, with its end; null: the role stays.
  role text check (role in ('user', 'manager', 'admin')),
  role_expires_at timestamptz,
  -- Duties beside those held.
  duties text[] not null default '{}',
  -- The duty read_only ends.
  lifts_read_only boolean not null default false,
  -- taken: nothing is asked for; the person lost the power to confirm, by the act of asked_by.
  status text not null default 'waiting' check (status in ('waiting', 'confirmed', 'declined', 'withdrawn', 'lapsed', 'alone', 'taken')),
  asked_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  -- Why it was declined.
  reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member (org_id, person_id),
  -- Two people, neither of whom gets it alone.
  check (status <> 'confirmed' or (decided_by is not null and decided_by <> asked_by and decided_by <> person_id))
);
select levee_secure('access_grant');
create index access_grant_recent on access_grant (org_id, created_at desc, id desc);
create index access_grant_of_person on access_grant (org_id, person_id) where status = 'waiting';
