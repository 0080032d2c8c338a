import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { methods, paymentStatuses } from "./payment.labels.ts";

/** A line of the check register. `amount` in cents. */
export type RegisterLine = {
  number: string;
  method: "ach" | "check";
  reference: string;
  vendorNumber: string;
  vendor: string;
  paidOn: string;
  amount: number;
  /** Of its bills: taken beside the money, and within it. */
  discount: number;
  interest: number;
  invoices: readonly string[];
  status: string;
};

/** True for a payment that did not reach its payee: its number stays, its money does not go out. */
export const didNotGo = (line: { status: string }): boolean =>
  line.status === "voided" || line.status === "returned";

const heading = [
  "Payment",
  "Method",
  "Check or trace number",
  "Date",
  "Vendor number",
  "Vendor",
  "Amount",
  "Discount taken",
  "Interest",
  "Invoices",
  "Void or returned",
];
// The file store takes no text that a browser could run.
const plain = (text: string) => text.replaceAll("<", "‹");
const row = (line: RegisterLine): string[] => [
  line.number,
  methods[line.method],
  line.reference,
  line.paidOn,
  line.vendorNumber,
  plain(line.vendor),
  ...[line.amount, line.discount, line.interest].map((cents) => (cents / 100).toFixed(2)),
  plain(line.invoices.join("; ")),
  didNotGo(line) ? paymentStatuses[line.status as "voided" | "returned"].label : "",
];

/**
 * The register as rows of a table: checks first by their numbers, then ACH, then the total of what
 * goes out.
 */
export const registerRows = (
  runNumber: string,
  lines: readonly RegisterLine[],
): { heading: string[]; rows: string[][] } => {
  const sorted = lines.toSorted(
    (a, b) =>
      b.method.localeCompare(a.method) ||
      a.reference.localeCompare(b.reference, "en", { numeric: true }),
  );
  const total = lines.reduce((n, l) => n + (didNotGo(l) ? 0 : l.amount), 0);
  const failed = lines.filter(didNotGo).length;
  return {
    heading,
    rows: [
      ...sorted.map(row),
      [
        `${runNumber}: ${counted(lines.length, "payment")}${failed > 0 ? `, ${failed} void or returned` : ""}`,
        "",
        "",
        "",
        "",
        `Total ${formatCents(total)}`,
        (total / 100).toFixed(2),
        "",
        "",
        "",
        "",
      ],
    ],
  };
};
