-- Forms that an agency designs: pages of questions with their rules, as versions.
create table form_definition (
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
  -- Its address on the citizen portal: /citizen-portal/forms/<slug>.
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  about text not null default '',
  -- Who fills it in.
  audience text not null default 'staff' check (audience in ('staff', 'vendors', 'public')),
  -- So long submissions are kept after they ended.
  keep_years int not null default 7 check (keep_years between 1 and 100),
  -- [{ title, sections: [{ title, help, fields: [{ key, kind, label, show, require, compute, prefill, … }] }] }]
  pages jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('form_definition');
select levee_definition('form_definition');
create index form_definition_offered on form_definition (audience, slug) where status = 'published';
-- An address of the public site belongs to one agency: no other one takes over what a citizen was sent.
create unique index form_definition_public on form_definition (slug) where status = 'published' and audience = 'public';

-- What somebody filled in, pinned to the version of the form with which it began.
create table form_submission (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  form_id uuid not null,
  status text not null check (status in ('draft', 'submitted', 'in_review', 'returned', 'approved', 'rejected', 'archived', 'void')),
  audience text not null check (audience in ('staff', 'vendors', 'public')),
  -- The member or the vendor's person; null for a visitor.
  filled_by uuid,
  vendor_id uuid,
  filler_name text not null default '',
  filler_email text,
  -- By question; hidden ones are not among them.
  answers jsonb not null default '{}',
  submitted_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, form_id) references form_definition (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check ((audience = 'vendors') = (vendor_id is not null)),
  check (audience = 'public' or filled_by is not null)
);
select levee_secure('form_submission');
create index form_submission_recent on form_submission (org_id, number desc);
create index form_submission_filler on form_submission (org_id, filled_by, number desc);
create index form_submission_vendor on form_submission (org_id, vendor_id, number desc);

-- Everybody may read a form that is in force for everybody; nobody but its agency what was filled in.
create policy offered on form_definition for select to levee_anon using (status = 'published' and audience = 'public');
grant select (org_id, id, definition_id, name, slug, about, status, audience, pages) on form_definition to levee_anon;
-- A vendor reads the forms in force of the agencies that know it, and what it sent itself.
create policy offered_to_vendors on form_definition for select to levee_vendor using (status = 'published' and audience = 'vendors' and org_id in (select v.org_id from vendor v where v.identity_id = any (levee_vendors())));
grant select (org_id, id, definition_id, name, slug, about, status, audience, pages) on form_definition to levee_vendor;
