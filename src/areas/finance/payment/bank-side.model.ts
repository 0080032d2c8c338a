import type { Day } from "#kernel/time.ts";

/** A payment as its bank sees it. Cents; `runNumber` names the file that its entry stood in. */
export type BankSide = {
  id: string;
  number: string;
  vendorId: string;
  vendor: string;
  method: "ach" | "check";
  reference: string;
  amount: number;
  status: "released" | "cleared" | "returned" | "voided";
  runId: string;
  runNumber: string;
  paidOn: Day;
  clearedOn: Day | null;
  returnedOn: Day | null;
};
