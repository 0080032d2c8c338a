// A delegation of a delegation: who decides in whose name, who is told, and who never decides.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { buildApp } from "#server/http/app.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { escalateOverdue } from "../approval/escalation.service.ts";
import { longestPath } from "./chain.model.ts";

type Name = "clerk" | "ann" | "bo" | "cleo" | "dan" | "admin";
let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let account: string;
let people: Record<Name, Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async (r) => Object.values(people).find((p) => p.name === r.headers["x-person"])!,
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    ann: { role: "manager" },
    bo: {},
    cleo: {},
    dan: {},
    admin: { role: "admin" },
  });
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
  account = (await makeBudget(t.database, agency, 1_000_000_00)).accountStringId;
});

type Assignee = { name: string; decidedBy: string | null; via: string[]; reaches: string[] };
type Answer = {
  id: string;
  version: number;
  code?: string;
  detail?: string;
  behalf: string[];
  whyNot: string | null;
  steps: { assignees: Assignee[] }[];
  onward: { fromName: string; toName: string }[];
  along: string[];
  items: (Answer & {
    documentId: string;
    title: string;
    body: string;
    toName: string;
    after: Record<string, unknown>;
  })[];
};
const call = async (
  who: Name,
  method: "GET" | "POST",
  url: string,
  body?: object,
  version?: number,
): Promise<{ status: number; body: Answer }> => {
  const answer = await app.inject({
    method,
    url,
    headers: {
      "x-person": who,
      "content-type": "application/json",
      ...(version ? { "if-match": `"${version}"` } : {}),
    },
    ...(method === "POST" ? { payload: JSON.stringify(body ?? {}) } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const hands = (
  from: Name,
  to: Name,
  { start = -1, end = 1, documentTypes = [] as string[] } = {},
) =>
  call(from, "POST", "/api/v1/delegations", {
    toPersonId: people[to].personId,
    startsAt: at(start),
    endsAt: at(end),
    documentTypes,
  });
const submitted = async (who: Name = "clerk") => {
  const made = (
    await call(who, "POST", "/api/v1/requisitions", {
      title: "Stone",
      departmentId: agency.departmentId,
      neededOn: "2027-02-24",
      lines: [
        {
          description: "Stone",
          quantity: "1",
          unitPrice: "100.00",
          splits: [{ accountStringId: account }],
        },
      ],
    })
  ).body;
  expect(
    (await call(who, "POST", `/api/v1/requisitions/${made.id}/actions/submit`, {}, made.version))
      .status,
  ).toBe(200);
  return (await call("admin", "GET", `/api/v1/approvals?documentId=${made.id}`)).body.items[0]!.id;
};
const vote = (who: Name, id: string) =>
  call(who, "POST", `/api/v1/approvals/${id}/actions/approve`);
const inboxes = async (id: string) => {
  const found: Partial<Record<Name, string[]>> = {};
  for (const who of Object.keys(people) as Name[]) {
    const mine = (
      await call(who, "GET", "/api/v1/approvals?mine=true&status=pending")
    ).body.items.find((i) => i.id === id);
    if (mine) found[who] = mine.behalf;
  }
  return found;
};
const notices = async (who: Name, kind: string) =>
  (await call(who, "GET", `/api/v1/notifications?kind=${kind}`)).body.items.map((n) => ({
    title: n.title,
    body: n.body,
  }));

test("an approval goes on to the first who is there: they see it, are told and decide, and every name is kept", async () => {
  await hands("ann", "bo");
  await hands("bo", "cleo");
  const id = await submitted();
  expect(await inboxes(id)).toEqual({ ann: [], bo: ["ann"], cleo: ["bo", "ann"] });
  expect(await notices("cleo", "approval")).toEqual([
    {
      title: expect.stringContaining("Approval needed: REQ-"),
      body: "Stone, $100.00 · for bo for ann",
    },
  ]);
  expect([await notices("bo", "approval"), (await notices("ann", "approval")).length]).toEqual([
    [],
    1,
  ]);
  expect((await call("clerk", "GET", `/api/v1/approvals/${id}`)).body.whyNot).toBe(
    "You asked for this, so another person must decide it.",
  );
  const before = (await call("dan", "GET", `/api/v1/approvals/${id}`)).body;
  expect([before.whyNot, before.steps[0]!.assignees[0]!.reaches]).toEqual([
    "Waits for ann (away, goes to cleo).",
    ["cleo"],
  ]);
  expect((await vote("dan", id)).body.code).toBe("not_your_approval");
  expect((await vote("cleo", id)).status).toBe(200);
  expect(
    (await call("dan", "GET", `/api/v1/approvals/${id}`)).body.steps[0]!.assignees,
  ).toMatchObject([{ name: "ann", decidedBy: "cleo", via: ["bo"], reaches: [] }]);
  const entry = await t.database.read(people.admin).one<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${agency.orgId} and action = 'approval.approve'
  `);
  const kept = JSON.parse(entry.content) as {
    actorName: string;
    changes: { field: string; after: unknown }[];
  };
  expect([
    kept.actorName,
    Object.fromEntries(kept.changes.map((c) => [c.field, c.after])),
  ]).toMatchObject([
    "cleo",
    {
      decision: "approve",
      onBehalfOf: people.ann.personId,
      via: [people.bo.personId],
      behalf: "for bo for ann",
    },
  ]);
});

test("whoever asked is told who decides now, when a delegation begins and when it ends", async () => {
  await submitted();
  const later = await hands("ann", "dan", { start: 5, end: 9, documentTypes: ["invoice"] });
  expect(later.status).toBe(422);
  await hands("bo", "cleo");
  const { id, version } = (await hands("ann", "bo", { documentTypes: ["requisition"] })).body;
  const told = async () => (await notices("clerk", "delegation")).map((n) => n.title);
  expect(await told()).toEqual([expect.stringMatching(/^REQ-\S+: cleo decides for ann now$/)]);
  await call("ann", "POST", `/api/v1/delegations/${id}/actions/revoke`, {}, version);
  expect(await told()).toEqual([
    expect.stringMatching(/: ann decides again$/),
    expect.stringMatching(/: cleo decides for ann now$/),
  ]);
});

test("the giver and those between can still decide; a chain ends with each of its delegations", async () => {
  await hands("ann", "bo");
  const second = (await hands("bo", "cleo")).body;
  const [one, two] = [await submitted(), await submitted()];
  expect((await vote("bo", one)).status).toBe(200);
  expect(
    (
      await call(
        "bo",
        "POST",
        `/api/v1/delegations/${second.id}/actions/revoke`,
        {},
        second.version,
      )
    ).status,
  ).toBe(200);
  expect([await inboxes(two), (await vote("cleo", two)).body.code]).toEqual([
    { ann: [], bo: ["ann"] },
    "not_your_approval",
  ]);
});

test("nobody approves their own by a chain, nor chooses by one who does", async () => {
  await hands("ann", "bo");
  await hands("bo", "clerk");
  await hands("clerk", "dan");
  const own = await submitted("clerk");
  const between = await submitted("bo");
  // Of the clerk's document it stays with bo; of bo's own it stays with ann, since bo would have
  // chosen who decides.
  expect([await inboxes(own), await inboxes(between)]).toEqual([
    { ann: [], bo: ["ann"] },
    { ann: [] },
  ]);
  expect([
    (await vote("clerk", own)).body.code,
    (await vote("dan", own)).body.code,
    (await vote("dan", between)).body.code,
  ]).toEqual(["self_approval", "not_your_approval", "not_your_approval"]);
  expect((await notices("dan", "approval")).length).toBe(0);
  expect((await notices("bo", "approval")).map((n) => n.body)).toEqual([
    "Stone, $100.00 · for ann",
  ]);
});

test("only who may decide a type hands it on", async () => {
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into member_duty (org_id, person_id, duty)
      values (${agency.orgId}, ${people.bo.personId}, 'read_only')
    `),
  );
  await hands("ann", "bo");
  await hands("bo", "cleo");
  const id = await submitted();
  const seen = await inboxes(id);
  expect([
    seen.cleo,
    (await vote("cleo", id)).body.code,
    (await notices("cleo", "approval")).length,
  ]).toEqual([undefined, "not_your_approval", 0]);
});

test("who is reminded of an overdue approval is whom it reaches", async () => {
  await hands("ann", "bo");
  await hands("bo", "cleo");
  const id = await submitted();
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update approval_step
      set due_at = now() - interval '1 hour'
      where org_id = ${agency.orgId} and request_id = ${id}
    `),
  );
  await escalateOverdue(t.app, agency.orgId);
  expect((await notices("cleo", "escalation")).map((n) => n.body)).toEqual([
    "Stone, $100.00 · for bo for ann",
  ]);
});

test("a circle is refused by name where the times overlap; one that came about at once ends where it began", async () => {
  await hands("ann", "bo");
  await hands("bo", "cleo");
  expect(await hands("bo", "ann")).toMatchObject({
    status: 409,
    body: {
      code: "circle",
      detail: "This person delegates to you in the same time. Choose someone else.",
    },
  });
  expect(await hands("cleo", "ann")).toMatchObject({
    status: 409,
    body: {
      code: "circle",
      detail: expect.stringContaining("ann delegates to bo, who delegates to you"),
    },
  });
  expect((await hands("cleo", "ann", { start: 2, end: 3 })).status).toBe(201);
  await t.database.transaction(people.cleo, (tx) =>
    tx.rows(sql`
      insert into approval_delegation (org_id, id, from_person_id, to_person_id, starts_at, ends_at)
      values (
        ${agency.orgId}, gen_random_uuid(), ${people.cleo.personId}, ${people.ann.personId},
        now() - interval '1 hour', now() + interval '1 hour'
      )
    `),
  );
  const id = await submitted();
  expect(await inboxes(id)).toEqual({ ann: [], bo: ["ann"], cleo: ["bo", "ann"] });
  expect((await vote("cleo", id)).status).toBe(200);
});

test("who delegates to somebody away is told at once whom it reaches; so are those, and the lists say it", async () => {
  await hands("bo", "cleo", { start: -1, end: 5 });
  const asked = (
    await call(
      "ann",
      "GET",
      `/api/v1/delegations/onward?toPersonId=${people.bo.personId}&startsAt=${at(-1)}&endsAt=${at(1)}`,
    )
  ).body;
  expect(asked.items).toMatchObject([
    {
      fromName: "bo",
      toName: "cleo",
      documentTypes: ["requisition", "purchaseOrder"],
      active: true,
    },
  ]);
  expect(
    (
      await call(
        "ann",
        "GET",
        `/api/v1/delegations/onward?toPersonId=${people.bo.personId}&startsAt=${at(6)}&endsAt=${at(7)}`,
      )
    ).body.items,
  ).toEqual([]);
  expect(
    (
      await call(
        "ann",
        "GET",
        `/api/v1/delegations/onward?${new URLSearchParams({
          toPersonId: people.bo.personId!,
          startsAt: at(0),
          endsAt: at(1),
          documentTypes: "memo",
        }).toString()}`,
      )
    ).status,
  ).toBe(422);
  expect((await hands("ann", "bo")).body.onward).toMatchObject([
    { fromName: "bo", toName: "cleo" },
  ]);
  expect((await notices("cleo", "delegation")).map((n) => n.title).sort()).toEqual([
    "ann delegated approvals to bo, who is away: they come to you",
    "bo delegated approvals to you",
  ]);
  expect((await call("cleo", "GET", "/api/v1/delegations")).body.items).toMatchObject([
    { toName: "cleo", along: ["ann"] },
  ]);
  await hands("cleo", "dan");
  expect((await notices("dan", "delegation")).map((n) => n.body)).toEqual([
    "What reaches cleo from bo, ann comes along.",
  ]);
});

test("the inbox reaches as far as a chain is followed, and no farther", async () => {
  const more = await makeMembers(
    t.database,
    agency,
    Object.fromEntries([..."pqrstuvw"].map((name) => [name, {}])) as Record<
      string,
      { role?: "user" }
    >,
  );
  people = { ...people, ...more };
  const way = ["ann", ..."pqrstuvw"] as Name[];
  for (const [n, who] of way.slice(0, -1).entries())
    expect((await hands(who, way[n + 1]!)).status).toBe(201);
  const id = await submitted();
  expect(Object.keys(await inboxes(id)).sort()).toEqual(way.slice(0, longestPath).sort());
  expect([
    (await notices(way[longestPath - 1]!, "approval")).length,
    (await vote(way[longestPath]!, id)).body.code,
    (await vote(way[longestPath - 1]!, id)).status,
  ]).toEqual([1, "not_your_approval", 200]);
});
