import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { bidOf } from "#server/testing/opening.ts";
import { outlookOf } from "#areas/vendors/merge/merge.read.service.ts";
import { ada, agency, bidSetUp, bo, people, priced, t, tender } from "./bid.setup.ts";

bidSetUp();

test("while a bid of either is under seal nothing is merged, and nobody learns which of the two bid", async () => {
  expect(areaServers.length).toBeGreaterThan(5);
  const s = await tender({});
  const twin = await makeVendor(t.database, agency, { name: "Ada's other record" });
  const { buyer } = people;
  const read = (kept: string, merged: string) =>
    outlookOf(t.database.read(buyer), kept, merged).then((found) => found.blocks);
  expect(await read(ada.vendorId, twin.id)).toEqual([]);
  await bidOf(t.app, ada.actor, s.id, await priced(s.id, "5", "6"));
  const blocks = await read(ada.vendorId, twin.id);
  expect(blocks).toEqual([
    { sentence: expect.stringContaining(s.number), href: `/rfq-builder/${s.id}` },
  ]);
  expect(await read(twin.id, ada.vendorId)).toEqual(blocks);
  expect(blocks[0]!.sentence).not.toMatch(/Ada|V-\d/);
  // Another vendor's bid stands in nobody else's way.
  expect(await read(bo.vendorId, twin.id)).toEqual([]);
});
