import { snake } from "../db/sql.ts";
import type { ListDefinition } from "./list.ts";

/**
 * What the head of a record is read by: the columns of its list, and every field of its form that
 * the list does not show, from the column of the same name.
 */
export const recordColumns = (
  { alias, columns }: ListDefinition,
  fields: Readonly<Record<string, unknown>>,
): string =>
  [
    ...Object.entries(columns).map(([name, column]) => `${column.sql} as "${name}"`),
    ...Object.keys(fields)
      .filter((name) => !(name in columns))
      .map((name) => `${alias}.${snake(name)}`),
  ].join(", ");
