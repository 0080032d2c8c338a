/** Of which class an account of the general ledger is, in the order of a trial balance. */
export const ledgerClasses = {
  asset: "Asset",
  liability: "Liability",
  fund_balance: "Fund balance",
  budgetary: "Budgetary",
  revenue: "Revenue",
  transfer_in: "Transfer in",
  expenditure: "Expenditure",
  transfer_out: "Transfer out",
} as const;
/** Classes of accounts that stand in the chart of the books alone. */
export const ownClasses = ["asset", "liability", "fund_balance", "budgetary"] as const;
export type LedgerClass = keyof typeof ledgerClasses;

/** Classes whose balance a year end closes into fund balance. */
export const nominal: ReadonlySet<string> = new Set([
  "revenue",
  "transfer_in",
  "expenditure",
  "transfer_out",
  "budgetary",
]);

/** What the books themselves use an account for; one account at most for each. */
export const accountRoles = {
  cash: { label: "Pooled cash", class: "asset", code: "1010" },
  vouchers: { label: "Vouchers payable", class: "liability", code: "2010" },
  retainage: { label: "Retainage payable", class: "liability", code: "2020" },
  payroll: { label: "Payroll clearing", class: "liability", code: "2030" },
  fundBalance: { label: "Fund balance", class: "fund_balance", code: "3010" },
  budgetaryBalance: { label: "Budgetary fund balance", class: "budgetary", code: "3020" },
  reserve: { label: "Reserve for encumbrances", class: "budgetary", code: "3030" },
  encumbrances: { label: "Encumbrances", class: "budgetary", code: "3040" },
  appropriations: { label: "Appropriations", class: "budgetary", code: "3050" },
  discounts: { label: "Discounts taken", class: "revenue", code: "4990" },
  interest: { label: "Interest on late payment", class: "expenditure", code: "5990" },
  estimated: { label: "Estimated revenues", class: "budgetary", code: "3060" },
} as const satisfies Record<string, { label: string; class: LedgerClass; code: string }>;
export type AccountRole = keyof typeof accountRoles;
