-- A file that somebody uploaded for a question of a form. Its content lies apart from other files and
-- ends with this row.
create table form_file (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The family of the form, and the name of the question.
  definition_id uuid not null,
  question text not null,
  -- Whose it is until it is sent: person:<id>, vendor:<id>, or draft:<id> of a visitor's submission to come.
  holder text not null,
  -- The submission that it belongs to; null while nothing was sent or kept with it.
  submission_id uuid,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  -- Where a visitor's came from, as a keyed digest, for the limit of a day; emptied afterwards.
  sender text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission (org_id, id)
);
select levee_secure('form_file');
create index form_file_submission on form_file (org_id, submission_id);
create index form_file_holder on form_file (org_id, holder) where submission_id is null;
create index form_file_sender on form_file (org_id, sender) where sender is not null;
create index form_file_content on form_file (sha256);
-- What nobody uses any more is looked for over all agencies; it is deleted as the agency's.
create policy tidying on form_file for select to levee_identity using (true);
grant select (org_id, submission_id, sender, sha256, created_at) on form_file to levee_identity;
comment on table form_file is 'A file that was uploaded for a question of a form; its content ends with this row.';
