import type { Day } from "#kernel/time.ts";

/** A movement of the budget ledger, as the books follow it; signed cents. */
export type LedgerMovement = {
  id: string;
  kind: string;
  adjusted: number;
  encumbered: number;
  expended: number;
  documentType: string;
  documentId: string;
  documentNumber: string;
  postedOn: Day;
  note: string;
  fiscalYearId: string;
  accountStringId: string;
  code: string;
  fundId: string;
  accountId: string;
  class: string;
};

/** A movement of the cash ledger, as the books follow it; signed cents. */
export type CashMovement = {
  id: string;
  kind: "issued" | "moved" | "voided" | "returned" | "retainage" | "withheld";
  onDay: Day;
  documentType: "payment" | "invoice";
  documentId: string;
  documentNumber: string;
  vendor: string;
  book: number;
  retainage: number;
  /** By bill: money for it, the discount that it was settled with beside, interest on top. */
  bills: readonly { invoiceId: string; cents: number; discount: number; interest: number }[];
};
