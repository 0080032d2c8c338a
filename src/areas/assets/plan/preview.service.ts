import type { z } from "zod";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { planInput, type PreviewAnswer, type previewInput } from "./plan.model.ts";
import { coverDates } from "./planning.service.ts";
import { plansInForce, ruleOf } from "./plan.service.ts";
import { isCovered, plusDays, preview, type PlanState } from "./schedule.model.ts";

const dates = 12;

const stateFor = async (
  db: Db,
  asked: z.output<typeof previewInput>,
  today: string,
): Promise<PlanState> => {
  const [last, meter] = await Promise.all([
    asked.definitionId
      ? db.one<{
          lastDueOn: Day | null;
          lastDoneOn: Day | null;
          lastUndoneOn: Day | null;
          doneTotal: number | null;
        }>(sql`
          select
            max(due_on)::text as last_due_on, max(done_on)::text as last_done_on,
            (max(due_on) filter (where status <> 'done'))::text as last_undone_on,
            max(meter_total)::float8 as done_total
          from plan_cycle
          where org_id = ${db.scope.orgId}
            and definition_id = ${asked.definitionId}
            and (
              ${asked.assetId ?? null}::uuid is null
              or asset_id = ${asked.assetId ?? null}::uuid
            )
        `)
      : null,
    asked.assetId && asked.meterKind
      ? db.maybe<{ total: number; perDay: number | null }>(sql`
        select
          m.total::float8 as total,
          (
            select case
                when max(r.read_at) > min(r.read_at) + interval '1 day' then ((max(r.total) - min(r.total)) / (
                  extract(epoch from max(r.read_at) - min(r.read_at)) / 86400
                ))::float8
              end
            from meter_reading r
            where r.org_id = m.org_id and r.meter_id = m.id
          ) as per_day
        from asset_meter m
        where m.org_id = ${db.scope.orgId}
          and m.asset_id = ${asked.assetId}
          and m.kind = ${asked.meterKind}
      `)
      : null,
  ]);
  return {
    startOn: today,
    lastDueOn: last?.lastDueOn ?? null,
    lastDoneOn: last?.lastDoneOn ?? null,
    lastUndoneOn: last?.lastUndoneOn ?? null,
    meter: meter ? { ...meter, doneTotal: last?.doneTotal ?? meter.total } : null,
  };
};

const countTargets = async (db: Db, asked: z.output<typeof previewInput>): Promise<number> =>
  (
    await db.one<{ targets: number }>(sql`
      select count(*)::int as targets
      from asset
      where org_id = ${db.scope.orgId}
        and status in ('in_service', 'out_of_service')
        and (class_id = ${asked.classId ?? null}::uuid or id = any(${asked.assetIds ?? []}::uuid[]))
    `)
  ).targets;

/**
 * The next twelve dates of a plan as it stands in the form, before it is saved; those that another
 * plan covers are marked. By a meter the dates follow from what an asset's meter rises a day.
 */
export const previewPlan = async (
  db: Db,
  asked: z.output<typeof previewInput>,
): Promise<PreviewAnswer> => {
  const { definitionId, assetId, ...body } = asked;
  const plan = planInput.parse({ ...body, name: "Preview" });
  const today = businessDate(db.scope);
  const [state, inForce, targets] = await Promise.all([
    stateFor(db, asked, today),
    plansInForce(db),
    countTargets(db, asked),
  ]);
  const rule = ruleOf(plan);
  const days = preview(rule, state, { today: plusDays(today, 0), count: dates });
  const covering = definitionId
    ? inForce.filter((other) => other.covers.includes(definitionId))
    : [];
  const covers = coverDates(covering, today);
  const meterOnly = plan.dueBy === "meter" && !assetId;
  return {
    dates: days.map((on) => {
      const by = isCovered(
        rule,
        on,
        covers.map((one) => one.on),
      );
      return { on, coveredBy: covers.find((one) => one.on === by)?.name ?? null };
    }),
    why:
      days.length >= dates
        ? null
        : meterOnly
          ? "By a meter the dates are each asset's: they follow from its readings."
          : days.length === 0
            ? "No date follows from what is filled in so far."
            : "No later date follows from what is known.",
    targets,
  };
};
