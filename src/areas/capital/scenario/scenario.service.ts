import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { runInThread } from "#server/optimum/in-thread.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { capitalScenario, type capitalRequest } from "../capital.tables.ts";
import { costOfPhases } from "../request/request.model.ts";
import { listSources } from "../request/request.service.ts";
import type { PlanAnswer, PlanCase } from "./case.model.ts";
import type { ScenarioInput } from "./scenario.model.ts";
import type { Said } from "./scenario.thread.ts";
import { scenarioNoun, type ScenarioRecord } from "./scenario.noun.ts";

const mostProjects = 100;
/** The first solve, and each that is solved again for what a ceiling, a pin or a project is worth. */
const seconds = 30;
const again = 4;
/** All solves of a case together, at most. */
const mostSeconds = 900;

const checked = async (db: Db, input: ScenarioInput) => {
  const sources = new Set((await listSources(db)).map((s) => s.id));
  for (const [at, { sourceId }] of input.ceilings.entries())
    if (!sources.has(sourceId))
      throw invalidField(`ceilings.${at}.sourceId`, "This source is not here.");
  const last = input.firstYear + input.years - 1;
  for (const [at, { year }] of input.pins.entries())
    if (year !== null && (year < input.firstYear || year > last))
      throw invalidField(`pins.${at}.year`, `The plan runs from ${input.firstYear} to ${last}.`);
};

/** Makes a scenario: years, ceilings, what is pinned and what is barred. */
export const makeScenario = async (
  tx: Tx,
  actor: Actor,
  input: ScenarioInput,
): Promise<ScenarioRecord> => {
  await checked(tx, input);
  return create(tx, actor, scenarioNoun, {
    number: { kind: "CS", year: input.firstYear },
    row: { ...input, orgId: actor.orgId!, id: newId(), madeBy: actor.personId },
  });
};

/** Changes a scenario; what was worked out before does not hold any more. */
export const changeScenario = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ScenarioInput,
  version: number | null,
) => {
  return change(tx, actor, scenarioNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.status !== "draft" && before.status !== "solved")
        throw conflict(
          "not_in_this_status",
          "What was decided on is not changed. Make another one.",
        );
      await checked(tx, input);
      return { patch: { ...input, status: "draft", question: null, answer: null, solvedAt: null } };
    },
  });
};

/** The case of a scenario: every request that is scored, with what it costs and who may pay. */
const caseOf = async (db: Db, scenario: ScenarioRecord): Promise<PlanCase> => {
  const [rows, sources, departments] = await Promise.all([
    db.rows<typeof capitalRequest.$inferSelect>(sql`
      select *
      from capital_request
      where org_id = ${db.scope.orgId}
        and status in ('scored', 'recommended', 'deferred')
        and score is not null
      order by number
      limit ${mostProjects + 1}
    `),
    listSources(db),
    listDepartments(db),
  ]);
  if (rows.length === 0)
    throw conflict("nothing_scored", "No request is scored yet: close the scoring of some first.");
  if (rows.length > mostProjects)
    throw conflict(
      "too_many",
      `${mostProjects} requests are compared at once. Decline some first.`,
    );
  if (scenario.pins.some((pin) => !rows.some(({ id }) => id === pin.requestId)))
    throw conflict("pin_not_scored", "A pinned request is not among those that are scored.");
  return {
    firstYear: scenario.firstYear,
    years: scenario.years,
    waitPercent: scenario.waitPercent,
    latePercent: scenario.latePercent,
    projects: rows.map((r) => ({
      id: r.id,
      number: r.number,
      title: r.title,
      department: departments.find((d) => d.id === r.departmentId)?.name ?? "",
      score: r.score!,
      cost: costOfPhases(r.phases),
      funding: r.funding,
      earliest: r.earliest,
      latest: r.latest,
      needBy: r.needBy,
      condition: r.condition,
      waitingCents: r.waitingCents,
      requires: r.requires,
      excludes: r.excludes,
    })),
    sources: sources.map(({ id, name }) => ({ id, name })),
    ceilings: scenario.ceilings,
    pins: scenario.pins,
    bars: scenario.bars,
  };
};

type Told = (done: number, of: number) => Promise<void>;

const askThread = async (question: PlanCase, told: Told): Promise<PlanAnswer> => {
  const stop = new AbortController();
  const said = await runInThread<Said>(
    new URL("./scenario.thread.ts", import.meta.url),
    { of: question, seconds, again },
    {
      seconds: mostSeconds,
      ends: ({ answer }) => answer !== null,
      late: () => null,
      signal: stop.signal,
      heard: ({ done, of }) => void told(done, of).catch((error: unknown) => stop.abort(error)),
    },
  );
  return said.answer!;
};

/**
 * Works out the plan of a scenario in a thread, and keeps question and answer together; `told` hears
 * how far it is and ends the work by throwing. 409 where the scenario changed meanwhile.
 */
export const solveScenario = async (
  app: Pick<App, "database">,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  told: Told = async () => undefined,
) => {
  const db = app.database.read(actor);
  const scenario = await getRow(db, capitalScenario, id, "capital scenario");
  requireVersion(scenario.version, version);
  const question = await caseOf(db, scenario);
  const answer = await askThread(question, told);
  return app.database.transaction(actor, (tx) =>
    transition(tx, asSystem(actor), scenarioNoun, {
      id,
      action: "solve",
      version: scenario.version,
      effect: async () => ({
        patch: { question, answer, solvedAt: businessNow(tx.scope).toISOString() },
      }),
    }),
  );
};

/** Works a scenario out as a job; cancelled or changed meanwhile, it leaves the scenario as it was. */
export const solveCapitalJob = defineJob({
  kind: "capital.solve",
  payload: z.object({ scenarioId: z.uuid(), version: z.number().int() }),
  run: async ({ app, actor, payload, progress }) => {
    const { scenarioId: id, version } = payload;
    const told: Told = (done, of) =>
      progress(
        done,
        of,
        done === 1 ? "The plan is found" : "What ceilings, pins and requests cost",
      );
    const { answer } = await solveScenario(app, actor, { id, version }, told);
    return {
      result: { status: answer?.status, score: answer?.score, bound: answer?.bound },
      resultPath: `/capital-planning-management/scenarios/${id}`,
    };
  },
});

/**
 * Begins to work a scenario out, and says so with the job's id. What cannot be worked out is said
 * now. @throws Problem 404, 409 for another version, nothing scored, or a pin that is not scored.
 */
export const beginSolving = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<{ jobId: string }> => {
  const scenario = await getRow(tx, capitalScenario, id, "capital scenario");
  requireVersion(scenario.version, version);
  if (scenario.status !== "draft" && scenario.status !== "solved")
    throw conflict("not_in_this_status", "What was decided on is not worked out again.");
  await caseOf(tx, scenario);
  const jobId = await enqueue(
    tx,
    actor,
    solveCapitalJob,
    { scenarioId: id, version: scenario.version },
    `Capital plan ${scenario.number}: ${scenario.name}`,
    `/capital-planning-management/scenarios/${id}`,
  );
  return { jobId };
};

export const discardScenario = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
) => transition(tx, actor, scenarioNoun, { id, action: "discard", version });
