import { namesOf } from "#server/restored/clocks.ts";
import type { App } from "#server/app.ts";
import { lastAudited } from "#server/audit/audit.ts";
import { isAway } from "#server/db/away.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { agencyGoes } from "#server/agencies/state.ts";
import { sql } from "#server/db/sql.ts";
import type { AfterRestore } from "#server/restored/clocks.ts";
import { isHeld } from "#server/restored/held.ts";
import { readOn } from "./reading.service.ts";
import { takeStep, type RunScope } from "./turn.service.ts";

/** So often it looks while this process writes records, and else; milliseconds. */
const busyMs = 1_000;
const idleMs = 10_000;
/** Runs of one agency that are looked at before the next one's turn. */
const most = 200;

const agencies = (app: App): Promise<RunScope[]> =>
  identityDb(app.database).rows<RunScope>(
    sql`
      select id as org_id, null as person_id, time_zone
      from organization
      where ${agencyGoes(sql`organization.id`)}
      order by id
    `,
  );

const dueRuns = async (app: App, scope: RunScope): Promise<string[]> =>
  (
    await app.database.read(scope).rows<{ id: string }>(sql`
      select id
      from flow_run
      where org_id = ${scope.orgId}
        and status in ('running', 'waiting')
        and due_at <= coalesce(${scope.businessNow ?? null}::timestamptz, clock_timestamp())
      order by due_at, id
      limit ${most}
    `)
  ).map((run) => run.id);

/** Moves one run as far as it goes; the number of steps. */
const moveRun = async (app: App, scope: RunScope, id: string): Promise<number> => {
  let steps = 0;
  for (let more = true; more; steps++) more = await takeStep(app, scope, id);
  return steps;
};

/**
 * Everything that is due in one agency: what the ledger says began or came, then every run that can
 * go on, until none can. Several instances may do it at once; each step is taken by one.
 */
export const keepRuns = async (app: App, scope: RunScope): Promise<void> => {
  await readOn(app, scope);
  for (let due = await dueRuns(app, scope); due.length > 0; due = await dueRuns(app, scope)) {
    let moved = 0;
    for (const id of due) moved += (await moveRun(app, scope, id)) - 1;
    // What is left is held by another instance or rests.
    if (moved === 0) break;
  }
};

/** Runs that can go on wait after a restore: their letters, tasks and records may be there already. */
export const flowsAfterRestore: AfterRestore = {
  kind: "flows",
  due: `
    select
      count(distinct id)::int as due, count(distinct person)::int as people, min(due_at) as since,
      ${namesOf("org_id", "number")}
    from flow_run
    left join lateral unnest(waiting_people) p(person) on true
    where status in ('running', 'waiting') and due_at <= clock_timestamp()
  `,
};

/** One look at every agency's runs. */
export const keepAllRuns = async (app: App): Promise<void> => {
  for (const scope of await agencies(app)) await keepRuns(app, scope);
};

/** Keeps every agency's runs while the instance stands; gives the function that stops it. */
export const runEngine = async (app: App): Promise<() => Promise<void>> => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let looked = -Infinity;
  const look = async () => {
    const now = performance.now();
    if (now - lastAudited() > 4 * busyMs && now - looked < idleMs) return;
    looked = now;
    if (await isHeld(app.database, flowsAfterRestore)) return;
    for (const scope of await agencies(app)) {
      if (stopped) return;
      // What is wrong in one agency stops no other one.
      await keepRuns(app, scope).catch((error: unknown) => {
        if (isAway(error)) throw error;
        console.error(`workflows of ${scope.orgId}:`, error);
      });
    }
  };
  const again = () => {
    timer = setTimeout(() => {
      working = look()
        .catch((error: unknown) => {
          if (!stopped && !isAway(error)) console.error("workflows:", error);
        })
        .then(() => {
          if (!stopped) again();
        });
    }, busyMs);
  };
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await working;
  };
};
