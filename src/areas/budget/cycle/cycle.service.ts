import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { departmentById } from "#areas/organization/organization.server.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { fiscalYear } from "../budget.tables.ts";
import { budgetCycle, budgetCycleStep } from "../planning.tables.ts";
import { cycleDeadlines } from "./cycle-deadlines.service.ts";
import type { CycleAction } from "./cycle.labels.ts";
import type { cycleInput, cyclePatch, targetInput } from "./cycle.model.ts";
import { cycleNoun, type CycleRecord } from "./cycle.noun.ts";

type Steps = z.output<typeof cycleInput>["steps"];
export type CycleStep = { id: string; version: number | null; reason?: string | null };

const storeSteps = async (tx: Tx, cycleId: string, steps: Steps) => {
  const done = await tx.rows<{ title: string; doneOn: Day }>(sql`
    delete from budget_cycle_step
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycleId}
    returning title, done_on
  `);
  const before = new Map(done.map((step) => [step.title, step.doneOn]));
  await insertRows(
    tx,
    budgetCycleStep,
    steps.map((step, at) => ({
      ...step,
      orgId: tx.scope.orgId!,
      id: newId(),
      cycleId,
      lineNo: at + 1,
      doneOn: before.get(step.title) ?? null,
    })),
  );
};

const keepDays = async (tx: Tx, actor: Actor, cycleId: string) => {
  const [dated] = await cycleDeadlines(tx, cycleId);
  await keepDeadlines(tx, actor, "budgetCycle", dated!);
};

/**
 * Begins the cycle of a fiscal year that is planned. 422 for a year that is open or closed: its
 * budget is changed by amendments. 409 where the year has a cycle.
 */
export const createCycle = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof cycleInput>,
): Promise<CycleRecord> => {
  // Locked, so that lines that come for the year meanwhile end before, or see the cycle.
  const year = await lockRow(tx, fiscalYear, input.fiscalYearId, "fiscal year");
  if (year.status !== "planned")
    throw invalidField(
      "fiscalYearId",
      `Fiscal year ${year.year} is ${year.status}. A cycle prepares a year that is planned.`,
      "year_not_planned",
    );
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from budget_cycle
    where org_id = ${tx.scope.orgId} and fiscal_year_id = ${year.id}
  `);
  if (other) throw conflict("already_exists", `${other.number} prepares this year already.`);
  const { steps, ...head } = input;
  const id = newId();
  const made = await create(tx, actor, cycleNoun, {
    number: { kind: "BUD", year: year.year },
    row: { ...head, orgId: actor.orgId!, id },
    content: { steps },
    store: () => storeSteps(tx, id, steps),
  });
  await keepDays(tx, actor, id);
  return made as CycleRecord;
};

/** Changes message, inflation and dated steps of a cycle that is not adopted yet. */
export const changeCycle = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: z.output<typeof cyclePatch>,
  version: number | null,
) => {
  return change(tx, actor, cycleNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.adoptedAt)
        throw conflict("adopted", "This budget is adopted: what it says stays as it was.");
      const { steps, ...head } = patch;
      if (steps) {
        await storeSteps(tx, id, steps);
        await keepDays(tx, actor, id);
      }
      return { patch: head, content: { ...(steps ? { steps } : {}) } };
    },
  });
};

/** Marks a dated step as done, or takes the mark back. */
export const tickStep = async (tx: Tx, actor: Actor, id: string, stepId: string, done: boolean) => {
  const cycle = await lockRow(tx, budgetCycle, id, "budget cycle");
  const step = await getRow(tx, budgetCycleStep, stepId, "step");
  if (step.cycleId !== id) throw conflict("rule", "This step belongs to another cycle.");
  if (step.ownerId && step.ownerId !== actor.personId && !actor.permissions.has("budget.edit"))
    throw conflict("rule", "Whoever owns this step marks it, or the budget officer.");
  await tx.rows(sql`
    update budget_cycle_step
    set done_on = ${done ? businessDate(tx.scope) : null}::date
    where org_id = ${tx.scope.orgId} and id = ${stepId}
  `);
  await keepDays(tx, actor, id);
  note(tx, actor, "budgetCycle", cycle, {
    action: "step",
    before: { step: step.title, doneOn: step.doneOn },
    after: { step: step.title, done },
  });
  return { id: stepId };
};

/** Sets what a department is to stay within in a fund; asking beyond it is shown, not refused. */
export const setTarget = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { departmentId, fundId, cents }: z.output<typeof targetInput>,
) => {
  const cycle = await lockRow(tx, budgetCycle, id, "budget cycle");
  if (cycle.adoptedAt) throw conflict("adopted", "This budget is adopted.");
  await departmentById(tx, departmentId);
  const fund = await tx.maybe(sql`
    select id
    from segment_value
    where org_id = ${tx.scope.orgId} and id = ${fundId} and kind = 'fund'
  `);
  if (!fund) throw invalidField("fundId", "Choose a fund.");
  await tx.rows(sql`
    insert into budget_target (org_id, id, cycle_id, department_id, fund_id, cents)
    values (${tx.scope.orgId}, ${newId()}, ${id}, ${departmentId}, ${fundId}, ${cents})
    on conflict (org_id, cycle_id, department_id, fund_id)
    do update set cents = excluded.cents
  `);
  note(tx, actor, "budgetCycle", cycle, {
    action: "target",
    after: { departmentId, fundId, cents },
  });
  return { id };
};

/**
 * Moves a cycle on. Preparing the adoption keeps who prepared it; going back to review takes that
 * back. The decision itself is `adopt`.
 */
export const moveCycle = (
  tx: Tx,
  actor: Actor,
  action: Exclude<CycleAction, "adopt">,
  { id, version, reason = null }: CycleStep,
) =>
  transition(tx, actor, cycleNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => {
      if (action === "prepare")
        return {
          patch: {
            preparedBy: actor.personId,
            preparedAt: businessNow(tx.scope).toISOString(),
          },
        };
      if (action === "reopen") return { patch: { preparedBy: null, preparedAt: null } };
      return {};
    },
  });
