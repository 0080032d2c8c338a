-- A member asks for a duty for a time; approval policies say who decides.
create table access_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  person_id uuid not null,
  duty text not null,
  until timestamptz not null,
  reason text not null,
  status text not null default 'asked' check (status in ('asked', 'given', 'declined', 'withdrawn')),
  answer text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('access_request');
create unique index access_request_open on access_request (org_id, person_id, duty) where status = 'asked';
comment on table access_request is 'Duties that members ask for, for a time';
comment on column access_request.until is 'When the duty ends by itself, if it is given';
comment on column access_request.answer is 'Why it was declined';

-- A review of rights: what was held at one instant, and what supervisors say of it.
create table rights_review (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  name text not null,
  scope text not null check (scope in ('all', 'department', 'duty')),
  department_id uuid,
  duty text,
  reviewer_id uuid,
  due_at timestamptz not null,
  frozen_at timestamptz not null default clock_timestamp(),
  status text not null default 'open' check (status in ('open', 'closed')),
  escalated_at timestamptz,
  closed_at timestamptz,
  -- SHA-256 of the CSV of the result, which the audit record holds too.
  digest text,
  started_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check ((scope = 'department') = (department_id is not null) and (scope = 'duty') = (duty is not null))
);
select levee_secure('rights_review');
comment on table rights_review is 'Reviews of who may do what';
comment on column rights_review.reviewer_id is 'Who reviews; null: managers of each person''s department';
comment on column rights_review.digest is 'SHA-256 of the result as CSV';
-- Whoever looks every hour learns which reviews are late, and nothing else.
create policy due on rights_review for select to levee_identity using (status = 'open');
grant select (org_id, id, status, due_at, escalated_at) on rights_review to levee_identity;

create table rights_review_item (
  org_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  department_name text,
  kind text not null check (kind in ('role', 'duty', 'delegation')),
  held text not null,
  -- The delegation; else the right is found by person and name.
  object_id uuid,
  giver_id uuid,
  giver_name text,
  source text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz,
  last_used_on date,
  reviewer_id uuid,
  decision text check (decision in ('keep', 'change', 'end')),
  new_until timestamptz,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, review_id) references rights_review (org_id, id)
);
select levee_secure('rights_review_item');
create index rights_review_item_of on rights_review_item (org_id, review_id);
comment on table rights_review_item is 'What a review froze: one role, duty or delegation of one person';
comment on column rights_review_item.reviewer_id is 'Who answers; null, or after the deadline: any administrator but the person';

-- The result as it was closed, byte for byte.
create table rights_review_result (
  org_id uuid not null,
  id uuid not null,
  csv text not null,
  primary key (org_id, id),
  foreign key (org_id, id) references rights_review (org_id, id)
);
select levee_secure('rights_review_result');
revoke update, delete on rights_review_result from levee_app;
comment on table rights_review_result is 'The result of a closed review as CSV; its SHA-256 stands in the audit record';
