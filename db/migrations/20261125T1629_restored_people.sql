-- What a restore found out of an agency: how far something kept outside tells what was written after the
-- backup. The newest restore alone.
create table restore_report (
  org_id uuid not null primary key references organization (id),
  -- The instant that the restored backup is of.
  made_at timestamptz not null,
  restored_at timestamptz not null default clock_timestamp(),
  -- bundle: entries of the audit record were read. checkpoint: it shows that nothing was written since.
  evidence text not null check (evidence in ('none', 'checkpoint', 'bundle')),
  -- Until when that tells anything.
  told_until timestamptz,
  -- Entries of the audit record that did not come back, as far as that tells.
  lost int not null,
  check ((evidence = 'none') = (told_until is null))
);
select levee_secure('restore_report');
create policy entering on restore_report for select to levee_identity using (true);
grant select on restore_report to levee_identity;

-- People, invitations, keys and programs that a restore closed until an administrator has answered.
create table restore_question (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  -- As people call it.
  name text not null,
  made_at timestamptz not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- What was recorded after the backup; null where nothing tells.
  told text,
  told_by text,
  told_at timestamptz,
  -- As it stood in the backup.
  before jsonb not null,
  answer text check (answer in ('opened', 'kept')),
  reason text not null default '',
  answered_at timestamptz,
  answered_by text,
  primary key (org_id, id),
  check ((answer is null) = (answered_at is null)),
  check ((told is null) = (told_at is null))
);
select levee_secure('restore_question');
create unique index restore_question_open on restore_question (org_id, kind, subject_id) where answer is null;
create policy entering on restore_question for select to levee_identity using (true);
grant select on restore_question to levee_identity;
create index restore_question_subject on restore_question (subject_id) where answer is null;
