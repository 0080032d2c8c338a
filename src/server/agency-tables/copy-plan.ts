import { ruleOf } from "./agency-tables.ts";
import {
  copyingOf,
  deletionOrder,
  emptyInCopy,
  type Described,
  type Reference,
} from "./catalogue.ts";
import type { AgencyTable, MadeUp } from "./rule.ts";

/**
 * What is copied: from which agency, into which, for whom; `blank` is the stored content that stands
 * in place of papers that stay behind.
 */
export type CopyOf = {
  orgId: string;
  copyId: string;
  members: readonly string[];
  blank: { sha256: string; size: number };
};

/** How a table comes into a copy; SQL, `t` being the table and `m` its made-up values. */
export type CopiedTable = {
  name: string;
  columns: string[];
  values: string[];
  those: string;
  madeUp: Readonly<Record<string, MadeUp>>;
  key: Described["columns"];
  types: ReadonlyMap<string, string>;
};
/** Tables in the order in which they are filled; those of a group refer to each other in a circle. */
export type CopyPlan = CopiedTable[][];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Ids alone stand in these texts. */
const literal = (id: string): string => {
  if (!uuid.test(id)) throw new Error("not an id");
  return `'${id}'::uuid`;
};
const hex = /^[0-9a-f]{64}$/;

type Filled = CopyOf & { papers: string };
const filled = (sql: string, { orgId, copyId, members, blank, papers }: Filled): string => {
  if (!hex.test(blank.sha256) || !Number.isSafeInteger(blank.size))
    throw new Error("not a content");
  return sql
    .replaceAll(":papers", papers)
    .replaceAll(":blankSize", String(blank.size))
    .replaceAll(":blank", `'${blank.sha256}'`)
    .replaceAll("$1", literal(orgId))
    .replaceAll(":copy", literal(copyId))
    .replaceAll(":members", `array[${members.map(literal).join(", ")}]::uuid[]`);
};

const same = (reference: Reference, of: CopyOf): string => {
  const pairs = reference.columns.map((column, n) =>
    column === "org_id"
      ? `c.org_id = ${literal(of.copyId)}`
      : `c."${reference.keys[n]!}" = t."${column}"`,
  );
  return `select 1 from "${reference.to}" c where ${pairs.join(" and ")}`;
};

type Filling = {
  of: Filled;
  references: readonly Reference[];
  /** Tables of agencies of which a copy holds nothing, and those of which it holds some rows. */
  absent: ReadonlySet<string>;
  partly: Set<string>;
};

/** Rows that cannot be without what the copy lacks stay out; else the reference is empty. */
const lacking = (table: Described, { of, references, absent, partly }: Filling) => {
  const those: string[] = [];
  const empty = new Map<string, string>();
  const nullable = new Map(table.columns.map((column) => [column.name, column.nullable]));
  for (const one of references) {
    const gone = absent.has(one.to);
    if (one.from !== table.name || !(gone || partly.has(one.to))) continue;
    const free = one.columns.find((column) => column !== "org_id" && nullable.get(column));
    const there = `exists (${same(one, of)})`;
    if (free) empty.set(free, gone ? "null" : `case when ${there} then t."${free}" end`);
    else those.push(gone ? "false" : there);
  }
  return { those, empty };
};

const rowsOf = (rule: AgencyTable, of: Filled): string[] => {
  const { rows } = copyingOf(rule)!;
  const leaving =
    typeof rule.leaves === "object" && "rows" in rule.leaves ? rule.leaves.rows : null;
  return [...(leaving ? [leaving.those] : []), ...(rows ? [filled(rows, of)] : [])];
};

const copied = (table: Described, rule: AgencyTable, filling: Filling): CopiedTable => {
  const { of, partly } = filling;
  const { madeUp = {}, set = {} } = copyingOf(rule)!;
  const { those, empty } = lacking(table, filling);
  const chosen = [...rowsOf(rule, of), ...those];
  if (chosen.length > 0) partly.add(table.name);
  const blank = new Set(emptyInCopy(rule));
  const valueOf = (name: string): string => {
    if (name === "org_id") return literal(of.copyId);
    if (blank.has(name)) return "null";
    if (name in madeUp) return `m."${name}"`;
    if (name in set) return filled(set[name]!, of);
    return empty.get(name) ?? `t."${name}"`;
  };
  const names = table.columns.map(({ name }) => name);
  return {
    name: table.name,
    columns: names,
    values: names.map(valueOf),
    those: [`t.org_id = ${literal(of.orgId)}`, ...chosen.map((one) => `(${one})`)].join(" and "),
    madeUp,
    key: table.columns.filter(({ name }) => name !== "org_id" && table.key.includes(name)),
    types: new Map(table.columns.map(({ name, type }) => [name, type])),
  };
};

/** How every table of an agency comes into its copy, whoever is referred to first. */
export const copyPlan = (
  tables: readonly Described[],
  references: readonly Reference[],
  of: CopyOf,
): CopyPlan => {
  const byName = new Map(tables.filter((t) => t.ofAgencies).map((table) => [table.name, table]));
  const ruled = (name: string): AgencyTable => {
    const rule = ruleOf(name);
    if (!rule) throw new Error(`no rule for what is copied of ${name}`);
    return rule;
  };
  const absent = new Set([...byName.keys()].filter((name) => !copyingOf(ruled(name))));
  const papers = [...byName.keys()].flatMap((name) => copyingOf(ruled(name))?.papers ?? []);
  const nothing = "select null::uuid where false";
  const filling: Filling = {
    of: { ...of, papers: [nothing, ...papers].join(" union all ") },
    references,
    absent,
    partly: new Set(),
  };
  return deletionOrder([...byName.keys()], references)
    .toReversed()
    .map((group) =>
      group.flatMap((name) =>
        copyingOf(ruled(name)) ? [copied(byName.get(name)!, ruled(name), filling)] : [],
      ),
    )
    .filter((group) => group.length > 0);
};
