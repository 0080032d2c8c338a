import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { stepAfter, type Every } from "#kernel/forecast/steps.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { allSeries } from "#server/outlook/sources.ts";
import { outlookFrozen, type FrozenPoint } from "./outlook.tables.ts";
import { savedToKeep } from "./question.service.ts";
import { lookedAt, type Looked } from "./series.service.ts";

const pointsOf = ({
  every,
  first,
  values,
  outlook,
}: Pick<Looked, "first" | "values" | "outlook"> & { every: Every }): FrozenPoint[] =>
  outlook.kind === "too_short"
    ? []
    : outlook.points.map(({ step, value, band80 }) => ({
        month: stepAfter(every, first, values.length + step - 1),
        value,
        low: band80?.low ?? null,
        high: band80?.high ?? null,
      }));

/**
 * Keeps what is said of every series in the running month, once: what it said stays, and what came is
 * seen beside it later. A second call in a month keeps what is new since and changes nothing.
 */
export const freezeOutlook = async (tx: Tx, actor: Actor): Promise<{ frozen: number }> => {
  const today = businessDate(tx.scope);
  const month = today.slice(0, 7);
  const there = await tx.rows<{ series: string }>(sql`
    select series
    from outlook_frozen
    where org_id = ${tx.scope.orgId} and month = ${month}
  `);
  const known = new Set(there.map((each) => each.series));
  const ready = (await lookedAt(tx, allSeries())).map((each) => ({
    ...each,
    every: "month" as const,
    label: `${each.source.label}: ${each.label}`,
  }));
  const saved = (await savedToKeep(tx)).map((each) => ({ ...each, label: each.name }));
  const all = [...ready, ...saved].filter((each) => !known.has(each.id));
  const rows = all.flatMap((each) =>
    each.outlook.kind === "too_short"
      ? []
      : {
          orgId: tx.scope.orgId!,
          id: newId(),
          series: each.id,
          label: each.label,
          month,
          method: each.outlook.method,
          last: each.values.at(-1)!,
          points: pointsOf(each),
          madeOn: today,
        },
  );
  if (!rows.length) return { frozen: 0 };
  await insertRows(tx, outlookFrozen, rows);
  note(tx, actor, "outlook", tx.scope.orgId!, {
    number: month,
    action: "freeze",
    after: { month, series: rows.length },
    event: null,
  });
  return { frozen: rows.length };
};

/** Every morning: what is said of this month and not kept yet. */
export const outlookFreezing: AgencyDay = {
  name: "freeze of forecasts by month",
  at: "05:20",
  afterRestore: "goes on",
  run: (app: App, orgId: string) => {
    const actor = systemActor(orgId);
    return app.database.transaction(actor, (tx) => freezeOutlook(tx, actor));
  },
};
