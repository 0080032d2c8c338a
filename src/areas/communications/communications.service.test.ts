import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { noScope, type Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { composed } from "#server/mail/compose.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { answerHold, holdClocks, reachOfKind, readHolds } from "#server/restored/holds.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { signAccessToken } from "#areas/identity/token.service.ts";
import { acknowledgePath, sendSome } from "./notice/sending.jobs.ts";
import { noticeInput } from "./notice/notice.model.ts";
import { draftNotice, moveNotice } from "./notice/notice.service.ts";
import { remind } from "./notice/reminder.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let people: Record<"writer" | "approver" | "clerk" | "receiver", Actor>;
let stranger: Actor;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const headersOf = async (who: Actor) => {
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
  version: number;
  detail?: string;
  errors?: { path: string; message: string }[];
  items?: Record<string, unknown>[];
};
const call = async (
  who: Actor | null,
  method: "GET" | "POST" | "PUT",
  path: string,
  payload?: object,
  version?: number,
) => {
  const answer = await server.inject({
    method,
    url: `/api/v1${path}`,
    ...(payload && { payload }),
    headers: {
      ...(who && (await headersOf(who))),
      ...(method !== "GET" && { "idempotency-key": newId() }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  return { status: answer.statusCode, body: answer.json<Said>() };
};
const press = (url: string, payload = "") =>
  server.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });

type Mail = {
  id: string;
  orgId: string | null;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  unsubscribe: string | null;
  bulk: boolean;
};
const mailTo = (address: string) =>
  identityDb(t.database).rows<Mail>(sql`
    select id, org_id, to_address, subject, body_text, link, unsubscribe, bulk
    from mail
    where to_address = ${address}
    order by created_at, id
  `);

const staffNotice = (over: object = {}) =>
  noticeInput.parse({
    subject: "Doors of {{agency.name}}",
    body: "{{name}}, the *south* door is closed.",
    audience: { kind: "staff", duties: ["receiver"] },
    acknowledgeDays: 5,
    ...over,
  });
const ready = async (input: object) => {
  const { id } = await as(people.writer, (tx) =>
    draftNotice(tx, people.writer, noticeInput.parse(input)),
  );
  await as(people.approver, (tx) =>
    moveNotice(tx, people.approver, "approve", { id, version: null }, null),
  );
  return id;
};
const begin = async (input: object) => {
  const id = await ready(input);
  await as(people.writer, (tx) =>
    moveNotice(tx, people.writer, "send", { id, version: null }, null),
  );
  return id;
};
const goOut = async (id: string) => {
  while (await as(people.writer, (tx) => sendSome(tx, people.writer, id)));
  const system: Actor = { ...people.writer, kind: "system" };
  await as(system, (tx) => moveNotice(tx, system, "finish", { id, version: null }, null));
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    writer: { role: "manager" },
    approver: { role: "admin" },
    clerk: {},
    receiver: { duties: ["receiver"] },
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

test("a template names fields of its record alone; its letter holds what the writer may see of that record", async () => {
  const vendor = await makeVendor(t.database, agency, { name: "Guard *& Fence* <b>" });
  const draft = await call(people.writer, "POST", "/letter-templates", {
    name: "Certificate",
    kind: "letter",
    noun: "vendor",
    subject: "For {{name}}",
    body: "Dear {{name}},\n\nyour {{tax}} ends.",
  });
  const at = `/letter-templates/${draft.body.id}`;
  const refused = await call(people.writer, "POST", `${at}/actions/publish`, undefined, 1);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([
    { path: "body", message: "Line 3: There is no field “tax” here. Choose one of the list." },
  ]);
  const preview = (who: Actor, objectId: string) =>
    call(who, "POST", "/rpc/letter-preview", {
      noun: "vendor",
      objectId,
      subject: "For {{name}}",
      body: "Dear {{name}}, you are {{status}}.",
    });
  expect((await preview(people.writer, vendor.id)).body).toMatchObject({
    subject: "For Guard *& Fence* <b>",
    text: "Dear Guard \\*\\& Fence\\* \\<b\\>, you are Active.",
    trouble: [],
  });
  // Another agency's vendor is nobody's, and who only works there designs nothing.
  expect((await preview(stranger, vendor.id)).status).toBe(404);
  expect((await preview(people.clerk, vendor.id)).status).toBe(403);
});

test("who wrote a notice does not approve it; what was approved is not changed; nobody of another agency sees it", async () => {
  const made = await call(people.writer, "POST", "/mass-notices", staffNotice());
  const path = `/mass-notices/${made.body.id}`;
  expect((await call(people.writer, "POST", `${path}/actions/approve`, {}, 1)).status).toBe(409);
  expect((await call(people.clerk, "POST", `${path}/actions/approve`, {}, 1)).status).toBe(403);
  expect((await call(stranger, "POST", `${path}/actions/approve`, {}, 1)).status).toBe(404);
  expect((await call(stranger, "GET", path)).status).toBe(404);
  expect((await call(people.writer, "GET", path)).body).toMatchObject({
    reach: { addresses: 1, without: 0 },
    audienceWords: "Staff: Receiver",
  });
  expect((await call(people.approver, "POST", `${path}/actions/approve`, {}, 1)).status).toBe(200);
  const changed = await call(people.writer, "PUT", path, staffNotice({ body: "Other." }), 2);
  expect(changed.status).toBe(409);
  // Whoever changes it after it came back is its writer.
  expect((await call(people.approver, "POST", `${path}/actions/reopen`, {}, 2)).status).toBe(200);
  expect(
    (await call(people.approver, "PUT", path, staffNotice({ body: "Other." }), 3)).status,
  ).toBe(200);
  expect((await call(people.approver, "POST", `${path}/actions/approve`, {}, 4)).status).toBe(409);
  for (const [wrong, at] of [
    [staffNotice({ body: "{{salary}}" }), "body"],
    [staffNotice({ audience: { kind: "vendors", query: "bank=1" } }), "audience"],
    [staffNotice({ audience: { kind: "public", topicIds: [newId()] } }), "acknowledgeDays"],
  ] as const)
    expect((await call(people.writer, "POST", "/mass-notices", wrong)).body.errors?.[0]?.path).toBe(
      at,
    );
});

test("cut off between two rounds, in the middle of one: everybody gets one letter, each address once", async () => {
  const names = Array.from({ length: 230 }, (_, n) => `Bulk Vendor ${n}`);
  for (const name of names)
    await makeVendor(t.database, agency, {
      name,
      email: `${name.replaceAll(" ", "").toLowerCase()}@bulk.test`,
    });
  await makeVendor(t.database, agency, {
    name: "Bulk Vendor twice",
    email: "BulkVendor7@bulk.test",
  });
  await makeVendor(t.database, agency, { name: "Bulk Vendor mute", email: null });
  const id = await begin({
    ...staffNotice(),
    audience: { kind: "vendors", query: "q=Bulk+Vendor&status=active" },
  });
  const killed = as(people.writer, async (tx) => {
    await sendSome(tx, people.writer, id);
    throw new Error("the server ends here");
  });
  await expect(killed).rejects.toThrow("the server ends here");
  expect(await as(people.writer, (tx) => sendSome(tx, people.writer, id))).toBe(true);
  await goOut(id);
  expect(await as(people.writer, (tx) => sendSome(tx, people.writer, id))).toBe(false);
  const letters = await identityDb(t.database).rows<{ n: number; bulk: boolean }>(sql`
    select count(*)::int as n, bool_and(bulk) as bulk
    from mail
    where to_address like '%@bulk.test'
    group by to_address
  `);
  expect([letters.length, letters.every(({ n, bulk }) => n === 1 && bulk)]).toEqual([230, true]);
  const log = await call(people.writer, "GET", `/notice-recipients?notice=${id}&state=no_address`);
  expect(log.body.items).toMatchObject([{ name: "Bulk Vendor mute", email: null }]);
  expect((await call(people.writer, "GET", `/mass-notices/${id}`)).body).toMatchObject({
    status: "sent",
    recipients: 231,
    counts: { queued: 230, no_address: 1 },
  });
  // A cancelled one goes on to nobody.
  const other = await begin({ ...staffNotice(), audience: { kind: "staff" } });
  await as(people.writer, (tx) =>
    moveNotice(
      tx,
      people.writer,
      "cancel",
      { id: other, reason: "Wrong text", version: null },
      null,
    ),
  );
  expect(await as(people.writer, (tx) => sendSome(tx, people.writer, other))).toBe(false);
});

test("opening the link acknowledges nothing, its button does, once; reminders go out once before and once after", async () => {
  const id = await begin(staffNotice());
  await goOut(id);
  const [letter] = (await mailTo(people.receiver.email)).slice(-1);
  expect(letter!.subject).toMatch(/^Doors of /);
  expect(letter!.bodyText).toContain("receiver, the south door is closed.");
  const url = letter!.link!.replace("{origin}", "");
  const state = async () =>
    (await call(people.writer, "GET", `/mass-notices/${id}`)).body as Said & {
      acknowledged: number;
      acknowledgeBy: string;
    };
  const by = (await state()).acknowledgeBy;
  expect(by).toBe(agencyDay(5));
  const page = await server.inject({ method: "GET", url });
  expect(page.body).toContain("I have read this notice");
  expect((await state()).acknowledged).toBe(0);

  const dayOf = (days: number) => addDays(by, days);
  const before = (await mailTo(people.receiver.email)).length;
  for (const days of [-3, -2, -2, -1, 0, 1, 1, 2, 9])
    await remind(t.app, agency.orgId, dayOf(days));
  const reminders = (await mailTo(people.receiver.email)).slice(before);
  expect(reminders.map(({ subject }) => subject.split(":")[0])).toEqual([
    "Please confirm",
    "Not yet confirmed",
  ]);

  const forged = acknowledgePath(stranger.orgId!, url.split(".")[1]!);
  expect((await press(forged)).statusCode).toBe(404);
  expect((await press(url.slice(0, -2))).statusCode).toBe(404);
  const mine = (await call(people.receiver, "GET", "/own-notices")).body.items!;
  expect(
    (await call(people.clerk, "POST", `/own-notices/${mine[0]!["id"]}/actions/acknowledge`)).status,
  ).toBe(404);
  expect((await state()).acknowledged).toBe(0);
  expect((await press(url)).statusCode).toBe(200);
  await press(url);
  expect((await state()).acknowledged).toBe(1);
  const entries = await t.database.read(people.writer).rows(sql`
    select 1 as one
    from audit_entry
    where org_id = ${agency.orgId} and action = 'massNotice.acknowledge' and object_id = ${id}
  `);
  expect(entries).toHaveLength(1);
});

test("a notice to the public goes to who confirmed, ends by one click, and alone stands on the portal and in the feed", async () => {
  const topic = await call(people.writer, "POST", "/notice-topics", { name: "Water" });
  const topicId = topic.body.id;
  const ask = (email: string) =>
    call(null, "POST", "/public/notice-subscriptions", { email, topicId, website: "" });
  for (const email of ["sure@people.test", "silent@people.test"])
    expect((await ask(email)).status).toBe(200);
  const url = (await mailTo("sure@people.test"))[0]!.link!.replace("{origin}", "");
  await server.inject({ method: "GET", url });
  const reach = async () =>
    (await call(people.writer, "GET", "/notice-topics")).body.items![0]!["subscribers"];
  expect(await reach()).toBe(0);
  expect((await press(url)).body).toContain("The notices begin");
  expect(await reach()).toBe(1);

  const id = await begin({
    subject: "Boil your water",
    body: "A main broke.\n\n- Boil it",
    audience: { kind: "public", topicIds: [topicId] },
    eventAt: "2027-01-04T15:00:00Z",
    eventMinutes: 90,
    eventPlace: "Fire house",
  });
  await goOut(id);
  expect((await mailTo("silent@people.test")).length).toBe(1);
  const letter = (await mailTo("sure@people.test"))[1]!;
  const message = composed(
    {
      ...letter,
      kind: "notice",
      replyTo: null,
      notice: false,
      appointment: null,
      linksOnly: false,
      attempts: 0,
      patient: false,
    },
    { from: "a@b.test", origin: "https://levee.test", agency: null, sentences: [] },
  );
  expect(message.headers).toMatchObject({
    "List-Unsubscribe": `<https://levee.test${letter.unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  const feed = await server.inject({ method: "GET", url: "/api/v1/public/notices.atom" });
  expect(feed.body).toContain("<title>Boil your water</title>");
  expect(feed.body).not.toContain("south door");
  const calendar = await server.inject({
    method: "GET",
    url: `/api/v1/public/notice-calendar/${id}`,
  });
  expect(calendar.body).toMatch(/DTSTART:20270104T150000Z\r\nDTEND:20270104T163000Z/);
  await press(letter.unsubscribe!, "List-Unsubscribe=One-Click");
  expect(await reach()).toBe(0);
});

test("a moment that has passed is no schedule, and nobody takes the server's own steps", async () => {
  const id = await ready(staffNotice());
  const schedule = (sendAt: string) =>
    call(people.writer, "POST", `/mass-notices/${id}/actions/schedule`, { sendAt }, 2);
  expect((await schedule("2020-01-01T08:00")).body.errors).toMatchObject([{ path: "sendAt" }]);
  expect((await schedule("2099-01-01T08:00")).status).toBe(200);
  // 8 in the morning of Chicago.
  expect((await call(people.writer, "GET", `/mass-notices/${id}`)).body["sendAt"]).toBe(
    "2099-01-01T14:00:00Z",
  );
  await expect(
    as(people.writer, (tx) => moveNotice(tx, people.writer, "begin", { id, version: null }, null)),
  ).rejects.toMatchObject({ status: 403 });
});

test("a notice whose moment came before a restore is named with whom it would reach, also before anybody is written down", async () => {
  const id = await ready(staffNotice());
  const { subject } = staffNotice();
  await as(people.writer, (tx) =>
    moveNotice(
      tx,
      people.writer,
      "schedule",
      { id, version: null, sendAt: "2099-01-01T08:00" },
      null,
    ),
  );
  await as(people.writer, (tx) =>
    tx.rows(sql`
      update mass_notice
      set send_at = clock_timestamp() - interval '1 hour'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  await holdClocks(t.ownerUrl, "2026-11-20T07:20:00.000Z");
  const [held] = (await readHolds(t.database.read(noScope))).filter(({ due }) => due > 0);
  expect(held).toMatchObject({
    kind: "notices",
    due: 1,
    people: 0,
    names: [expect.stringMatching(`^NTC-\\d{4}-\\d{5}: ${subject}$`)],
  });
  expect(await reachOfKind(t.app, "notices")).toBe(1);
  await answerHold(t.app, people.writer, "notices", "dropped");
  const after = await call(people.writer, "GET", `/mass-notices/${id}`);
  expect(after.body).toMatchObject({ status: "cancelled", recipients: 0 });
});
