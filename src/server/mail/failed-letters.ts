import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Letters of the scope's agency that were given up in the last 30 days. */
export const countFailedLetters = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from mail
      where org_id = ${db.scope.orgId}
        and failed_at > clock_timestamp() - interval '30 days'
        and created_at > clock_timestamp() - interval '40 days'
    `)
  ).n;
