import type { PublishCheck } from "#kernel/definition.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { costCodesNamed } from "#areas/budget/budget.server.ts";
import { itemsNumbered } from "#areas/inventory/inventory.server.ts";
import { agencyUnits } from "#areas/organization/organization.server.ts";
import { unknownCodes } from "#areas/vendors/vendors.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import type { AssemblyItem, GivenValues, Variable } from "./assembly.labels.ts";
import {
  assemblyChecks,
  assemblyInput,
  type AssemblyInput,
  type AssemblyRow,
} from "./assembly.model.ts";
import { takeoffAssembly } from "./assembly.tables.ts";
import { expand, type Expanded } from "./expand.model.ts";

type Parts = Pick<AssemblyInput, "variables" | "items">;
type Missing = FieldError & { what: "commodity" | "cost code" | "stock item" };

/** Codes of these items that this agency does not have, by their paths, with what to do. */
const missingCodes = async (db: Db, items: readonly AssemblyItem[]): Promise<Missing[]> => {
  const commodities = items.flatMap((item) => item.commodityCode ?? []);
  const stocked = items.flatMap((item) => item.stockItem ?? []);
  const [unknown, costCodes, stock] = await Promise.all([
    unknownCodes(db, commodities),
    costCodesNamed(db),
    itemsNumbered(db, stocked),
  ]);
  return items.flatMap(({ commodityCode, costCode, stockItem }, at) => {
    const missing: Missing[] = [];
    if (commodityCode && unknown.includes(commodityCode))
      missing.push({
        what: "commodity",
        path: `items.${at}.commodityCode`,
        message: `This agency knows no commodity ${commodityCode}.`,
      });
    if (costCode && !costCodes.has(costCode))
      missing.push({
        what: "cost code",
        path: `items.${at}.costCode`,
        message: `This agency has no cost code ${costCode} in use.`,
      });
    if (stockItem && !stock.has(stockItem))
      missing.push({
        what: "stock item",
        path: `items.${at}.stockItem`,
        message: `The stores have no item ${stockItem}.`,
      });
    return missing;
  });
};

const kinds = { length: "length", area: "area", volume: "volume", count: "count" } as const;

const unitChecks = async (
  db: Db,
  variables: readonly Variable[],
  items: readonly AssemblyItem[],
): Promise<PublishCheck[]> => {
  const units = new Map((await agencyUnits(db)).map((unit) => [unit.code.toLowerCase(), unit]));
  const unlike = variables.filter(
    ({ source, unit }) =>
      source !== "typed" && units.get(unit.toLowerCase())?.kind !== kinds[source],
  );
  const strange = [...variables, ...items].filter(({ unit }) => !units.has(unit.toLowerCase()));
  return [
    {
      sentence: "Each unit is one of the agency's list.",
      ok: strange.length === 0,
      path: "variables",
    },
    {
      sentence: "What is measured has a unit of its kind, as a length has feet.",
      ok: unlike.length === 0,
      path: "variables",
    },
  ];
};

const checksOf = async (db: Db, version: Parts): Promise<PublishCheck[]> => {
  const [units, missing] = await Promise.all([
    unitChecks(db, version.variables, version.items),
    missingCodes(db, version.items),
  ]);
  return [
    ...assemblyChecks(version),
    ...units,
    ...missing.map(({ path, message }) => ({ sentence: message, ok: false, path })),
  ];
};

/**
 * Assemblies of the agency: what is bought of a measured length, area, volume or count. A measurement
 * keeps the version that it was begun with. Their bodies hold codes alone, so a file of one agency
 * reads in another; what is not there is refused by its path.
 */
export const assemblies = defineDefinition({
  name: "takeoffAssembly",
  what: "assembly",
  table: takeoffAssembly,
  body: assemblyInput,
  checks: checksOf,
  file: {
    schema: "levee.takeoff-assembly",
    version: 1,
    elsewhere: {
      content: assemblyInput,
      write: async (_db, { name, about, variables, items }) => ({ name, about, variables, items }),
      read: async (db, content) => {
        const missing = await missingCodes(db, content.items);
        if (missing[0])
          throw invalid(
            "not_here",
            missing.map(({ message }) => message).join(" "),
            missing.map(({ path, message }) => ({ path, message })),
          );
        return content;
      },
    },
  },
});

/** All assemblies in all versions, by name, newest first. */
export const listAssemblies = (db: Db): Promise<AssemblyRow[]> =>
  db.rows<AssemblyRow>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, about, variables, items
    from takeoff_assembly
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/**
 * What the version that a measurement was begun with makes of these values, in the agency's units.
 * 404 for a version that was never published, or another agency's.
 */
export const expandVersion = async (
  db: Db,
  assemblyVersionId: string,
  given: GivenValues,
): Promise<Expanded[]> => {
  const [version, units] = await Promise.all([
    assemblies.begunWith(db, assemblyVersionId),
    agencyUnits(db),
  ]);
  return expand(version, given, units);
};
