-- Cost centers with owners, days and dated parents; pools of cost that are allocated through journals.
alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('payroll', 'transfer', 'allocation', 'receipt'));

create table cost_center (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null check (name <> ''),
  department_id uuid not null,
  owner_id uuid references person (id),
  from_on date not null,
  to_on date check (to_on >= from_on),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, department_id) references department (org_id, id)
);
select levee_secure('cost_center');

-- Which center it belongs to from a day on; null for none.
create table cost_center_parent (
  org_id uuid not null,
  id uuid not null,
  center_id uuid not null,
  parent_id uuid,
  from_on date not null,
  primary key (org_id, id),
  unique (org_id, center_id, from_on),
  foreign key (org_id, center_id) references cost_center (org_id, id),
  foreign key (org_id, parent_id) references cost_center (org_id, id),
  check (parent_id is distinct from center_id)
);
select levee_secure('cost_center_parent');

create table allocation_pool (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  account_string_id uuid not null,
  basis text not null check (basis in ('percent', 'fte')),
  targets jsonb not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('allocation_pool');

create table allocation_run (
  org_id uuid not null,
  id uuid not null,
  pool_id uuid not null,
  -- The first day of the month that it shares out.
  period date not null check (extract(day from period) = 1),
  cents bigint not null check (cents > 0),
  lines jsonb not null,
  journal_id uuid not null,
  live boolean not null default true,
  made_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, pool_id) references allocation_pool (org_id, id),
  foreign key (org_id, journal_id) references journal (org_id, id)
);
select levee_secure('allocation_run');
create unique index allocation_run_once on allocation_run (org_id, pool_id, period) where live;
create index allocation_run_journal on allocation_run (org_id, journal_id);
