import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { standInSmtp, type StandInSmtp } from "../testing/smtp.ts";
import { defineLetter } from "./letter-kinds.ts";
import { demoInbox, type InboxReader, queueMail } from "./mail.ts";
import { type MailSettings, sendDueMail } from "./send-mail.ts";

let t: TestDatabase;
let db: IdentityDb;
let smtp: StandInSmtp;
let url: string;
const send = (settings: MailSettings) => sendDueMail(t.app, settings);
const settings = (smtpUrl: string | undefined, demo = false) => ({
  smtpUrl,
  demo,
  from: "Levee <no-reply@levee.test>",
  origin: "https://levee.test",
  agencyOf: async () => ({ name: "Ash County", timeZone: "America/Chicago" }),
});

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  smtp = await standInSmtp();
  url = smtp.url;
});
afterAll(async () => {
  await smtp.close();
  await t.drop();
});
beforeEach(async () => {
  smtp.anew();
  await db.rows(sql`delete from mail`);
});

const words = defineLetter({
  kind: "test",
  why: "You get this letter because it is tested.",
  write: (subject: string) => ({
    subject,
    paragraphs: ["First.", "Second."],
    link: { label: "Open it", href: "/notifications" },
  }),
  sample: "Hello",
});
const letter = (subject = "Hello") => ({ ...words(subject), to: "clerk@county.test" });
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
  expect(await send(settings(url))).toBe(1);
  expect(smtp.taken()).toHaveLength(1);
  expect(smtp.taken()[0]).toContain("https://levee.test/notifications");
  expect(smtp.taken()[0]).toMatch(/multipart\/alternative/);
  expect(smtp.taken()[0]).toMatch(/text\/plain[\s\S]*First\.[\s\S]*text\/html[\s\S]*>Open it<\/a>/);
  expect(smtp.taken()[0]).toContain("To: clerk@county.test");
  expect(await send(settings(url))).toBe(0);
});

test("two instances sending at once send each letter once", async () => {
  for (let i = 0; i < 15; i++) await queueMail(db, letter(`Letter ${i}`));
  await Promise.all([send(settings(url)), send(settings(url)), send(settings(url))]);
  await send(settings(url));
  expect(smtp.taken()).toHaveLength(15);
  expect(new Set(smtp.taken().map((text) => /^Subject: (.*)\r$/m.exec(text)![1])).size).toBe(15);
});

test("a refused letter waits longer each time and is given up after eight tries", async () => {
  smtp.answer(() => 451);
  await queueMail(db, letter());
  expect(await send(settings(url))).toBe(0);
  expect(await send(settings(url))).toBe(0);
  expect(await states()).toMatchObject([{ sentAt: null, failedAt: null, attempts: 1 }]);
  for (let i = 0; i < 7; i++) {
    await db.rows(sql`update mail set next_attempt_at = clock_timestamp()`);
    await send(settings(url));
  }
  expect(await states()).toMatchObject([{ sentAt: null, attempts: 8 }]);
  expect((await states())[0]!.failedAt).not.toBeNull();
});

test("without a mail server letters wait; in demo mode they lie in the inbox of the app", async () => {
  await queueMail(db, letter());
  expect(await send(settings(undefined))).toBe(0);
  expect(await states()).toMatchObject([{ sentAt: null }]);
  expect(await send(settings(undefined, true))).toBe(1);
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
  await send(settings(url));
  expect(smtp.taken()[0]).not.toMatch(/^Bcc:/m);
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
