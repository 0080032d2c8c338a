import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { signAccessToken } from "#areas/identity/token.service.ts";
import type { Tx } from "#server/db/db.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { hostAgency } from "./host.service.ts";
import { bookDemo } from "./inquiry/inquiry.service.ts";
import { addToRequest } from "./service/addition.service.ts";
import { report } from "./service/service.service.ts";
import { addReopenRule, createType } from "./service/type.service.ts";
import { calendarOf } from "#kernel/appointment.ts";
import { instant } from "#kernel/time.ts";
import { slotsFrom } from "./inquiry/slots.model.ts";

let t: TestDatabase;
let server: FastifyInstance;
let db: IdentityDb;
let host: Agency;
let people: { admin: Actor; user: Actor };
let other: { admin: Actor };

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  expect(await refusalOf(hostAgency(t.app))).toBe(
    "not_open_yet: This installation has no agency yet, so nobody would read it. Come back later.",
  );
  host = await makeAgency(t.database);
  people = await makeMembers(t.database, host, { admin: { role: "admin" }, user: {} });
  const second = await makeAgency(t.database);
  other = await makeMembers(t.database, second, { admin: { role: "admin" } });
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

beforeEach(() => db.rows(sql`delete from rate_limit`));

const send = async (path: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await server.inject({ method: "POST", url: path, payload, headers });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json() as Record<string, unknown>,
  };
};
const tokenOf = async (who: Actor) => {
  const id = newId();
  await db.rows(sql`
    insert into session (id, person_id, active_org_id, assurance, address, user_agent, expires_at)
    values (
      ${id}, ${who.personId}, ${who.orgId}, 'password', '', '',
      clock_timestamp() + interval '1 hour'
    )
  `);
  return { authorization: `Bearer ${await signAccessToken(who.personId!, id)}` };
};
const read = async (path: string, who: Actor) =>
  (await server.inject({ method: "GET", url: path, headers: await tokenOf(who) })).json() as {
    items: { email: string; status: string; id: string; version: number }[];
    total: number;
  };
const letters = (to: string) =>
  db.rows<{ kind: string; bodyText: string }>(
    sql`select kind, body_text from mail where to_address = ${to} order by created_at, id`,
  );
test("what is asked of citizens' services is said at its field", async () => {
  const { admin, user } = people;
  const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(admin, work);
  const at = await hostAgency(t.app);
  const unknown = { serviceCode: "no-such-service", attributes: {} };
  expect(await refusalOf(as((tx) => report(tx, admin, at, unknown as never)))).toBe(
    "unknown_service: Choose what it is about from the list.",
  );
  const add = (over: object) =>
    refusalOf(
      as((tx) =>
        addToRequest(tx, admin, at, {
          key: "k".repeat(32),
          words: "",
          reopen: false,
          photoId: null,
          ...over,
        } as never),
      ),
    );
  expect(await add({})).toContain("Write a few words, or choose a photo.");
  expect(await add({ reopen: true, words: "No" })).toContain(
    "Say in a few words what is still wrong.",
  );
  const kind = { code: "POTHOLE", name: "Pothole", expectedDays: 5, stewardId: user.personId };
  expect(await refusalOf(as((tx) => createType(tx, admin, kind as never)))).toContain(
    "Choose somebody who may answer service requests.",
  );
  const rule = { fromDay: agencyDay(-1), days: 30 };
  expect(await refusalOf(as((tx) => addReopenRule(tx, admin, rule)))).toContain(
    "This day is over. Letters promised what held then.",
  );
  const slot = { ...person("a@b.test"), slotAt: "2020-01-01T00:00:00Z", timeZone: "UTC" };
  expect(await refusalOf(as((tx) => bookDemo(tx, admin, at, slot as never)))).toBe(
    "slot_unknown: This time is not offered. Choose one from the list.",
  );
});

const person = (email: string) => ({ name: "Maya Okafor", email, organization: "Cane County" });

test("the waiting list takes an address once, confirms by mail, and only the host's administrator reads it", async () => {
  for (let i = 0; i < 2; i++)
    expect(await send("/api/v1/public/waitlist", person("Maya@Cane.test "))).toMatchObject({
      status: 200,
      body: { message: "You are on the list. We wrote to you to confirm it." },
    });
  expect((await letters("maya@cane.test")).map((letter) => letter.kind)).toEqual(["waitlist"]);
  expect(
    (await read("/api/v1/inquiries?kind=waitlist", people.admin)).items.map((row) => row.email),
  ).toEqual(["maya@cane.test"]);
  expect((await read("/api/v1/inquiries?kind=waitlist", other.admin)).items).toEqual([]);
  expect(
    (
      await server.inject({
        method: "GET",
        url: "/api/v1/inquiries",
        headers: await tokenOf(people.user),
      })
    ).statusCode,
  ).toBe(403);
});

test("a filled-in hidden field is answered as if it had worked and stores nothing; bad values name their fields", async () => {
  expect(
    (
      await send("/api/v1/public/messages", {
        ...person("bot@spam.test"),
        message: "Buy",
        website: "http://spam.test",
      })
    ).status,
  ).toBe(200);
  expect(await letters("bot@spam.test")).toEqual([]);
  const refused = await send("/api/v1/public/messages", { name: "", email: "nobody", message: "" });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: expect.arrayContaining([
        { path: "email", message: "Invalid email address" },
        { path: "name", message: "Enter your name" },
        { path: "message", message: "Enter your message" },
      ]),
    },
  });
  expect(
    (
      await send("/api/v1/public/messages", {
        ...person("x@y.test"),
        message: "m",
        status: "done",
        org_id: other.admin.orgId,
      })
    ).status,
  ).toBe(422);
});

test("a plain form without script is stored and leads on; other addresses do not take one", async () => {
  const plain = (url: string, text: string) =>
    server.inject({
      method: "POST",
      url,
      payload: text,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const answer = await plain(
    "/api/v1/public/messages",
    "name=Ann&email=ann%40people.test&topic=support&message=Hello&website=",
  );
  expect([answer.statusCode, answer.headers["location"]]).toEqual([303, "/thank-you"]);
  expect(
    (await plain("/api/v1/public/messages", "name=Ann&email=bad&message=Hello")).body,
  ).toContain("Invalid email address");
  expect((await plain("/auth/v1/sign-up", "email=a")).statusCode).toBe(415);
});

test("twenty people want the same half hour: one gets it; cancelled, it is free again", async () => {
  const slots = async () =>
    (
      (await server.inject({ method: "GET", url: "/api/v1/public/demo-slots" })).json() as {
        items: string[];
      }
    ).items;
  const [slot] = await slots();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      send("/api/v1/public/demo-bookings", {
        ...person(`p${i}@people.test`),
        slotAt: slot,
        timeZone: "America/Denver",
      }),
    ),
  );
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  expect(answers.filter((a) => a.status === 409 && a.body["code"] === "slot_taken")).toHaveLength(
    19,
  );
  expect(await slots()).not.toContain(slot);
  const winner = `p${answers.findIndex((a) => a.status === 200)}@people.test`;
  const [letter] = await letters(winner);
  const token = /demo-bookings\/([\w-]+)\/calendar/.exec(letter!.bodyText)![1]!;
  expect(answers.find((a) => a.status === 200)!.body["take"]).toEqual({
    label: "Put it into your calendar (.ics)",
    href: `/api/v1/public/demo-bookings/${token}/calendar`,
  });
  const calendar = await server.inject({
    method: "GET",
    url: `/api/v1/public/demo-bookings/${token}/calendar`,
  });
  expect(calendar.headers["content-type"]).toContain("text/calendar");
  expect(calendar.body).toContain(`DTSTART:${slot!.replace(/[-:]|\.\d{3}/g, "")}`);
  expect(
    (
      await server.inject({
        method: "POST",
        url: `/api/v1/public/demo-bookings/${"x".repeat(32)}/cancel`,
      })
    ).statusCode,
  ).toBe(404);
  expect(
    (await server.inject({ method: "POST", url: `/api/v1/public/demo-bookings/${token}/cancel` }))
      .statusCode,
  ).toBe(200);
  expect(await slots()).toContain(slot);
  const invitations = await db.rows<{ kind: string; appointment: { uid: string } }>(
    sql`select kind, appointment from mail where to_address = ${winner} order by created_at`,
  );
  expect(invitations).toMatchObject([
    { kind: "demo_booked", appointment: { sequence: 0, cancelled: false } },
    { kind: "demo_cancelled", appointment: { sequence: 1, cancelled: true } },
  ]);
  expect(invitations[0]!.appointment.uid).toBe(invitations[1]!.appointment.uid);
  expect(
    (await send("/api/v1/public/demo-bookings", { ...person("z@people.test"), slotAt: slot }))
      .status,
  ).toBe(429); // the 21st form of this address
  await db.rows(sql`delete from rate_limit`);
  expect(
    (
      await send("/api/v1/public/demo-bookings", {
        ...person("z@people.test"),
        slotAt: "2020-01-01T09:00:00Z",
      })
    ).body,
  ).toMatchObject({ errors: [{ path: "slotAt" }] });
});

test("a wish is seen once it is published; a visitor votes once, however often they press", async () => {
  expect(
    (
      await send("/api/v1/public/feature-requests", {
        title: "Dark printouts",
        email: "wish@people.test",
      })
    ).status,
  ).toBe(200);
  const shown = async () =>
    (
      (await server.inject({ method: "GET", url: "/api/v1/public/feature-requests" })).json() as {
        items: { id: string; votes: number }[];
      }
    ).items;
  expect(await shown()).toEqual([]);
  const [wish] = (await read("/api/v1/feature-requests", people.admin)).items;
  expect((await send(`/api/v1/public/feature-requests/${wish!.id}/vote`, {})).status).toBe(404);
  await send(
    `/api/v1/feature-requests/${wish!.id}/actions/publish`,
    {},
    { ...(await tokenOf(people.admin)), "if-match": `"${wish!.version}"` },
  );
  const first = await send(`/api/v1/public/feature-requests/${wish!.id}/vote`, {});
  const cookie = String(first.headers["set-cookie"]).split(";")[0]!;
  for (let i = 0; i < 3; i++)
    expect(
      (await send(`/api/v1/public/feature-requests/${wish!.id}/vote`, {}, { cookie })).body,
    ).toEqual({ votes: 1, voted: true });
  await Promise.all(
    Array.from({ length: 10 }, () =>
      send(
        `/api/v1/public/feature-requests/${wish!.id}/vote`,
        {},
        { cookie: "levee_visitor=abcdefghijklmnopqrstuvwx" },
      ),
    ),
  );
  expect((await shown())[0]!.votes).toBe(2);
  expect(
    (await send(`/api/v1/public/feature-requests/${wish!.id}/vote`, { on: false }, { cookie }))
      .body,
  ).toEqual({ votes: 1, voted: false });
});

test("the bulletin begins and ends by the button that the letter's link opens, never by opening it", async () => {
  await send("/api/v1/public/bulletin", {
    email: "news@people.test",
    commodityPrefixes: "2123, 4233 2123",
  });
  const states = async () =>
    (await read("/api/v1/bulletin-subscribers", people.admin)).items as unknown as {
      state: string;
      commodityPrefixes: string[];
    }[];
  expect(await states()).toMatchObject([{ state: "asked", commodityPrefixes: ["2123", "4233"] }]);
  const token = /bulletin\/([\w-]{20,})/.exec(
    (await letters("news@people.test"))[0]!.bodyText,
  )![1]!;
  const url = `/api/v1/public/bulletin/${token}`;
  const page = await server.inject({ method: "GET", url });
  expect(page.body).toContain(`<form method="post" action="${url}"`);
  expect(page.headers["content-security-policy"]).toContain("form-action 'self'");
  expect(await states()).toMatchObject([{ state: "asked" }]);
  const press = (at: string, payload: string) =>
    server.inject({
      method: "POST",
      url: at,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload,
    });
  expect((await press(url, "")).statusCode).toBe(200);
  expect(await states()).toMatchObject([{ state: "confirmed" }]);
  // What letters of the time before say.
  expect((await server.inject({ method: "GET", url: `${url}?end=true` })).body).toContain(
    `<form method="post" action="${url}/end"`,
  );
  await server.inject({ method: "GET", url: `${url}/end` });
  expect(await states()).toMatchObject([{ state: "confirmed" }]);
  // RFC 8058: what a mail program sends.
  await press(`${url}/end`, "List-Unsubscribe=One-Click");
  expect(await states()).toMatchObject([{ state: "ended" }]);
  const nobody = await server.inject({
    method: "POST",
    url: `/api/v1/public/bulletin/${"x".repeat(32)}/end`,
    headers: { accept: "text/html" },
  });
  expect([nobody.statusCode, nobody.headers["content-type"]]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
});

test("feedback is the session's person's, whoever the body names; it goes to the host", async () => {
  const answer = await send(
    "/api/v1/user_feedback",
    {
      feedback_type: "bug",
      subject: "Button",
      message: "It does nothing",
      page_url: "/invoices",
      user_id: people.admin.personId,
    },
    await tokenOf(other.admin),
  );
  expect(answer.status).toBe(201);
  expect((await read("/api/v1/user_feedback", people.admin)).items).toMatchObject([
    { subject: "Button", person: other.admin.name },
  ]);
  expect((await send("/api/v1/user_feedback", { subject: "x", message: "y" })).status).toBe(401);
});

test("half hours are of working days in the host's zone, also across the end of daylight saving", () => {
  const slots = slotsFrom(Date.parse("2026-10-30T15:00:00Z"), "America/Chicago");
  expect(slots[0]).toBe("2026-11-02T15:00:00.000Z"); // Monday 9:00 in standard time: UTC-6
  expect(slots).toHaveLength(15 * 15);
  expect(slotsFrom(Date.parse("2026-07-01T15:00:00Z"), "America/Chicago")[0]).toBe(
    "2026-07-02T15:00:00.000Z",
  ); // a day ahead, not the morning
});

test("the calendar file folds long lines at 75 octets and escapes what RFC 5545 asks", () => {
  const text = calendarOf(
    {
      uid: "1",
      sequence: 0,
      at: instant("2026-11-02T15:00:00Z"),
      minutes: 30,
      title: "A, b; c",
      description: "ü".repeat(90),
      url: "https://x.test",
      cancelled: false,
    },
    { organizer: "a@x.test", attendee: "b@x.test" },
    "PUBLISH",
    0,
  );
  expect(text).toContain("SUMMARY:A\\, b\\; c\r\n");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain(`DESCRIPTION:${"ü".repeat(90)}`);
});
