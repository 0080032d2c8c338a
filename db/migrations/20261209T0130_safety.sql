-- Safety: establishments and their years, cases, what is private of them, and how they were classified.
create table safety_establishment (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null check (name <> ''),
  company text not null default '',
  street text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  ein text not null default '',
  naics text not null default '',
  industry text not null default '',
  kind int not null default 3 check (kind in (1, 2, 3)),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, name)
);
select levee_secure('safety_establishment');

create table safety_year (
  org_id uuid not null references organization (id),
  id uuid not null,
  establishment_id uuid not null,
  year int not null check (year between 2000 and 2200),
  average_employees int check (average_employees >= 0),
  hours_worked int check (hours_worked >= 0),
  executive_name text not null default '',
  executive_title text not null default '',
  executive_phone text not null default '',
  certified_by uuid references person (id),
  certified_on date,
  posted_on date,
  removed_on date,
  sent_on date,
  change_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, establishment_id, year),
  foreign key (org_id, establishment_id) references safety_establishment (org_id, id)
);
select levee_secure('safety_year');

create table safety_case (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'reported' check (status in ('reported', 'triaged', 'investigating', 'classified', 'not_recordable', 'actions_open', 'closed')),
  kind text not null check (kind in ('injury', 'illness', 'near_miss')),
  -- Made of kind and place: nobody's words, so nobody's name.
  title text not null,
  happened_at timestamptz not null,
  happened_on date not null,
  reported_on date not null,
  -- Null: without a name.
  reported_by uuid references person (id),
  place_id uuid,
  location text not null default '',
  asset_id uuid,
  department_id uuid,
  establishment_id uuid,
  -- What could have happened: of near misses only, for everybody to learn from.
  hazard text not null default '',
  severe text check (severe in ('fatality', 'hospitalization', 'amputation', 'eye_loss')),
  severe_known_at timestamptz,
  severe_told_at timestamptz,
  severe_told_to text not null default '',
  finding text not null default '',
  recordable boolean,
  outcome text check (outcome in ('death', 'days_away', 'restricted', 'other')),
  injury_type int check (injury_type between 1 and 6),
  privacy boolean not null default false,
  days_away int not null default 0 check (days_away between 0 and 180),
  days_restricted int not null default 0 check (days_restricted between 0 and 180),
  classified_by uuid references person (id),
  classified_on date,
  work_order_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, establishment_id) references safety_establishment (org_id, id),
  foreign key (org_id, place_id) references agency_place (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, work_order_id) references work_order (org_id, id),
  check (days_away + days_restricted <= 180)
);
select levee_secure('safety_case');
create index safety_case_year on safety_case (org_id, establishment_id, happened_on) where recordable;
create index safety_case_status on safety_case (org_id, status);

-- Names and medical facts of a case, sealed: not readable from the database or a backup.
create table safety_private (
  org_id uuid not null,
  id uuid not null,
  sealed text not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references safety_case (org_id, id)
);
select levee_secure('safety_private');

-- Each answer of a classification, kept; the newest of a question counts.
create table safety_answer (
  org_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  question text not null,
  answer boolean not null,
  reason text not null default '',
  citation text not null,
  answered_by uuid references person (id),
  answered_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, case_id) references safety_case (org_id, id)
);
select levee_secure('safety_answer');
create index safety_answer_of on safety_answer (org_id, case_id, question, answered_at desc);
