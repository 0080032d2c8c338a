import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { requirePassed } from "#server/controls/gates.ts";
import type { Tx } from "#server/db/db.ts";
import { insertNumbered, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  openedBids,
  type SolicitationRecord,
  tellSolicitation,
  moveSolicitation,
  solicitation,
} from "#areas/sourcing/sourcing.server.ts";
import { thingsOf } from "../evaluation/evaluated-bids.service.ts";
import {
  ofSolicitation,
  requireInsured,
  issueOrder,
  submitOrder,
} from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { type OpenedBid } from "#areas/sourcing/sourcing.public.ts";
import { requireScreened, screenWinners } from "./award-screening.service.ts";
import { judgeBid } from "../evaluation/bid-outcome.service.ts";
import { asSystem, type AwardRecord } from "./award.noun.ts";
import { draftOrder, itemsOf, requireGrowth } from "./award-order.service.ts";
import type { Award } from "./award.model.ts";
import type { QuoteAwardInput } from "./award.fields.model.ts";
import { award } from "./award.tables.ts";
import { bidsAsOffered, plain, wantedQuotes } from "./quotes-read.service.ts";
import { tellBidders } from "./notice.service.ts";
import {
  caseOf,
  lowestPerLot,
  partsOf,
  type AwardPart,
  type WindowRule,
} from "./scenario.model.ts";

const chosen = (
  built: ReturnType<typeof caseOf>,
  lots: readonly { id: string; title: string }[],
  lowest: Award | null,
  input: QuoteAwardInput,
): Award =>
  lots.map((lot, l) => {
    const choice = input.choices.find((each) => each.lotId === lot.id);
    const vendor = choice
      ? built.bidIds.indexOf(choice.bidId)
      : (lowest?.find((part) => part.lot === l)?.vendor ?? -1);
    if (
      vendor < 0 ||
      built.problem.prices[l]![vendor] === null ||
      built.problem.prices[l]![vendor] === undefined
    )
      throw invalidField("choices", `Choose a quote with a price for ${lot.title}.`);
    return { lot: l, vendor, percent: 100 };
  });

type Chosen = {
  about: SolicitationRecord;
  bids: OpenedBid[];
  parts: AwardPart[];
  totalCents: number;
  basis: string;
  citation: string;
};

const panelAtWork = (tx: Tx, actor: Actor, id: string) =>
  tx.maybe(sql`
    select 1
    from evaluation
    where org_id = ${actor.orgId} and solicitation_id = ${id} and status <> 'ended'
  `);

const requireReasons = (
  input: QuoteAwardInput,
  bids: OpenedBid[],
  wanted: number,
  higher: boolean,
): void => {
  if ((higher || bids.length < wanted) && input.reason.length < 10)
    throw invalidField(
      "reason",
      higher
        ? "Say why a quote wins that is not the lowest."
        : `Only ${bids.length} of ${counted(wanted, "quote")} came in: say why that suffices.`,
      "reason_required",
    );
  if (bids.length < 2 && input.competitionFinding.length < 20)
    throw invalidField(
      "competitionFinding",
      "Fewer than two quotes: write the finding of inadequate competition (2 CFR 200.320(c)).",
      "finding_required",
    );
};

/** Who wins, with every rule asked; the solicitation is locked. */
const choose = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: QuoteAwardInput,
): Promise<Chosen> => {
  const about = await lockRow(tx, solicitation, id, "solicitation");
  if (about.kind !== "rfq" || about.status !== "opened")
    throw conflict("not_in_this_status", "Quotations are awarded once they are opened.");
  if (await panelAtWork(tx, actor, id))
    throw conflict("evaluation_exists", "This solicitation is evaluated by a panel.");
  const [rules, bids, things] = [
    await listRules(tx, ["simplifiedAcquisition"]),
    await openedBids(tx, id),
    await thingsOf(tx, id, about.awardBy),
  ];
  const today = businessDate(tx.scope);
  const offers = bidsAsOffered(bids);
  const built = caseOf(things.lots, things.items, offers, plain);
  const lowest = lowestPerLot(built.problem);
  const picked = chosen(built, things.lots, lowest, input);
  const parts = partsOf(built.problem, picked, things.lots, things.items, offers);
  const totalCents = parts.reduce((sum, part) => sum + part.totalCents, 0);
  const threshold = strictestThreshold(rules, "simplifiedAcquisition", today);
  const wanted = wantedQuotes(about.minimumBids, rules, today);
  if (threshold && totalCents > threshold.cents)
    throw conflict(
      "above_threshold",
      `${formatCents(totalCents)} is above the simplified acquisition threshold of ${formatCents(threshold.cents)} (${threshold.rule.citation}): it needs a formal evaluation.`,
    );
  const higher = picked.some(
    (part) => part.vendor !== lowest?.find((each) => each.lot === part.lot)?.vendor,
  );
  requireReasons(input, bids, wanted, higher);
  await requireInsured(
    tx,
    await ofSolicitation(tx, id),
    parts.map((part) => part.vendorId),
  );
  await requireGrowth(tx, id, parts, input.growth);
  return {
    about,
    bids,
    parts,
    totalCents,
    basis: [
      higher ? "Not the lowest quote" : "Lowest quote",
      input.reason,
      input.competitionFinding,
    ]
      .filter(Boolean)
      .join(". "),
    citation: threshold?.rule.citation ?? "Agency procurement policy",
  };
};

const withoutWindow = (citation: string): WindowRule => ({
  ruleId: null,
  citation,
  days: 0,
  count: "calendar",
  stay: false,
  text: "Quotations below the simplified acquisition threshold are awarded without a protest window.",
});

const orderParts = async (
  tx: Tx,
  actor: Actor,
  row: AwardRecord,
  about: SolicitationRecord,
  input: QuoteAwardInput,
  origin: string,
) => {
  const items = await itemsOf(tx, row.solicitationId);
  let waiting = false;
  for (const part of row.parts) {
    const order = await draftOrder(tx, actor, {
      row,
      part,
      accountStringId: input.accountStringId ?? null,
      departmentId: about.departmentId,
      deliverTo: about.deliverTo,
      title: about.title,
      items,
    });
    if ((await submitOrder(tx, actor, { id: order.id, version: null })).status === "approved")
      await issueOrder(tx, actor, { id: order.id, version: null }, origin);
    else waiting = true;
  }
  const standing = waiting
    ? await updateRow(tx, award, row.id, {
        status: "waiting",
        finalisedBy: null,
        finalisedAt: null,
      })
    : row;
  return { waiting, standing };
};

/**
 * Awards quotations without a panel: simplified acquisition by one buyer, who declares to have no
 * conflict. The lowest quote wins, or another with a reason; fewer
 * quotes than the rules ask for need one too. Winners are screened for it before
 * (`makeQuoteAward`). Orders go through the agency's own approval of orders and
 * are issued where they are approved at once; else the award waits for them (`settleAward`). 409
 * above the simplified acquisition threshold, where the screening or a certificate of insurance holds a
 * winner, or where a control of the agency stops it (`control_stops`).
 */
const awardQuotes = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: QuoteAwardInput,
  origin: string,
): Promise<AwardRecord> => {
  const { about, bids, parts, totalCents, basis, citation } = await choose(tx, actor, id, input);
  await requireScreened(tx, about, parts);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  const now = businessNow(tx.scope).toISOString();
  const row = await insertNumbered(tx, award, "AWD", year.year, {
    orgId: actor.orgId!,
    id: newId(),
    solicitationId: id,
    evaluationId: null,
    status: "final",
    parts,
    totalCents,
    basis,
    postedBy: actor.personId,
    postedAt: now,
    windowEndsAt: now,
    windowRule: withoutWindow(citation),
    finalisedBy: actor.personId,
    finalisedAt: now,
  });
  // The award stands now: what controls read of its winners is judged with it.
  await requirePassed(tx, "award.approve", [id]);
  const { waiting, standing } = await orderParts(tx, actor, row, about, input, origin);
  for (const bid of bids)
    await judgeBid(
      tx,
      actor,
      bid.bidId,
      parts.some((part) => part.bidId === bid.bidId) ? "selected" : "not_selected",
      `Award ${row.number}`,
    );
  const after = await moveSolicitation(tx, asSystem(actor), id, "award");
  await tellBidders(
    tx,
    actor,
    { about, awardId: row.id, parts, ranking: null, until: null, reason: "", waiting },
    () => "awarded",
  );
  note(tx, actor, "award", row, {
    action: "quotes",
    after: { ...standing, noConflict: true, quotes: bids.length },
    event: null,
  });
  await tellSolicitation(tx, actor, after, "awarded");
  return standing;
};

/**
 * Screens who is to win, then awards the quotations. The evidence stays where a match holds the
 * award; errors of `screenWinners` and `awardQuotes`.
 */
export const makeQuoteAward = async (
  app: App,
  actor: Actor,
  id: string,
  input: QuoteAwardInput,
): Promise<AwardRecord> => {
  const { about, parts } = await app.database.transaction(actor, async (tx) => {
    const chosen = await choose(tx, actor, id, input);
    await requirePassed(tx, "award.approve", [id]);
    return chosen;
  });
  await screenWinners(app, actor, { type: "solicitation", id, number: about.number }, parts);
  return app.database.transaction(actor, (tx) =>
    awardQuotes(tx, actor, id, input, app.config.origin),
  );
};
