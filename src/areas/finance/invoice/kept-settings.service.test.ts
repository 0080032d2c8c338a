// What a purchase keeps of an agency's settings between requests: how many statements it takes
// then, and that it follows every change, whoever makes it.
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { outgoing } from "#server/db/wire/outgoing.ts";
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
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { addDuties, grantRole, setDuties } from "#areas/organization/member/access.service.ts";
import "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { createAndIssue } from "#areas/procurement/order/issue.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../finance.server.ts";
import { invoiceInput } from "./invoice.model.ts";
import { createAndSubmitInvoice } from "./submission.service.ts";

type Person = "clerk" | "manager" | "deputy" | "admin" | "buyer" | "receiver" | "ap";
type Buying = Agency & {
  people: Record<Person, Actor>;
  accounts: [string, string];
  fundId: string;
  vendorId: string;
};

// Another process: it shares nothing with the first but the database.
let t: TestDatabase;
let other: Database;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  other = openDatabase(t.ownerUrl, { max: 3 });
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await other.close();
  await owner.end();
  await t.drop();
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>, database = t.database) =>
  database.transaction(actor, work);
const elsewhere = (b: Buying, work: (tx: Tx) => Promise<unknown>) =>
  as(b.people.admin, work, other);
const buying = async (): Promise<Buying> => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    deputy: {},
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  for (const documentType of ["requisition", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  const [a, b] = [
    await makeBudget(t.database, agency, 500_000_00),
    await makeBudget(t.database, agency, 500_000_00),
  ];
  return {
    ...agency,
    people,
    accounts: [a.accountStringId, b.accountStringId],
    fundId: a.fundId,
    vendorId: (await makeVendor(t.database, agency)).id,
  };
};

const wanted = (b: Buying, unitPrice = "12.50") =>
  requisitionInput.parse({
    title: "Stone",
    justification: "North yard",
    departmentId: b.departmentId,
    neededOn: "2027-03-01",
    vendorId: b.vendorId,
    lines: b.accounts.map((accountStringId, n) => ({
      description: `Stone ${n}`,
      quantity: "3",
      unit: "ton",
      unitPrice,
      splits: [{ accountStringId }],
    })),
  });
const ask = (b: Buying, unitPrice?: string, database?: Database) =>
  as(b.people.clerk, (tx) => createAndSubmit(tx, b.people.clerk, wanted(b, unitPrice)), database);
const approve = (b: Buying, id: string | null | undefined) =>
  as(b.people.manager, (tx) => decide(tx, b.people.manager, id!, "approve", "", null));
const deciders = async (b: Buying, approvalId: string | null) => {
  const rows = await t.database.read(b.people.admin).rows<{ personId: string }>(sql`
    select a.person_id
    from approval_assignee a
    join approval_step s on s.org_id = a.org_id and s.id = a.step_id
    where a.org_id = ${b.orgId} and s.request_id = ${approvalId}
  `);
  return rows
    .map((r) => Object.values(b.people).find((p) => p.personId === r.personId)!.name)
    .sort();
};

let bills = 0;
const purchase = async (b: Buying, price = "12.50") => {
  const { buyer, receiver, ap } = b.people;
  const spy = vi.spyOn(outgoing, "run");
  const counts: number[] = [];
  const counted = async <T>(work: () => Promise<T>) => {
    const before = spy.mock.calls.length;
    const done = await work();
    counts.push(spy.mock.calls.length - before);
    return done;
  };
  const asked = await counted(() => ask(b));
  await counted(() => approve(b, asked.approvalId));
  const order = await counted(() =>
    as(buyer, (tx) =>
      createAndIssue(
        tx,
        buyer,
        orderInput.parse({
          title: "Stone",
          vendorId: b.vendorId,
          departmentId: b.departmentId,
          requisitionLines: asked.lines.map((l) => ({ requisitionLineId: l.id })),
        }),
        "http://levee.test",
      ),
    ),
  );
  await counted(() =>
    as(receiver, (tx) =>
      postReceipt(
        tx,
        receiver,
        { id: order.id, version: null },
        receiptInput.parse({
          lines: order.lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })),
        }),
      ),
    ),
  );
  const bill = invoiceInput.parse({
    vendorId: b.vendorId,
    purchaseOrderId: order.id,
    vendorNumber: `V-${bills++}`,
    invoiceDate: "2026-11-14",
    lines: order.lines.map((l) => ({
      purchaseOrderLineId: l.id,
      description: l.description,
      quantity: l.quantity,
      unit: "ton",
      unitPrice: price,
    })),
  });
  const invoice = await counted(() => as(ap, (tx) => createAndSubmitInvoice(tx, ap, bill)));
  if (invoice.approvalId) await counted(() => approve(b, invoice.approvalId));
  spy.mockRestore();
  return { counts, invoice };
};

const sum = (counts: readonly number[]) => counts.reduce((n, c) => n + c, 0);

test("a purchase asks once for what is kept; the next one takes fewer statements, 137 at most", async () => {
  const b = await buying();
  const first = await purchase(b);
  const second = await purchase(b);
  expect(second.invoice.status).toBe("in_approval");
  // Accounts, years, rules, policies, approvers, delegations; the order's policies, rules and the
  // controls that stop it; whether stores are kept;
  // the invoice's rule, tolerances, policies, what deliveries must prove.
  expect(first.counts.map((n, i) => n - second.counts[i]!)).toEqual([6, 0, 3, 1, 4, 0]);
  // One of them is the paper of the order's letter; six say what webhooks of records are due; one asks
  // whether a bill of the order waited for the goods that came, one which shipment came, and one which
  // purchases by card are like it, one which discount terms its vendor's record has,
  // one whether a capture of the field holds its file.
  expect(sum(second.counts)).toBeLessThanOrEqual(137);
  const third = await purchase(b);
  expect(third.counts).toEqual(second.counts);
});

test("a policy that another process publishes decides the next document", async () => {
  const b = await buying();
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["manager"]);
  await makePolicy(other, b.people.admin, {
    documentType: "requisition",
    priority: 1,
    steps: [
      {
        name: "Officer",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "budget_officer" }],
      },
    ],
  });
  // Nobody has the duty: administrators decide.
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["admin"]);
  await elsewhere(b, (tx) =>
    setDuties(tx, b.people.deputy.personId!, ["budget_officer"], {}, { by: null }),
  );
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["deputy"]);
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${b.orgId} and person_id = ${b.people.deputy.personId}
    `),
  );
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["admin"]);
  expect(await deciders(b, (await ask(b, undefined, other)).approvalId)).toEqual(["admin"]);
});

test("a role ends at its instant although nobody changes anything, and the grant before it holds again", async () => {
  const b = await buying();
  const { deputy, manager } = b.people;
  const at = async () =>
    ((await owner.query("select clock_timestamp() as at")).rows[0].at as Date).getTime();
  const ends = (await at()) + 3000;
  await elsewhere(b, (tx) =>
    grantRole(tx, deputy.personId!, "manager", new Date(ends).toISOString(), { by: null }),
  );
  await elsewhere(b, (tx) =>
    grantRole(tx, manager.personId!, "user", new Date(ends).toISOString(), { by: null }),
  );
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["deputy"]);
  const counting = async () => {
    const spy = vi.spyOn(outgoing, "run");
    const { approvalId } = await ask(b);
    const statements = spy.mock.calls.length;
    spy.mockRestore();
    return { statements, deciders: await deciders(b, approvalId) };
  };
  const before = await counting();
  expect(await at()).toBeLessThan(ends);
  expect(before.deciders).toEqual(["deputy"]);
  await new Promise((r) => setTimeout(r, ends - Date.now() + 50));
  expect(await counting()).toEqual({ statements: before.statements, deciders: ["manager"] });
});

test("a duty ends at its instant for approvers and delegates, although nobody changes anything", async () => {
  const b = await buying();
  const { deputy } = b.people;
  const { at } = (await owner.query("select clock_timestamp() as at")).rows[0] as { at: Date };
  const ends = at.getTime() + 3000;
  const until = new Date(ends).toISOString();
  await makePolicy(other, b.people.admin, {
    documentType: "requisition",
    priority: 1,
    steps: [
      {
        name: "Officer",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "budget_officer" }],
      },
    ],
  });
  await elsewhere(b, (tx) =>
    addDuties(tx, deputy.personId!, ["budget_officer"], { budget_officer: until }, { by: null }),
  );
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["deputy"]);
  await new Promise((r) => setTimeout(r, ends - Date.now() + 50));
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["admin"]);
  // Given again, it holds again.
  await elsewhere(b, (tx) => addDuties(tx, deputy.personId!, ["budget_officer"], {}, { by: null }));
  expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["deputy"]);
});

test("members of a department with a role are found by department, also from kept members", async () => {
  const b = await buying();
  const away = newId();
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${b.orgId}, ${away}, 'PRK', 'Parks')
    `),
  );
  await makePolicy(other, b.people.admin, {
    documentType: "requisition",
    priority: 1,
    steps: [
      {
        name: "Own manager",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "departmentRole", role: "manager" }],
      },
    ],
  });
  for (let n = 0; n < 2; n++)
    expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["manager"]);
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      update organization_member
      set department_id = ${away}
      where org_id = ${b.orgId} and person_id = ${b.people.manager.personId}
    `),
  );
  for (let n = 0; n < 2; n++)
    expect(await deciders(b, (await ask(b)).approvalId)).toEqual(["admin"]);
});

test("rules, years, accounts and tolerances that another process changes hold from the next request on", async () => {
  const b = await buying();
  const { admin } = b.people;
  const before = await ask(b, "300");
  expect(before).toMatchObject({ federal: false });
  await elsewhere(b, (tx) =>
    addRule(tx, admin, {
      key: "microPurchase",
      jurisdiction: "local",
      citation: "County code 2.1",
      text: "Anything above $100 asks for quotations.",
      effectiveFrom: "2020-01-01",
      effectiveTo: null,
      parameters: { cents: 100_00 },
      source: "Board order",
      verified: true,
    }),
  );
  const after = await ask(b, "300");
  expect([before.method, after.method]).toEqual(["micro_purchase", "simplified"]);
  await elsewhere(b, (tx) =>
    tx.rows(
      sql`update segment_value set federal = true where org_id = ${b.orgId} and id = ${b.fundId}`,
    ),
  );
  await expect(ask(b)).rejects.toMatchObject({ code: "account_not_in_use" });
  const awardId = newId();
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      insert into segment_value (org_id, id, kind, code, name, federal)
      values (${b.orgId}, ${awardId}, 'award', 'W1', 'Disaster assistance', true)
    `),
  );
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      update account_string
      set award_id = ${awardId}
      where org_id = ${b.orgId} and fund_id = ${b.fundId}
    `),
  );
  expect(await ask(b)).toMatchObject({ federal: true });
  expect((await purchase(b)).invoice.status).toBe("in_approval");
  expect((await purchase(b, "12.55")).invoice.status).toBe("exception");
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
      values (${b.orgId}, ${newId()}, '2026-01-01', 2, 500)
    `),
  );
  expect((await purchase(b, "12.55")).invoice.status).toBe("in_approval");
  await elsewhere(b, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
      values (${b.orgId}, ${newId()}, '2099-01-01', 0, 0)
    `),
  );
  expect((await purchase(b, "12.55")).invoice.status).toBe("in_approval");
  await elsewhere(b, (tx) =>
    tx.rows(sql`update fiscal_year set status = 'closed' where org_id = ${b.orgId}`),
  );
  await expect(ask(b)).rejects.toMatchObject({ code: "fiscal_year_closed" });
});

test("an account of another agency is none, also where that agency's accounts are kept", async () => {
  const [b, neighbour] = [await buying(), await buying()];
  await ask(b);
  await ask(neighbour);
  await expect(ask({ ...b, accounts: neighbour.accounts })).rejects.toMatchObject({ status: 404 });
});
