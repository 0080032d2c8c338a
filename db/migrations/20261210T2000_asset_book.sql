-- What changes the book of an asset after it went into service, and from which cost on an asset is
-- capitalized, as the agency decided on a day.
create table asset_improvement (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  on_day date not null,
  cents bigint not null check (cents > 0),
  -- The useful life from the first day in service on, where the improvement changes it.
  life_months int check (life_months > 0),
  description text not null check (description <> ''),
  -- The work whose posted invoices it capitalizes.
  work_order_id uuid,
  created_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, work_order_id) references work_order (org_id, id)
);
select levee_secure('asset_improvement');
create index asset_improvement_of on asset_improvement (org_id, asset_id, on_day);
create unique index asset_improvement_work on asset_improvement (org_id, work_order_id) where work_order_id is not null;

create table capitalization_rule (
  org_id uuid not null references organization (id),
  id uuid not null,
  from_day date not null,
  threshold_cents bigint not null check (threshold_cents >= 0),
  source text not null check (source <> ''),
  created_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, from_day)
);
select levee_secure('capitalization_rule');
