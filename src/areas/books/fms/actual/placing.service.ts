import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { agencyYears, booksOf, stringsByCode } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { nominal } from "../../chart/chart.labels.ts";
import { periodsInOrder } from "../../period/periods.service.ts";
import { mappingKinds, type MappingKind } from "../mapping/mapping.labels.ts";
import type { Mapped } from "../mapping/mapping.model.ts";
import { allMappings } from "../mapping/mapping.service.ts";
import { codesBehind, type ActualInput, type Placed, type Problem } from "./actual.model.ts";

type Account = { id: string; kind: string; code: string; class: string };
type Known = {
  mappings: readonly Mapped[];
  strings: Awaited<ReturnType<typeof stringsByCode>>;
  chart: readonly Account[];
  dayProblem: (on: Day) => Problem | null;
};

const dayProblems = async (db: Db): Promise<Known["dayProblem"]> => {
  const [books, years, periods] = await Promise.all([
    booksOf(db),
    agencyYears(db),
    periodsInOrder(db),
  ]);
  return (on) => {
    const year = years.find((y) => y.startsOn <= on && on <= y.endsOn);
    if (!books || on < books.beginsOn || !year)
      return {
        column: "Date",
        expected: "a day behind the beginning of the books, in a fiscal year",
        found: on,
        fix: "Correct the day. The beginning of the books stands under Budget, Close.",
      };
    const mine = periods.filter(
      (p) => p.fiscalYearId === year.id && p.firstDay <= on && on <= p.lastDay,
    );
    return mine.length > 0 && mine.every(({ status }) => status === "closed")
      ? {
          column: "Date",
          expected: "a day of a period that is not closed",
          found: on,
          fix: `The period of ${formatDate(on)} is closed: have it reopened, or post the document on a later day.`,
        }
      : null;
  };
};

const knownFor = async (db: Db, rows: readonly ActualInput[]): Promise<Known> => {
  const targets = new Set(rows.flatMap((r) => [r.fund, r.account, r.string]));
  const mappings = (await allMappings(db)).filter(({ target }) => targets.has(target));
  const codes = (kind: MappingKind) =>
    mappings.filter((m) => m.kind === kind).map(({ code }) => code);
  const [strings, chart, dayProblem] = await Promise.all([
    stringsByCode(db, codes("string")),
    db.rows<Account>(sql`
      select id, kind, code, class
      from gl_account
      where org_id = ${db.scope.orgId} and active
    `),
    dayProblems(db),
  ]);
  return { mappings, strings, chart, dayProblem };
};

const columns = { fund: "Fund", account: "Account", string: "Account string" } as const;

// The one code here that a code there stands for, or why there is none.
const oneBehind = (
  kind: MappingKind,
  { postedOn, ...row }: ActualInput,
  { mappings }: Known,
): { code: string } | Problem => {
  const target = row[kind];
  const what = mappingKinds[kind].toLowerCase();
  const codes = codesBehind(mappings, kind, target, postedOn);
  const problem = {
    column: columns[kind],
    expected: `a code that one ${what} of ours had on ${formatDate(postedOn)}`,
    found: target || "nothing",
  };
  if (target === "") return { ...problem, fix: `Name the ${what}.` };
  if (codes.length === 0)
    return { ...problem, fix: `Map a code of ours to it under Codes, from that day or before.` };
  return codes.length === 1
    ? { code: codes[0]! }
    : { ...problem, fix: `${codes.toSorted().join(" and ")} of ours are it: map each to its own.` };
};

const unknownHere = (kind: MappingKind, found: string): Problem => ({
  column: columns[kind],
  expected: `${mappingKinds[kind].toLowerCase()} that is in use here`,
  found,
  fix: "Map a code that is in use, or take it into use again.",
});

const onBooks = (row: ActualInput, known: Known): Placed | Problem => {
  const found: Account[] = [];
  for (const kind of ["fund", "account"] as const) {
    const one = oneBehind(kind, row, known);
    if ("column" in one) return one;
    const account = known.chart.find((a) => a.kind === kind && a.code === one.code);
    if (!account) return unknownHere(kind, one.code);
    found.push(account);
  }
  const [fund, account] = found as [Account, Account];
  if (nominal.has(account.class) && account.class !== "budgetary")
    return {
      column: columns.string,
      expected: "an account string, for what is earned or spent",
      found: "nothing",
      fix: `${account.code} is earned or spent by account strings: name the string, so that its budget knows.`,
    };
  return { fundId: fund.id, fund: fund.code, accountId: account.id, accountStringId: null };
};

const onString = (row: ActualInput, known: Known): Placed | Problem => {
  const one = oneBehind("string", row, known);
  if ("column" in one) return one;
  const named = known.strings.get(one.code);
  if (!named) return unknownHere("string", one.code);
  const of = (id: string) => known.chart.find((a) => a.id === id)?.code ?? "";
  const codes = { fund: of(named.fundId), account: of(named.accountId) };
  for (const kind of ["fund", "account"] as const) {
    const there = row[kind];
    if (
      there !== "" &&
      !codesBehind(known.mappings, kind, there, row.postedOn).includes(codes[kind])
    )
      return {
        column: columns[kind],
        expected: `the ${kind} of ${one.code}, ${codes[kind]}`,
        found: there,
        fix: `The string and the ${kind} do not belong together: correct one, or leave the ${kind} out.`,
      };
  }
  const { fundId, accountId, accountStringId } = named;
  return { fundId, fund: codes.fund, accountId, accountStringId };
};

/** Where each row stands in the books by the mappings of its day, or what keeps it from standing there. */
export const placesOf = async (
  db: Db,
  rows: readonly ActualInput[],
): Promise<(Placed | Problem)[]> => {
  const known = await knownFor(db, rows);
  return rows.map(
    (row) =>
      known.dayProblem(row.postedOn) ??
      (row.string === "" ? onBooks(row, known) : onString(row, known)),
  );
};
