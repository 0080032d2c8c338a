import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { escalateOverdue } from "#areas/workflow/approval/escalation.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { changeOrder } from "../order/order-change.service.ts";
import { changeInput, orderInput } from "../order/order.model.ts";
import { createAndIssue } from "../order/issue.service.ts";
import { createOrder } from "../order/order.service.ts";
import { submitOrder } from "../order/submission.service.ts";
import "../procurement.server.ts";
import { requisitionInput } from "./requisition.model.ts";
import { createAndSubmit, submitRequisition } from "./submission.service.ts";
import { createRequisition } from "./requisition.service.ts";

let t: TestDatabase;
let agency: Agency;
let parks: string;
let roadsMoney: string;
let parksMoney: string;
let vendorId: string;
let people: Record<"clerk" | "roads" | "parks" | "parksToo" | "admin" | "buyer", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const owner = (work: (tx: Tx) => Promise<unknown>) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, work);
beforeEach(async () => {
  agency = await makeAgency(t.database);
  parks = newId();
  people = await makeMembers(t.database, agency, {
    clerk: {},
    roads: { role: "manager" },
    parks: { role: "manager" },
    parksToo: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  });
  roadsMoney = (await makeBudget(t.database, agency, 100_000_00)).accountStringId;
  parksMoney = (await makeBudget(t.database, agency, 100_000_00)).accountStringId;
  vendorId = (await makeVendor(t.database, agency)).id;
  await owner(async (tx) => {
    await tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${parks}, 'PRK', 'Parks')
    `);
    await tx.rows(sql`
      update account_string
      set department_id = ${parks}
      where org_id = ${agency.orgId} and id = ${parksMoney}
    `);
    await tx.rows(sql`
      update organization_member
      set department_id = ${parks}
      where org_id = ${agency.orgId}
        and person_id = any(${[people.parks.personId, people.parksToo.personId]}::uuid[])
    `);
  });
});

const line = (...accounts: string[]) => ({
  description: "Stone",
  commodityCode: "212312",
  quantity: "10",
  unit: "t",
  unitPrice: "20",
  splits: accounts.map((accountStringId) => ({
    accountStringId,
    percent: String(100 / accounts.length),
  })),
});
const wanted = (...accounts: string[]) =>
  requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: "2027-03-01",
    lines: [line(...accounts)],
  });
const ordered = (...accounts: string[]) =>
  orderInput.parse({
    title: "Stone",
    vendorId,
    departmentId: agency.departmentId,
    lines: [line(...accounts)],
  });
const policy = (documentType: "requisition" | "purchaseOrder", over: object = {}) =>
  makePolicy(t.database, people.admin, { documentType, ...over });
const requestOf = (documentId: string) =>
  t.database.read(people.admin).one<{
    id: string;
    status: string;
    facts: { departmentIds: string[] };
    policy: string;
  }>(sql`
    select q.id, q.status, q.facts, p.name as policy
    from approval_request q
    join approval_policy p on p.org_id = q.org_id and p.id = q.policy_id
    where q.org_id = ${agency.orgId} and q.document_id = ${documentId}
    order by q.requested_at desc, q.id desc
    limit 1
  `);
const stepsOf = (documentId: string) =>
  t.database.read(people.admin).rows<{ name: string; status: string; people: string[] }>(sql`
    select
      s.name, s.status,
      (
        select array_agg(w.display_name::text order by w.display_name)
        from approval_assignee a
        join person w on w.id = a.person_id
        where a.org_id = s.org_id and a.step_id = s.id
      ) as people
    from approval_step s
    join approval_request q on q.org_id = s.org_id and q.id = s.request_id
    where s.org_id = ${agency.orgId} and q.document_id = ${documentId}
    order by s.name
  `);
const vote = async (actor: Actor, documentId: string) =>
  decideOn(actor, (await requestOf(documentId)).id);
const decideOn = (actor: Actor, request: string) =>
  as(actor, (tx) => decide(tx, actor, request, "approve", "", null));

test("a department's policy decides where its account is charged, whoever asks: requisitions, orders, changes of orders; sent at once or later", async () => {
  const mine = { name: "Money of Parks", priority: 1, condition: { departmentIds: [parks] } };
  for (const type of ["requisition", "purchaseOrder"] as const) {
    await policy(type);
    await policy(type, mine);
  }
  const { clerk, buyer } = people;
  const decidedBy = async (id: string) => [
    (await requestOf(id)).policy,
    (await requestOf(id)).facts.departmentIds.length,
  ];
  const parksDecides = [mine.name, 2];
  expect(
    await decidedBy(
      (await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(roadsMoney, parksMoney)))).id,
    ),
  ).toEqual(parksDecides);
  const later = await as(clerk, (tx) => createRequisition(tx, clerk, wanted(parksMoney)));
  await as(clerk, (tx) => submitRequisition(tx, clerk, { id: later.id, version: null }));
  expect(await decidedBy(later.id)).toEqual(parksDecides);
  expect(
    await decidedBy((await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(roadsMoney)))).id),
  ).toEqual(["requisition policy", 1]);
  expect(
    await decidedBy(
      (
        await as(buyer, (tx) =>
          createAndIssue(tx, buyer, ordered(parksMoney), "https://levee.test"),
        )
      ).id,
    ),
  ).toEqual(parksDecides);
  const order = await as(buyer, (tx) => createOrder(tx, buyer, ordered(roadsMoney, parksMoney)));
  await as(buyer, (tx) => submitOrder(tx, buyer, { id: order.id, version: null }));
  expect(await decidedBy(order.id)).toEqual(parksDecides);
  const own = await as(buyer, (tx) => createOrder(tx, buyer, ordered(roadsMoney)));
  await owner((tx) =>
    tx.rows(sql`
      update purchase_order
      set status = 'issued', issued_at = now()
      where org_id = ${agency.orgId} and id = ${own.id}
    `),
  );
  await as(buyer, (tx) =>
    changeOrder(
      tx,
      buyer,
      { id: own.id, version: 1 },
      changeInput.parse({ reason: "Benches too", added: [line(parksMoney)] }),
      "https://levee.test",
    ),
  );
  expect(await decidedBy(own.id)).toEqual(parksDecides);
});

const ofDepartment = {
  name: "By department",
  steps: [
    {
      name: "Manager",
      stage: 1,
      mode: "any" as const,
      approvers: [{ kind: "departmentRole" as const, role: "manager" as const }],
      dueHours: 1,
      escalateTo: { kind: "departmentRole" as const, role: "manager" as const },
    },
  ],
};

test("a step of the department's role asks in every department concerned, and each decides for itself", async () => {
  await policy("requisition", ofDepartment);
  const { clerk } = people;
  const r = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(roadsMoney, parksMoney)));
  expect(await stepsOf(r.id)).toEqual([
    { name: "Manager, Parks", status: "open", people: ["parks", "parksToo"] },
    { name: "Manager, Roads and Bridges", status: "open", people: ["roads"] },
  ]);
  await vote(people.parks, r.id);
  await expect(vote(people.parksToo, r.id)).rejects.toMatchObject({ code: "not_your_approval" });
  expect((await requestOf(r.id)).status).toBe("pending");
  await vote(people.roads, r.id);
  expect((await requestOf(r.id)).status).toBe("approved");
  const own = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(roadsMoney)));
  expect(await stepsOf(own.id)).toEqual([{ name: "Manager", status: "open", people: ["roads"] }]);
});

test("a department without such a person is decided by the escalation, else by administrators; a later stage asks all departments as well", async () => {
  const [step] = ofDepartment.steps;
  await policy("requisition", {
    name: "Two stages",
    steps: [
      { ...step!, escalateTo: null, approvers: [{ kind: "duty", duty: "buyer" }] },
      { ...step!, stage: 2, escalateTo: null },
    ],
  });
  await owner((tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.roads.personId}
    `),
  );
  const { clerk } = people;
  const r = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(parksMoney)));
  await vote(people.buyer, r.id);
  expect((await stepsOf(r.id)).slice(1)).toEqual([
    { name: "Manager, Parks", status: "open", people: ["parks", "parksToo"] },
    { name: "Manager, Roads and Bridges", status: "open", people: ["admin"] },
  ]);
});

test("who is asked for two departments by one step approves for both at once; what other steps ask is asked apart", async () => {
  await policy("requisition", {
    ...ofDepartment,
    steps: [
      { ...ofDepartment.steps[0]!, escalateTo: { kind: "role", role: "manager" } },
      {
        ...ofDepartment.steps[0]!,
        name: "Second look",
        approvers: [{ kind: "role", role: "manager" }],
      },
    ],
  });
  await owner((tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.roads.personId}
    `),
  );
  const { clerk } = people;
  const r = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(roadsMoney, parksMoney)));
  const now = async () => Object.fromEntries((await stepsOf(r.id)).map((s) => [s.name, s.status]));
  expect((await stepsOf(r.id)).map((s) => [s.name, s.people])).toEqual([
    ["Manager, Parks", ["parks", "parksToo"]],
    ["Manager, Roads and Bridges", ["parks", "parksToo"]],
    ["Second look", ["parks", "parksToo"]],
  ]);
  await vote(people.parks, r.id);
  expect(await now()).toEqual({
    "Manager, Parks": "approved",
    "Manager, Roads and Bridges": "approved",
    "Second look": "open",
  });
  await vote(people.parksToo, r.id);
  expect((await requestOf(r.id)).status).toBe("approved");
});

test("what is overdue escalates within its department", async () => {
  await policy("requisition", {
    ...ofDepartment,
    steps: [
      {
        ...ofDepartment.steps[0]!,
        approvers: [
          ...ofDepartment.steps[0]!.approvers,
          { kind: "person", personId: people.buyer.personId! },
        ],
      },
    ],
  });
  const { clerk } = people;
  const r = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(parksMoney, roadsMoney)));
  await owner(async (tx) => {
    await tx.rows(sql`
      delete from approval_assignee
      where org_id = ${agency.orgId} and person_id <> ${people.buyer.personId}
    `);
    await tx.rows(sql`
      update approval_step
      set due_at = now() - interval '1 hour'
      where org_id = ${agency.orgId}
    `);
  });
  await escalateOverdue(t.app, agency.orgId);
  expect((await stepsOf(r.id)).map((s) => s.people)).toEqual([
    ["buyer", "parks", "parksToo"],
    ["buyer", "roads"],
  ]);
});
