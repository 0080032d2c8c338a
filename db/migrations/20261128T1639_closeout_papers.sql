-- What is handed over at the end of a project: drawings, manuals, warranties, the state's certificate.
create table closeout_paper (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'asked'
    check (status in ('asked', 'sent', 'back', 'accepted', 'dropped')),
  project_id uuid not null,
  contract_id uuid,
  kind text not null check (kind in ('asBuilt', 'manual', 'warranty', 'withholding', 'other')),
  title text not null check (title <> ''),
  party text not null default '',
  due_on date,
  note text not null default '',
  file_ids jsonb not null default '[]',
  certificate_no text not null default '',
  valid_until date,
  sent_by uuid,
  sent_name text not null default '',
  sent_at timestamptz,
  accepted_by uuid,
  accepted_at timestamptz,
  created_by uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (sent_by) references person(id),
  foreign key (accepted_by) references person(id),
  foreign key (created_by) references person(id),
  check ((status in ('sent', 'accepted')) <= (sent_at is not null and file_ids <> '[]')),
  check ((status = 'accepted') <= (accepted_at is not null)),
  check (accepted_by is null or sent_by is null or accepted_by <> sent_by),
  check ((status in ('sent', 'accepted') and kind = 'warranty') <= (valid_until is not null)),
  check ((status in ('sent', 'accepted') and kind = 'withholding') <= (certificate_no <> ''))
);
select levee_secure('closeout_paper');
create index closeout_paper_project on closeout_paper (org_id, project_id, status);
create index closeout_paper_contract on closeout_paper (org_id, contract_id);
create index closeout_paper_due on closeout_paper (org_id, due_on) where status in ('asked', 'back');

-- Records of projects prove items of a contract's closeout.
alter table contract_closeout_item drop constraint contract_closeout_item_proof_check;
alter table contract_closeout_item add constraint contract_closeout_item_proof_check check (
  proof in (
    'orders', 'receipt', 'waivers', 'surety', 'retainage', 'evaluation', 'retention', 'other',
    'punch', 'payrolls', 'papers', 'withholding'
  )
);
