import type { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import type { submittedMany } from "./invoice.model.ts";
import { submitInvoice } from "./submission.service.ts";

/**
 * Sends invoices to their approvers, each in a transaction of its own: one that is refused (an open
 * exception, no policy) does not stop the others, and is named with its reason.
 */
export const submitInvoices = async (
  app: App,
  actor: Actor,
  ids: readonly string[],
): Promise<z.output<typeof submittedMany>> => {
  const rows = await app.database.read(actor).rows<{ id: string; number: string }>(sql`
    select id, number
    from invoice
    where org_id = ${actor.orgId} and id = any(${ids}::uuid[])
  `);
  const numbers = new Map(rows.map((row) => [row.id, row.number]));
  const all = [...new Set(ids)];
  const refused: z.output<typeof submittedMany>["refused"] = [];
  for (const id of all)
    try {
      await app.database.transaction(actor, (tx) =>
        submitInvoice(tx, actor, { id, version: null }),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, number: numbers.get(id) ?? "unknown", reason: error.message });
    }
  return { done: all.length - refused.length, refused };
};
