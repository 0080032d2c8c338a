import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { buildApp } from "#server/http/app.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { escalateOverdue } from "./escalation.service.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let account: string;
let people: Record<"clerk" | "one" | "two" | "three" | "officer" | "admin", Actor>;
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
    one: { role: "manager" },
    two: { role: "manager" },
    three: { role: "manager" },
    officer: { duties: ["budget_officer"] },
    admin: { role: "admin" },
  });
  account = (await makeBudget(t.database, agency, 1_000_000_00)).accountStringId;
});

type Answer = {
  id: string;
  status: string;
  version: number;
  detail?: string;
  code?: string;
  items: { id: string; documentId: string }[];
};
const call = async (
  who: keyof typeof people,
  method: "GET" | "POST",
  url: string,
  body?: object,
  version?: number,
): Promise<{ status: number; body: Answer & Record<string, unknown> }> => {
  const answer = await app.inject({
    method,
    url,
    headers: {
      "x-person": who,
      "content-type": "application/json",
      ...(version ? { "if-match": `"${version}"` } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : method === "POST" ? { payload: "{}" } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const person = (p: Actor) => ({ kind: "person", personId: p.personId });
const publish = async (input: object) => {
  const draft = (
    await call("admin", "POST", "/api/v1/approval-policies", {
      name: "Policy",
      documentType: "requisition",
      ...input,
    })
  ).body;
  const published = await call(
    "admin",
    "POST",
    `/api/v1/approval-policies/${draft.id}/actions/publish`,
    undefined,
    draft.version,
  );
  expect(published.body.status).toBe("published");
  return published.body;
};
const step = (over: object) => ({
  name: "Step",
  stage: 1,
  mode: "any",
  approvers: [{ kind: "role", role: "manager" }],
  ...over,
});
const submitted = async (price = "100.00", who: keyof typeof people = "clerk") => {
  const made = (
    await call(who, "POST", "/api/v1/requisitions", {
      title: "Stone",
      departmentId: agency.departmentId,
      neededOn: "2026-12-24",
      lines: [
        {
          description: "Stone",
          quantity: "10",
          unitPrice: price,
          splits: [{ accountStringId: account }],
        },
      ],
    })
  ).body;
  const sent = await call(
    who,
    "POST",
    `/api/v1/requisitions/${made.id}/actions/submit`,
    {},
    made.version,
  );
  return { id: made.id, sent };
};
const requestOf = async (documentId: string) =>
  (await call("admin", "GET", `/api/v1/approvals?documentId=${documentId}`)).body.items[0]!.id;
const vote = async (
  who: keyof typeof people,
  documentId: string,
  decision = "approve",
  comment = "",
) =>
  call(who, "POST", `/api/v1/approvals/${await requestOf(documentId)}/actions/${decision}`, {
    comment,
  });
const waits = async (who: keyof typeof people, documentId: string) =>
  (await call(who, "GET", `/api/v1/approvals?mine=true&status=pending`)).body.items.some(
    (i) => i.documentId === documentId,
  );
const statusOf = async (id: string) =>
  (await call("clerk", "GET", `/api/v1/requisitions/${id}`)).body.status;

test("a policy made through the API changes the routing without code; documents under way keep the version they began with", async () => {
  const first = await publish({ steps: [step({ approvers: [person(people.one)] })] });
  const before = await submitted();
  expect(await waits("one", before.id)).toBe(true);
  const next = (
    await call(
      "admin",
      "POST",
      `/api/v1/approval-policies?nextVersionOf=${first.definitionId as string}`,
      {
        name: "Policy",
        documentType: "requisition",
        steps: [step({ approvers: [person(people.two)] })],
      },
    )
  ).body;
  await call(
    "admin",
    "POST",
    `/api/v1/approval-policies/${next.id}/actions/publish`,
    undefined,
    next.version,
  );
  const after = await submitted();
  expect([await waits("one", after.id), await waits("two", after.id)]).toEqual([false, true]);
  expect([await waits("one", before.id), await waits("two", before.id)]).toEqual([true, false]);
});

test("bands of amounts touch without overlapping; where no policy fits nothing is approved", async () => {
  await publish({
    priority: 10,
    condition: { amountBelow: 5_000_00 },
    steps: [step({ approvers: [person(people.one)] })],
  });
  await publish({
    priority: 20,
    condition: { amountMin: 5_000_00, amountBelow: 9_000_00 },
    steps: [step({ approvers: [person(people.two)] })],
  });
  const [small, edge] = [await submitted("499.99"), await submitted("500.00")];
  expect([await waits("one", small.id), await waits("two", edge.id)]).toEqual([true, true]);
  expect((await submitted("900.00")).sent).toMatchObject({
    status: 409,
    body: { code: "no_policy" },
  });
});

test("stages follow each other; a quorum of two of three decides; one return ends it", async () => {
  await publish({
    steps: [
      step({ name: "Managers", mode: "quorum", quorum: 2 }),
      step({ name: "Money", stage: 2, approvers: [{ kind: "duty", duty: "budget_officer" }] }),
    ],
  });
  const { id } = await submitted();
  await vote("one", id);
  expect(await waits("officer", id)).toBe(false);
  expect((await vote("one", id)).status).toBe(403);
  await vote("three", id);
  expect([await waits("two", id), await waits("officer", id)]).toEqual([false, true]);
  await vote("officer", id);
  expect(await statusOf(id)).toBe("approved");
  const other = await submitted();
  expect((await vote("two", other.id, "return")).status).toBe(422);
  await vote("two", other.id, "return", "Which culvert?");
  expect(await statusOf(other.id)).toBe("returned");
});

test("side by side: all of two steps of one stage are needed", async () => {
  await publish({
    steps: [
      step({ name: "A", approvers: [person(people.one)] }),
      step({ name: "B", mode: "all", approvers: [person(people.two), person(people.three)] }),
    ],
  });
  const { id } = await submitted();
  for (const who of ["one", "two"] as const) await vote(who, id);
  expect(await statusOf(id)).toBe("in_approval");
  await vote("three", id);
  expect(await statusOf(id)).toBe("approved");
});

test("a delegate decides between its two instants, never on what they asked for themselves", async () => {
  await publish({ steps: [step({ approvers: [person(people.one)] })] });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { id } = await submitted();
  expect((await vote("clerk", id)).status).toBe(403);
  await call("one", "POST", "/api/v1/delegations", {
    toPersonId: people.two.personId,
    startsAt: at(-1),
    endsAt: at(1),
  });
  await call("one", "POST", "/api/v1/delegations", {
    toPersonId: people.clerk.personId,
    startsAt: at(-1),
    endsAt: at(1),
  });
  await call("one", "POST", "/api/v1/delegations", {
    toPersonId: people.three.personId,
    startsAt: at(5),
    endsAt: at(9),
  });
  expect([await waits("two", id), await waits("three", id), await waits("clerk", id)]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await vote("clerk", id)).body.code).toBe("self_approval");
  expect((await vote("three", id)).status).toBe(403);
  await vote("two", id);
  expect(await statusOf(id)).toBe("approved");
});

const hands = (from: keyof typeof people, to: keyof typeof people) =>
  call(from, "POST", "/api/v1/delegations", {
    toPersonId: people[to].personId,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });

test("one person decides a step once: a delegation makes nobody two of those who must approve", async () => {
  await publish({
    steps: [step({ mode: "all", approvers: [person(people.one), person(people.admin)] })],
  });
  await hands("one", "admin");
  const both = await submitted();
  expect((await vote("admin", both.id)).status).toBe(200);
  expect(await waits("admin", both.id)).toBe(false);
  expect(await vote("admin", both.id)).toMatchObject({
    status: 403,
    body: { code: "decided_step" },
  });
  for (const decision of ["return", "reject"])
    expect((await vote("admin", both.id, decision, "Not after all")).body.code).toBe(
      "decided_step",
    );
  const many = await call("admin", "POST", "/api/v1/approvals/actions/approve-many", {
    items: [{ id: await requestOf(both.id), version: 2 }],
  });
  expect(many.body).toMatchObject({
    approved: 0,
    refused: [{ reason: expect.stringContaining("separation of duties") }],
  });
  expect([await statusOf(both.id), await waits("one", both.id)]).toEqual(["in_approval", true]);
  await vote("one", both.id);
  expect(await statusOf(both.id)).toBe("approved");
});

test("a delegate of two is one of a quorum, whom an overdue step does not ask for a second voice", async () => {
  await publish({
    steps: [
      step({
        mode: "quorum",
        quorum: 2,
        approvers: [person(people.one), person(people.two)],
        escalateTo: person(people.three),
      }),
    ],
  });
  for (const giver of ["one", "two"] as const) await hands(giver, "three");
  const { id } = await submitted();
  await vote("three", id);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update approval_step s
      set due_at = now() - interval '1 hour'
      from approval_request q
      where s.org_id = ${agency.orgId}
        and q.org_id = s.org_id
        and q.id = s.request_id
        and q.document_id = ${id}
    `),
  );
  await escalateOverdue(t.app, agency.orgId);
  expect([
    await waits("three", id),
    (await vote("three", id)).body.code,
    await statusOf(id),
  ]).toEqual([false, "decided_step", "in_approval"]);
  const decided = (await call("admin", "GET", `/api/v1/approvals/${await requestOf(id)}`))
    .body as unknown as { steps: { assignees: { personId: string; decision: string | null }[] }[] };
  expect(decided.steps[0]!.assignees.map((a) => a.personId)).not.toContain(people.three.personId);
  const left = decided.steps[0]!.assignees.find((a) => a.decision === null)!.personId;
  await vote(left === people.one.personId ? "one" : "two", id);
  expect(await statusOf(id)).toBe("approved");
});

test("where all must approve, whom an overdue step asks besides stands in for the one who does not answer", async () => {
  await publish({
    steps: [
      step({
        mode: "all",
        approvers: [person(people.one), person(people.two)],
        escalateTo: person(people.three),
      }),
    ],
  });
  const { id } = await submitted();
  await vote("one", id);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update approval_step s
      set due_at = now() - interval '1 hour'
      from approval_request q
      where s.org_id = ${agency.orgId}
        and q.org_id = s.org_id
        and q.id = s.request_id
        and q.document_id = ${id}
    `),
  );
  await escalateOverdue(t.app, agency.orgId);
  expect([await waits("two", id), await statusOf(id)]).toEqual([true, "in_approval"]);
  await vote("three", id);
  expect(await statusOf(id)).toBe("approved");
});

test("a quorum does not shrink: it is filled up by administrators, and refused when even they are too few", async () => {
  await publish({ steps: [step({ mode: "quorum", quorum: 2, approvers: [person(people.one)] })] });
  const { id } = await submitted();
  await vote("one", id);
  expect([await statusOf(id), await waits("admin", id)]).toEqual(["in_approval", true]);
  await vote("admin", id);
  expect(await statusOf(id)).toBe("approved");
  await publish({ steps: [step({ mode: "quorum", quorum: 5, approvers: [person(people.one)] })] });
  expect((await submitted()).sent).toMatchObject({ status: 409, body: { code: "no_quorum" } });
});

test("a type that a person may not approve is not delegated to them; what every member may decide is", async () => {
  const span = {
    toPersonId: people.clerk.personId,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  for (const type of ["invoice", "paymentRun"])
    expect(
      await call("one", "POST", "/api/v1/delegations", {
        ...span,
        documentTypes: ["requisition", type],
      }),
    ).toMatchObject({
      status: 422,
      body: { code: "delegate_permission", errors: [{ path: "documentTypes" }] },
    });
  expect(
    (
      await call("one", "POST", "/api/v1/delegations", {
        ...span,
        documentTypes: ["requisition", "purchaseOrder"],
      })
    ).status,
  ).toBe(201);
  expect(
    (
      await call("one", "POST", "/api/v1/delegations", {
        ...span,
        toPersonId: people.two.personId,
        documentTypes: ["paymentRun"],
      })
    ).status,
  ).toBe(201);
});

test("a vacant step goes to the escalation rule; an overdue one is escalated once; nobody is left out", async () => {
  await publish({
    steps: [
      step({ approvers: [{ kind: "duty", duty: "treasurer" }], escalateTo: person(people.two) }),
    ],
  });
  const vacant = await submitted();
  expect(await waits("two", vacant.id)).toBe(true);
  await publish({
    priority: 5,
    steps: [step({ approvers: [person(people.one)], escalateTo: person(people.three) })],
  });
  const late = await submitted();
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update approval_step s
      set due_at = now() - interval '1 hour'
      from approval_request q
      where s.org_id = ${agency.orgId}
        and q.org_id = s.org_id
        and q.id = s.request_id
        and q.document_id = ${late.id}
    `),
  );
  expect([
    await escalateOverdue(t.app, agency.orgId),
    await escalateOverdue(t.app, agency.orgId),
  ]).toEqual([1, 0]);
  expect([await waits("one", late.id), await waits("three", late.id)]).toEqual([true, true]);
});

test("where those who were asked have left the agency, administrators are asked; nobody is, while one of them can decide", async () => {
  const leave = (who: Actor) =>
    t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update organization_member
        set active = false
        where org_id = ${agency.orgId} and person_id = ${who.personId}
      `),
    );
  await publish({ steps: [step({ approvers: [person(people.one), person(people.two)] })] });
  const any = await submitted();
  await leave(people.one);
  expect([await escalateOverdue(t.app, agency.orgId), await waits("admin", any.id)]).toEqual([
    0,
    false,
  ]);
  await leave(people.two);
  expect([
    await escalateOverdue(t.app, agency.orgId),
    await escalateOverdue(t.app, agency.orgId),
    await waits("admin", any.id),
  ]).toEqual([1, 0, true]);
  await vote("admin", any.id);
  expect(await statusOf(any.id)).toBe("approved");

  await publish({
    priority: 5,
    steps: [step({ mode: "all", approvers: [person(people.three), person(people.officer)] })],
  });
  const both = await submitted();
  await vote("three", both.id);
  await leave(people.officer);
  expect([await escalateOverdue(t.app, agency.orgId), await statusOf(both.id)]).toEqual([
    1,
    "in_approval",
  ]);
  await vote("admin", both.id);
  expect(await statusOf(both.id)).toBe("approved");
});

test("bulk approval takes one type, and says which were refused", async () => {
  await publish({ steps: [step({})] });
  const [a, b, own] = [await submitted(), await submitted(), await submitted("100.00", "one")];
  const items = await Promise.all(
    [a, b, own].map(async (r) => ({ id: await requestOf(r.id), version: 1 })),
  );
  const { body } = await call("one", "POST", "/api/v1/approvals/actions/approve-many", { items });
  expect(body).toMatchObject({
    approved: 2,
    refused: [{ reason: "You asked for this, so another person must decide it." }],
  });
});

test("whoever decides sees the files of the document beside it, in the order in which they were attached", async () => {
  await publish({ steps: [step({ approvers: [person(people.one)] })] });
  const { id } = await submitted();
  const attach = async (name: string) => {
    const fileId = newId();
    await t.database.transaction(people.clerk, (tx) =>
      tx.rows(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
        values (
          ${agency.orgId}, ${fileId}, ${name}, 'application/pdf', 1200, ${"a".repeat(64)},
          ${people.clerk.personId}
        )
      `),
    );
    await call("clerk", "POST", "/api/v1/attachments", {
      objectType: "requisition",
      objectId: id,
      fileId,
    });
    return fileId;
  };
  const seen = async () =>
    (await call("one", "GET", `/api/v1/approvals/${await requestOf(id)}`)).body.documents;
  expect(await seen()).toEqual([]);
  const [quote, drawing] = [await attach("quote.pdf"), await attach("drawing.pdf")];
  expect(await seen()).toEqual([
    { fileId: quote, name: "quote.pdf", size: 1200 },
    { fileId: drawing, name: "drawing.pdf", size: 1200 },
  ]);
});

test("the list of policies names the people whom they name, of however many members, also those who left; nobody else", async () => {
  await publish({
    steps: [
      step({
        approvers: [person(people.two), { kind: "role", role: "manager" }],
        escalateTo: person(people.officer),
      }),
    ],
  });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.officer.personId}
    `),
  );
  expect((await call("clerk", "GET", "/api/v1/approval-policies")).body["people"]).toEqual([
    { id: people.officer.personId, name: "officer" },
    { id: people.two.personId, name: "two" },
  ]);
});
