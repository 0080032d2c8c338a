import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
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
