import { invalidField } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { ListUse, SharedList } from "#areas/organization/organization.server.ts";
import { commodity } from "../vendors.tables.ts";
import { commodityFields, commodityInput } from "./commodity.model.ts";
import { shippedCodes } from "./commodity.service.ts";

export const commodityList: ListDefinition = {
  name: "commodities",
  from: "commodity c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    code: { sql: "c.code", label: "Code", sort: true },
    name: { sql: "c.name", label: "Name", sort: true },
    scheme: { sql: "c.scheme", label: "Scheme", sort: true },
    active: { sql: "c.active", label: "In use" },
    retiredBecause: { sql: "c.retired_because", label: "Retired because" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    scheme: { kind: "set", sql: "c.scheme", type: "text" },
    active: { kind: "set", sql: "c.active::text", type: "text", values: ["true", "false"] },
  },
  search: ["(c.code || ' ' || c.name)"],
  defaultSort: "code",
};

/** Commodities as a shared list: a code stays what it is, because records name it. */
export const commoditiesList: SharedList<typeof commodityFields> = {
  list: "commodities",
  table: commodity,
  fields: commodityFields,
  input: commodityInput,
  nameOf: (values) => `${String(values["code"])} ${String(values["name"])}`,
  check: async (tx, id, values) => {
    const code = String(values["code"]);
    const found = await tx.rows<{ id: string; code: string; name: string }>(sql`
      select id, code, name
      from commodity
      where org_id = ${tx.scope.orgId} and (code = ${code} or id = ${id}::uuid)
    `);
    const own = found.find((row) => row.id === id);
    if (own && own.code !== code)
      throw invalidField(
        "code",
        `Records name ${own.code}, so it stays. Retire it and add another code.`,
        "code_stays",
      );
    const other = found.find((row) => row.id !== id);
    if (other) throw invalidField("code", `${other.code} is ${other.name} already.`, "same_code");
    if (!id && shippedCodes.has(code))
      throw invalidField("code", `${code} comes with Levee and can be chosen now.`, "shipped_code");
  },
};

/** How many vendors sell a commodity. */
export const commodityUse: ListUse = {
  list: "commodities",
  label: "Vendors",
  counts: async (db, entries) => {
    const codes = entries.map((entry) => String(entry["code"]));
    const rows = await db.rows<{ code: string; n: number }>(sql`
      select c.code, count(*)::int as n
      from unnest(${codes}::text[]) as c (code)
      join vendor v on v.org_id = ${db.scope.orgId} and v.commodity_codes @> array[c.code]
      group by 1
    `);
    const found = new Map(rows.map(({ code, n }) => [code, n]));
    return new Map(entries.map((entry) => [entry.id, found.get(String(entry["code"])) ?? 0]));
  },
  href: (entry) => `/vendor-directory?commodity=${encodeURIComponent(String(entry["code"]))}`,
};
