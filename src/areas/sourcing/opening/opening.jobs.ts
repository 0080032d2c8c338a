import { namesOf } from "#server/restored/clocks.ts";
import { z } from "zod";
import { type Actor, systemActor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { defineJob, enqueue, type Schedule } from "#server/jobs/jobs.ts";
import { tendKeyStore } from "../bid/erase.service.ts";
import { sealScope } from "../bid/under-seal.service.ts";
import { openStage } from "./open-stage.service.ts";
import { blockedBy, sittingOf, type SolicitationRow } from "./opening.service.ts";

const job = defineJob({
  kind: "bids.open",
  payload: z.object({ solicitationId: z.uuid(), lost: z.boolean().default(false) }),
  run: async ({ app, actor, payload }) => ({
    result: await openStage(app, actor, payload.solicitationId, { lost: payload.lost }),
    resultPath: `/solicitations/${payload.solicitationId}/opening`,
  }),
});

/**
 * The opening as long work: asked for by an officer, gone on with by another instance when this one
 * stops.
 */
export const openStageJob = {
  definition: job,
  /** 409 while officers are missing. */
  ask: async (
    tx: Tx,
    app: App,
    actor: Actor,
    solicitationId: string,
    lost: boolean,
  ): Promise<{ jobId: string }> => {
    const db = app.database.read(sealScope(actor.orgId!, actor));
    const row = await db.maybe<SolicitationRow>(
      sql`select * from solicitation where org_id = ${actor.orgId} and id = ${solicitationId}`,
    );
    if (!row) throw notFound("solicitation");
    const { current } = await sittingOf(db, row);
    if (!current || current.state === "done")
      throw conflict("no_sitting", "There is nothing to open.");
    const blocked = current.state === "waiting" ? await blockedBy(db, row, current) : null;
    if (blocked) throw conflict("blocked", blocked);
    return {
      jobId: await enqueue(
        tx,
        actor,
        job,
        { solicitationId, lost },
        `Open the bids of ${row.number}`,
      ),
    };
  },
};

/**
 * Quotes that the server holds open by rule, when their solicitation is closed: at once by the
 * instance that closed it, and every minute by any. Not those that wait for an officer because of an
 * outage.
 */
export const openHeld = async (app: App): Promise<void> => {
  for (const { id: orgId } of await identityDb(app.database).rows<{ id: string }>(
    sql`select id from organization order by id`,
  )) {
    const due = await app.database.read(sealScope(orgId)).rows<{ id: string }>(sql`
      select id
      from solicitation
      where org_id = ${orgId}
        and protection = 'held'
        and status = 'closed'
        and not exists (
          select 1
          from deadline_outage o
          where o.org_id = solicitation.org_id
            and o.solicitation_id = solicitation.id
            and o.due_at = solicitation.due_at
            and o.decision is null
        )
      order by due_at
      limit 50
    `);
    for (const { id } of due)
      await openStage(app, systemActor(orgId), id).catch((error: Error) =>
        console.error(`opening of ${id}: ${error.message}`),
      );
  }
};

export const openingSchedules: readonly Schedule[] = [
  { name: "bids-key-store", cron: "* * * * *", afterRestore: "goes on", run: tendKeyStore },
  {
    name: "bids-held",
    cron: "* * * * *",
    afterRestore: {
      kind: "openings",
      due: `
        select
          count(*)::int as due, coalesce(sum(bids), 0)::int as people, min(due_at) as since,
          ${namesOf("org_id", "number || ': ' || title")}
        from (
          select
            s.org_id, s.number, s.title, s.due_at,
            (
              select count(*)
              from bid b
              where b.org_id = s.org_id and b.solicitation_id = s.id
            ) as bids
          from solicitation s
          where s.protection = 'held' and s.status = 'closed'
        ) held
      `,
    },
    run: openHeld,
  },
];
