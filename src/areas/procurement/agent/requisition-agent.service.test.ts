import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { agentJob } from "#areas/agents/run/run.service.ts";
import type { AgentFindingDetail, AgentFindingRow } from "#areas/agents/finding/finding.model.ts";
import type { AgentRunDetail } from "#areas/agents/run/run.model.ts";
import type { RequisitionDetail } from "../requisition/requisition.model.ts";
import type { PastLine } from "./past-line.model.ts";

let t: TestDatabase;
let jobs: Jobs;
let agency: Agency;
let people: Record<
  "admin" | "buyer" | "receiver" | "manager" | "crew" | "other" | "auditor",
  Actor
>;
let order: { id: string };
let salt: { accountStringId: string };
const ask = askingOf(() => t);
type List<T> = { items: T[] };

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [agentJob]);
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    crew: { duties: ["requester"] },
    other: { duties: ["requester"] },
    auditor: { duties: ["auditor"] },
  });
  salt = await makeBudget(t.database, agency, 50_000_00);
  const vendor = await makeVendor(t.database, agency, { name: "Great Lakes Salt" });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const splits = [{ accountStringId: salt.accountStringId }];
  const line = (description: string, unit: string, unitPrice: string) => ({
    ...{ description, unit, unitPrice, quantity: "10", splits },
  });
  order = await issuedOrder(t.database, people, {
    ...{ vendorId: vendor.id, departmentId: agency.departmentId },
    lines: [
      line("Road salt", "t", "78.50"),
      line("Cold patch asphalt", "t", "142.00"),
      line("Salt spreader chain", "each", "310.00"),
    ],
  });
});

const runs = async (actor: Actor, question?: string): Promise<AgentRunDetail> => {
  const { id } = await ask(actor, "POST /api/v1/agent-runs", { agent: "requisition", question });
  await expect
    .poll(async () => (await ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`)).status, {
      timeout: 15_000,
    })
    .toMatch(/finished|failed|stopped|cancelled/);
  return ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`);
};
const foundBy = async (actor: Actor, run: { id: string }) =>
  (
    await ask<List<AgentFindingRow>>(
      actor,
      `GET /api/v1/agent-findings?agent=requisition&runId=${run.id}`,
    )
  ).items;
const accept = (actor: Actor, { id, version }: AgentFindingRow, edits: object[] = []) =>
  ask<{ status: string; said: string }>(
    actor,
    `POST /api/v1/agent-findings/${id}/actions/accept`,
    { edits },
    version,
  );

test("lines of past orders are found by their words, with price and account; nothing where none says the like", async () => {
  const near = (words: string, who = people.crew) =>
    ask<List<PastLine>>(who, `GET /api/v1/past-lines?words=${encodeURIComponent(words)}`);
  const { items } = await near("deicing salt for roads");
  expect(items[0]).toMatchObject({
    ...{ description: "Road salt", unit: "t", unitPrice: "78.5", orderId: order.id, times: 1 },
    ...{ vendor: "Great Lakes Salt", accountStringId: salt.accountStringId },
  });
  expect((await near("chain of the salt spreader")).items[0]!.description).toBe(
    "Salt spreader chain",
  );
  expect((await near("office chairs")).items).toEqual([]);
  const elsewhere = await makeAgency(t.database);
  const { crew } = await makeMembers(t.database, elsewhere, { crew: { duties: ["requester"] } });
  expect((await near("road salt", crew)).items).toEqual([]);
});

test("a need in plain words becomes a draft with the record of each value; it is saved as theirs who accept", async () => {
  const run = await runs(
    people.crew,
    "40 tons of road salt and a pallet of cold patch within 5 days for the flood at Elm Street",
  );
  expect(run).toMatchObject({ status: "finished", found: 1, fresh: 1 });
  expect(run.question).toMatch(/^40 tons/);
  const [found] = await foundBy(people.crew, run);
  const day = agencyDay(5);
  expect(found).toMatchObject({ cents: 314_000, dueOn: day, subjectNumber: run.number });
  const detail = await ask<AgentFindingDetail>(
    people.crew,
    `GET /api/v1/agent-findings/${found!.id}`,
  );
  expect(detail.why).toContain("paid $78.50 per t to Great Lakes Salt");
  expect(detail.why).toContain("bought it by the t; a price by the pallet is not on record");
  expect(detail.sources).toContainEqual(
    expect.objectContaining({ kind: "record", href: `/purchase-orders/${order.id}` }),
  );
  expect(detail.sources).toContainEqual(
    expect.objectContaining({ kind: "rule", citation: expect.stringContaining("200.320(a)(1)") }),
  );
  const value = (path: string) => detail.proposal!.changes.find((change) => change.path === path);
  expect(value("lines.0.unit")).toMatchObject({ to: "t" });
  expect(value("lines.0.splits.0.accountStringId")).toMatchObject({ value: salt.accountStringId });
  expect(value("lines.1.unitPrice")).toMatchObject({ to: "" });
  // What is still open is not saved as it stands.
  expect(await refusalOf(accept(people.crew, found!))).toMatch(/^invalid/);
  const edits = [
    { path: "departmentId", value: agency.departmentId },
    { path: "lines.1.unitPrice", value: "980" },
    { path: "method", value: "" },
  ];
  expect(await refusalOf(accept(people.other, found!, edits))).toMatch(/^not_found/);
  expect(await accept(people.crew, found!, edits)).toMatchObject({ status: "edited" });
  const { items } = await ask<List<{ id: string }>>(
    people.crew,
    "GET /api/v1/requisitions?mine=true",
  );
  const made = await ask<RequisitionDetail>(
    people.crew,
    `GET /api/v1/requisitions/${items[0]!.id}`,
  );
  expect(made).toMatchObject({
    ...{ status: "draft", requesterId: people.crew.personId, neededOn: day, method: null },
    ...{ title: "Road salt and cold patch", justification: "For the flood at Elm Street" },
    lines: [
      { quantity: expect.stringMatching(/^40/), unit: "t", amount: 314_000 },
      { quantity: expect.stringMatching(/^1/), unit: "pallet", amount: 98_000 },
    ],
  });
});

test("what somebody asks is theirs: colleagues and other agencies read none of it, auditors do; another run leaves it", async () => {
  const run = await runs(people.crew, "10 tons of road salt");
  const [found] = await foundBy(people.crew, run);
  expect(await foundBy(people.other, run)).toEqual([]);
  expect(await refusalOf(ask(people.other, `GET /api/v1/agent-findings/${found!.id}`))).toMatch(
    /^not_found/,
  );
  expect(await foundBy(people.auditor, run)).toHaveLength(1);
  const elsewhere = await makeAgency(t.database);
  const { crew } = await makeMembers(t.database, elsewhere, { crew: { duties: ["requester"] } });
  expect(await refusalOf(ask(crew, `GET /api/v1/agent-findings/${found!.id}`))).toMatch(
    /^not_found/,
  );
  await runs(people.crew);
  await runs(people.crew, "10 tons of road salt");
  expect(await foundBy(people.crew, run)).toMatchObject([{ status: "open" }]);
  const ledger = await t.database.read(people.admin).rows<{ told: string }>(sql`
    select content as told
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${run.id}
  `);
  expect(ledger.length).toBeGreaterThan(0);
  for (const { told } of ledger) expect(told).not.toContain("road salt");
});

test("words that name nothing, and agents that take no question, say so", async () => {
  const run = await runs(people.crew, "12 !!");
  expect(await foundBy(people.crew, run)).toMatchObject([
    { what: "Nothing in this reads as something to buy.", proposed: null },
  ]);
  const question = "Which invoices?";
  expect(
    await refusalOf(ask(people.admin, "POST /api/v1/agent-runs", { agent: "budget", question })),
  ).toBe("invalid_field: This agent takes no question.");
});

test("drafts that lie are said, and whoever began them is asked", async () => {
  const body = {
    title: "Guardrail",
    ...{ departmentId: agency.departmentId, neededOn: agencyDay(30) },
    lines: [
      {
        ...{ description: "Guardrail", quantity: "4", unit: "each", unitPrice: "118" },
        splits: [{ accountStringId: salt.accountStringId, percent: "100" }],
      },
    ],
  };
  const { id } = await ask(people.crew, "POST /api/v1/requisitions", body);
  expect(await foundBy(people.manager, await runs(people.manager))).toEqual([]);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update requisition
      set requested_on = ${agencyDay(-8)}
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  const [found] = await foundBy(people.manager, await runs(people.manager));
  expect(found).toMatchObject({
    ...{ subjectId: id, cents: 47_200, proposed: `Ask ${people.crew.name}` },
    what: expect.stringContaining("a draft that was not sent"),
  });
  expect(await accept(people.manager, found!)).toMatchObject({ status: "accepted" });
});

test("what comes again is said once it is due and nobody asked, and drafted in the name of who accepts", async () => {
  const line = {
    ...{ description: "Hydraulic filters", quantity: "6", unit: "each", unitPrice: "41.50" },
    splits: [{ accountStringId: salt.accountStringId }],
  };
  const first = await ask(people.crew, "POST /api/v1/requisitions", {
    title: "Filters",
    ...{ departmentId: agency.departmentId, neededOn: agencyDay(5), lines: [line] },
  });
  const { vendorId } = await t.database.read(people.admin).one<{ vendorId: string }>(sql`
    select vendor_id
    from purchase_order
    where org_id = ${agency.orgId} and id = ${order.id}
  `);
  for (const ago of [-240, -181, -120, -62]) {
    const made = await issuedOrder(t.database, people, {
      ...{ vendorId, departmentId: agency.departmentId, lines: [line] },
    });
    await t.database.transaction(people.admin, async (tx) => {
      await tx.rows(sql`
        update purchase_order
        set ordered_on = ${agencyDay(ago)}, status = 'received'
        where org_id = ${agency.orgId} and id = ${made.id}
      `);
      await tx.rows(sql`
        update purchase_order_line
        set requisition_line_id = (
          select id
          from requisition_line
          where org_id = ${agency.orgId} and requisition_id = ${first.id}
        )
        where org_id = ${agency.orgId} and purchase_order_id = ${made.id}
      `);
    });
  }
  const named = async () =>
    (await foundBy(people.crew, await runs(people.crew))).filter(({ what }) =>
      what.startsWith("Hydraulic filters comes again"),
    );
  // The draft asks for it: nobody is told.
  expect(await named()).toEqual([]);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update requisition
      set status = 'withdrawn'
      where org_id = ${agency.orgId} and id = ${first.id}
    `),
  );
  const [found] = await named();
  expect(found).toMatchObject({
    what: expect.stringContaining("about every 59 days"),
    ...{ dueOn: agencyDay(-3), cents: 249_00, proposed: "Save it as a draft" },
  });
  expect(await accept(people.crew, found!)).toMatchObject({ status: "accepted" });
  const { items } = await ask<List<{ title: string; status: string }>>(
    people.crew,
    "GET /api/v1/requisitions?mine=true&status=draft",
  );
  expect(items).toMatchObject([{ title: "Hydraulic filters" }]);
  expect(await named()).toEqual([]);
});
