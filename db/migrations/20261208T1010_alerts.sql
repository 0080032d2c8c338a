-- Warnings as they came, what became of each, and what the agency does by rule.
create table alert_message (
  org_id uuid not null references organization (id),
  id uuid not null,
  sha256 text not null,
  source text not null check (source in ('paste', 'feed')),
  received_at timestamptz not null default clock_timestamp(),
  -- As it came.
  body text not null,
  identifier text,
  -- Why it was not read; null when it was.
  problem text,
  -- Its identifier, those it refers to, and its events: what belongs together.
  links text[] not null default '{}',
  -- What was read of it.
  content jsonb,
  primary key (org_id, id),
  unique (org_id, sha256)
);
select levee_secure('alert_message');
create index alert_message_links on alert_message using gin (links);
comment on table alert_message is 'Every message of a warning service as it came, once';

create table weather_alert (
  org_id uuid not null,
  id uuid not null,
  identifier text not null,
  event_key text not null,
  status text not null default 'received'
    check (status in ('received', 'active', 'superseded', 'cancelled', 'expired')),
  test boolean not null,
  event text not null,
  severity text not null,
  urgency text not null,
  certainty text not null,
  headline text not null,
  description text not null,
  instruction text not null,
  area_text text not null,
  sender text not null,
  sent_at timestamptz not null,
  onset_at timestamptz,
  ends_at timestamptz,
  -- SAME codes of its counties: as sent, and those for which it still holds.
  codes text[] not null,
  live_codes text[] not null,
  drawn text not null check (drawn in ('polygon', 'counties', 'none')),
  area jsonb not null,
  -- The version before it, whose area tells what is newly inside.
  before_identifier text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, identifier)
);
select levee_secure('weather_alert');
create index weather_alert_open on weather_alert (org_id, sent_at) where status in ('received', 'active');

create table alert_feed (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  address text not null,
  active boolean not null default true,
  etag text,
  tried_at timestamptz,
  last_ok_at timestamptz,
  failures int not null default 0,
  message text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, address)
);
select levee_secure('alert_feed');

create table alert_rule (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  events text[] not null default '{}',
  severities text[] not null default '{}',
  near_meters int not null default 0,
  needs_records boolean not null default true,
  people uuid[] not null default '{}',
  drafts_incident boolean not null default false,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('alert_rule');
select levee_definition('alert_rule');

-- That a rule acted on an event, once for each severity that it reached.
create table alert_rule_act (
  org_id uuid not null references organization (id),
  id uuid not null,
  rule_id uuid not null,
  event_key text not null,
  severity text not null,
  alert_id uuid not null,
  acted_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, rule_id, event_key, severity),
  foreign key (org_id, alert_id) references weather_alert (org_id, id)
);
select levee_secure('alert_rule_act');

alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'emergency_manager'));
