// Somebody outside of the agency writes one section by the link of a letter, and reaches nothing else.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { applicationInput, type ApplicationRecord } from "../application/application.model.ts";
import { readApplication } from "../application/application.read.service.ts";
import { createApplication } from "../application/draft.service.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let people: Record<"ann" | "staff", Actor>;
let stranger: Actor;
let who: Actor | null = null;
const outside = "outside@example.org";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  await makeBudget(t.database, agency, 1_000_00);
  people = await makeMembers(t.database, agency, {
    ann: { role: "admin" },
    staff: { role: "user" },
  });
  const other = await makeAgency(t.database);
  ({ stranger } = await makeMembers(t.database, other, { stranger: { role: "admin" } }));
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => who ?? { ...people.ann, kind: "anonymous", permissions: new Set() },
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const post = async (by: Actor | null, url: string, payload: object, version = 1) => {
  who = by;
  const answer = await app.inject({
    method: "POST",
    url: `/api/v1/${url}`,
    headers: { "if-match": `"${version}"` },
    payload,
  });
  return { code: answer.statusCode, body: answer.json() as Record<string, never> };
};
const patch = async (by: Actor, id: string, payload: object) => {
  who = by;
  const answer = await app.inject({
    method: "PATCH",
    url: `/api/v1/grant-application-sections/${id}`,
    payload,
  });
  return { code: answer.statusCode };
};
const begun = async (): Promise<ApplicationRecord> => {
  const { id } = await t.database.transaction(people.ann, (tx) =>
    createApplication(
      tx,
      people.ann,
      applicationInput.parse({
        title: "Warm rooms",
        opportunityNumber: "HHS-1",
        grantor: "Administration for Community Living",
        startsOn: "2027-07-01",
        endsOn: "2028-06-30",
      }),
    ),
  );
  return read(id);
};
const read = (id: string) => readApplication(t.database.read(people.ann), people.ann, id);
const invite = (by: Actor, sectionId: string, over: object = {}) =>
  post(by, `grant-application-sections/${sectionId}/contributors`, {
    name: "Hanna Voss",
    email: outside,
    untilOn: agencyDay(10),
    ...over,
  });
const mailed = async (): Promise<string> => {
  const { link } = await identityDb(t.database).one<{ link: string }>(sql`
    select link
    from mail
    where org_id = ${agency.orgId} and kind = 'grantContributor'
    order by created_at desc
    limit 1
  `);
  return link.split("/grant-writing/")[1]!;
};
const look = (token: string) => post(null, "grant-contributions/look", { token });
const write = (token: string, body: string, version: number, handIn = false) =>
  post(null, "grant-contributions/write", { token, body, version, handIn });

test("the link of a letter opens one section alone; handing in tells its owner", async () => {
  const a = await begun();
  const [abstract, need] = a.sections;
  expect((await invite(people.ann, need!.id)).code).toBe(201);
  const token = await mailed();
  const { code, body } = await look(token);
  expect(code).toBe(200);
  expect(body).toMatchObject({ title: need!.title, project: "Warm rooms", body: "", closed: null });
  expect(JSON.stringify(body)).not.toContain(abstract!.title);
  expect(JSON.stringify(body)).not.toContain(a.id);
  const wrote = await write(token, "Nine storms in two years.", need!.version);
  expect(wrote.code).toBe(200);
  // What somebody else wrote in between is not overwritten.
  expect((await write(token, "Late.", need!.version)).code).toBe(412);
  const empty = await write(token, " ", (await read(a.id)).sections[1]!.version, true);
  expect(empty).toMatchObject({
    code: 422,
    body: { detail: "Write the section before you hand it in." },
  });
  await write(token, "Nine storms, 400 nights.", (await read(a.id)).sections[1]!.version, true);
  const after = await read(a.id);
  expect(after.sections[1]).toMatchObject({ body: "Nine storms, 400 nights." });
  expect(after.sections[1]!.contributors).toMatchObject([{ email: outside, ended: false }]);
  expect(after.sections[1]!.contributors[0]!.handedInAt).not.toBeNull();
  const told = await t.database.read(people.ann).rows(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and person_id = ${people.ann.personId}
  `);
  expect(told).toEqual([{ title: `Hanna Voss handed in “${need!.title}”` }]);
});

test("who is asked to write a section hears of it once", async () => {
  const a = await begun();
  const { id } = a.sections[0]!;
  const { personId } = people.staff;
  for (const title of ["Abstract", "Project abstract"])
    expect((await patch(people.ann, id, { title, ownerId: personId })).code).toBe(200);
  const told = await t.database.read(people.staff).rows(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and person_id = ${personId}
  `);
  expect(told).toEqual([{ title: "Please write “Abstract”" }]);
});

test("a link made up, of another purpose or of another record opens nothing", async () => {
  const a = await begun();
  await invite(people.ann, a.sections[0]!.id);
  const token = await mailed();
  const [orgId, , mac] = token.split(".");
  const forged = `${orgId}.${a.id}.${mac}`;
  const other = tokenOf("notice-subscription", { orgId: orgId!, id: token.split(".")[1]! });
  for (const wrong of [forged, other, token.replace(/.$/, "~")])
    expect((await look(wrong)).code).toBe(404);
  expect((await write(forged, "x", 1)).code).toBe(404);
});

test("who may not edit asks nobody, and another agency reaches neither section nor link", async () => {
  const a = await begun();
  const section = a.sections[0]!.id;
  expect((await invite(people.staff, section)).code).toBe(403);
  expect((await invite(stranger, section)).code).toBe(404);
  const made = await invite(people.ann, section);
  expect((await invite(people.ann, section)).code).toBe(422);
  expect((await invite(people.ann, section, { untilOn: agencyDay(-1) })).code).toBe(422);
  const end = `grant-contributors/${(made.body as unknown as { id: string }).id}/end`;
  expect((await post(stranger, end, {})).code).toBe(404);
  expect((await post(people.staff, end, {})).code).toBe(403);
  // Members without the right to edit see nobody's address.
  const seen = await readApplication(t.database.read(people.staff), people.staff, a.id);
  expect(seen.sections[0]!.contributors).toEqual([]);
});

test("an ended link, its last day and a review close the section", async () => {
  const a = await begun();
  const section = a.sections[0]!;
  const made = await invite(people.ann, section.id, { untilOn: agencyDay() });
  const { id } = made.body as unknown as { id: string };
  const token = await mailed();
  expect((await invite(people.ann, section.id, { untilOn: agencyDay(-1) })).body).toMatchObject({
    errors: [{ path: "untilOn", message: "The link would have ended already." }],
  });
  expect((await invite(people.ann, section.id, { untilOn: agencyDay(2) })).body).toMatchObject({
    errors: [{ path: "email", message: "This address has a link to the section: end it first." }],
  });
  const until = (day: string) =>
    t.database.transaction(people.ann, (tx) =>
      tx.rows(sql`
        update grant_contributor
        set until_on = ${day}
        where org_id = ${agency.orgId} and id = ${id}
      `),
    );
  expect((await write(token, "On its last day.", section.version)).code).toBe(200);
  await until(agencyDay(-1));
  expect((await look(token)).body).toMatchObject({
    body: "",
    closed: expect.stringContaining("Your link ended on"),
  });
  expect((await write(token, "A day late.", section.version + 1)).code).toBe(409);
  await until(agencyDay(5));
  await t.database.transaction(people.ann, (tx) =>
    tx.rows(sql`
      update grant_application
      set status = 'internal_review'
      where org_id = ${agency.orgId} and id = ${a.id}
    `),
  );
  expect((await look(token)).body).toMatchObject({
    body: "On its last day.",
    closed: "The application is under review: its text stays as it is.",
  });
  expect((await write(token, "x", section.version + 1)).code).toBe(409);
  expect((await post(people.ann, `grant-contributors/${id}/end`, {})).code).toBe(200);
  expect((await look(token)).body).toMatchObject({
    body: "",
    closed: "Your link was ended. Please ask whoever invited you.",
  });
  expect((await post(people.ann, `grant-contributors/${id}/end`, {}, 2)).code).toBe(409);
});
