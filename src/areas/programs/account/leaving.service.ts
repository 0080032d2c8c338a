import { namesOf } from "#server/restored/clocks.ts";
import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { standingInAgency } from "#areas/identity/identity.server.ts";
import {
  administratorsOf,
  notify,
  type AdminMatter,
  type Holding,
} from "#areas/organization/organization.server.ts";
import { handOver, programsOf, stepProgram } from "./program.service.ts";

/** Programs that a member answers for: a successor takes them over, and makes new keys. */
export const programHolding: Holding = {
  kind: "programs",
  label: "Programs they answer for",
  place: 80,
  of: async (db, personId) =>
    (await programsOf(db, personId)).map(({ id, name }) => ({
      id,
      label: name,
      link: `/api-connectors/programs/${id}`,
    })),
  takeOver: async (tx, actor, personId, successorId) => {
    if (successorId === null) return 0;
    const left = await programsOf(tx, personId);
    for (const { id } of left) await handOver(tx, actor, id, successorId);
    return left.length;
  },
};

/** Programs that rest: somebody decides whether they work again. */
export const restingPrograms: AdminMatter = {
  id: "programs",
  one: "program is paused",
  many: "programs are paused",
  about: "Their keys open nothing until somebody lets them work again, or ends them.",
  href: "/api-connectors?tab=keys&status=paused",
  permission: "program.read",
  count: async (db: Db) =>
    (
      await db.one<{ n: number }>(sql`
        select count(*)::int as n
        from program_account
        where org_id = ${db.scope.orgId} and status = 'paused'
      `)
    ).n,
};

const rest = async (tx: Tx, id: string, name: string) => {
  const actor = systemActor(tx.scope.orgId, new Set(), "Ends of rights");
  await stepProgram(tx, actor, "pause", {
    id,
    reason: "Whoever answers for it is no member now.",
    version: null,
  });
  notify(tx, await administratorsOf(tx), {
    kind: "program",
    title: `The program ${name} is paused`,
    body: "Whoever answered for it is no member now. Name somebody else, or end it.",
    link: `/api-connectors/programs/${id}`,
  });
};

type Active = { orgId: string; id: string; name: string; ownerId: string; over: boolean };

/**
 * Puts away what has ended, and pauses programs that nobody answers for; the administrators are told
 * once. Their keys opened nothing from the instant itself on.
 */
export const settlePrograms = async (app: Pick<App, "database">): Promise<void> => {
  const identity = identityDb(app.database);
  const active = await identity.rows<Active>(sql`
    select org_id, id, name, owner_id, ends_at <= clock_timestamp() as over
    from program_account
    where status = 'active' or (status = 'paused' and ends_at <= clock_timestamp())
  `);
  for (const { orgId, id, name, ownerId, over } of active) {
    const gone = !over && !(await standingInAgency(identity, orgId, ownerId));
    if (!over && !gone) continue;
    const actor = systemActor(orgId, new Set(), "Ends of rights");
    await app.database
      .transaction(actor, async (tx) => {
        if (!over) return rest(tx, id, name);
        await stepProgram(tx, actor, "end", { id, reason: "Its end has come.", version: null });
      })
      // Somebody took the step a moment ago.
      .catch((error: unknown) => console.error(`program ${id}:`, error));
  }
};

/** Every minute. */
export const endingsOfPrograms: Schedule = {
  name: "endings-of-programs",
  cron: "* * * * *",
  afterRestore: {
    kind: "access",
    due: `
      select
        count(*)::int as due, count(distinct owner_id)::int as people, min(ends_at) as since,
        ${namesOf("org_id", "name")}
      from program_account
      where status in ('active', 'paused') and ends_at <= clock_timestamp()
    `,
  },
  run: async (app) => settlePrograms(app),
};
