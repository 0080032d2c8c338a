import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type NamedCode,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { outsideOfPeriod } from "../appropriation/award-period.model.ts";
import { budgetLineInput } from "../budget.model.ts";
import { addToLine } from "./added.service.ts";
import {
  askInProposals,
  becomesProposal,
  notTaken,
  type AskedLine,
  type RunningCycle,
} from "./cycle-lines.service.ts";
import { codeOf, known, rowSchema, type Known, type Row } from "./line-rows.service.ts";
import { createLine } from "./line.service.ts";

type Ids = {
  /** The cycle that prepares the year: the row is asked for in its proposal, and is no line. */
  cycle: RunningCycle | null;
  fiscalYearId: string;
  fundId: string;
  departmentId: string;
  accountId: string;
  projectId: string | null;
  awardId: string | null;
  /** Its account takes money in: revenue and transfers from other funds. */
  comesIn: boolean;
};

const labels = {
  fund: "Fund",
  department: "Department",
  account: "Account",
  project: "Project",
  award: "Award",
} as const;

// A row of a year that a cycle prepares: what its department asks for, or why it cannot be now.
const judgeForCycle = (
  row: Row,
  cycle: RunningCycle,
  plan: Ids,
  { asked }: Known,
): Verdict<Ids> => {
  const problem = notTaken(cycle, asked.proposals.get(`${row.year} ${row.department}`));
  if (problem) return { action: "reject", problem };
  if (asked.figures.get(`${row.year} ${codeOf(row)}`) === row.amount) return { action: "skip" };
  return { action: "create", plan, warnings: [becomesProposal(cycle, row.department)] };
};

const judge = (row: Row, found: Known): Verdict<Ids> => {
  const { years, values, lines, cycles } = found;
  const reject = (problem: RowProblem): Verdict<Ids> => ({ action: "reject", problem });
  const before = lines.get(`${row.year} ${codeOf(row)}`);
  if (before === row.amount) return { action: "skip" };
  const year = years.get(row.year);
  if (!year || year.status === "closed")
    return reject({
      column: "Fiscal year",
      expected: "a year that is planned or open",
      found: String(row.year),
      fix: year
        ? `Fiscal year ${row.year} is closed.`
        : `Fiscal year ${row.year} does not exist: the budget officer adds it first.`,
    });
  for (const kind of Object.keys(labels) as (keyof typeof labels)[]) {
    const given = row[kind];
    if (given && !values.has(`${kind} ${given}`))
      return reject({
        column: labels[kind],
        expected: `the code of a ${kind} in use`,
        found: given,
        fix: `${labels[kind]} ${given} does not exist or is not in use: add it under Accounts, or correct the code.`,
      });
  }
  const award = row.award && !found.takingIn.has(row.account) ? found.awards.get(row.award) : null;
  const outside = award ? outsideOfPeriod(award, year) : null;
  if (outside)
    return reject({
      column: "Fiscal year",
      expected: "a year that the award's period touches",
      found: String(row.year),
      fix: outside,
    });
  const id = (kind: keyof typeof labels) =>
    row[kind] ? values.get(`${kind} ${row[kind]}`)! : null;
  const cycle = cycles.get(row.year) ?? null;
  const plan: Ids = {
    cycle,
    fiscalYearId: year.id,
    fundId: id("fund")!,
    departmentId: id("department")!,
    accountId: id("account")!,
    projectId: id("project"),
    awardId: id("award"),
    comesIn: found.takingIn.has(row.account),
  };
  if (cycle) return judgeForCycle(row, cycle, plan, found);
  if (before !== undefined)
    return reject({
      column: "Amount",
      expected: formatCents(before),
      found: formatCents(row.amount),
      fix: "This line is adopted with another amount: amend it on its page, with the reason.",
    });
  return { action: "create", plan };
};

type Summed = { plan: Ids; amount: number };

// Rows of years that a cycle prepares become what departments ask for; gives back the others.
const withoutCycles = async (
  tx: Tx,
  actor: Actor,
  sums: readonly Summed[],
  importId: string,
): Promise<Summed[]> => {
  const cycles = new Map(sums.flatMap(({ plan: { cycle } }) => (cycle ? [[cycle.id, cycle]] : [])));
  for (const cycle of cycles.values()) {
    const asked: AskedLine[] = [];
    for (const { plan, amount } of sums) {
      const { cycle: of, fiscalYearId: _year, comesIn: _in, ...segments } = plan;
      if (of?.id !== cycle.id) continue;
      const { id } = await ensureAccountString(tx, actor, segments);
      asked.push({ departmentId: plan.departmentId, accountStringId: id, cents: amount });
    }
    await askInProposals(tx, actor, cycle, asked, importId);
  }
  return sums.filter(({ plan }) => !plan.cycle);
};

/** Revenue and spending never add up, nor do years: each is a sum of its own. */
const groupOf = (row: Row, { comesIn }: Ids): string =>
  `${comesIn ? "Revenue" : "Spending"} of ${row.year}`;

const segmentsNamed = (kind: keyof typeof labels) => (db: Db) =>
  kind === "department"
    ? db.rows<NamedCode>(sql`
      select code, name
      from department
      where org_id = ${db.scope.orgId} and active
      order by code
      limit 500
    `)
    : db.rows<NamedCode>(sql`
      select code, name
      from segment_value
      where org_id = ${db.scope.orgId} and kind = ${kind} and active
      order by code
      limit 500
    `);

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Ids>[],
  importId: string,
): Promise<void> => {
  const sums = rows.map(({ row, plan }) => ({ plan, amount: row.amount }));
  for (const { plan, amount } of await withoutCycles(tx, actor, sums, importId)) {
    const { cycle: _cycle, fiscalYearId, comesIn: _in, ...segments } = plan;
    const account = await ensureAccountString(tx, actor, segments);
    await createLine(
      tx,
      actor,
      budgetLineInput.parse({
        fiscalYearId,
        accountStringId: account.id,
        original: amount,
        note: `Import ${importId}`,
      }),
    );
  }
};

// Rows of an account are added up; a line that this import made already, in a batch before, grows.
const applySums = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Ids>[],
  importId: string,
): Promise<void> => {
  const sums = new Map<string, Summed>();
  for (const { row, plan } of rows) {
    const key = `${row.year} ${codeOf(row)}`;
    const sum = sums.get(key);
    if (sum) sum.amount += row.amount;
    else sums.set(key, { plan, amount: row.amount });
  }
  const note = `Import ${importId}`;
  for (const { amount, plan } of await withoutCycles(tx, actor, [...sums.values()], importId)) {
    const { cycle: _cycle, fiscalYearId, comesIn: _in, ...segments } = plan;
    const account = await ensureAccountString(tx, actor, segments);
    const line = { fiscalYearId, accountStringId: account.id, original: amount, note };
    if (!(await addToLine(tx, actor, line)))
      await createLine(tx, actor, budgetLineInput.parse(line));
  }
};

const sumOf = (row: Row, rows: readonly Row[]): number =>
  rows
    .filter((r) => r.year === row.year && codeOf(r) === codeOf(row))
    .reduce((sum, r) => sum + r.amount, 0);

/** What is said of a row whose account stands on others of the same batch. */
const repeated = (row: Row, rows: readonly Row[]): RowProblem[] => {
  const many = rows.filter((r) => r.year === row.year && codeOf(r) === codeOf(row));
  return many.length < 2
    ? []
    : [
        {
          column: "Account",
          expected: "one row for each account",
          found: `${codeOf(row)} on ${many.length} rows`,
          fix: "These rows are added up, as you asked.",
        },
      ];
};

/**
 * An adopted budget: one row per year and account string. The account string is made where it is
 * missing; funds, departments and accounts must exist.
 */
export const budgetLineImporter = defineImporter({
  kind: "budget-lines",
  label: "budget lines",
  permission: "budget.import",
  fields: [
    {
      name: "year",
      label: "Fiscal year",
      required: true,
      aliases: ["FY", "Year", "Budget year"],
      expected: "a year such as 2027",
      type: cells.fiscalYear,
    },
    {
      name: "fund",
      label: "Fund",
      required: true,
      aliases: ["Fund code"],
      expected: "a fund's code",
      type: cells.code,
      named: segmentsNamed("fund"),
    },
    {
      name: "department",
      label: "Department",
      required: true,
      aliases: ["Dept", "Department code"],
      expected: "a department's code",
      type: cells.code,
      named: segmentsNamed("department"),
    },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Object", "Object code", "Account code"],
      expected: "an account's code",
      type: cells.code,
      named: segmentsNamed("account"),
    },
    {
      name: "project",
      label: "Project",
      expected: "a project's code",
      type: cells.code,
      named: segmentsNamed("project"),
    },
    {
      name: "award",
      label: "Award",
      aliases: ["Grant"],
      expected: "an award's code",
      type: cells.code,
      named: segmentsNamed("award"),
    },
    {
      name: "amount",
      label: "Amount",
      required: true,
      aliases: ["Budget", "Adopted", "Adopted budget", "Original"],
      expected: "dollars and cents",
      type: cells.money,
    },
  ],
  schema: rowSchema,
  sum: "amount",
  groupOf,
  spread: { by: "year", value: "amount" },
  keys: (row) => [`${row.year} ${codeOf(row)}`],
  plan: async (db, rows) => {
    const found = await known(db, rows);
    return rows.map((row) => judge(row, found));
  },
  apply,
});

/** The same, for files in which an account stands on several rows: they are added up, and said so. */
export const summedLineImporter = defineImporter({
  ...budgetLineImporter,
  kind: "budget-lines-summed",
  label: "budget lines, repeated accounts added up",
  // A row may take away what another one gives; together they are not below zero.
  schema: rowSchema.extend({ amount: z.number("Enter an amount such as (1,200.00).").int() }),
  keys: () => [],
  plan: async (db, rows, since) => {
    const found = await known(db, rows, since);
    return rows.map((row): Verdict<Ids> => {
      const verdict = judge(row, found);
      if (verdict.action === "create" && sumOf(row, rows) < 0)
        return {
          action: "reject",
          problem: {
            column: "Amount",
            expected: "rows of an account that come to zero or more",
            found: formatCents(sumOf(row, rows)),
            fix: `The rows of ${codeOf(row)} come to less than nothing. Correct the file.`,
          },
        };
      return verdict.action === "create"
        ? { ...verdict, warnings: [...(verdict.warnings ?? []), ...repeated(row, rows)] }
        : verdict;
    });
  },
  apply: applySums,
});
