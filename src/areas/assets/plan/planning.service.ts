import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { permissionsOf } from "#roles.ts";
import { businessDate } from "#server/clock.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { planInspection } from "../inspection/inspection.service.ts";
import { workOrderInput } from "../work-order/work-order.model.ts";
import { requestWork } from "../work-order/work-order.service.ts";
import type { PlanRow, RunAnswer } from "./plan.model.ts";
import { plansInForce, ruleOf } from "./plan.service.ts";
import { pageSize, routeOf, targetsOf, type Target } from "./targets.service.ts";
import { planCycle } from "./plan.tables.ts";
import { dueNow, fixedDates, isCovered, plusDays, type PlanState } from "./schedule.model.ts";

/** So many targets at a time take their numbers: others who number work orders wait that long. */
const batchSize = 50;

type Decided = {
  assetId: string | null;
  dueOn: Day;
  missed: Day[];
  what: "make" | "covered" | "missed";
  why: string;
};

/** The dates of plans that cover this one and go by the calendar, about today. */
export const coverDates = (covering: readonly PlanRow[], today: string) =>
  covering
    .filter((plan) => plan.dueBy !== "meter" && !plan.floating)
    .flatMap((plan) =>
      fixedDates(ruleOf(plan), {
        after: plusDays(today, -400),
        until: plusDays(today, 800),
        count: 400,
      }).map((on) => ({ on, name: plan.name })),
    );

const stateOf = (t: Target): PlanState => ({
  startOn: t.startOn,
  lastDueOn: t.lastDueOn,
  lastDoneOn: t.lastDoneOn,
  lastUndoneOn: t.lastUndoneOn,
  meter:
    t.total === null ? null : { total: t.total, doneTotal: t.doneTotal ?? 0, perDay: t.perDay },
});

const decide = (
  plan: PlanRow,
  target: Target,
  today: string,
  covers: readonly string[],
): Decided | null => {
  const rule = ruleOf(plan);
  const due = dueNow(rule, stateOf(target), { today, leadDays: plan.leadDays });
  if (!due) return null;
  const of = { assetId: target.assetId, ...due };
  const covered = isCovered(rule, due.dueOn, [...covers, ...target.coverDates]);
  if (covered) return { ...of, what: "covered", why: `Covered by the plan due on ${covered}.` };
  if (target.openDue === null) return { ...of, what: "make", why: "" };
  if (plan.dueBy !== "calendar" || plan.floating) return null;
  // By its day: until then the open work may still be done.
  if (due.dueOn > today) return null;
  return { ...of, what: "missed", why: `The work due on ${target.openDue} is still open.` };
};

const cycleOf = (plan: PlanRow, orgId: string, d: Decided) => ({
  orgId,
  id: newId(),
  definitionId: plan.definitionId,
  planId: plan.id,
  assetId: d.assetId,
});

// What another instance decided at the same time is found and left alone.
const claim = async (tx: Tx, plan: PlanRow, d: Decided): Promise<string | null> => {
  const made = await tx.maybe<{ id: string }>(sql`
    insert into plan_cycle (org_id, id, definition_id, plan_id, asset_id, due_on, status, why)
    values (
      ${tx.scope.orgId}, ${newId()}, ${plan.definitionId}, ${plan.id}, ${d.assetId}::uuid,
      ${d.dueOn}, ${d.what === "make" ? "open" : d.what}, ${d.why}
    )
    on conflict
    do nothing
    returning id
  `);
  return made?.id ?? null;
};

const orderOf = async (tx: Tx, actor: Actor, plan: PlanRow, d: Decided): Promise<string> => {
  const row = await requestWork(
    tx,
    actor,
    workOrderInput.parse({
      title: plan.name,
      description: plan.about,
      kind: "preventive",
      priority: plan.priority,
      assetId: d.assetId,
      departmentId: plan.departmentId,
      location: plan.route ? `Route of ${plan.assetIds.length} assets` : "",
      dueOn: d.dueOn,
      estimateMinutes: plan.estimateMinutes,
      tasks: plan.route ? await routeTasks(tx, plan) : plan.tasks,
    }),
    { status: "approved", leadId: plan.leadId, scheduledOn: null },
  );
  return row.id;
};
const routeTasks = async (tx: Tx, plan: PlanRow) => {
  const stops = await tx.rows<{ name: string; location: string }>(sql`
    select name, location
    from asset
    where org_id = ${tx.scope.orgId}
      and (id = any(${plan.assetIds}::uuid[]) or class_id = ${plan.classId}::uuid)
      and status in ('in_service', 'out_of_service')
    order by location, name
    limit 100
  `);
  return stops.map(({ name, location }) => ({
    title: [name, location].filter(Boolean).join(", ").slice(0, 300),
    mandatory: true,
  }));
};

const make = async (tx: Tx, actor: Actor, plan: PlanRow, d: Decided, cycleId: string) => {
  const made =
    plan.makes === "inspection"
      ? {
          inspection: await planInspection(tx, actor, plan, { assetId: d.assetId, dueOn: d.dueOn }),
        }
      : { workOrder: await orderOf(tx, actor, plan, d) };
  await tx.rows(sql`
    update plan_cycle
    set
      work_order_id = ${made.workOrder ?? null}::uuid,
      inspection_id = ${made.inspection ?? null}::uuid
    where org_id = ${tx.scope.orgId} and id = ${cycleId}
  `);
};

const carryOut = async (
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  decided: readonly Decided[],
): Promise<RunAnswer> => {
  const told = { made: 0, missed: 0, covered: 0, skipped: 0 };
  for (const d of decided) {
    const id = await claim(tx, plan, d);
    if (!id) continue;
    if (d.missed.length > 0) {
      await insertRows(
        tx,
        planCycle,
        d.missed.map((dueOn) => ({
          ...cycleOf(plan, tx.scope.orgId!, d),
          dueOn,
          status: "missed" as const,
          why: "Nobody planned on this day; the next one was made.",
        })),
      );
      told.missed += d.missed.length;
    }
    if (d.what === "make") {
      await make(tx, actor, plan, d, id);
      told.made++;
    } else told[d.what]++;
  }
  return told;
};

const add = (a: RunAnswer, b: RunAnswer): RunAnswer => ({
  made: a.made + b.made,
  missed: a.missed + b.missed,
  covered: a.covered + b.covered,
  skipped: a.skipped + b.skipped,
});

const none: RunAnswer = { made: 0, missed: 0, covered: 0, skipped: 0 };

/** Who plans: the system, with what a manager may. */
const planner = (orgId: string): Actor => ({
  ...systemActor(orgId, permissionsOf("manager", [])),
  name: "Plans",
});

type Scope = { orgId: string; personId: null; timeZone?: string; businessNow?: string };

/**
 * Makes the work that has come due by the agency's day under a plan: one work order or inspection
 * for each asset, never two open ones of a plan; missed dates are logged and not made up for. May run again, and by
 * several at once: each date is claimed once.
 */
export const runPlan = async (
  database: Database,
  scope: Scope,
  plan: PlanRow,
  inForce: readonly PlanRow[],
): Promise<RunAnswer> => {
  const db = database.read(scope);
  const today = businessDate(scope);
  const covering = inForce.filter((other) => other.covers.includes(plan.definitionId));
  const ids = covering.map((other) => other.definitionId);
  const dates = coverDates(covering, today).map((one) => one.on);
  const actor = planner(scope.orgId);
  let told = none;
  const settle = async (targets: readonly Target[]) => {
    const decided = targets.flatMap((target) => decide(plan, target, today, dates) ?? []);
    for (let at = 0; at < decided.length; at += batchSize) {
      const batch = decided.slice(at, at + batchSize);
      told = add(told, await database.transaction(scope, (tx) => carryOut(tx, actor, plan, batch)));
    }
  };
  if (plan.route) await settle([await routeOf(db, plan, ids)]);
  else
    for (let after: string | null = null; ;) {
      const page: (Target & { pageId: string })[] = await targetsOf(db, plan, ids, after);
      await settle(page);
      if (page.length < pageSize) break;
      after = page.at(-1)!.pageId;
    }
  return told;
};

/** All plans in force of an agency; those that cover others come first. */
export const runPlans = async (database: Database, scope: Scope): Promise<RunAnswer> => {
  const inForce = await plansInForce(database.read(scope));
  let told = none;
  for (const plan of inForce.toSorted((a, b) => b.covers.length - a.covers.length))
    told = add(told, await runPlan(database, scope, plan, inForce));
  return told;
};
