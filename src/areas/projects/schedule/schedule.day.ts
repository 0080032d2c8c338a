import { systemActor, type Actor } from "#kernel/access.ts";
import { weekdayOf } from "#kernel/holidays.ts";
import { counted } from "#kernel/words.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { datesOf, loadNetwork } from "./network.service.ts";
import { rewrite } from "./schedule.service.ts";
import { schedule } from "./schedule.tables.ts";
import { waitingTasks } from "./waiting.service.ts";

const monday = 1;
/** Owners are told of so many tasks at most; the list has all. */
const mostTold = 2000;

/** Schedules of projects that run, by id. */
const running = (db: Db): Promise<{ id: string }[]> =>
  db.rows(sql`
    select s.id
    from schedule s
    join project p on p.org_id = s.org_id and p.id = s.project_id
    where s.org_id = ${db.scope.orgId}
      and s.finish is not null
      and p.status not in ('closed', 'cancelled')
    order by s.id
  `);

/** Whether a schedule would lie elsewhere by the agency's hours of today. */
const isStale = async (db: Db, id: string): Promise<boolean> => {
  const row = await getRow(db, schedule, id, "schedule");
  const stored = await loadNetwork(db, row);
  const { placed } = datesOf(stored, row, stored.plan);
  return stored.tasks.some(({ id: taskId, start, finish }) => {
    const at = placed.get(taskId)!;
    return at.start !== start || at.finish !== finish;
  });
};

/** Computes a schedule anew where the agency's own days off changed since it was written. */
export const refreshSchedule = async (tx: Tx, actor: Actor, id: string): Promise<boolean> => {
  if (!(await isStale(tx, id))) return false;
  await rewrite(tx, actor, {
    id,
    action: "recompute",
    note: "The agency's working days changed.",
    edit: ({ plan }) => ({ plan }),
  });
  return true;
};

/** On Mondays owners are told how many of their tasks wait for their progress. */
export const tellOwners = async (tx: Tx): Promise<void> => {
  if (weekdayOf(businessDate(tx.scope)) !== monday) return;
  const owned = new Map<string, number>();
  for (const { ownerId } of await waitingTasks(tx, mostTold))
    if (ownerId !== null) owned.set(ownerId, (owned.get(ownerId) ?? 0) + 1);
  for (const [ownerId, n] of owned)
    notify(tx, [ownerId], {
      kind: "schedule",
      title: `${counted(n, "task")} wait for your progress`,
      body: "Tell what began, what is done and what is left.",
      link: "/project-management",
    });
};

const refreshAll = async (app: App, orgId: string, timeZone: string): Promise<void> => {
  const actor = { ...systemActor(orgId), timeZone };
  for (const { id } of await running(app.database.read(actor)))
    await app.database.transaction(actor, (tx) => refreshSchedule(tx, actor, id));
};

/** Each morning dates by the agency's days off of today; on Mondays owners hear what waits for them. */
export const scheduleDay: AgencyDay = {
  name: "schedules",
  at: "05:10",
  afterRestore: "goes on",
  run: async (app, orgId) => {
    const { timeZone } = await readOrganization(app.database.read({ orgId, personId: null }));
    await refreshAll(app, orgId, timeZone);
    await app.database.transaction({ orgId, personId: null, timeZone }, tellOwners);
  },
};
