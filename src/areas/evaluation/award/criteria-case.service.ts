import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { EvaluationRecord } from "../evaluation/evaluation.tables.ts";
import { evaluatedBids, joinBids, thingsOf } from "../evaluation/evaluated-bids.service.ts";
import { rankLots } from "../evaluation/lot-ranking.model.ts";
import { sheetOf } from "../evaluation/score-sheet.service.ts";
import { openedBids } from "#areas/sourcing/sourcing.server.ts";
import { finalOffersOf } from "../final-offer/final-offer.read.service.ts";
import type { Award, AwardCase } from "./award.model.ts";
import { departuresFrom, translated } from "./departure.model.ts";
import { caseOf, type PointsOf, type ScenarioRules } from "./scenario.model.ts";
import type { ScenarioInput } from "./scenario.fields.model.ts";

type Criteria = { awardBy: string; priceFormula: string; localPreferencePercent: string | null };
const criteriaOf = (db: Db, row: EvaluationRecord) =>
  db.one<Criteria>(sql`
    select award_by, price_formula, local_preference_percent
    from solicitation
    where org_id = ${db.scope.orgId} and id = ${row.solicitationId}
  `);

const pointsOf = async (db: Db, row: EvaluationRecord): Promise<PointsOf> => {
  const found = new Map(
    rankLots(await sheetOf(db, row)).flatMap((lot) =>
      lot.bids.map((bid) => [`${lot.lotId} ${bid.bidId}`, bid.hundredths] as const),
    ),
  );
  return (lotId, bidId) => found.get(`${lotId} ${bidId}`) ?? null;
};

/**
 * The case of an evaluation under some rules, of the bids that take part; with the points of every
 * bid for every lot where not the price alone decides.
 */
export const caseOfEvaluation = async (db: Db, row: EvaluationRecord, rules: ScenarioRules) => {
  const about = await criteriaOf(db, row);
  const [things, opened, decided, finals, points] = await Promise.all([
    thingsOf(db, row.solicitationId, about.awardBy),
    openedBids(db, row.solicitationId),
    evaluatedBids(db, row.id),
    finalOffersOf(db, row.id),
    about.priceFormula === "lowest" ? null : pointsOf(db, row),
  ]);
  const bids = joinBids(opened, decided, finals).filter(
    (one) => one.decided.responsive === true && one.decided.responsible !== false,
  );
  return { ...things, bids, ...caseOf(things.lots, things.items, bids, rules, points) };
};

/**
 * Rules with the preference that was published where the scenario names none. Where criteria give
 * points the preference is in the points of the price, and counts once.
 */
export const publishedRules = async (
  db: Db,
  row: EvaluationRecord,
  rules: ScenarioInput["rules"],
): Promise<ScenarioRules> => {
  const about = await criteriaOf(db, row);
  const published = about.priceFormula === "lowest" ? (about.localPreferencePercent ?? "0") : "0";
  return { ...rules, preferencePercent: rules.preferencePercent ?? published };
};

/** No rule that nobody published; what bidders themselves say that they can take on holds. */
const unruled: ScenarioInput["rules"] = {
  minVendors: null,
  maxVendors: null,
  goalPercent: null,
  preferencePercent: null,
  capacity: true,
  maxVendorsPerLot: 3,
  stepPercent: 5,
  minSharePercent: 5,
  switching: [],
  onlyBidIds: null,
};

const notOffered =
  "It gives a lot to a bidder who does not take part in it, or says that it cannot deliver all of it";

type Worked = { id: string; problem: AwardCase; answer: { award: Award | null } | null };

/**
 * Where each scenario departs from the published criteria as they stand now, by its id; see
 * `departuresFrom`.
 */
export const departuresOf = async (
  db: Db,
  row: EvaluationRecord,
  scenarios: readonly (Worked & { stale?: boolean })[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { problem } = await caseOfEvaluation(db, row, await publishedRules(db, row, unruled));
  const awarded = scenarios.flatMap(({ id, stale, problem: own, answer }) =>
    answer?.award
      ? [{ id, stale: stale === true, award: translated(own, answer.award, problem) }]
      : [],
  );
  const known = awarded.flatMap(({ award, stale }) => (stale || award === null ? [] : [award]));
  return new Map(
    awarded.map(({ id, award }) => [
      id,
      award === null ? [notOffered] : departuresFrom(problem, award, known),
    ]),
  );
};
