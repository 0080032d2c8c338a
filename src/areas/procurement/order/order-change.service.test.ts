import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { changeOrder } from "./order.change.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { changeInput } from "./order.model.ts";
import { acknowledgeByToken } from "./acknowledgement.service.ts";
import { cancelOrder } from "./closing.service.ts";
import {
  as,
  people,
  origin,
  issuedOf,
  line,
  t,
  read,
  approve,
  agency,
  accounts,
  receive,
  approved,
  drafted,
  orderLimitsSetUp,
} from "./order-limits.setup.ts";

orderLimitsSetUp();

const change = (id: string, over: object) =>
  as(people.buyer, (tx) =>
    changeOrder(
      tx,
      people.buyer,
      id,
      changeInput.parse({ reason: "Otherwise", ...over }),
      null,
      origin,
    ),
  );
const chair = { description: "Office furniture", quantity: "1", unitPrice: "900", account: 1 };

test("a change that adds or raises a line is approved by what grows, whatever it saves elsewhere; one that only lessens applies at once", async () => {
  const o = await issuedOf(
    { quantity: "10", unitPrice: "100" },
    { quantity: "10", unitPrice: "100" },
  );
  const [a, b] = o.lines;
  const swap = { lines: [{ id: a!.id, cancelled: true }], added: [line(chair)] };
  await expect(change(o.id, swap)).rejects.toMatchObject({
    code: "no_policy",
    message: expect.stringContaining("$900.00"),
  });
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  for (const grown of [
    swap,
    {
      lines: [
        { id: a!.id, quantity: "5" },
        { id: b!.id, quantity: "12" },
      ],
    },
    { lines: [{ id: a!.id, quantity: "20", unitPrice: "50" }] },
    { lines: [{ id: a!.id, quantity: "5", unitPrice: "200" }] },
  ]) {
    expect(await change(o.id, grown)).toMatchObject({ revision: 1 });
    expect((await read(o.id)).pendingChange).not.toBeNull();
    expect(
      await as(people.buyer, (tx) => withdrawChange(tx, people.buyer, o.id, null, null)),
    ).toMatchObject({ status: "issued", pendingChange: null });
  }
  await change(o.id, swap);
  expect((await read(o.id)).pendingChange).toMatchObject({ difference: -100_00, growth: 900_00 });
  await approve(o.id);
  expect(await read(o.id)).toMatchObject({ amount: 1_900_00, revision: 2 });
  expect(
    await change(o.id, {
      lines: [{ id: b!.id, quantity: "5", unitPrice: "90" }],
      promisedOn: "2027-04-01",
    }),
  ).toMatchObject({ revision: 3, amount: 1_350_00, pendingChange: null });
});

test("a change goes by the policy for what it adds: its commodity and its fund; an account out of use cannot be added", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const added = { ...line({ quantity: "1", unitPrice: "5", account: 1 }), commodityCode: "424690" };
  const { fundId, accountId } = await t.database.read(people.clerk).one<{
    fundId: string;
    accountId: string;
  }>(sql`
    select fund_id, account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${accounts[1]}
  `);
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true, fundIds: [fundId], commodityPrefixes: ["424"] },
  });
  await expect(change(o.id, { added: [{ ...added, commodityCode: null }] })).rejects.toMatchObject({
    code: "no_policy",
  });
  expect(await change(o.id, { added: [added] })).toMatchObject({ revision: 1 });
  await as(people.buyer, (tx) => withdrawChange(tx, people.buyer, o.id, null, null));
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update segment_value
      set active = false
      where org_id = ${agency.orgId} and id = ${accountId}
    `),
  );
  await expect(change(o.id, { added: [added] })).rejects.toMatchObject({
    code: "account_not_in_use",
    errors: [{ path: "added.0.splits.0.accountStringId" }],
  });
});

test("an added line whose shares do not add up is refused when it is asked for, at its own place", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  const split = {
    ...line(chair),
    splits: [
      { accountStringId: accounts[0], percent: "60" },
      { accountStringId: accounts[1], percent: "30" },
    ],
  };
  await expect(change(o.id, { added: [line(chair), split] })).rejects.toMatchObject({
    code: "lines_do_not_add_up",
    errors: [
      { path: "added.1.splits", message: "The split adds up to 90 percent; it must be 100." },
    ],
  });
  expect((await read(o.id)).pendingChange).toBeNull();
});

test("a waiting change is taken back with its request, and goods can be received again; where none waits there is nothing to take back", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  await expect(
    as(people.buyer, (tx) => withdrawChange(tx, people.buyer, o.id, null, null)),
  ).rejects.toMatchObject({ message: "No change waits." });
  await change(o.id, { lines: [{ id: l!.id, quantity: "20" }] });
  await expect(receive(o.id, { id: l!.id, quantity: "1" })).rejects.toMatchObject({
    message: "A change waits for approval.",
  });
  await as(people.buyer, (tx) => withdrawChange(tx, people.buyer, o.id, null, "Not needed"));
  await expect(approve(o.id)).rejects.toThrow();
  await receive(o.id, { id: l!.id, quantity: "1" });
});

const letters = async () =>
  (
    await t.database
      .poolAs("levee_identity")
      .query<{ subject: string; link: string | null; text: string }>(
        `
          select subject, link, body_text as text
          from mail
          where kind = 'purchase_order' and org_id = $1
          order by id
        `,
        [agency.orgId],
      )
  ).rows;
const acknowledge = async (link: string) => {
  const [orgId, secret] = new URL(link).searchParams.get("token")!.split(".") as [string, string];
  return t.database.transaction({ orgId, personId: null }, (tx) =>
    acknowledgeByToken(tx, secret, "P. Northline"),
  );
};

test("a changed order is acknowledged anew, also when goods of it came; the acknowledgement of the version before does not stand for it", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  const [l] = o.lines;
  await acknowledge((await letters()).at(-1)!.link!);
  await receive(o.id, { id: l!.id, quantity: "2" });
  await change(o.id, { lines: [{ id: l!.id, quantity: "8" }] });
  expect(await read(o.id)).toMatchObject({
    status: "partly_received",
    acknowledgedAt: null,
    acknowledgedBy: null,
  });
  const { link } = (await letters()).at(-1)!;
  expect(await acknowledge(link!)).toMatchObject({
    status: "partly_received",
    acknowledgedBy: "P. Northline, by the mailed link",
  });
  await expect(acknowledge(link!)).rejects.toMatchObject({ code: "acknowledged" });
});

test("the vendor is told that an order is cancelled, if it was sent; a draft's end is nobody's letter", async () => {
  const o = await issuedOf({ quantity: "10", unitPrice: "100" });
  await as(people.buyer, (tx) => cancelOrder(tx, people.buyer, o.id, null, "The bridge is closed"));
  expect((await letters()).at(-1)).toMatchObject({
    subject: `Purchase order ${o.number} is cancelled`,
    text: expect.stringContaining("The bridge is closed"),
  });
  await expect(acknowledge((await letters())[0]!.link!)).rejects.toMatchObject({
    code: "acknowledged",
  });
  const r = await approved({ quantity: "1", unitPrice: "1" });
  const draft = await drafted({ requisitionLineId: r.lines[0]! });
  await as(people.buyer, (tx) => cancelOrder(tx, people.buyer, draft.id, null, "Wrong vendor"));
  expect(await letters()).toHaveLength(2);
});
