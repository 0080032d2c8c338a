import type { Connector } from "../source/answer.ts";

/** Whether a source has the columns that were tried, in their order. */
export const sameHeading = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** Both headings, for who repairs it. */
export const headingChanged = (
  one: Pick<Connector, "columns">,
  found: { columns: readonly string[] },
): string =>
  `The heading changed, so no row was read. Before: ${one.columns.join(", ")}. Now: ${found.columns.join(", ")}.`;
