// What opportunities, searches, the choice among them and applications refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { applicationSignable } from "./application/signable.service.ts";

let t: TestDatabase;
let ann: Actor;
const ask = askingOf(() => t);
const refused = (path: string, body?: object, version: number | null = null) =>
  refusalOf(ask(ann, path, body, version));
const opportunities = "POST /api/v1/grant-opportunities";
let serial = 0;
const opportunity = (over: object = {}) => ({
  number: `HHS-${++serial}`,
  title: "Nutrition services",
  agency: "Administration for Community Living",
  eligibility: ["01"],
  closesOn: "2099-01-31",
  ...over,
});
const added = (over: object = {}) =>
  ask<{ id: string; version: number }>(ann, opportunities, opportunity(over));

beforeAll(async () => {
  t = await freshDatabase();
  ({ ann } = await makeMembers(t.database, await makeAgency(t.database), {
    ann: { role: "admin" },
  }));
});
afterAll(() => t.drop());

test("an opportunity has a number of its own", async () => {
  const { id, version } = await added({ number: "ACL-1" });
  await added({ number: "ACL-2" });
  expect(await refused(opportunities, opportunity({ number: "acl-1" }))).toBe(
    "known_opportunity: ACL-1 is here already: Nutrition services.",
  );
  const change = opportunity({ number: "ACL-2" });
  expect(await refused(`PATCH /api/v1/grant-opportunities/${id}`, change, version)).toContain(
    "Another opportunity bears this number.",
  );
});

test("an announcement's days and amounts follow each other", async () => {
  const enter = (over: object) => refused(opportunities, opportunity(over));
  expect(await enter({ postedOn: "2099-02-01" })).toContain("It closes before it is posted.");
  expect(await enter({ floorCents: 600_00, ceilingCents: 500_00 })).toContain(
    "The ceiling is lower than the floor.",
  );
  const { id, version } = await added({ floorCents: 600_00 });
  const lower = { ceilingCents: 500_00 };
  expect(await refused(`PATCH /api/v1/grant-opportunities/${id}`, lower, version)).toContain(
    "The ceiling is lower than the floor.",
  );
});

test.each([
  [{ eligibility: [] }, {}, "Enter first who may apply, as the announcement says it."],
  [{}, {}, "Say where the match comes from, or that none is asked for."],
])("to apply for %o: %s is refused by %s", async (over, said, sentence) => {
  const { id } = await added(over);
  const step = async (action: string, body: object = {}) => {
    const { version } = await ask(ann, `GET /api/v1/grant-opportunities/${id}`);
    return refused(`${opportunities}/${id}/actions/${action}`, body, version);
  };
  expect(await step("review")).toBe("nothing was refused");
  const apply = { verdict: "will_apply", reason: "It pays for meals.", ...said };
  expect(await step("propose", apply)).toContain(sentence);
});

test("an application begins where it was decided to apply, under the opportunity's number", async () => {
  const { id } = await added({ number: "ACL-9" });
  const begin = (over: object = {}) =>
    refused("POST /api/v1/grant-applications", {
      title: "Meals",
      opportunityNumber: "ACL-9",
      opportunityId: id,
      grantor: "Administration for Community Living",
      aln: "93.045",
      startsOn: "2027-07-01",
      endsOn: "2029-06-30",
      ...over,
    });
  expect(await begin()).toBe("not_decided: It is not decided to apply for ACL-9.");
  await t.database.transaction(ann, (tx) =>
    tx.rows(sql`
      update grant_opportunity
      set status = 'will_apply'
      where org_id = ${ann.orgId} and id = ${id}
    `),
  );
  expect(await begin({ opportunityNumber: "ACL-8" })).toBe(
    "invalid_field: The opportunity's number is ACL-9.",
  );
  expect(await begin({ opportunityNumber: "acl-9" })).toBe("nothing was refused");
  // The register of authorities names it; signatures are not asked for by a request.
  for (const act of [applicationSignable.document, applicationSignable.completed])
    await expect((act as () => Promise<unknown>)()).rejects.toMatchObject({
      code: "signed_elsewhere",
    });
});

test("a person names a search once, and an opportunity neither excludes nor needs itself", async () => {
  const search = { name: "Meals", words: "nutrition" };
  expect(await refused("POST /api/v1/grant-searches", search)).toBe("nothing was refused");
  expect(await refused("POST /api/v1/grant-searches", { ...search, name: "meals" })).toContain(
    "You have a search of this name.",
  );
  expect(await refused("POST /api/v1/grant-portfolio/solve", {})).toBe(
    "no_options: Say first of one opportunity what pursuing it takes.",
  );
  const { id } = await added();
  const pursuit = { askCents: 1_000_00, chance: 50, excludes: [id] };
  expect(await refused(`PUT /api/v1/grant-portfolio/${id}`, pursuit)).toContain(
    "An opportunity neither excludes nor needs itself.",
  );
});

test("a package is there once the application is signed, its number once it is submitted", async () => {
  const { id } = await ask(ann, "POST /api/v1/grant-applications", {
    title: "Warm rooms",
    opportunityNumber: "HHS-9",
    grantor: "Administration for Community Living",
    startsOn: "2027-07-01",
    endsOn: "2028-06-30",
    dueOn: "2099-03-15",
  });
  const section = { title: "Partners", dueOn: "2099-03-16" };
  expect(await refused(`POST /api/v1/grant-applications/${id}/sections`, section)).toContain(
    "The application is due on Mar 15, 2099, so its sections are by then.",
  );
  expect(await refused(`GET /api/v1/grant-applications/${id}/package`)).toBe(
    "not_signed: It is submitted once the authorized representative has signed it.",
  );
  const track = `POST /api/v1/grant-applications/${id}/actions/track`;
  expect(await refused(track, { trackingNumber: "GRANT1" })).toBe(
    "rule: The portal gives its number for what was submitted: record that first.",
  );
  expect(await refused(track, { trackingNumber: " " })).toContain("Enter the portal's number.");
  const { version } = await ask(ann, `GET /api/v1/grant-applications/${id}`);
  const submit = `POST /api/v1/grant-applications/${id}/actions/submit`;
  expect(await refused(submit, { trackingNumber: "GRANT1" }, version)).toBe(
    "not_signed: It is submitted once the authorized representative has signed it.",
  );
  expect(
    await refused(`POST /api/v1/grant-applications/${id}/actions/review`, {}, version),
  ).toMatch(/^findings: \d+ things hold it back, listed under What is missing\. /);
});
