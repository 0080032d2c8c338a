import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { openNote } from "#kernel/checkpoint.ts";
import { auditKeys } from "#server/keys.ts";
import { conflict } from "#kernel/errors.ts";
import { historyOf } from "#server/audit/history.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
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
import { waitingFor } from "#areas/vendor-portal/portal/waiting.service.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import "#areas/sourcing/sourcing.server.ts";
import { addScenario, scenariosOf } from "../award/scenario.service.ts";
import { scenarioInput } from "../award/scenario.fields.model.ts";
import { readEvaluation } from "../evaluation/evaluation.read.service.ts";
import { evaluation } from "../evaluation/evaluation.tables.ts";
import { textsOf } from "../evaluation/recommendation.service.ts";
import { saveWriting } from "../evaluation/scoring.service.ts";
import { readSheet } from "../evaluation/sheet.model.ts";
import { sealScope } from "../bid/under-seal.service.ts";
import { askFinalOffers, endFinalOffers } from "./ask.service.ts";
import type { FinalOfferContent } from "./final-offer.model.ts";
import { offerDeskOf, ownOffers } from "./offer-desk.service.ts";
import { keepRounds, openDueOffers, openFinalOffers } from "./open-offers.service.ts";
import { submitOffer } from "./submit-offer.service.ts";
import { offerWithdrawal, withdrawOffer } from "./withdraw-offer.service.ts";

let t: TestDatabase;
let store: Awaited<ReturnType<typeof useTestKeyStore>>;
let panel: Panel;
let ada: Bidder;
let bo: Bidder;
let cy: Bidder;
let bidIds: string[];
let id: string;
let ahead = 0;
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

const minutes = 60_000;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const at = (actor: Actor, instant: number): Actor => ({
  ...actor,
  businessNow: new Date(instant).toISOString(),
});
const read = (actor: Actor = panel.people.chair) =>
  readEvaluation(t.database.read(actor), actor, id);
const system = () => t.database.read(sealScope(panel.agency.orgId));
const due = () => Date.now() + 30 * minutes;
const ask = (who: readonly string[], dueAt = due(), actor = panel.people.chair) =>
  as(actor, (tx) =>
    askFinalOffers(tx, actor, id, {
      bidIds: [...who],
      dueAt: new Date(dueAt).toISOString(),
      note: "Mind the fuel price.",
    }),
  );
const deskOf = async (bidder: Bidder) =>
  offerDeskOf(t.database, bidder.actor, (await ownOffers(t.database, bidder.actor))[0]!.id);
const sealed = async (
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
const offer = async (
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
const roundId = async () =>
  (
    await system().one<{ id: string }>(sql`
      select id
      from final_offer_round
      where org_id = ${panel.agency.orgId} and evaluation_id = ${id}
      order by round_no desc
      limit 1
    `)
  ).id;
/**
 * A round that was due a moment ago, with an offer of Ada's that came in time however slow this
 * machine is.
 */
const pastRound = async () => {
  ahead = 0;
  const soon = Date.now() + 1500;
  await ask(bidIds, soon);
  await offer(ada, ["48", "60"], soon - 1000);
  await new Promise((done) => setTimeout(done, Math.max(0, soon + 50 - Date.now())));
};
const open = async (instant: number) => {
  ahead = instant - Date.now();
  return openFinalOffers(
    t.app,
    at({ ...panel.people.chair, personId: null } as Actor, instant),
    await roundId(),
  );
};

describe("asking", () => {
  test("is the chair's, takes back a ranking that stands, and holds the next one until the offers are open", async () => {
    const { buyer, chair } = panel.people;
    expect(await code(ask(bidIds, due(), buyer))).toBe("not_chair");
    expect(await code(ask(bidIds, Date.now() - 1000))).toBe("invalid_field");
    expect(await code(ask(["018f0000-0000-7000-8000-000000000001"]))).toBe("invalid_field");
    await ask(bidIds.slice(0, 2));
    expect((await read()).status).toBe("price_opened");
    expect(await code(ask(bidIds))).toBe("round_open");
    await expect(step(t.database, buyer, id, "rank")).rejects.toThrow(
      "Final offers are asked for and not opened yet",
    );
    expect((await read()).content!.finalRounds).toMatchObject([
      {
        roundNo: 1,
        askedBy: "chair",
        openedAt: null,
        asked: [
          { vendorName: "Ada Salt", outcome: "sealed" },
          { vendorName: "Bo Minerals", outcome: "sealed" },
        ],
      },
    ]);
    const mails = await identityDb(t.database).rows<{ toAddress: string; bodyText: string }>(sql`
      select to_address, body_text
      from mail
      where org_id = ${panel.agency.orgId} and kind = 'final_offer'
    `);
    expect(mails.map((mail) => mail.toAddress).sort()).toEqual(
      [ada.actor.email, bo.actor.email].sort(),
    );
    expect(mails[0]!.bodyText).toMatch(/Mind the fuel price/);
    const waiting = async (bidder: Bidder) =>
      (
        await waitingFor(
          vendorSide(t.database, bidder.actor),
          t.database.read({
            orgId: null,
            personId: bidder.actor.personId,
            vendorIds: bidder.actor.vendorIds,
          }),
          bidder.actor,
        )
      ).map((item) => item.kind);
    expect([await waiting(ada), await waiting(cy)]).toEqual([["finalOffer"], []]);
    expect(
      await code(
        as(chair, async (tx) => endFinalOffers(tx, chair, id, await roundId(), "Asked too early")),
      ),
    ).toBe("no refusal");
    expect(await waiting(ada)).toEqual([]);
    await step(t.database, buyer, id, "rank");
  });
});

describe("an offer", () => {
  test("is pre-filled with the bid, may be replaced, and nobody in the agency sees it or that it came", async () => {
    await ask(bidIds.slice(0, 2));
    expect((await deskOf(ada)).items.map((item) => item.unitPrice)).toEqual(["50.0000", "60.0000"]);
    expect(await ownOffers(t.database, cy.actor)).toEqual([]);
    expect(
      await code(
        offerDeskOf(t.database, cy.actor, (await ownOffers(t.database, ada.actor))[0]!.id),
      ),
    ).toBe("not_found");
    await offer(ada, ["47.1234", "58"]);
    expect((await offer(ada, ["45.6789", "58"])).revision).toBe(2);
    for (const actor of Object.values(panel.people)) {
      const seen = JSON.stringify([
        await read(actor),
        await historyOf(t.database.read(actor), "evaluation", id),
        await t.database
          .read(actor)
          .rows(sql`select * from final_offer_envelope where org_id = ${actor.orgId}`),
        await t.database
          .read(actor)
          .rows(sql`select * from bid_event where org_id = ${actor.orgId}`),
      ]);
      expect(seen).not.toMatch(/45\.6789|47\.1234|"received_at":"|receivedAt":"2[^,]*,"revision"/);
    }
    expect(
      await t.database
        .read(panel.people.auditor)
        .rows(sql`select id from final_offer_envelope where org_id = ${panel.agency.orgId}`),
    ).toEqual([]);
    expect(JSON.stringify((await read()).content!.finalRounds)).not.toMatch(/final"|revision":1/);
    // Replaced ones are forgotten by the key store.
    const states = await system().rows<{ revision: number; state: string }>(sql`
      select revision, state
      from final_offer_envelope
      where org_id = ${panel.agency.orgId}
      order by revision
    `);
    expect(states).toEqual([
      { revision: 1, state: "erased" },
      { revision: 2, state: "sealed" },
    ]);
    expect((await deskOf(ada)).sent).toMatchObject({
      revision: 2,
      state: "sealed",
      by: "Ada Salt's person",
    });
  });

  test("counts by the database's clock: at the instant a first one, no replacement; after it nothing, and the attempt is on record", async () => {
    const instant = due();
    await ask(bidIds, instant);
    await offer(ada, ["49", "60"], instant - 1);
    expect(await code(offer(ada, ["40", "40"], instant))).toBe("late");
    await offer(bo, ["54", "52"], instant);
    expect(await code(offer(cy, ["1", "1"], instant + 1))).toBe("late");
    const refused = await system().rows<{ personName: string; detail: string }>(sql`
      select person_name, detail
      from bid_event
      where org_id = ${panel.agency.orgId} and kind = 'refused'
      order by at
    `);
    expect(refused.map((r) => [r.personName, r.detail])).toEqual(
      expect.arrayContaining([
        ["Ada Salt's person", "final offer, round 1: late"],
        ["Cy Trading's person", "final offer, round 1: late"],
      ]),
    );
    expect(await open(instant), "not at the instant itself").toBe(false);
    expect(await open(instant + 1)).toBe(true);
    expect(
      (await read()).content!.finalRounds[0]!.asked.map((each) => [each.vendorName, each.outcome]),
    ).toEqual([
      ["Ada Salt", "final"],
      ["Bo Minerals", "final"],
      ["Cy Trading", "bid"],
    ]);
  });

  test("that was taken in opens, though its place in the audit ledger came too late for the answer", async () => {
    await ask(bidIds);
    const { desk, input } = await sealed(ada, ["49", "60"]);
    const sequencer = await sequencerOf(t.database);
    const slow = vi
      .spyOn(sequencer, "waitForInclusion")
      .mockRejectedValueOnce(conflict("not_included", "Try again in a moment."));
    expect(await code(submitOffer(t.app, ada.actor, desk.id, input))).toBe("not_included");
    slow.mockRestore();
    expect(await open(due() + minutes)).toBe(true);
    expect((await read()).content!.finalRounds[0]!.asked[0]).toMatchObject({
      vendorName: "Ada Salt",
      outcome: "final",
    });
  });

  test("is taken back before the instant for good: its key is gone, another one may come, nobody is told before the opening, and the receipt names the ledger's entry", async () => {
    const instant = due();
    await ask(bidIds, instant);
    const offerId = (await deskOf(ada)).id;
    const gone = (actor = ada.actor) => code(withdrawOffer(t.app, actor, offerId));
    expect(await gone(), "none came").toBe("not_in_this_status");
    await offer(ada, ["41", "41"]);
    const { desk, input } = await sealed(ada, ["42", "42"]);
    await submitOffer(t.app, ada.actor, desk.id, input);
    await offer(bo, ["54", "50"]);
    expect(await gone(bo.actor), "another company's").toBe("not_found");
    expect(await code(offerWithdrawal(t.app, ada.actor, offerId))).toBe("not_withdrawn");
    expect(await gone(at(ada.actor, instant)), "at the instant").toBe("late");
    expect((await deskOf(ada)).sent).toMatchObject({ revision: 2, state: "sealed" });
    expect(await gone(at(ada.actor, instant - 1))).toBe("no refusal");
    expect(
      [await gone(), await code(submitOffer(t.app, ada.actor, desk.id, input))],
      "again; the same one again",
    ).toEqual(["not_in_this_status", "key_store_exists"]);
    await expect(
      store.vault.release(
        await roundId(),
        [input.manifest.binding.envelopeId],
        "2099-01-01T00:00:00Z",
      ),
    ).rejects.toMatchObject({ code: "erased" });
    expect(await deskOf(ada)).toMatchObject({
      sent: { revision: 2, state: "withdrawn" },
      nextRevision: 3,
      mayOffer: null,
    });
    expect((await ownOffers(t.database, ada.actor))[0]!.sentAt).toBeNull();
    // The receipt is the same whenever it is asked for, and holds against the ledger's key.
    const { note, receipt } = await offerWithdrawal(t.app, ada.actor, offerId);
    expect((await offerWithdrawal(t.app, ada.actor, offerId)).note).toBe(note);
    expect(await openNote(note, auditKeys().verifier)).toMatchObject({
      text: expect.stringContaining('"format":"levee-withdrawal-receipt/1"'),
    });
    expect(receipt).toMatchObject({
      bid: { id: offerId, revision: 2, round: 1 },
      ciphertexts: [input.manifest.ciphertextSha256],
      vendor: { name: "Ada Salt" },
    });
    expect(
      await system().one(sql`
        select action, actor_id, object_id <> ${offerId} as apart
        from audit_entry
        where org_id = ${panel.agency.orgId} and id = ${receipt.audit.entryId}
      `),
    ).toEqual({ action: "bid.underSeal", actorId: null, apart: true });
    for (const actor of Object.values(panel.people))
      expect(
        JSON.stringify([
          (await read(actor)).content?.finalRounds,
          await t.database
            .read(actor)
            .rows(
              sql`select * from bid_event where org_id = ${actor.orgId} and kind = 'withdrawn'`,
            ),
        ]),
      ).not.toMatch(/withdrawn/);
    // Bo takes the only one back, and Ada sends another.
    expect(await code(withdrawOffer(t.app, bo.actor, (await deskOf(bo)).id))).toBe("no refusal");
    expect((await offer(ada, ["49", "60"])).revision).toBe(3);
    expect(await open(instant + 1)).toBe(true);
    expect(
      (await read()).content!.finalRounds[0]!.asked.map((each) => [
        each.vendorName,
        each.outcome,
        each.revision,
      ]),
    ).toEqual([
      ["Ada Salt", "final", 3],
      ["Bo Minerals", "withdrawn", null],
      ["Cy Trading", "bid", null],
    ]);
    expect((await read()).content!.bids.map((bid) => bid.price!.totalCents)).toEqual([
      79_000_00, 81_000_00, 105_000_00,
    ]);
    expect(await code(withdrawOffer(t.app, ada.actor, offerId)), "opened").toBe("late");
    const told = await t.database.read(panel.people.auditor).rows<{ content: string }>(sql`
      select content
      from audit_entry
      where org_id = ${panel.agency.orgId} and action = 'bid.reveal'
    `);
    const said = told.map((entry) => entry.content).join("\n");
    expect(said).toMatch(
      new RegExp(
        `"after":"final offer, round 1: ${input.manifest.ciphertextSha256}"[^}]*\\}.*"after":"withdrawn"`,
      ),
    );
    expect(said).toMatch(/"after":"final offer, round 1: withdrawal late"/);
  });

  test("that is taken back, replaced and sent again at once leaves at most one that lives, and the other ones' keys are gone", async () => {
    await ask(bidIds);
    await offer(ada, ["49", "60"]);
    const { desk, input } = await sealed(ada, ["48", "60"]);
    const ends = await Promise.all([
      code(withdrawOffer(t.app, ada.actor, desk.id)),
      code(submitOffer(t.app, ada.actor, desk.id, input)),
      code(withdrawOffer(t.app, ada.actor, desk.id)),
    ]);
    expect(
      ends.every((end) => ["no refusal", "not_in_this_status"].includes(end)),
      ends.join(),
    ).toBe(true);
    const left = await system().rows<{ id: string; state: string; withdrawn: boolean }>(sql`
      select e.id, e.state, e.withdrawn_at is not null as withdrawn
      from final_offer_envelope e
      where e.org_id = ${panel.agency.orgId} and e.offer_id = ${desk.id}
      order by revision
    `);
    expect(left.filter((each) => each.state === "sealed").length).toBe(
      left.at(-1)!.withdrawn ? 0 : 1,
    );
    for (const each of left.filter((one) => one.state !== "sealed"))
      await expect(
        store.vault.release(await roundId(), [each.id], "2099-01-01T00:00:00Z"),
      ).rejects.toMatchObject({ code: "erased" });
  });

  test("is refused when it is sealed for another round, company or revision, and one sent twice is one", async () => {
    await ask(bidIds);
    const { desk, input } = await sealed(ada, ["49", "60"]);
    const { desk: bos } = await sealed(bo, ["1", "1"]);
    expect(await code(submitOffer(t.app, bo.actor, bos.id, input))).toBe("manifest");
    expect(await code(submitOffer(t.app, bo.actor, desk.id, input))).toBe("not_found");
    const first = await submitOffer(t.app, ada.actor, desk.id, input);
    const again = await submitOffer(t.app, ada.actor, desk.id, input);
    expect(again).toEqual(first);
    // Another one's envelope id in one's own envelope makes the key store forget nothing.
    const mine = await sealed(bo, ["2", "2"]);
    const stolen = await sealEnvelope({
      binding: { ...mine.input.manifest.binding, envelopeId: input.manifest.binding.envelopeId },
      officers: null,
      keyStoreKey: unbase64(desk.keyStoreKey),
      content: {},
    });
    expect(
      await code(
        submitOffer(t.app, bo.actor, bos.id, {
          manifest: stolen.manifest,
          ciphertext: base64(stolen.ciphertext),
        }),
      ),
    ).toBe("key_store_exists");
    expect(await open(due() + minutes)).toBe(true);
    expect((await read()).content!.finalRounds[0]!.asked[0]).toMatchObject({
      outcome: "final",
      revision: 1,
    });
  });
});

describe("the opening", () => {
  test("opens all together; the ranking, the frozen sheet and the prices say which offer counts; old ways to award are stale", async () => {
    const { buyer, one, chair } = panel.people;
    const before = await as(buyer, async (tx) => {
      await tx.rows(sql`
        update evaluation
        set status = 'price_opened'
        where org_id = ${buyer.orgId} and id = ${id}
      `);
      return addScenario(tx, buyer, id, scenarioInput.parse({ name: "Lowest", kind: "lowest" }));
    });
    const instant = due();
    await ask(bidIds, instant);
    await offer(ada, ["44", "60"]);
    await offer(bo, ["", "50"], undefined, { note: "Only the south moves." });
    await offer(cy, ["1", "1"], undefined, {
      lines: [{ itemId: "018f0000-0000-7000-8000-000000000001", unitPrice: "1" }],
    });
    expect(await open(instant - minutes)).toBe(false);
    expect(await open(instant + minutes)).toBe(true);
    expect(await open(instant + minutes), "once").toBe(false);
    const { content } = await read(one);
    expect(
      content!.finalRounds[0]!.asked.map((each) => [each.vendorName, each.outcome, each.note]),
    ).toEqual([
      ["Ada Salt", "final", ""],
      ["Bo Minerals", "final", "Only the south moves."],
      ["Cy Trading", "failed", ""],
    ]);
    // Ada 1000×44 + 500×60; Bo keeps 55 in the north: 1000×55 + 500×50; Cy stands by its bid.
    expect(
      content!.bids.map((bid) => [
        bid.vendorName,
        bid.price!.totalCents,
        bid.price!.bidTotalCents,
        bid.price!.finalRound,
      ]),
    ).toEqual([
      ["Ada Salt", 74_000_00, 80_000_00, 1],
      ["Bo Minerals", 80_000_00, 81_000_00, 1],
      ["Cy Trading", 105_000_00, 105_000_00, null],
    ]);
    await step(t.database, buyer, id, "rank");
    const ranking = (await read(one)).content!.ranking!;
    expect(ranking.bids.map((bid) => [bid.vendorName, bid.priceCents, bid.finalRound])).toEqual([
      ["Ada Salt", 74_000_00, 1],
      ["Bo Minerals", 80_000_00, 1],
      ["Cy Trading", 105_000_00, null],
    ]);
    const row = await getRow(t.database.read(buyer), evaluation, id);
    const sheet = readSheet((await textsOf(t.database.read(buyer), id)).get("sheet")!.text);
    expect(sheet.bids.map((bid) => bid.offer!.kind).sort()).toEqual(["bid", "final", "final"]);
    expect(row.sheetDigest).toMatch(/^[0-9a-f]{64}$/);
    // The stored instant of the opening is the told one, half an hour ahead of the scenario's.
    expect((await scenariosOf(system(), id)).map((each) => each.stale)).toEqual([true]);
    expect(
      await code(as(buyer, (tx) => saveWriting(tx, buyer, id, { scenarioId: before.id }))),
    ).toBe("stale_scenario");
    const audited = await t.database.read(panel.people.auditor).rows<{ action: string }>(sql`
      select action
      from audit_entry
      where org_id = ${panel.agency.orgId} and object_id = ${id} and action like '%inalOffers'
    `);
    expect(audited.map((entry) => entry.action)).toEqual([
      "evaluation.askFinalOffers",
      "evaluation.openFinalOffers",
    ]);
    // A second round is pre-filled with the first one's prices and replaces them.
    await ask(bidIds.slice(0, 1), due(), chair);
    expect((await deskOf(ada)).items.map((item) => item.unitPrice)).toEqual(["44.0000", "60.0000"]);
  });

  test("that the key store cannot serve says so to everybody, once to who leads; it goes on by itself with the keys back, or the chair takes the request back", async () => {
    const { chair, one } = panel.people;
    const told = async () =>
      await t.database.read(chair).rows<{ title: string; body: string }>(sql`
        select title, body
        from notification
        where org_id = ${chair.orgId}
          and person_id = ${chair.personId}
          and title like '%do not open'
      `);
    await pastRound();
    const empty = await useTestKeyStore();
    for (const _ of [1, 2]) expect(await keepRounds(t.app)).toMatchObject({ changed: 0 });
    for (const actor of [chair, one])
      expect((await read(actor)).content!.finalRounds[0]).toMatchObject({
        openedAt: null,
        stuck: expect.stringMatching(
          /does not hold the keys of these final offers\. Bring back its backup and they open by themselves\. If there is none, the chair takes the request back/,
        ),
      });
    expect(await told()).toMatchObject([
      { body: expect.stringContaining("the chair takes the request back") },
    ]);
    await empty.close();
    useKeyStore(store.store);
    await keepRounds(t.app);
    expect((await read()).content!.finalRounds[0]).toMatchObject({
      openedAt: expect.any(String),
      stuck: null,
    });
  });

  test("runs by itself every minute, not before the key store's clock, and a round taken back is never read", async () => {
    const { chair, buyer } = panel.people;
    await pastRound();
    ahead = -minutes;
    await openDueOffers(t.app);
    expect(
      (await read()).content!.finalRounds[0]!.stuck,
      "the key store's clock is only behind",
    ).toBeNull();
    expect((await read()).content!.finalRounds[0]!.openedAt).toBeNull();
    expect(await keepRounds(t.app), "the key store says when it is time").toMatchObject({
      changed: 0,
    });
    ahead = 0;
    expect(await keepRounds(t.app)).toMatchObject({ changed: 1 });
    expect((await read()).content!.finalRounds[0]!.asked[0]).toMatchObject({ outcome: "final" });
    await ask(bidIds);
    expect((await keepRounds(t.app)).nextMs, "rounds of other tests wait too").toBeLessThanOrEqual(
      30 * minutes,
    );
    await offer(ada, ["1", "1"]);
    await as(chair, async (tx) =>
      endFinalOffers(tx, chair, id, await roundId(), "The fuel clause changed"),
    );
    expect(await code(offer(bo, ["1", "1"]))).toBe("ended");
    await openDueOffers(t.app);
    expect(
      await system().rows<{ state: string }>(sql`
        select e.state
        from final_offer_envelope e
        join final_offer f on f.org_id = e.org_id and f.id = e.offer_id
        where f.org_id = ${panel.agency.orgId} and f.round_id = ${await roundId()}
      `),
    ).toEqual([{ state: "erased" }]);
    await step(t.database, buyer, id, "rank");
    expect(
      (await read()).content!.ranking!.bids.find((bid) => bid.vendorName === "Ada Salt")!
        .priceCents,
    ).toBe(78_000_00);
  });
});
