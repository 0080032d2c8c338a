// What asking for a duty, reviewing rights, giving access and places refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makePolicy, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { requirePlace } from "#areas/organization/organization.server.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "other" | "buyer" | "leaver", Actor>;
const ask = askingOf(() => t);
const refused = (who: keyof typeof people, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    other: { role: "admin" },
    buyer: { duties: ["buyer"] },
    leaver: {},
  });
  await makePolicy(t.database, people.admin, {
    documentType: "accessRequest",
    steps: [{ name: "Any", stage: 1, mode: "any", approvers: [{ kind: "role", role: "admin" }] }],
  } as never);
});
afterAll(() => t.drop());

test("a duty is asked for once, for a time to come of a year at most, and not where it is held", async () => {
  const request = (over: object) =>
    refused("buyer", "POST /api/v1/access-requests", {
      duty: "receiver",
      until: days(30),
      reason: "The receiver is away",
      ...over,
    });
  const cases: [object, string][] = [
    [{ duty: "read_only" }, "Read only takes rights away. An administrator sets it."],
    [{ until: days(-1) }, "Choose a day to come."],
    [{ until: days(367) }, "Ask for a year at most."],
    [{ duty: "buyer" }, "You hold this duty already, without an end."],
  ];
  for (const [over, text] of cases) expect(await request(over)).toBe(`invalid_field: ${text}`);
  expect(await request({ until: days(364) })).toBe("nothing was refused");
  expect(await request({})).toBe("asked: You asked for this duty before. Withdraw that first.");
});

test("a review asks about rights that somebody holds", async () => {
  const review = {
    name: "Payroll officers",
    scope: "duty",
    duty: "payroll",
    reviewerId: people.other.personId,
    dueAt: days(30),
  };
  expect(await refused("admin", "POST /api/v1/rights-reviews", review)).toBe(
    "nothing_held: Nobody holds a right of this kind. Choose another scope.",
  );
});

test("a duty that somebody holds for good is not given for a time", async () => {
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into member_duty (org_id, person_id, duty)
      values (${agency.orgId}, ${people.buyer.personId}, 'receiver')
    `),
  );
  const { items } = await ask<{ items: { id: string; version: number }[] }>(
    people.admin,
    "GET /api/v1/approvals",
  );
  expect(
    await refused("admin", `POST /api/v1/approvals/${items[0]!.id}/actions/approve`, {}, 1),
  ).toBe("has_duty: buyer holds this duty without an end.");
});

test("a right that is reviewed ends later than now, and no later than it does", async () => {
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, expires_at)
      values (${agency.orgId}, ${people.leaver.personId}, 'payroll', ${days(30)})
    `),
  );
  const { id } = await ask(people.admin, "POST /api/v1/rights-reviews", {
    name: "Payroll officers",
    scope: "duty",
    duty: "payroll",
    reviewerId: people.other.personId,
    dueAt: days(30),
  });
  const { items } = await ask<{ items: { id: string; version: number }[] }>(
    people.other,
    `GET /api/v1/rights-reviews/${id}`,
  );
  const shorten = (until: string) =>
    refused(
      "other",
      `POST /api/v1/rights-reviews/items/${items[0]!.id}/actions/answer`,
      { decision: "change", until, note: "Until the audit" },
      items[0]!.version,
    );
  expect(await shorten(days(-1))).toBe("invalid_field: Choose a time to come.");
  expect(await shorten(days(31))).toBe(
    "invalid_field: A review makes a right shorter. Give it anew under Team.",
  );
  expect(await shorten(days(29))).toBe("nothing was refused");
});

test("memberships end by a rule from today on at the earliest", async () => {
  const rule = (fromDay: string) => refused("admin", "PUT /api/v1/dormancy", { days: 90, fromDay });
  expect(await rule(agencyDay(-1))).toBe("invalid_field: Choose today or a later day.");
  expect(await rule(agencyDay())).toBe("nothing was refused");
});

test("what nobody takes over at once is left out of a leaving", async () => {
  const leaving = {
    endsAt: days(3),
    reason: "Retires",
    successors: { policies: people.other.personId },
  };
  expect(
    await refused("admin", `PUT /api/v1/people/${people.leaver.personId}/leaving`, leaving),
  ).toContain("Nobody can take this over at once. Leave it out.");
});

test("an invitation goes to who is no member, and one to an address at a time", async () => {
  const path = "POST /api/v1/invitations";
  const invite = (email: string) => refused("admin", path, { email, role: "user" });
  expect(await invite(people.buyer.email)).toBe("already_member: This person is a member already.");
  expect(await invite("new@elsewhere.test")).toBe("nothing was refused");
  expect(await invite("new@elsewhere.test")).toBe(
    "already_invited: An invitation to this address is open. Send it again or withdraw it.",
  );
  const { id } = await t.database.read(people.admin).one<{ id: string }>(sql`
    select id
    from invitation
    where org_id = ${agency.orgId} and email = 'new@elsewhere.test'
  `);
  await ask(people.admin, `${path}/${id}/actions/revoke`);
  expect(await refused("admin", `${path}/${id}/actions/revoke`)).toBe(
    "invitation_closed: This invitation was accepted or withdrawn.",
  );
});

test("a department is part of another one that is there, and never of itself", async () => {
  const path = "/api/v1/departments";
  const { departmentId } = agency;
  const department = { code: "NEW", name: "New" };
  expect(await refused("admin", `POST ${path}`, { ...department, parentId: newId() })).toBe(
    "invalid_field: No such department.",
  );
  const { version } = await t.database.read(people.admin).one<{ version: number }>(sql`
    select version
    from department
    where org_id = ${agency.orgId} and id = ${departmentId}
  `);
  expect(
    await refused("admin", `PATCH ${path}/${departmentId}`, { parentId: departmentId }, version),
  ).toBe("invalid_field: A department cannot be part of itself.");
});

test("a place is chosen of the list, while it is in use", async () => {
  const choose = (id: string, before: string | null = null) =>
    refusalOf(t.database.transaction(people.admin, (tx) => requirePlace(tx, id, before)));
  expect(await choose(newId())).toBe(
    "invalid_field: There is no such place. Choose one of the list.",
  );
  const id = newId();
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind, active)
      values (${agency.orgId}, ${id}, 'Old yard', 'yard', false)
    `),
  );
  expect(await choose(id)).toBe(
    "place_retired: Old yard is retired, or not in use today. Choose another place.",
  );
  expect(await choose(id, id)).toBe("nothing was refused");
});
