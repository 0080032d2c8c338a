import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { stoppedBy } from "#kernel/gate.ts";
import { newId } from "#kernel/ids.ts";
import { refusal } from "#kernel/lifecycle.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { requirePassed } from "#server/controls/gates.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lacks } from "#server/lacking.ts";
import { getRow, insertNumbered, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { issueOrder, orderNoun } from "#areas/procurement/procurement.server.ts";
import { judgeBid } from "../evaluation/bid-outcome.service.ts";
import { endEvaluation } from "../evaluation/course.service.ts";
import { evaluation } from "../evaluation/evaluation.tables.ts";
import { rankingOf, textsOf } from "../evaluation/recommendation.service.ts";
import {
  tellSolicitation,
  type Heard,
  moveSolicitation,
  solicitation,
} from "#areas/sourcing/sourcing.server.ts";
import { awardCycle } from "./award.fields.model.ts";
import { requireScreened, screenWinners } from "./award-screening.service.ts";
import { award, awardScenario } from "./award.tables.ts";
import { screenedAgain } from "./gate.model.ts";
import { gateOfAward } from "./gate.service.ts";
import { readDeparture } from "./departure.model.ts";
import { biddersOf, tellBidders, type Told } from "./notice.service.ts";
import type { AwardPart } from "./scenario.model.ts";
import type { StoredAnswer } from "./scenario.service.ts";
import { windowFromToday } from "./window.service.ts";
import { itemsOf, draftOrder, requireGrowth } from "./award-order.service.ts";
import {
  type AwardRecord,
  asSystem,
  awardNoun,
  loadAward,
  type LoadedAward,
} from "./award.noun.ts";

const told = async (
  tx: Tx,
  row: AwardRecord,
  until: Instant | null,
  reason = "",
): Promise<Told> => {
  const about = await getRow(tx, solicitation, row.solicitationId, "solicitation");
  return {
    about,
    awardId: row.id,
    parts: row.parts,
    ranking: row.evaluationId
      ? rankingOf((await textsOf(tx, row.evaluationId)).get("sheet"))
      : null,
    until,
    reason,
    departure: readDeparture(row.departure),
  };
};

const judgeAll = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  parts: readonly AwardPart[],
  why: string,
): Promise<void> => {
  const winners = new Set(parts.map((part) => part.bidId));
  for (const bidder of await biddersOf(tx, solicitationId))
    await judgeBid(
      tx,
      actor,
      bidder.bidId,
      winners.has(bidder.bidId) ? "selected" : "not_selected",
      why,
    );
};

/**
 * Posts the intent to award what an approved evaluation recommends: the protest window begins by
 * the agency's policy, and every bidder is told.
 */
export const postIntent = async (
  tx: Tx,
  actor: Actor,
  evaluationId: string,
): Promise<AwardRecord> => {
  const orgId = actor.orgId!;
  const from = await lockRow(tx, evaluation, evaluationId, "evaluation");
  if (from.status !== "approved" || !from.scenarioId)
    throw conflict("not_in_this_status", "The recommendation must be approved first.");
  if (
    await tx.maybe(sql`
      select 1
      from award
      where org_id = ${orgId} and solicitation_id = ${from.solicitationId} and status <> 'withdrawn'
    `)
  )
    throw conflict("award_exists", "There is an award already.");
  const scenario = await getRow(tx, awardScenario, from.scenarioId, "scenario");
  const { parts } = scenario.answer as StoredAnswer;
  const [window, year, texts] = await Promise.all([
    windowFromToday(tx),
    fiscalYearOf(tx, businessDate(tx.scope)),
    textsOf(tx, evaluationId),
  ]);
  const row = await insertNumbered(tx, award, "AWD", year.year, {
    orgId,
    id: newId(),
    solicitationId: from.solicitationId,
    evaluationId,
    parts,
    totalCents: parts.reduce((sum, part) => sum + part.totalCents, 0),
    basis: `${scenario.name}; memo SHA-256 ${from.memoDigest}`,
    departure: texts.get("departure")?.text ?? "",
    postedBy: actor.personId,
    postedAt: businessNow(tx.scope).toISOString(),
    windowEndsAt: window.endsAt,
    windowRule: window.rule,
  });
  await moveSolicitation(tx, asSystem(actor), from.solicitationId, "postIntent");
  const about = await moveSolicitation(tx, asSystem(actor), from.solicitationId, "startWindow");
  await judgeAll(tx, actor, from.solicitationId, parts, `Intended award ${row.number}`);
  const winners = new Set(parts.map((part) => part.vendorId));
  await tellBidders(tx, actor, await told(tx, row, window.endsAt), (vendorId) =>
    winners.has(vendorId) ? "intent" : "not_selected",
  );
  note(tx, actor, "award", row, { action: "postIntent", after: row });
  await tellSolicitation(tx, actor, about, "intent");
  return row;
};

/**
 * `growth`: approves what is ordered beyond the requisitions; `contracts`: no order goes out, each
 * share becomes a contract.
 */
type Outcome = { growth?: boolean; contracts?: boolean };

/**
 * Makes the award: an issued order with its encumbrance for every winner, the solicitation awarded,
 * every bidder told; all of it in the caller's transaction, or nothing. The approved recommendation
 * approves the orders exactly as awarded; what goes beyond the requisitions is approved by who makes
 * the award. With `contracts` nothing is ordered: each share begins a contract. Winners are screened
 * for it before (`makeAward`). 409 where a protest stays it, the window is open, a vendor is not
 * active or excluded, a certificate of insurance blocks it, the budget does not allow it, or a control
 * of the agency stops it (`control_stops`).
 */
export const finaliseAward = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  accountStringId: string | null,
  origin: string,
  { growth = false, contracts = false }: Outcome = {},
): Promise<AwardRecord> => {
  const made = await transition(tx, actor, awardNoun, {
    id,
    action: "finalise",
    version,
    effect: async (row) => {
      await requireScreened(tx, row, row.parts);
      if (!contracts) await requireGrowth(tx, row.solicitationId, row.parts, growth);
      const about = await lockRow(tx, solicitation, row.solicitationId, "solicitation");
      await requirePassed(tx, "award.approve", [about.id]);
      const items = await itemsOf(tx, row.solicitationId);
      for (const part of contracts ? [] : row.parts) {
        const order = await draftOrder(tx, actor, {
          row,
          part,
          accountStringId,
          departmentId: about.departmentId,
          deliverTo: about.deliverTo,
          title: about.title,
          items,
        });
        await transition(tx, asSystem(actor), orderNoun, {
          id: order.id,
          action: "submit",
          effect: async () => ({ to: "approved", note: `Approved with award ${row.number}` }),
        });
        await issueOrder(tx, asSystem(actor), { id: order.id, version: null }, origin);
      }
      await moveSolicitation(tx, asSystem(actor), row.solicitationId, "award");
      await tellBidders(tx, actor, await told(tx, row, null), () => "awarded");
      return {
        patch: { finalisedBy: actor.personId, finalisedAt: businessNow(tx.scope).toISOString() },
        ...(contracts ? { note: "Orders are placed under its contracts" } : {}),
      };
    },
  });
  // Open data tells the award as it stands now: final, and not before it is.
  const about = await getRow(tx, solicitation, made.solicitationId, "solicitation");
  await tellSolicitation(tx, actor, about, "awarded");
  return made;
};

/**
 * Screens the winners, then makes the award. The evidence stays where a match holds it; errors of
 * `screenWinners` and `finaliseAward`.
 */
export const makeAward = async (
  app: App,
  actor: Actor,
  id: string,
  version: number | null,
  accountStringId: string | null,
  outcome: Outcome = {},
): Promise<AwardRecord> => {
  const db = app.database.read(actor);
  const row = await loadAward(db, await getRow(db, award, id, "award"));
  await requireStep(db, actor, row, version);
  await screenWinners(app, actor, { type: "award", id, number: row.number }, row.parts);
  return app.database.transaction(actor, (tx) =>
    finaliseAward(tx, actor, id, version, accountStringId, app.config.origin, outcome),
  );
};

/**
 * Nobody is screened for a step that is not to be taken: everything that stops it is named at once
 * (`awardGate`), and the transition asks again under its lock.
 */
const requireStep = async (
  db: Db,
  actor: Actor,
  row: LoadedAward,
  version: number | null,
): Promise<void> => {
  if (version !== null) requireVersion(row.version, version);
  const why = refusal(awardCycle, "finalise", row, actor);
  if (why?.kind === "permission") throw lacks([awardCycle.actions.finalise.permission]);
  if (why?.kind === "status") throw conflict("not_in_this_status", why.reason);
  const gate = await gateOfAward(db, row);
  const stop = gate.find((f) => f.kind === "stops" && !screenedAgain.has(f.code));
  if (stop) throw conflict(stop.code, stoppedBy(gate)!, { gate });
  if (why) throw conflict("rule", why.reason);
};

/**
 * Takes an intent back; `evaluate` begins the evaluation anew, else the solicitation ends or goes
 * its own way by the caller.
 */
const withdrawAward = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
  silent = false,
): Promise<AwardRecord> =>
  transition(tx, actor, awardNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: async (row) => {
      if (!silent)
        await tellBidders(tx, actor, await told(tx, row, null, reason ?? ""), () => "withdrawn");
      return { patch: { endedReason: reason } };
    },
  });

/**
 * The intent is withdrawn and the bids are evaluated anew: the evaluation ends, its solicitation
 * goes back to evaluation.
 */
export const evaluateAgain = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string,
): Promise<AwardRecord> => {
  const row = await withdrawAward(tx, actor, id, version, reason);
  await endEvaluation(tx, actor, row.solicitationId, reason);
  const about = await moveSolicitation(tx, asSystem(actor), row.solicitationId, "reevaluate");
  await tellSolicitation(tx, actor, about, "awardRefused");
  return row;
};

/**
 * A solicitation that ends without an award takes its evaluation and its intent with it, and tells
 * everybody who bid.
 */
export const endCompetition: Heard = async (tx, actor, row, event) => {
  if (event !== "cancelled" && event !== "noAward" && event !== "unsuccessful") return;
  const reason = row.endedReason ?? "No usable bid.";
  const live = await tx.maybe<{ id: string }>(sql`
    select id
    from award
    where org_id = ${row.orgId} and solicitation_id = ${row.id} and status in ('intent', 'held')
  `);
  if (live) await withdrawAward(tx, asSystem(actor), live.id, null, reason, true);
  await endEvaluation(tx, actor, row.id, reason);
  await judgeAll(tx, actor, row.id, [], reason);
  await tellBidders(
    tx,
    actor,
    { about: row, awardId: live?.id ?? null, parts: [], ranking: null, until: null, reason },
    () => (event === "cancelled" ? "cancelled" : "no_award"),
  );
};
