import { noScope, type Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { AfterRestore } from "./clocks.ts";

/** Whether a clock waits for a word of its kind. */
export const isHeld = async (database: Database, rule: AfterRestore): Promise<boolean> =>
  rule !== "goes on" &&
  (await database
    .read(noScope)
    .maybe(
      sql`select 1 from restore_hold where kind = ${rule.kind} and answer is null limit 1`,
    )) !== null;
