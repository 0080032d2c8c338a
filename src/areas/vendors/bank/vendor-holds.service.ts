import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

export type VendorHold = {
  kind: "status" | "screening" | "bank_hold" | "bank_change";
  reason: string;
  until: string | null;
  blocks: boolean;
};
type HoldFacts = {
  status: string;
  holdReason: string | null;
  screeningResult: string | null;
  paymentMethod: string;
  heldUntil: string | null;
  openChange: string | null;
};

/**
 * Why a vendor must not be paid now. `blocks: false` is a warning only: a proposed bank change
 * leaves the current account in force.
 */
export const vendorHolds = async (db: Db, vendorId: string): Promise<VendorHold[]> => {
  const now = businessNow(db.scope).toISOString();
  const v = await db.one<HoldFacts>(sql`
    select
      v.status, v.hold_reason, v.screening_result, v.payment_method, a.held_until,
      c.number as open_change
    from vendor v
    left join vendor_bank_account a
      on a.org_id = v.org_id
      and a.vendor_id = v.id
      and a.ended_at is null
      and a.held_until > ${now}::timestamptz
    left join vendor_bank_change c
      on c.org_id = v.org_id
      and c.vendor_id = v.id
      and c.status = 'proposed'
    where v.org_id = ${db.scope.orgId} and v.id = ${vendorId}
  `);
  const holds: VendorHold[] = [];
  if (v.status !== "active")
    holds.push({
      kind: "status",
      reason: `The vendor is ${v.status.replace("_", " ")}${v.holdReason ? `: ${v.holdReason}` : ""}.`,
      until: null,
      blocks: true,
    });
  if (v.screeningResult === "excluded" || v.screeningResult === "possible")
    holds.push({
      kind: "screening",
      reason:
        v.screeningResult === "excluded"
          ? "The vendor is excluded from federal awards."
          : "A possible match with an excluded party is not decided.",
      until: null,
      blocks: true,
    });
  if (v.heldUntil && v.paymentMethod === "ach")
    holds.push({
      kind: "bank_hold",
      reason: "Bank details changed; payments wait.",
      until: v.heldUntil,
      blocks: true,
    });
  if (v.openChange)
    holds.push({
      kind: "bank_change",
      reason: `${v.openChange} waits for a call-back; the account on file stays in force.`,
      until: null,
      blocks: false,
    });
  return holds;
};
