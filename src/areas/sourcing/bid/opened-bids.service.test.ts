import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { base64, unbase64, xor } from "#kernel/sealing/bytes.ts";
import { decryptEnvelope, openShare, sealShare } from "#kernel/sealing/envelope.ts";
import { sql } from "#server/db/sql.ts";
import { useKeyStore } from "#server/keystore.ts";
import {
  bidOf,
  giveAll,
  makeOfficers,
  pastDeadline,
  sealed,
  useTestKeyStore,
  type TestOfficer,
} from "#server/testing/opening.ts";
import { published, publishedAddendum, solicitationOf } from "#server/testing/sourcing.ts";
import { handOver, sharesToHandOver, sharesUnder } from "../opening/handover.service.ts";
import { officersOf } from "../opening/officer.service.ts";
import { openStage } from "../opening/open-stage.service.ts";
import { giveShares, joinOpening, openingState, sharesToOpen } from "../opening/opening.service.ts";
import { unlockPrices } from "../opening/price.service.ts";
import { openHeld } from "../opening/opening.jobs.ts";
import { addendumInput } from "../solicitation/solicitation.fields.model.ts";
import { deskOf } from "./bid-desk.service.ts";
import { openedBids } from "./opened.service.ts";
import { submitBid } from "./submit.service.ts";
import { sealScope } from "./under-seal.service.ts";
import {
  tender,
  t,
  ada,
  priced,
  moveDue,
  system,
  officers,
  store,
  code,
  people,
  bo,
  agency,
  told,
  statuses,
  bidSetUp,
} from "./bid.setup.ts";

bidSetUp();

test("the server's part with one officer, or the application's host without the key store, opens nothing; both are tried by hand", async () => {
  const s = await tender();
  const {
    manifests: [manifest],
  } = await bidOf(t.app, ada.actor, s.id, await priced(s.id, "1"));
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  const place = (await officersOf(system(), s.id))[0]!;
  const [item] = (await sharesUnder(system(), s.id, place.keyId)).items;
  const share = await openShare(item!.binding, item!, officers[0]!.keys);
  const { stream } = await t.app.files.open(manifest!.ciphertextSha256);
  const ciphertext = Uint8Array.from(Buffer.concat(await stream.toArray()));
  const ownPart = unbase64(
    /^\w{16} (\S{44}) .*$/m.exec(
      (await import("node:fs"))
        .readFileSync(store.file, "utf8")
        .split("\n")
        .find((line) => line.includes(manifest!.binding.envelopeId))!,
    )![1]!,
  );
  for (const key of [ownPart, share.bytes, xor(share.bytes, ownPart)])
    expect(await code(decryptEnvelope(manifest!, ciphertext, key))).toBe("decrypt");
});

test("material addenda must be acknowledged; a bid from before one is opened and marked", async () => {
  const s = await tender();
  await bidOf(t.app, ada.actor, s.id, {});
  await publishedAddendum(
    t.database,
    people,
    s.id,
    addendumInput.parse({ title: "More salt", text: "Twice as much.", material: true }),
  );
  expect(await code(bidOf(t.app, bo.actor, s.id, {}))).toBe("addenda");
  await bidOf(t.app, bo.actor, s.id, {}, { addenda: [1] });
  expect((await deskOf(t.database, ada.actor, s.id)).addenda).toMatchObject([
    { addendumNo: 1, material: true },
  ]);
});

test("a departing officer seals the shares anew for a successor and learns neither whose bids they are nor how many", async () => {
  const s = await tender();
  const [successor] = await makeOfficers(t.database, agency, ["Dot"]);
  const [ann, ben] = officers as [TestOfficer, TestOfficer];
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  const early = told(ada.actor, "2026-11-01T19:00:00Z");
  await bidOf(t.app, early, s.id, await priced(s.id, "5"));
  const place = (await officersOf(system(), s.id))[0]!;
  const { items } = await sharesToHandOver(system(), s.id, place);
  expect(items).toHaveLength(64);
  expect(JSON.stringify(items)).not.toContain(ada.vendorId);
  const next = {
    x: place.x,
    keyId: successor!.keyId,
    publicKey: base64(successor!.keys.publicKey),
  };
  const shares = await Promise.all(
    items.map(async (item) => ({
      envelopeId: item.envelopeId,
      ...(await sealShare(item.binding, await openShare(item.binding, item, ann.keys), next)),
    })),
  );
  const stale = await sealed(
    t.app,
    told(bo.actor, "2026-11-01T19:00:00Z"),
    s.id,
    await priced(s.id, "6"),
  );
  await handOver(t.database, ann.actor, s.id, ann.keyId, { keyId: next.keyId, shares });
  expect(
    await code(
      submitBid(t.app, told(bo.actor, "2026-11-01T19:00:00Z"), stale.plan.bidId, {
        manifests: stale.manifests,
        addendaAcknowledged: [],
      }),
    ),
  ).toBe("officers_changed");
  await bidOf(t.app, told(bo.actor, "2026-11-01T19:30:00Z"), s.id, await priced(s.id, "6"));
  await pastDeadline(t.database, agency.orgId, s.id);
  expect(await code(giveAll(t.database, ann, s.id))).toBe("no_place");
  await giveAll(t.database, successor!, s.id);
  await giveAll(t.database, ben, s.id);
  expect(await openStage(t.app, ben.actor, s.id)).toEqual({ opened: 2, failed: 0 });
});

test("a wrong share waits for the next officer; what does not open for anybody is recorded and out, the rest opens", async () => {
  const s = await tender();
  const [ann, ben, cyd] = officers as [TestOfficer, TestOfficer, TestOfficer];
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, await priced(s.id, "5"));
  const broken = await bidOf(t.app, told(bo.actor, "2026-11-01T19:30:00Z"), s.id, {
    price: { lines: [{ itemId: crypto.randomUUID(), unitPrice: "1" }] },
  });
  await pastDeadline(t.database, agency.orgId, s.id);
  await joinOpening(t.database, ann.actor, s.id);
  const { items } = await sharesToOpen(t.database, ann.actor, s.id, ann.keyId);
  expect(
    await giveShares(
      t.database,
      ann.actor,
      s.id,
      ann.keyId,
      items.map((item, i) => ({
        envelopeId: item.envelopeId,
        x: item.x,
        bytes: i ? null : base64(new Uint8Array(32)),
      })),
    ),
  ).toEqual({ taken: 0, wrong: 2 });
  await giveAll(t.database, ben, s.id);
  expect((await openingState(t.database, ben.actor, s.id)).blocked).toMatch(
    /2 envelopes did not open with these shares: Cyd must give theirs too/,
  );
  await giveAll(t.database, cyd, s.id);
  expect(await openStage(t.app, ben.actor, s.id)).toEqual({ opened: 1, failed: 1 });
  const { minutes } = await openingState(t.database, ben.actor, s.id);
  expect(minutes).toMatchObject({
    shares: [{ name: "Ann", given: 2, wrong: 2 }, { wrong: 0 }, { wrong: 0 }],
    rows: [
      { vendorName: "Ada Salt", outcome: "opened" },
      {
        vendorName: "Bo Minerals",
        outcome: "failed",
        failure: "it names an item that the solicitation does not have",
      },
    ],
  });
  expect((await openedBids(t.database.read(people.buyer), s.id)).map((b) => b.bidId)).not.toContain(
    broken.id,
  );
});

test("a key store that has lost a part, or is another one, stops the opening; only what is given up on purpose is out", async () => {
  const s = await tender();
  const [ann, ben] = officers as [TestOfficer, TestOfficer];
  const early = "2026-11-01T19:00:00Z";
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, early), s.id, await priced(s.id, "5"));
  await pastDeadline(t.database, agency.orgId, s.id);
  await giveAll(t.database, ann, s.id);
  await giveAll(t.database, ben, s.id);
  const empty = await useTestKeyStore();
  expect(await code(openStage(t.app, ann.actor, s.id))).toBe("other_key_store");
  await t.database.transaction(sealScope(agency.orgId), async (tx) =>
    tx.rows(sql`
      update bid
      set key_store = ${createHash("sha256")
        .update((await empty.store.status()).publicKey)
        .digest("hex")}
      where org_id = ${agency.orgId}
    `),
  );
  expect(await code(openStage(t.app, ann.actor, s.id))).toBe("parts_lost");
  expect(await statuses(s.id)).toEqual(["submitted"]);
  expect(await openStage(t.app, ann.actor, s.id, { lost: true })).toEqual({ opened: 0, failed: 1 });
  await empty.close();
  useKeyStore(store.store);
});

test("prices open only after the scores are locked, with shares of their own", async () => {
  const s = await published(t.database, people, solicitationOf(agency, { kind: "rfp" }), officers);
  const [ann, ben] = officers as [TestOfficer, TestOfficer];
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, {
    technical: { statement: "Ours is best." },
    ...(await priced(s.id, "5", "6")),
  });
  await pastDeadline(t.database, agency.orgId, s.id);
  await giveAll(t.database, ann, s.id);
  await giveAll(t.database, ben, s.id);
  expect(await openStage(t.app, ann.actor, s.id)).toEqual({ opened: 1, failed: 0 });
  expect(await openedBids(t.database.read(people.buyer), s.id)).toMatchObject([
    { technical: { statement: "Ours is best." }, price: null },
  ]);
  expect(await code(openStage(t.app, ann.actor, s.id))).toBe("done");
  const [{ id: priceId }] = (await system().rows<{ id: string }>(sql`
    select e.id
    from bid_envelope e
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${agency.orgId} and b.solicitation_id = ${s.id} and e.envelope = 'price'
  `)) as [{ id: string }];
  await expect(store.vault.release(s.id, [priceId], "2099-01-01T00:00:00Z")).rejects.toMatchObject({
    code: "scores_open",
  });
  await unlockPrices(t.app, people.buyer, s.id, "a".repeat(64));
  await giveAll(t.database, ann, s.id);
  await giveAll(t.database, ben, s.id);
  expect(await openStage(t.app, ann.actor, s.id)).toEqual({ opened: 1, failed: 0 });
  expect(
    (await openedBids(t.database.read(people.buyer), s.id))[0]!.price?.lines.map(
      (l) => l.unitPrice,
    ),
  ).toEqual(["5.0000", "6.0000"]);
});

test("quotes that the server holds open by themselves after the deadline, without officers", async () => {
  const s = await published(t.database, people, solicitationOf(agency, { kind: "rfq" }));
  expect(s.protection).toBe("held");
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, await priced(s.id, "5", "6"));
  await openHeld(t.app);
  expect(await openedBids(t.database.read(people.buyer), s.id)).toEqual([]);
  await pastDeadline(t.database, agency.orgId, s.id);
  await openHeld(t.app);
  expect(await openedBids(t.database.read(people.buyer), s.id)).toMatchObject([
    {
      vendorName: "Ada Salt",
      price: { lines: [{ unitPrice: "5.0000" }, { unitPrice: "6.0000" }] },
    },
  ]);
});
