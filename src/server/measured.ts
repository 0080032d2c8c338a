import type { Day } from "#kernel/time.ts";
import type { Sql } from "./db/sql.ts";

/** Which records are measured: those of one agency and of these days, both included, by its time zone. */
type Measured = { orgId: string; from: Day; to: Day; zone: string };

/**
 * What an area gives of its records to be measured, one row a record: `id` of the page that shows it,
 * `number`, `said` in words, its `day`, `part` and `whole` as numbers. The value of a period is the sum of its
 * parts by the sum of its wholes, so that whoever opens the period sees the rows that make it.
 */
export type MeasuredRecords = (of: Measured) => Sql;
