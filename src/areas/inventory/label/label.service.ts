import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { Labelled } from "#server/labels/labelled.ts";
import { mostLabels, type Label } from "#server/labels/paper.ts";
import type { LabelKind } from "./label.labels.ts";

/**
 * What the codes of locations and lots begin with, so that none is taken for an asset's tag: codes of shelves
 * are short, and several items may have a lot of the same number.
 */
const marks = { location: "LOC:", lot: "LOT:" } as const;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const itemOf = (db: Db, tag: string) =>
  db.maybe<{ id: string }>(sql`
    select id
    from stock_item
    where org_id = ${db.scope.orgId} and number = ${tag.toUpperCase()}
  `);

const locationOf = (db: Db, code: string) =>
  db.maybe<{ id: string }>(sql`
    select id
    from stock_location
    where org_id = ${db.scope.orgId} and lower(code) = lower(${code})
  `);

const lotsOf = (db: Db, which: Sql) =>
  db.rows<{ id: string }>(sql`
    select id
    from stock_lot
    where org_id = ${db.scope.orgId} and ${which}
    limit 2
  `);

const lotAt = async (db: Db, said: string): Promise<string | null> => {
  const byId = uuid.test(said) ? sql`id = ${said}::uuid` : sql`lower(code) = lower(${said})`;
  const [first, second] = await lotsOf(db, byId);
  if (!first) return null;
  return second ? `/inventory/lots?q=${encodeURIComponent(said)}` : `/inventory/lots/${first.id}`;
};

const locationAt = async (db: Db, code: string): Promise<string | null> => {
  const found = await locationOf(db, code);
  return found && `/inventory/locations/${found.id}`;
};

/**
 * Where a label of the stores opens, and what somebody types in its place: an item's number, a location's
 * code, a lot's number (the list, where several items have it).
 */
export const labelledStock: Labelled = {
  permission: "stock.read",
  find: async (db, tag) => {
    if (tag.toUpperCase().startsWith(marks.location)) return locationAt(db, tag.slice(4));
    if (tag.toUpperCase().startsWith(marks.lot)) return lotAt(db, tag.slice(4));
    const item = await itemOf(db, tag);
    if (item) return `/inventory/items/${item.id}`;
    return (await locationAt(db, tag)) ?? lotAt(db, tag);
  },
};

/** Which labels: of these records, or, without ids, of all in use, those of one printing counted from 1. */
export type WantedLabels = { ids: readonly string[] | null; printing: number };

const offsetOf = ({ ids, printing }: WantedLabels): number =>
  ids ? 0 : (printing - 1) * mostLabels;
const idsOf = ({ ids }: WantedLabels): string[] | null => ids && [...ids];

const labelsOfItems = (db: Db, wanted: WantedLabels): Promise<Label[]> =>
  db.rows<Label>(sql`
    select number as tag, name, number as shown
    from stock_item
    where org_id = ${db.scope.orgId}
      and (
        id = any(${idsOf(wanted)}::uuid[])
        or (${idsOf(wanted)}::uuid[] is null and status = 'active')
      )
    order by number
    limit ${mostLabels}
    offset ${offsetOf(wanted)}
  `);

const labelsOfLocations = (db: Db, wanted: WantedLabels): Promise<Label[]> =>
  db.rows<Label>(sql`
    select ${marks.location}::text || code as tag, name, code as shown
    from stock_location
    where org_id = ${db.scope.orgId}
      and (
        id = any(${idsOf(wanted)}::uuid[])
        or (${idsOf(wanted)}::uuid[] is null and status = 'active')
      )
    order by code
    limit ${mostLabels}
    offset ${offsetOf(wanted)}
  `);

const labelsOfLots = (db: Db, wanted: WantedLabels): Promise<Label[]> =>
  db.rows<Label>(sql`
    select ${marks.lot}::text || t.id::text as tag, i.name, t.code as shown
    from stock_lot t
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    where t.org_id = ${db.scope.orgId}
      and (
        t.id = any(${idsOf(wanted)}::uuid[])
        or (${idsOf(wanted)}::uuid[] is null and t.condition <> 'rejected')
      )
    order by t.code, t.id
    limit ${mostLabels}
    offset ${offsetOf(wanted)}
  `);

const labelsOf = { item: labelsOfItems, location: labelsOfLocations, lot: labelsOfLots } as const;

/** Labels of a kind, by number. Ids that the agency does not have are left out. */
export const stockLabels = (db: Db, kind: LabelKind, wanted: WantedLabels): Promise<Label[]> =>
  labelsOf[kind](db, wanted);
