// Drafts of people who left: found, taken over or withdrawn, and who wrote them still has no say in
// their approval or receipt.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { orderList } from "../order/order.list.ts";
import { readOrder } from "../order/order.read.service.ts";
import { orderInput } from "../order/order.model.ts";
import { createOrder } from "../order/order.service.ts";
import { issueOrder } from "../order/issue.service.ts";
import { submitOrder } from "../order/submission.service.ts";
import "../procurement.server.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import { readRequisition, requisitionList } from "../requisition/requisition.list.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { changeRequisition, createRequisition } from "../requisition/requisition.service.ts";
import { submitRequisition } from "../requisition/submission.service.ts";
import {
  eachOf,
  takeOverOrder,
  takeOverRequisition,
  withdrawLeft,
  withdrawLeftOrder,
} from "./takeover.service.ts";

let t: TestDatabase;
let agency: Agency;
let vendorId: string;
let account: string;
let people: Record<
  "clerk" | "other" | "manager" | "second" | "admin" | "buyer" | "successor",
  Actor
>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    other: {},
    manager: { role: "manager" },
    second: { role: "manager" },
    admin: { role: "admin" },
    buyer: { role: "manager", duties: ["buyer", "receiver"] },
    successor: { duties: ["buyer"] },
  });
  account = (await makeBudget(t.database, agency, 900_000_00)).accountStringId;
  vendorId = (await makeVendor(t.database, agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const line = () => ({
  description: "Stone",
  quantity: "10",
  unit: "t",
  unitPrice: "90.00",
  splits: [{ accountStringId: account }],
});
const asked = () =>
  requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: "2026-12-20",
    lines: [line()],
  });
const drafted = (who = people.clerk) => as(who, (tx) => createRequisition(tx, who, asked()));
const ordered = (who = people.buyer) =>
  as(who, (tx) =>
    createOrder(
      tx,
      who,
      orderInput.parse({
        title: "Stone",
        vendorId,
        departmentId: agency.departmentId,
        lines: [line()],
      }),
    ),
  );
const member = (who: Actor, active: boolean) =>
  as(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = ${active}
      where org_id = ${agency.orgId} and person_id = ${who.personId}
    `),
  );
const found = async (list: ListDefinition) =>
  (
    await runList<{ id: string }>(
      t.database.read(people.admin),
      people.admin,
      list,
      listQuery(list).parse({ authorLeft: "true" }),
    )
  ).items.map((r) => r.id);
const offered = async (id: string, who: Actor) =>
  (await readRequisition(t.database.read(who), who, id)).actions.flatMap((a) =>
    a.enabled ? [a.name] : [],
  );
const pending = (id: string) =>
  t.database.read(people.admin).one<{ id: string; people: string[] }>(sql`
    select q.id, array_agg(a.person_id::text order by a.person_id::text) as people
    from approval_request q
    join approval_step s on s.org_id = q.org_id and s.request_id = q.id
    join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
    where q.org_id = ${agency.orgId} and q.document_id = ${id} and q.status = 'pending'
    group by q.id
  `);
const ids = (...of: Actor[]) => of.map((p) => p.personId!).sort();

test("a draft is found and offered once its author is no longer a member; while they are one it is theirs alone", async () => {
  const [r, o] = [await drafted(), await ordered()];
  const mine = await drafted(people.other);
  expect([
    await found(requisitionList),
    await found(orderList),
    await offered(r.id, people.successor),
  ]).toEqual([[], [], []]);
  await expect(
    as(people.successor, (tx) =>
      takeOverRequisition(tx, people.successor, { id: r.id, version: null }, { personId: null }),
    ),
  ).rejects.toMatchObject({ status: 409, code: "author_here" });
  await expect(
    as(people.successor, (tx) =>
      withdrawLeft(tx, people.successor, { id: r.id, version: null, reason: "Nobody asks" }),
    ),
  ).rejects.toMatchObject({ code: "author_here" });
  await expect(
    as(people.successor, (tx) =>
      takeOverOrder(tx, people.successor, { id: o.id, version: null }, { personId: null }),
    ),
  ).rejects.toMatchObject({ code: "author_here" });
  await expect(
    as(people.successor, (tx) => withdrawLeftOrder(tx, people.successor, o.id, "Nobody asks")),
  ).rejects.toMatchObject({ code: "author_here" });
  for (const who of [people.clerk, people.buyer]) await member(who, false);
  expect([
    await found(requisitionList),
    await found(orderList),
    await offered(r.id, people.successor),
    await offered(r.id, people.other),
  ]).toEqual([[r.id], [o.id], ["takeOver", "withdrawLeft"], []]);
  await expect(
    as(people.other, (tx) =>
      takeOverRequisition(tx, people.other, { id: r.id, version: null }, { personId: null }),
    ),
  ).rejects.toMatchObject({ status: 403 });
  expect(await readOrder(t.database.read(people.successor), people.successor, o.id)).toMatchObject({
    authorLeft: true,
    actions: expect.arrayContaining([expect.objectContaining({ name: "takeOver", enabled: true })]),
  });
  expect(
    (await readRequisition(t.database.read(people.other), people.other, mine.id)).authorLeft,
  ).toBe(false);
});

test("who takes it over changes and submits it as their own; the history names both, and neither decides on it", async () => {
  const r = await drafted(people.manager);
  await member(people.manager, false);
  await expect(
    as(people.successor, (tx) =>
      takeOverRequisition(tx, people.successor, { id: r.id, version: 7 }, { personId: null }),
    ),
  ).rejects.toMatchObject({ status: 412 });
  for (const nobody of [people.manager.personId!, r.id])
    await expect(
      as(people.successor, (tx) =>
        takeOverRequisition(
          tx,
          people.successor,
          { id: r.id, version: null },
          { personId: nobody },
        ),
      ),
    ).rejects.toMatchObject({ status: 422, errors: [{ path: "personId" }] });
  expect(
    await as(people.successor, (tx) =>
      takeOverRequisition(
        tx,
        people.successor,
        { id: r.id, version: 1 },
        { personId: people.buyer.personId },
      ),
    ),
  ).toMatchObject({
    status: "draft",
    requesterId: people.buyer.personId,
    formerAuthors: [people.manager.personId],
  });
  expect(
    await t.database.read(people.admin).one(sql`
      select actor_id, content::jsonb ->> 'note' as note
      from audit_entry
      where org_id = ${agency.orgId} and object_id = ${r.id} and action = 'requisition.takeOver'
    `),
  ).toEqual({ actorId: people.successor.personId, note: "From manager to buyer" });
  expect(
    await t.database.read(people.buyer).rows(sql`
      select title
      from notification
      where org_id = ${agency.orgId} and person_id = ${people.buyer.personId}
    `),
  ).toEqual([{ title: `${r.number} is yours now: Stone` }]);
  await as(people.buyer, (tx) => changeRequisition(tx, people.buyer, r.id, asked(), 2));
  await member(people.manager, true);
  await as(people.buyer, (tx) => submitRequisition(tx, people.buyer, { id: r.id, version: null }));
  const waits = await pending(r.id);
  expect(waits.people).toEqual(ids(people.second));
  await expect(
    as(people.manager, (tx) => decide(tx, people.manager, waits.id, "approve", "", null)),
  ).rejects.toMatchObject({ code: "self_approval" });
  await approveDocument(t.database, people.second, r.id);
  const { lines } = await readRequisition(t.database.read(people.admin), people.admin, r.id);
  // Nor do they decide on the order that serves it.
  const o = await as(people.successor, (tx) =>
    createOrder(
      tx,
      people.successor,
      orderInput.parse({
        title: "Stone",
        vendorId,
        departmentId: agency.departmentId,
        requisitionLines: lines.map((l) => ({ requisitionLineId: l.id })),
      }),
    ),
  );
  await as(people.successor, (tx) =>
    submitOrder(tx, people.successor, { id: o.id, version: null }),
  );
  expect((await pending(o.id)).people).toEqual(ids(people.second));
});

test("an order goes to a buyer; who wrote it before neither approves nor receives it", async () => {
  const o = await ordered();
  await member(people.buyer, false);
  await expect(
    as(people.admin, (tx) =>
      takeOverOrder(
        tx,
        people.admin,
        { id: o.id, version: null },
        { personId: people.other.personId },
      ),
    ),
  ).rejects.toMatchObject({
    status: 422,
    code: "not_permitted",
    errors: [{ path: "personId", message: expect.stringContaining("other") }],
  });
  expect(
    await as(people.successor, (tx) =>
      takeOverOrder(tx, people.successor, { id: o.id, version: null }, { personId: null }),
    ),
  ).toMatchObject({
    buyerId: people.successor.personId,
    formerAuthors: [people.buyer.personId],
    status: "draft",
  });
  await member(people.buyer, true);
  await as(people.successor, (tx) =>
    submitOrder(tx, people.successor, { id: o.id, version: null }),
  );
  expect((await pending(o.id)).people).toEqual(ids(people.manager, people.second));
  await approveDocument(t.database, people.manager, o.id);
  await as(people.admin, (tx) =>
    issueOrder(tx, people.admin, { id: o.id, version: null }, "http://levee.test"),
  );
  const now = await readOrder(t.database.read(people.buyer), people.buyer, o.id);
  expect(now.actions.find((a) => a.name === "receive")).toMatchObject({ enabled: false });
  await expect(
    as(people.buyer, (tx) =>
      postReceipt(
        tx,
        people.buyer,
        { id: o.id, version: null },
        receiptInput.parse({ lines: [{ purchaseOrderLineId: now.lines[0]!.id, quantity: "10" }] }),
      ),
    ),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
});

test("several at once stand each by themselves; what is withdrawn says why", async () => {
  const [a, b, here] = [await drafted(), await drafted(), await drafted(people.other)];
  const [x, y] = [await ordered(), await ordered()];
  for (const who of [people.clerk, people.buyer]) await member(who, false);
  const s = people.successor;
  expect(
    await eachOf(t.app, s, "requisition", [a.id, here.id], (tx, id) =>
      takeOverRequisition(tx, s, { id, version: null }, { personId: null }),
    ),
  ).toEqual({
    done: 1,
    refused: [
      { id: here.id, number: here.number, reason: expect.stringContaining("still a member") },
    ],
  });
  await expect(
    eachOf(t.app, s, "purchaseOrder", [x.id], (tx, id) =>
      takeOverOrder(tx, s, { id, version: null }, { personId: people.other.personId }),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "personId" }] });
  expect(
    await eachOf(t.app, s, "requisition", [a.id, b.id, b.id], (tx, id) =>
      withdrawLeft(tx, s, { id, version: null, reason: "The bridge was closed" }),
    ),
  ).toMatchObject({ done: 1, refused: [{ id: a.id }] });
  expect(
    await eachOf(t.app, s, "purchaseOrder", [x.id, y.id], (tx, id) =>
      withdrawLeftOrder(tx, s, id, "The bridge was closed"),
    ),
  ).toEqual({ done: 2, refused: [] });
  expect([
    (await readRequisition(t.database.read(s), s, b.id)).status,
    (await readOrder(t.database.read(s), s, x.id)).status,
  ]).toEqual(["withdrawn", "cancelled"]);
  expect(
    await t.database.read(people.admin).one(sql`
      select content::jsonb ->> 'note' as note
      from audit_entry
      where org_id = ${agency.orgId} and object_id = ${b.id} and action = 'requisition.withdrawLeft'
    `),
  ).toEqual({ note: "The bridge was closed" });
  expect([await found(requisitionList), await found(orderList)]).toEqual([[], []]);
});
