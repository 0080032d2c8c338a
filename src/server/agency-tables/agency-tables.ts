import { extensionPoint } from "../area.ts";
import type { AgencyTable } from "./rule.ts";
import { serverLeaving } from "./server.leaving.data.ts";

const known = new Map<string, AgencyTable>();
const add = (rule: AgencyTable): void => {
  if (known.has(rule.table)) throw new Error(`two rules for the table ${rule.table}`);
  known.set(rule.table, rule);
};
serverLeaving.forEach(add);

/**
 * What becomes of the tables of an area when an agency takes its records along, practises on a copy,
 * or ends. A test reads the database's catalogue: every table with `org_id` has one rule.
 */
export const agencyTables = extensionPoint<AgencyTable>("tables of agencies", add);

/** The rule of a table; null where no area brought one. */
export const ruleOf = (table: string): AgencyTable | null => known.get(table) ?? null;

/** Every rule that was brought. */
export const allAgencyTables = (): readonly AgencyTable[] => [...known.values()];
