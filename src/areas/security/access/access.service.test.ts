import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import { sql } from "#server/db/sql.ts";
import { keepOrigin } from "#server/origin/origin.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { keepDoors } from "#server/http/doors.ts";
import { areaServers } from "#areas.server.ts";
import type { MatrixAnswer, Proof, SeparationAnswer, WhyAnswer } from "./access.model.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "officer" | "buyer" | "receiver" | "treasurer" | "clerk", Actor>;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    officer: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    treasurer: { duties: ["treasurer"] },
    clerk: { duties: ["ap"] },
  });
  keepDoors(
    t.database,
    areaServers.flatMap((area) => area.endpoints),
  );
});
afterAll(() => t.drop());

const did = (actor: Actor, action: string, id: string, number: string) =>
  t.database.transaction(actor, async (tx) =>
    audit(tx, actor, {
      action,
      objectType: action.split(".")[0]!,
      objectId: id,
      objectNumber: number,
      before: null,
      after: {},
    }),
  );

const separation = () => ask<SeparationAnswer>(people.admin, "GET /api/v1/access-separation");
const didBoth = async () =>
  (await separation()).sets.flatMap(({ key, did: found }) =>
    found.map(({ name, first, then }) => [key, name, first, then]),
  );

test("the matrix is the server's own: permissions with their doors, steps and screens", async () => {
  const { permissions, holders, pages } = await ask<MatrixAnswer>(
    people.admin,
    "GET /api/v1/access-matrix",
  );
  const release = permissions.find(({ permission }) => permission === "payment.release")!;
  expect(release.holders).toEqual(["treasurer"]);
  expect(release.steps).toContain("payment run: Release");
  expect(release.doors).toContain("POST /api/v1/payment-runs/{id}/actions/release");
  expect(holders.map(({ id }) => id)).toContain("treasurer");
  expect(pages.find(({ path }) => path === "/access-controls")!.opens).toContain("admin");
});

test("the proof asks what is mounted and finds an endpoint that nobody reviewed", async () => {
  const clean = await ask<Proof>(people.admin, "GET /api/v1/access-matrix/proof");
  expect([clean.differences, clean.unreviewed]).toEqual([[], []]);
  const all = areaServers.flatMap((area) => area.endpoints);
  keepDoors(t.database, [
    ...all,
    { method: "GET", path: "/api/v1/planted", permission: "signed-in" },
  ]);
  const found = await ask<Proof>(people.admin, "GET /api/v1/access-matrix/proof");
  expect(found.unreviewed).toEqual([
    { door: "GET /api/v1/planted", permission: "signed-in", reviewed: null },
  ]);
  keepDoors(t.database, all);
});

test("why: the duty, who gave it, and no such thing", async () => {
  const why = (personId: string | null, what: string) =>
    ask<WhyAnswer>(
      people.admin,
      `GET /api/v1/access-why?${new URLSearchParams({ personId: personId!, what }).toString()}`,
    );
  const { may, reasons } = await why(people.treasurer.personId, "payment.release");
  expect(may).toBe(true);
  expect(reasons.map(({ text }) => text).join("\n")).toContain("Treasurer: given by");
  const closed = await why(people.buyer.personId, "POST /api/v1/payment-runs/{id}/actions/release");
  expect([closed.may, closed.reads]).toEqual([false, "payment.release"]);
  await expect(why(people.buyer.personId, "GET /nowhere")).rejects.toMatchObject({
    errors: [{ path: "what", message: "There is no such permission and no such address." }],
  });
  await expect(why(newId(), "payment.release")).rejects.toMatchObject({ code: "not_found" });
});

test("nobody is found in a clean chain; who did both ends is, whatever they hold now", async () => {
  const [order, invoice, vendor] = [newId(), newId(), newId()];
  await did(people.buyer, "purchaseOrder.issue", order, "PO-1");
  await did(people.receiver, "purchaseOrder.receive", order, "PO-1");
  await did(people.clerk, "invoice.create", invoice, "INV-1");
  await t.database.transaction(people.clerk, async (tx) =>
    keepOrigin(tx, people.clerk, { type: "invoice", id: invoice }, [
      { type: "purchaseOrder", id: order },
    ]),
  );
  await did(people.treasurer, "invoice.pay", invoice, "INV-1");
  await did(people.clerk, "vendor.proposeBankChange", vendor, "V-1");
  await did(people.treasurer, "vendor.changeBank", vendor, "V-1");
  // Another change of the same vendor: the treasurer proposes, the officer verifies.
  await did(people.treasurer, "vendor.proposeBankChange", vendor, "V-1");
  await did(people.officer, "vendor.changeBank", vendor, "V-1");
  expect(await didBoth()).toEqual([]);
  // Somebody who holds neither end any more paid an invoice of an order that they issued.
  const [own, bill] = [newId(), newId()];
  await did(people.officer, "purchaseOrder.issue", own, "PO-2");
  await did(people.clerk, "invoice.create", bill, "INV-2");
  await t.database.transaction(people.clerk, async (tx) =>
    keepOrigin(tx, people.clerk, { type: "invoice", id: bill }, [
      { type: "purchaseOrder", id: own },
    ]),
  );
  await did(people.officer, "invoice.pay", bill, "INV-2");
  await did(people.buyer, "purchaseOrder.receive", order, "PO-1");
  expect(await didBoth()).toEqual([
    ["order-receive", "buyer", "PO-1", "PO-1"],
    ["order-pay", "officer", "PO-2", "INV-2"],
  ]);
});

test("who holds both ends now is told, with whether the role alone gives them", async () => {
  const { sets, rules } = await separation();
  const holds = sets.find(({ key }) => key === "order-receive")!.holds;
  expect(holds.map(({ name, byRole }) => [name, byRole]).toSorted()).toEqual([
    ["admin", true],
    ["officer", true],
  ]);
  expect(rules.length).toBeGreaterThan(1);
});

test("a grant that joins both ends asks for a reason and an end", async () => {
  const asked = `PATCH /api/v1/members/${people.receiver.personId}`;
  const duties = ["receiver", "buyer"];
  await expect(ask(people.admin, asked, { duties }, 1)).rejects.toMatchObject({
    code: "joins_set",
    message:
      "receiver would hold both ends of what is kept apart: ordering and receiving. It is given with a reason and until a day.",
    errors: [
      { path: "reason", message: "Say why one person shall hold both." },
      { path: "dutyEnds.buyer", message: "Choose the day with which it ends." },
    ],
  });
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const told = { duties, reason: "The buyer is away", dutyEnds: { buyer: end } };
  await expect(ask(people.admin, asked, told, 1)).resolves.toMatchObject({ version: 2 });
});

test("a review keeps both ends in one hand only with an end and a reason", async () => {
  type Line = { id: string; personId: string; held: string; version: number };
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, expires_at)
      values (
        ${agency.orgId}, ${people.receiver.personId}, 'buyer', clock_timestamp() + interval '9 days'
      )
    `),
  );
  const review = await ask(people.admin, "POST /api/v1/rights-reviews", {
    name: "Both ends",
    scope: "all",
    reviewerId: people.admin.personId,
    dueAt: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  });
  const { items } = await ask<{ items: Line[] }>(
    people.admin,
    `GET /api/v1/rights-reviews/${review.id}`,
  );
  const keep = (held: string, note = "") => {
    const line = items.find(
      (one) => one.personId === people.receiver.personId && one.held === held,
    )!;
    const path = `POST /api/v1/rights-reviews/items/${line.id}/actions/answer`;
    return ask<{ id: string }>(people.admin, path, { decision: "keep", note }, line.version);
  };
  await expect(keep("receiver")).rejects.toMatchObject({
    code: "joins_set",
    errors: [{ path: "decision" }],
  });
  await expect(keep("buyer")).rejects.toMatchObject({
    code: "joins_set",
    errors: [{ path: "note" }],
  });
  await expect(keep("buyer", "Until the buyer is back")).resolves.toMatchObject({
    id: expect.any(String),
  });
});
