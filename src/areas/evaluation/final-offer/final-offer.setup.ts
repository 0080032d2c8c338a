import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { useKeyStore } from "#server/keystore.ts";
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
import { useTestKeyStore } from "#server/testing/opening.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { readEvaluation } from "../evaluation/evaluation.read.service.ts";
import { sealScope } from "#areas/sourcing/sourcing.server.ts";
import { askFinalOffers } from "./ask.service.ts";
import type { FinalOfferContent } from "./final-offer.model.ts";
import { offerDeskOf, ownOffers } from "./offer-desk.service.ts";
import { openFinalOffers } from "./open-offers.service.ts";
import { submitOffer } from "./submit-offer.service.ts";

export let t: TestDatabase;
export let store: Awaited<ReturnType<typeof useTestKeyStore>>;
export let panel: Panel;
export let ada: Bidder;
export let bo: Bidder;
export let cy: Bidder;
export let bidIds: string[];
export let id: string;
let ahead = 0;
/** How far the key store's clock goes ahead of this machine's, in milliseconds. */
export const setAhead = (milliseconds: number): void => void (ahead = milliseconds);

export const minutes = 60_000;
export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const at = (actor: Actor, instant: number): Actor => ({
  ...actor,
  businessNow: new Date(instant).toISOString(),
});
export const read = (actor: Actor = panel.people.chair) =>
  readEvaluation(t.database.read(actor), actor, id);
export const system = () => t.database.read(sealScope(panel.agency.orgId));
export const due = () => Date.now() + 30 * minutes;
export const ask = (who: readonly string[], dueAt = due(), actor = panel.people.chair) =>
  as(actor, (tx) =>
    askFinalOffers(tx, actor, id, {
      bidIds: [...who],
      dueAt: new Date(dueAt).toISOString(),
      note: "Mind the fuel price.",
    }),
  );
export const deskOf = async (bidder: Bidder) =>
  offerDeskOf(t.database, bidder.actor, (await ownOffers(t.database, bidder.actor))[0]!.id);
export const sealed = async (
  bidder: Bidder,
  prices: readonly string[],
  over: Partial<FinalOfferContent> = {},
) => {
  const desk = await deskOf(bidder);
  const binding = {
    envelopeId: crypto.randomUUID(),
    orgId: desk.orgId,
    solicitationId: desk.roundId,
    vendorId: desk.vendorId,
    bidId: desk.id,
    revision: desk.nextRevision,
    envelope: "bid" as const,
  };
  const { manifest, ciphertext } = await sealEnvelope({
    binding,
    officers: null,
    keyStoreKey: unbase64(desk.keyStoreKey),
    content: {
      lines: prices.flatMap((unitPrice, i) =>
        unitPrice ? [{ itemId: desk.items[i]!.id, unitPrice }] : [],
      ),
      note: "",
      ...over,
    },
  });
  return { desk, input: { manifest, ciphertext: base64(ciphertext) } };
};
export const offer = async (
  bidder: Bidder,
  prices: readonly string[],
  when?: number,
  over: Partial<FinalOfferContent> = {},
) => {
  const { desk, input } = await sealed(bidder, prices, over);
  return submitOffer(
    t.app,
    when === undefined ? bidder.actor : at(bidder.actor, when),
    desk.id,
    input,
  );
};
export const roundId = async () =>
  (
    await system().one<{ id: string }>(sql`
      select id
      from final_offer_round
      where org_id = ${panel.agency.orgId} and evaluation_id = ${id}
      order by round_no desc
      limit 1
    `)
  ).id;
export const open = async (instant: number) => {
  ahead = instant - Date.now();
  return openFinalOffers(
    t.app,
    at({ ...panel.people.chair, personId: null } as Actor, instant),
    await roundId(),
  );
};

/** What every test of these files begins with; called once at the head of a file. */
export const finalOfferSetUp = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    store = await useTestKeyStore(() => Date.now() + ahead);
  });
  afterAll(async () => {
    await store.close();
    await t.drop();
  });
  beforeEach(async () => {
    ahead = 0;
    panel = await makePanel(t.database);
    [ada, bo, cy] = [
      await makeBidder(t.database, panel.agency, "Ada Salt"),
      await makeBidder(t.database, panel.agency, "Bo Minerals"),
      await makeBidder(t.database, panel.agency, "Cy Trading"),
    ];
    let solicitationId: string;
    ({ solicitationId, bidIds } = await openedProposal(t.database, panel, [
      { bidder: ada, prices: ["50", "60"] },
      { bidder: bo, prices: ["55", "52"] },
      { bidder: cy, prices: ["70", "70"] },
    ]));
    // A rehearsal puts a key store of its own in place.
    useKeyStore(store.store);
    id = await begun(
      t.database,
      panel,
      solicitationId,
      [ada, bo, cy].map((bidder) => bidder.vendorId),
    );
    const { buyer, chair, one, two } = panel.people;
    await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "8", "8"]);
    for (const action of ["lock", "startConsensus"] as const)
      await step(t.database, buyer, id, action);
    await acceptAll(t.database, buyer, id, bidIds);
    for (const action of ["openPrices", "rank"] as const) await step(t.database, buyer, id, action);
  });
};
