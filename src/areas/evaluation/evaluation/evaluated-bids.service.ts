import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import {
  withFinalOffer,
  type CaseBid,
  type CaseItem,
  type CaseLot,
} from "../award/scenario.model.ts";
import type { CountedOffer } from "../final-offer/final-offer.model.ts";

export type EvaluatedBid = {
  id: string;
  bidId: string;
  vendorId: string;
  responsive: boolean | null;
  responsiveReason: string;
  responsible: boolean | null;
  responsibleReason: string;
  preferred: boolean;
  counts: boolean;
};

/**
 * What is bought: lots with their items; without lots everything is one lot, or each item one where
 * it is awarded item by item.
 */
export const thingsOf = async (
  db: Db,
  solicitationId: string,
  awardBy: string,
): Promise<{ lots: CaseLot[]; items: CaseItem[] }> => {
  const [lots, items] = await Promise.all([
    db.rows<{ id: string; title: string }>(sql`
      select id, title
      from solicitation_lot
      where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
      order by lot_no
    `),
    db.rows<CaseItem & { lotId: string | null }>(sql`
      select id, description, quantity, unit, lot_id
      from solicitation_item
      where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId} and not optional
      order by item_no
    `),
  ]);
  if (awardBy === "item")
    return {
      items,
      lots: items.map((item) => ({ id: item.id, title: item.description, itemIds: [item.id] })),
    };
  if (lots.length === 0 || awardBy === "whole")
    return {
      items,
      lots: [{ id: solicitationId, title: "Everything", itemIds: items.map((item) => item.id) }],
    };
  return {
    items,
    lots: lots.map((lot) => ({
      ...lot,
      itemIds: items.filter((item) => item.lotId === lot.id).map((item) => item.id),
    })),
  };
};

/** The bids of an evaluation with what was decided about them. */
export const evaluatedBids = (db: Db, evaluationId: string): Promise<EvaluatedBid[]> =>
  db.rows<EvaluatedBid>(sql`
    select
      b.id, b.bid_id, b.vendor_id, b.responsive, b.responsive_reason, b.responsible,
      b.responsible_reason, b.preferred, b.counts
    from evaluation_bid b
    where b.org_id = ${db.scope.orgId} and b.evaluation_id = ${evaluationId}
    order by b.bid_id
  `);

export type JoinedBid = CaseBid & {
  decided: EvaluatedBid;
  asBid: OpenedBid;
  final: CountedOffer | null;
};

/**
 * Bids with what was decided, at the prices that count: those of the final offer where one came,
 * else the bid's (`asBid`).
 */
export const joinBids = (
  opened: readonly OpenedBid[],
  decided: readonly EvaluatedBid[],
  finals: readonly CountedOffer[],
): JoinedBid[] =>
  opened.flatMap((asBid) =>
    decided
      .filter((each) => each.bidId === asBid.bidId)
      .map((each) => {
        const final = finals.find((offer) => offer.bidId === asBid.bidId) ?? null;
        return {
          bid: withFinalOffer(asBid, final),
          asBid,
          final,
          preferred: each.preferred,
          counts: each.counts,
          decided: each,
        };
      }),
  );

/**
 * A price as it is judged: with the preference added where the bidder does not have it, rounded
 * half up to the cent.
 */
export const judgedCents = (
  cents: number | null,
  preferred: boolean,
  preferencePercent: string,
): number | null =>
  cents === null || preferred
    ? cents
    : cents +
      Math.floor((2 * cents * Math.round(Number(preferencePercent) * 100) + 10_000) / 20_000);
