-- What everybody reads of a project: as it stood on the day named, with the photos that were chosen.
create table project_publication (
  org_id uuid not null,
  id uuid not null,
  words text not null check (words <> ''),
  name text not null,
  number text not null,
  place text not null default '',
  status text not null,
  budget_cents bigint not null,
  paid_cents bigint not null,
  contractors text not null default '',
  finish_on date,
  photo_ids jsonb not null default '[]',
  as_of date not null,
  published_by uuid not null,
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references project(org_id, id),
  foreign key (published_by) references person(id)
);
select levee_secure('project_publication');
grant select (org_id, id, words, name, number, place, status, budget_cents, paid_cents, contractors, finish_on, photo_ids, as_of, withdrawn_at)
  on project_publication to levee_anon;
create policy published on project_publication for select to levee_anon using (withdrawn_at is null and org_id in (select levee_publishes('projects')));

-- Assets that were drafted of what a project built, with the cents of its cost codes that they bear.
create table project_asset (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  cost_code_id uuid,
  cents bigint not null check (cents > 0),
  drafted_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  primary key (org_id, id),
  foreign key (org_id, id) references asset(org_id, id),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (drafted_by) references person(id)
);
select levee_secure('project_asset');
create index project_asset_project on project_asset (org_id, project_id);
