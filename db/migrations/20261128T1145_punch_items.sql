-- What is left to complete or correct on a project: said done with a photo, verified by another person.
create table punch_item (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open'
    check (status in ('open', 'done', 'back', 'verified', 'dropped')),
  project_id uuid not null,
  contract_id uuid,
  what text not null check (what <> ''),
  place text not null default '',
  party text not null default '',
  due_on date,
  cost_to_complete bigint not null default 0 check (cost_to_complete >= 0),
  note text not null default '',
  photo_file_ids jsonb not null default '[]',
  done_photo_file_ids jsonb not null default '[]',
  public_file_ids jsonb not null default '[]',
  done_note text not null default '',
  done_by uuid,
  done_name text not null default '',
  done_at timestamptz,
  verified_by uuid,
  verified_at timestamptz,
  created_by uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (done_by) references person(id),
  foreign key (verified_by) references person(id),
  foreign key (created_by) references person(id),
  check ((status in ('done', 'verified')) <= (done_at is not null and done_photo_file_ids <> '[]')),
  check ((status = 'verified') <= (verified_at is not null)),
  check (verified_by is null or done_by is null or verified_by <> done_by)
);
select levee_secure('punch_item');
create index punch_item_project on punch_item (org_id, project_id, status);
create index punch_item_contract on punch_item (org_id, contract_id);
create index punch_item_due on punch_item (org_id, due_on) where status in ('open', 'back');
