-- Approval policies: draft → published → retired. A published version never changes; requests stay with the version they started on.
create table approval_policy (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null check (length(name) between 1 and 120),
  document_type text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  priority int not null default 100,
  condition jsonb not null default '{}',
  steps jsonb not null,
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('approval_policy');
create index approval_policy_route on approval_policy (org_id, document_type, priority) where status = 'published';

create table approval_request (
  org_id uuid not null,
  id uuid not null,
  document_type text not null,
  document_id uuid not null,
  document_number text not null,
  title text not null,
  amount bigint not null,
  requester_id uuid,
  department_id uuid,
  facts jsonb not null default '{}',
  policy_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'returned', 'rejected', 'withdrawn')),
  stage int not null default 0,
  due_at timestamptz,
  requested_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, policy_id) references approval_policy (org_id, id)
);
select levee_secure('approval_request');
create unique index approval_request_open on approval_request (org_id, document_type, document_id) where status = 'pending';
create index approval_request_document on approval_request (org_id, document_id);
create index approval_request_due on approval_request (org_id, status, due_at);
create index approval_request_recent on approval_request (org_id, requested_at desc, id desc);

create table approval_step (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  stage int not null,
  name text not null,
  mode text not null check (mode in ('all', 'any', 'quorum')),
  quorum int not null default 1,
  status text not null default 'waiting' check (status in ('waiting', 'open', 'approved', 'stopped')),
  opened_at timestamptz,
  due_at timestamptz,
  escalated_at timestamptz,
  route jsonb not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, request_id) references approval_request (org_id, id)
);
select levee_secure('approval_step');
create index approval_step_request on approval_step (org_id, request_id, stage);
create index approval_step_due on approval_step (org_id, due_at) where status = 'open' and escalated_at is null;

create table approval_assignee (
  org_id uuid not null,
  step_id uuid not null,
  person_id uuid not null,
  decision text check (decision in ('approve', 'return', 'reject')),
  decided_by uuid,
  decided_at timestamptz,
  comment text,
  primary key (org_id, step_id, person_id),
  foreign key (org_id, step_id) references approval_step (org_id, id)
);
select levee_secure('approval_assignee');
create index approval_assignee_person on approval_assignee (org_id, person_id) where decision is null;

create table approval_delegation (
  org_id uuid not null,
  id uuid not null,
  from_person_id uuid not null,
  to_person_id uuid not null check (to_person_id <> from_person_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  document_types jsonb not null default '[]',
  note text not null default '',
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('approval_delegation');
create index approval_delegation_to on approval_delegation (org_id, to_person_id, ends_at);
