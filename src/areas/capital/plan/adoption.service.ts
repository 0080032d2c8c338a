import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import {
  appropriate,
  createSegment,
  requireSegment,
  segmentInput,
  type CapitalLine,
} from "#areas/budget/budget.server.ts";
import { capitalPlanItem, capitalRequest } from "../capital.tables.ts";
import { listSources, moveRequest } from "../request/request.service.ts";
import type { Chosen } from "../scenario/case.model.ts";
import type { planDecision } from "../scenario/scenario.model.ts";
import { tellAdopted } from "./adopted.service.ts";
import { gateOfPlan } from "./gate.service.ts";
import { scenarioNoun, type ScenarioRecord } from "../scenario/scenario.noun.ts";

type Decision = z.output<typeof planDecision>;

// Everything that stops it at once, in the words that the plan's page shows before.
const requireGate = async (tx: Tx, scenario: ScenarioRecord, decision: Decision) => {
  const gate = await gateOfPlan(tx, scenario);
  const stops = gate.filter((f) => f.kind === "stops");
  if (stops.length)
    throw conflict("adoption_stopped", stops.map((f) => f.sentence).join(" "), {
      stops: stops.map((f) => f.code),
    });
  if (gate.some((f) => f.code === "source") && decision.source.length < 3)
    throw invalidField(
      "source",
      "Say where the money comes from: a grant, revenue, the fund balance.",
    );
  const funds = gate.filter((f) => f.code === "fund");
  if (funds.length && decision.fundDecision.length < 10)
    throw invalidField(
      "fundDecision",
      `${funds.map((f) => f.sentence).join(" ")} Bring in what pays for it first, or record what the governing body decided about the fund.`,
      "fund_breaks_rule",
    );
};

const projectOf = async (tx: Tx, actor: Actor, request: typeof capitalRequest.$inferSelect) => {
  if (request.projectId) {
    const there = await requireSegment(tx, "project", request.projectId, "projectId");
    return { id: there.id, code: there.code };
  }
  const segment = await createSegment(
    tx,
    actor,
    segmentInput.parse({
      kind: "project",
      code: request.number,
      name: request.title.slice(0, 120),
    }),
  );
  return { id: segment.id, code: segment.code };
};

const adoptProject = async (
  tx: Tx,
  actor: Actor,
  scenario: ScenarioRecord,
  chosen: Chosen,
  sources: ReadonlyMap<string, { name: string; fundId: string }>,
): Promise<CapitalLine[]> => {
  const request = await getRow(tx, capitalRequest, chosen.id, "capital request");
  const { id: projectId, code } = await projectOf(tx, actor, request);
  const department = scenario.question!.projects.find((p) => p.id === chosen.id)!.department;
  const payments = chosen.payments.map(({ year, sourceId, cents }) => ({
    year,
    source: sources.get(sourceId)!.name,
    cents,
  }));
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
    payments,
  });
  await moveRequest(tx, asSystem(actor), "adopt", {
    id: request.id,
    version: null,
    patch: { projectId },
  });
  await tellAdopted(tx, actor, {
    requestId: request.id,
    title: request.title,
    description: request.description,
    departmentId: request.departmentId,
    segmentCode: code,
    latitude: request.latitude,
    longitude: request.longitude,
    phases: request.phases,
    funding: payments,
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
 * its segment, its account strings and what it needs of the first year: proposals of the cycle that
 * prepares it, or an amendment of an open year, which a second person approves. Later years stay
 * plan, what is out is deferred. 409 `adoption_stopped` with everything that stops it.
 */
export const adoptPlan = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  decision: Decision,
) =>
  transition(tx, actor, scenarioNoun, {
    id,
    action: "adopt",
    version,
    effect: async (scenario) => {
      if (decision.decidedOn > businessDate(tx.scope))
        throw invalidField("decidedOn", "This day has not come yet.");
      await requireGate(tx, scenario, decision);
      const { source, fundDecision, ...decided } = decision;
      const answer = scenario.answer!;
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
      const brought = await appropriate(tx, actor, scenario.firstYear, lines, {
        type: "capitalScenario",
        id,
        number: scenario.number,
        note: `Capital plan, ${decision.resolution}`,
        source,
        fundDecision,
      });
      return {
        patch: {
          ...decided,
          decidedBy: actor.personId,
          adoptedAt: businessNow(tx.scope).toISOString(),
        },
        note: `${answer.chosen.length} projects, ${brought.lines} lines ${
          brought.into === "cycle"
            ? `into the proposals of ${brought.number}`
            : `asked for by amendment ${brought.number ?? "(none)"}`
        }`,
      };
    },
  });
