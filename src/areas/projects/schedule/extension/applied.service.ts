import type { Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import type { AppliedChange } from "#areas/contracts/contracts.server.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow, getRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { project } from "../../projects.tables.ts";
import { rewrite } from "../schedule.service.ts";
import { schedule } from "../schedule.tables.ts";
import { closedFor } from "./extension.service.ts";
import { scheduleExtension } from "./extension.tables.ts";

type Asked = typeof scheduleExtension.$inferSelect;

// What another contract's extension gave for the same days of the finish.
const givenBefore = async (tx: Tx, { id, scheduleId, slip }: Asked): Promise<number> => {
  const { days } = await tx.one<{ days: number }>(sql`
    select coalesce(max(applied_days), 0) as days
    from schedule_extension
    where org_id = ${tx.scope.orgId}
      and schedule_id = ${scheduleId}
      and id <> ${id}
      and slip ->> 'wasFinish' < ${slip.finish}
      and slip ->> 'finish' > ${slip.wasFinish}
  `);
  return days;
};

/**
 * An extension that was asked from a schedule is in force: the day by which the schedule must finish
 * moves by the days that the change gave, once where two contracts got the same days.
 */
export const finishFollows = async (tx: Tx, actor: Actor, c: AppliedChange): Promise<void> => {
  const asked = await findRow(tx, scheduleExtension, c.id);
  if (!asked) return;
  const more = c.days - Math.max(0, await givenBefore(tx, asked));
  await updateRow(tx, scheduleExtension, c.id, { appliedDays: c.days });
  const { projectId, mustFinishOn } = await getRow(tx, schedule, asked.scheduleId, "schedule");
  const ended = closedFor(await getRow(tx, project, projectId, "project")) !== null;
  if (ended || mustFinishOn === null || more <= 0) return;
  await rewrite(tx, asSystem(actor), {
    id: asked.scheduleId,
    note: `${c.number}: ${c.title}`,
    edit: ({ plan }) => ({ plan, head: { mustFinishOn: addDays(mustFinishOn, more) } }),
  });
};
