import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { addClosure } from "#areas/organization/calendar/calendar.service.ts";
import { businessDaysOf } from "#areas/organization/organization.server.ts";
import { signAccessToken } from "#areas/identity/token.service.ts";
import { blankField, type Audience, type FormField } from "./form/form.labels.ts";
import { formInput } from "./form/form.model.ts";
import { forms } from "./form/form.service.ts";
import { formsOffered } from "./filling/sheet.service.ts";
import { roadClosure, vehicleRequest } from "./demo/demo-forms.data.ts";
import { formSubmission } from "./forms.tables.ts";
import type { SubmissionRecord } from "./submission/submission.noun.ts";
import { sendSubmission } from "./submission/submission.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let people: Record<"designer" | "clerk" | "reviewer" | "other", Actor>;
let stranger: Actor;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const question = (key: string, over: Partial<FormField> = {}): FormField => ({
  ...blankField(key, over.kind ?? "text", key),
  ...over,
});
const road = { "==": [{ var: "what" }, "road"] };
const fields = (more: FormField[] = []) => [
  question("what", {
    kind: "choice",
    required: true,
    options: [
      { value: "lane", label: "One lane" },
      { value: "road", label: "The whole road" },
    ],
  }),
  question("detour", { required: true, show: road }),
  question("fee", { kind: "money", compute: { if: [road, 10_000, 2_500] } }),
  ...more,
];
const input = (audience: Audience, slug: string, all = fields()) =>
  formInput.parse({
    name: `Form ${slug}`,
    slug,
    audience,
    pages: [{ title: "Closure", sections: [{ title: "", help: "", fields: all }] }],
  });
const publish = async (audience: Audience, slug: string, of?: string) => {
  const draft = await as(people.designer, (tx) =>
    forms.draft(
      tx,
      people.designer,
      input(audience, slug, of ? fields([question("why", { required: true })]) : fields()),
      of,
    ),
  );
  return as(people.designer, (tx) => forms.publish(tx, people.designer, draft.id, draft.version));
};

const headersOf = async (who: Actor | null) => {
  if (!who) return {};
  const id = newId();
  await identityDb(t.database).rows(sql`
    insert into session (id, person_id, active_org_id, assurance, address, user_agent, expires_at)
    values (
      ${id}, ${who.personId}, ${who.orgId}, 'password', '', '',
      clock_timestamp() + interval '1 hour'
    )
  `);
  return { authorization: `Bearer ${await signAccessToken(who.personId!, id)}` };
};
type Said = Record<string, unknown> & {
  id: string;
  number: string;
  version: number;
  errors?: { path: string }[];
  answers?: object;
  items?: { id: string; number: string }[];
};
const call = async (
  who: Actor | null,
  method: "GET" | "POST" | "PATCH",
  path: string,
  payload?: object,
  version?: number,
) => {
  const answer = await server.inject({
    method,
    url: `/api/v1${path}`,
    ...(payload && { payload }),
    headers: {
      ...(await headersOf(who)),
      ...(method !== "GET" && { "idempotency-key": newId() }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  return { status: answer.statusCode, body: answer.json<Said>() };
};
const fill = (who: Actor, formId: string, answers: object, submit = true) =>
  call(who, "POST", "/form-submissions", { formId, answers, submit });
const step = (who: Actor, at: Said, name: string, reason?: string) =>
  call(who, "POST", `/form-submissions/${at.id}/actions/${name}`, { reason }, at.version);
const stored = (id: string) =>
  t.database
    .read(people.reviewer)
    .one<{ answers: object; status: string; formId: string }>(
      sql`select answers, status, form_id from form_submission where id = ${id}`,
    );

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    designer: { role: "admin" },
    clerk: {},
    reviewer: { role: "manager" },
    other: {},
  });
  const second = await makeAgency(t.database);
  ({ stranger } = await makeMembers(t.database, second, { stranger: { role: "admin" } }));
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(() => identityDb(t.database).rows(sql`delete from rate_limit`));

test("staff fill in, another person decides: returned with a reason, corrected, approved; each told once", async () => {
  const form = await publish("staff", "vehicle");
  const made = (await fill(people.clerk, form.id, { what: "road" }, false)).body;
  expect(made.number).toMatch(/^FRM-\d{4}-00001$/);
  // A draft is its filler's alone, also for those who review.
  expect((await call(people.reviewer, "GET", `/form-submissions/${made.id}`)).status).toBe(404);
  expect((await call(people.reviewer, "GET", "/form-submissions")).body.items).toEqual([]);
  const early = await step(people.clerk, made, "submit");
  expect(early).toMatchObject({ status: 422, body: { errors: [{ path: "answers.detour" }] } });
  const patched = await call(
    people.clerk,
    "PATCH",
    `/form-submissions/${made.id}`,
    { answers: { what: "road", detour: "County Road 10", fee: 1 } },
    made.version,
  );
  const sent = (await step(people.clerk, patched.body, "submit")).body;
  expect(await stored(made.id)).toMatchObject({
    status: "submitted",
    answers: { what: "road", detour: "County Road 10", fee: 10_000 },
  });
  expect((await step(people.clerk, sent, "review")).status).toBe(403);
  expect((await call(people.other, "GET", `/form-submissions/${made.id}`)).status).toBe(404);
  expect((await call(people.other, "GET", `/form-submissions/${made.id}/history`)).status).toBe(
    404,
  );
  const seen = (await step(people.reviewer, sent, "review")).body;
  expect((await step(people.reviewer, seen, "return")).status).toBe(422);
  const back = (await step(people.reviewer, seen, "return", "Which detour?")).body;
  const again = (await step(people.clerk, back, "submit")).body;
  const read = (await step(people.reviewer, again, "review")).body;
  expect((await step(people.reviewer, read, "approve")).body.status).toBe("approved");
  const notices = await t.database
    .read({ orgId: agency.orgId, personId: people.clerk.personId })
    .rows<{ title: string }>(sql`select title from notification where kind = 'form' order by id`);
  expect(notices.map((each) => each.title)).toEqual([
    `${made.number} came back to you`,
    `${made.number} is approved`,
  ]);
});

test("who filled it in does not decide it, whatever their role", async () => {
  const form = await publish("staff", "own");
  const sent = (await fill(people.reviewer, form.id, { what: "lane" })).body;
  expect(await step(people.reviewer, sent, "review")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("another person decides") },
  });
  expect((await step(people.designer, sent, "review")).status).toBe(200);
});

test("the server runs the logic again: computed answers are not believed, strange ones refused", async () => {
  const form = await publish("staff", "attack");
  const sent = await fill(people.clerk, form.id, { what: "lane", fee: 1 });
  expect((await stored(sent.body.id)).answers).toEqual({ what: "lane", fee: 2_500 });
  for (const answers of [
    { what: "lane", admin: true },
    { what: "lane", constructor: "x" },
  ])
    expect(await fill(people.clerk, form.id, answers)).toMatchObject({
      status: 422,
      body: { code: "unknown_answers" },
    });
  expect(await fill(people.clerk, form.id, { what: "river" })).toMatchObject({
    status: 422,
    body: { code: "answers_refused", errors: [{ path: "answers.what" }] },
  });
});

const asked = "This is not asked with the other answers.";
test("an answer that the others hide is refused at its place when it is sent, and left out with a line of a draft", async () => {
  const form = await publish("staff", "hidden");
  const answers = { what: "lane", detour: "smuggled" };
  expect(await fill(people.clerk, form.id, answers)).toMatchObject({
    status: 422,
    body: { code: "answers_hidden", errors: [{ path: "answers.detour", message: asked }] },
  });
  const kept = (await fill(people.clerk, form.id, answers, false)).body;
  const row = await as(people.clerk, (tx) => lockRow(tx, formSubmission, kept.id, "submission"));
  const program: Actor = { ...people.clerk, kind: "program" };
  await expect(
    as(program, (tx) => sendSubmission(tx, program, row as SubmissionRecord, kept.version)),
  ).rejects.toMatchObject({ code: "answers_hidden", errors: [{ path: "answers.detour" }] });
  expect((await step(people.clerk, kept, "submit")).status).toBe(200);
  expect((await stored(kept.id)).answers).toEqual({ what: "lane", fee: 2_500 });
  const history = await call(people.clerk, "GET", `/form-submissions/${kept.id}/history`);
  expect(JSON.stringify(history.body)).toContain(
    "Left out, because it is not asked with the other answers: detour.",
  );
  const open = await publish("public", "hidden-from-all");
  const sent = { requestId: newId(), formId: open.id, name: "Noor", email: "noor@citizen.test" };
  const path = "/public/forms/hidden-from-all";
  expect(await call(null, "POST", `${path}/submissions`, { ...sent, answers })).toMatchObject({
    status: 422,
    body: { code: "answers_hidden" },
  });
  const made = await call(null, "POST", `${path}/submissions`, {
    ...sent,
    answers: { what: "lane" },
  });
  const link = { id: made.body.id, key: made.body.key };
  const again = await call(null, "POST", `${path}/correct`, { ...link, answers });
  expect(again).toMatchObject({ status: 422, body: { code: "answers_hidden" } });
});

test("the demo's permit ends on its first day at the earliest; a rule counts the agency's business days", async () => {
  const force = (body: typeof roadClosure) =>
    as(people.designer, async (tx) => {
      const draft = await forms.draft(tx, people.designer, formInput.parse(body));
      return forms.publish(tx, people.designer, draft.id, draft.version);
    });
  const permit = await force({
    ...roadClosure,
    slug: "permit",
    audience: "staff",
    destinations: [],
  });
  const [from, before] = [agencyDay(5), agencyDay(4)];
  const lane = { road: "Mill Road", purpose: "work", what: "lane", from };
  expect(await fill(people.clerk, permit.id, { ...lane, to: before })).toMatchObject({
    status: 422,
    body: {
      code: "answers_refused",
      errors: [{ path: "answers.to", message: "The closure cannot end before its first day." }],
    },
  });
  const past = await fill(people.clerk, permit.id, { ...lane, from: agencyDay(-1), to: from });
  expect(past.body.errors).toMatchObject([{ path: "answers.from" }]);
  const sent = await fill(people.clerk, permit.id, { ...lane, to: from });
  expect((await stored(sent.body.id)).answers).toMatchObject({ days: 1, fee: 4_000 });
  const vehicle = await force({ ...vehicleRequest, slug: "trip" });
  const trip = { driver: "Ray", vehicle: "pickup" };
  const days = await as(people.clerk, (tx) => businessDaysOf(tx, agencyDay(0), 2));
  expect((await fill(people.clerk, vehicle.id, { ...trip, day: days })).status).toBe(201);
  const off = { firstDay: agencyDay(0), lastDay: days, name: "Flood", open: false };
  await as(people.designer, (tx) => addClosure(tx, people.designer, off));
  expect(await fill(people.clerk, vehicle.id, { ...trip, day: days })).toMatchObject({
    status: 422,
    body: { errors: [{ path: "answers.day", message: "Ask at least two working days before." }] },
  });
  const sheet = await call(people.clerk, "GET", `/forms/${vehicle.definitionId}`);
  expect(sheet.body.times).toMatchObject({ today: agencyDay(0), calendar: { closures: [off] } });
});

test("a submission stays with the version it began with; a forged or old version begins none", async () => {
  const first = await publish("staff", "pinned");
  const kept = (await fill(people.clerk, first.id, { what: "lane" }, false)).body;
  const second = await publish("staff", "pinned", first.definitionId);
  expect(await fill(people.clerk, first.id, { what: "lane" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("Open it again") },
  });
  // The draft of before goes by its own questions: it is not asked why.
  expect((await step(people.clerk, kept, "submit")).status).toBe(200);
  expect((await stored(kept.id)).formId).toBe(first.id);
  expect((await fill(people.clerk, second.id, { what: "lane" })).status).toBe(422);
  const draft = await as(people.designer, (tx) =>
    forms.draft(tx, people.designer, input("staff", "unborn")),
  );
  const citizens = await publish("public", "citizens-only");
  for (const formId of [draft.id, citizens.id, newId()])
    expect((await fill(people.clerk, formId, { what: "lane" })).status).toBe(404);
});

test("another agency finds neither form nor submission", async () => {
  const form = await publish("staff", "fenced");
  const sent = (await fill(people.clerk, form.id, { what: "lane" })).body;
  expect((await fill(stranger, form.id, { what: "lane" })).status).toBe(404);
  for (const path of [
    `/forms/${form.definitionId}`,
    `/form-submissions/${sent.id}`,
    `/form-submissions/${sent.id}/history`,
    `/form-definitions/${form.id}/schema`,
  ])
    expect((await call(stranger, "GET", path)).status, path).toBe(404);
  expect((await step(stranger, sent, "review")).status).toBe(404);
  expect((await call(stranger, "GET", "/form-submissions")).body.items).toEqual([]);
});

test("a visitor fills in a public form once, corrects it by the link alone, and is told by mail", async () => {
  const form = await publish("public", "road-closure");
  const path = "/public/forms/road-closure";
  expect((await call(null, "GET", path)).body).toMatchObject({ id: form.id, name: form.name });
  expect((await call(null, "GET", "/public/forms/vehicle")).status).toBe(404);
  // The citizen portal names what is for everybody, and nothing else.
  const offered = (await formsOffered(published(t.database), "public")).map(({ slug }) => slug);
  expect(offered).toContain("road-closure");
  expect(offered).not.toContain("vehicle");
  const sent = {
    requestId: newId(),
    formId: form.id,
    answers: { what: "lane" },
    name: "Dana Ruiz",
    email: "dana@citizen.test",
  };
  const made = await call(null, "POST", `${path}/submissions`, sent);
  expect(made.status).toBe(201);
  const replay = await call(null, "POST", `${path}/submissions`, sent);
  expect(replay).toMatchObject({ status: 409, body: { code: "sent_already" } });
  expect(replay.body).not.toHaveProperty("key");
  const link = { id: made.body.id, key: made.body.key as string };
  expect((await call(null, "POST", `${path}/look`, link)).body).toMatchObject({
    status: "submitted",
  });
  const forged = [
    { ...link, key: `${link.key.slice(0, -2)}AA` },
    { id: newId(), key: link.key },
  ];
  for (const each of forged)
    expect((await call(null, "POST", `${path}/look`, each)).status).toBe(404);
  const answers = { what: "road", detour: "County Road 10" };
  expect((await call(null, "POST", `${path}/correct`, { ...link, answers })).status).toBe(409);
  const read = await call(people.reviewer, "GET", `/form-submissions/${link.id}`);
  const seen = (await step(people.reviewer, read.body, "review")).body;
  await step(people.reviewer, seen, "return", "The whole road?");
  expect((await call(null, "POST", `${path}/correct`, { ...link, answers })).status).toBe(200);
  expect(await stored(link.id)).toMatchObject({ status: "submitted", answers });
  const letters = await identityDb(t.database).rows<{ subject: string; link: string }>(
    sql`
      select subject, link
      from mail
      where to_address = 'dana@citizen.test'
      order by created_at, id
    `,
  );
  expect(letters.map((each) => each.subject)).toEqual([
    `Form road-closure: ${made.body.number} was received`,
    `Form road-closure: ${made.body.number} came back to you`,
  ]);
  expect(letters[1]!.link).toBe(
    `{origin}/citizen-portal/forms/road-closure#${link.id}.${link.key}`,
  );
  const bot = { ...sent, requestId: newId(), website: "https://spam.test" };
  await call(null, "POST", `${path}/submissions`, bot);
  expect(
    await t.database
      .read(people.reviewer)
      .maybe(sql`select 1 as one from form_submission where id = ${bot.requestId}`),
  ).toBeFalsy();
  for (let n = 0; n < 20; n++) await call(null, "POST", `${path}/submissions`, bot);
  expect((await call(null, "POST", `${path}/submissions`, bot)).status).toBe(429);
});

test("a public address that another agency has is refused at its field, and the form stays a draft", async () => {
  await publish("public", "block-party");
  const draft = await as(stranger, (tx) =>
    forms.draft(tx, stranger, input("public", "block-party")),
  );
  const at = `/form-definitions/${draft.id}`;
  const said = await call(stranger, "POST", `${at}/actions/publish`, {}, draft.version);
  expect(said).toMatchObject({
    status: 422,
    body: { code: "address_taken", errors: [{ path: "slug" }] },
  });
  const { items } = (await call(stranger, "GET", "/form-definitions")).body;
  expect(items).toMatchObject([{ id: draft.id, status: "draft" }]);
});

test("a vendor sees the forms of agencies that know it, and its own submissions alone", async () => {
  const form = await publish("vendors", "insurance");
  const [one, two] = await Promise.all(
    ["Ann", "Ben"].map(async (name) => {
      const person = await makePerson(t, name);
      const identityId = await foundVendorIdentity(identityDb(t.database), person, `${name} Inc`);
      return { who: actingFor(person, identityId), identityId };
    }),
  );
  const vendor = await makeVendor(t.database, agency);
  await as(people.designer, (tx) =>
    tx.rows(sql`update vendor set identity_id = ${one!.identityId} where id = ${vendor.id}`),
  );
  const list = await call(one!.who, "GET", "/vendor-forms");
  expect(list.body.items).toMatchObject([{ definitionId: form.definitionId }]);
  expect((await call(two!.who, "GET", "/vendor-forms")).body.items).toEqual([]);
  const path = `/vendor-forms/${agency.orgId}`;
  const made = await call(one!.who, "POST", path, { formId: form.id, answers: { what: "lane" } });
  expect(made.status).toBe(201);
  expect((await call(two!.who, "GET", `${path}/submissions`)).status).toBe(404);
  expect((await call(one!.who, "GET", `${path}/submissions`)).body.items).toHaveLength(1);
});

test("a form that was stored before a question had a law is read, looked at and filled in as ever", async () => {
  const draft = await as(people.designer, (tx) =>
    forms.draft(tx, people.designer, input("staff", "older")),
  );
  await as(people.designer, (tx) =>
    tx.rows(sql`
      update form_definition
      set pages = pages #- '{0,sections,0,fields,0,law}'
      where org_id = ${agency.orgId} and id = ${draft.id}
    `),
  );
  const form = await as(people.designer, (tx) =>
    forms.publish(tx, people.designer, draft.id, draft.version),
  );
  for (const path of ["/form-definitions", "/form-compliance", `/forms/${form.definitionId}`])
    expect((await call(people.designer, "GET", path)).status, path).toBe(200);
});
