import type { Actor } from "#kernel/access.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { projectSpending } from "#areas/budget/budget.server.ts";
import { capitalScenario } from "../capital.tables.ts";
import { listSources } from "../request/request.service.ts";
import type { AdoptedPlan, ScenarioDetail, ScenarioRow } from "../scenario/scenario.model.ts";
import { gateOfPlan } from "./gate.service.ts";
import { scenarioNoun } from "../scenario/scenario.noun.ts";

/** The scenarios of the agency, the newest first. */
export const listScenarios = (db: Db): Promise<ScenarioRow[]> =>
  db.rows<ScenarioRow>(sql`
    select
      id, number, name, status, first_year, years, (answer ->> 'score')::int as score,
      (answer ->> 'bound')::int as bound, version
    from capital_scenario
    where org_id = ${db.scope.orgId} and status <> 'discarded'
    order by created_at desc
    limit 100
  `);

/** A scenario with its question and its answer; 404 when there is none. */
export const readScenario = async (db: Db, actor: Actor, id: string): Promise<ScenarioDetail> => {
  const row = await getRow(db, capitalScenario, id, "capital scenario");
  const [sources, people] = await Promise.all([
    listSources(db),
    db.rows<{ id: string; name: string }>(sql`
      select id, display_name as name
      from person
      where id = ${row.madeBy} or id = ${row.decidedBy}
    `),
  ]);
  const name = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  return {
    ...row,
    status: row.status as ScenarioDetail["status"],
    score: row.answer?.score ?? null,
    bound: row.answer?.bound ?? null,
    sources: sources.map(({ id: sourceId, name: source }) => ({ id: sourceId, name: source })),
    madeBy: name(row.madeBy),
    decidedBy: name(row.decidedBy),
    gate: row.adoptedAt || row.status === "discarded" ? [] : await gateOfPlan(db, row),
    actions: actionsFor(actor, scenarioNoun, row),
  };
};

type Item = Omit<AdoptedPlan["items"][number], "expended" | "committed"> & { projectId: string };

/** The plan that was adopted last, with what the ledger says of its projects; null before the first. */
export const readPlan = async (db: Db): Promise<AdoptedPlan | null> => {
  const plan = await db.maybe<Omit<AdoptedPlan, "items">>(sql`
    select
      id, number, name, first_year, years, decided_on, resolution,
      (answer ->> 'score')::int as score
    from capital_scenario
    where org_id = ${db.scope.orgId} and adopted_at is not null
    order by adopted_at desc
    limit 1
  `);
  if (!plan) return null;
  const items = await db.rows<Item>(sql`
    select
      i.id, i.request_id, i.project_id, i.number, i.title, i.department, r.status, i.start_year,
      i.payments
    from capital_plan_item i
    join capital_request r on r.org_id = i.org_id and r.id = i.request_id
    where i.org_id = ${db.scope.orgId} and i.scenario_id = ${plan.id}
    order by i.start_year, i.number
  `);
  const spent = await projectSpending(
    db,
    items.map((i) => i.projectId),
  );
  return {
    ...plan,
    items: items.map(({ projectId, ...item }) => ({
      ...item,
      committed: spent
        .filter((s) => s.projectId === projectId)
        .reduce((sum, { committed }) => sum + committed, 0),
      expended: spent
        .filter((s) => s.projectId === projectId)
        .map(({ year, expended }) => ({ year, cents: expended })),
    })),
  };
};

type Public = {
  agency: string;
  scenarioId: string;
  number: string;
  title: string;
  department: string;
  startYear: number;
  payments: { year: number; source: string; cents: number }[];
};

/** The adopted capital plans on the citizen portal; read with the published role. */
export const planOnPortal = async (app: App): Promise<Html> => {
  const items = await published(app.database).rows<Public>(sql`
    select
      o.name as agency, i.scenario_id, i.number, i.title, i.department, i.start_year, i.payments
    from capital_plan_item i
    join organization o on o.id = i.org_id
    order by o.name, i.start_year, i.number
    limit 300
  `);
  if (items.length === 0)
    return html`<p class="lede">No agency here has published a capital plan.</p>`;
  return html`${[...new Set(items.map((i) => i.scenarioId))].map((id) => {
    const own = items.filter((i) => i.scenarioId === id);
    const total = own.reduce((sum, i) => sum + i.payments.reduce((n, p) => n + p.cents, 0), 0);
    return html`<h3 class="text-18">${own[0]!.agency}: ${own.length} projects, ${formatCents(total)}</h3>
      <ul class="finds">${own.map(
        (i) =>
          html`<li><div><h4>${i.title}</h4><p>${i.department}, begins in ${i.startYear}. ${formatCents(i.payments.reduce((n, p) => n + p.cents, 0))} from ${[...new Set(i.payments.map((p) => p.source))].join(", ")}.</p></div></li>`,
      )}</ul>`;
  })}`;
};
