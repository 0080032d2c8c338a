// Drafts that hang on a person who leaves, and what somebody has done first, are that person's alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { readQuickStarts } from "#areas/organization/quick-start/quick-start.service.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { draftHoldings } from "./takeover/leaving.service.ts";

let t: TestDatabase;
let people: Record<"admin" | "manager" | "buyer" | "receiver" | "second" | "other", Actor>;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer", "requester"] },
    receiver: { duties: ["receiver", "requester"] },
    second: { duties: ["receiver", "buyer", "requester"] },
    other: { duties: ["requester"] },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  const { departmentId } = agency;
  const vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const line = {
    description: "Stone",
    quantity: "1",
    unitPrice: "10",
    splits: [{ accountStringId }],
  };
  for (const who of [people.receiver, people.second])
    await ask(who, "POST /api/v1/requisitions", {
      title: `Stone of ${who.name}`,
      departmentId,
      neededOn: "2027-02-24",
      lines: [line],
    });
  for (const who of [people.buyer, people.second])
    await ask(who, "POST /api/v1/purchase-orders", {
      title: `Stone of ${who.name}`,
      departmentId,
      vendorId,
      lines: [line],
    });
  const order = await issuedOrder(t.database, people, { vendorId, departmentId, lines: [line] });
  await receiveGoods(t.database, people, order, ["1"]);
});
afterAll(() => t.drop());

test.each([
  ["requisitions", "receiver", "second"],
  ["orders", "buyer", "second"],
] as const)("drafts of %s are held by whoever wrote them", async (kind, one, two) => {
  const held = async (who: Actor) =>
    (
      await draftHoldings
        .find((each) => each.kind === kind)!
        .of(t.database.read(people.admin), who.personId!)
    ).map((each) => each.label.replace(/^.*: /, ""));
  expect(await held(people[one])).toEqual([`Stone of ${one}`]);
  expect(await held(people[two])).toEqual([`Stone of ${two}`]);
  expect(await held(people.other)).toEqual([]);
});

test("what another one received is nobody else's first step", async () => {
  const done = async (who: Actor) =>
    (await readQuickStarts(t.database.read(who), who)).items
      .flatMap((start) => start.steps)
      .find((step) => step.id === "receipt")!.done;
  expect([await done(people.receiver), await done(people.second)]).toEqual([true, false]);
});
