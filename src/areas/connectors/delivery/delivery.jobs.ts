import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { connectorDelivery } from "../connectors.tables.ts";
import { beginDelivery, settleDelivery, workDelivery, type Sending } from "./delivery.service.ts";

/** Sends one file; where an instance died in the middle, nothing goes out again by itself. */
export const deliveryJob = defineJob({
  kind: "connector.deliver",
  lane: "imports",
  payload: z.object({ deliveryId: z.uuid(), page: z.string() }),
  dropped: async (tx, { deliveryId }) => {
    const found = await findRow(tx, connectorDelivery, deliveryId);
    if (found)
      await settleDelivery(
        tx,
        deliveryId,
        found.status === "sending"
          ? { outcome: "unknown", message: "It was given up: whether it arrived is not known." }
          : { outcome: "refused", message: "It was cancelled before it went out." },
      );
  },
  run: async ({ app, actor, payload: { deliveryId, page } }) => ({
    result: { outcome: await workDelivery(app, actor.orgId!, deliveryId) },
    resultPath: page,
  }),
});

/**
 * Sends a record's file to a destination once the caller's transaction commits. `page` is where its
 * record stands. @throws Problem 409 where the destination takes nothing now, or it is under way.
 */
export const deliver = async (
  tx: Tx,
  actor: Actor,
  sending: Sending,
  page: string,
): Promise<{ id: string }> => {
  const { id } = await beginDelivery(tx, actor, sending);
  await enqueue(
    tx,
    actor,
    deliveryJob,
    { deliveryId: id, page },
    `Sending ${sending.fileName}`,
    page,
  );
  return { id };
};
