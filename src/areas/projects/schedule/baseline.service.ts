import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { lastDayOf } from "./moment.model.ts";
import { datesOf, loadNetwork } from "./network.service.ts";
import { baselineNoun, type BaselineStored, type ScheduleStored } from "./schedule.noun.ts";
import { rewrite } from "./schedule.service.ts";
import { schedule } from "./schedule.tables.ts";
import { snapshotOf, type Snapshot } from "./snapshot.model.ts";
import { standingOf } from "./standing.service.ts";

// The next number is counted by those that were approved; one waits at a time.
const nextNumber = async (tx: Tx, row: ScheduleStored): Promise<number> => {
  const { approved, waits } = await tx.one<{ approved: number; waits: boolean }>(sql`
    select
      count(*) filter (where status = 'approved')::int as approved,
      coalesce(bool_or(status = 'proposed'), false) as waits
    from schedule_baseline
    where org_id = ${tx.scope.orgId} and schedule_id = ${row.id}
  `);
  if (waits)
    throw conflict(
      "baseline_waits",
      "A baseline waits to be approved already. It is approved or returned first.",
    );
  return approved + 1;
};

/**
 * Proposes the schedule as it stands as a baseline. 404, 412, 428, 409 `baseline_waits`,
 * `schedule_empty`.
 */
export const proposeBaseline = async (
  tx: Tx,
  actor: Actor,
  id: string,
  note: string,
  version: number | null,
): Promise<BaselineStored> => {
  const row = await lockRow(tx, schedule, id, "schedule");
  requireVersion(row.version, version);
  const stored = await loadNetwork(tx, row);
  if (stored.tasks.length === 0)
    throw conflict("schedule_empty", "The schedule has no tasks yet. Add them first.");
  const baselineNo = await nextNumber(tx, row);
  const computed = datesOf(stored, row, stored.plan);
  const made = newId();
  return create(tx, actor, baselineNoun, {
    number: { within: `${row.number} baseline ${baselineNo}` },
    row: {
      orgId: tx.scope.orgId!,
      id: made,
      scheduleId: id,
      baselineNo,
      note,
      finish: computed.finish,
      snapshot: snapshotOf(standingOf(stored, row, stored.plan, computed)),
      proposedBy: actor.personId,
    },
    // The copy is the record's own; the history tells what it was proposed with.
    untold: ["snapshot"],
    content: { tasks: stored.tasks.length },
  });
};

const byTask = ({ tasks }: Snapshot) => new Map(tasks.map((task) => [task.id, task]));

// Every task is held against the copy from now on; one that is not in it against nothing.
const holdAgainst = async (tx: Tx, actor: Actor, baseline: BaselineStored): Promise<void> => {
  const kept = byTask(baseline.snapshot);
  await rewrite(tx, asSystem(actor), {
    id: baseline.scheduleId,
    action: "baseline",
    note: `${baseline.number} was approved.`,
    edit: ({ plan }) => ({
      plan,
      marks: (id, _at, stood) => ({
        ...stood,
        baseStart: kept.get(id)?.start ?? null,
        baseFinish: kept.get(id)?.finish ?? null,
      }),
      head: { baseFinish: baseline.finish, baseFinishOn: lastDayOf(baseline.finish) },
    }),
  });
};

/** Approves a baseline that another person proposed; it counts from now on. 404, 409, 412. */
export const approveBaseline = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Pick<TakenStep, "id" | "version">,
): Promise<BaselineStored> => {
  const row = await transition(tx, actor, baselineNoun, {
    id,
    version,
    action: "approve",
    effect: () =>
      Promise.resolve({
        patch: { decidedBy: actor.personId, decidedOn: businessDate(tx.scope) },
      }),
  });
  await holdAgainst(tx, actor, row);
  return row;
};

/** Returns a baseline with the reason. 404, 409, 412, 422 without one. */
export const returnBaseline = (tx: Tx, actor: Actor, at: TakenStep): Promise<BaselineStored> =>
  transition(tx, actor, baselineNoun, {
    ...at,
    action: "return",
    effect: () =>
      Promise.resolve({
        patch: {
          decidedBy: actor.personId,
          decidedOn: businessDate(tx.scope),
          statusReason: at.reason?.trim() ?? "",
        },
      }),
  });
