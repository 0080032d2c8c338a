import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import {
  capitalAccount,
  listFunds,
  nextBudgetYear,
  seedCycle,
} from "#areas/budget/budget.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { chance } from "#areas/procurement/procurement.server.ts";
import { requestInput } from "../request/request.model.ts";
import {
  addSource,
  askCapital,
  moveRequest,
  publishCriteria,
  scoreRequest,
} from "../request/request.service.ts";
import { scenarioInput } from "../scenario/scenario.model.ts";
import { adoptPlan } from "../plan/adoption.service.ts";
import { makeScenario, solveScenario } from "../scenario/scenario.service.ts";
import {
  demoCeilings,
  demoCriteria,
  demoDecision,
  demoRequests,
  demoSources,
  demoUrgent,
} from "./capital.data.ts";

type Sources = ReadonlyMap<string, string>;

const seedSources = async (tx: Tx, actor: Actor): Promise<Sources> => {
  await publishCriteria(tx, actor, { items: [...demoCriteria] });
  const funds = new Map((await listFunds(tx)).map((f) => [f.code, f.id]));
  const ids = new Map<string, string>();
  for (const { code, name, fund } of demoSources)
    ids.set(code, (await addSource(tx, actor, { code, name, fundId: funds.get(fund)! })).id);
  return ids;
};

const seedRequests = async (tx: Tx, actor: Actor, firstYear: number, sources: Sources) => {
  const accountId = await capitalAccount(tx);
  const ids: string[] = [];
  for (const request of demoRequests(firstYear)) {
    const cents = request.cost.map((dollars) => dollars * 100);
    const { id } = await askCapital(
      tx,
      actor,
      requestInput.parse({
        title: request.title,
        departmentId: request.departmentId,
        accountId,
        earliest: request.earliest,
        latest: request.latest,
        // A third is needed by a year; what is old is in poor condition, or fails.
        needBy: ids.length % 3 === 0 ? request.latest : null,
        condition: (["fair", "good", "poor", "fair", "failing", "none"] as const)[ids.length % 6]!,
        waitingCents: ids.length % 4 === 1 ? Math.floor(cents[0]! / 20) : 0,
        phases: [{ name: cents.length > 1 ? "Design and construction" : "Purchase", cents }],
        funding: request.sources.map((code) => ({
          sourceId: sources.get(code)!,
          cents: code === "STATE" ? cents.map((c) => Math.floor((c * 80) / 100)) : cents,
        })),
        operatingCents: request.operating * 100,
        latitude: request.latitude,
        longitude: request.longitude,
        requires: request.needs === null ? [] : [ids[request.needs]!],
      }),
    );
    ids.push(id);
  }
  return ids;
};

type Officer = ReturnType<typeof demoActor>;

const closeScoring = (app: App, officer: Officer, ids: readonly string[]) =>
  app.database.transaction(officer, async (tx) => {
    for (const id of ids) await moveRequest(tx, officer, "score", { id, version: null });
  });

const scenarioOf = (
  app: App,
  officer: Officer,
  sources: Sources,
  named: { name: string; firstYear: number },
) =>
  app.database.transaction(officer, (tx) =>
    makeScenario(
      tx,
      officer,
      scenarioInput.parse({
        ...named,
        years: 6,
        ceilings: demoSources.map(({ code }) => ({
          sourceId: sources.get(code)!,
          cents: demoCeilings[code].map((dollars) => dollars * 100),
        })),
      }),
    ),
  );

/** What could not wait for the others: worked out, and adopted by the director for the board. */
const seedAdopted = async (
  app: App,
  officer: Officer,
  sources: Sources,
  { ids, firstYear }: { ids: readonly string[]; firstYear: number },
) => {
  await closeScoring(app, officer, ids);
  const { id, version } = await scenarioOf(app, officer, sources, {
    name: "What cannot wait",
    firstYear,
  });
  const solved = await solveScenario(app, officer, { id, version });
  const director = demoActor("director");
  await app.database.transaction(director, (tx) =>
    adoptPlan(
      tx,
      director,
      { id, version: solved.version },
      { ...demoDecision, decidedOn: businessDate(tx.scope) },
    ),
  );
};

/**
 * Forty requests over five sources, scored by three people: six that could not wait are an adopted
 * plan, the others stand in a scenario that waits to be solved.
 */
export const seedCapital = async (app: App, log: (line: string) => void): Promise<void> => {
  await seedCycle(app, log);
  log("capital requests, an adopted plan and a scenario");
  const officer = demoActor("budget");
  const head = { ...demoActor("roads.head"), departmentIds: [] };
  const firstYear = await app.database.transaction(officer, (tx) => nextBudgetYear(tx));
  const sources = await app.database.transaction(officer, (tx) => seedSources(tx, officer));
  const ids = await app.database.transaction(head, (tx) =>
    seedRequests(tx, head, firstYear, sources),
  );
  await app.database.transaction(head, async (tx) => {
    for (const id of ids) await moveRequest(tx, head, "submit", { id, version: null });
  });
  const draw = chance(32);
  const scorers = ["budget", "director", "utilities.head"].map((name) => demoActor(name));
  for (const scorer of scorers)
    await app.database.transaction(scorer, async (tx) => {
      for (const id of ids)
        await scoreRequest(tx, scorer, id, {
          points: Object.fromEntries(
            demoCriteria.map(({ key }) => [key, 2 + Math.floor(draw() * 9)]),
          ),
          note: "",
        });
    });
  const titles = demoRequests(firstYear).map(({ title }) => title);
  const isUrgent = (_id: string, at: number) => demoUrgent.includes(titles[at]!);
  await seedAdopted(app, officer, sources, { ids: ids.filter(isUrgent), firstYear });
  // Two stay open, so that scoring can be tried.
  await closeScoring(
    app,
    officer,
    ids.slice(0, -2).filter((id, at) => !isUrgent(id, at)),
  );
  await scenarioOf(app, officer, sources, {
    name: "Ceilings as the finance plan has them",
    firstYear,
  });
};
