import type { z } from "zod";
import { can, type Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { withheld, type Retained } from "../invoice/retainage.model.ts";
import { holdScopes, holdStatuses } from "./payment.labels.ts";
import type { holdInput } from "./hold.model.ts";
import { returnCodes } from "./return-code.data.ts";
import { paymentHold } from "./payment.tables.ts";

// Whoever answers for payments: who approves runs and who releases them.
const lifters = ["payment.approve", "payment.release"] as const;

export const holdList: ListDefinition = {
  name: "payment-holds",
  from: "payment_hold h left join invoice i on i.org_id = h.org_id and i.id = h.invoice_id join vendor v on v.org_id = h.org_id and v.id = coalesce(h.vendor_id, i.vendor_id) left join person a on a.id = h.placed_by left join person b on b.id = h.lifted_by",
  alias: "h",
  columns: {
    id: { sql: "h.id", hidden: true },
    on: { sql: "coalesce(i.number || ', ', '') || v.name", label: "On hold", sort: true },
    scope: {
      sql: "case when h.invoice_id is null then 'vendor' else 'invoice' end",
      label: "Scope",
      codes: holdScopes,
    },
    vendorId: { sql: "v.id", hidden: true },
    invoiceId: { sql: "h.invoice_id", hidden: true },
    reason: { sql: "h.reason", label: "Reason" },
    status: {
      sql: "case when h.lifted_at is null then 'held' else 'lifted' end",
      label: "Status",
      codes: holdStatuses,
    },
    placedBy: { sql: "a.display_name", label: "Placed by" },
    placedAt: { sql: "h.placed_at", label: "Placed", sort: true },
    canLift: {
      sql: `(h.lifted_at is null and (h.placed_by = $actor or $held && array[${lifters.map((p) => `'${p}'`).join(", ")}]))`,
      hidden: true,
    },
    liftedBy: { sql: "b.display_name", label: "Lifted by" },
    liftedAt: { sql: "h.lifted_at", label: "Lifted" },
    liftReason: { sql: "h.lift_reason", label: "Why lifted" },
  },
  filters: {
    status: {
      kind: "set",
      sql: "case when h.lifted_at is null then 'held' else 'lifted' end",
      type: "text",
    },
    vendorId: { kind: "set", sql: "v.id", type: "uuid" },
    invoiceId: { kind: "set", sql: "h.invoice_id", type: "uuid" },
  },
  search: ["v.name", "coalesce(i.number, '')", "h.reason"],
  defaultSort: "-placedAt",
};

type HoldRecord = typeof paymentHold.$inferSelect;
const nameOf = async (
  tx: Tx,
  hold: Pick<HoldRecord, "vendorId" | "invoiceId">,
): Promise<string> => {
  const found = await tx.maybe<{ name: string }>(
    hold.vendorId
      ? sql`select name from vendor where org_id = ${tx.scope.orgId} and id = ${hold.vendorId}`
      : sql`
        select number as name
        from invoice
        where org_id = ${tx.scope.orgId} and id = ${hold.invoiceId ?? null}
      `,
  );
  if (!found) throw notFound(hold.vendorId ? "vendor" : "invoice");
  return found.name;
};

type Held = Retained & { number: string; status: string; payments: string | null };

// A hold waits for a release that pays the vendor just now, and then sees what it paid; a release
// that comes later waits for the hold.
const lockPayee = (tx: Tx, scope: Pick<HoldRecord, "vendorId" | "invoiceId">) =>
  tx.rows(sql`
    select 1 as locked
    from vendor v
    where v.org_id = ${tx.scope.orgId}
      and v.id = coalesce(
        ${scope.vendorId}::uuid,
        (
          select i.vendor_id
          from invoice i
          where i.org_id = ${tx.scope.orgId} and i.id = ${scope.invoiceId}
        )
      )
    for no key update
  `);

// What nothing more will be paid of cannot be held: it would look stopped, and is gone.
const refuseSettled = async (tx: Tx, invoiceId: string) => {
  const i = await tx.maybe<Held>(sql`
    select
      i.number, i.status, i.total, i.retainage, i.retainage_released, i.paid_amount,
      (
        select string_agg(p.number, ', ' order by p.number)
        from payment_invoice x
        join payment p on p.org_id = x.org_id and p.id = x.payment_id
        where x.org_id = i.org_id and x.invoice_id = i.id and x.live
      ) as payments
    from invoice i
    where i.org_id = ${tx.scope.orgId} and i.id = ${invoiceId}
  `);
  if (!i) return;
  if (i.status === "voided" || i.status === "rejected")
    throw invalidField(
      "invoiceId",
      `${i.number} is ${i.status}: nothing is paid of it.`,
      "nothing_to_hold",
    );
  if (i.status === "paid" && withheld(i) === 0)
    throw invalidField(
      "invoiceId",
      `${i.number} is paid${i.payments ? ` by ${i.payments}` : ""}. A hold cannot stop that any more: the treasurer voids the payment before the bank pays it, or asks the bank for it back. To stop what comes next, hold the vendor.`,
      "nothing_to_hold",
    );
};

/**
 * Stops payment of one invoice, or of everything to a vendor, also in runs that are not released
 * yet. `paymentId`: the payment that came back and is the cause. 422 unless exactly one is named,
 * and for an invoice of which nothing more will be paid.
 */
export const placeHold = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof holdInput> & { paymentId?: string },
): Promise<HoldRecord> => {
  if (Boolean(input.vendorId) === Boolean(input.invoiceId))
    throw invalid("hold_scope", "Choose a vendor or an invoice.", [
      { path: "vendorId", message: "Choose a vendor or an invoice, not both." },
    ]);
  const scope = { vendorId: input.vendorId ?? null, invoiceId: input.invoiceId ?? null };
  const name = await nameOf(tx, scope);
  await lockPayee(tx, scope);
  if (scope.invoiceId) await refuseSettled(tx, scope.invoiceId);
  const row = await insertRow(tx, paymentHold, {
    orgId: actor.orgId!,
    id: newId(),
    ...scope,
    paymentId: input.paymentId ?? null,
    reason: input.reason,
    placedBy: actor.personId,
    placedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "paymentHold", row.id, {
    number: name,
    action: "place",
    after: row,
    note: input.reason,
  });
  return row;
};

/**
 * Holds payment of a vendor whose account refused a payment (`account` of the code), unless another
 * account is on file since, or such a hold stands already. It waits for a release that pays
 * the vendor just now, so call it before other records of the payment are locked. Null when nothing
 * was held.
 */
export const holdAfterReturn = async (
  tx: Tx,
  actor: Actor,
  row: { id: string; number: string; vendorId: string; bankAccountId: string | null },
  code: string,
): Promise<HoldRecord | null> => {
  if (!returnCodes[code]?.account) return null;
  await lockPayee(tx, { vendorId: row.vendorId, invoiceId: null });
  const needless = await tx.maybe(sql`
    select 1 as ok
    where exists (
        select 1
        from payment_hold
        where org_id = ${tx.scope.orgId}
          and vendor_id = ${row.vendorId}
          and payment_id is not null
          and lifted_at is null
      )
      or exists (
        select 1
        from vendor_bank_account
        where org_id = ${tx.scope.orgId}
          and vendor_id = ${row.vendorId}
          and ended_at is null
          and id <> ${row.bankAccountId}::uuid
      )
  `);
  return needless
    ? null
    : placeHold(tx, actor, {
        vendorId: row.vendorId,
        paymentId: row.id,
        reason: `The bank returned ${row.number} with ${code} (${returnCodes[code].meaning}). Call the vendor, verify its bank account or enter the right one, then lift this hold.`,
      });
};

/**
 * Lifts a hold, as who placed it or as somebody who approves or releases payments; who and why are
 * kept. 403 for others, 409 when it was lifted before.
 */
export const liftHold = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<HoldRecord> => {
  const before = await lockRow(tx, paymentHold, id, "hold");
  if (before.liftedAt) throw conflict("lifted", "This hold was lifted already.");
  if (before.placedBy !== actor.personId && !lifters.some((p) => can(actor, p)))
    throw notAllowed(
      "Somebody else placed this hold. They, a manager or the treasurer can lift it.",
      "not_your_hold",
    );
  if (reason.trim().length < 3)
    throw invalidField("reason", "Say why it is lifted.", "reason_required");
  const after = await updateRow(tx, paymentHold, id, {
    liftedBy: actor.personId,
    liftedAt: businessNow(tx.scope).toISOString(),
    liftReason: reason.trim(),
  });
  note(tx, actor, "paymentHold", id, {
    number: await nameOf(tx, before),
    action: "lift",
    before,
    after,
    note: reason.trim(),
  });
  return after;
};
