import type { Tone } from "#kernel/lifecycle.ts";

/**
 * What moves the figures of a budget line; apart from the model, so that lists load without zod.
 */
export const movements = {
  adopt: { label: "Adopted", tone: "neutral" },
  amend: { label: "Amended", tone: "neutral" },
  transfer: { label: "Transferred", tone: "neutral" },
  pre_encumber: { label: "Pre-encumbered", tone: "info" },
  encumber: { label: "Encumbered", tone: "progress" },
  expend: { label: "Expended", tone: "success" },
  release: { label: "Released", tone: "neutral" },
  reverse: { label: "Reversed", tone: "warning" },
  carry: { label: "Carried", tone: "info" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** The documents that move them. */
export const documentTypes = {
  requisition: "Requisition",
  purchaseOrder: "Purchase order",
  invoice: "Invoice",
  journal: "Journal",
  journalEntry: "Journal entry",
  subaward: "Subaward",
  stockMovement: "Movement of stock",
  budgetLine: "Budget",
  budgetCycle: "Budget cycle",
  budgetAmendment: "Budget amendment",
  budgetTakeBack: "Take-back",
  capitalScenario: "Capital plan",
  budgetChange: "Budget change",
  fiscalYear: "Fiscal year",
} as const;
