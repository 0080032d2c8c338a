import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import {
  appropriate,
  createSegment,
  segmentInput,
  type CapitalLine,
} from "#areas/budget/budget.server.ts";
import { capitalPlanItem, capitalRequest } from "../capital.tables.ts";
import { listSources, moveRequest } from "../request/request.service.ts";
import type { Chosen, PlanCase } from "../scenario/case.model.ts";
import { holds } from "../scenario/flow.model.ts";
import type { planDecision } from "../scenario/scenario.model.ts";
import { scenarioNoun, type ScenarioRecord } from "../scenario/scenario.noun.ts";

// The figures that were decided on are checked again: pins, ceilings and sums in whole cents.
const requireHolds = (question: PlanCase, chosen: readonly Chosen[]) => {
  const by = new Map(chosen.map((c) => [c.id, c.startYear - question.firstYear]));
  if (
    !holds(
      question,
      question.projects.map((p) => by.get(p.id) ?? null),
    )
  )
    throw conflict("plan_broken", "The plan does not keep its ceilings. Work it out again.");
};

const projectOf = async (tx: Tx, actor: Actor, request: typeof capitalRequest.$inferSelect) => {
  if (request.projectId) return request.projectId;
  const segment = await createSegment(
    tx,
    actor,
    segmentInput.parse({
      kind: "project",
      code: request.number,
      name: request.title.slice(0, 120),
    }),
  );
  return segment.id;
};

const adoptProject = async (
  tx: Tx,
  actor: Actor,
  scenario: ScenarioRecord,
  chosen: Chosen,
  sources: ReadonlyMap<string, { name: string; fundId: string }>,
): Promise<CapitalLine[]> => {
  const request = await getRow(tx, capitalRequest, chosen.id, "capital request");
  const projectId = await projectOf(tx, actor, request);
  const department = scenario.question!.projects.find((p) => p.id === chosen.id)!.department;
  await insertRow(tx, capitalPlanItem, {
    orgId: scenario.orgId,
    id: newId(),
    scenarioId: scenario.id,
    requestId: request.id,
    projectId,
    number: request.number,
    title: request.title,
    department,
    startYear: chosen.startYear,
    payments: chosen.payments.map(({ year, sourceId, cents }) => ({
      year,
      source: sources.get(sourceId)!.name,
      cents,
    })),
  });
  await moveRequest(tx, asSystem(actor), "adopt", {
    id: request.id,
    version: null,
    patch: { projectId },
  });
  return chosen.payments
    .filter((p) => p.year === scenario.firstYear)
    .map(({ sourceId, cents }) => ({
      fundId: sources.get(sourceId)!.fundId,
      departmentId: request.departmentId,
      accountId: request.accountId,
      projectId,
      cents,
    }));
};

/**
 * Enters the governing body's decision on a plan, as another person than made it: each project gets
 * its segment, its account strings and its lines of the first year; later years stay plan. What is
 * out is deferred. One transaction, or nothing.
 */
export const adoptPlan = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  decision: z.output<typeof planDecision>,
) =>
  transition(tx, actor, scenarioNoun, {
    id,
    action: "adopt",
    version,
    effect: async (scenario) => {
      if (decision.decidedOn > businessDate(tx.scope))
        throw invalidField("decidedOn", "This day has not come yet.");
      const other = await tx.maybe<{ number: string }>(sql`
        select number
        from capital_scenario
        where org_id = ${tx.scope.orgId}
          and first_year = ${scenario.firstYear}
          and adopted_at is not null
      `);
      if (other)
        throw conflict(
          "adopted",
          `${other.number} is the adopted plan from ${scenario.firstYear}.`,
        );
      const { question, answer } = scenario;
      if (!question || !answer) throw conflict("not_solved", "Work the scenario out first.");
      requireHolds(question, answer.chosen);
      const sources = new Map((await listSources(tx)).map((s) => [s.id, s]));
      const lines: CapitalLine[] = [];
      for (const chosen of answer.chosen)
        lines.push(...(await adoptProject(tx, actor, scenario, chosen, sources)));
      for (const { id: requestId, why } of answer.out) {
        const request = await getRow(tx, capitalRequest, requestId, "capital request");
        if (request.status === "scored" || request.status === "recommended")
          await moveRequest(tx, asSystem(actor), "defer", {
            id: requestId,
            version: null,
            reason: `${scenario.number}: ${why}`,
          });
      }
      const { into, lines: brought } = await appropriate(tx, actor, scenario.firstYear, lines, {
        type: "capitalScenario",
        id,
        number: scenario.number,
        note: `Capital plan, ${decision.resolution}`,
      });
      return {
        patch: {
          ...decision,
          decidedBy: actor.personId,
          adoptedAt: businessNow(tx.scope).toISOString(),
        },
        note: `${answer.chosen.length} projects, ${brought} lines (${into})`,
      };
    },
  });
