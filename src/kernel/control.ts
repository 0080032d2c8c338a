import type { Day } from "./time.ts";

/** What a control says of a record. What cannot be told is never a pass. */
export const controlAnswers = {
  pass: { label: "Meets it", tone: "success" },
  fail: { label: "Breaks it", tone: "danger" },
  unknown: { label: "Cannot tell", tone: "warning" },
  not_applicable: { label: "Does not apply", tone: "neutral" },
} as const;
export type ControlAnswer = keyof typeof controlAnswers;

/** Families of controls, in the order in which a purchase meets them. */
export const controlFamilies = {
  method: "Method and competition",
  price: "Price",
  terms: "Terms of the contract",
  vendor: "Vendor",
  order: "Order",
  receipt: "Receipt",
  payment: "Payment",
  people: "Separation of duties",
  own: "Written by the agency",
} as const;
export type ControlFamily = keyof typeof controlFamilies;

/** The stages of a purchase, of which each subject belongs to one. */
export const purchaseStages = {
  requisition: "Requisition",
  solicitation: "Solicitation",
  award: "Award",
  order: "Order",
  receipt: "Receipt",
  invoice: "Invoice",
  payment: "Payment",
} as const;
export type PurchaseStage = keyof typeof purchaseStages;

/** Whether a control stops what somebody is about to do (`preventive`) or finds what was done. */
export const controlKinds = { preventive: "Preventive", detective: "Detective" } as const;
export type ControlKind = keyof typeof controlKinds;

/** What controls stop where they *block*: an act on records, behind the lock of each. */
export const gateActs = {
  "order.issue": "Sending the order",
  "award.approve": "The award",
  "payment.release": "Releasing the payment",
} as const;
export type GateAct = keyof typeof gateActs;

export const controlSeverities = {
  high: { label: "High", tone: "danger" },
  medium: { label: "Medium", tone: "warning" },
  low: { label: "Low", tone: "neutral" },
} as const;
export type ControlSeverity = keyof typeof controlSeverities;

/** A rule of law that a record was judged by, as it stood on the day. */
export type JudgedBy = {
  id: string;
  key: string;
  citation: string;
  verified: boolean;
  /** A federal rule; what was judged before this was kept says nothing. */
  federal?: boolean;
};

/** Where what a record was judged by is seen. */
export type Shown = { label: string; href: string };

/** What a check says of some facts. `turnsOn`: the day on which time alone may turn the answer. */
export type Verdict = { answer: ControlAnswer; said: string; turnsOn?: Day | null };
