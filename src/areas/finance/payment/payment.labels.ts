import type { Tone } from "#kernel/lifecycle.ts";

// Apart from the model, so that lists load without zod.
type Look = Record<string, { label: string; tone: Tone; terminal?: boolean }>;

export const methods = { ach: "ACH", check: "Check" } as const;

export const runStatuses = {
  proposed: { label: "Proposed", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved", tone: "info" },
  returned: { label: "Returned", tone: "warning" },
  released: { label: "Released", tone: "success" },
  sent: { label: "Sent to bank", tone: "success", terminal: true },
  refused: { label: "File refused", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Look;
export const runCourse = ["proposed", "in_approval", "approved", "released", "sent"] as const;

export const paymentStatuses = {
  proposed: { label: "Proposed", tone: "neutral" },
  approved: { label: "Approved", tone: "info" },
  released: { label: "Released", tone: "progress" },
  cleared: { label: "Cleared", tone: "success", terminal: true },
  returned: { label: "Returned by bank", tone: "danger", terminal: true },
  voided: { label: "Voided", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Look;
export const paymentCourse = ["proposed", "approved", "released", "cleared"] as const;

export const holdStatuses = {
  held: { label: "Held", tone: "warning" },
  lifted: { label: "Lifted", tone: "neutral" },
} as const satisfies Look;

/** What a hold stops. */
export const holdScopes = { vendor: "Vendor", invoice: "Invoice" } as const;

/** Why an invoice is not in a run. */
export const exclusionReasons = {
  invoice_hold: "Invoice on hold",
  vendor_hold: "Vendor on payment hold",
  vendor_status: "Vendor not active",
  vendor_excluded: "Excluded by SAM.gov",
  vendor_screening: "Exclusion check open",
  insurance: "Insurance or bond of its contract",
  other_account: "Drawn on another account",
  no_bank: "No bank account",
  bank_hold: "Bank account in its hold period",
  bank_number: "Routing number wrong",
  payee_name: "Name not in Latin letters",
  credit_larger: "Credits cover the invoices",
  not_approved: "Not approved",
  nothing_left: "Nothing left to pay",
  too_large: "Too large for one payment",
} as const;
export type ExclusionCode = keyof typeof exclusionReasons;

/** Views of the list, which questions in words open too. */
export const paymentViews = [
  { id: "outstanding", name: "Outstanding", query: "status=released" },
  { id: "stale", name: "Stale checks", query: "stale=true" },
  { id: "back", name: "Voided or returned", query: "status=voided,returned" },
] as const;

/** Views of the list, which questions in words open too. */
export const runViews = [
  { id: "open", name: "Not released", query: "status=proposed,in_approval,approved,returned" },
  { id: "release", name: "To release", query: "status=approved" },
  { id: "out", name: "Released", query: "status=released,sent" },
  { id: "refused", name: "File refused", query: "status=refused" },
] as const;
