-- Labels of assets, and the physical count of what federal money bought (2 CFR 200.313(d)(2)).
alter table asset_class add column public_reports boolean not null default false;

create table asset_count (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  federal boolean not null,
  department_id uuid,
  opened_by uuid not null references person (id),
  closed_by uuid references person (id),
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department (org_id, id),
  check ((status = 'closed') = (closed_at is not null))
);
select levee_secure('asset_count');

-- One row for each asset that the count looks for; found once, by whom and how.
create table asset_count_line (
  org_id uuid not null,
  count_id uuid not null,
  asset_id uuid not null,
  found_at timestamptz,
  found_by uuid references person (id),
  scanned boolean not null default false,
  missing_reason text not null default '',
  primary key (org_id, count_id, asset_id),
  foreign key (org_id, count_id) references asset_count (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
select levee_secure('asset_count_line');
create index asset_count_line_asset on asset_count_line (org_id, asset_id) where found_at is not null;
