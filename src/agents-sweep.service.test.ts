// Every agent, the chat and the tools of connected programs as every identity: nothing is read but by
// doors that are open to it, nothing is said of a record that stands in none of its own lists, and no
// word of another agency.
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { areaChoices } from "#areas/agents/connection/client.service.ts";
import { connect } from "#areas/agents/connection/connection.service.ts";
import { reachable } from "#areas/agents/connection/reach.ts";
import { rowsOf, searchFor } from "#areas/agents/connection/read.service.ts";
import { connectedNow } from "#areas/agents/connection/standing.service.ts";
import { answeredOf } from "#areas/assistant/chat/answered.service.ts";
import { composed, sourcesOf } from "#areas/assistant/chat/answer.service.ts";
import { anonymous, type Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { duties } from "#roles.ts";
import { mayUse } from "#server/agents/allowed.ts";
import { neverLeaves } from "#server/agents/leaving.ts";
import { readerOf, type Logged } from "#server/agents/reader.ts";
import { allAgents } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import { callEndpoint, endpointNamed } from "#server/http/call.ts";
import { refusalOf } from "#server/http/doors.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf as refusedOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";

const [ours, theirs] = ["Zephyrquill", "Foxglove77"];
let t: TestDatabase;
let identities: Record<string, Actor>;
const numbers: string[] = [];
const ask = askingOf(() => t);

// An agency with an order that is billed for more than came, so that agents have something to say.
const filled = async (word: string) => {
  const agency = await payingAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  const people = { buyer: made.buyer!, receiver: made.receiver!, manager: agency.people.manager };
  const vendor = await makeVendor(t.database, agency, { name: `${word} Quarry` });
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, agency.people.admin, { documentType });
  const { accountStringId } = await makeBudget(t.database, agency, 90_000_00);
  const order = await issuedOrder(t.database, people, {
    ...{ title: `${word} stone`, vendorId: vendor.id, departmentId: agency.departmentId },
    lines: [{ quantity: "100", unitPrice: "10.00", splits: [{ accountStringId }] }],
  });
  await receiveGoods(t.database, people, order, ["60"]);
  const bill = await ask<{ number: string }>(agency.people.ap, "POST /api/v1/invoices", {
    ...{ vendorId: vendor.id, purchaseOrderId: order.id, vendorNumber: `${word}-1` },
    invoiceDate: agencyDay(-3),
    lines: [
      {
        ...{ purchaseOrderLineId: order.lines[0]!.id, description: `${word} stone` },
        ...{ quantity: "100", unitPrice: "10.00" },
      },
    ],
  });
  return { agency, numbers: [bill.number] };
};

beforeAll(async () => {
  t = await freshDatabase();
  const { agency, numbers: known } = await filled(ours);
  await filled(theirs);
  numbers.push(...known);
  const roles = {
    by_user: {},
    by_manager: { role: "manager" },
    by_admin: { role: "admin" },
  } as const;
  const byDuty = Object.fromEntries(duties.map((duty) => [`by_${duty}`, { duties: [duty] }]));
  identities = await makeMembers(t.database, agency, { ...roles, ...byDuty });
}, 120_000);
afterAll(() => t.drop());

const foundBy = async (actor: Actor, agent: ReturnType<typeof allAgents>[number]) => {
  const log: Logged[] = [];
  const reader = await readerOf({
    ...{ app: t.app, agent, subjectId: null, question: null },
    standing: async () => actor,
    log: (read) => void log.push(read),
    progress: async () => {},
  });
  const found = await agent.find(reader).catch((error: unknown) => {
    if (error instanceof Problem) return [];
    throw error;
  });
  return { log, found };
};

test("each agent as each identity reads by open doors alone, and speaks of records in their own lists", async () => {
  expect(Object.keys(identities).length).toBeGreaterThan(30);
  let [runs, said] = [0, 0];
  for (const [who, actor] of Object.entries(identities))
    for (const agent of allAgents()) {
      const label = `${agent.id} as ${who}`;
      if (!mayUse(actor, agent)) {
        const begun = ask(actor, "POST /api/v1/agent-runs", { agent: agent.id });
        expect(await refusedOf(begun), label).not.toBe("nothing was refused");
        continue;
      }
      runs += 1;
      const { log, found } = await foundBy(actor, agent);
      for (const { at } of log)
        expect(refusalOf(endpointNamed(at as EndpointName)!, actor), `${label}: ${at}`).toBeNull();
      expect(JSON.stringify([log, found]), label).not.toContain(theirs);
      said += found.length;
      const { list, permission } = agent.subject;
      expect(actor.permissions.has(permission), label).toBe(true);
      for (const { subject } of found) {
        const asked = listQuery(list).parse({ id: subject.id, limit: 1 });
        const { items } = await runList(t.database.read(actor), actor, list, asked);
        expect(items.length, `${label}: ${subject.number}`).toBe(1);
      }
    }
  expect(runs).toBeGreaterThan(60);
  expect(said).toBeGreaterThan(5);
}, 300_000);

test("the chat as each identity says nothing of what they have in no list", async () => {
  const nobody = anonymous;
  const questions = [
    ...numbers.flatMap((number) => [`Why is ${number} not paid?`, `What changed on ${number}?`]),
    ...[`${ours} Quarry`, `${theirs} Quarry`, `Which invoices of ${theirs} Quarry are overdue?`],
  ];
  for (const [who, actor] of [...Object.entries(identities), ["nobody", nobody] as const])
    for (const question of questions) {
      const found = await answeredOf(t.app, actor, question);
      const text = [
        composed(found, actor.kind !== "anonymous"),
        ...sourcesOf(found).map((s) => s.text),
      ]
        .join("\n")
        .replaceAll(question, "");
      expect(text, `${who}: ${question}`).not.toContain(theirs);
      if (!actor.permissions.has("invoice.read"))
        expect(text, `${who}: ${question}`).not.toContain(`${ours}-1`);
      if (!actor.permissions.has("vendor.read"))
        expect(text, `${who}: ${question}`).not.toContain(`${ours} Quarry`);
    }
}, 300_000);

test("each tool of a connected program as each identity reads their own lists alone", async () => {
  const areas = areaChoices().map(({ name }) => name);
  const client = newId();
  await t.database.transaction(identities.by_admin!, (tx) =>
    tx.rows(sql`
      insert into agent_client (org_id, id, name, kind, client_id, redirect_uris, areas)
      values (
        ${tx.scope.orgId}, ${client}, 'Sweep', 'entered', ${client}, ${["http://127.0.0.1/x"]},
        ${areas}
      )
    `),
  );
  const whole = new Set(
    ["user", "manager", "admin", "ap", "buyer", "auditor"].map((w) => `by_${w}`),
  );
  let [lists, rows] = [0, 0];
  for (const [who, actor] of Object.entries(identities)) {
    const connection = await t.database.transaction(actor, (tx) =>
      connect(tx, actor, { id: client, name: "Sweep" } as never, {
        ...{ address: client, proposes: true },
        endsAt: new Date(Date.now() + 3_600_000).toISOString() as never,
      }),
    );
    const connected = await connectedNow(t.app, connection.id);
    expect(connected === null, who).toBe(!actor.permissions.has("agent.run"));
    if (!connected) continue;
    const asking = { app: t.app, connected };
    // Where something of the story stands for everybody, and for six of them everything.
    const reached = reachable(
      connected.actor,
      whole.has(who) ? connected.areas : ["procurement", "finance", "vendors", "budget"],
    );
    for (const { name, noun, list } of reached) {
      const label = `${name} as ${who}`;
      expect(neverLeaves(noun), label).toBe(false);
      expect(refusalOf(list, actor), label).toBeNull();
      const told = await rowsOf(asking, { list: name, filters: {}, limit: 50 });
      const own = await callEndpoint(t.app, actor, list, { query: { limit: 50 } });
      expect(idsIn(told), label).toEqual(idsIn(own));
      expect(JSON.stringify(told), label).not.toContain(theirs);
      lists += 1;
      rows += idsIn(told).length;
    }
    const found = await searchFor(asking, `${ours} ${theirs}`.split(" ")[0]!);
    expect(JSON.stringify(found), who).not.toContain(theirs);
    expect(JSON.stringify(await searchFor(asking, theirs)), who).not.toContain(`${theirs} Quarry`);
  }
  expect(lists).toBeGreaterThan(300);
  expect(rows).toBeGreaterThan(50);
}, 300_000);

const idsIn = (answer: unknown): string[] =>
  ((answer as { items?: { id: string }[] }).items ?? []).map(({ id }) => id);
