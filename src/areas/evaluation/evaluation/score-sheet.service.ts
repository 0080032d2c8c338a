import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { bidCents, type CaseItem, type CaseLot } from "../award/scenario.model.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import { finalOffersOf } from "../final-offer/final-offer.read.service.ts";
import { openedBids } from "#areas/sourcing/sourcing.server.ts";
import { countedScores } from "./consensus.service.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import type { SheetBid, SheetCriterion, SheetInput } from "./sheet.model.ts";
import {
  type EvaluatedBid,
  evaluatedBids,
  thingsOf,
  joinBids,
  judgedCents,
} from "./evaluated-bids.service.ts";

type About = {
  number: string;
  priceFormula: SheetInput["formula"];
  localPreferencePercent: string | null;
  envelopes: number;
  awardBy: string;
};

const takesPart = (bid: EvaluatedBid): string =>
  bid.responsive !== true
    ? bid.responsiveReason || "Not decided"
    : bid.responsible === false
      ? bid.responsibleReason
      : "";

const aboutOf = (db: Db, row: EvaluationRecord) =>
  db.one<About>(sql`
    select number, price_formula, local_preference_percent, envelopes, award_by
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${row.solicitationId}
  `);

const agreedScores = (db: Db, row: EvaluationRecord) =>
  db.rows<{ bidId: string; criterionId: string; score: string }>(sql`
    select b.bid_id, c.criterion_id, c.score
    from evaluation_consensus c
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    where c.org_id = ${db.scope.orgId} and c.evaluation_id = ${row.id}
  `);

const sheetCriteria = (db: Db, row: EvaluationRecord) =>
  db.rows<SheetCriterion>(sql`
    select id, name, kind, weight, max_score
    from solicitation_criterion
    where org_id = ${db.scope.orgId} and solicitation_id = ${row.solicitationId}
    order by position
  `);

const lotPrices = (
  bid: OpenedBid,
  lots: readonly CaseLot[],
  items: readonly CaseItem[],
  judged: (cents: number | null) => number | null,
): NonNullable<SheetBid["lots"]> =>
  Object.fromEntries(
    lots.map(({ id, itemIds }) => {
      const priceCents = bidCents(
        bid,
        items.filter((item) => itemIds.includes(item.id)),
      );
      return [id, { priceCents, judgedCents: judged(priceCents) }];
    }),
  );

/** The score sheet of an evaluation as it stands now. */
export const sheetOf = async (db: Db, row: EvaluationRecord): Promise<SheetInput> => {
  const [about, opened, decided, finals, scores, agreed, criteria] = await Promise.all([
    aboutOf(db, row),
    openedBids(db, row.solicitationId),
    evaluatedBids(db, row.id),
    finalOffersOf(db, row.id),
    countedScores(db, row.id),
    agreedScores(db, row),
    sheetCriteria(db, row),
  ]);
  const { items, lots } = await thingsOf(db, row.solicitationId, about.awardBy);
  const preferencePercent = about.localPreferencePercent ?? "0";
  const bids = joinBids(opened, decided, finals).map(({ bid, decided: each, final }): SheetBid => {
    const priceCents = bidCents(bid, items);
    const reason = takesPart(each);
    return {
      bidId: bid.bidId,
      vendorId: bid.vendorId,
      vendorName: bid.vendorName,
      receivedAt: bid.receivedAt,
      takesPart: reason === "",
      reason,
      offer: final
        ? { kind: "final", round: final.roundNo, receivedAt: final.receivedAt }
        : { kind: "bid" },
      priceCents,
      judgedCents: judgedCents(priceCents, each.preferred, preferencePercent),
      lots: lotPrices(bid, lots, items, (cents) =>
        judgedCents(cents, each.preferred, preferencePercent),
      ),
      scores: Object.fromEntries(
        agreed
          .filter((cell) => cell.bidId === bid.bidId)
          .map((cell) => [cell.criterionId, cell.score]),
      ),
    };
  });
  return {
    format: "levee-score-sheet-3",
    evaluation: row.number,
    solicitation: about.number,
    round: row.round,
    formula: about.priceFormula,
    preferencePercent,
    criteria,
    lots: lots.map(({ id, title }) => ({ id, title })),
    bids,
    individual: scores.map(({ memberId, bidId, criterionId, score }) => ({
      member: memberId,
      bidId,
      criterionId,
      score,
    })),
  };
};
