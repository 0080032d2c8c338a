import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  begun,
  makePanel,
  openedProposal,
  type Bidder,
  type Panel,
} from "#server/testing/evaluation.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { readEvaluation } from "./evaluation.read.service.ts";

export let t: TestDatabase;
export let panel: Panel;
export let ada: Bidder;
export let bo: Bidder;
export let solicitationId: string;
export let bidIds: string[];

export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
export const as = <T>(
  actor: Actor,
  work: (tx: Parameters<Parameters<TestDatabase["database"]["transaction"]>[1]>[0]) => Promise<T>,
) => t.database.transaction(actor, (tx) => work(tx as never)) as Promise<T>;
export const vendors = () => [ada.vendorId, bo.vendorId];
export const read = (actor: Actor, id: string) => readEvaluation(t.database.read(actor), actor, id);
export const start = () => begun(t.database, panel, solicitationId, vendors());
export const evaluators = () => [panel.people.chair, panel.people.one, panel.people.two];
export const criteria = () =>
  t.database.read(panel.people.buyer).rows<{ id: string; name: string }>(sql`
    select id, name
    from solicitation_criterion
    where org_id = ${panel.agency.orgId} and solicitation_id = ${solicitationId} and kind <> 'price'
    order by position
  `);

/** What every test of these files begins with; called once at the head of a file. */
export const evaluationSetUp = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  beforeEach(async () => {
    panel = await makePanel(t.database);
    [ada, bo] = [
      await makeBidder(t.database, panel.agency, "Ada Salt"),
      await makeBidder(t.database, panel.agency, "Bo Minerals"),
    ];
    ({ solicitationId, bidIds } = await openedProposal(t.database, panel, [
      { bidder: ada, prices: ["50", "60"], statement: "Secret of Ada" },
      { bidder: bo, prices: ["55", "52"] },
    ]));
  });
};
