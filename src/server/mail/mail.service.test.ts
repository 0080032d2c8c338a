import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SMTPServer } from "smtp-server";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { demoInbox, type InboxReader, queueMail, sendDueMail } from "./mail.ts";

let t: TestDatabase;
let db: IdentityDb;
let server: SMTPServer;
let url: string;
let received: string[] = [];
let refuse = false;
const settings = (smtpUrl: string | undefined, demo = false) => ({
  smtpUrl,
  demo,
  from: "Levee <no-reply@levee.test>",
  origin: "https://levee.test",
  agencyOf: async () => "Ash County",
});

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      stream.on("end", () => {
        if (refuse) return done(Object.assign(new Error("try later"), { responseCode: 451 }));
        received.push(text.replace(/=\r\n/g, "").replaceAll("=3D", "="));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await t.drop();
});
beforeEach(async () => {
  received = [];
  refuse = false;
  await db.rows(sql`delete from mail`);
});

const letter = (subject = "Hello") => ({
  kind: "test",
  to: "clerk@county.test",
  subject,
  paragraphs: ["First.", "Second."],
  link: { label: "Open it", href: "/notifications" },
});
const states = () =>
  db.rows<{ sentAt: string | null; failedAt: string | null; attempts: number }>(
    sql`select sent_at, failed_at, attempts from mail`,
  );

test("a letter goes out after its transaction commits, with a link of the configured origin; a rolled-back one never", async () => {
  await db.transaction((tx) => queueMail(tx, letter()));
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, letter("Never"));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await sendDueMail(db, settings(url))).toBe(1);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("https://levee.test/notifications");
  expect(received[0]).toMatch(/multipart\/alternative/);
  expect(received[0]).toMatch(/text\/plain[\s\S]*First\.[\s\S]*text\/html[\s\S]*>Open it<\/a>/);
  expect(received[0]).toContain("To: clerk@county.test");
  expect(await sendDueMail(db, settings(url))).toBe(0);
});

test("two instances sending at once send each letter once", async () => {
  for (let i = 0; i < 15; i++) await queueMail(db, letter(`Letter ${i}`));
  await Promise.all([
    sendDueMail(db, settings(url)),
    sendDueMail(db, settings(url)),
    sendDueMail(db, settings(url)),
  ]);
  await sendDueMail(db, settings(url));
  expect(received).toHaveLength(15);
  expect(new Set(received.map((text) => /^Subject: (.*)\r$/m.exec(text)![1])).size).toBe(15);
});

test("a refused letter waits longer each time and is given up after eight tries", async () => {
  refuse = true;
  await queueMail(db, letter());
  expect(await sendDueMail(db, settings(url))).toBe(0);
  expect(await sendDueMail(db, settings(url))).toBe(0);
  expect(await states()).toMatchObject([{ sentAt: null, failedAt: null, attempts: 1 }]);
  for (let i = 0; i < 7; i++) {
    await db.rows(sql`update mail set next_attempt_at = clock_timestamp()`);
    await sendDueMail(db, settings(url));
  }
  expect(await states()).toMatchObject([{ sentAt: null, attempts: 8 }]);
  expect((await states())[0]!.failedAt).not.toBeNull();
});

test("without a mail server letters wait; in demo mode they lie in the inbox of the app", async () => {
  await queueMail(db, letter());
  expect(await sendDueMail(db, settings(undefined))).toBe(0);
  expect(await states()).toMatchObject([{ sentAt: null }]);
  expect(await sendDueMail(db, settings(undefined, true))).toBe(1);
  const read = (reader: Partial<InboxReader>) =>
    demoInbox(db, { email: "", inboxKeyHash: null, orgId: null, ...reader }, "https://levee.test");
  expect(await read({ email: "clerk@county.test" })).toMatchObject([
    { subject: "Hello", link: "https://levee.test/notifications" },
  ]);
  for (const stranger of [
    {},
    { email: "other@county.test" },
    { orgId: newId() },
    { inboxKeyHash: "0".repeat(64) },
  ])
    expect(await read(stranger)).toEqual([]);
  await db.rows(sql`
    insert into person (id, email, display_name, inbox_key_hash)
    values (${newId()}, 'clerk@county.test', 'Clerk', ${"a".repeat(64)})
  `);
  expect(await read({ inboxKeyHash: "a".repeat(64) })).toHaveLength(1);
});

test("a subject cannot add headers, and the application may write letters but never read them", async () => {
  await queueMail(db, letter("Hello\r\nBcc: everyone@county.test"));
  await sendDueMail(db, settings(url));
  expect(received[0]).not.toMatch(/^Bcc:/m);
  const orgId = newId();
  const scope = { orgId, personId: newId() };
  await t.database.transaction(scope, (tx) => queueMail(tx, { ...letter(), orgId }));
  await expect(
    t.database.transaction(scope, (tx) => queueMail(tx, { ...letter(), orgId: newId() })),
  ).rejects.toThrow(/row-level security/);
  await expect(t.database.read(scope).rows(sql`select * from mail`)).rejects.toThrow(
    /permission denied/,
  );
});
