-- Who writes one section of an application without being of the agency, by the link of a letter.
create table grant_contributor (
  org_id uuid not null references organization (id),
  id uuid not null,
  application_id uuid not null,
  section_id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  until_on date not null,
  invited_by uuid not null references person (id),
  handed_in_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, application_id) references grant_application (org_id, id),
  foreign key (org_id, section_id) references grant_application_section (org_id, id)
);
select levee_secure('grant_contributor');
create unique index grant_contributor_once on grant_contributor (org_id, section_id, lower(email))
  where ended_at is null;
create index grant_contributor_of on grant_contributor (org_id, application_id);
