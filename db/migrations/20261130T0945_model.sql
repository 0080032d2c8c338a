-- Which language model an agency lets better the words of answers, what may leave for it, and what it used.
create table model_setting (
  org_id uuid not null,
  id uuid not null,
  source text not null default 'operator' check (source in ('none', 'operator', 'own')),
  address text not null default '',
  model text not null default '',
  sealed_key text,
  areas text[] not null default '{}',
  most_answer int not null default 800 check (most_answer between 50 and 8000),
  most_person int not null default 200000 check (most_person between 0 and 100000000),
  most_month int not null default 2000000 check (most_month between 0 and 1000000000),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id),
  foreign key (org_id) references organization(id),
  check (source <> 'own' or (address <> '' and model <> ''))
);
select levee_secure('model_setting');

create table model_use (
  org_id uuid not null,
  id uuid not null,
  month date not null check (extract(day from month) = 1),
  person_id uuid not null,
  calls int not null default 0 check (calls >= 0),
  tokens bigint not null default 0 check (tokens >= 0),
  struck int not null default 0 check (struck >= 0),
  faults int not null default 0 check (faults >= 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, month, person_id),
  foreign key (org_id) references organization(id),
  foreign key (person_id) references person(id)
);
select levee_secure('model_use');
