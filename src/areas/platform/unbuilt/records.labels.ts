/** Sorts of records that exist today and that a coming screen will work with. */
export const recordKinds = {
  requisitions: { label: "Requisitions", to: "/smart-requisition" },
  purchaseOrders: { label: "Purchase orders", to: "/purchase-orders" },
  orderVersions: { label: "Changed versions of orders", to: "/purchase-orders" },
  receipts: { label: "Receipts of goods", to: "/purchase-orders" },
  invoices: { label: "Invoices", to: "/invoices" },
  exceptions: { label: "Invoice exceptions", to: "/invoices?status=exception" },
  payments: { label: "Payments", to: "/payments" },
  vendors: { label: "Vendors", to: "/vendor-directory" },
  screenings: { label: "Exclusion checks", to: "/vendor-directory/exclusions" },
  budgetLines: { label: "Budget lines", to: "/budget-management" },
  commitments: { label: "Entries of the commitment ledger", to: "/budget-management/ledger" },
  approvals: { label: "Approval requests", to: "/approvals-inbox" },
  policies: { label: "Approval policies", to: "/approvals-inbox/policies" },
  auditEntries: { label: "Entries of the audit record", to: "/blockchain" },
  members: { label: "Members of the agency", to: "/team" },
  departments: { label: "Departments", to: "/team?tab=departments" },
  files: { label: "Stored documents", to: "/dashboard" },
  rules: { label: "Dated rules of law", to: "/smart-requisition" },
  commodities: { label: "Commodity codes", to: "/vendor-directory" },
  notices: { label: "Your notices", to: "/notifications" },
  tasks: { label: "Your tasks", to: "/approvals-inbox?tab=tasks" },
} as const satisfies Record<string, { label: string; to: string }>;
export type RecordKind = keyof typeof recordKinds;
export const recordKindNames = Object.keys(recordKinds) as RecordKind[];

/**
 * What a coming screen will do, which records it already has, and the nearest screen that works.
 */
export type Unbuilt = {
  does: readonly string[];
  records: readonly RecordKind[];
  nearest: readonly [label: string, to: string];
};
export type UnbuiltTexts = Readonly<Record<string, Unbuilt>>;
