// What the desk of bids, the opening, its officers and the price envelopes refuse.
import { expect, test } from "vitest";
import { base64 } from "#kernel/sealing/bytes.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { bidOf, giveAll, pastDeadline } from "#server/testing/opening.ts";
import { published, publishedAddendum, solicitationOf } from "#server/testing/sourcing.ts";
import { handOver, placeOf } from "../opening/handover.service.ts";
import { retireKey } from "../opening/officer-key.service.ts";
import { nameOfficers, rehearse } from "../opening/officer.service.ts";
import { openStage, publishTabulation } from "../opening/open-stage.service.ts";
import { openStageJob } from "../opening/opening.jobs.ts";
import { beginSitting, giveShares, joinOpening, openingState } from "../opening/opening.service.ts";
import { unlockPrices } from "../opening/price.service.ts";
import { laterInstant } from "../outage/outage.service.ts";
import { addendumInput } from "../solicitation/solicitation.fields.model.ts";
import { createSolicitation, refuseEarlier } from "../solicitation/solicitation.service.ts";
import { deskOf } from "./bid-desk.service.ts";
import {
  ada,
  agency,
  bidSetUp,
  bo,
  moveDue,
  officers,
  people,
  priced,
  t,
  tender,
  told,
} from "./bid.setup.ts";
import { planSealing } from "./plan-sealing.service.ts";
import { sealScope } from "./under-seal.service.ts";

bidSetUp();

const asBuyer = <T>(work: (tx: Parameters<typeof nameOfficers>[0]) => Promise<T>) =>
  t.database.transaction(people.buyer, work);
const system = <T>(work: (tx: Parameters<typeof nameOfficers>[0]) => Promise<T>) =>
  t.database.transaction(sealScope(agency.orgId), work);
const drafted = (kind: "itb" | "rfq" = "itb") =>
  asBuyer((tx) => createSolicitation(tx, people.buyer, solicitationOf(agency, { kind })));
const row = (id: string) =>
  t.database
    .read(sealScope(agency.orgId))
    .one<Parameters<typeof beginSitting>[1]>(sql`select * from solicitation where id = ${id}`);

test("a bid is prepared while bids are taken in and two officers are named; material addenda come first", async () => {
  const s = await tender();
  const desk = async () => (await deskOf(t.database, bo.actor, s.id)).mayBid;
  const material = addendumInput.parse({ title: "More salt", text: "Twice.", material: true });
  await publishedAddendum(t.database, people, s.id, material);
  expect(await refusalOf(bidOf(t.app, bo.actor, s.id, {}))).toBe(
    "addenda: Acknowledge addendum 1 first.",
  );
  await system((tx) =>
    tx.rows(sql`
      update opening_officer
      set replaced_at = clock_timestamp()
      where org_id = ${agency.orgId} and solicitation_id = ${s.id}
    `),
  );
  expect(await desk()).toBe("The agency has not named who opens the bids.");
  expect(await refusalOf(planSealing(t.app, bo.actor, s.id))).toBe(
    "no_officers: The agency has not named who opens the bids.",
  );
  await pastDeadline(t.database, agency.orgId, s.id);
  expect(await desk()).toBe("Bids are no longer taken in.");
});

test("officers use their own keys, are named before publication, and hand over what waits for them", async () => {
  const [ann, ben] = officers;
  const draft = await drafted();
  await asBuyer((tx) => nameOfficers(tx, people.buyer, draft.id, [ann!.keyId, ben!.keyId]));
  const tries = (by: typeof ann, keyId: string) =>
    refusalOf(
      t.database.transaction(by!.actor, (tx) =>
        rehearse(tx, by!.actor, draft.id, keyId, base64(new Uint8Array(32))),
      ),
    );
  expect(await tries(ben, ann!.keyId)).toContain("Each officer rehearses with the own key.");
  expect(await tries(ann, ann!.keyId)).toBe(
    "wrong_share: This key did not open the test envelope. Name the officers again with a key that works.",
  );
  const s = await tender();
  expect(
    await refusalOf(
      asBuyer((tx) => nameOfficers(tx, people.buyer, s.id, [ann!.keyId, ben!.keyId])),
    ),
  ).toBe("published: Officers are named before publication. Afterwards a place is handed over.");
  expect(
    await refusalOf(placeOf(t.database.read(ben!.actor), ben!.actor, s.id, ann!.keyId)),
  ).toContain("Each officer uses the own key.");
  expect(
    await refusalOf(
      handOver(t.database, ann!.actor, s.id, ann!.keyId, { keyId: ben!.keyId, shares: [] }),
    ),
  ).toBe("has_place: The successor has a place already.");
  expect(
    await refusalOf(
      t.database.transaction(ann!.actor, (tx) => retireKey(tx, ann!.actor, ann!.keyId)),
    ),
  ).toMatch(/^in_use: 2 solicitations wait for this key\. Hand over its places first\.$/);
});

test("a sitting is of a published solicitation that is closed, and opens once", async () => {
  const [ann, ben] = officers;
  const begin = async (id: string) => {
    const found = await row(id);
    return refusalOf(system((tx) => beginSitting(tx, found)));
  };
  const bare = { ...(await row((await drafted()).id)), dueAt: null };
  expect(await refusalOf(system((tx) => beginSitting(tx, bare)))).toBe(
    "not_published: This solicitation is not published.",
  );
  const s = await tender();
  const asks = () =>
    refusalOf(
      t.database.transaction(ann!.actor, (tx) =>
        openStageJob.ask(tx, t.app, ann!.actor, s.id, false),
      ),
    );
  expect(await asks()).toBe("no_sitting: There is nothing to open.");
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, await priced(s.id, "5"));
  expect(await begin(s.id)).toBe(
    "not_closed: The solicitation must be closed first; this happens by itself within a minute of the deadline.",
  );
  await pastDeadline(t.database, agency.orgId, s.id);
  expect(
    await refusalOf(
      giveAll(t.database, ann!, s.id).then(() =>
        giveShares(t.database, ann!.actor, s.id, ann!.keyId, [
          { envelopeId: newId(), x: 1, bytes: null },
        ]),
      ),
    ),
  ).toBe("unknown_share: A share belongs to no envelope of this opening.");
  const publish = () => refusalOf(asBuyer((tx) => publishTabulation(tx, people.buyer, s.id)));
  expect(await publish()).toBe("not_done: The opening is not finished.");
  await giveAll(t.database, ben!, s.id);
  await openStage(t.app, ben!.actor, s.id);
  expect(await begin(s.id)).toBe("done: These envelopes are open already.");
  expect(await refusalOf(unlockPrices(t.app, people.buyer, s.id, "a".repeat(64)))).toBe(
    "one_envelope: There is no separate price envelope.",
  );
});

test("an opening without bids needs two officers too", async () => {
  const [ann] = officers;
  const s = await tender();
  await pastDeadline(t.database, agency.orgId, s.id);
  await joinOpening(t.database, ann!.actor, s.id);
  expect((await openingState(t.database, ann!.actor, s.id)).blocked).toBe(
    "Two officers must be present.",
  );
});

test("deadlines move later, into the future, and questions end before them", async () => {
  const past = new Date(Date.now() - 60_000).toISOString();
  expect(await refusalOf(asBuyer((tx) => laterInstant(tx, past)))).toContain(
    "The new deadline must lie in the future.",
  );
  expect(
    await refusalOf(Promise.resolve().then(() => refuseEarlier("2027-01-02", "2027-01-01"))),
  ).toContain("A deadline that was published can only move later.");
  const s = await published(t.database, people, solicitationOf(agency, { kind: "rfq" }));
  const add = (over: object) =>
    refusalOf(
      publishedAddendum(
        t.database,
        people,
        s.id,
        addendumInput.parse({ title: "More time", text: "One day.", material: false, ...over }),
      ),
    );
  const after = (days: number) => new Date(Date.parse(s.dueAt!) + days * 86_400_000).toISOString();
  expect(await add({ dueAt: after(1), questionsUntil: after(2) })).toContain(
    "Questions must end before bids are due.",
  );
  const unknown = { fileId: newId(), title: "Plan" };
  expect(await add({ documents: [unknown] })).toBe("invalid_parts: Some files do not exist.");
});
