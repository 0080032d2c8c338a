import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { PermissionName } from "#roles.ts";
import type { SearchSource } from "../area.ts";
import { ident, sql } from "../db/sql.ts";

/**
 * How the one search finds the definitions of a table by their names: the newest version of each
 * family. `path`: where a version opens, without its id.
 */
export const definitionSearch = (
  table: PgTable,
  source: { kind: string; permission: PermissionName; path: string },
): SearchSource => ({
  ...source,
  definition: true,
  list: {
    name: getTableName(table).replace(/_/g, "-"),
    from: `${getTableName(table)} d`,
    alias: "d",
    columns: {
      id: { sql: "d.id", hidden: true },
      name: { sql: "d.name", label: "Name", sort: true },
      status: { sql: "d.status", label: "Status" },
    },
    filters: {},
    search: ["d.name"],
    defaultSort: "name",
    visible: () => sql`
      not exists (
        select
        from ${ident(getTableName(table))} newer
        where newer.org_id = d.org_id
          and newer.definition_id = d.definition_id
          and newer.version_no > d.version_no
      )
    `,
  },
});
