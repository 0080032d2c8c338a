import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { moveSolicitation, openedBids } from "#areas/sourcing/sourcing.server.ts";
import { countedScores, refreshConsensus } from "./consensus.service.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import {
  evaluationNoun,
  loadEvaluation,
  managing,
  type LoadedEvaluation,
} from "./evaluation.noun.ts";
import { panelHolds, type EvaluationAction } from "./evaluation.lifecycle.model.ts";
import { digestOf, textsOf, writeText } from "./recommendation.service.ts";
import { takeBids } from "./setup.service.ts";
import { requireSameDeparture } from "./writing.service.ts";
import { rankSheet, sheetText } from "./sheet.model.ts";
import { sheetOf } from "./score-sheet.service.ts";

const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

type Effect = (
  tx: Tx,
  actor: Actor,
  record: LoadedEvaluation,
) => Promise<{
  to?: "individual_scoring" | "price_opened";
  patch?: Partial<EvaluationRecord>;
  note?: string;
} | void>;
const people = (record: LoadedEvaluation) =>
  record.members.filter((member) => !member.recused).map((member) => member.personId);
const now = (tx: Tx) => businessNow(tx.scope).toISOString();

const pricesAreOpen = async (tx: Tx, record: LoadedEvaluation): Promise<void> => {
  const sealed = (await openedBids(tx, record.solicitationId)).filter((bid) => bid.price === null);
  if (sealed.length)
    throw conflict(
      "prices_sealed",
      "The price envelopes are still sealed: the opening officers can open them now that the scores are locked.",
    );
};

const effects: Partial<Record<EvaluationAction, Effect>> = {
  askDeclarations: async (tx, actor, record) =>
    notify(
      tx,
      people(record).filter((id) => id !== actor.personId),
      {
        kind: "evaluation",
        title: `${record.number}: declare your interests`,
        body: "Nothing of the bids is shown before that.",
        link: `/bid-evaluation/${record.id}`,
      },
    ),
  startScoring: async (tx, actor, record) => {
    await takeBids(tx, record);
    if (
      !(await tx.maybe(sql`
        select 1
        from evaluation_bid
        where org_id = ${record.orgId} and evaluation_id = ${record.id}
      `))
    )
      throw conflict("no_bids", "There is no opened bid to evaluate.");
    if (record.solicitationStatus === "opened")
      await moveSolicitation(tx, asSystem(actor), record.solicitationId, "evaluate");
    if (!record.scored) await pricesAreOpen(tx, record);
    return record.scored
      ? { to: "individual_scoring" }
      : { to: "price_opened", patch: { priceOpenedAt: now(tx) } };
  },
  lock: async (tx, _actor, record) => ({
    patch: { lockedAt: now(tx) },
    note: `Individual scores SHA-256 ${await individual(tx, record.id)}`,
  }),
  startConsensus: async (tx, _actor, record) => void (await refreshConsensus(tx, record.id)),
  openPrices: async (tx, _actor, record) => {
    await pricesAreOpen(tx, record);
    return { patch: { priceOpenedAt: now(tx) } };
  },
  rank: async (tx, actor, record) => {
    const sheet = await sheetOf(tx, record);
    const text = sheetText(sheet);
    const digest = await writeText(tx, actor, record, "sheet", text);
    const { ties } = rankSheet(sheet);
    return {
      patch: { sheetDigest: digest, rankedAt: now(tx) },
      note: `Score sheet ${digest.slice(0, 16)}…${ties ? "; there is a tie" : ""}`,
    };
  },
  reopenPrices: async (tx, _actor, record) => {
    // Who was recused since the ranking counts no more.
    if (record.scored) await refreshConsensus(tx, record.id);
    return { patch: { sheetDigest: null, rankedAt: null, scenarioId: null } };
  },
  recommend: async (tx, actor, record) => {
    await requireSameDeparture(tx, record);
    const memo = (await textsOf(tx, record.id)).get("memo")!;
    const tookPart = new Set(
      (
        await tx.rows<{ personId: string }>(sql`
          select person_id
          from evaluation_member
          where org_id = ${record.orgId} and evaluation_id = ${record.id}
        `)
      ).map((each) => each.personId),
    );
    notify(
      tx,
      (await peopleWhoMay(tx, "award.approve")).filter((id) => !tookPart.has(id)),
      {
        kind: "evaluation",
        title: `${record.number} recommends an award`,
        body: "It waits for approval by somebody who took no part.",
        link: `/bid-evaluation/${record.id}`,
      },
    );
    return {
      patch: { memoDigest: memo.digest, memoSignedBy: actor.personId, memoSignedAt: now(tx) },
      note: `Memo ${memo.digest.slice(0, 16)}…`,
    };
  },
  return: async () => ({ patch: { memoDigest: null, memoSignedBy: null, memoSignedAt: null } }),
  approve: async (tx, actor, record) => {
    notify(tx, people(record), {
      kind: "evaluation",
      title: `${record.number} is approved`,
      body: "Post the intent to award.",
      link: `/bid-evaluation/${record.id}`,
    });
    return { patch: { approvedBy: actor.personId, approvedAt: now(tx) } };
  },
};

const individual = async (db: Db, id: string): Promise<string> =>
  digestOf(canonicalJson(await countedScores(db, id)));

/**
 * The SHA-256 of the locked individual scores, for the statement that opens the price envelopes.
 * 409 before the lock, 403 for who does not run the evaluation.
 */
export const lockedScores = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ solicitationId: string; digest: string }> => {
  const { row } = await managing(tx, actor, id);
  if (row.status !== "locked" && row.status !== "consensus")
    throw conflict(
      "not_in_this_status",
      "The price envelopes stay sealed until the technical scores are locked.",
    );
  const short = panelHolds(await loadEvaluation(tx, row));
  if (short) throw conflict("panel_short", short);
  return { solicitationId: row.solicitationId, digest: await individual(tx, id) };
};

/**
 * Takes one step of an evaluation's course; every rule is asked again on the server. Errors are
 * those of `transition`.
 */
export const moveEvaluation = (
  tx: Tx,
  actor: Actor,
  action: EvaluationAction,
  { id, version, reason = null }: { id: string; version: number | null; reason?: string | null },
): Promise<EvaluationRecord> =>
  transition(tx, actor, evaluationNoun, {
    id,
    action,
    version,
    reason,
    effect: (record) => effects[action]?.(tx, actor, record) ?? Promise.resolve(),
  });

/**
 * Ends the live evaluation of a solicitation, if any: it was cancelled, or is evaluated anew after
 * a protest.
 */
export const endEvaluation = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  reason: string,
): Promise<EvaluationRecord | null> => {
  const live = await tx.maybe<{ id: string }>(sql`
    select id
    from evaluation
    where org_id = ${actor.orgId} and solicitation_id = ${solicitationId} and status <> 'ended'
  `);
  return (
    live &&
    transition(tx, asSystem(actor), evaluationNoun, {
      id: live.id,
      action: "end",
      reason,
      effect: async () => ({ patch: { endedReason: reason } }),
    })
  );
};
