import "#areas/sourcing/sourcing.server.ts";
import { describe, expect, test, vi } from "vitest";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { openNote } from "#kernel/checkpoint.ts";
import { auditKeys } from "#server/keys.ts";
import { conflict } from "#kernel/errors.ts";
import { historyOf } from "#server/audit/history.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { step, type Bidder } from "#server/testing/evaluation.ts";
import { waitingFor } from "#areas/vendor-portal/portal/waiting.service.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { endFinalOffers } from "./ask.service.ts";
import { offerDeskOf, ownOffers } from "./offer-desk.service.ts";
import { submitOffer } from "./submit-offer.service.ts";
import { offerWithdrawal, withdrawOffer } from "./withdraw-offer.service.ts";
import {
  panel,
  code,
  ask,
  bidIds,
  due,
  read,
  t,
  id,
  ada,
  bo,
  cy,
  as,
  roundId,
  deskOf,
  offer,
  system,
  open,
  sealed,
  minutes,
  at,
  store,
  finalOfferSetUp,
} from "./final-offer.setup.ts";

finalOfferSetUp();

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
    ).toEqual(["not_in_this_status", "withdrawn"]);
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
