import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  acceptAll,
  begun,
  makePanel,
  openedProposal,
  scoreAll,
  step,
  type Bidder,
  type Panel,
} from "#server/testing/evaluation.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { scenarioInput } from "./scenario.fields.model.ts";
import { addScenario, scenariosOf, solveScenarioJob } from "./scenario.service.ts";
import { viewOf } from "./scenario-view.service.ts";

export let t: TestDatabase;
let jobs: Jobs;
export let panel: Panel;
export let ada: Bidder;
export let bo: Bidder;
export let cy: Bidder;
export let solicitationId: string;
let bidIds: string[];
export let id: string;
export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const system = () => t.database.read({ orgId: panel.agency.orgId, personId: null });

export const add = (input: Parameters<typeof scenarioInput.parse>[0]) =>
  as(panel.people.buyer, (tx) =>
    addScenario(tx, panel.people.buyer, id, scenarioInput.parse(input)),
  );
export const settled = async (
  scenarioId: string,
  states = ["optimal", "stopped", "infeasible", "failed"],
) => {
  for (let i = 0; i < 200; i++) {
    const found = (await scenariosOf(system(), id)).find((each) => each.id === scenarioId)!;
    if (states.includes(found.status)) return viewOf(found);
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("not settled");
};
export const optimum = async (rules: object = {}) =>
  settled((await add({ name: "Best", kind: "optimum", rules })).id);

/** What every test of these files begins with; called once at the head of a file. */
export const awardSetUp = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    jobs = await startJobs(t.app, t.ownerUrl, [solveScenarioJob]);
  });
  afterAll(async () => {
    await jobs.stop();
    await t.drop();
  });

  /** Ada is cheap in the north, Bo in the south, Cy bids for everything at a higher price. */
  beforeEach(async () => {
    panel = await makePanel(t.database);
    await makeExclusionList(t.database, panel.agency);
    [ada, bo, cy] = [
      await makeBidder(t.database, panel.agency, "Ada Salt"),
      await makeBidder(t.database, panel.agency, "Bo Minerals"),
      await makeBidder(t.database, panel.agency, "Cy Trading"),
    ];
    ({ solicitationId, bidIds } = await openedProposal(t.database, panel, [
      { bidder: ada, prices: ["50", "70"] },
      { bidder: bo, prices: ["60", "52"] },
      { bidder: cy, prices: ["55", "56"] },
    ]));
    id = await begun(
      t.database,
      panel,
      solicitationId,
      [ada, bo, cy].map((bidder) => bidder.vendorId),
    );
    const { buyer, chair, one, two } = panel.people;
    await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "7", "6"]);
    await step(t.database, buyer, id, "lock");
    await step(t.database, buyer, id, "startConsensus");
    await acceptAll(t.database, buyer, id, bidIds);
    await step(t.database, buyer, id, "openPrices");
    await step(t.database, buyer, id, "rank");
  });
};
