-- FEMA's schedule knows units by size, so its code belongs to the unit; that of its class only proposes one.
create table fema_asset_code (
  org_id uuid not null,
  asset_id uuid not null,
  code text not null,
  size text not null,
  named_by uuid,
  named_at timestamptz not null default clock_timestamp(),
  primary key (org_id, asset_id),
  foreign key (org_id, asset_id) references asset(org_id, id)
);
select levee_secure('fema_asset_code');
