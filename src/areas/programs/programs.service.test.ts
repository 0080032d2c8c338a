import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { sql } from "#server/db/sql.ts";
import { historyOf } from "#server/audit/history.ts";
import { assemble } from "#server/instance.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { testPassword, withPassword } from "#server/testing/password.ts";
import { endMember } from "#areas/organization/organization.server.ts";
import { settlePrograms } from "./account/leaving.service.ts";
import { addProgram, changeProgram, readProgram, stepProgram } from "./account/program.service.ts";
import type { ProgramInput } from "./account/program.model.ts";
import { listCalls, writeCalls } from "./key/call.service.ts";
import { addKey, revokeKey } from "./key/key.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let second: FastifyInstance;
let secondDatabase: ReturnType<typeof openDatabase>;
let agency: Agency;
let other: Agency;
let people: Record<"ann" | "bo" | "cy" | "max" | "ida", Actor>;
let stranger: Actor;
let account: string;

beforeAll(async () => {
  t = await freshDatabase();
  secondDatabase = openDatabase(t.ownerUrl, { max: 4 });
  server = await assemble(t.app);
  second = await assemble({ ...t.app, database: secondDatabase });
  agency = await makeAgency(t.database);
  other = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ann: { role: "admin" },
    bo: { role: "admin" },
    cy: {},
    max: { role: "manager" },
    ida: { duties: ["ap"] },
  });
  ({ stranger } = await makeMembers(t.database, other, { stranger: { role: "admin" } }));
  ({ accountStringId: account } = await makeBudget(t.database, agency, 9_000_000));
  await makePolicy(t.database, people.ann, { documentType: "requisition" });
  for (const person of [people.cy, people.max]) await withPassword(t.database, person);
});
afterAll(async () => {
  await server.close();
  await second.close();
  await secondDatabase.close();
  await t.drop();
});

let serial = 0;
const input = (over: Partial<ProgramInput> = {}): ProgramInput => ({
  name: `Warehouse ${++serial}`,
  purpose: "Loads open orders every night",
  ownerId: people.cy.personId!,
  scopes: ["requisition.read", "requisition.create"],
  endsOn: agencyDay(200),
  ...over,
});
const as = <T>(actor: Actor, work: (tx: never) => Promise<T>): Promise<T> =>
  t.database.transaction(actor, (tx) => work(tx as never));
const add = (actor: Actor, over: Partial<ProgramInput> = {}) =>
  as(actor, (tx) => addProgram(tx, actor, input(over)));
const keyOf = (id: string, owner = people.cy, over: { networks?: string[]; most?: number } = {}) =>
  as(owner, (tx) =>
    addKey(tx, owner, id, {
      days: 30,
      networks: over.networks ?? [],
      callsPerMinute: over.most ?? 6000,
    }),
  );
const working = async (over: Partial<ProgramInput> = {}, owner = people.cy) => {
  const { id } = await add(people.ann, { ownerId: owner.personId!, ...over });
  return { ...(await keyOf(id, owner)), programId: id };
};

type Ask = { body?: object; headers?: Record<string, string>; at?: FastifyInstance; from?: string };
const ask = async (key: string, url: string, { body, headers, at = server, from }: Ask = {}) => {
  const answer = await at.inject({
    method: body ? "POST" : "GET",
    url,
    ...(body && { payload: body }),
    ...(from && { remoteAddress: from }),
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const json = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, headers: answer.headers, body: json ? answer.json() : null };
};
const signIn = async ({ email }: Actor): Promise<string> =>
  (
    await server.inject({
      method: "POST",
      url: "/auth/v1/token",
      payload: { grant_type: "password", email, password: testPassword },
    })
  ).json().access_token as string;
const list = "/api/v1/requisitions";
const draft = () => ({
  title: "Culvert pipe",
  justification: "Replaces what the flood took",
  departmentId: agency.departmentId,
  neededOn: agencyDay(60),
  lines: [
    {
      description: "Pipe, 18 in",
      quantity: "4",
      unit: "EA",
      unitPrice: "100.00",
      splits: [{ accountStringId: account, percent: "100" }],
    },
  ],
});
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; status?: number }) => error.code ?? error.status,
  );

test("what decides, what the giver lacks and what the owner lacks is not given", async () => {
  const asked = (scopes: string[], actor = people.ann, ownerId = people.cy.personId!) =>
    refusal(add(actor, { scopes, ownerId }));
  for (const never of [
    "invoice.approve",
    "vendor.register",
    "member.edit",
    "program.edit",
    "no.such",
  ])
    expect(await asked([never]), never).toBe("never_for_programs");
  // The owner holds no ledger.read; whoever gives does not hold invoice.create.
  expect(await asked(["ledger.read"])).toBe("beyond_the_owner");
  const poor = { ...people.max, permissions: new Set(["program.edit", "requisition.read"]) };
  expect(await asked(["invoice.create"], poor, people.ida.personId!)).toBe("beyond_your_rights");
  expect(await asked(["requisition.read"], people.ann, stranger.personId!)).toBe("invalid_field");
  expect(await refusal(add(people.ann, { endsOn: agencyDay(800) }))).toBe("invalid_field");
  expect(await refusal(add(people.ann, { endsOn: agencyDay(-1) }))).toBe("invalid_field");
});

test("only who answers for a program gets its key, two at once, and nobody elsewhere sees it", async () => {
  const { id } = await add(people.ann);
  expect(await refusal(keyOf(id, people.ann))).toBe("not_the_owner");
  expect(await refusal(keyOf(id, people.ida))).toBe("not_found");
  expect(await refusal(keyOf(id, stranger))).toBe("not_found");
  const first = await keyOf(id);
  await keyOf(id);
  expect(await refusal(keyOf(id))).toBe("two_keys");
  expect(await refusal(as(stranger, (tx) => revokeKey(tx, stranger, first.id)))).toBe("not_found");
  expect(await refusal(as(people.ida, (tx) => revokeKey(tx, people.ida, first.id)))).toBe(
    "not_found",
  );
  const seen = await readProgram(t.database.read(people.ann), people.ann, id);
  expect(JSON.stringify(seen)).not.toContain(first.key.slice(13));
  expect(await refusal(readProgram(t.database.read(people.ida), people.ida, id))).toBe("not_found");
});

test("managers see the programs in a list, whoever answers for them, and members do not", async () => {
  const { id } = await add(people.ann, { name: "Listed warehouse" });
  await keyOf(id);
  const list = "/api/v1/programs";
  const seen = await ask(await signIn(people.max), `${list}?q=listed&status=active`);
  expect(seen.body.items).toMatchObject([
    { id, name: "Listed warehouse", ownerName: "cy", keys: 1, calls: 0, lastUsedAt: null },
  ]);
  const file = await ask(await signIn(people.max), `${list}/export?format=csv`);
  expect(file.status).toBe(200);
  const cy = await signIn(people.cy);
  expect((await ask(cy, list)).status).toBe(403);
  expect((await ask(cy, `${list}/${id}`)).body).toMatchObject({ mine: true, actions: [] });
  expect((await ask(cy, `${list}/${id}/history`)).body.items).toHaveLength(2);
});

test("a program drafts as its owner and nobody's other half: the history names both, the owner cannot approve", async () => {
  const { key, programId } = await working(
    {
      ownerId: people.max.personId!,
      scopes: ["requisition.create", "requisition.submit", "requisition.read"],
      name: "Permit portal",
    },
    people.max,
  );
  const made = await ask(key, list, { body: draft() });
  expect(made).toMatchObject({ status: 201, body: { status: "draft" } });
  const { id, version } = made.body;
  const sent = await ask(key, `${list}/${id}/actions/submit`, {
    body: {},
    headers: { "if-match": `"${version}"` },
  });
  expect(sent.body).toMatchObject({ status: "in_approval" });
  const { items } = await historyOf(t.database.read(people.ann), "requisition", id);
  expect(items.map((item) => item.actorName)).toEqual([
    "Permit portal (program of max)",
    "Permit portal (program of max)",
  ]);
  // max is the only manager: the draft of his program waits for nobody else, and he may not decide it.
  const decided = await ask(
    await signIn(people.max),
    `/api/v1/approvals/${sent.body.approvalId}/actions/approve`,
    {
      body: {},
      headers: { "if-match": '"1"' },
    },
  );
  expect([403, 409]).toContain(decided.status);
  const approval = await ask(key, `/api/v1/approvals/${sent.body.approvalId}/actions/approve`, {
    body: {},
  });
  expect(approval.status).toBe(403);
  expect((await ask(key, "/api/v1/me")).status).toBe(403);
  expect((await ask(key, "/auth/v1/user")).status).toBe(403);
  expect((await ask(key, `/api/v1/programs/${programId}/keys`, { body: {} })).status).toBe(403);
});

test("a key that is revoked, ended or paused opens nothing on another instance either", async () => {
  const { id, key, programId } = await working();
  expect((await ask(key, list, { at: second })).status).toBe(200);
  await as(people.bo, (tx) => revokeKey(tx, people.bo, id));
  expect(await ask(key, list, { at: second })).toMatchObject({
    status: 401,
    body: { code: "key_ended" },
  });
  const next = await keyOf(programId);
  expect((await ask(next.key, list, { at: second })).status).toBe(200);
  await as(people.ann, (tx) =>
    stepProgram(tx, people.ann, "pause", { id: programId, reason: "Odd calls", version: 1 }),
  );
  expect((await ask(next.key, list, { at: second })).body.code).toBe("program_paused");
  await as(people.ann, (tx) =>
    stepProgram(tx, people.ann, "resume", { id: programId, version: 2 }),
  );
  await as(people.ann, (tx) =>
    tx2(tx).rows(sql`
      update program_key
      set expires_at = clock_timestamp()
      where org_id = ${agency.orgId} and id = ${next.id}
    `),
  );
  expect((await ask(next.key, list, { at: second })).body.code).toBe("key_ended");
});
const tx2 = (tx: unknown) => tx as { rows: (q: unknown) => Promise<unknown[]> };

test("a wrong checksum, an address outside, a key in an address and many guesses are refused", async () => {
  const { programId, key } = await working();
  const { key: bound } = await keyOf(programId, people.cy, {
    networks: ["203.0.113.0/24", "2001:db8::/32"],
  });
  const mistyped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  expect((await ask(mistyped, list)).body.code).toBe("invalid_key");
  expect(await ask(bound, list, { from: "198.51.100.4" })).toMatchObject({
    status: 403,
    body: { code: "address_not_allowed" },
  });
  for (const from of ["203.0.113.77", "::ffff:203.0.113.7", "2001:db8::1"])
    expect((await ask(bound, list, { from })).status, from).toBe(200);
  const inAddress = await server.inject({ url: `${list}?key=${key}` });
  expect(inAddress.statusCode).toBe(400);
  expect(inAddress.json().code).toBe("key_in_address");
  const limits = process.env["LEVEE_RATE_LIMITS"];
  delete process.env["LEVEE_RATE_LIMITS"];
  try {
    const seen = [];
    for (let n = 0; n < 7; n++)
      seen.push((await ask(mistyped, list, { from: "192.0.2.9" })).status);
    expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // Whoever has a real key at the same address works on.
    expect((await ask(key, list, { from: "192.0.2.9" })).status).toBe(200);
  } finally {
    if (limits !== undefined) process.env["LEVEE_RATE_LIMITS"] = limits;
  }
});

test("a key calls as often as it may in a minute, and is told when to come back", async () => {
  const { id: programId } = await add(people.ann);
  const { key } = await keyOf(programId, people.cy, { most: 3 });
  const limits = process.env["LEVEE_RATE_LIMITS"];
  delete process.env["LEVEE_RATE_LIMITS"];
  try {
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await ask(key, list));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(answers.at(-1)!.headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    if (limits !== undefined) process.env["LEVEE_RATE_LIMITS"] = limits;
  }
  await writeCalls(t.database);
  const calls = await listCalls(t.database.read(people.cy), people.cy, programId);
  expect(calls[0]).toMatchObject({ method: "GET", path: "/api/v1/requisitions", status: 429 });
  expect(calls).toHaveLength(5);
  expect(await refusal(listCalls(t.database.read(people.ida), people.ida, programId))).toBe(
    "not_found",
  );
});

test("an answer that is kept for one program is nobody else's, not even its owner's", async () => {
  const [one, two] = [await working(), await working()];
  const headers = { "idempotency-key": newId() };
  const body = draft();
  const first = await ask(one.key, list, { body, headers });
  const again = await ask(one.key, list, { body, headers });
  expect(again.body).toEqual(first.body);
  const others = await ask(two.key, list, { body, headers });
  expect(others.status).toBe(201);
  expect(others.body.id).not.toBe(first.body.id);
  expect((await ask(one.key, list, { body: { ...body, title: "Other" }, headers })).body.code).toBe(
    "idempotency_key_reused",
  );
});

test("rights follow the owner: a lost one sleeps, an owner who left pauses it and is told once", async () => {
  const { key, programId } = await working(
    { scopes: ["invoice.create", "invoice.read"], ownerId: people.ida.personId! },
    people.ida,
  );
  const invoices = "/api/v1/invoices";
  expect((await ask(key, invoices, { body: {} })).status).toBe(422);
  await as(people.ann, (tx) =>
    tx2(tx).rows(sql`
      delete from member_duty
      where org_id = ${agency.orgId} and person_id = ${people.ida.personId}
    `),
  );
  expect((await ask(key, invoices, { body: {} })).status).toBe(403);
  expect((await ask(key, invoices)).status).toBe(200);
  const read = () => readProgram(t.database.read(people.ann), people.ann, programId);
  expect((await read()).scopes.map(({ permission, held }) => [permission, held])).toEqual([
    ["invoice.read", true],
    ["invoice.create", false],
  ]);
  await as(people.ann, (tx) => endMember(tx, people.ann, people.ida.personId!, "Left"));
  expect((await ask(key, invoices)).body.code).toBe("nobody_answers");
  await settlePrograms(t.app);
  await settlePrograms(t.app);
  expect((await read()).status).toBe("paused");
  const told = await t.database
    .read(people.bo)
    .rows(
      sql`select id from notification where kind = 'program' and person_id = ${people.bo.personId}`,
    );
  expect(told).toHaveLength(1);
  // A successor answers for it with keys of their own: the old one is known to who left.
  const { version } = await read();
  const { name, purpose, endsOn } = await read();
  await as(people.ann, (tx) =>
    changeProgram(
      tx,
      people.ann,
      programId,
      { name, purpose, endsOn, scopes: ["invoice.read"], ownerId: people.max.personId! },
      version,
    ),
  );
  expect((await ask(key, invoices)).body.code).toBe("key_ended");
});

test("a key of another agency sees none of this one's records", async () => {
  const { id } = await add(stranger, {
    ownerId: stranger.personId!,
    scopes: ["requisition.read", "vendor.read"],
  });
  const { key } = await keyOf(id, stranger);
  const mine = (await ask((await working()).key, list)).body;
  expect(mine.total).toBeGreaterThan(0);
  expect((await ask(key, list)).body.total).toBe(0);
  expect((await ask(key, `${list}/${mine.items[0].id}`)).status).toBe(404);
});
