import { formatCents } from "#kernel/money.ts";
import { accountClasses, categories, type Category } from "../chart.labels.ts";
import type { BookContent } from "./book.model.ts";

type Account = BookContent["departments"][number]["accounts"][number];

/** A sum of the book in three columns: two years before as it came, the year before, this budget. */
export type Columns = { label: string; actual: number; before: number; cents: number };

const goesOut = (a: Pick<Account, "class">) =>
  a.class === "expenditure" || a.class === "transfer_out";

const summed = <A extends Pick<Account, "before" | "cents"> & { actual?: number | undefined }>(
  accounts: readonly A[],
  labelOf: (account: A) => string,
): Columns[] => {
  const rows = new Map<string, Columns>();
  for (const account of accounts) {
    const label = labelOf(account);
    const row = rows.get(label) ?? { label, actual: 0, before: 0, cents: 0 };
    row.actual += account.actual ?? 0;
    row.before += account.before;
    row.cents += account.cents;
    rows.set(label, row);
  }
  return [...rows.values()].filter((row) => row.actual || row.before || row.cents);
};

const accountsOf = (b: BookContent) => b.departments.flatMap((d) => d.accounts);

/** What is spent by fund, in three columns; books of before do not know the fund of an account. */
export const spendingByFund = (b: BookContent): Columns[] =>
  summed(
    accountsOf(b).filter((a) => goesOut(a) && a.fund !== undefined),
    (a) => a.fund!,
  ).toSorted((a, c) => (a.label < c.label ? -1 : 1));

/** What is spent by department, in three columns. */
export const spendingByDepartment = (b: BookContent): Columns[] =>
  summed(
    b.departments.flatMap((d) =>
      d.accounts.filter(goesOut).map((a) => ({ ...a, department: d.department })),
    ),
    (a) => a.department,
  );

/** What is spent by kind (personnel, operating, capital, debt), in three columns. */
export const spendingByCategory = (b: BookContent): Columns[] =>
  summed(accountsOf(b).filter(goesOut), (a) => categories[a.category as Category]);

/** What comes in by source, in three columns; the largest first. */
export const revenueBySource = (b: BookContent): Columns[] =>
  summed(
    accountsOf(b).filter((a) => !goesOut(a)),
    (a) => (a.class === "transfer_in" ? accountClasses.transfer_in : a.label),
  ).toSorted((a, c) => c.cents - a.cents);

const total = (rows: readonly { cents: number }[]) => rows.reduce((sum, r) => sum + r.cents, 0);

/** Figures beside the money, frozen with the book. Where no positions are kept, none are counted. */
export const statisticsOf = (
  accounts: readonly Account[],
  departments: number,
  positions: BookContent["positions"],
): { label: string; value: string }[] => {
  const spending = accounts.filter(goesOut);
  const fte = positions.reduce((sum, p) => sum + p.fte, 0);
  const personnel = total(spending.filter((a) => a.category === "personnel"));
  const all = total(spending);
  return [
    { label: "Departments", value: String(departments) },
    { label: "Funds", value: String(new Set(accounts.map((a) => a.fund)).size) },
    { label: "Accounts with a figure", value: String(accounts.length) },
    ...(fte > 0
      ? [
          { label: "Positions", value: String(positions.reduce((sum, p) => sum + p.count, 0)) },
          { label: "Full-time equivalents", value: (fte / 1000).toFixed(2) },
          {
            label: "Personnel for each full-time equivalent",
            value: formatCents(Math.round((personnel * 1000) / fte)),
          },
        ]
      : []),
    ...(personnel > 0
      ? [{ label: "Personnel of all spending", value: `${Math.round((100 * personnel) / all)} %` }]
      : []),
    {
      label: "Accounts of revenue",
      value: String(accounts.filter((a) => a.class === "revenue").length),
    },
  ];
};
