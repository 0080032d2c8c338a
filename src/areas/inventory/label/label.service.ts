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

const sources: Readonly<Record<LabelKind, { from: Sql; where: Sql; order: Sql; label: Sql }>> = {
  item: {
    from: sql`stock_item r`,
    where: sql`r.status = 'active'`,
    order: sql`r.number`,
    label: sql`r.number as tag, r.name, r.number as shown`,
  },
  location: {
    from: sql`stock_location r`,
    where: sql`r.status = 'active'`,
    order: sql`r.code`,
    label: sql`${marks.location}::text || r.code as tag, r.name, r.code as shown`,
  },
  lot: {
    from: sql`stock_lot r join stock_item i on i.org_id = r.org_id and i.id = r.item_id`,
    where: sql`r.condition <> 'rejected'`,
    order: sql`r.code, r.id`,
    label: sql`${marks.lot}::text || r.id::text as tag, i.name, r.code as shown`,
  },
};

/**
 * Labels of a kind: of these records, or, without ids, of all in use by number, those of one printing counted
 * from 1. Ids that the agency does not have are left out.
 */
export const stockLabels = (
  db: Db,
  kind: LabelKind,
  { ids, printing }: { ids: readonly string[] | null; printing: number },
): Promise<Label[]> => {
  const { from, where, order, label } = sources[kind];
  const which = ids ? sql`r.id = any(${[...ids]}::uuid[])` : where;
  return db.rows<Label>(sql`
    select ${label}
    from ${from}
    where r.org_id = ${db.scope.orgId} and ${which}
    order by ${order}
    limit ${mostLabels}
    offset ${ids ? 0 : (printing - 1) * mostLabels}
  `);
};
