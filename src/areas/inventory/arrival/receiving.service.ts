import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { locationNoun, type LocationRecord } from "../location/location.noun.ts";

/**
 * For each location where goods belong, where they are received: the receiving location of its place that is
 * charged alike (nothing is transferred to one that is not), or itself where that place has none, and where
 * they go into quarantine.
 */
export const receivedAt = async (
  db: Db,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; receivingId: string | null }>(sql`
    select
      l.id,
      case
        when l.role = 'shelf' and not l.quarantine then (
          select r.id
          from stock_location r
          where r.org_id = l.org_id
            and r.place_id = l.place_id
            and r.role = 'receiving'
            and r.status = 'active'
          order by r.code
          limit 1
        )
      end as receiving_id
    from stock_location l
    where l.org_id = ${db.scope.orgId} and l.id = any(${arrayOf(locationIds)}::uuid[])
  `);
  return new Map(rows.map(({ id, receivingId }) => [id, receivingId ?? id]));
};

/** Where what is rejected lies: in quarantine at the same place where it has some, else where it came. */
export const apartFrom = async (db: Db, locationId: string): Promise<string> =>
  (
    await db.maybe<{ id: string }>(sql`
      select q.id
      from stock_location l
      join stock_location q
        on q.org_id = l.org_id
        and q.place_id = l.place_id
        and q.quarantine
        and q.role = 'shelf'
        and q.status = 'active'
      where l.org_id = ${db.scope.orgId} and l.id = ${locationId}
      order by q.code
      limit 1
    `)
  )?.id ?? locationId;

const othersOf = (tx: Tx, { id, placeId, chargeAccountId }: LocationRecord) =>
  tx.maybe<{ name: string }>(sql`
    select name
    from stock_location
    where org_id = ${tx.scope.orgId}
      and place_id = ${placeId}
      and role = 'receiving'
      and status = 'active'
      and charge_account_id is not distinct from ${chargeAccountId}::uuid
      and id <> ${id}
    limit 1
  `);

/**
 * Says whether goods of its place are received at a location, or no longer. 404, 412; 409 `rule` for one
 * that is retired, in quarantine or for goods on the way, `receives_already` where another one of the
 * place does.
 */
export const setReceiving = async (
  tx: Tx,
  actor: Actor,
  id: string,
  receiving: boolean,
  version: number | null,
): Promise<LocationRecord> =>
  change(tx, actor, locationNoun, {
    id,
    version,
    unless: ({ status, quarantine, role }) =>
      status !== "active"
        ? "It is retired: use it again first."
        : quarantine
          ? "What lies in quarantine is put away by nobody: choose another location."
          : role === "transit"
            ? "What is on the way lies here: choose another location."
            : null,
    effect: async (before) => {
      const other = receiving ? await othersOf(tx, before) : null;
      if (other)
        throw conflict(
          "receives_already",
          `Goods of this place are received at ${other.name}: end that first.`,
        );
      return { patch: { role: receiving ? ("receiving" as const) : ("shelf" as const) } };
    },
  });

/** What is open of arrivals of a receipt ends, of some of its lines or of all. */
export const endArrivals = (
  tx: Tx,
  { receiptId, lineIds, kind }: { receiptId: string; lineIds?: readonly string[]; kind?: string },
  status: "settled" | "taken_back",
  on: Day,
): Promise<unknown> =>
  tx.rows(sql`
    update stock_arrival
    set status = ${status}, ended_on = ${on}
    where org_id = ${tx.scope.orgId}
      and receipt_id = ${receiptId}
      and status = 'open'
      and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
      and (
        ${lineIds === undefined}::boolean
        or receipt_line_id = any(${arrayOf(lineIds ?? [])}::uuid[])
      )
  `);
