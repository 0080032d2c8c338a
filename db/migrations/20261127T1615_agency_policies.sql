-- Policies of the agency: one row a version. What was published stays as it was read; at most one version holds.
create table agency_policy (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  policy_id uuid not null,
  version_no int not null check (version_no > 0),
  status text not null check (status in ('draft', 'in_review', 'approved', 'published', 'retired')),
  title text not null check (length(title) between 3 and 200),
  kind text not null,
  summary text not null default '',
  body text not null default '',
  changes text not null default '',
  file_id uuid,
  owner_id uuid not null,
  owner text not null,
  review_on date not null,
  ack_of text not null default 'nobody' check (ack_of in ('nobody', 'everybody', 'department', 'duty')),
  ack_department_id uuid,
  ack_duty text,
  ack_by date,
  author_id uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  published_at timestamptz,
  retired_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number, version_no),
  unique (org_id, policy_id, version_no),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, ack_department_id) references department(org_id, id),
  foreign key (owner_id) references person(id),
  foreign key (author_id) references person(id),
  foreign key (approved_by) references person(id),
  check ((ack_of = 'nobody') = (ack_by is null)),
  check ((ack_of = 'department') = (ack_department_id is not null)),
  check ((ack_of = 'duty') = (ack_duty is not null)),
  check (approved_by is null or approved_by <> author_id),
  check (status <> 'published' or (published_at is not null and approved_by is not null))
);
select levee_secure('agency_policy');
create unique index agency_policy_in_force on agency_policy (org_id, policy_id) where status = 'published';
create unique index agency_policy_underway on agency_policy (org_id, policy_id) where status in ('draft', 'in_review', 'approved');
create index agency_policy_status on agency_policy (org_id, status, title);
create index agency_policy_review on agency_policy (org_id, review_on) where status = 'published';
create index agency_policy_file on agency_policy (org_id, file_id) where file_id is not null;
create index agency_policy_department on agency_policy (org_id, ack_department_id) where ack_department_id is not null;

grant select (org_id, id, number, policy_id, version_no, status, title, kind, summary, body, changes, file_id, review_on, published_at, retired_at)
  on agency_policy to levee_anon;
create policy published on agency_policy for select to levee_anon
  using (status in ('published', 'retired') and published_at is not null);

-- What was read by everybody is not written anew: the next version says it otherwise.
create function levee_agency_policy_stands() returns trigger language plpgsql as $$
begin
  if old.published_at is not null
    and (new.number, new.policy_id, new.version_no, new.title, new.kind, new.summary, new.body, new.changes, new.file_id, new.author_id, new.approved_by, new.published_at)
      is distinct from
      (old.number, old.policy_id, old.version_no, old.title, old.kind, old.summary, old.body, old.changes, old.file_id, old.author_id, old.approved_by, old.published_at)
  then raise exception 'what is published is not changed: draft the next version';
  end if;
  return new;
end $$;
create trigger stands before update on agency_policy for each row execute function levee_agency_policy_stands();

-- Who is asked to confirm which version, and when they did: once.
create table policy_acknowledgement (
  org_id uuid not null,
  id uuid not null,
  policy_id uuid not null,
  person_id uuid not null,
  person text not null,
  due_on date not null,
  asked_at timestamptz not null default clock_timestamp(),
  reminded_at timestamptz,
  confirmed_at timestamptz,
  primary key (org_id, id),
  unique (org_id, policy_id, person_id),
  foreign key (org_id, policy_id) references agency_policy(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('policy_acknowledgement');
create index policy_acknowledgement_waits on policy_acknowledgement (org_id, person_id) where confirmed_at is null;

-- Certificates of the agency itself: they end by their day.
create table agency_certificate (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('draft', 'published', 'expired', 'withdrawn')),
  kind text not null,
  title text not null check (length(title) between 3 and 200),
  issuer text not null check (issuer <> ''),
  reference text not null default '',
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  owner_id uuid not null,
  owner text not null,
  file_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (owner_id) references person(id)
);
select levee_secure('agency_certificate');
create index agency_certificate_ends on agency_certificate (org_id, valid_until) where status = 'published';
create index agency_certificate_file on agency_certificate (org_id, file_id) where file_id is not null;

grant select (org_id, id, number, status, kind, title, issuer, reference, valid_from, valid_until, file_id)
  on agency_certificate to levee_anon;
create policy published on agency_certificate for select to levee_anon using (status = 'published');

create policy policies_published on stored_file for select to levee_anon
  using ((org_id, id) in (select p.org_id, p.file_id from agency_policy p));
create policy certificates_published on stored_file for select to levee_anon
  using ((org_id, id) in (select c.org_id, c.file_id from agency_certificate c));
