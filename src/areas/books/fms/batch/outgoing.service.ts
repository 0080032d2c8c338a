import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import {
  deliver,
  sayDelivered,
  type Parcel,
  type Verdict,
} from "#areas/connectors/connectors.server.ts";
import { fmsBatch } from "../fms.tables.ts";
import type { BatchAction } from "./batch.labels.ts";
import { batchNoun, bytesOf, type BatchRecord } from "./batch.noun.ts";

const subject = "fmsBatch";
const sentNow = (tx: Tx) => businessNow(tx.scope).toISOString();

const goOut = (
  tx: Tx,
  actor: Actor,
  action: "deliver" | "again",
  step: StepAt & { reason?: string | null },
): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    ...step,
    action,
    effect: async (row) => {
      await deliver(
        tx,
        actor,
        {
          connectorId: row.connectorId!,
          subject,
          recordId: row.id,
          fileName: row.fileName,
          sha256: row.sha256,
        },
        `${batchNoun.page}/${row.id}`,
      );
      return { patch: { sentBy: actor.personId } };
    },
  });

/**
 * Sends a batch to its destination, as another person than built it: its file goes out once this is
 * kept. 409 where the destination takes nothing now.
 */
export const deliverBatch = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<BatchRecord> =>
  goOut(tx, actor, "deliver", { id, version });

/**
 * Sends the bytes of a batch again of which nothing is known, under the same id: a finance system that
 * took them takes them once.
 */
export const deliverAgain = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<BatchRecord> => goOut(tx, actor, "again", { id, version, reason });

const say = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
  action: "found" | "missed",
): Promise<BatchRecord> =>
  transition(tx, actor, batchNoun, {
    id,
    version,
    reason,
    action,
    effect: async () => {
      const arrived = action === "found";
      await sayDelivered(tx, { subject, recordId: id }, arrived, reason ?? "");
      return { patch: arrived ? { sentAt: sentNow(tx) } : { sentBy: null } };
    },
  });

/** Says that a batch of which nothing was known is in the finance system, with what shows it. */
export const sayArrived = (tx: Tx, actor: Actor, step: TakenStep): Promise<BatchRecord> =>
  say(tx, actor, step, "found");

/** Says that a batch of which nothing was known did not arrive: it can be sent or withdrawn. */
export const sayMissed = (tx: Tx, actor: Actor, step: TakenStep): Promise<BatchRecord> =>
  say(tx, actor, step, "missed");

const stepOf: Readonly<Record<Verdict["outcome"], BatchAction>> = {
  arrived: "arrive",
  unknown: "lose",
  refused: "bounce",
};

/** Batches as files that connectors carry. */
export const batchParcel: Parcel = {
  subject,
  body: async (db, id) => {
    const row = await getRow(db, fmsBatch, id, "batch");
    return {
      bytes: bytesOf(row),
      mediaType: row.fileName.endsWith(".csv") ? "text/csv" : "text/plain",
    };
  },
  settled: async (tx, actor, id, { outcome, message }) => {
    const [row] = await tx.rows<{ status: string }>(sql`
      select status
      from fms_batch
      where org_id = ${tx.scope.orgId} and id = ${id}
      for update
    `);
    // What the finance system said of its lines is more than an answer to the file.
    if (row?.status !== "sending" && !(row?.status === "unknown" && outcome === "arrived")) return;
    await transition(tx, actor, batchNoun, {
      id,
      action: stepOf[outcome],
      reason: message,
      effect: async () => ({
        patch:
          outcome === "arrived"
            ? { sentAt: sentNow(tx) }
            : outcome === "refused"
              ? { sentBy: null }
              : {},
      }),
    });
  },
};
