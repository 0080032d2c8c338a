// A blanket order encumbers the year's amount once; releases draw on it. Random histories: what is
// encumbered in all is what the blanket order has left and what its releases hold, never more.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import "../procurement.server.ts";
import { cancelOrder, endBlanketOrder } from "./closing.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { issueOrder } from "./issue.service.ts";
import { createOrder } from "./order.service.ts";
import { orderInput } from "./order.model.ts";
import { submitOrder } from "./submission.service.ts";

let t: TestDatabase;
let buyer: Actor;
let manager: Actor;
let receiver: Actor;
let account: Awaited<ReturnType<typeof makeBudget>>;
let head: { vendorId: string; departmentId: string };
let orgId: string;
const origin = "http://levee.test";

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ orgId } = agency);
  ({ buyer, manager, receiver } = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
    receiver: { duties: ["receiver"] },
  }));
  account = await makeBudget(t.database, agency, 5_000_00);
  const vendor = await makeVendor(t.database, agency);
  head = { vendorId: vendor.id, departmentId: agency.departmentId };
  await makePolicy(t.database, manager, { documentType: "purchaseOrder" });
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const draft = (dollars: string, over: object = {}) =>
  as(buyer, (tx) =>
    createOrder(
      tx,
      buyer,
      orderInput.parse({
        title: "Gravel",
        ...head,
        lines: [
          {
            description: "Gravel",
            unit: "t",
            quantity: "1",
            unitPrice: dollars,
            splits: [{ accountStringId: account.accountStringId }],
          },
        ],
        ...over,
      }),
    ),
  );
const approved = async (dollars: string, over: object = {}) => {
  const { id } = await draft(dollars, over);
  await as(buyer, (tx) => submitOrder(tx, buyer, { id, version: null }));
  await approveDocument(t.database, manager, id);
  return id;
};
const issue = (id: string) =>
  as(buyer, (tx) => issueOrder(tx, buyer, { id, version: null }, origin));
const blanketOf = async (dollars: string) => {
  const id = await approved(dollars, { endsOn: agencyDay(20) });
  await issue(id);
  return id;
};
const stands = async (blanketId: string) => {
  const db = t.database.read(buyer);
  const [{ encumbered }, orders] = await Promise.all([
    db.one<{ encumbered: number }>(sql`
      select encumbered
      from budget_line
      where org_id = ${orgId} and id = ${account.lineId}
    `),
    db.rows<{ kind: string; amount: number; released: number; encumbered: number }>(sql`
      select
        o.kind, o.amount, o.released_amount as released, sum(l.encumbered)::bigint as encumbered
      from purchase_order o
      join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
      where o.org_id = ${orgId} and (o.id = ${blanketId} or o.blanket_id = ${blanketId})
      group by o.id, o.kind, o.amount, o.released_amount
    `),
  ]);
  const blanket = orders.find((o) => o.kind === "blanket")!;
  const releases = orders.filter((o) => o.kind === "release");
  return {
    budget: encumbered,
    blanket,
    ofReleases: releases.reduce((n, o) => n + o.encumbered, 0),
  };
};
const before = async () =>
  (
    await t.database.read(buyer).one<{ encumbered: number }>(sql`
      select encumbered
      from budget_line
      where org_id = ${orgId} and id = ${account.lineId}
    `)
  ).encumbered;

test("the year's amount is encumbered once, and a release moves it", async () => {
  const others = await before();
  const blanketId = await blanketOf("1000");
  expect(await before()).toBe(others + 1_000_00);
  const release = await approved("300", { blanketId });
  await issue(release);
  expect(await stands(blanketId)).toMatchObject({
    budget: others + 1_000_00,
    blanket: { released: 300_00, encumbered: 700_00 },
    ofReleases: 300_00,
  });
  await expect(approved("700.01", { blanketId })).rejects.toMatchObject({
    code: "over_blanket",
    message: expect.stringContaining("$700.00 left of $1,000.00") as string,
  });
  await as(buyer, (tx) =>
    cancelOrder(tx, buyer, { id: release, version: null, reason: "Not needed" }),
  );
  expect(await stands(blanketId)).toMatchObject({
    budget: others + 1_000_00,
    blanket: { released: 0, encumbered: 1_000_00 },
  });
  await as(manager, (tx) =>
    endBlanketOrder(tx, manager, { id: blanketId, version: null, reason: "Season over" }),
  );
  expect(await before()).toBe(others);
});

test("what came keeps its money; what a release leaves goes back, and is free once the blanket order has ended", async () => {
  const others = await before();
  const blanketId = await blanketOf("500");
  const open = await approved("200", { blanketId });
  const late = await approved("100", { blanketId });
  await issue(open);
  await issue(late);
  await as(manager, (tx) =>
    endBlanketOrder(tx, manager, { id: blanketId, version: null, reason: "Season over" }),
  );
  expect(await before()).toBe(others + 300_00);
  await as(buyer, (tx) =>
    cancelOrder(tx, buyer, { id: late, version: null, reason: "Not needed" }),
  );
  expect(await stands(blanketId)).toMatchObject({
    budget: others + 200_00,
    blanket: { released: 200_00, encumbered: 0 },
  });
  await expect(approved("1", { blanketId })).rejects.toMatchObject({
    errors: [{ path: "blanketId" }],
  });
  await as(buyer, (tx) =>
    cancelOrder(tx, buyer, { id: open, version: null, reason: "Not needed" }),
  );
  expect(await before()).toBe(others);
});

test("a blanket order takes no goods and no cancellation beside its releases; a release no other account, vendor or requisition", async () => {
  const blanketId = await blanketOf("100");
  const release = await approved("40", { blanketId });
  await issue(release);
  await expect(
    as(buyer, (tx) =>
      cancelOrder(tx, buyer, { id: blanketId, version: null, reason: "Not needed" }),
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining("end it instead") as string });
  const [line] = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${orgId} and purchase_order_id = ${blanketId}
  `);
  await expect(
    receiveGoods(t.database, { receiver } as never, { id: blanketId, lines: [line] } as never, [
      "1",
    ]),
  ).rejects.toMatchObject({ message: "Goods are received on its releases." });
  await expect(
    as(buyer, (tx) =>
      changeOrder(
        tx,
        buyer,
        { id: blanketId, version: null },
        {
          reason: "Less of it",
          lines: [{ id: line!.id, unitPrice: "39" }],
          added: [],
          methodReason: "",
        },
        origin,
      ),
    ),
  ).rejects.toMatchObject({ errors: [{ message: "Releases hold $40.00 of this line." }] });
  const otherVendor = await makeVendor(t.database, { orgId } as never);
  await expect(draft("1", { blanketId, vendorId: otherVendor.id })).rejects.toMatchObject({
    errors: [{ path: "blanketId" }],
  });
  await as(manager, (tx) =>
    endBlanketOrder(tx, manager, { id: blanketId, version: null, reason: "Over" }),
  );
});

// mulberry32
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
};

test.each([1, 2])(
  "history %i: nothing is encumbered twice, and nothing beyond the year's amount",
  async (seed) => {
    const random = chance(seed * 104_729);
    const others = await before();
    const blanketId = await blanketOf("400");
    const held = new Map<string, number>();
    const sum = () => [...held.values()].reduce((n, cents) => n + cents, 0);
    const ready = await Promise.all(Array.from({ length: 6 }, () => draft("100", { blanketId })));
    for (const { id } of ready) {
      await as(buyer, (tx) => submitOrder(tx, buyer, { id, version: null }));
      await approveDocument(t.database, manager, id);
    }
    for (let n = 0; n < 14; n++) {
      const { id } = ready[Math.floor(random() * ready.length)]!;
      const out = held.get(id);
      const went = await (
        out === undefined
          ? issue(id)
          : as(buyer, (tx) => cancelOrder(tx, buyer, { id, version: null, reason: "Not needed" }))
      ).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return false;
        },
      );
      if (out === undefined) {
        expect(went).toBe(sum() + 100_00 <= 400_00);
        if (went) held.set(id, 100_00);
      } else if (went) held.set(id, 0);
      const now = await stands(blanketId);
      expect(now.blanket.released).toBe(sum());
      expect(now.blanket.encumbered + now.ofReleases).toBe(400_00);
      expect(now.budget).toBe(others + 400_00);
    }
    for (const [id, cents] of held)
      if (cents)
        await as(buyer, (tx) =>
          cancelOrder(tx, buyer, { id, version: null, reason: "Not needed" }),
        );
    await as(manager, (tx) =>
      endBlanketOrder(tx, manager, { id: blanketId, version: null, reason: "Over" }),
    );
    expect(await before()).toBe(others);
  },
);

test("of two releases for the last of it one learns what is left", async () => {
  const blanketId = await blanketOf("150");
  const two = [await approved("100", { blanketId }), await approved("100", { blanketId })];
  const ended = await Promise.all(
    two.map((id) =>
      issue(id).then(
        () => "issued",
        (error: Problem) => error.code,
      ),
    ),
  );
  expect(ended.toSorted()).toEqual(["issued", "over_blanket"]);
});
