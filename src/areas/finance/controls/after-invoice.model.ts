import type { Verdict } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";

/** What is known of an order and the first bill of its vendor that names it. */
export type AfterInvoiceFacts = {
  /** The day on which the order first went out; null before. */
  issued: Day | null;
  /** The day that the vendor wrote on its first bill, and the bill's number here; credit notes aside. */
  invoiced: Day | null;
  invoice: string | null;
};

/** An order goes out before its vendor bills it: what is ordered afterwards bound nobody's budget. */
export const judgeAfterInvoice = ({ issued, invoiced, invoice }: AfterInvoiceFacts): Verdict => {
  if (issued === null) return { answer: "not_applicable", said: "The order did not go out yet." };
  if (invoiced === null) return { answer: "not_applicable", said: "Nothing was billed yet." };
  return invoiced < issued
    ? {
        answer: "fail",
        said: `${invoice} is of ${formatDate(invoiced)}, the order went out on ${formatDate(issued)}.`,
      }
    : {
        answer: "pass",
        said: `Ordered ${formatDate(issued)}, first billed ${formatDate(invoiced)}.`,
      };
};
