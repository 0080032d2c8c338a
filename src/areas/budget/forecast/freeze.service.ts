import type { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { budgetForecast, budgetForecastScenario } from "../planning.tables.ts";
import { forecast } from "./forecast.model.ts";
import type { scenarioInput } from "./forecast.api.model.ts";
import { seriesOf } from "./forecast.service.ts";

/**
 * Freezes what is forecast for every line of a year after each month, once: what it said stays, and
 * what came is seen beside it later. Nothing is frozen twice, and nothing before a month is over.
 */
export const freezeForecasts = async (tx: Tx, actor: Actor, fiscalYearId: string) => {
  const { year, months, lines } = await seriesOf(tx, fiscalYearId);
  const there = await tx.maybe(sql`
    select 1 as ok
    from budget_forecast
    where org_id = ${tx.scope.orgId} and fiscal_year_id = ${fiscalYearId} and months = ${months}
    limit 1
  `);
  if (there || months === 0 || lines.length === 0) return { months, frozen: 0 };
  await insertRows(
    tx,
    budgetForecast,
    lines.map((line) => {
      const { method, cents, low, high } = forecast(line.series);
      return {
        orgId: tx.scope.orgId!,
        id: newId(),
        fiscalYearId,
        accountStringId: line.accountStringId,
        months,
        method,
        cents,
        low,
        high,
        madeOn: businessDate(tx.scope),
      };
    }),
  );
  note(tx, actor, "fiscalYear", fiscalYearId, {
    number: String(year.year),
    action: "budgetForecast.freeze",
    after: { months, lines: lines.length },
  });
  return { months, frozen: lines.length };
};

/** Every morning: the open years whose month is over and not frozen yet. */
export const freezing: AgencyDay = {
  name: "freeze of budget forecasts",
  at: "05:10",
  afterRestore: "goes on",
  run: (app: App, orgId: string) => {
    const actor = systemActor(orgId);
    return app.database.transaction(actor, async (tx) => {
      const years = await tx.rows<{ id: string }>(sql`
        select id
        from fiscal_year
        where org_id = ${orgId} and status = 'open' and starts_on <= ${businessDate(tx.scope)}::date
      `);
      for (const { id } of years) await freezeForecasts(tx, actor, id);
    });
  },
};

/** Saves a scenario of a year under its name; the same name replaces what it said. */
export const keepScenario = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof scenarioInput>,
): Promise<{ id: string }> => {
  await tx.rows(sql`
    delete from budget_forecast_scenario
    where org_id = ${tx.scope.orgId}
      and fiscal_year_id = ${input.fiscalYearId}
      and name = ${input.name}
  `);
  const row = await insertRow(tx, budgetForecastScenario, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    madeBy: actor.personId,
  });
  note(tx, actor, "fiscalYear", input.fiscalYearId, {
    number: input.name,
    action: "budgetForecast.scenario",
    after: row,
    event: null,
  });
  announce(tx, row.orgId, "budgetForecast.scenario", row.id);
  return { id: row.id };
};
