import { placePosition, placesOf } from "#areas/organization/organization.server.ts";
import type { Position } from "#kernel/geo/fence.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql, type Sql } from "#server/db/sql.ts";
import type { Errand, ErrandSource } from "#server/handover/errands.ts";
import { itemsOfTransfer, transferFrom } from "./transfer.list.ts";

type Found = {
  id: string;
  number: string;
  items: string | null;
  to: string;
  placeId: string | null;
  due: Day | null;
};

const found = (db: Db, where: Sql, most: number): Promise<Found[]> =>
  db.rows<Found>(sql`
    select
      t.id, t.number, ${raw(itemsOfTransfer)} as items, d.name as "to", d.place_id,
      t.expected_on as due
    from ${raw(transferFrom)}
    where t.org_id = ${db.scope.orgId} and t.status in ('planned', 'sent', 'short') and ${where}
    order by t.expected_on nulls last, t.number
    limit ${most}
  `);

// A store that is called as its place is says so once.
const placeSaid = (to: string, line: string): string =>
  line.startsWith(to) ? line : [to, line].filter(Boolean).join(", ");

const errandsOf = async (db: Db, rows: readonly Found[]): Promise<Errand[]> => {
  const ids = [...new Set(rows.flatMap(({ placeId }) => placeId ?? []))];
  const places = await placesOf(db, ids);
  const positions = new Map<string, Position | null>();
  for (const id of ids) positions.set(id, await placePosition(db, id));
  return rows.map(({ id, number, items, to, placeId, due }) => ({
    ...{ type: "stockTransfer", id, number, due },
    title: `${items ?? ""} to ${to}`.trim(),
    place: placeSaid(to, places.get(placeId ?? "")?.line ?? ""),
    position: positions.get(placeId ?? "") ?? null,
  }));
};

/** Transfers between stores that somebody drives: planned, on the way, or of which something lacks. */
export const transferErrands: ErrandSource = {
  type: "stockTransfer",
  label: "Transfer",
  href: (id) => `/inventory/transfers/${id}`,
  waiting: async (db, until, most) =>
    errandsOf(db, await found(db, sql`coalesce(t.expected_on <= ${until}, true)`, most)),
  read: async (db, id) => (await errandsOf(db, await found(db, sql`t.id = ${id}`, 1)))[0] ?? null,
};
