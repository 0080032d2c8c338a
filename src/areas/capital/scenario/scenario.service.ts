import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce, asSystem, transition } from "#server/lifecycle.ts";
import { runInThread } from "#server/optimum/in-thread.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { capitalScenario, type capitalRequest } from "../capital.tables.ts";
import { costOfPhases } from "../request/request.model.ts";
import { listSources } from "../request/request.service.ts";
import type { PlanAnswer, PlanCase } from "./case.model.ts";
import type { ScenarioInput } from "./scenario.model.ts";
import { scenarioNoun, type ScenarioRecord } from "./scenario.noun.ts";

const mostProjects = 100;
/** The first solve, and each that is solved again for what a ceiling, a pin or a project is worth. */
const seconds = 10;
const again = 0.25;
/** All solves of a case together, at most. */
const mostSeconds = 120;

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
  const before = await lockRow(tx, capitalScenario, id, "capital scenario");
  requireVersion(before.version, version);
  if (before.status !== "draft" && before.status !== "solved")
    throw conflict("not_in_this_status", "What was decided on is not changed. Make another one.");
  await checked(tx, input);
  const after = await updateRow(tx, capitalScenario, id, {
    ...input,
    status: "draft",
    question: null,
    answer: null,
    solvedAt: null,
  });
  audit(tx, actor, {
    action: "capitalScenario.edit",
    objectType: "capitalScenario",
    objectId: id,
    objectNumber: before.number,
    before,
    after,
  });
  announce(tx, before.orgId, "capitalScenario.edit", id);
  return after;
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
  return {
    firstYear: scenario.firstYear,
    years: scenario.years,
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
      requires: r.requires,
      excludes: r.excludes,
    })),
    sources: sources.map(({ id, name }) => ({ id, name })),
    ceilings: scenario.ceilings,
    pins: scenario.pins,
    bars: scenario.bars,
  };
};

/**
 * Works out the plan of a scenario in a thread, and keeps question and answer together. 409 where
 * the scenario changed meanwhile.
 */
export const solveScenario = async (app: App, actor: Actor, id: string, version: number | null) => {
  const db = app.database.read(actor);
  const scenario = await getRow(db, capitalScenario, id, "capital scenario");
  requireVersion(scenario.version, version);
  const question = await caseOf(db, scenario);
  const missing = scenario.pins.find(
    (p) => !question.projects.some((each) => each.id === p.requestId),
  );
  if (missing)
    throw conflict("pin_not_scored", "A pinned request is not among those that are scored.");
  const answer = await runInThread<PlanAnswer>(
    new URL("./scenario.thread.ts", import.meta.url),
    { of: question, seconds, again },
    { seconds: mostSeconds, ends: () => true, late: () => null },
  );
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

export const discardScenario = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
) => transition(tx, actor, scenarioNoun, { id, action: "discard", version });
