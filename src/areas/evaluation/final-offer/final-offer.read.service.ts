import { groupBy } from "#kernel/group.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { OfferOutcome } from "./final-offer.labels.ts";
import { stepDetail, type CountedOffer, type RoundView } from "./final-offer.model.ts";

type Head = Omit<CountedOffer, "lines"> & { offerId: string };

/**
 * Of each bid that fits, the final offer of the last opened round in which one came; `f` is
 * `final_offer`, `r` its round. Nothing before the opening.
 */
export const countedOffers = async (db: Db, which: Sql): Promise<CountedOffer[]> => {
  const heads = await db.rows<Head>(sql`
    select distinct on (f.bid_id) f.bid_id, f.id as offer_id, r.round_no, e.received_at
    from final_offer f
    join final_offer_round r
      on r.org_id = f.org_id
      and r.id = f.round_id
      and r.opened_at is not null
    join final_offer_envelope e on e.org_id = f.org_id and e.offer_id = f.id and e.state = 'opened'
    where f.org_id = ${db.scope.orgId} and ${which}
    order by f.bid_id, r.round_no desc
  `);
  if (heads.length === 0) return [];
  const lines = groupBy(
    await db.rows<{ offerId: string; itemId: string; unitPrice: string }>(sql`
      select offer_id, item_id, unit_price
      from final_offer_line
      where org_id = ${db.scope.orgId}
        and offer_id = any(${heads.map((head) => head.offerId)}::uuid[])
      order by id
    `),
    (line) => line.offerId,
  );
  return heads.map(({ offerId, ...head }) => ({
    ...head,
    lines: (lines.get(offerId) ?? []).map(({ itemId, unitPrice }) => ({ itemId, unitPrice })),
  }));
};

/** The final offers that count in an evaluation. */
export const finalOffersOf = (db: Db, evaluationId: string): Promise<CountedOffer[]> =>
  countedOffers(db, sql`r.evaluation_id = ${evaluationId}`);

type AskedRow = {
  roundId: string;
  bidId: string;
  vendorName: string;
  state: "opened" | "failed" | null;
  receivedAt: Instant | null;
  revision: number | null;
  note: string | null;
  failure: string | null;
};

const headsOf = (db: Db, evaluationId: string) =>
  db.rows<Omit<RoundView, "asked">>(sql`
    select
      r.id, r.round_no, r.note, r.due_at, r.asked_at, p.display_name as asked_by, r.opened_at,
      r.ended_at, r.ended_reason, r.stuck,
      exists (
        select 1
        from deadline_outage o
        where o.org_id = r.org_id
          and o.solicitation_id = r.solicitation_id
          and o.due_at = r.due_at
          and o.decision is null
      ) as held
    from final_offer_round r
    join person p on p.id = r.asked_by
    where r.org_id = ${db.scope.orgId} and r.evaluation_id = ${evaluationId}
    order by r.round_no
  `);

/**
 * The rounds of an evaluation in their order, with what came of each bidder asked; until the
 * opening that is "sealed" for all.
 */
export const roundsOf = async (db: Db, evaluationId: string): Promise<RoundView[]> => {
  const rounds = await headsOf(db, evaluationId);
  if (rounds.length === 0) return [];
  const asked = groupBy(
    await db.rows<AskedRow>(sql`
      select
        f.round_id, f.bid_id, v.name as vendor_name, e.state, e.received_at, e.revision, e.note,
        e.failure
      from final_offer f
      join vendor v on v.org_id = f.org_id and v.id = f.vendor_id
      left join final_offer_envelope e
        on e.org_id = f.org_id
        and e.offer_id = f.id
        and e.state in ('opened', 'failed')
      where f.org_id = ${db.scope.orgId}
        and f.round_id = any(${rounds.map((round) => round.id)}::uuid[])
      order by v.name
    `),
    (row) => row.roundId,
  );
  // What was taken back keeps its seal for good; that it was is told with the steps of the vendors,
  // at the opening.
  const takenBack = await db.rows<{ bidId: string; detail: string }>(sql`
    select w.bid_id, w.detail
    from bid_event w
    join evaluation v on v.org_id = w.org_id and v.solicitation_id = w.solicitation_id
    where v.org_id = ${db.scope.orgId}
      and v.id = ${evaluationId}
      and w.kind = 'withdrawn'
      and w.revealed_at is not null
  `);
  return rounds.map((round) => ({
    ...round,
    asked: (asked.get(round.id) ?? []).map(({ roundId: _round, state, note, ...each }) => {
      const withdrawn =
        round.openedAt &&
        takenBack.some(
          (step) =>
            step.bidId === each.bidId && step.detail.startsWith(`${stepDetail(round.roundNo)}:`),
        );
      const outcome: OfferOutcome =
        state === "opened"
          ? "final"
          : state === "failed"
            ? "failed"
            : withdrawn
              ? "withdrawn"
              : round.openedAt || round.endedAt
                ? "bid"
                : "sealed";
      return { ...each, outcome, note: note ?? "" };
    }),
  }));
};
