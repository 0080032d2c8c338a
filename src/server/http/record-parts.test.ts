import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import "#areas/organization/organization.server.ts";
import "#areas/sourcing/sourcing.server.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition, submitRequisition } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { historyOf } from "../audit/history.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { attachmentEndpoints } from "./attachments.ts";
import { commentEndpoints } from "./comments.ts";
import type { Endpoint } from "./endpoint.ts";

let t: TestDatabase;
let ours: Record<"clerk" | "colleague" | "admin", Actor>;
let theirs: Record<"stranger", Actor>;
let requisitionId: string;
let fileId: string;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const call = (endpoints: readonly Endpoint[], method: string, actor: Actor, input: object) => {
  const e = endpoints.find((each) => each.method === method)!;
  const run = (tx: never) =>
    e.handler({ actor, tx, db: tx, ...input } as never) as Promise<Record<string, never>>;
  return method === "GET"
    ? run(t.database.read(actor) as never)
    : t.database.transaction(actor, (tx) => run(tx as never));
};
const upload = async (actor: Actor) => {
  const id = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${actor.orgId}, ${id}, 'quote.pdf', 'application/pdf', 12, ${"a".repeat(64)},
        ${actor.personId}
      )
    `),
  );
  return id;
};

beforeEach(async () => {
  const [mine, other] = [await makeAgency(t.database), await makeAgency(t.database)];
  ours = await makeMembers(t.database, mine, {
    clerk: {},
    colleague: {},
    admin: { role: "admin" },
  });
  theirs = await makeMembers(t.database, other, { stranger: {} });
  const account = await makeBudget(t.database, mine, 1_000_00);
  const input = requisitionInput.parse({
    title: "Stone",
    departmentId: mine.departmentId,
    neededOn: "2026-12-20",
    lines: [
      {
        description: "Stone",
        quantity: "1",
        unitPrice: "5",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  requisitionId = (
    await t.database.transaction(ours.clerk, (tx) => createRequisition(tx, ours.clerk, input))
  ).id;
  fileId = await upload(ours.clerk);
});

const subject = () => ({ objectType: "requisition", objectId: requisitionId });

describe("attachments", () => {
  test("belong to a record, are in its history by name and hash, and only the person who added one takes it off", async () => {
    const added = await call(attachmentEndpoints, "POST", ours.clerk, {
      body: { ...subject(), fileId, label: "" },
    });
    expect(added).toMatchObject({ name: "quote.pdf", addedBy: "clerk" });
    await expect(
      call(attachmentEndpoints, "DELETE", ours.colleague, { params: { id: added.id } }),
    ).rejects.toMatchObject({ status: 403 });
    await call(attachmentEndpoints, "DELETE", ours.clerk, { params: { id: added.id } });
    expect(await call(attachmentEndpoints, "GET", ours.colleague, { query: subject() })).toEqual({
      items: [],
      total: 0,
      stay: false,
    });
    const { items } = await historyOf(t.database.read(ours.clerk), "requisition", requisitionId);
    expect(items.map((item) => item.action)).toEqual([
      "requisition.detach",
      "requisition.attach",
      "requisition.create",
    ]);
    expect(items[0]!.changes).toContainEqual({
      field: "sha256",
      before: "a".repeat(64),
      after: null,
    });
  });

  test("refuse another agency's record and file, an unknown type and an unknown record", async () => {
    const foreign = await upload(theirs.stranger);
    await expect(
      call(attachmentEndpoints, "GET", theirs.stranger, { query: subject() }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      call(attachmentEndpoints, "POST", theirs.stranger, {
        body: { ...subject(), fileId: foreign, label: "" },
      }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      call(attachmentEndpoints, "POST", ours.clerk, {
        body: { ...subject(), fileId: foreign, label: "" },
      }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      call(attachmentEndpoints, "GET", ours.clerk, {
        query: { objectType: "person", objectId: requisitionId },
      }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      call(attachmentEndpoints, "GET", ours.clerk, {
        query: { objectType: "requisition", objectId: newId() },
      }),
    ).rejects.toMatchObject({ status: 404 });
    const added = await call(attachmentEndpoints, "POST", ours.clerk, {
      body: { ...subject(), fileId, label: "" },
    });
    await expect(
      call(attachmentEndpoints, "DELETE", theirs.stranger, { params: { id: added.id } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("what was sent for approval with its record stays; what came later may go", async () => {
    const add = async () =>
      call(attachmentEndpoints, "POST", ours.clerk, {
        body: { ...subject(), fileId: await upload(ours.clerk), label: "" },
      });
    const before = await add();
    await makePolicy(t.database, ours.admin, { documentType: "requisition" });
    await t.database.transaction(ours.clerk, (tx) =>
      submitRequisition(tx, ours.clerk, { id: requisitionId, version: null }),
    );
    await expect(
      call(attachmentEndpoints, "DELETE", ours.clerk, { params: { id: before.id } }),
    ).rejects.toMatchObject({ code: "evidence" });
    const after = await add();
    await call(attachmentEndpoints, "DELETE", ours.clerk, { params: { id: after.id } });
    expect(
      (await call(attachmentEndpoints, "GET", ours.clerk, { query: subject() })).items,
    ).toMatchObject([{ id: before.id, kept: true }]);
  });

  test("of a record that has ended none is taken off; a later one is added and stays", async () => {
    const add = async () =>
      call(attachmentEndpoints, "POST", ours.clerk, {
        body: { ...subject(), fileId: await upload(ours.clerk), label: "" },
      });
    const before = await add();
    expect(before).toMatchObject({ kept: false });
    await t.database.transaction(ours.clerk, (tx) =>
      tx.rows(sql`
        update requisition
        set status = 'cancelled'
        where org_id = ${ours.clerk.orgId} and id = ${requisitionId}
      `),
    );
    const after = await add();
    expect(after).toMatchObject({ kept: true, addedBy: "clerk" });
    for (const { id } of [before, after])
      await expect(
        call(attachmentEndpoints, "DELETE", ours.clerk, { params: { id } }),
      ).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining("its documents stay as they are"),
      });
    expect(
      await call(attachmentEndpoints, "GET", ours.colleague, { query: subject() }),
    ).toMatchObject({ total: 2, stay: true, items: [{ kept: true }, { kept: true }] });
  });

  test("need the permission to read the record", async () => {
    const blind: Actor = { ...ours.clerk, permissions: new Set(["file.read", "file.upload"]) };
    await expect(
      call(attachmentEndpoints, "GET", blind, { query: subject() }),
    ).rejects.toMatchObject({ status: 403 });
  });
});

test("a comment tells who has a part in the record, with its address, and never the writer", async () => {
  const notices = (who: Actor) =>
    t.database.read(who).rows<{ title: string; link: string }>(sql`
      select title, link
      from notification
      where org_id = ${who.orgId} and person_id = ${who.personId}
    `);
  await call(commentEndpoints, "POST", ours.colleague, {
    body: { ...subject(), body: "Which culvert?" },
  });
  expect(await notices(ours.clerk)).toMatchObject([
    {
      title: expect.stringMatching(/^colleague commented on REQ-/) as string,
      link: `/smart-requisition/${requisitionId}`,
    },
  ]);
  await call(commentEndpoints, "POST", ours.clerk, { body: { ...subject(), body: "Mile 3." } });
  expect(await notices(ours.colleague)).toHaveLength(1);
  expect(await notices(ours.clerk)).toHaveLength(1);
});

test("comments stay in order, are audited, and refuse another agency's record", async () => {
  await call(commentEndpoints, "POST", ours.clerk, {
    body: { ...subject(), body: "Which culvert?" },
  });
  await call(commentEndpoints, "POST", ours.colleague, { body: { ...subject(), body: "Mile 3." } });
  const { items } = await call(commentEndpoints, "GET", ours.clerk, { query: subject() });
  expect(items).toMatchObject([
    { body: "Which culvert?", author: "clerk" },
    { body: "Mile 3.", author: "colleague" },
  ]);
  expect(
    (await historyOf(t.database.read(ours.clerk), "requisition", requisitionId)).items[0],
  ).toMatchObject({ action: "requisition.comment", reason: "Mile 3.", actorName: "colleague" });
  await expect(
    call(commentEndpoints, "GET", theirs.stranger, { query: subject() }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    call(commentEndpoints, "POST", theirs.stranger, { body: { ...subject(), body: "Hello" } }),
  ).rejects.toMatchObject({ status: 404 });
});
