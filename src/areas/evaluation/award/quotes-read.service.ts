import { conflict } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { insuranceStandings, ofSolicitation } from "#areas/procurement/procurement.server.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import { openedBids, solicitation } from "#areas/sourcing/sourcing.server.ts";
import { thingsOf } from "../evaluation/evaluated-bids.service.ts";
import type { Quotes } from "./award.fields.model.ts";
import { shortagesNow } from "./award-order.service.ts";
import { heldByControls } from "./gate.service.ts";
import { quoteSheet } from "./quote-sheet.model.ts";
import {
  caseOf,
  lowestPerLot,
  partsOf,
  type CaseBid,
  type ScenarioRules,
} from "./scenario.model.ts";

/** Quotations know no rules of a scenario. */
export const plain: ScenarioRules = {
  minVendors: null,
  maxVendors: null,
  goalPercent: null,
  preferencePercent: "0",
  capacity: false,
  maxVendorsPerLot: 1,
  stepPercent: 10,
  minSharePercent: 20,
  switching: [],
  onlyBidIds: null,
};

const lowestOf = (prices: readonly (number | null)[], bidIds: readonly string[]): string | null =>
  prices.reduce<{ id: string | null; cents: number }>(
    (best, cents, v) => (cents !== null && cents < best.cents ? { id: bidIds[v]!, cents } : best),
    { id: null, cents: Number.POSITIVE_INFINITY },
  ).id;
/** How many quotes are asked for: by the solicitation, or by the rules where they ask for more. */
export const wantedQuotes = (minimum: number, rules: readonly Rule[], day: string): number =>
  Math.max(
    minimum,
    ...rulesOn(rules, day)
      .map((rule) => rule.parameters.quotes)
      .filter((value) => typeof value === "number"),
  );

const standingOf = (db: Db, id: string) =>
  db.one<{ free: boolean; awardId: string | null }>(sql`
    select
      exists (
        select 1
        from solicitation_item
        where org_id = ${db.scope.orgId} and solicitation_id = ${id} and requisition_line_id is null
      ) as free,
      (
        select id
        from award
        where org_id = ${db.scope.orgId} and solicitation_id = ${id} and status <> 'withdrawn'
      ) as award_id
  `);

const refusalOf = (db: Db, id: string) =>
  db.maybe<NonNullable<Quotes["refused"]>>(sql`
    select number, coalesce(ended_reason, '') as reason
    from award
    where org_id = ${db.scope.orgId} and solicitation_id = ${id} and status = 'withdrawn'
    order by posted_at desc
    limit 1
  `);

const requirementsOf = (db: Db, id: string) =>
  db.rows<{ id: string; label: string }>(sql`
    select id, label
    from solicitation_requirement
    where org_id = ${db.scope.orgId} and solicitation_id = ${id}
    order by position
  `);

/** Quotes as they stand: nobody is preferred. */
export const bidsAsOffered = (bids: readonly OpenedBid[]): CaseBid[] =>
  bids.map((bid) => ({ bid, preferred: true, counts: false }));

/**
 * Quotations of a solicitation side by side, with the lowest of each lot. 409 for anything but a
 * request for quotations.
 */
export const readQuotes = async (db: Db, id: string): Promise<Quotes> => {
  const about = await getRow(db, solicitation, id, "solicitation");
  if (about.kind !== "rfq")
    throw conflict("not_quotations", "Only quotations are awarded without a panel.");
  const [bids, things, rules] = [
    await openedBids(db, id),
    await thingsOf(db, id, about.awardBy),
    await listRules(db, ["simplifiedAcquisition"]),
  ];
  const { problem, bidIds } = caseOf(things.lots, things.items, bidsAsOffered(bids), plain);
  const [{ free, awardId }, requirements] = [
    await standingOf(db, id),
    await requirementsOf(db, id),
  ];
  const lowest = lowestPerLot(problem);
  const shortages =
    awardId || !lowest
      ? []
      : await shortagesNow(
          db,
          id,
          partsOf(problem, lowest, things.lots, things.items, bidsAsOffered(bids)),
        );
  const insurance = awardId
    ? []
    : await insuranceStandings(
        db,
        await ofSolicitation(db, id),
        bids.map((bid) => bid.vendorId),
      );
  const held = awardId || about.status !== "opened" ? [] : await heldByControls(db, id);
  return {
    held,
    refused: awardId ? null : await refusalOf(db, id),
    insurance,
    solicitationId: id,
    number: about.number,
    title: about.title,
    status: about.status,
    wanted: wantedQuotes(about.minimumBids, rules, businessDate(db.scope)),
    needsAccount: free || shortages.length > 0,
    shortages: [...shortages],
    sheet: quoteSheet(bids, things.items, requirements, about.addenda),
    awardId,
    bids: bids.map(({ bidId, vendorId, vendorName }) => ({ bidId, vendorId, vendorName })),
    lots: things.lots.map((lot, l) => ({
      id: lot.id,
      title: lot.title,
      lowestBidId: lowestOf(problem.prices[l]!, bidIds),
      prices: bidIds.map((bidId, v) => ({ bidId, cents: problem.prices[l]![v]! })),
    })),
  };
};
