/** What an entry of the general ledger came from, in words. */
export const glEvents = {
  appropriation: "Spending budget",
  estimate: "Revenue budget",
  encumbrance: "Encumbrance",
  invoice: "Bill",
  payroll: "Payroll",
  transfer: "Cost transfer",
  allocation: "Allocation",
  receipt: "Receipts",
  payment: "Payment",
  void: "Void",
  return: "Returned payment",
  release: "Retainage released",
  entry: "Journal entry",
  opening: "Opening balances",
  accrual: "Accrual",
  close: "Year end",
  reopen: "Year end taken back",
} as const;

/** Where the document of an entry opens, by its type; nothing for one that has no page. */
export const documentPlaces: Readonly<Record<string, string>> = {
  requisition: "/smart-requisition",
  purchaseOrder: "/purchase-orders",
  invoice: "/invoices",
  payment: "/payments",
  journal: "/payments/journals",
  journalEntry: "/budget-management/journal-entries",
  subaward: "/grant-management/subawards",
  budgetLine: "/budget-management/lines",
  budgetChange: "/budget-management/changes",
  budgetAmendment: "/budget-management/amendments",
  accountingPeriod: "/budget-management/close",
  stockMovement: "/inventory/movements",
};
