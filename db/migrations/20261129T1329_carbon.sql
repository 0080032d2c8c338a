-- The duty of who keeps the agency's carbon account.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper', 'sustainability_officer'
));

-- Emission factors: grams of each gas by a unit of what was used, from a day on, with their source.
create table carbon_factor (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified', 'withdrawn')),
  factor_key text not null check (factor_key <> ''),
  version_no int not null check (version_no > 0),
  name text not null check (name <> ''),
  unit text not null check (unit <> ''),
  co2 numeric(24, 9) not null check (co2 >= 0),
  ch4 numeric(24, 9) not null default 0 check (ch4 >= 0),
  n2o numeric(24, 9) not null default 0 check (n2o >= 0),
  from_on date not null,
  until_on date,
  place text not null default '',
  source text not null check (source <> ''),
  note text not null default '',
  shipped boolean not null default false,
  entered_by uuid,
  confirmed_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, factor_key, version_no),
  foreign key (entered_by) references person(id),
  foreign key (confirmed_by) references person(id),
  check (until_on is null or until_on >= from_on),
  constraint carbon_factor_once exclude using gist (
    org_id with =, factor_key with =, daterange(from_on, until_on, '[]') with &&
  ) where (status = 'verified')
);
select levee_secure('carbon_factor');

-- What an agency emitted in a calendar year, in versions: a published one stays as it was.
create table carbon_year (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'reviewed', 'published', 'restated', 'dropped')),
  year int not null check (year between 1990 and 2200),
  version_no int not null check (version_no > 0),
  base boolean not null default false,
  potentials text not null check (potentials <> ''),
  setup jsonb not null,
  restates_id uuid,
  why text not null default '',
  totals jsonb,
  difference jsonb,
  job_id uuid,
  counted_at timestamptz,
  prepared_by uuid,
  reviewed_by uuid,
  published_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, year, version_no),
  foreign key (org_id, restates_id) references carbon_year(org_id, id),
  foreign key (prepared_by) references person(id),
  foreign key (reviewed_by) references person(id),
  check ((status in ('published', 'restated')) = (published_at is not null)),
  check ((status in ('published', 'restated')) <= (totals is not null)),
  check (restates_id is null or version_no > 1)
);
select levee_secure('carbon_year');
-- One version is worked on, one is the published one.
create unique index carbon_year_open on carbon_year (org_id, year) where status in ('open', 'reviewed');
create unique index carbon_year_published on carbon_year (org_id, year) where status = 'published';
create unique index carbon_year_base on carbon_year (org_id) where base and status = 'published';

-- One activity: quantity times a version of a factor. What of it is another view of the same (electricity by
-- market) is not summed.
create table carbon_line (
  org_id uuid not null,
  id uuid not null,
  year_id uuid not null,
  activity text not null,
  scope int not null check (scope in (1, 2, 3)),
  category text not null,
  basis text not null default '' check (basis in ('', 'market')),
  quality text not null check (quality in ('measured', 'computed', 'estimated')),
  title text not null check (title <> ''),
  on_day date not null,
  quantity numeric(20, 6) not null,
  unit text not null check (unit <> ''),
  amount numeric(26, 9) not null,
  factor_id uuid not null,
  co2 numeric(44, 18) not null,
  ch4 numeric(44, 18) not null,
  n2o numeric(44, 18) not null,
  grams bigint not null,
  made text not null check (made in ('source', 'settled', 'typed')),
  source_type text not null default '',
  source_id uuid,
  source_key text not null,
  source_number text not null default '',
  entered_by uuid,
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  -- A record counts once, whoever knows of it.
  unique (org_id, year_id, source_key, basis),
  foreign key (org_id, year_id) references carbon_year(org_id, id),
  foreign key (org_id, factor_id) references carbon_factor(org_id, id),
  foreign key (entered_by) references person(id)
);
select levee_secure('carbon_line');
create index carbon_line_factor on carbon_line (org_id, factor_id);

-- What a second measuring point also knows, and what none counts: each to be settled by somebody.
create table carbon_gap (
  org_id uuid not null,
  id uuid not null,
  year_id uuid not null,
  kind text not null check (kind in ('twice', 'missing')),
  activity text not null,
  cause text not null check (cause <> ''),
  title text not null check (title <> ''),
  on_day date not null,
  quantity numeric(20, 6),
  unit text not null default '',
  source_type text not null default '',
  source_id uuid,
  source_key text not null,
  source_number text not null default '',
  settled_as text check (settled_as in ('left_out', 'counted')),
  reason text not null default '',
  settled_by uuid,
  settled_name text not null default '',
  settled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, year_id, source_key),
  foreign key (org_id, year_id) references carbon_year(org_id, id),
  foreign key (settled_by) references person(id),
  check ((settled_as is null) = (settled_at is null)),
  check ((settled_as is not null) <= (reason <> ''))
);
select levee_secure('carbon_gap');

-- What was published stays: its lines and rows do not change any more.
create function levee_keep_carbon() returns trigger language plpgsql as $$
declare
  stands text;
begin
  select y.status into stands
  from carbon_year y
  where y.org_id = coalesce(new.org_id, old.org_id) and y.id = coalesce(new.year_id, old.year_id);
  if stands is distinct from 'open' then
    raise exception 'a carbon year changes only while it is open'
      using errcode = '23514', constraint = 'carbon_year_stays';
  end if;
  return coalesce(new, old);
end $$;
create trigger carbon_line_kept before insert or update or delete on carbon_line
  for each row execute function levee_keep_carbon();
create trigger carbon_gap_kept before insert or update or delete on carbon_gap
  for each row execute function levee_keep_carbon();

-- Everybody reads what an agency published of a year.
grant select (org_id, id, number, status, year, version_no, base, potentials, totals, difference, why, published_at)
  on carbon_year to levee_anon;
create policy published on carbon_year for select to levee_anon
  using (status in ('published', 'restated') and org_id in (select id from organization));

-- Credits: tons under serial numbers of a registry. Two ranges never overlap, whichever agency holds them.
create table carbon_credit (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'listed' check (status in ('listed', 'held', 'reserved', 'retired', 'withdrawn')),
  registry text not null check (registry <> ''),
  project text not null check (project <> ''),
  vintage int not null check (vintage between 1990 and 2200),
  block text not null check (block <> ''),
  serial_from bigint not null check (serial_from >= 0),
  serial_to bigint not null,
  taken boolean not null default false,
  order_id uuid,
  order_number text not null default '',
  reserved_for int,
  retired_for int,
  retired_at timestamptz,
  retired_by uuid,
  document text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, order_id) references purchase_order(org_id, id),
  foreign key (retired_by) references person(id),
  foreign key (created_by) references person(id),
  check (serial_to >= serial_from),
  check (taken = (status <> 'withdrawn') or status = 'listed'),
  check ((status in ('held', 'reserved', 'retired')) <= (order_id is not null)),
  check ((status = 'retired') = (retired_at is not null)),
  check ((status = 'retired') <= (retired_for is not null and document <> '')),
  constraint carbon_credit_serials exclude using gist (
    registry with =, block with =, int8range(serial_from, serial_to, '[]') with &&
  ) where (taken)
);
select levee_secure('carbon_credit');

-- Takes the serial numbers of a credit for the agency that asks; false where any of them is taken, without a word
-- of by whom. Two at once: the constraint lets one of them through.
create function levee_take_serials(credit uuid) returns boolean language plpgsql as $$
begin
  update carbon_credit set taken = true where org_id = levee_org() and id = credit and not taken;
  return true;
exception when exclusion_violation then
  return false;
end $$;
revoke all on function levee_take_serials(uuid) from public;
grant execute on function levee_take_serials(uuid) to levee_app;

-- What was retired is retired for good.
create function levee_keep_credit() returns trigger language plpgsql as $$
begin
  if old.status = 'retired' then
    raise exception 'a retired credit does not change' using errcode = '23514', constraint = 'carbon_credit_stays';
  end if;
  return coalesce(new, old);
end $$;
create trigger carbon_credit_kept before update or delete on carbon_credit
  for each row execute function levee_keep_credit();
