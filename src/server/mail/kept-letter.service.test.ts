// What somebody outside keeps: the letter says so, its link opens it again with what was enclosed, and no
// other text opens anything.
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sql } from "../db/sql.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { defineLetter, keptOfKind, letterKinds } from "./letter-kinds.ts";
import { keptSentences } from "./kept-letter.ts";
import { queueMail } from "./mail.ts";
import { paperMakers } from "./paper-makers.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let admin: Actor;

const define = (kind: string, keep?: "decision") =>
  defineLetter({
    kind,
    ...(keep && { keep }),
    why: "You get this letter because of a test.",
    write: ({ text }: { text: string }) => ({
      subject: "Permit PER-1 is granted",
      paragraphs: [text],
      link: null,
    }),
    sample: { text: "It is granted." },
  });
const decided = define("test_decision", "decision");
const passing = define("test_passing");
const made: string[] = [];
paperMakers
  .of({
    name: "test_package",
    make: async (_app, _org, of) => {
      made.push(of);
      return Buffer.from(`package of ${of}`);
    },
  })
  .add();

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const linkOf = async (id: string) => {
  const { bodyText } = await identityDb(t.database).one<{ bodyText: string }>(
    sql`select body_text from mail where id = ${id}`,
  );
  return /\{origin\}(\/api\/v1\/public\/kept-letters\/\S+)/.exec(bodyText)?.[1] ?? null;
};
const open = (url: string) => server.inject({ url, headers: { accept: "text/html" } });

test("a letter that ends somebody's process opens again by its link, with its papers", async () => {
  const file = Buffer.from("%PDF-1.7 the signed decision");
  const of = newId();
  const id = await t.database.transaction(admin, async (tx) => {
    const stored = await t.app.files.put(Readable.from([file]), undefined, "own");
    const fileId = await recordFile(tx, { ...stored, orgId: agency.orgId, name: "decision.pdf" });
    return queueMail(tx, {
      ...decided({ text: "It is granted until March." }),
      to: "ola@example.org",
      orgId: agency.orgId,
      papers: [{ fileId }, { maker: "test_package", of, name: "package.txt" }],
    });
  });
  const link = (await linkOf(id))!;
  const page = await open(link);
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ "referrer-policy": "no-referrer" });
  for (const text of ["Permit PER-1 is granted", "until March", "ola@example.org", "decision.pdf"])
    expect(page.body).toContain(text);
  expect((await open(`${link}/papers/0`)).rawPayload).toEqual(file);
  // Without a mail server nobody has made it yet: it is made when it is asked for, once.
  expect((await open(`${link}/papers/1`)).body).toBe(`package of ${of}`);
  expect((await open(`${link}/papers/1`)).statusCode).toBe(200);
  expect(made).toEqual([of]);
  const none = await open(`${link}/papers/7`);
  expect(none.statusCode).toBe(404);
  expect(none.body).toContain("This link does not work");
});

test("no other text opens a letter, nor a letter that nobody is to keep", async () => {
  const id = await t.database.transaction(admin, (tx) =>
    queueMail(tx, { ...passing({ text: "x" }), to: "ola@example.org", orgId: agency.orgId }),
  );
  expect(await linkOf(id)).toBeNull();
  expect(keptSentences("test_passing", agency.orgId, id)).toEqual([]);
  // The token of a letter of another kind, as if somebody had made it.
  const [sentence] = keptSentences("test_decision", agency.orgId, id);
  const link = /\{origin\}(\S+)$/.exec(sentence!)![1]!;
  expect((await open(link)).statusCode).toBe(404);
  const wrong = link.slice(0, -2) + (link.endsWith("AA") ? "BB" : "AA");
  expect((await open(wrong)).statusCode).toBe(404);
  const failed = await t.database.transaction(admin, async (tx) => {
    const letter = await queueMail(tx, {
      ...decided({ text: "x" }),
      to: "ola@example.org",
      orgId: agency.orgId,
      papers: [{ maker: "nobody", of: newId(), name: "a.pdf" }],
    });
    return letter;
  });
  const awaited = await server.inject({ url: `${(await linkOf(failed))!}/papers/0` });
  expect(awaited.json()).toMatchObject({ status: 503, code: "paper_awaited" });
  await t.database.transaction(admin, (tx) =>
    tx.rows(sql`
      update mail_paper
      set state = 'failed', due_at = null
      where org_id = ${agency.orgId} and mail_id = ${failed}
    `),
  );
  expect((await open(`${(await linkOf(failed))!}/papers/0`)).body).toContain(
    "This paper could not be made. Ask the agency.",
  );
});

// Every process of somebody outside, and the letter that it ends with.
const processes: Readonly<Record<string, string>> = {
  "a payment to a vendor": "remittance",
  "a payment that was stopped": "payment_stopped",
  "a protest against an award": "protest",
  "a bid that was evaluated": "award_notice",
  "a form or permit that was filled in": "formSubmission",
  "an application for grant money": "programApplication",
  "a subaward": "subawardExecuted",
  "a cost of a subrecipient that is questioned": "subawardNews",
  "a claim under a contract": "claim",
  "a change of a contract": "changeOrder",
  "a registration as a vendor": "vendor_registration",
  "a purchase order": "purchase_order",
  "a change that a vendor asked for": "order_change_answer",
  "an answer of a designer outside": "designerAnswer",
  "a report of a resident": "service_answer",
};

test("every process of somebody outside ends with a letter that they keep", async () => {
  await import("#areas.server.ts");
  for (const [process, kind] of Object.entries(processes))
    expect(keptOfKind(kind), process).not.toBeNull();
  // A sealed bid's receipt is of no agency and opens in the portal; a signed document by its code.
  const kinds = letterKinds().map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["bid_receipt", "signature_copy"]));
});
