-- Schedules of other programs that are to become ours: the file as it came, what was read of it, what it
-- was compared with and what was decided.
create table schedule_proposal (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  sequence int not null check (sequence > 0),
  status text not null default 'draft'
    check (status in ('draft', 'compared', 'accepted', 'returned', 'withdrawn')),
  project_id uuid not null,
  side text not null check (side in ('agency', 'contractor')),
  contract_id uuid,
  file_id uuid not null,
  format text not null check (format in ('mspdi', 'xer')),
  narrative text not null default '',
  data_date date not null check (data_date between '1984-01-01' and '2084-01-01'),
  tasks int not null check (tasks > 0),
  differing int not null check (differing >= 0),
  changing int not null check (changing >= 0),
  compared_version int,
  handed_in_by uuid,
  handed_in_name text not null check (handed_in_name <> ''),
  handed_in_on date not null,
  decided_by uuid,
  decided_on date,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, project_id, sequence),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (handed_in_by) references person(id),
  foreign key (decided_by) references person(id),
  check ((side = 'contractor') = (contract_id is not null)),
  check (status not in ('accepted', 'returned') or decided_on is not null)
);
select levee_secure('schedule_proposal');
create index schedule_proposal_contract on schedule_proposal (org_id, contract_id);
create index schedule_proposal_file on schedule_proposal (org_id, file_id);
create table schedule_proposal_content (
  org_id uuid not null,
  proposal_id uuid not null,
  plan jsonb not null,
  report jsonb not null,
  choices jsonb not null default '{"tasks":{},"dates":{}}',
  primary key (org_id, proposal_id),
  foreign key (org_id, proposal_id) references schedule_proposal(org_id, id)
);
select levee_secure('schedule_proposal_content');
create unique index schedule_proposal_waits on schedule_proposal (org_id, project_id, side)
  where status in ('draft', 'compared');
