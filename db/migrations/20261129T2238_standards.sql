-- Standards with their editions and clauses, what clauses are tied to; quality: objectives, their points, nonconformances.

create table assurance_standard (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  edition text not null check (edition <> ''),
  source text not null default '',
  format text not null check (format in ('oscal', 'csv', 'shipped')),
  digest text not null check (length(digest) = 64),
  report jsonb not null check (jsonb_typeof(report) = 'object'),
  taken_by uuid,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, name, edition),
  foreign key (org_id) references organization(id),
  foreign key (taken_by) references person(id)
);
select levee_secure('assurance_standard');
revoke update, delete on assurance_standard from levee_app;

create table assurance_clause (
  org_id uuid not null,
  id uuid not null,
  standard_id uuid not null,
  parent_id uuid,
  place int not null,
  kind text not null check (kind in ('group', 'clause')),
  number text not null check (number <> ''),
  title text not null,
  text text not null default '',
  class text not null default '',
  withdrawn boolean not null default false,
  more jsonb not null default '{}' check (jsonb_typeof(more) = 'object'),
  primary key (org_id, id),
  unique (org_id, standard_id, place),
  foreign key (org_id, standard_id) references assurance_standard(org_id, id),
  foreign key (org_id, parent_id) references assurance_clause(org_id, id)
);
select levee_secure('assurance_clause');
revoke update, delete on assurance_clause from levee_app;

create table assurance_tie (
  org_id uuid not null,
  id uuid not null,
  clause_id uuid not null,
  kind text not null check (kind in ('control', 'policy', 'checklist', 'audit')),
  target_id uuid not null,
  tied_by uuid not null,
  tied_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, clause_id, kind, target_id),
  foreign key (org_id, clause_id) references assurance_clause(org_id, id),
  foreign key (tied_by) references person(id)
);
select levee_secure('assurance_tie');
