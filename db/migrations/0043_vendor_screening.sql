-- A loaded list of excluded parties (SAM.gov Public Exclusions), from a file that is kept. One list is current; older ones stay as a record of what was screened against.
create table exclusion_list (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  list_date date not null,
  state text not null default 'loading' check (state in ('loading', 'current', 'replaced', 'failed')),
  rows_loaded bigint not null default 0,
  rows_rejected bigint not null default 0,
  error text,
  loaded_by uuid,
  loaded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('exclusion_list');
create unique index exclusion_list_current on exclusion_list (org_id) where state = 'current';

create table exclusion_record (
  org_id uuid not null,
  list_id uuid not null,
  row_no int not null,
  classification text not null,
  name text not null,
  -- Comparable words in their order, joined by blanks.
  match_key text not null,
  uei text,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  zip text not null default '',
  program text not null default '',
  agency text not null default '',
  exclusion_type text not null default '',
  active_on date,
  ends_on date,
  sam_number text not null default '',
  cage text not null default '',
  comments text not null default '',
  primary key (org_id, list_id, row_no),
  foreign key (org_id, list_id) references exclusion_list (org_id, id)
);
select levee_secure('exclusion_record');
create index exclusion_record_uei on exclusion_record (org_id, list_id, uei) where uei is not null;

-- Which records hold which word (and which two neighbouring words run together). Equality on a b-tree, since an index on text
-- likeness (trigrams) is closed under row security: its operators are not leakproof.
create table exclusion_posting (
  org_id uuid not null,
  list_id uuid not null,
  word text not null,
  row_no int not null,
  primary key (org_id, list_id, word, row_no),
  foreign key (org_id, list_id) references exclusion_list (org_id, id)
);
select levee_secure('exclusion_posting');

-- Evidence of one screening: what was compared, with which list, what was found. Never changed, never deleted.
create table vendor_screening (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  at timestamptz not null,
  person_id uuid,
  trigger text not null check (trigger in ('activation', 'demand', 'list')),
  list_id uuid not null,
  list_name text not null,
  list_date date not null,
  list_sha256 text not null,
  list_rows bigint not null,
  subject jsonb not null,
  candidates jsonb not null,
  outcome text not null check (outcome in ('clear', 'possible', 'excluded')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_screening');
create index vendor_screening_of on vendor_screening (org_id, vendor_id, at desc, id desc);

-- What a person decided about the candidates of a screening, and why.
create table vendor_screening_decision (
  org_id uuid not null,
  id uuid not null,
  screening_id uuid not null,
  vendor_id uuid not null,
  decision text not null check (decision in ('clear', 'excluded')),
  reason text not null check (length(btrim(reason)) > 0),
  -- SAM numbers (or names) of the candidates that were found to be somebody else; asked about no more while the vendor's identity stays.
  cleared text[] not null default '{}',
  subject jsonb not null,
  person_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, screening_id),
  foreign key (org_id, screening_id) references vendor_screening (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_screening_decision');
create index vendor_screening_decision_of on vendor_screening_decision (org_id, vendor_id, at desc);
revoke update, delete on vendor_screening, vendor_screening_decision from levee_app;
