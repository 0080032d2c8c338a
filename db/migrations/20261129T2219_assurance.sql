-- Audits: their teams, procedures, frozen populations, samples, requests and findings. Until the issue of its report an audit's
-- papers are its team's alone, by row security.

create table assurance_audit (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'planned'
    check (status in ('planned', 'fieldwork', 'draft', 'response', 'issued', 'follow_up', 'closed')),
  title text not null check (title <> ''),
  kind text not null check (kind in ('internal', 'single', 'outside')),
  scope text not null default '',
  fiscal_year int not null check (fiscal_year between 2000 and 2200),
  starts_on date not null,
  report_due_on date not null,
  response_due_on date,
  contact_id uuid not null,
  contact_name text not null,
  lead_id uuid not null,
  lead_name text not null,
  year_ended_on date,
  reported_on date,
  accepted_on date,
  issued_on date,
  closed_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (contact_id) references person(id),
  foreign key (lead_id) references person(id),
  check (report_due_on >= starts_on),
  check ((status in ('issued', 'follow_up', 'closed')) = (issued_on is not null))
);
select levee_secure('assurance_audit');

create table assurance_member (
  org_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  person_id uuid not null,
  name text not null,
  role text not null check (role in ('lead', 'member', 'outside')),
  until_on date,
  until_at timestamptz,
  declared_on date,
  threats text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, audit_id, person_id),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (person_id) references person(id),
  check ((until_on is null) = (until_at is null)),
  check (role <> 'outside' or until_on is not null)
);
select levee_secure('assurance_member');
create index assurance_member_person on assurance_member (org_id, person_id);

create table assurance_procedure (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'planned' check (status in ('planned', 'prepared', 'reviewed')),
  audit_id uuid not null,
  title text not null check (title <> ''),
  steps text not null default '',
  clause text not null default '',
  result text not null default '',
  preparer_id uuid,
  prepared_at timestamptz,
  reviewer_id uuid,
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (preparer_id) references person(id),
  foreign key (reviewer_id) references person(id),
  check ((status = 'reviewed') = (reviewer_id is not null)),
  check (reviewer_id is null or reviewer_id <> preparer_id)
);
select levee_secure('assurance_procedure');
create index assurance_procedure_audit on assurance_procedure (org_id, audit_id);

create table assurance_population (
  org_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  procedure_id uuid not null,
  list text not null,
  title text not null,
  query text not null,
  amount text not null,
  frozen_at timestamptz not null default clock_timestamp(),
  frozen_by uuid not null,
  items int not null check (items > 0),
  cents bigint not null,
  digest text not null check (length(digest) = 64),
  file_id uuid not null,
  primary key (org_id, id),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (org_id, procedure_id) references assurance_procedure(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (frozen_by) references person(id)
);
select levee_secure('assurance_population');
revoke update, delete on assurance_population from levee_app;
create index assurance_population_procedure on assurance_population (org_id, procedure_id);
create index assurance_population_audit on assurance_population (org_id, audit_id);
create index assurance_population_file on assurance_population (org_id, file_id);

create table assurance_sample (
  org_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  population_id uuid not null,
  method text not null check (method in ('random', 'strata', 'units')),
  seed text not null check (length(seed) = 32),
  size int not null check (size between 1 and 500),
  confidence int not null check (confidence between 50 and 99),
  facts jsonb not null,
  drawn_at timestamptz not null default clock_timestamp(),
  drawn_by uuid not null,
  primary key (org_id, id),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (org_id, population_id) references assurance_population(org_id, id),
  foreign key (drawn_by) references person(id)
);
select levee_secure('assurance_sample');
revoke update, delete on assurance_sample from levee_app;
create index assurance_sample_population on assurance_sample (org_id, population_id);
create index assurance_sample_audit on assurance_sample (org_id, audit_id);

create table assurance_item (
  org_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  sample_id uuid not null,
  place int not null,
  record_id uuid not null,
  number text not null,
  cents bigint not null,
  certain boolean not null default false,
  stratum int not null default 0,
  result text check (result in ('pass', 'exception', 'not_applicable')),
  audited_cents bigint,
  said text not null default '',
  tested_by uuid,
  tested_at timestamptz,
  primary key (org_id, id),
  unique (org_id, sample_id, record_id),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (org_id, sample_id) references assurance_sample(org_id, id),
  foreign key (tested_by) references person(id),
  check (result <> 'exception' or (said <> '' and audited_cents is not null))
);
select levee_secure('assurance_item');
create index assurance_item_audit on assurance_item (org_id, audit_id);

create table assurance_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'asked' check (status in ('asked', 'delivered', 'settled')),
  audit_id uuid not null,
  owner_id uuid not null,
  owner_name text not null,
  due_on date not null,
  asked int not null default 1,
  delivered_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (owner_id) references person(id)
);
select levee_secure('assurance_request');
create index assurance_request_audit on assurance_request (org_id, audit_id);
create index assurance_request_owner on assurance_request (org_id, owner_id) where status = 'asked';

-- The words of a request stand apart: its day is everybody's clock, its words are not.
create table assurance_request_words (
  org_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  owner_id uuid not null,
  item text not null check (item <> ''),
  answer text not null default '',
  again text not null default '',
  primary key (org_id, id),
  foreign key (org_id, id) references assurance_request(org_id, id),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (owner_id) references person(id)
);
select levee_secure('assurance_request_words');
create index assurance_request_words_audit on assurance_request_words (org_id, audit_id);

create table assurance_finding (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open'
    check (status in ('open', 'accepted', 'disputed', 'in_remediation', 'verified', 'closed', 'withdrawn')),
  audit_id uuid,
  source text not null check (source in ('audit', 'control', 'desk_review', 'outside')),
  reference text not null default '',
  title text not null check (title <> ''),
  severity text not null check (severity in ('deficiency', 'significant', 'material')),
  words jsonb not null check (jsonb_typeof(words) = 'object'),
  questioned jsonb not null default '[]' check (jsonb_typeof(questioned) = 'array' and jsonb_array_length(questioned) <= 20),
  known_cents bigint not null default 0 check (known_cents >= 0),
  likely_cents bigint not null default 0 check (likely_cents >= 0),
  repeats_id uuid,
  first_year int not null check (first_year between 1990 and 2200),
  responder_id uuid not null,
  responder_name text not null,
  response jsonb check (response is null or jsonb_typeof(response) = 'object'),
  recount jsonb check (recount is null or jsonb_typeof(recount) = 'object'),
  schedule jsonb check (schedule is null or jsonb_typeof(schedule) = 'object'),
  opened_on date not null,
  responded_on date,
  closed_on date,
  author_id uuid not null,
  recurrences int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, audit_id) references assurance_audit(org_id, id),
  foreign key (org_id, repeats_id) references assurance_finding(org_id, id),
  foreign key (responder_id) references person(id),
  foreign key (author_id) references person(id),
  check ((source = 'audit') = (audit_id is not null)),
  check (repeats_id <> id),
  check (likely_cents >= known_cents)
);
select levee_secure('assurance_finding');
create index assurance_finding_audit on assurance_finding (org_id, audit_id) where audit_id is not null;
create index assurance_finding_repeats on assurance_finding (org_id, repeats_id) where repeats_id is not null;
create index assurance_finding_open on assurance_finding (org_id, status) where status not in ('closed', 'withdrawn');

-- Whom an audit's papers are for: its team now, and everybody who may read audits once its report is issued.
create function levee_audit_papers() returns setof uuid language sql stable as $$
  select m.audit_id
  from assurance_member m
  where m.org_id = (select levee_org())
    and m.person_id = (select levee_person())
    and (m.until_at is null or m.until_at > clock_timestamp())
  union
  select a.id
  from assurance_audit a
  where a.org_id = (select levee_org()) and a.issued_on is not null
$$;

create policy team_alone on assurance_procedure as restrictive to levee_app
  using (audit_id in (select levee_audit_papers())) with check (audit_id in (select levee_audit_papers()));
create policy team_alone on assurance_population as restrictive to levee_app
  using (audit_id in (select levee_audit_papers())) with check (audit_id in (select levee_audit_papers()));
create policy team_alone on assurance_sample as restrictive to levee_app
  using (audit_id in (select levee_audit_papers())) with check (audit_id in (select levee_audit_papers()));
create policy team_alone on assurance_item as restrictive to levee_app
  using (audit_id in (select levee_audit_papers())) with check (audit_id in (select levee_audit_papers()));
create policy team_and_owner on assurance_request_words as restrictive to levee_app
  using (owner_id = (select levee_person()) or audit_id in (select levee_audit_papers()))
  with check (owner_id = (select levee_person()) or audit_id in (select levee_audit_papers()));
-- A finding is its responder's too as soon as the draft was handed over for a response.
create policy team_and_responder on assurance_finding as restrictive to levee_app
  using (
    audit_id is null
    or audit_id in (select levee_audit_papers())
    or (
      responder_id = (select levee_person())
      and audit_id in (select a.id from assurance_audit a where a.org_id = (select levee_org()) and a.status = 'response')
    )
  )
  with check (
    audit_id is null
    or audit_id in (select levee_audit_papers())
    or (
      responder_id = (select levee_person())
      and audit_id in (select a.id from assurance_audit a where a.org_id = (select levee_org()) and a.status = 'response')
    )
  );
