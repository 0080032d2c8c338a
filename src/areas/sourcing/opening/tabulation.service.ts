import { groupBy } from "#kernel/group.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { solicitation } from "../solicitation/solicitation.tables.ts";
import type { Stage, TabulationRow } from "./opening.model.ts";
import { type AskedItem, type AskedLot, type PricedLine, totalsOf } from "./tabulation.model.ts";

type Row = typeof solicitation.$inferSelect;
type Opened = {
  bidId: string;
  vendorName: string;
  receivedAt: Instant;
  revision: number;
  state: "opened" | "failed";
  failure: string | null;
  addendaAcknowledged: number[];
};

/**
 * The bids of one stage in the order in which they were received, with their totals as read out.
 * Only envelopes that were opened, or failed to.
 */
export const tabulate = async (
  db: Db,
  row: Pick<Row, "orgId" | "id">,
  stage: Stage,
): Promise<TabulationRow[]> => {
  const [bids, lines, items, lots, material] = await Promise.all([
    db.rows<Opened>(sql`
      select
        b.id as bid_id, v.name as vendor_name, b.received_at, b.revision, e.state, e.failure,
        b.addenda_acknowledged
      from bid b
      join bid_envelope e on e.org_id = b.org_id and e.bid_id = b.id
      join vendor v on v.org_id = b.org_id and v.id = b.vendor_id
      where b.org_id = ${row.orgId}
        and b.solicitation_id = ${row.id}
        and e.envelope = ${stage}
        and e.state in ('opened', 'failed')
      order by b.received_at, b.id
      limit 2000
    `),
    db.rows<PricedLine & { bidId: string }>(sql`
      select l.bid_id, l.item_id, l.no_bid, l.unit_price, l.quantity, l.alternate
      from bid_line l
      join bid b on b.org_id = l.org_id and b.id = l.bid_id
      where l.org_id = ${row.orgId} and b.solicitation_id = ${row.id}
    `),
    db.rows<AskedItem>(sql`
      select id, lot_id, quantity, optional
      from solicitation_item
      where org_id = ${row.orgId} and solicitation_id = ${row.id}
      order by item_no
    `),
    db.rows<AskedLot>(sql`
      select id, lot_no, title
      from solicitation_lot
      where org_id = ${row.orgId} and solicitation_id = ${row.id}
      order by lot_no
    `),
    db.rows<{ addendumNo: number }>(sql`
      select addendum_no
      from solicitation_addendum
      where org_id = ${row.orgId} and solicitation_id = ${row.id} and material
    `),
  ]);
  const byBid = groupBy(lines, (line) => line.bidId);
  return bids.map(({ state, addendaAcknowledged, ...bid }) => {
    const own = byBid.get(bid.bidId) ?? [];
    const totals =
      stage === "technical" || own.length === 0
        ? { totalCents: null, lots: [] }
        : totalsOf(own, items, lots);
    return {
      ...bid,
      outcome: state,
      acknowledged: material.every(({ addendumNo }) => addendaAcknowledged.includes(addendumNo)),
      ...totals,
    };
  });
};
