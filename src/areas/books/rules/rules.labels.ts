/**
 * What happens in the records and becomes an entry of the general ledger. `measures` are the amounts
 * that its lines may name; `own` says that its record names an account string.
 */
export const postingEvents = {
  appropriation: { label: "Spending budget adopted or changed", measures: ["amount"], own: true },
  estimate: { label: "Revenue budget adopted or changed", measures: ["amount"], own: true },
  encumbrance: { label: "Encumbered, released or carried", measures: ["amount"], own: true },
  invoice: {
    label: "Bill posted or taken back",
    measures: ["gross", "net", "retained"],
    own: true,
  },
  payroll: { label: "Payroll register posted", measures: ["amount"], own: true },
  transfer: { label: "Cost transfer posted", measures: ["amount"], own: true },
  allocation: { label: "Allocation posted", measures: ["amount"], own: true },
  receipt: { label: "Receipts posted", measures: ["amount"], own: true },
  payment: { label: "Payment released", measures: ["amount"], own: false },
  discount: { label: "Discount taken or given back", measures: ["amount"], own: false },
  interest: { label: "Interest paid or given back", measures: ["amount"], own: false },
  void: { label: "Payment voided", measures: ["amount"], own: false },
  return: { label: "Payment returned by the bank", measures: ["amount"], own: false },
  release: { label: "Retainage released or withheld again", measures: ["amount"], own: false },
} as const satisfies Record<string, { label: string; measures: readonly Measure[]; own: boolean }>;
export type PostingEvent = keyof typeof postingEvents;

export const measures = {
  amount: "Amount",
  gross: "Whole bill",
  net: "Without retainage",
  retained: "Retainage",
} as const;
export type Measure = keyof typeof measures;

export const sides = { debit: "Debit", credit: "Credit" } as const;

/** In place of an account's code: the account of the record's own account string. */
export const ownAccount = "OWN";
