-- Letters to many wait behind letters to one, and say how their subscription ends (RFC 8058).
alter table mail add column bulk boolean not null default false;
alter table mail add column unsubscribe text;
comment on column mail.bulk is 'One of many of the same text: it goes out behind all others.';
comment on column mail.unsubscribe is 'Path that ends the subscription by a POST, without its reader doing more.';
drop index mail_due;
create index mail_due on mail (bulk, next_attempt_at) where sent_at is null and failed_at is null;

-- Letters, memos and mails that an agency writes often: Markdown with fields of a record, as versions.
create table letter_template (
  org_id uuid not null references organization (id),
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
  kind text not null check (kind in ('letter', 'memo', 'mail')),
  -- The noun of whose records it is written; empty for one of no record.
  noun text not null default '',
  subject text not null,
  body text not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('letter_template');
select levee_definition('letter_template');

-- What people of the public may hear of by mail.
create table notice_topic (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  about text not null default '',
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, name)
);
select levee_secure('notice_topic');
create policy offered on notice_topic for select to levee_anon using (active);
grant select (org_id, id, name, about, active) on notice_topic to levee_anon;

-- Who of the public asked for which topics; confirmed by a button, ended by a button.
create table notice_subscriber (
  org_id uuid not null references organization (id),
  id uuid not null,
  email text not null,
  topic_ids uuid[] not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, email)
);
select levee_secure('notice_subscriber');
create index notice_subscriber_topics on notice_subscriber using gin (topic_ids);

-- A notice to vendors, staff or the public.
create table mass_notice (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null check (status in ('draft', 'approved', 'scheduled', 'sending', 'sent', 'cancelled')),
  subject text not null,
  body text not null,
  -- { kind: vendors, query } | { kind: staff, departmentIds, roles, duties } | { kind: public, topicIds }
  audience jsonb not null,
  -- Of the public's notices: what they are about when it happens.
  event_at timestamptz,
  event_minutes int check (event_minutes between 5 and 10080),
  event_place text not null default '',
  -- Days to acknowledge it; null where nobody is asked to.
  acknowledge_days int check (acknowledge_days between 1 and 90),
  acknowledge_by date,
  send_at timestamptz,
  written_by uuid,
  writer_name text not null,
  approved_by uuid,
  approver_name text,
  approved_at timestamptz,
  began_at timestamptz,
  sent_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number)
);
select levee_secure('mass_notice');
create index mass_notice_recent on mass_notice (org_id, number desc);
create index mass_notice_due on mass_notice (send_at) where status = 'scheduled';
create policy shown on mass_notice for select to levee_anon using (status = 'sent' and audience->>'kind' = 'public');
grant select (org_id, id, number, status, subject, body, audience, event_at, event_minutes, event_place, sent_at) on mass_notice to levee_anon;
create policy due on mass_notice for select to levee_identity using (status = 'scheduled');
grant select (org_id, id, status, send_at) on mass_notice to levee_identity;

-- Everybody whom a notice is for, as they were when it began to go out, each address once.
create table notice_recipient (
  org_id uuid not null,
  id uuid not null,
  notice_id uuid not null,
  name text not null,
  email text,
  person_id uuid,
  vendor_id uuid,
  subscriber_id uuid,
  mail_id uuid,
  queued_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  reminded_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, notice_id) references mass_notice (org_id, id) on delete cascade
);
select levee_secure('notice_recipient');
create unique index notice_recipient_once on notice_recipient (org_id, notice_id, email);
create index notice_recipient_waiting on notice_recipient (org_id, notice_id, id) where queued_at is null and email is not null;
create index notice_recipient_person on notice_recipient (org_id, person_id) where person_id is not null;
-- A vendor sees what it was asked to acknowledge.
create policy told on notice_recipient for select to levee_vendor using (vendor_id in (select v.id from vendor v where v.identity_id = any (levee_vendors())));
grant select (org_id, id, notice_id, vendor_id, acknowledged_at, queued_at) on notice_recipient to levee_vendor;
create policy told on mass_notice for select to levee_vendor using (exists (select 1 from notice_recipient r where r.org_id = mass_notice.org_id and r.notice_id = mass_notice.id));
grant select (org_id, id, number, status, subject, audience, acknowledge_by) on mass_notice to levee_vendor;
create index notice_recipient_vendor on notice_recipient (org_id, vendor_id) where vendor_id is not null;
