import { invalidField, notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Labelled } from "#server/labels/labelled.ts";
import { mostLabels, type Label } from "#server/labels/paper.ts";

type Tagged = {
  tag: string;
  name: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
};

const findByTag = (db: Db, tag: string): Promise<{ id: string; number: string } | null> =>
  db.maybe<{ id: string; number: string }>(sql`
    select id, number
    from asset
    where org_id = ${db.scope.orgId}
      and (lower(tag) = lower(${tag}) or number = ${tag.toUpperCase()})
    order by (lower(tag) = lower(${tag})) desc
    limit 1
  `);

/** The asset of the scope's agency with this tag or number. @throws 404 in words. */
export const assetByTag = async (db: Db, tag: string): Promise<{ id: string; number: string }> => {
  const row = await findByTag(db, tag);
  if (!row) throw notFound(`asset with the label ${tag} in this agency`);
  return row;
};

/** An asset's label opens the asset. */
export const labelledAsset: Labelled = {
  permission: "asset.read",
  find: async (db, tag) => {
    const found = await findByTag(db, tag);
    return found && `/asset-management/${found.id}`;
  },
};

/** What strangers may know of a label: assets in use of classes that take public reports. */
export const reportedTag = (db: Db, tag: string): Promise<Tagged | null> =>
  db.maybe<Tagged>(sql`
    select
      case when a.tag <> '' then a.tag else a.number end as tag, a.name, a.location,
      a.latitude::float8 as latitude, a.longitude::float8 as longitude
    from asset a
    join asset_class c on c.org_id = a.org_id and c.id = a.class_id
    where a.org_id = ${db.scope.orgId}
      and (lower(a.tag) = lower(${tag}) or a.number = ${tag.toUpperCase()})
      and c.public_reports
      and a.status in ('in_service', 'out_of_service')
    limit 1
  `);

type AssetLabel = Label & { number: string };

/** Assets in use of a class by number: those of one printing, counted from 1. */
export const idsInUse = async (db: Db, classId: string, printing: number): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from asset
      where org_id = ${db.scope.orgId}
        and status in ('in_service', 'out_of_service')
        and class_id = ${classId}
      order by number
      limit ${mostLabels}
      offset ${(printing - 1) * mostLabels}
    `)
  ).map((row) => row.id);

/** The labels of these assets in their order. 422 for ids that are nobody's. */
export const labelsOf = async (db: Db, ids: readonly string[]): Promise<AssetLabel[]> => {
  const rows = await db.rows<AssetLabel & { id: string }>(sql`
    select id, number, name, case when tag <> '' then tag else number end as tag
    from asset
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    limit ${mostLabels}
  `);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lost = ids.filter((id) => !byId.has(id));
  if (lost.length)
    throw invalidField("ids", `${lost.length} of these assets are not in the register.`);
  return ids.map((id) => byId.get(id)!);
};
