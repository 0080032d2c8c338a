import type { Day } from "#kernel/time.ts";

/** How an invoice was paid, and what the bank says of it. */
export type PaymentProof = {
  invoiceId: string;
  paymentId: string;
  number: string;
  method: "ach" | "check";
  /** The number by which the bank knows it: of the entry in the bank file, or of the check. */
  trace: string | null;
  cents: number;
  paidOn: Day | null;
  clearedOn: Day | null;
  /** SHA-256 of the bank file that held it. */
  fileSha256: string | null;
};
