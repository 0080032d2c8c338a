import type { Day } from "#kernel/time.ts";
import { federalOf } from "../drawdown/share.model.ts";

/** One cost as it stood at the end of a report's period. */
type ReportedCost = {
  id: string;
  movesId: string | null;
  cents: number;
  paid: number;
  posted: number;
  objectClass: string;
};
/** A claim of a request for money, and the day on which that was sent. */
type ReportedClaim = {
  costLineId: string;
  share: "federal" | "match" | "billed";
  cents: number;
  ahead: boolean;
  sentOn: string | null;
};
export type ReportFacts = {
  amount: number;
  match: number;
  rate: number;
  indirectRate: number;
  basis: "cash" | "accrual";
  /** The day at whose end the books are cut: of an interim report its period's last day. */
  until: Day;
  final: boolean;
  /** As of that day, like what follows: nothing of later is in it. */
  costs: readonly ReportedCost[];
  /** Cents that the ledger held for orders then. */
  ordered: number;
  /** What the ledger had expended on the award's accounts then. */
  expended: number;
  received: readonly { on: string; cents: number }[];
  claims: readonly ReportedClaim[];
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
  cell("11e", "Indirect expense charged", indirect, "Costs of the class Indirect by then", "costs"),
  cell(
    "11f",
    "Indirect expense, federal share",
    federalOf(indirect, f.rate, f.amount),
    "The award's rate of 11e",
    "none",
  ),
];

/**
 * Lines 10a to 10o and 11d to 11f of SF-425, cumulative to the end of its period: expenditures are what
 * was paid (cash basis) or what was charged (accrual basis) by then.
 */
export const sf425Of = (f: ReportFacts): Cell[] => {
  const accrual = f.basis === "accrual";
  const disbursed = federalOf(
    sum(f.costs, (c) => c.paid),
    f.rate,
    f.amount,
  );
  const outlays = sum(f.costs, (c) => (accrual ? c.cents : c.paid));
  const e = federalOf(outlays, f.rate, f.amount);
  const a = sum(
    f.received.filter((r) => r.on <= f.until),
    (r) => r.cents,
  );
  const pending = f.ordered + sum(f.costs, (c) => c.cents) - outlays;
  const obligated = federalOf(outlays + pending, f.rate, f.amount) - e;
  const indirect = sum(
    f.costs.filter((c) => c.objectClass === "indirect"),
    (c) => (accrual ? c.cents : c.paid),
  );
  const spent = accrual ? "costs that were charged" : "costs that were paid";
  return [
    cell("10a", "Cash receipts", a, "Deposits of drawdowns, less refunds", "received"),
    cell("10b", "Cash disbursements", disbursed, "Federal share of costs that were paid", "costs"),
    cell("10c", "Cash on hand", a - disbursed, "10a less 10b", "none"),
    cell("10d", "Total federal funds authorized", f.amount, "The award's amount", "award"),
    cell("10e", "Federal share of expenditures", e, `The award's rate of all ${spent}`, "costs"),
    cell(
      "10f",
      "Federal share of unliquidated obligations",
      obligated,
      accrual
        ? "The rate of what was ordered and not billed by then"
        : "The rate of what was ordered, or billed and not paid, by then",
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
    cell("10j", "Recipient share of expenditures", outlays - e, "All of them less 10e", "match"),
    cell("10k", "Remaining recipient share", f.match - (outlays - e), "10i less 10j", "none"),
    cell("10l", "Total federal program income earned", 0, "None is recorded", "none"),
    cell("10o", "Unexpended program income", 0, "10l less 10m or 10n", "none"),
    ...indirectOf(f, indirect),
  ];
};

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

// What requests that were sent by then hold of costs without a payment by then; money drawn ahead is
// cash on hand until it is paid out.
const uncoveredOf = (f: ReportFacts, sent: readonly ReportedClaim[]): number => {
  const paid = new Map<string, number>();
  for (const c of f.costs) {
    const line = c.movesId ?? c.id;
    paid.set(line, (paid.get(line) ?? 0) + c.paid);
  }
  const held = new Map<string, number>();
  for (const c of sent)
    if (!c.ahead) held.set(c.costLineId, (held.get(c.costLineId) ?? 0) + c.cents);
  return sum([...held], ([line, cents]) => Math.max(0, cents - Math.max(0, paid.get(line) ?? 0)));
};

/** Why a report cannot be certified: what the books and the drawdowns of its period say otherwise. */
export const differencesOf = (f: ReportFacts): string[] => {
  const cells = new Map(sf425Of(f).map((c) => [c.line, c.cents]));
  const sent = f.claims.filter((c) => c.sentOn !== null && c.sentOn <= f.until);
  const drawn = sum(
    sent.filter((c) => c.share === "federal" && !c.ahead),
    (c) => c.cents,
  );
  const lines = sum(f.costs, (c) => c.posted);
  const open = uncoveredOf(f, sent);
  const paid = cells.get("10b")!;
  return [
    ...(lines === f.expended
      ? []
      : [
          `The ledger expended ${dollars(f.expended)} on the award's accounts; its cost lines come to ${dollars(lines)}.`,
        ]),
    ...(drawn > paid
      ? [
          `Drawdowns took ${dollars(drawn)}; the federal share of the paid costs is ${dollars(paid)}.`,
        ]
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
