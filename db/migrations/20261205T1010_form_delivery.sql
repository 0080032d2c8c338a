-- Where an approved submission goes, as part of the form's version:
-- [{ kind: "mail" | "download" | "print" | "webhook", to: "filler", an address, or "" }]
alter table form_definition add column destinations jsonb not null default '[]';

alter table form_submission drop constraint form_submission_status_check;
alter table form_submission add constraint form_submission_status_check
  check (status in ('draft', 'submitted', 'in_review', 'returned', 'approved', 'rejected', 'delivered', 'archived', 'void'));

-- Printouts of many submissions in one PDF, as they were asked for and made.
create table form_print_batch (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The PDF; null while it is made.
  file_id uuid,
  sha256 text,
  asked_by uuid not null,
  asked_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('form_print_batch');

-- An approved submission on its way to one of its destinations.
create table form_delivery (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- Which of the form's destinations, counted from 0.
  destination int not null,
  kind text not null check (kind in ('mail', 'download', 'print', 'webhook')),
  -- The address of mail, the receiver's of a webhook; else empty.
  sent_to text not null default '',
  status text not null default 'queued' check (status in ('queued', 'sending', 'delivered', 'retrying', 'failed', 'cancelled')),
  reason text,
  attempts int not null default 0,
  -- What is on its way now: the letter, or the webhook message.
  mail_id uuid,
  message_id uuid,
  batch_id uuid,
  replay_of uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission (org_id, id),
  foreign key (org_id, batch_id) references form_print_batch (org_id, id),
  foreign key (org_id, replay_of) references form_delivery (org_id, id),
  check ((status in ('delivered', 'failed', 'cancelled')) = (ended_at is not null))
);
select levee_secure('form_delivery');
create index form_delivery_recent on form_delivery (org_id, created_at desc);
create index form_delivery_submission on form_delivery (org_id, submission_id, destination, created_at desc);
create index form_delivery_message on form_delivery (org_id, message_id);
create index form_delivery_batch on form_delivery (org_id, batch_id);
create index form_delivery_replay on form_delivery (org_id, replay_of);
create index form_delivery_mail on form_delivery (mail_id) where kind = 'mail' and ended_at is null;
-- What became of letters is looked for over all agencies; it is noted as the agency's.
create policy settling on form_delivery for select to levee_identity using (true);
grant select (org_id, id, kind, mail_id, status, ended_at) on form_delivery to levee_identity;

-- One try of a delivery: a letter, a webhook message, a printout, a download.
create table form_delivery_try (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number int not null,
  mail_id uuid,
  message_id uuid,
  batch_id uuid,
  -- Who asked for it, or took it; empty for the system.
  person_name text not null default '',
  -- What became of it, once that is known.
  outcome text,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  unique (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references form_delivery (org_id, id),
  foreign key (org_id, batch_id) references form_print_batch (org_id, id)
);
select levee_secure('form_delivery_try');
create index form_delivery_try_batch on form_delivery_try (org_id, batch_id);

-- An agency may stop a letter of its own that has not gone out yet.
create policy agency_stops on mail for update to levee_app using (org_id = (select levee_org())) with check (org_id = (select levee_org()) and sent_at is null);
grant update (failed_at, last_error) on mail to levee_app;
