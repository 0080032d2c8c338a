import { federalOf } from "../drawdown/share.model.ts";

/** One cost, as far as it belongs to a report: its paid cents and the day that they were paid. */
type ReportedCost = {
  id: string;
  cents: number;
  paid: number;
  paidOn: string | null;
  objectClass: string;
};
export type ReportFacts = {
  amount: number;
  match: number;
  rate: number;
  indirectRate: number;
  periodTo: string;
  final: boolean;
  costs: readonly ReportedCost[];
  /** Cents that the ledger still holds for orders and requests. */
  committed: number;
  /** What the ledger expended on the award's accounts, and what its cost lines say. */
  expended: number;
  received: readonly { on: string; cents: number }[];
  claims: readonly { share: "federal" | "match"; cents: number; uncovered: number; on: string }[];
};

export type Cell = { line: string; label: string; cents: number; how: string; rows: CellRows };
type CellRows = "received" | "costs" | "committed" | "award" | "match" | "none";

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((n, row) => n + of(row), 0);

const cell = (line: string, label: string, cents: number, how: string, rows: CellRows): Cell => ({
  line,
  label,
  cents,
  how,
  rows,
});

// The form's own sum is base × rate; the books hold the charge, so the base follows from it.
const indirectOf = (f: ReportFacts, indirect: number): Cell[] => [
  cell(
    "11d",
    "Indirect expense, base",
    f.indirectRate ? Math.round((indirect * 10_000) / f.indirectRate) : 0,
    f.indirectRate
      ? `11e divided by the award's indirect rate of ${f.indirectRate / 100} percent`
      : "The award has no indirect rate",
    "none",
  ),
  cell("11e", "Indirect expense charged", indirect, "Paid costs of the class Indirect", "costs"),
  cell(
    "11f",
    "Indirect expense, federal share",
    federalOf(indirect, f.rate, f.amount),
    "The award's rate of 11e",
    "none",
  ),
];

/** Lines 10a to 10o and 11d to 11f of SF-425, cumulative to the end of its period, on the cash basis. */
export const sf425Of = (f: ReportFacts): Cell[] => {
  const paid = f.costs.filter((c) => c.paidOn !== null && c.paidOn <= f.periodTo);
  const outlays = sum(paid, (c) => c.paid);
  const e = federalOf(outlays, f.rate, f.amount);
  const a = sum(
    f.received.filter((r) => r.on <= f.periodTo),
    (r) => r.cents,
  );
  const unpaid = sum(f.costs, (c) => c.cents) - outlays;
  const pending = f.committed + unpaid;
  const obligated = federalOf(outlays + pending, f.rate, f.amount) - e;
  const indirect = sum(
    paid.filter((c) => c.objectClass === "indirect"),
    (c) => c.paid,
  );
  return [
    cell("10a", "Cash receipts", a, "Deposits of drawdowns, less refunds", "received"),
    cell("10b", "Cash disbursements", e, "Federal share of costs that are paid", "costs"),
    cell("10c", "Cash on hand", a - e, "10a less 10b", "none"),
    cell("10d", "Total federal funds authorized", f.amount, "The award's amount", "award"),
    cell("10e", "Federal share of expenditures", e, "The award's rate of all paid costs", "costs"),
    cell(
      "10f",
      "Federal share of unliquidated obligations",
      obligated,
      "The rate of what is ordered or billed and not paid",
      "committed",
    ),
    cell("10g", "Total federal share", e + obligated, "10e plus 10f", "none"),
    cell(
      "10h",
      "Unobligated balance of federal funds",
      f.amount - e - obligated,
      "10d less 10g",
      "none",
    ),
    cell("10i", "Total recipient share required", f.match, "The award's match", "award"),
    cell("10j", "Recipient share of expenditures", outlays - e, "Paid costs less 10e", "match"),
    cell("10k", "Remaining recipient share", f.match - (outlays - e), "10i less 10j", "none"),
    cell("10l", "Total federal program income earned", 0, "None is recorded", "none"),
    cell("10o", "Unexpended program income", 0, "10l less 10m or 10n", "none"),
    ...indirectOf(f, indirect),
  ];
};

/** Why a report cannot be certified: what the books and the drawdowns say otherwise. */
export const differencesOf = (f: ReportFacts): string[] => {
  const cells = new Map(sf425Of(f).map((c) => [c.line, c.cents]));
  const drawn = sum(
    f.claims.filter((c) => c.share === "federal" && c.on <= f.periodTo),
    (c) => c.cents - c.uncovered,
  );
  const lines = sum(f.costs, (c) => c.cents);
  const open = sum(f.claims, (c) => c.uncovered);
  const e = cells.get("10e")!;
  const dollars = (cents: number) =>
    `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
  return [
    ...(lines === f.expended
      ? []
      : [
          `The ledger expended ${dollars(f.expended)} on the award's accounts; its cost lines come to ${dollars(lines)}.`,
        ]),
    ...(drawn > e
      ? [`Drawdowns took ${dollars(drawn)}; the federal share of the paid costs is ${dollars(e)}.`]
      : []),
    ...(open === 0
      ? []
      : [
          `${dollars(open)} of what was drawn has no payment behind it: give it back or refund it.`,
        ]),
    ...(cells.get("10h")! < 0 ? ["More is spent and ordered than the award pays."] : []),
    ...(f.final && cells.get("10f") !== 0
      ? ["Of a final report nothing is unliquidated: pay or release what is ordered."]
      : []),
    ...(f.final && cells.get("10c") !== 0
      ? ["Of a final report receipts and disbursements are one: draw what is left, or refund it."]
      : []),
  ];
};
