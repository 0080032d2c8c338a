// A legal hold keeps what every other rule would let go; whoever placed it does not lift it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { heldByMatter } from "#server/legal-hold/held.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"officer" | "chief" | "admin" | "clerk", Actor>;
const ask = askingOf(() => t);
const holds = "POST /api/v1/legal-holds";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["compliance_officer"] },
    chief: { role: "manager" },
    admin: { role: "admin" },
    clerk: {},
  });
});
afterAll(() => t.drop());

const policy = async (): Promise<string> =>
  (
    await ask(people.chief, "POST /api/v1/agency-policies", {
      title: "Travel policy",
      kind: "travel",
      body: "Ask before.",
      ownerId: people.chief.personId,
      reviewOn: agencyDay(90),
    })
  ).id;
const place = (who: Actor, id: string, type = "agencyPolicy") =>
  ask<{ id: string; number: string; version: number; status: string }>(who, holds, {
    matter: "Smith v. County",
    reason: "The court asks for it.",
    records: [{ type, id }],
  });
const lift = (who: Actor, id: string) =>
  ask(who, `${holds}/${id}/actions/lift`, { reason: "Settled" }, 1);
const chain = (who: Actor, id: string) =>
  ask<{ holds: { number: string; matter: string }[] }>(
    who,
    `GET /api/v1/records/agency-policies/${id}/chain`,
  );

test("a file of a held record is not taken off; it is once the hold is lifted", async () => {
  const id = await policy();
  const fileId = await t.database.transaction(people.chief, (tx) =>
    recordFile(tx, {
      orgId: agency.orgId,
      mediaType: "text/plain",
      size: 1,
      sha256: "a".repeat(64),
      name: "a.txt",
      uploadedBy: people.chief.personId,
    }),
  );
  const { id: attachment } = await ask(people.chief, "POST /api/v1/attachments", {
    objectType: "agencyPolicy",
    objectId: id,
    fileId,
  });
  const hold = await place(people.officer, id);
  expect(hold.number).toMatch(/^LH-/);
  const detach = () => ask(people.chief, `DELETE /api/v1/attachments/${attachment}`);
  expect(await refusalOf(detach())).toContain(
    `legal_hold: Legal hold ${hold.number} (Smith v. County) keeps this record`,
  );
  expect((await chain(people.chief, id)).holds).toMatchObject([
    { number: hold.number, matter: "Smith v. County" },
  ]);
  await lift(people.chief, hold.id);
  expect((await chain(people.chief, id)).holds).toEqual([]);
  await detach();
});

test("what the audit record says of a held record is not erased; it is once the hold is lifted", async () => {
  const id = await policy();
  const hold = await place(people.officer, id);
  const [entry] = await t.database.read(people.admin).rows<{ id: string }>(sql`
    select id
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${id} and action = 'agencyPolicy.create'
  `);
  const erase = () =>
    ask(people.admin, `POST /api/v1/audit-entries/${entry!.id}/actions/erase`, {
      reason: "A request under privacy law.",
    });
  expect(await refusalOf(erase())).toContain("legal_hold");
  await lift(people.admin, hold.id);
  await erase();
});

test("whoever placed a hold does not lift it, and it is lifted once", async () => {
  const hold = await place(people.chief, await policy());
  expect(await refusalOf(lift(people.chief, hold.id))).toContain(
    "You placed this hold, so another person lifts it.",
  );
  expect(await refusalOf(lift(people.clerk, hold.id))).toContain("not_allowed");
  const both = await Promise.allSettled([
    lift(people.officer, hold.id),
    lift(people.admin, hold.id),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { placedName, liftReason, records } = await ask<Record<string, unknown>>(
    people.officer,
    `GET /api/v1/legal-holds/${hold.id}`,
  );
  expect({ placedName, liftReason, records }).toMatchObject({
    placedName: people.chief.name,
    liftReason: "Settled",
    records: [{ what: "policy", href: expect.stringContaining("/certifications-policies/") }],
  });
});

test("a record stands under several holds, each once; a lifted hold takes no more", async () => {
  const id = await policy();
  const [one, two] = [
    await place(people.chief, id),
    await place(people.officer, id, "agency-policies"),
  ];
  const extend = (holdId: string, record: string) =>
    ask(people.officer, `${holds}/${holdId}/actions/extend`, {
      records: [{ type: "agencyPolicy", id: record }],
    });
  expect(await refusalOf(extend(one.id, id))).toContain("held_already");
  const more = await policy();
  await extend(one.id, more);
  const held = () => heldByMatter(t.database.read(people.chief), "agencyPolicy", [id, more]);
  expect(await held()).toHaveLength(3);
  await lift(people.officer, one.id);
  expect((await held()).map(({ number }) => number)).toEqual([two.number]);
  expect(await refusalOf(extend(one.id, more))).toContain("not_standing");
  expect(await refusalOf(place(people.chief, newId()))).toContain("not_found");
  expect(await refusalOf(place(people.chief, id, "nothing"))).toContain("not_found");
});

test("a hold that is placed while a file is taken off: either comes first", async () => {
  const id = await policy();
  const fileId = await t.database.transaction(people.chief, (tx) =>
    recordFile(tx, {
      orgId: agency.orgId,
      mediaType: "text/plain",
      size: 1,
      sha256: "b".repeat(64),
      name: "b.txt",
      uploadedBy: people.chief.personId,
    }),
  );
  const { id: attachment } = await ask(people.chief, "POST /api/v1/attachments", {
    objectType: "agencyPolicy",
    objectId: id,
    fileId,
  });
  const [placed, taken] = await Promise.allSettled([
    place(people.officer, id),
    ask(people.chief, `DELETE /api/v1/attachments/${attachment}`),
  ]);
  expect(placed.status).toBe("fulfilled");
  const { total } = await ask<{ total: number }>(
    people.chief,
    `GET /api/v1/attachments?objectType=agencyPolicy&objectId=${id}`,
  );
  expect(total).toBe(taken.status === "fulfilled" ? 0 : 1);
});
