import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { keyStore } from "#server/keystore.ts";
import {
  sealScope,
  decideOutage,
  heldAt,
  holdDeadline,
  laterInstant,
  notHeld,
  outageSentence,
  type About,
} from "#areas/sourcing/sourcing.server.ts";
import type { EvaluationRecord } from "../evaluation/evaluation.tables.ts";
import { type extendInput, type openAnywayInput } from "#areas/sourcing/sourcing.public.ts";
import { chairing, requireSoon, tellAsked } from "./ask.service.ts";
import { finalOfferRound } from "./final-offer.tables.ts";

const aboutOf = (row: Pick<EvaluationRecord, "id" | "number">): About => ({
  objectType: "evaluation",
  objectId: row.id,
  number: row.number,
});

/**
 * Why a round that is due waits for its chair: nobody could reach Levee before its due instant. Null
 * where somebody could, or the chair has decided. Looked for once.
 */
export const roundHeld = (app: App, orgId: string, roundId: string): Promise<string | null> =>
  app.database.transaction(sealScope(orgId), async (tx) => {
    const round = await tx.maybe<{
      solicitationId: string;
      dueAt: Instant;
      evaluationId: string;
      number: string;
    }>(sql`
      select r.solicitation_id, r.due_at, r.evaluation_id, e.number
      from final_offer_round r
      join evaluation e on e.org_id = r.org_id and e.id = r.evaluation_id
      where r.org_id = ${orgId} and r.id = ${roundId} and r.opened_at is null and r.ended_at is null
      for update of r
    `);
    if (!round) return null;
    const { solicitationId, dueAt, evaluationId, number } = round;
    const held = await holdDeadline(
      tx,
      { orgId, solicitationId, dueAt },
      aboutOf({ id: evaluationId, number }),
    );
    return held && outageSentence(held);
  });

const undecided = async (tx: Tx, actor: Actor, id: string, roundId: string) => {
  const row = await chairing(tx, actor, id);
  const round = await lockRow(tx, finalOfferRound, roundId, "round of final offers");
  if (round.evaluationId !== id) throw notFound("round of final offers");
  const { orgId, solicitationId, dueAt } = round;
  const held =
    round.openedAt || round.endedAt ? null : await heldAt(tx, { orgId, solicitationId, dueAt });
  if (!held) throw notHeld();
  const asked = await tx.rows<{ id: string; vendorId: string }>(sql`
    select id, vendor_id
    from final_offer
    where org_id = ${orgId} and round_id = ${roundId}
  `);
  return { row, round, held, asked };
};

/**
 * The chair gives the time back that an outage took before a round was due; everybody asked is told.
 * What has come stays sealed, and may be replaced until then. 409 where nothing waits for a
 * decision, 422 for the instant.
 */
export const extendRound = async (
  tx: Tx,
  actor: Actor,
  id: string,
  roundId: string,
  input: z.output<typeof extendInput>,
): Promise<void> => {
  const { row, round, held, asked } = await undecided(tx, actor, id, roundId);
  const newDueAt = await laterInstant(tx, input.dueAt);
  await requireSoon(tx, new Date(newDueAt));
  await decideOutage(tx, actor, aboutOf(row), held, {
    decision: "extend",
    reason: input.reason,
    newDueAt,
  });
  const after = await updateRow(tx, finalOfferRound, roundId, { dueAt: newDueAt, stuck: null });
  await tellAsked(tx, row, { ...after, note: "" }, asked, "More time for your final offer", [
    `Levee could not be reached from ${formatInstant(held.awayFrom, held.timeZone)} to ${formatInstant(held.awayUntil, held.timeZone)}. Final offers are taken until ${formatInstant(newDueAt, held.timeZone)}; one that you have sent stays sealed, and you can replace it.`,
    input.reason,
  ]);
  tx.afterCommit(() => keyStore().promise(round.id, newDueAt));
};

/**
 * The chair has a round opened although nobody could reach Levee before it was due; everybody asked
 * is told the reason. 409 where nothing waits for a decision.
 */
export const openRoundAnyway = async (
  tx: Tx,
  actor: Actor,
  id: string,
  roundId: string,
  input: z.output<typeof openAnywayInput>,
): Promise<void> => {
  const { row, held, asked } = await undecided(tx, actor, id, roundId);
  await decideOutage(tx, actor, aboutOf(row), held, { decision: "open", reason: input.reason });
  const after = await updateRow(tx, finalOfferRound, roundId, { stuck: null });
  await tellAsked(tx, row, { ...after, note: "" }, asked, "Final offers are opened", [
    `Levee could not be reached from ${formatInstant(held.awayFrom, held.timeZone)} to ${formatInstant(held.awayUntil, held.timeZone)}, shortly before final offers were due. They are opened without more time.`,
    input.reason,
  ]);
};
