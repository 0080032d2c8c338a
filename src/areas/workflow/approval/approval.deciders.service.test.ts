import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { escalateOverdue } from "./escalation.service.ts";
import {
  approvalTests,
  t,
  agency,
  people,
  call,
  person,
  publish,
  step,
  submitted,
  requestOf,
  vote,
  waits,
  statusOf,
} from "./approval.steps.ts";

approvalTests();

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
