import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { bidOf, makeOfficers, useTestKeyStore, type TestOfficer } from "#server/testing/opening.ts";
import {
  makeBidder,
  published,
  publishedAddendum,
  solicitationOf,
} from "#server/testing/sourcing.ts";
import "#areas/sourcing/sourcing.server.ts";
import { planSealing } from "#areas/sourcing/bid/plan-sealing.service.ts";
import { answerInvitation, listVendors } from "#areas/sourcing/solicitation/invitation.service.ts";
import { addendumInput } from "#areas/sourcing/solicitation/solicitation.fields.model.ts";
import { waitingFor } from "./waiting.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "manager", Actor>;
let officers: TestOfficer[];
let store: Awaited<ReturnType<typeof useTestKeyStore>>;
let ada: Awaited<ReturnType<typeof makeBidder>>;
let bo: typeof ada;
beforeAll(async () => {
  t = await freshDatabase();
  store = await useTestKeyStore();
});
afterAll(async () => {
  await store.close();
  await t.drop();
});
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
  });
  officers = await makeOfficers(t.database, agency, ["Ann", "Ben"]);
  [ada, bo] = [
    await makeBidder(t.database, agency, "Ada Salt"),
    await makeBidder(t.database, agency, "Bo Minerals"),
  ];
});

const waiting = async (of: typeof ada, now = Date.now()) =>
  (
    await waitingFor(vendorSide(t.database, of.actor), t.database.read(of.actor), of.actor, now)
  ).map(({ kind, title, href, urgent }) => ({ kind, title, href, urgent }));
const zones = async (of: typeof ada) =>
  (
    await waitingFor(
      vendorSide(t.database, of.actor),
      t.database.read(of.actor),
      of.actor,
      Date.now(),
    )
  ).map((item) => item.timeZone);
const amend = (id: string, material: boolean) =>
  publishedAddendum(
    t.database,
    people,
    id,
    addendumInput.parse({ title: "More salt", text: "Twice as much.", material }),
  );
const dueIn = (id: string, days: number) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = clock_timestamp() + make_interval(days => ${days}::int), questions_until = null
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );

test("a submitted bid that lacks a material addendum waits until a revision acknowledges it; the others see nothing of it", async () => {
  const s = await published(t.database, people, solicitationOf(agency, { kind: "itb" }), officers);
  await bidOf(t.app, ada.actor, s.id, {});
  expect(await waiting(ada)).toEqual([]);
  await amend(s.id, false);
  expect(await waiting(ada)).toEqual([]);
  await amend(s.id, true);
  await amend(s.id, true);
  expect(await waiting(ada)).toEqual([
    {
      kind: "addendum",
      title: `Your bid on ${s.number} does not acknowledge addendum 2`,
      href: `/vendor-portal/bids/${s.id}`,
      urgent: true,
    },
  ]);
  expect(await waiting(bo)).toEqual([]);
  await bidOf(t.app, ada.actor, s.id, {}, { addenda: [2, 3] });
  expect(await waiting(ada)).toEqual([]);
});

test("an invitation waits until it is answered or a bid is in; a promised or begun bid waits in its last week", async () => {
  const s = await published(t.database, people, solicitationOf(agency, { kind: "itb" }), officers);
  await t.database.transaction(people.buyer, (tx) =>
    listVendors(tx, people.buyer, s.id, [ada.vendorId], "chosen"),
  );
  expect(await waiting(ada)).toEqual([
    {
      kind: "invitation",
      title: `Invitation: ${s.number}`,
      href: `/opportunities/${s.id}`,
      urgent: false,
    },
  ]);
  // Its deadline is told in the agency's zone, whatever the vendor's own.
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`update organization set time_zone = 'Pacific/Honolulu' where id = ${agency.orgId}`),
  );
  expect(await zones(ada)).toEqual(["Pacific/Honolulu"]);
  await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor, who) =>
    answerInvitation(tx, who, vendor, s.id, "intends", null),
  );
  expect(await waiting(ada)).toEqual([]);
  await dueIn(s.id, 5);
  expect(await waiting(ada)).toEqual([
    {
      kind: "bid",
      title: `Nothing is submitted yet: ${s.number}`,
      href: `/vendor-portal/bids/${s.id}`,
      urgent: false,
    },
  ]);
  await planSealing(t.app, bo.actor, s.id);
  expect(await waiting(bo)).toMatchObject([{ kind: "bid", urgent: false }]);
  await dueIn(s.id, 2);
  expect(await waiting(bo)).toMatchObject([{ kind: "bid", urgent: true }]);
  await bidOf(t.app, ada.actor, s.id, {});
  expect(await waiting(ada)).toEqual([]);
});
