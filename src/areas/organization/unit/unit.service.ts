import { invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { SharedList } from "../master/entry.service.ts";
import { entryStates } from "../master/master.labels.ts";
import { unit } from "../organization.tables.ts";
import { convert, type Convertible } from "./convert.model.ts";
import { unitKinds } from "./unit.labels.ts";
import { unitFields, unitInput } from "./unit.model.ts";

export const unitList: ListDefinition = {
  name: "units",
  title: "units of measure",
  from: "measure_unit u",
  alias: "u",
  columns: {
    id: { sql: "u.id", hidden: true },
    code: { sql: "u.code", label: "Unit", sort: true },
    name: { sql: "u.name", label: "Name", sort: true },
    kind: { sql: "u.kind", label: "Kind", sort: true, codes: unitKinds },
    factor: { sql: "trim_scale(u.factor)::text", label: "Factor" },
    active: { sql: "u.active", label: "In use" },
    retiredBecause: { sql: "u.retired_because", label: "Retired because" },
    version: { sql: "u.version", hidden: true },
  },
  filters: {
    code: { kind: "set", sql: "u.code", type: "text" },
    kind: { kind: "set", sql: "u.kind", type: "text" },
    active: { kind: "set", sql: "u.active::text", type: "text", values: Object.keys(entryStates) },
  },
  search: ["(u.code || ' ' || u.name)"],
  defaultSort: "code",
};

/** Units as a shared list: a word means one unit, in whatever case it is typed. */
export const unitsList: SharedList<typeof unitFields> = {
  list: "units",
  table: unit,
  fields: unitFields,
  input: unitInput,
  nameOf: (values) => String(values["code"]),
  check: async (tx, id, values) => {
    const code = String(values["code"]);
    const found = await tx.rows<{ id: string; code: string; name: string }>(sql`
      select id, code, name
      from measure_unit
      where org_id = ${tx.scope.orgId} and (lower(code) = lower(${code}) or id = ${id}::uuid)
    `);
    const own = found.find((row) => row.id === id);
    if (own && own.code !== code)
      throw invalidField(
        "code",
        `Lines name ${own.code}, so it stays. Retire it and add another unit.`,
        "code_stays",
      );
    const other = found.find((row) => row.id !== id);
    if (other) throw invalidField("code", `${other.code} is ${other.name} already.`, "same_unit");
  },
};

/** A unit of the agency's list by its word, in whatever case. 422 at the field where it is none. */
export const unitNamed = async (db: Db, code: string, path = "unit"): Promise<Convertible> => {
  const found = await db.maybe<Convertible>(sql`
    select code, kind, trim_scale(factor)::text as factor
    from measure_unit
    where org_id = ${db.scope.orgId} and lower(code) = lower(${code})
  `);
  if (!found) throw invalidField(path, `${code} is no unit of the agency's list.`);
  return found;
};

/** An amount of one unit of the agency in another. 422 where it is none, or of another kind. */
export const convertUnits = async (
  db: Db,
  { amount, from, to }: { amount: string; from: string; to: string },
): Promise<string> => {
  const [one, other] = await Promise.all([unitNamed(db, from, "from"), unitNamed(db, to, "to")]);
  return convert(amount, one, other);
};

/** The units that every agency begins with. */
export const beginUnits = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`select levee_begin_units(${tx.scope.orgId}::uuid)::text as begun`);
};

/** The agency's units, with what conversions need of them; retired ones too, because records name them. */
export const agencyUnits = (db: Db): Promise<Convertible[]> =>
  db.rows<Convertible>(sql`
    select code, kind, trim_scale(factor)::text as factor
    from measure_unit
    where org_id = ${db.scope.orgId}
    order by code
  `);
