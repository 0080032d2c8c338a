import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { appropriationGate } from "#areas/budget/budget.server.ts";
import { listSources } from "../request/request.service.ts";
import type { Chosen, PlanCase } from "../scenario/case.model.ts";
import { holds } from "../scenario/flow.model.ts";
import type { ScenarioRecord } from "../scenario/scenario.noun.ts";
import { planGateOf, type PlanFinding } from "./gate.model.ts";

type Gated = Pick<ScenarioRecord, "id" | "firstYear" | "question" | "answer">;

// Pins, ceilings and sums in whole cents, worked out again.
const kept = (question: PlanCase, chosen: readonly Chosen[]): boolean => {
  const by = new Map(chosen.map((c) => [c.id, c.startYear - question.firstYear]));
  return holds(
    question,
    question.projects.map((p) => by.get(p.id) ?? null),
  );
};

const requestsOf = (db: Db, chosen: readonly Chosen[]) =>
  db.rows<{ id: string; number: string; accountId: string; there: boolean }>(sql`
    select id, number, account_id, status in ('scored', 'recommended', 'deferred') as there
    from capital_request
    where org_id = ${db.scope.orgId} and id = any(${chosen.map((c) => c.id)}::uuid[])
    order by number
  `);

/** The last gate of a plan as it stands now; its page shows it, and the adoption asks it. */
export const gateOfPlan = async (db: Db, scenario: Gated): Promise<PlanFinding[]> => {
  const { firstYear, question, answer } = scenario;
  const chosen = answer?.chosen ?? [];
  const [other, sources, requests] = await Promise.all([
    db.maybe<{ number: string }>(sql`
      select number
      from capital_scenario
      where org_id = ${db.scope.orgId} and first_year = ${firstYear} and adopted_at is not null
    `),
    listSources(db),
    requestsOf(db, chosen),
  ]);
  const accounts = new Map(requests.map((r) => [r.id, r.accountId]));
  const funds = new Map(sources.map((s) => [s.id, s.fundId]));
  const lines = chosen.flatMap((c) =>
    c.payments.flatMap((p) => {
      const fundId = funds.get(p.sourceId);
      const accountId = accounts.get(c.id);
      return p.year === firstYear && fundId && accountId
        ? [{ fundId, accountId, cents: p.cents }]
        : [];
    }),
  );
  return planGateOf({
    firstYear,
    otherPlan: other?.number ?? null,
    answer: answer?.status ?? null,
    holds: Boolean(question && answer && kept(question, chosen)),
    gone: requests.filter((r) => !r.there).map((r) => r.number),
    ...(await appropriationGate(db, firstYear, lines)),
  });
};
