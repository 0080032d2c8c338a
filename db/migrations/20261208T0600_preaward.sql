-- The half of a grant before its award: opportunities, applications with their forms and budgets,
-- and which opportunities to pursue.
create table grant_opportunity (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null check (number <> ''),
  status text not null default 'inbox'
    check (status in ('inbox', 'reviewing', 'will_apply', 'consider', 'rejected', 'not_relevant')),
  title text not null check (title <> ''),
  agency text not null default '',
  posted_status text not null default 'posted'
    check (posted_status in ('forecasted', 'posted', 'closed', 'archived')),
  alns text[] not null default '{}',
  eligibility text[] not null default '{}',
  summary text not null default '',
  floor_cents bigint check (floor_cents >= 0),
  ceiling_cents bigint check (ceiling_cents >= 0),
  total_cents bigint check (total_cents >= 0),
  expected_awards int check (expected_awards >= 0),
  cost_sharing boolean,
  posted_on date,
  closes_on date,
  url text not null default '',
  eligible boolean,
  proposal text check (proposal in ('will_apply', 'consider', 'rejected')),
  proposal_code text,
  proposal_reason text not null default '',
  proposed_by uuid,
  match_source text not null default '',
  decided_by uuid,
  reject_code text,
  decision_reason text not null default '',
  owner_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (status <> 'rejected' or reject_code is not null)
);
select levee_secure('grant_opportunity');
create unique index grant_opportunity_number on grant_opportunity (org_id, upper(number));
create index grant_opportunity_status on grant_opportunity (org_id, status, closes_on);

-- Where an opportunity was read: one from two sources is one row above and two here.
create table grant_opportunity_source (
  org_id uuid not null references organization (id),
  id uuid not null,
  opportunity_id uuid not null,
  source text not null check (source <> ''),
  source_key text not null,
  url text not null default '',
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source, source_key),
  foreign key (org_id, opportunity_id) references grant_opportunity (org_id, id)
);
select levee_secure('grant_opportunity_source');
create index grant_opportunity_source_of on grant_opportunity_source (org_id, opportunity_id);

create table grant_search (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  name text not null check (name <> ''),
  words text not null default '',
  alns text[] not null default '{}',
  eligible_only boolean not null default true,
  digest text not null default 'daily' check (digest in ('daily', 'weekly', 'off')),
  told_until timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('grant_search');
create unique index grant_search_name on grant_search (org_id, person_id, lower(name));

-- What the agency says of itself on every application, once.
create table grant_applicant (
  org_id uuid not null references organization (id),
  id uuid not null,
  legal_name text not null,
  ein text not null,
  uei text not null,
  sam_until date not null,
  applicant_type text not null,
  street text not null,
  city text not null,
  county text not null default '',
  state text not null,
  postal_code text not null,
  district text not null,
  phone text not null,
  email text not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id)
);
select levee_secure('grant_applicant');

create table grant_application (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in (
    'draft', 'internal_review', 'ready', 'submitted', 'accepted', 'rejected_by_portal', 'awarded',
    'declined', 'withdrawn'
  )),
  title text not null check (title <> ''),
  opportunity_id uuid,
  opportunity_number text not null,
  grantor text not null,
  aln text not null default '',
  application_type text not null check (application_type in ('new', 'continuation', 'revision')),
  award_number text not null default '',
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  due_on date,
  owner_id uuid not null,
  prepared_by uuid[] not null default '{}',
  reviewed_by uuid,
  signed_by uuid,
  signed_name text,
  signed_title text,
  signed_phone text,
  signed_at timestamptz,
  signed_basis text,
  signed_sha256 text,
  package_sha256 text,
  package_file text,
  submitted_at timestamptz,
  submitted_by uuid,
  tracking_number text not null default '',
  status_reason text,
  federal_cents bigint not null default 0,
  match_cents bigint not null default 0,
  award_cents bigint,
  awarded_number text,
  awarded_on date,
  supersedes_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, opportunity_id) references grant_opportunity (org_id, id),
  foreign key (org_id, supersedes_id) references grant_application (org_id, id),
  check (application_type = 'new' or award_number <> ''),
  check (not (signed_by = any(prepared_by)))
);
select levee_secure('grant_application');
create index grant_application_status on grant_application (org_id, status, due_on);
create index grant_application_opportunity on grant_application (org_id, opportunity_id);

create table grant_application_form (
  org_id uuid not null references organization (id),
  id uuid not null,
  application_id uuid not null,
  form text not null,
  form_version text not null,
  answers jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id, form),
  foreign key (org_id, application_id) references grant_application (org_id, id)
);
select levee_secure('grant_application_form');

create table grant_application_section (
  org_id uuid not null references organization (id),
  id uuid not null,
  application_id uuid not null,
  place int not null,
  title text not null check (title <> ''),
  asks text not null default '',
  body text not null default '',
  most_words int check (most_words > 0),
  owner_id uuid,
  due_on date,
  required boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, application_id) references grant_application (org_id, id)
);
select levee_secure('grant_application_section');
create index grant_application_section_of on grant_application_section (org_id, application_id, place);

create table grant_budget (
  org_id uuid not null references organization (id),
  id uuid not null,
  application_id uuid not null,
  body jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, application_id),
  foreign key (org_id, application_id) references grant_application (org_id, id)
);
select levee_secure('grant_budget');

-- What was submitted stays as it was: forms, sections and budget change only while it is a draft.
create function levee_keep_application() returns trigger language plpgsql as $$
declare
  at text;
begin
  select a.status into at from grant_application a
  where a.org_id = coalesce(new.org_id, old.org_id)
    and a.id = coalesce(new.application_id, old.application_id);
  if at is distinct from 'draft' then
    raise exception 'an application changes only while it is a draft'
      using errcode = '23514', constraint = 'grant_application_stays';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep before insert or update or delete on grant_application_form
  for each row execute function levee_keep_application();
create trigger keep before insert or update or delete on grant_application_section
  for each row execute function levee_keep_application();
create trigger keep before insert or update or delete on grant_budget
  for each row execute function levee_keep_application();

-- What pursuing an opportunity takes, for the choice among them.
create table grant_pursuit (
  org_id uuid not null references organization (id),
  id uuid not null,
  opportunity_id uuid not null,
  ask_cents bigint not null check (ask_cents > 0),
  chance int not null check (chance between 1 and 100),
  hours jsonb not null default '{}',
  match jsonb not null default '{}',
  excludes uuid[] not null default '{}',
  needs uuid[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, opportunity_id),
  foreign key (org_id, opportunity_id) references grant_opportunity (org_id, id)
);
select levee_secure('grant_pursuit');

create table grant_portfolio (
  org_id uuid not null references organization (id),
  id uuid not null,
  limits jsonb not null,
  question jsonb not null,
  answer jsonb not null,
  made_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('grant_portfolio');
create index grant_portfolio_newest on grant_portfolio (org_id, created_at);

-- Grants.gov and CommonGrants sources answer in shapes of their own.
alter table connector drop constraint connector_kind_check;
alter table connector add constraint connector_kind_check
  check (kind in ('file', 'rest', 'grants-gov', 'common-grants'));
