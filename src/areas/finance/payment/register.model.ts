import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { methods } from "./payment.labels.ts";

/** A line of the check register. `amount` in cents. */
export type RegisterLine = {
  number: string;
  method: "ach" | "check";
  reference: string;
  vendorNumber: string;
  vendor: string;
  paidOn: string;
  amount: number;
  invoices: readonly string[];
};

const heading = [
  "Payment",
  "Method",
  "Check or trace number",
  "Date",
  "Vendor number",
  "Vendor",
  "Amount",
  "Invoices",
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
  (line.amount / 100).toFixed(2),
  plain(line.invoices.join("; ")),
];

/** The register as rows of a table: checks first by their numbers, then ACH, then the totals. */
export const registerRows = (
  runNumber: string,
  lines: readonly RegisterLine[],
): { heading: string[]; rows: string[][] } => {
  const sorted = lines.toSorted(
    (a, b) =>
      b.method.localeCompare(a.method) ||
      a.reference.localeCompare(b.reference, "en", { numeric: true }),
  );
  const total = lines.reduce((n, l) => n + l.amount, 0);
  return {
    heading,
    rows: [
      ...sorted.map(row),
      [
        `${runNumber}: ${counted(lines.length, "payment")}`,
        "",
        "",
        "",
        "",
        `Total ${formatCents(total)}`,
        (total / 100).toFixed(2),
        "",
      ],
    ],
  };
};
