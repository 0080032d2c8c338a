import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { groupBy } from "#kernel/group.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type ImportField,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { conditions } from "./need.labels.ts";
import { requestInput, type RequestInput } from "./request.model.ts";
import { askCapital, listSources } from "./request.service.ts";

/** The years that may stand as columns of a file; a plan is at most ten of them. */
const firstYear = 2020;
const years = Array.from({ length: 60 }, (_, at) => firstYear + at);
const mostYears = 10;

const code = z.string().trim().toUpperCase().min(1).max(20);
const cents = z.number("Enter an amount such as 120,000.00.").int().min(0);
const condition = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(names(conditions), "One of none, good, fair, poor, failing."));
const rowSchema = z
  .object({
    title: z.string().trim().min(3, "Say what is to be built.").max(200),
    description: z.string().trim().max(10_000).default(""),
    department: code,
    account: code,
    source: code,
    earliest: z.number("Enter a year such as 2028.").int().min(1990).max(2200).optional(),
    latest: z.number("Enter a year such as 2030.").int().min(1990).max(2200).optional(),
    needBy: z.number("Enter a year such as 2028.").int().min(1990).max(2200).optional(),
    condition: condition.default("none"),
    waiting: cents.default(0),
    operating: z.number("Enter an amount.").int().default(0),
    total: cents,
    projectTotal: cents,
  })
  .extend(Object.fromEntries(years.map((year) => [`y${year}`, cents.optional()])) as Years);
type Years = Record<`y${number}`, z.ZodOptional<typeof cents>>;
type Row = z.output<typeof rowSchema> & Record<`y${number}`, number | undefined>;

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** The amounts of a row by calendar of the plan: from its first year with money to its last. */
const spanOf = (rows: readonly Row[]): { first: number; last: number } | null => {
  const told = years.filter((year) => rows.some((row) => (row[`y${year}`] ?? 0) > 0));
  return told.length ? { first: told[0]!, last: told.at(-1)! } : null;
};
const amountsOf = (row: Row, { first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => row[`y${first + at}`] ?? 0);

const projectOf = (row: Row) => `${row.department} ${row.title.toLowerCase()}`;

type Known = {
  departments: ReadonlyMap<string, string>;
  accounts: ReadonlyMap<string, string>;
  sources: ReadonlyMap<string, string>;
  there: ReadonlyMap<string, OnFile>;
};
type OnFile = { number: string; cents: number };
const knownOf = async (db: Db): Promise<Known> => {
  const [departments, sources, accounts, there] = await Promise.all([
    listDepartments(db),
    listSources(db),
    db.rows<{ code: string; id: string }>(sql`
      select code, id
      from segment_value
      where org_id = ${db.scope.orgId} and kind = 'account' and active and class = 'expenditure'
    `),
    db.rows<OnFile & { departmentId: string; title: string }>(sql`
      select
        r.department_id, r.title, r.number,
        (
          select coalesce(sum(c.value::bigint), 0)::bigint
          from jsonb_array_elements(r.phases) p
          cross join lateral jsonb_array_elements_text(p -> 'cents') c
        ) as cents
      from capital_request r
      where r.org_id = ${db.scope.orgId} and r.status not in ('declined', 'closed')
    `),
  ]);
  const codes = new Map(departments.map((d) => [d.id, d.code]));
  return {
    departments: new Map(departments.map((d) => [d.code, d.id])),
    accounts: new Map(accounts.map((a) => [a.code, a.id])),
    sources: new Map(sources.filter((s) => s.active).map((s) => [s.code.toUpperCase(), s.id])),
    there: new Map(there.map((r) => [`${codes.get(r.departmentId)} ${r.title.toLowerCase()}`, r])),
  };
};

// What is wrong with a row beside the others of its project; null where it can come in.
const problemOf = (row: Row, project: readonly Row[], known: Known): RowProblem | null => {
  for (const [column, given, of] of [
    ["Department", row.department, known.departments],
    ["Account", row.account, known.accounts],
    ["Source", row.source, known.sources],
  ] as const)
    if (!of.has(given))
      return {
        column,
        expected: `the code of ${column === "Account" ? "an account of expenditure" : `a ${column.toLowerCase()}`} in use`,
        found: given,
        fix: `${column} ${given} does not exist or is not in use: add it, or correct the code.`,
      };
  const across = sum(years.map((year) => row[`y${year}`] ?? 0));
  if (across !== row.total)
    return {
      column: "Total",
      expected: formatCents(across),
      found: formatCents(row.total),
      fix: "The years of this row do not come to its total. Correct the years or the total.",
    };
  const down = sum(project.map((each) => each.total));
  if (project.some((each) => each.projectTotal !== down))
    return {
      column: "Project total",
      expected: formatCents(down),
      found: formatCents(row.projectTotal),
      fix: `The sources of ${row.title} do not come to the project total. Correct a source or the total; its rows come in together.`,
    };
  const span = spanOf(project);
  if (!span || span.last - span.first + 1 > mostYears)
    return {
      column: "Years",
      expected: `money in at most ${mostYears} years in a row`,
      found: span ? `${span.first} to ${span.last}` : "no amount in any year",
      fix: `Enter what ${row.title} costs in each fiscal year of the plan.`,
    };
  return null;
};

type Plan = { input: RequestInput; first: boolean };

const inputOf = (project: readonly Row[], known: Known): RequestInput => {
  const [row] = project as [Row];
  const span = spanOf(project)!;
  const cost = Array.from({ length: span.last - span.first + 1 }, (_, at) =>
    sum(project.map((each) => each[`y${span.first + at}`] ?? 0)),
  );
  const bySource = new Map<string, number[]>();
  for (const each of project) {
    const id = known.sources.get(each.source)!;
    const before = bySource.get(id);
    const amounts = amountsOf(each, span);
    bySource.set(id, before ? before.map((c, at) => c + amounts[at]!) : amounts);
  }
  return requestInput.parse({
    title: row.title,
    description: row.description,
    departmentId: known.departments.get(row.department),
    accountId: known.accounts.get(row.account),
    earliest: row.earliest ?? span.first,
    latest: row.latest ?? Math.max(row.earliest ?? 0, span.first),
    needBy: row.needBy ?? null,
    condition: row.condition,
    waitingCents: row.waiting,
    operatingCents: row.operating,
    phases: [{ name: "Imported", cents: cost }],
    funding: [...bySource].map(([sourceId, amounts]) => ({ sourceId, cents: amounts })),
  });
};

const onKnown = (row: Row, { number, cents: onFile }: OnFile): Verdict<never> =>
  verdictOnKnown(
    `${number} ${row.title}`,
    [
      {
        column: "Project total",
        onFile: formatCents(onFile),
        inFile: formatCents(row.projectTotal),
      },
    ],
    "A request with its scores is changed on its own page; or give this one another title.",
  );

const judge = (rows: readonly Row[], known: Known): Verdict<Plan>[] => {
  const projects = groupBy(rows, projectOf);
  return rows.map((row) => {
    const project = projects.get(projectOf(row))!;
    const there = known.there.get(projectOf(row));
    if (there) return onKnown(row, there);
    const own = problemOf(row, project, known);
    if (own) return { action: "reject", problem: own };
    const other = project.map((each) => problemOf(each, project, known)).find(Boolean);
    if (other)
      return {
        action: "reject",
        problem: {
          column: "Title",
          expected: "a project whose rows all can come in",
          found: row.title,
          fix: `Another row of ${row.title} is refused; its rows come in together.`,
        },
      };
    return {
      action: "create",
      plan: { input: inputOf(project, known), first: project[0] === row },
    };
  });
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  for (const { plan } of rows) if (plan.first) await askCapital(tx, actor, plan.input);
};

const text = (name: string, label: string, over: Partial<ImportField> = {}): ImportField => ({
  name,
  label,
  type: cells.text,
  ...over,
});
const yearFields = years.map((year): ImportField => ({
  name: `y${year}`,
  label: String(year),
  aliases: [`FY${year}`, `FY ${year}`, `FY${String(year).slice(2)}`, `Fiscal year ${year}`],
  expected: "dollars and cents",
  type: cells.money,
}));

/**
 * Capital requests of a file with years as columns: a row for each source of a project. It ties
 * twice: the years of a row come to its total, the rows of a project to the project's. The rows of
 * a project come in together, or none does. A request that is there already
 * is left as it is; with another total it is a question.
 */
export const requestImporter = defineImporter({
  kind: "capital-requests",
  label: "capital requests",
  permission: "capital.edit",
  schema: rowSchema as unknown as z.ZodType<Row>,
  keys: (row) => [`${projectOf(row)} ${row.source}`],
  sum: "total",
  plan: async (db, rows) => judge(rows, await knownOf(db)),
  apply,
  fields: [
    text("title", "Project", { required: true, aliases: ["Title", "Request", "Project title"] }),
    text("description", "Description", { aliases: ["Why", "Justification"] }),
    text("department", "Department", {
      required: true,
      type: cells.code,
      aliases: ["Dept", "Department code"],
      expected: "a department's code",
    }),
    text("account", "Account", {
      required: true,
      type: cells.code,
      aliases: ["Object", "Account code"],
      expected: "the code of an account of expenditure",
    }),
    text("source", "Source", {
      required: true,
      type: cells.code,
      aliases: ["Funding source", "Source code"],
      expected: "the code of a source of capital money",
    }),
    text("earliest", "Earliest start", { type: cells.fiscalYear, expected: "a year such as 2028" }),
    text("latest", "Latest start", { type: cells.fiscalYear, expected: "a year such as 2030" }),
    text("needBy", "Needed by", {
      aliases: ["Need by", "Need-by year"],
      type: cells.fiscalYear,
      expected: "a year such as 2029",
    }),
    text("condition", "Condition", { expected: "none, good, fair, poor or failing" }),
    text("waiting", "Cost of waiting a year", { aliases: ["Cost of waiting"], type: cells.money }),
    text("operating", "Operating cost a year", {
      aliases: ["Operating impact"],
      type: cells.money,
    }),
    ...yearFields,
    text("total", "Total", {
      required: true,
      aliases: ["Row total", "Source total"],
      expected: "what the years of the row come to",
      type: cells.money,
    }),
    text("projectTotal", "Project total", {
      required: true,
      aliases: ["Total project cost"],
      expected: "what all sources of the project come to",
      type: cells.money,
    }),
  ],
});
