// What waits for, is held by, or may be signed by one person is that person's alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makePolicy, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { workflowHoldings } from "./leaving.service.ts";
import { linksOf } from "./delegation/chain.service.ts";
import { approversOf } from "./delegation/separation.service.ts";
import { signersFor } from "./signature/authority.service.ts";

type Name = "admin" | "manager" | "one" | "two" | "payer" | "plain";
let t: TestDatabase;
let agency: Agency;
let people: Record<Name, Actor>;
const ask = askingOf(() => t);
const id = (name: Name) => people[name].personId!;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    one: {},
    two: {},
    payer: { duties: ["budget_officer"] },
    plain: {},
  });
  for (const name of ["one", "two"] as const)
    for (const title of [`${name}'s first`, `${name}'s second`])
      await ask(people.manager, "POST /api/v1/tasks", { title, personId: id(name) });
});
afterAll(() => t.drop());

type Waiting = { total: number; items: { id: string; title: string; version: number }[] };
const waiting = (name: Name) => ask<Waiting>(people[name], "GET /api/v1/me/waiting");
const titles = async (name: Name) => (await waiting(name)).items.map((item) => item.title).sort();
const holding = (kind: string) => workflowHoldings.find((each) => each.kind === kind)!;
const held = async (kind: string, name: Name) =>
  (await holding(kind).of(t.database.read(people.admin), id(name))).map((one) => one.label).sort();

test("tasks wait for whom they were given to, are counted as theirs, and go over to a successor", async () => {
  expect(await titles("one")).toEqual(["one's first", "one's second"]);
  expect((await waiting("two")).total).toBe(2);
  expect((await waiting("plain")).total).toBe(0);
  expect(await held("tasks", "one")).toEqual(["one's first", "one's second"]);
  const done = (await waiting("one")).items.find((item) => item.title === "one's second")!;
  await ask(people.one, `POST /api/v1/tasks/${done.id}/actions/done`, {}, done.version);
  expect(await held("tasks", "one")).toEqual(["one's first"]);
  const moved = await t.database.transaction(people.admin, (tx) =>
    holding("tasks").takeOver!(tx, people.admin, id("one"), id("plain")),
  );
  expect(moved).toBe(1);
  expect(await titles("plain")).toEqual(["one's first"]);
  expect(await titles("two")).toEqual(["two's first", "two's second"]);
});

test("a policy that names a person is held by that person", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "requisition",
    name: "Named",
    steps: [
      {
        name: "One",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "person", personId: id("one") }],
      },
    ],
  } as never);
  expect(await held("policies", "one")).toEqual(["Named, version 1"]);
  expect(await held("policies", "two")).toEqual([]);
});

test("another member's duty opens no type to a delegate", async () => {
  const hand = (from: Name, to: Name, documentTypes: string[]) =>
    refusalOf(
      ask(people[from], "POST /api/v1/delegations", {
        toPersonId: id(to),
        startsAt: new Date().toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        documentTypes,
      }),
    );
  const type = "budgetAmendment";
  expect(await hand("manager", "plain", [type])).toMatch(
    /^delegate_permission: This person may not approve documents of the type/,
  );
  expect(await hand("manager", "payer", [type])).toBe("nothing was refused");
  expect(await hand("admin", "plain", [])).toBe("nothing was refused");
  const links = await linksOf(t.database.read(people.admin));
  const mayOf = (name: Name) => links.find((link) => link.toId === id(name))!.may;
  expect(mayOf("payer")).toContain(type);
  expect(mayOf("plain")).not.toContain(type);
});

test("a delegation is ended by who gave it or an administrator, and documents of one type are approved at once", async () => {
  const made = await ask(people.manager, "POST /api/v1/delegations", {
    toPersonId: id("payer"),
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    documentTypes: ["budgetAmendment"],
  });
  const end = (name: Name) =>
    refusalOf(
      ask(people[name], `POST /api/v1/delegations/${made.id}/actions/revoke`, {}, made.version),
    );
  expect(await end("one")).toBe(
    "not_allowed: Only the person who delegated, or an administrator, can end this.",
  );
  expect(await end("admin")).toBe("nothing was refused");
  const waiting = [newId(), newId()];
  await t.database.transaction(people.admin, (tx) =>
    Promise.all(
      ["requisition", "purchaseOrder"].map((type, at) =>
        tx.rows(sql`
          insert into approval_request (
            org_id, id, document_type, document_id, document_number, title, amount
          )
          values (${agency.orgId}, ${waiting[at]}, ${type}, ${newId()}, 'X-1', 'X', 1)
        `),
      ),
    ),
  );
  expect(
    await refusalOf(
      ask(people.manager, "POST /api/v1/approvals/actions/approve-many", {
        items: waiting.map((each) => ({ id: each, version: 1 })),
      }),
    ),
  ).toBe("several_types: Approve documents of one type at a time.");
});

test("whoever left signs nothing, and is not offered as a signer", async () => {
  const enter = (name: Name) =>
    ask(people.admin, "POST /api/v1/signing-authorities", {
      personId: id(name),
      kinds: ["contract"],
      fromOn: agencyDay(-1),
      basis: "Resolution 2026-4",
    });
  await enter("one");
  await enter("two");
  const offered = async () =>
    (
      await signersFor(
        t.database.read(people.admin),
        { kind: "contract", amount: 1_00, day: agencyDay() },
        [],
      )
    ).map((signer) => signer.name);
  expect(await offered()).toEqual(["one", "two"]);
  const active = (value: boolean) =>
    t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update organization_member
        set active = ${value}
        where org_id = ${agency.orgId} and person_id = ${id("one")}
      `),
    );
  await active(false);
  expect(await offered()).toEqual(["two"]);
  await active(true);
});

test("nobody approved what nobody decided", async () => {
  const documents = sql`select id from organization where id = ${agency.orgId}`;
  expect(await approversOf(t.database.read(people.admin), documents)).toEqual([]);
});
