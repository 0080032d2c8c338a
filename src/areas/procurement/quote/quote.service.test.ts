import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import "../procurement.server.ts";
import { quoteInput } from "./quote.model.ts";
import { listQuotes, recordQuote, withdrawQuote, type QuotesOf } from "./quote.service.ts";

let t: TestDatabase;
let agency: Agency;
let order: QuotesOf;
let people: Record<"admin" | "manager" | "buyer" | "receiver" | "clerk", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    clerk: {},
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_000_00);
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const vendor = await makeVendor(t.database, agency);
  const { id } = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [{ quantity: "1", unitPrice: "20000.00", splits: [{ accountStringId }] }],
  });
  order = { type: "purchaseOrder", id };
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));
const said = {
  source: "Delta Rock",
  answer: "quoted",
  cents: 19_500_00,
  answeredOn: agencyDay(-3),
  way: "email",
} as const;

test("a quote names its price, and only a quote does", () => {
  expect(quoteInput.safeParse({ ...said, cents: null }).success).toBe(false);
  expect(quoteInput.safeParse({ ...said, answer: "declined" }).success).toBe(false);
  expect(quoteInput.safeParse({ ...said, answer: "silent", cents: null }).success).toBe(true);
  expect(quoteInput.safeParse({ ...said, extra: 1 }).success).toBe(false);
});

test("the buyer records quotes also behind the order; one that was taken out stays and does not count", async () => {
  await as(people.buyer, (tx, actor) => recordQuote(tx, actor, order, quoteInput.parse(said)));
  const [row] = await listQuotes(t.database.read(people.clerk), order);
  expect(row).toMatchObject({ source: "Delta Rock", cents: 19_500_00, recordedBy: "buyer" });
  await as(people.manager, (tx, actor) =>
    withdrawQuote(tx, actor, row!.id, row!.version, "It was for another stone."),
  );
  expect(await listQuotes(t.database.read(people.clerk), order)).toMatchObject([
    { withdrawnReason: "It was for another stone." },
  ]);
  await expect(
    as(people.manager, (tx, actor) => withdrawQuote(tx, actor, row!.id, row!.version + 1, "Again")),
  ).rejects.toMatchObject({ code: "withdrawn" });
});

test("who has no hand in the purchase records none, and nobody one of a day to come", async () => {
  await expect(
    as(people.clerk, (tx, actor) => recordQuote(tx, actor, order, quoteInput.parse(said))),
  ).rejects.toMatchObject({ code: "not_your_purchase" });
  await expect(
    as(people.buyer, (tx, actor) =>
      recordQuote(tx, actor, order, quoteInput.parse({ ...said, answeredOn: agencyDay(2) })),
    ),
  ).rejects.toMatchObject({ code: "answer_to_come" });
});

test("another agency's order takes no quote and shows none", async () => {
  const other = await makeAgency(t.database);
  const { buyer } = await makeMembers(t.database, other, { buyer: { duties: ["buyer"] } });
  await expect(
    as(buyer, (tx, actor) => recordQuote(tx, actor, order, quoteInput.parse(said))),
  ).rejects.toMatchObject({ status: 404 });
  await expect(listQuotes(t.database.read(buyer), order)).rejects.toMatchObject({ status: 404 });
});
