import { newId } from "#kernel/ids.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { Leg } from "../ledger/leg.model.ts";
import type { LineInput } from "./movement.model.ts";

/** When something moved, in the order of the ledger. */
export type Moment = { movedOn: Day; postedAt: Instant };

/** What a count had seen already, as it is posted against it. */
export type Offset = { countId: string; number: string; movedOn: Day; lines: LineInput[] };

type End = { id: string; leg: Leg; locationId: string; into: boolean };
type Seen = { id: string; countId: string; number: string; countedOn: Day };

/**
 * For each end of lines that moved at a moment, the first posted count behind it that counted this item
 * there and whose adjustments stand. The lot needs no naming: whoever counts an item counts all of it.
 */
const seenBy = (tx: Tx, ends: readonly End[], at: Moment): Promise<Seen[]> =>
  tx.rows<Seen>(sql`
    select
      distinct on (p.id) p.id, c.id as count_id, c.number,
      (e.counted_at at time zone ${tx.scope.timeZone ?? "UTC"})::date as counted_on
    from unnest(
      ${arrayOf(ends.map(({ id }) => id))}::uuid[],
      ${arrayOf(ends.map(({ leg }) => leg.itemId))}::uuid[],
      ${arrayOf(ends.map(({ locationId }) => locationId))}::uuid[]
    ) p(id, item_id, location_id)
    join stock_count_task t
      on t.org_id = ${tx.scope.orgId}
      and t.item_id = p.item_id
      and t.location_id = p.location_id
    join stock_count c on c.org_id = t.org_id and c.id = t.count_id and c.status = 'posted'
    join stock_count_entry e
      on e.org_id = t.org_id
      and e.task_id = t.id
      and e.round = case when t.again and c.recounted_by is not null then 2 else 1 end
    where ((e.counted_at at time zone ${tx.scope.timeZone ?? "UTC"})::date, e.counted_at) >= (
        ${at.movedOn}::date, ${at.postedAt}::timestamptz
      )
      and not exists (
        select 1
        from stock_movement m
        where m.org_id = c.org_id and m.count_id = c.id and m.status = 'reversed'
      )
    order by p.id, e.counted_at
  `);

const against = ({ leg, locationId, into }: End, cents: number): LineInput => ({
  itemId: leg.itemId,
  fromLocationId: into ? locationId : null,
  toLocationId: into ? null : locationId,
  lotId: leg.lotId,
  lot: null,
  fundId: leg.fundId,
  quantity: leg.quantity,
  unit: null,
  // What went out comes back at what it went out for; what only changed its place, at what it is worth.
  valueCents: into || cents === 0 ? null : Math.abs(cents),
  returnsLineId: null,
});

/**
 * What is to be posted against lines that moved before posted counts, so that what was counted stands:
 * by count, dated the day of counting. `values`: what each line moved, in integer cents. Empty where
 * nothing was counted since.
 */
export const offsetsOf = async (
  tx: Tx,
  legs: readonly Leg[],
  values: ReadonlyMap<string, number>,
  at: Moment,
): Promise<Offset[]> => {
  const ends = legs.flatMap((leg): End[] => [
    ...(leg.fromLocationId
      ? [{ id: newId(), leg, locationId: leg.fromLocationId, into: false }]
      : []),
    ...(leg.toLocationId ? [{ id: newId(), leg, locationId: leg.toLocationId, into: true }] : []),
  ]);
  const offsets = new Map<string, Offset>();
  for (const { id, countId, number, countedOn } of await seenBy(tx, ends, at)) {
    const end = ends.find((each) => each.id === id)!;
    const key = `${countId} ${countedOn} ${end.into}`;
    const known = offsets.get(key) ?? { countId, number, movedOn: countedOn, lines: [] };
    known.lines.push(against(end, values.get(end.leg.id) ?? 0));
    offsets.set(key, known);
  }
  return [...offsets.values()];
};
