-- A submission whose years are over: listed beforehand, deleted on its day, kept while a hold stands.
alter table form_submission add column disposed_on date;
comment on column form_submission.disposed_on is 'The day on which its answers and files were deleted behind the retention; null while they are kept.';
-- The index over what ended, for the look of each morning.
create index form_submission_ended on form_submission (org_id, updated_at) where disposed_on is null and status in ('approved', 'rejected', 'delivered', 'archived', 'void');

-- What will be deleted, and when: its owner was told once.
create table form_disposal (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- The first day on which it is deleted, never sooner than thirty days behind the listing.
  due_on date not null,
  -- The rule as it was then: the form, its version, its years.
  rule text not null,
  listed_on date not null,
  primary key (org_id, id),
  unique (org_id, submission_id),
  foreign key (org_id, submission_id) references form_submission (org_id, id)
);
select levee_secure('form_disposal');
create index form_disposal_due on form_disposal (org_id, due_on);
comment on table form_disposal is 'A submission that is deleted on a day behind its retention, as its owner was told.';

-- Somebody forbade to delete a submission, with the reason, until somebody lifts it.
create table form_hold (
  org_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  reason text not null,
  placed_by uuid not null,
  placed_name text not null,
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_name text,
  lifted_at timestamptz,
  lift_reason text,
  primary key (org_id, id),
  foreign key (org_id, submission_id) references form_submission (org_id, id),
  check ((lifted_at is null) = (lifted_by is null))
);
select levee_secure('form_hold');
create unique index form_hold_standing on form_hold (org_id, submission_id) where lifted_at is null;
create index form_hold_submission on form_hold (org_id, submission_id);
comment on table form_hold is 'A legal hold on a submission: nothing of it is deleted while it stands.';
