import { expect, test } from "vitest";
import { packageJob } from "#areas/governance/evidence/package.api.ts";
import { note } from "#server/change.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { askingOf } from "#server/testing/asking.ts";
import {
  a,
  approvedOrderOf,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  standingsOf,
  t,
} from "../controls.setup.ts";
import { writeEntry } from "./file.service.ts";
import { freezeFiles } from "./frozen.service.ts";
import type { FileDetail } from "./file.model.ts";

controlTests();
const ask = askingOf(() => t);

const fileOf = (orderId: string, actor = people.officer) =>
  ask<FileDetail>(actor, `GET /api/v1/purchase-files/${orderId}`);
const stateOf = ({ lines }: FileDetail) =>
  Object.fromEntries(lines.map(({ element, state }) => [element, state]));
const write = (orderId: string, body: object, actor = people.buyer) =>
  ask<FileDetail>(actor, `POST /api/v1/purchase-files/${orderId}/actions/write`, body);
const close = (orderId: string) =>
  t.database.transaction(people.buyer, async (tx) => {
    await tx.rows(sql`
      update purchase_order
      set status = 'closed'
      where org_id = ${a.orgId} and id = ${orderId}
    `);
    note(tx, people.buyer, "purchaseOrder", orderId, { action: "close" });
  });

test("a micro-purchase owes a price and no selection; what its buyer writes down completes the file", async () => {
  const orderId = await orderOf(9_000_00);
  await judgeNow();
  const file = await fileOf(orderId);
  expect(file.lacking).toEqual(["price"]);
  expect(stateOf(file)).toMatchObject({
    method: "present",
    contractType: "present",
    selection: "not_needed",
    price: "missing",
    notice: "not_needed",
    order: "present",
    invoice: "later",
  });
  expect(file.mayWrite).toBe(false);
  expect((await failuresOf(orderId))["order.file"]).toMatchObject({
    status: "open",
    said: "Its file lacks: basis of the price.",
    citation: "2 CFR 200.318(i)",
    ownerId: people.buyer.personId,
  });
  await expect(
    write(orderId, { element: "price", words: "Price list of March." }, people.clerk),
  ).rejects.toMatchObject({ code: "not_allowed" });
  const reader = { ...people.buyer, permissions: new Set(["purchaseOrder.read"]) };
  await expect(
    t.database.transaction(people.buyer, (tx) =>
      writeEntry(tx, reader, orderId, { element: "price", words: "Price list of March." }),
    ),
  ).rejects.toThrow("Whoever buys writes down what the file of a purchase lacks.");
  await expect(write(orderId, { element: "price", words: "Cheap" })).rejects.toThrow();
  await expect(write(orderId, { element: "invoice", words: "It was paid." })).rejects.toThrow();
  const written = await write(orderId, { element: "price", words: "Price list of March 2026." });
  expect(written.lacking).toEqual([]);
  expect(written.lines.find(({ element }) => element === "price")!.parts).toMatchObject([
    { said: "Price list of March 2026. (buyer)" },
  ]);
  await judgeNow();
  expect((await failuresOf(orderId))["order.file"]).toMatchObject({ status: "closed" });
});

test("the same goods bought again rest on the price of before", async () => {
  await orderOf(8_000_00);
  const again = await orderOf(8_500_00);
  const price = (await fileOf(again)).lines.find(({ element }) => element === "price")!;
  expect(price.state).toBe("present");
  expect(price.parts[0]!.said).toMatch(/^Purchase history: the same was bought before/);
});

test("the file is frozen once the order is over and what was billed is paid, and made into a package once", async () => {
  const orderId = await orderOf(7_000_00);
  await judgeNow();
  await close(orderId);
  await judgeNow();
  const jobs = await startJobs(t.app, t.ownerUrl, [packageJob]);
  const freeze = () =>
    t.database.transaction({ orgId: a.orgId, personId: null }, (tx) => freezeFiles(tx));
  await freeze();
  await freeze();
  await jobs.stop();
  const { frozen, records } = await fileOf(orderId);
  expect(frozen).toMatchObject({
    packageId: expect.any(String),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    citation: "2 CFR 200.334",
  });
  expect(String(frozen!.keptUntil) > String(frozen!.at)).toBe(true);
  expect(records[0]).toBe(orderId);
  const packages = await t.database.read(people.admin).rows<{ n: number }>(sql`
    select count(*)::int as n
    from evidence_package
    where org_id = ${a.orgId} and ${orderId}::uuid = any(object_ids)
  `);
  expect(packages).toEqual([{ n: 1 }]);
  const later = await write(orderId, { element: "method", words: "Said after it was frozen." });
  expect(JSON.stringify(later.frozen!.lines)).not.toContain("Said after");
  expect(later.frozen!.digest).toBe(frozen!.digest);
});

test("another agency has no such file; an order that has not gone out is not judged", async () => {
  const orderId = await approvedOrderOf(6_000_00);
  await expect(fileOf(orderId, { ...people.admin, orgId: crypto.randomUUID() })).rejects.toThrow();
  await expect(fileOf(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await judgeNow();
  expect((await standingsOf(orderId))["order.file"]).toBe("not_applicable");
});
