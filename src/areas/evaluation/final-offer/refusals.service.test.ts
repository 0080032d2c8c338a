// What a request for final offers and a sealed final offer refuse.
import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { endFinalOffers } from "./ask.service.ts";
import { ownOffers, offerDeskOf } from "./offer-desk.service.ts";
import { submitOffer } from "./submit-offer.service.ts";
import { withdrawOffer } from "./withdraw-offer.service.ts";
import {
  ada,
  as,
  ask,
  at,
  bidIds,
  bo,
  cy,
  deskOf,
  due,
  finalOfferSetUp,
  id,
  minutes,
  open,
  panel,
  roundId,
  sealed,
  system,
  t,
} from "./final-offer.setup.ts";

finalOfferSetUp();

const give = (input: Awaited<ReturnType<typeof sealed>>, by = ada, when?: number) =>
  refusalOf(
    submitOffer(
      t.app,
      when === undefined ? by.actor : at(by.actor, when),
      input.desk.id,
      input.input,
    ),
  );
const vendorStands = (status: string) =>
  t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set status = ${status}
      where org_id = ${panel.agency.orgId} and id = ${ada.vendorId}
    `),
  );

test("a round is of bids that take part, and due between now and ninety days", async () => {
  expect(await refusalOf(ask([newId()]))).toContain("There is no such bid in this evaluation.");
  expect(await refusalOf(ask(bidIds, Date.now() - minutes))).toContain(
    "The due instant has passed already.",
  );
  expect(await refusalOf(ask(bidIds, Date.now() + 400 * 24 * 60 * minutes))).toMatch(
    /At most \d+ days from now\./,
  );
  await t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update evaluation_bid
      set responsive = false, responsive_reason = 'No signature'
      where org_id = ${panel.agency.orgId} and bid_id = ${bidIds[2]!}
    `),
  );
  expect(await refusalOf(ask(bidIds))).toContain("Cy Trading takes no part any more.");
});

test("an offer is sealed for its own request, and is the ciphertext that its envelope names", async () => {
  await ask(bidIds);
  const one = await sealed(ada, ["49", "60"]);
  const wrong = (over: object, ciphertext = one.input.ciphertext) =>
    give({ ...one, input: { ciphertext, manifest: { ...one.input.manifest, ...over } } });
  expect(await wrong({ binding: { ...one.input.manifest.binding, bidId: newId() } })).toBe(
    "manifest: The envelope is sealed for something else.",
  );
  expect(await wrong({ size: one.input.manifest.size + 1 })).toBe(
    "manifest: The ciphertext is not the one that the envelope names.",
  );
});

test("an offer of a vendor that is not active, a stale or withdrawn or late one is not taken in", async () => {
  const instant = due();
  await ask(bidIds, instant);
  await vendorStands("suspended");
  expect(await give(await sealed(ada, ["50", "60"]))).toBe(
    "not_allowed: The agency has not activated your registration.",
  );
  expect((await deskOf(ada)).mayOffer).toMatch(/^Agency .* has not activated your registration\.$/);
  await vendorStands("active");
  const [first, meanwhile] = [await sealed(ada, ["49", "60"]), await sealed(ada, ["48", "60"])];
  expect(await give(first)).toBe("nothing was refused");
  expect(await give(meanwhile)).toBe(
    "stale_revision: Somebody of your company sent another final offer meanwhile. Read the page anew.",
  );
  await withdrawOffer(t.app, ada.actor, first.desk.id);
  expect(await give(first)).toBe("withdrawn: This final offer was taken back. Seal another one.");
  expect(await give(await sealed(bo, ["1", "1"]), bo, instant + 1)).toBe(
    "late: The due instant has passed. The final offer is not taken in; the attempt is on record.",
  );
});

test("the desk says why no offer is taken: the instant has passed, or the request was taken back", async () => {
  const { chair } = panel.people;
  const instant = due();
  await ask(bidIds.slice(0, 1), instant);
  expect((await deskOf(ada)).mayOffer).toBeNull();
  expect(await open(instant + 1)).toBe(true);
  const offerId = (await ownOffers(t.database, ada.actor))[0]!.id;
  expect((await offerDeskOf(t.database, ada.actor, offerId)).mayOffer).toBe(
    "The due instant has passed.",
  );
  await ask(bidIds.slice(2));
  const late = await sealed(cy, ["1", "1"]);
  await as(chair, async (tx) => endFinalOffers(tx, chair, id, await roundId(), "Asked too early"));
  expect((await offerDeskOf(t.database, cy.actor, late.desk.id)).mayOffer).toBe(
    "The agency took its request back.",
  );
  expect(await give(late, cy)).toBe("ended: The agency took its request back.");
  expect(
    await system().rows(sql`
      select 1
      from final_offer_envelope
      where org_id = ${panel.agency.orgId} and state = 'sealed'
    `),
  ).toEqual([]);
});
