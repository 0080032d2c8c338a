import { invalid, invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { SharedList } from "#areas/organization/organization.server.ts";
import { costCode } from "../budget.tables.ts";
import { costCodeFields, costCodeInput } from "./cost-code.model.ts";

export const costCodeList: ListDefinition = {
  name: "cost-codes",
  title: "cost codes",
  from: "cost_code c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    code: { sql: "c.code", label: "Code", sort: true },
    name: { sql: "c.name", label: "Name", sort: true },
    covers: { sql: "c.covers", label: "What it covers" },
    active: { sql: "c.active", label: "In use" },
    retiredBecause: { sql: "c.retired_because", label: "Retired because" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    active: { kind: "set", sql: "c.active::text", type: "text", values: ["true", "false"] },
  },
  search: ["(c.code || ' ' || c.name || ' ' || c.covers)"],
  defaultSort: "code",
};

/** Cost codes as a shared list: a code stays what it is, because lines name it. */
export const costCodesList: SharedList<typeof costCodeFields> = {
  list: "cost-codes",
  table: costCode,
  fields: costCodeFields,
  input: costCodeInput,
  nameOf: (values) => `${String(values["code"])} ${String(values["name"])}`,
  check: async (tx, id, values) => {
    const code = String(values["code"]);
    const found = await tx.rows<{ id: string; code: string; name: string }>(sql`
      select id, code, name
      from cost_code
      where org_id = ${tx.scope.orgId} and (code = ${code} or id = ${id}::uuid)
    `);
    const own = found.find((row) => row.id === id);
    if (own && own.code !== code)
      throw invalidField(
        "code",
        `Lines name ${own.code}, so it stays. Retire it and add another code.`,
        "code_stays",
      );
    const other = found.find((row) => row.id !== id);
    if (other)
      throw invalidField("code", `${other.code} is ${other.name} already.`, "same_cost_code");
  },
};

/** The codes that every agency begins with: Levee's own, in its own words. */
export const beginCostCodes = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`select levee_begin_cost_codes(${tx.scope.orgId}::uuid)::text as begun`);
};

/** A cost code as lines and figures show it. */
export type CostCodeNamed = {
  id: string;
  code: string;
  name: string;
  active: boolean;
  /** Code and name. */
  label: string;
};

/** The codes with these ids, retired ones too, by id. */
export const costCodesOf = async (
  db: Db,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, CostCodeNamed>> => {
  const wanted = [...new Set(ids.filter((id): id is string => Boolean(id)))];
  if (wanted.length === 0) return new Map();
  const rows = await db.rows<CostCodeNamed>(sql`
    select id, code, name, active, code || ' ' || name as label
    from cost_code
    where org_id = ${db.scope.orgId} and id = any(${wanted}::uuid[])
  `);
  return new Map(rows.map((row) => [row.id, row]));
};

/** The ids of the agency's codes that are in use, by code. */
export const costCodesNamed = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ code: string; id: string }>(sql`
    select code, id
    from cost_code
    where org_id = ${db.scope.orgId} and active
  `);
  return new Map(rows.map(({ code, id }) => [code, id]));
};

type ProjectSegments = (db: Db, segmentIds: readonly string[]) => Promise<readonly string[]>;
const builders: ProjectSegments[] = [];

/** Who builds projects says here which of these segments are theirs: lines of them bear cost codes. */
export const projectSegments = extensionPoint<ProjectSegments>(
  "segments of projects",
  (of) => void builders.push(of),
);

/** Which of these account strings charge a project whose lines bear cost codes. */
export const codedAccounts = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(accountStringIds.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return new Set();
  const rows = await db.rows<{ id: string; projectId: string }>(sql`
    select id, project_id
    from account_string
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[]) and project_id is not null
  `);
  if (rows.length === 0) return new Set();
  const segments = [...new Set(rows.map(({ projectId }) => projectId))];
  const built = new Set((await Promise.all(builders.map((of) => of(db, segments)))).flat());
  return new Set(rows.flatMap(({ id, projectId }) => (built.has(projectId) ? [id] : [])));
};

/** A line that may bear a code: which, the accounts that pay, and where it stands in what was sent. */
export type CodedLine = {
  costCodeId: string | null;
  accountStringIds: readonly string[];
  path: string;
};

/**
 * Refuses lines whose code is not the agency's, is retired, or whose accounts charge no project.
 * 422 `cannot_code` at the path of each.
 */
export const requireCostCodes = async (db: Db, lines: readonly CodedLine[]): Promise<void> => {
  const coded = lines.filter(({ costCodeId }) => costCodeId);
  if (coded.length === 0) return;
  const [known, charged] = await Promise.all([
    costCodesOf(
      db,
      coded.map(({ costCodeId }) => costCodeId),
    ),
    codedAccounts(
      db,
      coded.flatMap(({ accountStringIds }) => accountStringIds),
    ),
  ]);
  const faultOf = ({ costCodeId, accountStringIds }: CodedLine): string | null => {
    const found = known.get(costCodeId!.toLowerCase());
    if (!found) return "There is no such cost code. Choose one of the list.";
    if (!found.active) return `${found.code} ${found.name} is retired. Choose another code.`;
    return accountStringIds.some((id) => charged.has(id.toLowerCase()))
      ? null
      : "Cost codes divide the money of a project. Charge the line to one, or leave the code out.";
  };
  const errors = coded.flatMap((line) => {
    const message = faultOf(line);
    return message ? [{ path: `${line.path}.costCodeId`, message }] : [];
  });
  if (errors.length)
    throw invalid("cannot_code", "Some lines cannot bear their code. Nothing was saved.", errors);
};
