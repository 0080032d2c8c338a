import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import type { PacketAnswer } from "./packet/packet.model.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let buyers: Record<"buyer" | "manager", Actor>;
let wanted: Parameters<typeof issuedOrder>[2];
const path = "/api/v1/field/captures";

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  const { agency } = f;
  buyers = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer", "receiver"] },
    manager: { role: "manager" },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  const vendor = await makeVendor(t.database, agency);
  await makePolicy(t.database, f.people.admin, { documentType: "purchaseOrder" });
  wanted = {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [{ quantity: "10", unitPrice: "5", splits: [{ accountStringId }] }],
  };
});
afterAll(() => t.drop());

const ordered = async () => {
  const { id, lines } = await issuedOrder(
    t.database,
    { ...buyers, receiver: f.people.crew },
    wanted,
  );
  return { id, lineId: lines[0]!.id };
};
const received = ({ id, lineId }: { id: string; lineId: string }, quantity: string) => ({
  kind: "receipt",
  record: { id, version: 1 },
  values: { lines: [{ purchaseOrderLineId: lineId, quantity }] },
});
const count = async (orderId: string) =>
  t.database.read(f.people.boss).one<{ receipts: number; quantity: string }>(sql`
    select
      (
        select count(*)::int
        from receipt r
        where r.org_id = l.org_id and r.purchase_order_id = l.purchase_order_id
      ) as receipts,
      trim_scale(l.received_quantity)::text as quantity
    from purchase_order_line l
    where l.org_id = ${f.agency.orgId} and l.purchase_order_id = ${orderId}
  `);
const apply = (by: Actor, id: string, version: number) =>
  f.asking(by, `POST ${path}/${id}/actions/apply`, {}, version);

test("two phones receive more than a line holds: the first is applied, the second corrected beside the original", async () => {
  const order = await ordered();
  const [one, two] = [await phoneOf(t, f.people.crew), await phoneOf(t, f.people.other)];
  await one.capture(received(order, "7"));
  await two.capture(received(order, "6"));
  expect((await one.send()).results).toMatchObject([{ state: "applied" }]);
  const [held] = (await two.send()).results;
  expect(held).toMatchObject({ state: "in_review" });
  const shown = await f.detail(f.people.other, held!.id);
  expect(shown.errors[0]?.message).toContain("at most 3 more can be accepted");
  // Who decides sees in the list which record it is, and what is wrong with it.
  expect(shown.heldWhy).toMatch(/^PO-\S+: Line 1: .* at most 3 more can be accepted\.$/);
  const lines = shown.compared.find(({ field }) => field === "lines")!;
  expect(lines.given).toEqual([expect.stringMatching(/^1\. .+: 6 \w+ came$/)]);
  expect(lines.now).toEqual([expect.stringMatching(/^1\. .+: 7 of 10 \w+ came before$/)]);
  const corrected = await f.asking<{ version: number }>(
    f.people.other,
    `POST ${path}/${held!.id}/actions/correct`,
    { values: { lines: [{ purchaseOrderLineId: order.lineId, quantity: "3" }] } },
    shown.version,
  );
  expect(await refusalOf(apply(f.people.other, held!.id, corrected.version))).toContain(
    "It spends money: somebody other than who captured it settles it.",
  );
  await apply(f.people.crew, held!.id, corrected.version);
  expect(await count(order.id)).toEqual({ receipts: 2, quantity: "10" });
  expect((await f.detail(f.people.other, held!.id)).values).toMatchObject({
    lines: [{ quantity: "6" }],
  });
});

test("the order's buyer receives nothing of it, and settles nothing of it", async () => {
  const order = await ordered();
  const phone = await phoneOf(t, buyers.buyer);
  const packet = await f.asking<PacketAnswer>(
    phone.actor,
    `GET /api/v1/field/packet?device=${phone.id}`,
  );
  expect(packet.items.filter(({ kind }) => kind === "receipt").map(({ id }) => id)).not.toContain(
    order.id,
  );
  await phone.capture(received(order, "1"));
  const [held] = (await phone.send()).results;
  const shown = await f.detail(buyers.buyer, held!.id);
  expect(shown).toMatchObject({ status: "in_review", heldFor: "separation_of_duties" });
  expect(await refusalOf(apply(buyers.buyer, held!.id, shown.version))).toContain(
    "Separation of duties stopped it",
  );
  const other = await phoneOf(t, f.people.crew);
  await other.capture(received(order, "11"));
  const [foreign] = (await other.send()).results;
  const { version } = await f.detail(buyers.buyer, foreign!.id);
  expect(await refusalOf(apply(buyers.buyer, foreign!.id, version))).toContain(
    "separation_of_duties",
  );
  expect(await count(order.id)).toEqual({ receipts: 0, quantity: "0" });
});

test("what is set aside says why, and what stands now ends a capture; both tell whoever captured", async () => {
  const order = await ordered();
  const phone = await phoneOf(t, f.people.crew);
  for (const quantity of ["11", "12"]) await phone.capture(received(order, quantity));
  const [a, b] = (await phone.send()).results;
  const act = (id: string, name: string, body: object) =>
    f.asking(f.people.boss, `POST ${path}/${id}/actions/${name}`, body, 2);
  expect(await refusalOf(act(a!.id, "setAside", {}))).toContain("reason_required");
  await act(a!.id, "setAside", { reason: "Counted twice" });
  await act(b!.id, "supersede", {});
  const told = await t.database.read(phone.actor).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${f.agency.orgId} and person_id = ${phone.actor.personId}
  `);
  expect(told.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      `${phone.number}/1 is set aside`,
      `${phone.number}/2 is superseded by what stands`,
    ]),
  );
});
