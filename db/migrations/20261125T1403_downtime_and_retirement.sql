-- A retired asset keeps its hours and failures: they end when it was retired.
alter table asset add column retired_at timestamptz;
update asset a
set retired_at = coalesce(
  (
    select max(e.at)
    from audit_entry e
    where e.org_id = a.org_id and e.object_id = a.id and e.action = 'asset.retire'
  ),
  a.disposed_on::timestamptz,
  a.updated_at
)
where a.status in ('retired', 'disposed');
-- Times out of service are entered afterwards too: those of an asset lie apart.
alter table asset_downtime add constraint asset_downtime_apart
  exclude using gist (org_id with =, asset_id with =, tstzrange(from_at, until_at) with &&);
