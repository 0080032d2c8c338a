import { namesOf } from "#server/restored/clocks.ts";
import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { agencyGoes } from "#server/agencies/state.ts";
import { sql } from "#server/db/sql.ts";
import { defineJob, enqueue, type Schedule } from "#server/jobs/jobs.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Every } from "../connector/connector.labels.ts";
import { mostSilence, nextRun } from "../connector/schedule.service.ts";
import { beginRun, workRun } from "./run.service.ts";

/** Fetches and brings in; taken up again where an instance died. */
export const runJob = defineJob({
  kind: "connector.run",
  lane: "imports",
  payload: z.object({ runId: z.uuid(), connectorId: z.uuid() }),
  dropped: (tx, { runId }) =>
    tx.rows(sql`
      update connector_run
      set outcome = 'failed', ended_at = clock_timestamp(), message = 'It was cancelled.'
      where org_id = ${tx.scope.orgId} and id = ${runId} and outcome = 'running'
    `),
  run: async ({ app, actor, payload: { runId, connectorId }, progress }) => ({
    result: { outcome: await workRun(app, actor.orgId!, runId, progress) },
    resultPath: `/api-connectors/connectors/${connectorId}`,
  }),
});

type Due = { orgId: string; id: string };

const begin = (app: Pick<App, "database">, { orgId, id }: Due) => {
  const actor = systemActor(orgId);
  return app.database.transaction(actor, async (tx) => {
    const { timeZone } = await readOrganization(tx);
    // Whoever moves its time on begins the run; another instance finds nothing due.
    const mine = await tx.maybe<{ every: Every; weekDay: number; runAt: string }>(sql`
      select every, week_day, run_at
      from connector
      where org_id = ${orgId} and id = ${id} and next_run_at <= clock_timestamp()
      for update skip locked
    `);
    if (!mine) return;
    await tx.rows(sql`
      update connector
      set next_run_at = ${await nextRun(tx, mine, timeZone)}
      where org_id = ${orgId} and id = ${id}
    `);
    const run = await beginRun(tx, id, { dry: false, accept: false });
    await enqueue(tx, actor, runJob, { runId: run.id, connectorId: id }, "Connector");
  });
};

const dueRuns = (app: Pick<App, "database">): Promise<Due[]> =>
  identityDb(app.database).rows<Due>(sql`
    select org_id, id
    from connector
    where status in ('active', 'failing')
      and next_run_at <= clock_timestamp()
      and ${agencyGoes(sql`connector.org_id`)}
  `);

/** Begins the runs whose hour has come in their agency. */
const beginDueRuns = async (app: Pick<App, "database">): Promise<void> => {
  for (const one of await dueRuns(app))
    await begin(app, one).catch((error: unknown) => {
      // The one before still runs: the next hour has its own.
      if (!(error instanceof Problem)) throw error;
    });
};

/** Moves the time of what is due on, without a run. */
const passDueRuns = async (app: Pick<App, "database">): Promise<void> => {
  const due = await dueRuns(app);
  for (const { orgId, id } of due)
    await app.database.transaction(systemActor(orgId), async (tx) => {
      const { timeZone } = await readOrganization(tx);
      const one = await tx.maybe<{ every: Every; weekDay: number; runAt: string }>(sql`
        select every, week_day, run_at
        from connector
        where org_id = ${orgId} and id = ${id} and next_run_at <= clock_timestamp()
        for update
      `);
      if (!one) return;
      await tx.rows(sql`
        update connector
        set next_run_at = ${await nextRun(tx, one, timeZone)}
        where org_id = ${orgId} and id = ${id}
      `);
    });
};

/** Every minute. */
export const connectorSchedule: Schedule = {
  name: "connectors",
  cron: "* * * * *",
  afterRestore: {
    kind: "calls",
    due: `
      select
        count(*)::int as due, 0 as people, min(next_run_at) as since, ${namesOf("org_id", "name")}
      from connector
      where status in ('active', 'failing') and next_run_at <= clock_timestamp()
    `,
    drop: passDueRuns,
  },
  run: async (app) => beginDueRuns(app),
};

/** Connectors that need somebody: failing ones, and those that are silent longer than their schedule allows. */
export const failingConnectors: AdminMatter = {
  id: "connectors",
  one: "connector does not work",
  many: "connectors do not work",
  about:
    "A source failed, changed its heading, shrank, or is silent longer than its schedule allows; a destination refused a file or fell silent.",
  href: "/api-connectors?tab=connectors",
  permission: "connector.read",
  count: async (db) =>
    (
      await db.one<{ n: number }>(sql`
        select count(*)::int as n
        from connector
        where org_id = ${db.scope.orgId}
          and (
            status = 'failing'
            or (
              status = 'active'
              and kind <> 'push'
              and coalesce(last_ok_at, updated_at) < clock_timestamp() - ${mostSilence}
            )
          )
      `)
    ).n,
};
