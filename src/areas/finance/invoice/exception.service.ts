import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { refuseHands } from "./delivery.service.ts";
import { acceptRefusal } from "./exception.model.ts";
import type { InvoiceFacts } from "./invoice.lifecycle.model.ts";
import { invoiceNoun, type InvoiceRecord } from "./invoice.service.ts";
import type { invoiceException } from "./invoice.tables.ts";

type Exception = typeof invoiceException.$inferSelect;

/**
 * Accepts one open exception with a reason; when none is left the invoice is matched. 409 with the
 * rule for who does not own it (see `acceptRefusal`), 404 when it is not open.
 */
export const acceptException = async (
  tx: Tx,
  actor: Actor,
  id: string,
  exceptionId: string,
  reason: string,
  version: number | null,
): Promise<InvoiceRecord> =>
  transition(tx, { ...actor, kind: "system" }, invoiceNoun, {
    id,
    action: "accept",
    version,
    reason,
    effect: async (record) => {
      const row = record as InvoiceRecord & InvoiceFacts;
      const open = await tx.maybe<Exception>(sql`
        select *
        from invoice_exception
        where org_id = ${row.orgId}
          and id = ${exceptionId}
          and invoice_id = ${id}
          and status = 'open'
      `);
      if (!open) throw notFound("open exception");
      const why = acceptRefusal(open, row.createdBy, actor);
      if (why) throw conflict(why.code, why.reason);
      if (open.ownerDuty === "receiver") await refuseHands(tx, actor, row.purchaseOrderId);
      await tx.rows(sql`
        update invoice_exception
        set
          status = 'accepted', resolution = ${reason}, resolved_by = ${actor.personId},
          resolved_at = ${businessNow(tx.scope).toISOString()}
        where org_id = ${row.orgId} and id = ${exceptionId}
      `);
      return {
        to: row.openExceptions > 1 ? "exception" : "matched",
        note: `${open.kind}: ${reason}`,
      };
    },
  });
