import type { Tone } from "#kernel/lifecycle.ts";

type Named = { label: string; tone: Tone; terminal?: boolean };

/** Statuses of a local declaration. */
export const declarationStatuses = {
  declared: { label: "Declared", tone: "emergency" },
  continued: { label: "Continued", tone: "emergency" },
  ended: { label: "Ended", tone: "warning" },
  expired: { label: "Expired", tone: "warning" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, Named>;
export type DeclarationStatus = keyof typeof declarationStatuses;
export const declarationCourse = ["declared", "continued", "ended", "closed"] as const;

/** Statuses of an emergency order beside the order's own: what became of its ratification. */
export const purchaseStatuses = {
  to_ratify: { label: "To be ratified", tone: "warning" },
  returned: { label: "Returned", tone: "warning" },
  ratified: { label: "Ratified", tone: "success", terminal: true },
  refused: { label: "Refused", tone: "danger", terminal: true },
} as const satisfies Record<string, Named>;
export type PurchaseStatus = keyof typeof purchaseStatuses;
export const purchaseCourse = ["to_ratify", "ratified"] as const;

/** How somebody said yes. */
export const approvedHows = {
  telephone: "By telephone",
  radio: "By radio",
  in_person: "In person",
  video: "By video call",
} as const;
export type ApprovedHow = keyof typeof approvedHows;

/** What must be in the file of each order before its declaration is closed. */
export const afterActions = {
  justification: "Justification",
  priceBasis: "Price basis",
  ratification: "Ratification",
  receipts: "Receipts",
  screening: "Screening",
  endDate: "End date",
  recompete: "Re-competition",
} as const;
export type AfterAction = keyof typeof afterActions;

/** Views of the list of emergency orders. */
export const purchaseViews = [
  { id: "ratify", name: "To be ratified", query: "status=to_ratify,returned" },
  { id: "mine", name: "Mine", query: "mine=true" },
] as const;

/** The rule under which nothing is competed in an emergency. */
export const emergencyRule = "2 CFR 200.320(c)(3)";
