import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Appointment } from "#kernel/appointment.ts";
import { newId } from "#kernel/ids.ts";
import { instant } from "#kernel/time.ts";
import type { App } from "../app.ts";
import { identityDb, type IdentityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { faultCounts } from "../faults.ts";
import { lookedAtFiles } from "../files/looked-at.ts";
import { recordFile } from "../files/stored-file.ts";
import { buildApp } from "../http/app.ts";
import { listQuery } from "../http/list.ts";
import { runList } from "../http/list-page.ts";
import { noteScannerAnswer } from "../operation/scanner.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { standInClamd, type StandInClamd } from "../testing/clamd.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { standInSmtp, type StandInSmtp } from "../testing/smtp.ts";
import { defineLetter } from "./letter-kinds.ts";
import type { Letter, Paper } from "./letter.model.ts";
import { queueMail } from "./mail.ts";
import { mailList } from "./mail-list.ts";
import { makeAwaitedPapers, paperMakers } from "./paper-makers.ts";
import { sendDueMail } from "./send-mail.ts";

let t: TestDatabase;
let db: IdentityDb;
let house: App;
let http: FastifyInstance;
let smtp: StandInSmtp;
let scanner: StandInClamd;
let owner: pg.Client;
let buyer: Actor;
let stranger: Actor;
let made: () => Buffer = () => Buffer.from("%PDF-1.7 made");
paperMakers.of({ name: "test", make: async () => made() }).add();

beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  [smtp, scanner] = await Promise.all([standInSmtp(), standInClamd()]);
  const folder = join(t.app.config.LEVEE_DATA_DIR, "files");
  house = {
    ...t.app,
    config: { ...t.app.config, LEVEE_SMTP_URL: smtp.url },
    files: lookedAtFiles(folder, t.database, scanner.address),
  };
  buyer = (await makeMembers(t.database, await makeAgency(t.database), { buyer: {} })).buyer;
  stranger = (await makeMembers(t.database, await makeAgency(t.database), { other: {} })).other;
  http = await buildApp({
    ...house,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => null as never,
  });
});
beforeEach(async () => {
  smtp.anew();
  scanner.be("well");
  noteScannerAnswer();
  made = () => Buffer.from("%PDF-1.7 made");
  await db.rows(sql`delete from mail`);
  await owner.query("delete from mail_paper");
});
afterAll(async () => {
  await owner.end();
  await http.close();
  await Promise.all([smtp.close(), scanner.close()]);
  await t.drop();
});

const settings = () => ({
  smtpUrl: smtp.url,
  demo: false,
  from: "Levee <no-reply@levee.test>",
  origin: "https://levee.test",
  agencyOf: async () => ({ name: "Ash County", timeZone: "America/Chicago" }),
});
const send = () => sendDueMail(house, settings());
const now = () => db.rows(sql`update mail set next_attempt_at = clock_timestamp()`);
const later = (minutes: number) =>
  db.rows(sql`
    update mail
    set
      created_at = created_at - make_interval(mins => ${minutes}),
      next_attempt_at = clock_timestamp()
  `);
const file = async (
  content: string | Buffer,
  { of = buyer, name = "terms.txt", sealed = false } = {},
) => {
  const stored = await house.files.put(
    Readable.from([Buffer.from(content)]),
    undefined,
    sealed ? "sealed" : "own",
  );
  const fileId = await t.database.transaction(of, (tx) =>
    recordFile(tx, { ...stored, orgId: of.orgId!, name }),
  );
  return { fileId, sha256: stored.sha256 };
};
const words = defineLetter({
  kind: "test_papers",
  why: "You get this letter because {agency} tests it.",
  write: (subject: string) => ({
    subject,
    paragraphs: ["We order from you."],
    link: { label: "Read the order", href: "/orders/acknowledge?token=x" },
  }),
  sample: "Our order",
});
type More = Partial<Omit<Letter, "kind">>;
const letter = ({ subject = "Our order", ...over }: More = {}): Letter => ({
  ...words(subject),
  to: "vendor@ash.test",
  orgId: buyer.orgId,
  ...over,
});
const queue = (over: More, of = buyer) =>
  t.database.transaction(of, (tx) => queueMail(tx, letter({ orgId: of.orgId, ...over })));
const attached = (message: string) =>
  [...message.matchAll(/Content-Disposition: attachment; filename="?([^"\r\n]+)/g)].map(
    (m) => m[1],
  );
const linksIn = (message: string) => [
  ...new Set(
    [...message.matchAll(/https:\/\/levee\.test(\/api\/v1\/public\/letter-papers\/[\w-]+)/g)].map(
      (m) => m[1]!,
    ),
  ),
];
const row = () =>
  db.one<{ sentAt: string | null; attempts: number; deliveryNote: string | null }>(
    sql`select sent_at, attempts, delivery_note from mail`,
  );
const asPage = { accept: "text/html" };

test("papers of up to 10 MB go out with the letter, larger ones as links of their own that expire", async () => {
  const [small, large] = [
    await file("Terms of payment"),
    await file(Buffer.alloc(10_485_760, "a")),
  ];
  await queue({ papers: [{ fileId: small.fileId }], replyTo: "buyer@county.test" });
  expect(await send()).toBe(1);
  expect(attached(smtp.taken()[0]!)).toEqual(["terms.txt"]);
  expect(smtp.taken()[0]).toContain("Terms of payment");
  expect(smtp.taken()[0]).toMatch(/^Reply-To: buyer@county\.test\r$/m);
  expect(smtp.taken()[0]).toContain("With this letter: terms.txt");

  await queue({ papers: [{ fileId: small.fileId }, { fileId: large.fileId }] });
  await send();
  const message = smtp.taken()[1]!;
  expect(attached(message)).toEqual([]);
  const links = linksIn(message);
  expect(links).toHaveLength(2);
  expect(message).toContain("The link is good until");
  const read = await http.inject({ url: links[0]! });
  expect([read.statusCode, read.body]).toEqual([200, "Terms of payment"]);
  expect(read.headers["content-disposition"]).toContain("attachment");
  const secrets = await db.rows<{ row: string }>(sql`select l::text as row from mail_paper_link l`);
  expect(JSON.stringify(secrets)).not.toContain(links[0]!.split("/").at(-1));
  expect((await http.inject({ url: `${links[0]!.slice(0, -4)}AAAA` })).statusCode).toBe(404);

  await owner.query("update mail_paper_link set expires_at = clock_timestamp()");
  const expired = await http.inject({ url: links[0]!, headers: asPage });
  expect(expired.statusCode).toBe(410);
  expect(expired.body).toContain("This link has expired. Ask who sent the letter for the paper.");
  expect((await http.inject({ url: links[0]! })).json()).toMatchObject({
    code: "paper_link_expired",
  });
});

test("a file of another agency is refused, also where the letter says so", async () => {
  const theirs = await file("Not yours", { of: stranger });
  await expect(queue({ papers: [{ fileId: theirs.fileId }] })).rejects.toThrow("No such file.");
  await expect(
    t.database.transaction(buyer, (tx) =>
      queueMail(tx, letter({ orgId: stranger.orgId, papers: [{ fileId: theirs.fileId }] })),
    ),
  ).rejects.toThrow(/row-level security|No such file/);
  expect(await db.rows(sql`select id from mail`)).toEqual([]);
});

test("an infected file is neither sent nor linked; one that waits for the scanner is waited for", async () => {
  const [bad, waiting] = [await file("Bad"), await file("Waits")];
  const look = (sha256: string, state: string, signature: string | null) =>
    t.database.transaction(buyer, (tx) =>
      tx.rows(sql`
        insert into file_look (sha256, state, signature)
        values (${sha256}, ${state}, ${signature})
        on conflict (sha256)
        do update set state = excluded.state, signature = excluded.signature
      `),
    );
  await look(bad.sha256, "infected", "Levee.Test");
  await look(waiting.sha256, "waiting", null);
  await queue({ papers: [{ fileId: bad.fileId }] });
  await send();
  expect(attached(smtp.taken()[0]!)).toEqual([]);
  expect(linksIn(smtp.taken()[0]!)).toEqual([]);
  expect(smtp.taken()[0]).toContain("was refused by the virus scanner and is not sent");

  await db.rows(sql`delete from mail`);
  await queue({ papers: [{ fileId: waiting.fileId }] });
  expect(await send()).toBe(0);
  await look(waiting.sha256, "clean", null);
  await now();
  expect(await send()).toBe(1);
  expect(attached(smtp.taken()[1]!)).toEqual(["terms.txt"]);

  await db.rows(sql`delete from mail`);
  await look(waiting.sha256, "waiting", null);
  await queue({ papers: [{ fileId: waiting.fileId }] });
  await later(6);
  expect(await send()).toBe(1);
  expect(smtp.taken()[2]).toContain("is still being looked at by the virus scanner");

  // A link that was given out before the scanner spoke gives nothing either.
  await db.rows(sql`delete from mail`);
  const late = await file("Clean at first");
  await queue({ papers: [{ fileId: late.fileId }] });
  await db.rows(sql`update mail set links_only = true`);
  await send();
  await look(late.sha256, "infected", "Levee.Test");
  const refused = await http.inject({ url: linksIn(smtp.taken()[3]!)[0]!, headers: asPage });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain("This file was refused");
});

test("a lost file leaves the letter going, which says so, and the operator hears of it", async () => {
  const lost = await file("Lost");
  const folder = join(t.app.config.LEVEE_DATA_DIR, "files");
  await rm(join(folder, lost.sha256.slice(0, 2), lost.sha256));
  const faults = () => new Map(faultCounts()).get("file_missing") ?? 0;
  const before = faults();
  await queue({ papers: [{ fileId: lost.fileId }] });
  expect(await send()).toBe(1);
  expect(smtp.taken()[0]).toContain("The paper terms.txt is missing on our server");
  expect(faults()).toBe(before + 1);
});

test("a mail server that refuses the papers keeps the letter: it goes on with links, and the entry says so", async () => {
  const paper = await file("Refused here");
  smtp.answer((message) => (attached(message).length > 0 ? 552 : null));
  await queue({ papers: [{ fileId: paper.fileId }] });
  expect(await send()).toBe(1);
  expect(attached(smtp.taken()[0]!)).toEqual([]);
  expect((await http.inject({ url: linksIn(smtp.taken()[0]!)[0]! })).body).toBe("Refused here");
  expect(await row()).toMatchObject({ attempts: 2 });
  expect((await row()).deliveryNote).toMatch(/^The mail server refused the papers \(.*552.*\)\./);

  const listed = async (of: Actor) =>
    (
      await runList<{ state: string; note: string | null }>(
        t.database.read(of),
        of,
        mailList,
        listQuery(mailList).parse({}) as never,
      )
    ).items;
  expect(await listed(buyer)).toMatchObject([
    { state: "links", subject: "Our order", note: expect.stringContaining("refused the papers") },
  ]);
  expect(JSON.stringify(await listed(buyer))).not.toContain("token=");
  expect(await listed(stranger)).toEqual([]);
  await db.rows(
    sql`
      update mail
      set kind = 'solicitation', delivery_note = null, last_error = '<vendor@ash.test>'
    `,
  );
  expect(JSON.stringify(await listed(buyer))).not.toContain("vendor@ash.test");

  await db.rows(sql`delete from mail`);
  smtp.answer(() => 554);
  await queue({ papers: [{ fileId: paper.fileId }] });
  expect(await send()).toBe(0);
  expect(await row()).toMatchObject({ sentAt: null, attempts: 2 });
});

test("a kill between the mail server's answer and the commit sends that one letter again, under its Message-ID; no other", async () => {
  for (const n of [1, 2, 3]) await queue({ subject: `Letter ${n}` });
  smtp.answer(async (message) => {
    if (message.includes("Subject: Letter 3"))
      await owner.query(`
        select pg_terminate_backend(pid, 5000)
        from pg_locks
        where relation = 'mail'::regclass
          and database = (select oid from pg_database where datname = current_database())
          and pid <> pg_backend_pid()
      `);
    return null;
  });
  await expect(send()).rejects.toThrow();
  smtp.answer(() => null);
  expect(await send()).toBe(1);
  const of = (name: string) =>
    smtp.taken().map((message) => new RegExp(`^${name}: (.*)\\r$`, "m").exec(message)![1]);
  expect(of("Subject")).toEqual(["Letter 1", "Letter 2", "Letter 3", "Letter 3"]);
  expect(new Set(of("Message-ID")).size).toBe(3);
});

test("a letter waits for a paper that is made, some minutes at most; then it goes with a link that has it later", async () => {
  const awaited: Paper[] = [{ maker: "test", of: newId(), name: "order.pdf" }];
  await queue({ papers: awaited });
  expect(await send()).toBe(0);
  expect(await makeAwaitedPapers(house)).toBe(1);
  await now();
  expect(await send()).toBe(1);
  expect(attached(smtp.taken()[0]!)).toEqual(["order.pdf"]);

  await queue({ papers: awaited });
  await later(6);
  expect(await send()).toBe(1);
  expect(smtp.taken()[1]).toContain("order.pdf is still being made");
  const link = linksIn(smtp.taken()[1]!)[0]!;
  expect((await http.inject({ url: link, headers: asPage })).statusCode).toBe(503);
  expect(await makeAwaitedPapers(house)).toBe(1);
  expect((await http.inject({ url: link })).body).toBe("%PDF-1.7 made");

  made = () => {
    throw new Error("the browser fell over");
  };
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await queue({ papers: awaited });
  for (let n = 0; n < 3; n++) {
    await db.rows(sql`update mail_paper set due_at = clock_timestamp() where state = 'awaited'`);
    expect(await makeAwaitedPapers(house)).toBe(0);
  }
  said.mockRestore();
  expect(await send()).toBe(1);
  expect(smtp.taken()[2]).toContain("The paper order.pdf could not be made");
});

const meeting: Appointment = {
  uid: "meeting-1",
  sequence: 0,
  at: instant("2026-12-01T15:00:00Z"),
  minutes: 60,
  title: "Pre-bid meeting",
  description: "Come",
  url: "/opportunities/1",
  cancelled: false,
};

test("an invitation is changed and cancelled under the same number of the appointment", async () => {
  for (const invitation of [
    meeting,
    { ...meeting, sequence: 1, at: instant("2026-12-02T15:00:00Z") },
    { ...meeting, sequence: 2, cancelled: true },
  ])
    await queue({ invitation, replyTo: "buyer@county.test" });
  expect(await send()).toBe(3);
  const methods = ["REQUEST", "REQUEST", "CANCEL"];
  for (const [at, message] of smtp.taken().entries()) {
    expect(message).toMatch(new RegExp(`Content-Type: text/calendar;[^]*method=${methods[at]}`));
    const calendar = /BEGIN:VCALENDAR[^]*?END:VCALENDAR/.exec(message)![0];
    expect(calendar).toContain(`METHOD:${methods[at]}\r\n`);
    expect(calendar).toContain("UID:meeting-1@levee\r\n");
    expect(calendar).toContain(`SEQUENCE:${at}\r\n`);
    expect(calendar).toContain("ORGANIZER:mailto:buyer@county.test\r\n");
    expect(calendar).toContain("URL:https://levee.test/opportunities/1\r\n");
  }
});

test("notices carry the headers of a list, other letters do not; nothing that is typed adds a header", async () => {
  await db.rows(sql`
    update person
    set preferences = '{"mailNotices": true}'
    where id = ${buyer.personId}
  `);
  await t.database.transaction(buyer, async (tx) =>
    notify(tx, [buyer.personId!], {
      kind: "test.told",
      title: "Decide",
      link: "/approvals",
      answersTo: buyer.personId,
    }),
  );
  expect(await send()).toBe(1);
  expect(smtp.taken()[0]).toContain("List-ID: <notices.levee.test>");
  expect(smtp.taken()[0]).toContain(
    "List-Unsubscribe: <https://levee.test/settings?tab=notifications>",
  );
  expect(smtp.taken()[0]).toContain("Auto-Submitted: auto-generated");
  expect(smtp.taken()[0]).toContain(`Reply-To: ${buyer.email}`);

  const paper = await file("x", { name: 'a"\r\nBcc: everyone@county.test\r\n.txt' });
  await queue({
    subject: "Hello\r\nBcc: everyone@county.test",
    papers: [{ fileId: paper.fileId }],
  });
  await expect(queue({ replyTo: "a@b.test\r\nBcc: everyone@county.test" })).rejects.toThrow(
    "no e-mail address",
  );
  await expect(queue({ replyTo: "a@b.test, c@d.test" })).rejects.toThrow("no e-mail address");
  expect(await send()).toBe(1);
  expect(smtp.taken()[1]).not.toMatch(/^Bcc:/m);
  expect(smtp.taken()[1]).not.toContain("List-ID");
});

test("however many ask for letters to go out, one round of an instance sends them, and leaves connections to others", async () => {
  let now = 0;
  let most = 0;
  smtp.answer(async () => {
    most = Math.max(most, ++now);
    await new Promise((done) => setTimeout(done, 20));
    now--;
    return null;
  });
  for (let n = 0; n < 6; n++) {
    await queue({ subject: `Letter ${n}` });
    kickMail(house);
    kickMail(house);
  }
  await vi.waitFor(() => expect(smtp.taken()).toHaveLength(6), { timeout: 5000 });
  expect(most).toBe(1);
});
