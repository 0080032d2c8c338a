-- A designer outside answers an RFI, or recommends on a submittal, by the link of a letter.
create table designer_link (
  org_id uuid not null,
  id uuid not null,
  rfi_id uuid,
  submittal_id uuid,
  revision int check (revision >= 0),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  firm text not null default '',
  until_on date not null,
  sent_by uuid not null,
  sent_by_name text not null,
  sent_at timestamptz not null,
  answer text not null default '',
  recommendation text
    check (recommendation in ('approve', 'approveAsNoted', 'reviseResubmit', 'reject')),
  file_ids jsonb not null default '[]',
  upload_ids jsonb not null default '[]',
  answered_at timestamptz,
  taken_by_name text not null default '',
  taken_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, rfi_id) references rfi(org_id, id),
  foreign key (org_id, submittal_id) references submittal(org_id, id),
  foreign key (sent_by) references person(id),
  check ((rfi_id is null) <> (submittal_id is null)),
  check ((submittal_id is null) = (revision is null)),
  check ((answered_at is null) = (answer = '')),
  check (recommendation is null or (submittal_id is not null and answered_at is not null)),
  check (taken_at is null or answered_at is not null)
);
select levee_secure('designer_link');
create index designer_link_rfi on designer_link (org_id, rfi_id) where rfi_id is not null;
create index designer_link_submittal on designer_link (org_id, submittal_id)
  where submittal_id is not null;

-- The one link that works; none where nobody outside has it.
alter table rfi add column designer_link_id uuid;
alter table rfi add check (designer_link_id is null or status = 'open');
alter table submittal add column designer_link_id uuid;
alter table submittal add check (designer_link_id is null or status = 'in_review');

alter table rfi drop constraint rfi_court_check;
alter table rfi add constraint rfi_court_check
  check (court in ('agency', 'contractor', 'designer'));
alter table rfi_turn drop constraint rfi_turn_court_check;
alter table rfi_turn add constraint rfi_turn_court_check
  check (court in ('agency', 'contractor', 'designer'));
alter table rfi_turn drop constraint rfi_turn_kind_check;
alter table rfi_turn add constraint rfi_turn_kind_check check (kind in (
  'asked', 'asked_back', 'replied', 'answered', 'reopened', 'closed', 'withdrawn', 'sent_out', 'advised',
  'corrected', 'recalled'
));
alter table submittal drop constraint submittal_court_check;
alter table submittal add constraint submittal_court_check
  check (court in ('agency', 'contractor', 'designer'));
alter table submittal_turn drop constraint submittal_turn_by_side_check;
alter table submittal_turn add constraint submittal_turn_by_side_check
  check (by_side in ('agency', 'contractor', 'designer'));
alter table submittal_turn drop constraint submittal_turn_kind_check;
alter table submittal_turn add constraint submittal_turn_kind_check check (kind in (
  'submitted', 'taken', 'approved', 'approved_as_noted', 'revise_resubmit', 'rejected', 'withdrawn',
  'sent_out', 'advised', 'corrected', 'recalled'
));

-- What a designer says to the agency is between them until the agency answers with it.
drop policy own on rfi_turn;
create policy own on rfi_turn for select to levee_vendor using (
  kind not in ('sent_out', 'advised', 'corrected', 'recalled')
  and (org_id, rfi_id) in (select org_id, id from rfi)
);
