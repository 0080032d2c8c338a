import { systemActor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Connector } from "./answer.ts";

/**
 * Counts one call of a source before it is made, by the agency's day. @throws Problem 502 `quota`
 * where the day's calls are made; then nothing is called.
 */
export const countCall = (app: Pick<App, "database">, one: Connector): Promise<void> =>
  app.database.transaction(systemActor(one.orgId), async (tx) => {
    const { timeZone } = await readOrganization(tx);
    const today = sql`(clock_timestamp() at time zone ${timeZone})::date`;
    const counted = await tx.maybe(sql`
      update connector
      set
        calls_made = case when calls_on = ${today} then calls_made + 1 else 1 end,
        calls_on = ${today}
      where org_id = ${one.orgId}
        and id = ${one.id}
        and (daily_calls is null or calls_on is distinct from ${today} or calls_made < daily_calls)
      returning id
    `);
    if (!counted)
      throw new Problem(
        "upstream",
        "quota",
        `The ${one.dailyCalls} calls that the source allows a day are made. It is asked again tomorrow; nothing was taken.`,
      );
    await tx.rows(sql`
      update connector_run
      set calls = calls + 1
      where org_id = ${one.orgId} and connector_id = ${one.id} and outcome = 'running'
    `);
  });
