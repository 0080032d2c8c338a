// What both sides owe: days until the contract's end, delivered by one person and accepted by another.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { contractAgency } from "../contracts.setup.ts";
import { stopContract } from "../contract/course.service.ts";
import {
  deliverAsVendor,
  dutiesOf,
  handInAsVendor,
  keepVendorFile,
} from "../vendor/vendor-duties.service.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { dueDays, obligationInput } from "./obligation.model.ts";
import {
  addObligation,
  decideDue,
  deliverDue,
  endObligation,
  readDue,
} from "./obligation.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const added = (contractId: string, over: object = {}) =>
  a.as(a.people.author, (tx) =>
    addObligation(
      tx,
      a.people.author,
      contractId,
      obligationInput.parse({
        side: "vendor",
        title: "Monthly report of tonnage",
        citation: "section 6.2",
        firstDueOn: agencyDay(-2),
        recurrence: "monthly",
        ...over,
      }),
    ),
  );
const duesOf = (obligationId: string) =>
  t.database.read(a.people.author).rows<{ id: string; dueOn: string; status: string }>(sql`
    select id, due_on, status
    from contract_obligation_due
    where org_id = ${a.agency.orgId} and obligation_id = ${obligationId}
    order by due_on
  `);
const deadlinesOf = (id: string) =>
  t.database.read(a.people.author).rows<{ dueOn: string }>(sql`
    select due_on
    from deadline
    where org_id = ${a.agency.orgId}
      and source_type = 'obligation'
      and source_id = ${id}
      and status in ('open', 'lapsed')
    order by due_on
  `);

test("days are made until the end and stand in the register; another person accepts; what comes back is delivered anew", async () => {
  const { author, keeper } = a.people;
  const contractId = await a.inForce();
  const o = await added(contractId);
  const days = dueDays({ firstDueOn: agencyDay(-2), recurrence: "monthly" }, agencyDay(200));
  const [first, ...later] = await duesOf(o.id);
  expect([first!, ...later].map((due) => due.dueOn)).toEqual(days);
  expect(days).toContain(monthsAfter(agencyDay(-2), 1));
  expect((await deadlinesOf(o.id)).map((each) => each.dueOn)).toEqual(days);
  const read = (by = author) => readDue(t.database.read(by), by, first!.id);
  expect(await read()).toMatchObject({ missed: true, status: "open" });
  const deliver = () =>
    a.as(author, (tx) =>
      deliverDue(
        tx,
        author,
        { id: first!.id, version: null },
        { evidence: "Report of this month, 412 tons." },
      ),
    );
  const decide = (by: typeof author, action: "accept" | "return", reason: string | null = null) =>
    a.as(by, (tx) => decideDue(tx, by, action, { id: first!.id, version: null, reason }));
  await deliver();
  await expect(decide(author, "accept")).rejects.toMatchObject({
    message: "You delivered it, so another person accepts it.",
  });
  expect((await read()).actions.find((each) => each.name === "accept")).toMatchObject({
    enabled: false,
  });
  expect((await deadlinesOf(o.id)).map((each) => each.dueOn)).toEqual(days.slice(1));
  await decide(keeper, "return", "The table lacks pit 4");
  expect(await read()).toMatchObject({ status: "returned", missed: true });
  expect((await deadlinesOf(o.id)).map((each) => each.dueOn)).toEqual(days);
  await deliver();
  await decide(keeper, "accept");
  expect(await read(keeper)).toMatchObject({ status: "accepted", missed: false });
  // Ended: no further day is due.
  await a.as(keeper, (tx) =>
    endObligation(tx, keeper, { id: o.id, version: o.version, reason: "The scale reports itself" }),
  );
  expect((await duesOf(o.id)).map((due) => due.status)).toEqual([
    "accepted",
    ...later.map(() => "dropped"),
  ]);
  expect(await deadlinesOf(o.id)).toEqual([]);
});

test("a contract that is not signed owes nothing yet; one that is terminated owes what was due", async () => {
  const { keeper } = a.people;
  const draft = await a.drafted();
  const waiting = await added(draft.id);
  expect(await duesOf(waiting.id)).toEqual([]);
  await expect(added(draft.id, { firstDueOn: agencyDay(201) })).rejects.toMatchObject({
    status: 422,
  });
  const contractId = await a.inForce();
  const o = await added(contractId, { side: "agency", recurrence: "quarterly" });
  await a.as(keeper, (tx) =>
    stopContract(tx, keeper, "terminate", { id: contractId, version: null, reason: "Cause" }),
  );
  const statuses = (await duesOf(o.id)).map((due) => due.status);
  expect(statuses).toEqual(["open", ...statuses.slice(1).map(() => "dropped")]);
  expect(statuses.length).toBeGreaterThan(1);
});

test("a vendor sees what it owes, delivers it and hands certificates in; nothing of another's, or of ours", async () => {
  const { keeper } = a.people;
  const person = await makePerson(t, "Ann Oakes");
  const identityId = await foundVendorIdentity(identityDb(t.database), person, a.vendor.name);
  await a.as(a.people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${a.agency.orgId} and id = ${a.vendor.id}
    `),
  );
  const vendor = actingFor(person, identityId);
  const at = { orgId: a.agency.orgId, id: await a.inForce() };
  await added(at.id, { recurrence: "once" });
  const ours = await added(at.id, { side: "agency", title: "Open the gate", recurrence: "once" });
  const [gate] = await duesOf(ours.id);
  const { dues } = await dutiesOf(t.app, vendor, at);
  expect(dues.map((due) => due.title)).toEqual(["Monthly report of tonnage"]);
  const given = { evidence: "412 tons" };
  const step = { id: dues[0]!.id, version: dues[0]!.version };
  await expect(
    deliverAsVendor(t.app, vendor, at.orgId, { id: gate!.id, version: 1 }, given),
  ).rejects.toMatchObject({ status: 404 });
  const stranger = actingFor(await makePerson(t, "Stranger"), a.agency.orgId);
  await expect(dutiesOf(t.app, stranger, at)).rejects.toThrow();
  // A file of the agency's is not handed in as one's own.
  await expect(
    deliverAsVendor(t.app, vendor, at.orgId, step, { ...given, fileId: a.ink.fileId }),
  ).rejects.toThrow("Attach the document anew.");
  const file = await keepVendorFile(t.app, vendor, at, {
    name: "report.txt",
    stream: Readable.from(["412 tons"]),
  });
  await deliverAsVendor(t.app, vendor, at.orgId, step, { ...given, fileId: file.id });
  await a.as(keeper, (tx) =>
    decideDue(tx, keeper, "return", { id: step.id, version: null, reason: "Pit 4 lacks" }),
  );
  const policy = await keepVendorFile(t.app, vendor, at, {
    name: "policy.txt",
    stream: Readable.from(["U-1"]),
  });
  await handInAsVendor(t.app, vendor, at, {
    kind: "umbrella",
    issuer: "Prairie Mutual",
    policyNumber: "U-1",
    amount: 100,
    fromOn: agencyDay(0),
    toOn: agencyDay(30),
    fileId: policy.id,
  });
  const now = await dutiesOf(t.app, vendor, at);
  expect(now.dues).toMatchObject([{ status: "returned", statusReason: "Pit 4 lacks" }]);
  expect(now.certificates).toMatchObject([{ status: "submitted", policyNumber: "U-1" }]);
});
