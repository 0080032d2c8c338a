-- Which question or daily log of a project opened a change of its contract, and what the buyer finishes of an order then.
create table project_change (
  org_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  source_type text not null check (source_type in ('rfi', 'dailyLog')),
  source_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract_change(org_id, id),
  foreign key (org_id, project_id) references project(org_id, id)
);
select levee_secure('project_change');
create index project_change_source on project_change (org_id, source_id);
create index project_change_project on project_change (org_id, project_id);

create table order_change_draft (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  status text not null default 'open' check (status in ('open', 'sent', 'dropped')),
  because text not null check (because <> ''),
  href text not null,
  lines jsonb not null,
  days int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id)
);
select levee_secure('order_change_draft');
create index order_change_draft_open on order_change_draft (org_id, purchase_order_id)
  where status = 'open';
