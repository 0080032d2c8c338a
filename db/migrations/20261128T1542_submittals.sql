-- What a contractor lays before the agency ere it builds it in, with what each side did of each revision.
create table submittal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  sequence int not null check (sequence > 0),
  revision int not null default 0 check (revision >= 0),
  status text not null default 'draft' check (status in (
    'draft', 'submitted', 'in_review', 'approved', 'approved_as_noted', 'revise_resubmit', 'rejected',
    'withdrawn'
  )),
  project_id uuid not null,
  contract_id uuid not null,
  title text not null check (title <> ''),
  section text not null check (section <> ''),
  kind text not null default 'shop_drawing'
    check (kind in ('shop_drawing', 'product_data', 'sample', 'certificate', 'other')),
  description text not null default '',
  needed_on date,
  lead_days int not null default 0 check (lead_days between 0 and 1000),
  review_days int not null default 10 check (review_days between 1 and 90),
  submit_by date,
  file_ids jsonb not null default '[]',
  listed_by uuid,
  submitted_by_name text not null default '',
  submitted_on date,
  due_on date,
  court text check (court in ('agency', 'contractor')),
  court_since date,
  review text not null default '',
  reviewed_by_name text not null default '',
  reviewed_at timestamptz,
  review_file_ids jsonb not null default '[]',
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, project_id, sequence),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (listed_by) references person(id),
  check ((needed_on is null) = (submit_by is null)),
  check ((court is null) = (court_since is null)),
  check ((court is not null) = (status in ('draft', 'submitted', 'in_review', 'revise_resubmit'))),
  check ((status in ('submitted', 'in_review')) <= (due_on is not null and submitted_on is not null))
);
select levee_secure('submittal');
create index submittal_court on submittal (org_id, court, due_on) where court is not null;
create index submittal_contract on submittal (org_id, contract_id);

create table submittal_turn (
  org_id uuid not null,
  submittal_id uuid not null,
  position int not null check (position >= 0),
  kind text not null check (kind in (
    'submitted', 'taken', 'approved', 'approved_as_noted', 'revise_resubmit', 'rejected', 'withdrawn'
  )),
  revision int not null check (revision >= 0),
  by_side text not null check (by_side in ('agency', 'contractor')),
  by_name text not null,
  at timestamptz not null,
  on_day date not null,
  says text not null default '',
  file_ids jsonb not null default '[]',
  primary key (org_id, submittal_id, position),
  foreign key (org_id, submittal_id) references submittal(org_id, id)
);
select levee_secure('submittal_turn');
-- What a side did stays as it was.
revoke update, delete on submittal_turn from levee_app;

-- A contractor reads what it is to submit under its contracts.
grant select (org_id, id, number, project_id, contract_id, title, status, court, submit_by)
  on submittal to levee_vendor;
create policy own on submittal for select to levee_vendor using (
  status <> 'withdrawn' and (org_id, contract_id) in (select org_id, id from contract)
);
