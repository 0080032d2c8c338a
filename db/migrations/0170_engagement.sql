-- What the public site collects: who waits, who asks for a demonstration or writes, what people wish for, who wants the bulletin, what members say.
-- All of it belongs to the agency that runs the installation.
create table inquiry (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('waitlist', 'demo', 'contact')),
  status text not null check (status in ('received', 'contacted', 'done', 'withdrawn')),
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  organization text not null default '',
  job text not null default '',
  phone text not null default '',
  topic text not null default '',
  message text not null default '',
  slot_at timestamptz,
  time_zone text,
  token_digest text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('inquiry');
create index inquiry_kind on inquiry (org_id, kind, created_at desc nulls first, id desc nulls first);
create unique index inquiry_waits_once on inquiry (org_id, email) where kind = 'waitlist' and status <> 'withdrawn';
create unique index inquiry_slot_once on inquiry (org_id, slot_at) where slot_at is not null and status <> 'withdrawn';
create index inquiry_token on inquiry (org_id, token_digest) where token_digest is not null;

create table feature_request (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('proposed', 'open', 'planned', 'in_progress', 'shipped', 'declined')),
  title text not null check (title <> ''),
  description text not null default '',
  email text,
  votes int not null default 0 check (votes >= 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('feature_request');
create index feature_request_votes on feature_request (org_id, votes desc nulls first, id desc nulls first);

create table feature_vote (
  org_id uuid not null,
  feature_request_id uuid not null,
  voter text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, feature_request_id, voter),
  foreign key (org_id, feature_request_id) references feature_request (org_id, id) on delete cascade
);
select levee_secure('feature_vote');

create table bulletin_subscriber (
  org_id uuid not null,
  id uuid not null,
  email text not null check (email = lower(email)),
  commodity_prefixes text[] not null default '{}',
  token_digest text not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, email)
);
select levee_secure('bulletin_subscriber');
create index bulletin_subscriber_token on bulletin_subscriber (org_id, token_digest);

create table user_feedback (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  person_name text not null,
  email text not null,
  status text not null check (status in ('received', 'answered', 'done')),
  feedback_type text not null check (feedback_type in ('bug', 'feature', 'improvement', 'general')),
  subject text not null check (subject <> ''),
  message text not null check (message <> ''),
  page_url text not null default '',
  browser_info jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('user_feedback');
create index user_feedback_age on user_feedback (org_id, created_at desc nulls first, id desc nulls first);
