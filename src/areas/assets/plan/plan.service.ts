import type { PublishCheck } from "#kernel/definition.ts";
import { businessDate } from "#server/clock.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { planInput, type PlanInput, type PlanRow } from "./plan.model.ts";
import { maintenancePlan } from "./plan.tables.ts";
import { fixedDates, type PlanRule } from "./schedule.model.ts";

type Version = PlanInput & { definitionId: string };

/** What a plan says about its dates. */
export const ruleOf = (plan: PlanInput): PlanRule => ({
  dueBy: plan.dueBy,
  every: plan.every,
  unit: plan.unit,
  anchorOn: plan.anchorOn,
  floating: plan.floating,
  seasonFrom: plan.seasonFrom,
  seasonTo: plan.seasonTo,
  meterEvery: plan.meterEvery,
});

const coversItself = async (db: Db, plan: Version): Promise<boolean> => {
  const loop = await db.maybe(sql`
    with recursive under as (
      select unnest(${plan.covers}::uuid[]) as id
      union
      select unnest(p.covers)
      from under
      join maintenance_plan p on p.definition_id = under.id
      where p.org_id = ${db.scope.orgId} and p.status = 'published'
    )
    select 1 as found
    from under
    where id = ${plan.definitionId}
    limit 1
  `);
  return loop !== undefined && loop !== null;
};

const checklistInForce = async (db: Db, id: string | null): Promise<boolean> =>
  id !== null &&
  Boolean(
    await db.maybe(sql`
      select 1 as found
      from inspection_checklist
      where org_id = ${db.scope.orgId} and definition_id = ${id} and status = 'published'
    `),
  );

// What must hold before a plan makes work by itself: whoever publishes it approves that work.
const checksOf = async (db: Db, plan: Version): Promise<PublishCheck[]> => {
  const calendar = plan.dueBy !== "meter";
  const meter = plan.dueBy !== "calendar";
  const today = businessDate(db.scope);
  const dated =
    !calendar ||
    fixedDates(ruleOf(plan), {
      after: today < (plan.anchorOn ?? today) ? "0001-01-01" : today,
      count: 1,
    }).length > 0;
  return [
    {
      sentence: "Say on which assets: choose a class, or assets.",
      ok: plan.classId !== null || plan.assetIds.length > 0,
      path: "assetIds",
    },
    {
      sentence: "Say how often, and on which day it is due first.",
      ok: !calendar || (plan.every !== null && plan.unit !== null && plan.anchorOn !== null),
      path: "every",
    },
    {
      sentence: "It has a date in the next ten years: its season leaves one.",
      ok: !calendar || plan.every === null || dated,
      path: "seasonFrom",
    },
    {
      sentence: "A season has a first and a last day.",
      ok: (plan.seasonFrom === null) === (plan.seasonTo === null),
      path: "seasonTo",
    },
    {
      sentence: "Say which meter, and after how much of it.",
      ok: !meter || (plan.meterKind !== null && plan.meterEvery !== null),
      path: "meterEvery",
    },
    {
      sentence: "A route goes by the calendar: its assets have meters of their own.",
      ok: !plan.route || plan.dueBy === "calendar",
      path: "route",
    },
    {
      sentence: "Choose a checklist that is in force: the plan makes inspections.",
      ok: plan.makes === "workOrder" || (await checklistInForce(db, plan.checklistId)),
      path: "checklistId",
    },
    {
      sentence: "An inspection is given to somebody: choose who.",
      ok: plan.makes === "workOrder" || plan.leadId !== null,
      path: "leadId",
    },
    {
      sentence: "A plan does not cover itself, nor one that covers it.",
      ok: !plan.covers.includes(plan.definitionId) && !(await coversItself(db, plan)),
      path: "covers",
    },
  ];
};

/** The agency's plans of preventive work. Cycles keep the version that they came from. */
export const plans = defineDefinition({
  name: "maintenancePlan",
  what: "plan",
  table: maintenancePlan,
  body: planInput,
  checks: checksOf,
  file: { schema: "levee.maintenance-plan", version: 1 },
});

/** Columns of a version, as its row holds them. */
const planColumns = sql`
  
    id, definition_id, version_no, name, status, published_at, version, about, due_by, every, unit,
    anchor_on, floating, season_from, season_to, meter_kind, meter_every, lead_days, covers,
    class_id, asset_ids, route, makes, checklist_id, priority, department_id, lead_id,
    estimate_minutes, tasks
`;

/** All plans in all versions, by name, newest first. */
export const listPlans = (db: Db): Promise<PlanRow[]> =>
  db.rows<PlanRow>(sql`
    select ${planColumns}
    from maintenance_plan
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** Plans in force. */
export const plansInForce = (db: Db): Promise<PlanRow[]> =>
  db.rows<PlanRow>(sql`
    select ${planColumns}
    from maintenance_plan
    where org_id = ${db.scope.orgId} and status = 'published'
    order by name, id
    limit 1000
  `);
