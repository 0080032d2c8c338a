// Files of answers belong to whoever uploaded them and to the submission that they were sent with:
// nobody else's id is taken, nothing that the scanner holds goes on, pictures tell no place.
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { pdfText } from "#server/files/pdf-text.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { badLetters, standInClamd, type StandInClamd } from "#server/testing/clamd.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { signAccessToken } from "#areas/identity/token.service.ts";
import { paperOf } from "../delivery/paper.service.ts";
import { blankField, type Audience, type FormField } from "../form/form.labels.ts";
import { formInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { tidyFiles } from "./tidy.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let scanner: StandInClamd;
let agency: Agency;
let folder: string;
let people: Record<"designer" | "clerk" | "reviewer" | "other", Actor>;
let stranger: Actor;
let form: { staff: string; public: string };

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const question = (key: string, over: Partial<FormField>): FormField => ({
  ...blankField(key, over.kind, key),
  ...over,
});
const road = { "==": [{ var: "road" }, true] };
const fields = [
  question("road", { kind: "yesNo" }),
  question("plan", { kind: "file", files: { most: 2, megabytes: 1, types: ["pdf", "picture"] } }),
  question("detour", { kind: "file", show: road }),
  question("site", { kind: "photo" }),
  question("sign", { kind: "signature" }),
];
const publish = async (audience: Audience, slug: string): Promise<string> => {
  const pages = [{ title: "Closure", sections: [{ title: "", help: "", fields }] }];
  const input = formInput.parse({ name: slug, slug, audience, pages });
  const draft = await as(people.designer, (tx) => forms.draft(tx, people.designer, input));
  return (
    await as(people.designer, (tx) => forms.publish(tx, people.designer, draft.id, draft.version))
  ).id;
};

const headersOf = async (who: Actor | null): Promise<Record<string, string>> => {
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
type Said = { id: string; key: string; version: number; [key: string]: unknown };
const post = async (who: Actor | null, path: string, payload: object, version?: number) => {
  const answer = await server.inject({
    method: "POST",
    url: `/api/v1${path}`,
    payload,
    headers: {
      ...(await headersOf(who)),
      "idempotency-key": newId(),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  return { status: answer.statusCode, body: answer.json<Said>() };
};
const get = async (who: Actor | null, path: string) =>
  server.inject({ url: `/api/v1${path}`, headers: await headersOf(who) });

const upload = async (
  who: Actor | null,
  path: string,
  of: Record<string, string>,
  name: string,
  content: Buffer,
) => {
  const said = Object.entries(of).map(
    ([key, value]) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const answer = await server.inject({
    method: "POST",
    url: `/api/v1${path}`,
    headers: {
      ...(await headersOf(who)),
      "content-type": "multipart/form-data; boundary=b",
      "idempotency-key": newId(),
    },
    payload: Buffer.concat([
      Buffer.from(said.join("")),
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: x/y\r\n\r\n`,
      ),
      content,
      Buffer.from("\r\n--b--\r\n"),
    ]),
  });
  return { status: answer.statusCode, body: answer.json<Said & { name: string; size: number }>() };
};
const pdf = (text = "") => Buffer.from(`%PDF-1.7\n${text}${newId()}\n%%EOF`);
const ofStaff = (question_: string, name: string, content: Buffer, who = people.clerk) =>
  upload(who, "/form-files", { formId: form.staff, question: question_ }, name, content);
const fill = (answers: object, who = people.clerk, submit = true) =>
  post(who, "/form-submissions", { formId: form.staff, answers, submit });
const problems = (body: Said) => (body["errors"] as { path: string }[]).map(({ path }) => path);

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
  scanner = await standInClamd();
  folder = join(t.app.config.LEVEE_DATA_DIR, "files");
  t.app.files = lookedAtFiles(folder, t.database, scanner.address);
  server = await assemble(t.app);
  form = { staff: await publish("staff", "closure"), public: await publish("public", "closing") };
});
afterAll(async () => {
  await server.close();
  await scanner.close();
  await t.drop();
});
beforeEach(() => identityDb(t.database).rows(sql`delete from rate_limit`));

test("a file is taken by its question's kinds and size, and read by its filler and those who decide", async () => {
  const plan = await ofStaff("plan", "plan.pdf", pdf());
  expect(plan).toMatchObject({ status: 201, body: { name: "plan.pdf", held: null } });
  const words = Buffer.from("only words");
  expect(await ofStaff("plan", "plan.txt", words)).toMatchObject({
    status: 422,
    body: { errors: [{ path: "file" }] },
  });
  const large = Buffer.concat([pdf(), Buffer.alloc(1_100_000, 65)]);
  expect((await ofStaff("plan", "large.pdf", large)).status).toBe(413);
  expect((await ofStaff("road", "plan.pdf", pdf())).status).toBe(422);
  const mark = { drawn: [[10, 10, 300, 150]] };
  const made = await fill({ plan: [plan.body.id], sign: mark });
  expect(made.status).toBe(201);
  const path = `/form-files/${plan.body.id}`;
  expect((await get(people.clerk, path)).statusCode).toBe(200);
  expect((await get(people.reviewer, path)).rawPayload.toString()).toContain("%PDF-1.7");
  for (const who of [people.other, stranger]) expect((await get(who, path)).statusCode).toBe(404);
  const detail = (await get(people.reviewer, `/form-submissions/${made.body.id}`)).json<Said>();
  expect(detail).toMatchObject({
    answers: { plan: [plan.body.id], sign: mark },
    files: [{ id: plan.body.id, question: "plan", name: "plan.pdf" }],
  });
  // It stands among no other files of the agency.
  expect((await get(people.designer, `/files/${plan.body.id}`)).statusCode).toBe(404);
});

test("another person's, submission's, question's or agency's file is refused at its question", async () => {
  const mine = (await ofStaff("plan", "mine.pdf", pdf())).body.id;
  const theirs = (await ofStaff("plan", "theirs.pdf", pdf(), people.other)).body.id;
  const elsewhere = (await ofStaff("detour", "detour.pdf", pdf())).body.id;
  const sent = (await ofStaff("plan", "sent.pdf", pdf())).body.id;
  expect((await fill({ plan: [sent] })).status).toBe(201);
  const strange = [theirs, elsewhere, sent, newId()];
  for (const id of strange) {
    const said = await fill({ plan: [mine, id] });
    expect(said.status, id).toBe(422);
    expect(problems(said.body)).toEqual(["answers.plan"]);
  }
  expect((await fill({ plan: [mine, mine] })).status).toBe(422);
  expect((await fill({ plan: [`${mine}' or true`] })).status).toBe(422);
  const draft = await fill({ plan: [mine] }, people.clerk, false);
  const change = await server.inject({
    method: "PATCH",
    url: `/api/v1/form-submissions/${draft.body.id}`,
    headers: {
      ...(await headersOf(people.clerk)),
      "idempotency-key": newId(),
      "if-match": `"${draft.body.version}"`,
    },
    payload: { answers: { plan: [theirs] } },
  });
  expect(change.statusCode).toBe(422);
});

test("what a rule hides is never sent: its files end when the form is sent", async () => {
  const detour = (await ofStaff("detour", "detour.pdf", pdf())).body.id;
  const plan = (await ofStaff("plan", "plan.pdf", pdf())).body.id;
  const answers = { road: false, detour: [detour], plan: [plan] };
  const draft = await fill(answers, people.clerk, false);
  const { body } = await post(
    people.clerk,
    `/form-submissions/${draft.body.id}/actions/submit`,
    {},
    draft.body.version,
  );
  const detail = (await get(people.reviewer, `/form-submissions/${body.id}`)).json<Said>();
  expect(detail["answers"]).toEqual({ road: false, plan: [plan] });
  expect((await get(people.clerk, `/form-files/${detour}`)).statusCode).toBe(404);
});

test("a photo loses what the camera wrote; one of a phone becomes a JPEG", async () => {
  const heic = readFileSync(new URL("../../../server/testing/phone.heic", import.meta.url));
  const phone = await ofStaff("site", "IMG_1.heic", heic);
  expect(phone.body).toMatchObject({ name: "IMG_1.jpg", mediaType: "image/jpeg" });
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
    .withExif({ IFD0: { Make: "Canon" }, IFD3: { GPSLatitude: "40/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect((await sharp(jpeg).metadata()).exif).toBeDefined();
  const photo = await ofStaff("site", "site.jpg", jpeg);
  for (const { body } of [phone, photo]) {
    const { rawPayload } = await get(people.clerk, `/form-files/${body.id}`);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    const small = await get(people.clerk, `/form-files/${body.id}?size=small`);
    expect(small.headers["content-type"]).toBe("image/jpeg");
  }
  expect((await ofStaff("site", "plan.pdf", pdf())).status).toBe(422);
  // The printout draws the photo and the signature, and names what cannot be drawn.
  const plan = (await ofStaff("plan", "plan-of-site.pdf", pdf())).body.id;
  const sign = { drawn: [[10, 10, 300, 150]] };
  const sent = await fill({ site: [phone.body.id], plan: [plan], sign });
  const printed = await paperOf(t.app, agency.orgId, [sent.body.id]);
  const place = join(folder, "printed.pdf");
  writeFileSync(place, printed);
  const { text: words } = await pdfText(place);
  for (const name of ["IMG_1.jpg", "plan-of-site.pdf"]) expect(words).toContain(name);
  expect(words).not.toContain("Drawn signature");
  expect(printed.toString("latin1")).toMatch(/\/Subtype\s*\/Image/);
});

test("nothing that the scanner holds is sent on", async () => {
  expect((await ofStaff("plan", "bad.pdf", pdf(badLetters))).status).toBe(422);
  const plan = (await ofStaff("plan", "plan.pdf", pdf())).body.id;
  await as(people.clerk, (tx) =>
    tx.rows(sql`
      update file_look
      set state = 'waiting'
      where sha256 = (select sha256 from form_file where org_id = ${agency.orgId} and id = ${plan})
    `),
  );
  const draft = await fill({ plan: [plan] }, people.clerk, false);
  expect(draft.status).toBe(201);
  const said = await fill({ plan: [(await ofStaff("plan", "b.pdf", pdf())).body.id] });
  expect(said.status).toBe(201);
  const sending = await post(
    people.clerk,
    `/form-submissions/${draft.body.id}/actions/submit`,
    {},
    draft.body.version,
  );
  expect(sending).toMatchObject({
    status: 422,
    body: { code: "files_refused", detail: "Some files cannot be sent. Nothing was sent." },
  });
  expect(problems(sending.body)).toEqual(["answers.plan"]);
  expect((await ofStaff("no-such-question", "plan.pdf", pdf())).body).toMatchObject({
    status: 422,
    detail: "This form has no such question for files.",
  });
  expect((await get(people.clerk, `/form-files/${plan}`)).statusCode).toBe(423);
});

test("a visitor uploads with the key of their submission alone, and sends with it", async () => {
  const at = "/public/forms/closing";
  const begun = (await post(null, `${at}/begin`, {})).body;
  const other = (await post(null, `${at}/begin`, {})).body;
  const of = { formId: form.public, question: "plan", id: begun.id, key: begun.key };
  const plan = await upload(null, `${at}/files`, of, "plan.pdf", pdf());
  expect(plan.status).toBe(201);
  const forged = { ...of, key: other.key };
  expect((await upload(null, `${at}/files`, forged, "plan.pdf", pdf())).status).toBe(404);
  const file = { id: begun.id, key: begun.key, fileId: plan.body.id };
  const open = (body: object) =>
    server.inject({ method: "POST", url: `/api/v1${at}/file`, payload: body });
  expect((await open(file)).statusCode).toBe(200);
  for (const body of [
    { ...file, key: other.key },
    { ...other, fileId: plan.body.id },
  ])
    expect((await open(body)).statusCode).toBe(404);
  const send = (id: string, key?: string) =>
    post(null, `${at}/submissions`, {
      ...{ requestId: id, formId: form.public, answers: { plan: [plan.body.id] } },
      ...{ name: "Dana Ruiz", email: "dana@citizen.test", key },
    });
  // Somebody who learned an id, but not its key, and somebody with a key of their own.
  for (const [id, key] of [
    [begun.id, undefined],
    [begun.id, other.key],
    [other.id, other.key],
  ] as const)
    expect((await send(id, key)).status).toBe(422);
  const made = await send(begun.id, begun.key);
  expect(made.status).toBe(201);
  const look = await post(null, `${at}/look`, { id: begun.id, key: begun.key });
  expect(look.body["files"]).toMatchObject([{ id: plan.body.id, name: "plan.pdf" }]);
});

test("uploads of one submission are bounded, also of those that come at once", async () => {
  const at = "/public/forms/closing";
  const { id, key } = (await post(null, `${at}/begin`, {})).body;
  await as(people.clerk, (tx) =>
    tx.rows(sql`
      insert into form_file (
        org_id, id, definition_id, question, holder, name, media_type, size, sha256
      )
      select
        ${agency.orgId}, gen_random_uuid(), gen_random_uuid(), 'plan', ${`draft:${id}`}, 'x',
        'application/pdf', 1, 'x'
      from generate_series(1, 38)
    `),
  );
  const of = { formId: form.public, question: "plan", id, key };
  const said = await Promise.all(
    Array.from({ length: 5 }, () => upload(null, `${at}/files`, of, "plan.pdf", pdf())),
  );
  expect(said.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
});

test("unused uploads end after a week and their contents leave the disk; what was sent stays", async () => {
  const unused = (await ofStaff("plan", "unused.pdf", pdf())).body.id;
  const sent = (await ofStaff("plan", "sent.pdf", pdf())).body.id;
  expect((await fill({ plan: [sent] })).status).toBe(201);
  const contents = await as(people.clerk, (tx) =>
    tx.rows<{ id: string; sha256: string }>(sql`
      update form_file
      set created_at = created_at - interval '8 days'
      where org_id = ${agency.orgId} and id = any(${[unused, sent]}::uuid[])
      returning id, sha256
    `),
  );
  const placeOf = (id: string) => {
    const { sha256 } = contents.find((each) => each.id === id)!;
    return join(folder, "private", sha256.slice(0, 2), sha256);
  };
  for (const { id } of contents) utimesSync(placeOf(id), new Date(0), new Date(0));
  await tidyFiles(t.app);
  expect([unused, sent].map((id) => existsSync(placeOf(id)))).toEqual([false, true]);
  expect((await get(people.clerk, `/form-files/${unused}`)).statusCode).toBe(404);
  expect((await get(people.clerk, `/form-files/${sent}`)).statusCode).toBe(200);
});
