import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import type { Found } from "#server/agents/agent.ts";
import { agentNamed } from "#server/agents/allowed.ts";
import { scoreOf } from "#server/agents/evaluation.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import type { AgentRow } from "./agent/agent.model.ts";
import type {
  AcceptedFinding,
  AgentFindingDetail,
  AgentFindingRow,
} from "./finding/finding.model.ts";
import { agentsDay } from "./run/morning.ts";
import type { AgentRunDetail, AgentRunRow } from "./run/run.model.ts";
import { keepFound } from "./finding/keep.service.ts";
import { agentJob, newRun } from "./run/run.service.ts";

let t: TestDatabase;
let jobs: Jobs;
let agency: Agency;
let people: Record<
  "admin" | "buyer" | "receiver" | "manager" | "ap" | "otherAp" | "auditor",
  Actor
>;
let order: Awaited<ReturnType<typeof issuedOrder>>;
let vendor: { id: string };
let account: Awaited<ReturnType<typeof makeBudget>>;
const ask = askingOf(() => t);
type List<T> = { items: T[]; total: number };

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
    ap: { duties: ["ap"] },
    otherAp: { duties: ["ap"] },
    auditor: { duties: ["auditor"] },
  });
  account = await makeBudget(t.database, agency, 50_000_00);
  vendor = await makeVendor(t.database, agency);
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  order = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [
      {
        quantity: "100",
        unitPrice: "10.00",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  await receiveGoods(t.database, people, order, ["100"]);
});

/** A bill by the load of 25 where tons were ordered: the same amount, in another unit. */
const bill = (over: object = {}, head: object = {}) =>
  ask<{ id: string; number: string; version: number }>(people.ap, "POST /api/v1/invoices", {
    vendorId: vendor.id,
    purchaseOrderId: order.id,
    vendorNumber: `N-${Math.random()}`,
    invoiceDate: "2026-11-14",
    ...head,
    lines: [
      {
        purchaseOrderLineId: order.lines[0]!.id,
        description: "Stone",
        quantity: "4",
        unit: "LOAD",
        unitPrice: "250.00",
        ...over,
      },
    ],
  });

const runAs = async (actor: Actor): Promise<AgentRunDetail> => {
  const { id } = await ask(actor, "POST /api/v1/agent-runs", { agent: "invoice" });
  return ended(actor, id);
};
const ended = async (actor: Actor, id: string): Promise<AgentRunDetail> => {
  await expect
    .poll(async () => (await ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`)).status, {
      timeout: 15_000,
    })
    .toMatch(/finished|failed|stopped|cancelled/);
  return ask<AgentRunDetail>(actor, `GET /api/v1/agent-runs/${id}`);
};
const findings = async (actor: Actor, query = "status=open") =>
  (await ask<List<AgentFindingRow>>(actor, `GET /api/v1/agent-findings?agent=invoice&${query}`))
    .items;
const accept = (
  actor: Actor,
  { id, version }: { id: string; version: number },
  edits: object[] = [],
) =>
  ask<AcceptedFinding>(
    actor,
    `POST /api/v1/agent-findings/${id}/actions/accept`,
    { edits },
    version,
  );

test("a run reads as its person, keeps what it read, and its correction is accepted by a person as theirs", async () => {
  const invoice = await bill();
  const run = await runAs(people.ap);
  expect(run).toMatchObject({
    status: "finished",
    found: expect.any(Number),
    personName: people.ap.name,
  });
  expect(run.found).toBeGreaterThan(0);
  const read = run.log.find(({ address }) => address === "GET /api/v1/invoices/{id}")!;
  expect(read.records).toMatchObject([{ id: invoice.id, number: invoice.number }]);
  const [found] = await findings(people.ap);
  expect(found).toMatchObject({ subjectNumber: invoice.number, proposed: "Correct the invoice" });
  const detail = await ask<AgentFindingDetail>(
    people.ap,
    `GET /api/v1/agent-findings/${found!.id}`,
  );
  expect(detail.proposal!.changes).toMatchObject([
    { label: "Quantity of line 1", from: "4", to: "100" },
    { label: "Unit of line 1", from: "LOAD" },
    {
      label: "Unit price of line 1",
      from: expect.stringMatching(/^250/),
      to: expect.stringMatching(/^10/),
    },
  ]);
  const done = await accept(people.otherAp, found!);
  expect(done).toMatchObject({
    status: "accepted",
    said: expect.stringContaining("Correct the invoice"),
  });
  const after = await ask<{ status: string; lines: { quantity: string; unit: string }[] }>(
    people.ap,
    `GET /api/v1/invoices/${invoice.id}`,
  );
  expect(after).toMatchObject({
    status: "matched",
    lines: [{ quantity: expect.stringMatching(/^100/) }],
  });
  const { items } = await ask<{ items: { action: string; actorName: string; reason: string }[] }>(
    people.ap,
    `GET /api/v1/invoices/${invoice.id}/history`,
  );
  expect(items).toContainEqual(
    expect.objectContaining({
      action: "invoice.proposed",
      actorName: people.otherAp.name,
      reason: expect.stringContaining(run.number),
    }),
  );
  expect(items).toContainEqual(
    expect.objectContaining({ action: "invoice.edit", actorName: people.otherAp.name }),
  );
});

test("what was found once is not found anew; what is not so any more is over; what was dismissed stays away", async () => {
  await bill();
  await runAs(people.ap);
  const first = await findings(people.ap);
  expect(await runAs(people.ap)).toMatchObject({ fresh: 0, found: first.length });
  for (const { id, version } of first)
    await ask(
      people.ap,
      `POST /api/v1/agent-findings/${id}/actions/dismiss`,
      { dismissedFor: "known", reason: "We buy by the load" },
      version,
    );
  await runAs(people.ap);
  expect(await findings(people.ap)).toEqual([]);
  const other = await bill();
  await runAs(people.ap);
  expect(await findings(people.ap)).toHaveLength(first.length);
  await ask(
    people.ap,
    `POST /api/v1/invoices/${other.id}/actions/void`,
    { reason: "Wrong" },
    other.version,
  );
  await runAs(people.ap);
  expect(await findings(people.ap)).toEqual([]);
  expect(await findings(people.ap, "status=expired")).toHaveLength(first.length);
  const { items } = await ask<{ items: AgentRow[] }>(people.ap, "GET /api/v1/agents");
  const agent = items.find(({ id }) => id === "invoice");
  expect(agent).toMatchObject({
    id: "invoice",
    figures: { open: 0, dismissed: first.length, wrong: 0 },
  });
});

test("another figure of the same takes its place and is no news; what was dismissed stays away until it differs", async () => {
  const invoice = await bill();
  const agent = agentNamed("invoice")!;
  const said = (cents: number, sameness: string): Found => ({
    ...{ key: "line", sameness, what: `${cents} short.`, why: "", since: null, dueOn: null, cents },
    subject: { id: invoice.id, number: invoice.number, href: `/invoices/${invoice.id}` },
    ...{ sources: [], proposal: null },
  });
  const run = (found: Found) =>
    t.database.transaction(people.ap, async (tx) => {
      const made = await newRun(tx, people.ap, { agent, subjectId: null, begun: "person" });
      return keepFound(tx, people.ap, agent, made, [found, found]);
    });
  expect(await run(said(100, "a"))).toEqual({ found: 1, fresh: 1 });
  expect(await run(said(120, "a"))).toEqual({ found: 1, fresh: 0 });
  const [open, ...others] = await findings(people.ap);
  expect(others).toEqual([]);
  expect(open).toMatchObject({ cents: 120 });
  await ask(
    people.ap,
    `POST /api/v1/agent-findings/${open!.id}/actions/dismiss`,
    { dismissedFor: "known" },
    open!.version,
  );
  expect(await run(said(140, "a"))).toEqual({ found: 1, fresh: 0 });
  expect(await findings(people.ap)).toEqual([]);
  expect(await run(said(400, "b"))).toEqual({ found: 1, fresh: 1 });
  // As it was dismissed again: what is open of it does not stay.
  expect(await run(said(150, "a"))).toEqual({ found: 1, fresh: 0 });
  expect(await findings(people.ap)).toEqual([]);
});

test("a proposal on a record that moved changes nothing and says so; two who accept at once have one effect", async () => {
  const invoice = await bill();
  await runAs(people.ap);
  const [moved] = await findings(people.ap);
  await ask(people.ap, `PATCH /api/v1/invoices/${invoice.id}`, { note: "Seen" }, invoice.version);
  expect(await accept(people.ap, moved!)).toMatchObject({
    status: "superseded",
    said: expect.stringContaining("has changed since"),
  });
  await runAs(people.ap);
  const [again] = await findings(people.ap);
  const both = await Promise.allSettled([
    accept(people.ap, again!),
    accept(people.otherAp, again!),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { reason } = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect([409, 412]).toContain(reason.status);
});

test("a person edits only what the proposal names; a role that may not correct is refused, and nothing is kept", async () => {
  await bill();
  await runAs(people.ap);
  const [found] = await findings(people.ap);
  expect(
    await refusalOf(accept(people.ap, found!, [{ path: "lines.0.accountStringId", value: "x" }])),
  ).toMatch(/names no such value/);
  expect(await refusalOf(accept(people.receiver, found!))).toMatch(/^not_allowed/);
  const seen = (by: Actor) =>
    ask<AgentFindingDetail>(by, `GET /api/v1/agent-findings/${found!.id}`);
  const accepting = async (by: Actor) =>
    (await seen(by)).actions.find(({ name }) => name === "accept");
  expect(await accepting(people.receiver)).toMatchObject({
    enabled: false,
    reason: "Your role does not allow what it proposes.",
  });
  expect(await accepting(people.ap)).toMatchObject({ enabled: true });
  const edited = await accept(people.ap, found!, [{ path: "lines.0.unitPrice", value: "9.99" }]);
  expect(edited.status).toBe("edited");
  const none = { id: found!.id, version: 99 };
  expect(await refusalOf(accept(people.ap, none))).toMatch(/^(stale|changed|version|not_in)/);
});

test("what proposes nothing is not accepted, nor what no proposal may call, whatever stands in the row", async () => {
  const lines = [
    { quantity: "5", unitPrice: "8.00", splits: [{ accountStringId: account.accountStringId }] },
  ];
  const unreceived = await issuedOrder(t.database, people, {
    ...{ vendorId: vendor.id, departmentId: agency.departmentId, lines },
  });
  const line = { purchaseOrderLineId: unreceived.lines[0]!.id, quantity: "5", unitPrice: "8.00" };
  await bill({ ...line, unit: "" }, { purchaseOrderId: unreceived.id });
  await runAs(people.ap);
  const found = await findings(people.ap);
  const none = found.find(({ proposed }) => proposed === null)!;
  expect(none.what).toContain("whoever took the goods posts a receipt");
  expect(await refusalOf(accept(people.ap, none))).toContain(
    "It proposes no change: somebody does what it says by hand.",
  );
  await bill();
  await runAs(people.ap);
  const one = (await findings(people.ap)).find(({ proposed }) => proposed !== null)!;
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update agent_finding
      set proposal = proposal || '{"endpoint": "POST /api/v1/invoices/{id}/actions/void"}'
      where org_id = ${agency.orgId} and id = ${one.id}
    `),
  );
  expect(await refusalOf(accept(people.ap, one))).toMatch(/^not_proposed/);
});

test("who is no member any more, or another agency's person, reads nothing by a run", async () => {
  await bill();
  const { id } = await ask<AgentRunRow>(people.ap, "POST /api/v1/agent-runs", { agent: "invoice" });
  await ended(people.ap, id);
  const elsewhere = await makeAgency(t.database);
  const { ap } = await makeMembers(t.database, elsewhere, { ap: { duties: ["ap"] } });
  expect(await findings(ap)).toEqual([]);
  const [found] = await findings(people.ap);
  expect(await refusalOf(ask(ap, `GET /api/v1/agent-findings/${found!.id}`))).toMatch(/^not_found/);
  expect(await refusalOf(ask(people.otherAp, `GET /api/v1/agent-runs/${id}`))).toMatch(
    /^not_found/,
  );
  expect(await ask(people.auditor, `GET /api/v1/agent-runs/${id}`)).toMatchObject({ id });
  expect(await refusalOf(ask(people.ap, "POST /api/v1/agent-runs", { agent: "oracle" }))).toMatch(
    /^not_found/,
  );
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.otherAp.personId}
    `),
  );
  const stopped = await runAs(people.otherAp);
  expect(stopped).toMatchObject({ status: "stopped", reads: 0, found: 0 });
});

test("a morning runs once in the name of its person and tells them once; a paused agent does not run", async () => {
  await bill();
  const set = (body: object, version: number) =>
    ask<{ version: number }>(people.admin, "PUT /api/v1/agents/invoice/setting", body, version);
  const daily = { paused: false, dailyFor: people.ap.personId, floorPercent: 0 };
  expect(
    await refusalOf(set({ ...daily, dailyFor: "00000000-0000-4000-8000-000000000000" }, 0)),
  ).toMatch(/^not_found/);
  const { version } = await set(daily, 0);
  await agentsDay.run(t.app, agency.orgId);
  await agentsDay.run(t.app, agency.orgId);
  const { items } = await ask<List<AgentRunRow>>(people.ap, "GET /api/v1/agent-runs?begun=daily");
  expect(items).toHaveLength(1);
  await ended(people.ap, items[0]!.id);
  const told = await t.database.read(people.ap).rows(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and kind = 'agentFinding.new'
  `);
  expect(told).toHaveLength(1);
  await set({ ...daily, paused: true }, version);
  expect(await refusalOf(ask(people.ap, "POST /api/v1/agent-runs", { agent: "invoice" }))).toMatch(
    /^agent_paused/,
  );
  expect(scoreOf(agentNamed("invoice")!)).toMatchObject({
    right: 23,
    cases: 23,
    baseline: expect.any(Number),
  });
  expect(
    await refusalOf(ask(people.ap, "PUT /api/v1/agents/invoice/setting", daily, version + 1)),
  ).toMatch(/^not_allowed/);
});
