-- PDFs that an agency fills in: as they were uploaded, with what was read of them.
create table paper (
  org_id uuid not null references organization (id),
  id uuid not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  size bigint not null,
  -- Pages with their sizes, fields with their boxes: { pages, fields, hybrid, usageRights, scripts }
  sheet jsonb not null,
  uploaded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('paper');
create index paper_content on paper (org_id, sha256);

-- What stands where on a PDF, as versions.
create table paper_template (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  paper_id uuid not null,
  -- { kind: form, formId } by family, or { kind: list, path } of the API
  basis jsonb not null,
  -- Whether the empty PDF is offered beside its public form.
  offered boolean not null default false,
  -- [{ field | box, label, kind, size, align, source, format, equals, options }]
  places jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id, paper_id) references paper (org_id, id)
);
select levee_secure('paper_template');
select levee_definition('paper_template');
create index paper_template_paper on paper_template (org_id, paper_id);

-- Many records filled into one template: a job makes the file.
create table paper_run (
  org_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  title text not null,
  -- One PDF of all, or a ZIP with one PDF each.
  form text not null check (form in ('zip', 'one')),
  asked int not null check (asked between 1 and 500),
  -- The file; null while it is made, and where no record could be filled in.
  file_id uuid,
  sha256 text,
  size bigint,
  requested_by uuid not null,
  requested_name text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, template_id) references paper_template (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('paper_run');
create index paper_run_own on paper_run (org_id, requested_by, created_at desc);

-- A record of a run: its values as whoever asked was allowed to see them, then its file or the reason.
create table paper_copy (
  org_id uuid not null,
  run_id uuid not null,
  position int not null,
  record_id uuid not null,
  record_number text not null,
  -- { values, beyond }; emptied once it is filled in.
  given jsonb,
  file_id uuid,
  sha256 text,
  -- Why there is no file.
  refusal text,
  primary key (org_id, run_id, position),
  unique (org_id, run_id, record_id),
  foreign key (org_id, run_id) references paper_run (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('paper_copy');

-- Everybody may have the empty PDF that an agency offers beside a public form in force.
create policy offered on paper_template for select to levee_anon using (status = 'published' and offered and basis ->> 'kind' = 'form');
grant select (org_id, id, paper_id, status, offered, basis, published_at) on paper_template to levee_anon;
create policy offered on paper for select to levee_anon using (exists (select from paper_template t where t.org_id = paper.org_id and t.paper_id = paper.id));
grant select (org_id, id, name, sha256) on paper to levee_anon;
