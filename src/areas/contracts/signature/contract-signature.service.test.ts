import { randomBytes, createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { PDFDocument } from "@cantoo/pdf-lib";
import { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymous, type Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { addAuthority, revokeAuthority } from "#areas/workflow/signature/authority.service.ts";
import { authorityInput } from "#areas/workflow/signature/authority.model.ts";
import { expireSignatures } from "#areas/workflow/signature/ending.service.ts";
import {
  declineByLink,
  documentByLink,
  lookAtLink,
  openWithCode,
  sendCode,
  signByLink,
} from "#areas/workflow/signature/link.service.ts";
import { signatureEndpoints } from "#areas/workflow/signature/signature.api.ts";
import { withParts } from "#areas/governance/audit/evidence.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { readAmendment } from "../amendment/amendment.read.service.ts";
import { createAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { lockRow } from "#server/db/rows.ts";
import { contract } from "../contracts.tables.ts";
import { backToDrafting } from "../contract/course.service.ts";
import { signContract } from "../contract/signing.service.ts";
import { signingAgency } from "#server/testing/contract-signing.ts";

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let t: TestDatabase;
let a: Awaited<ReturnType<typeof signingAgency>>;
let server: FastifyInstance;
let who: Record<string, Actor>;
beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  a = await signingAgency(t);
  who = { ...a.signers, vendor: a.vendorActor, author: a.people.author };
  server = await buildApp({
    ...t.app,
    endpoints: signatureEndpoints,
    principal: async (request) => who[request.headers["x-who"] as string] ?? anonymous,
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const ann = "ann@oakes.test";
const post = (url: string, payload: object, as = "") =>
  server.inject({ method: "POST", url: `/api/v1${url}`, payload, headers: { "x-who": as } });
const opened = async () => {
  const token = await a.tokenOf(ann);
  await sendCode(t.app, token);
  const { pass } = await openWithCode(t.app, token, await a.codeOf(ann));
  return { token, pass };
};
const fileOf = async (sha256: string) => buffer((await t.app.files.open(sha256)).stream);

test("both sides sign the exact bytes: the contract is in force, and the record's bundle proves the signed PDF offline", async () => {
  const sequencer = await startSequencer({ database: t.database, every: 10 });
  const id = await a.approved();
  const r = await a.ask(id);
  expect((await a.read(id)).status).toBe("out_for_signature");
  await expect(a.signAs(a.signers.chair, r.id, "0".repeat(64))).rejects.toMatchObject({
    code: "another_document",
    status: 409,
  });
  await a.signAs(a.signers.chair, r.id, r.sha256);
  const passed = await opened();
  const original = await fileOf((await documentByLink(t.app, passed)).sha256);
  expect(digest(original)).toBe(r.sha256);
  const drawn = { kind: "drawn", strokes: [[10, 10, 200, 90, 400, 20]] };
  const done = await signByLink(t.app, passed, "10.1.1.1", a.given(r.sha256, { mark: drawn }));
  expect(done.status).toBe("complete");
  const c = await a.read(id);
  expect(c).toMatchObject({
    status: "active",
    signings: [{ ourSigner: "chair", vendorSigner: "Ann Oakes" }],
  });
  const pdf = await fileOf(done.resultSha256!);
  expect(digest(pdf)).toBe(done.resultSha256);
  const read = await PDFDocument.load(pdf);
  expect(read.getPageCount()).toBeGreaterThan(1);
  const held = new Map(read.getAttachments().map((each) => [each.name, each.data]));
  expect(digest(held.get("original.pdf")!)).toBe(r.sha256);
  const said = JSON.parse(new TextDecoder().decode(held.get("certificate.json")));
  expect(said.signatures.map((s: { proof: string }) => s.proof)).toEqual([
    "proved_anew",
    "link_and_code",
  ]);
  expect(said.signatures[1].agreed[0].citation).toContain("15 U.S.C. 7001(c)");

  const db = t.database.read(a.signers.admin);
  const last = await db.one<{ id: string }>(sql`
    select id
    from audit_entry
    where org_id = ${a.agency.orgId}
    order by id desc
    limit 1
  `);
  await sequencer.waitForInclusion(a.agency.orgId, last.id);
  const lines: string[] = [];
  for await (const line of exportBundle(db, {
    agency: "Agency",
    objectIds: await withParts(db, [id]),
    files: [{ name: "signed.pdf", sha256: done.resultSha256! }],
  }))
    lines.push(`${line}\n`);
  await sequencer.stop();
  const folder = mkdtempSync(join(tmpdir(), "levee-signed-"));
  const { verifyBundle } = await import("../../../../bin/audit-verify.mjs" as string);
  const verify = async () =>
    verifyBundle(
      Readable.from([Buffer.from(lines.join(""))]),
      formatVerifierKey(auditKeys().verifier),
      {
        filesFolder: folder,
      },
    );
  writeFileSync(join(folder, "signed.pdf"), pdf);
  expect(await verify()).toMatchObject({ ok: true, finding: null });
  pdf[pdf.length >> 1]! ^= 1;
  writeFileSync(join(folder, "signed.pdf"), pdf);
  expect(await verify()).toMatchObject({ ok: false, finding: { part: "file" } });
});

test("whoever signed by a link gets the signed document: enclosed in the letter, and by a new link for as long as it is kept", async () => {
  const r = await a.ask(await a.approved());
  const used = await opened();
  // One way to sign is named to the firm, not two.
  const told = await identityDb(t.database).rows<{ bodyText: string }>(sql`
    select body_text
    from mail
    where kind = 'contract' and subject like '%is ready for signature'
    order by created_at desc
    limit 1
  `);
  expect(told[0]!.bodyText).toContain("It is signed electronically");
  expect(told[0]!.bodyText).not.toContain("on paper; the agency sends");
  await signByLink(t.app, used, "10.1.1.1", a.given(r.sha256));
  // Who opens the link again before the others have signed reads what comes.
  await expect(lookAtLink(t.app, used.token)).rejects.toMatchObject({
    code: "link_ended",
    message: expect.stringContaining("a letter brings you the signed document"),
  });
  await a.signAs(a.signers.chair, r.id, r.sha256);
  const { resultSha256, resultFileId } = await a.detail(r.id);
  const [letter] = await a.letters(ann);
  expect(letter).toMatchObject({ kind: "signature_copy" });
  const papers = await a.as(a.people.author, (tx) =>
    tx.rows<{ fileId: string; state: string }>(sql`
      select p.file_id, p.state
      from mail_paper p
      join mail m on m.org_id = p.org_id and m.id = p.mail_id
      where p.org_id = ${a.agency.orgId}
        and m.to_address = ${ann}
        and m.kind = 'signature_copy'
        and p.file_id = ${resultFileId}
    `),
  );
  expect(papers).toEqual([{ fileId: resultFileId, state: "ready" }]);
  // The link that signed has ended; the new one gives the executed copy, by a code as before.
  await expect(lookAtLink(t.app, used.token)).rejects.toMatchObject({ code: "link_ended" });
  const again = await opened();
  expect(await lookAtLink(t.app, again.token)).toMatchObject({
    asked: false,
    copy: true,
    sha256: resultSha256,
  });
  const copy = await documentByLink(t.app, again);
  expect(copy.sha256).toBe(resultSha256);
  expect(digest(await fileOf(copy.sha256))).toBe(resultSha256);
  await expect(signByLink(t.app, again, "10.1.1.1", a.given(r.sha256))).rejects.toMatchObject({
    status: 409,
  });
});

test("authority: nobody enters their own; kind, amount and day are asked for when asked and again when signing", async () => {
  await expect(
    a.as(a.signers.admin, (tx) =>
      addAuthority(
        tx,
        a.signers.admin,
        authorityInput.parse({
          personId: a.signers.admin.personId,
          kinds: ["contract"],
          fromOn: agencyDay(0),
          basis: "Myself",
        }),
      ),
    ),
  ).rejects.toMatchObject({ code: "own_work" });
  const id = await a.approved({ ceiling: 7_000_00 });
  const second = [{ side: "ours", personId: a.signers.second.personId }, a.bySide.link];
  const refused = { code: "no_authority", errors: [{ path: "signers.0.personId" }] };
  await expect(a.ask(id, { signers: second })).rejects.toMatchObject(refused);
  for (const over of [
    { amountLimit: 6_999_99 },
    { kinds: ["contractAmendment"] },
    { fromOn: agencyDay(1) },
    { toOn: agencyDay(-1) },
  ])
    await a.entitle(a.signers.second.personId, over);
  await expect(a.ask(id, { signers: second })).rejects.toMatchObject(refused);
  const right = await a.entitle(a.signers.second.personId, { amountLimit: 7_000_00 });
  const r = await a.ask(id, { signers: second });
  await expect(a.ask(id, { signers: second })).rejects.toMatchObject({ code: "asked_already" });
  await a.as(a.signers.admin, (tx) =>
    revokeAuthority(tx, a.signers.admin, right.id, "Left the board", right.version),
  );
  await expect(
    a.as(a.signers.admin, (tx) =>
      revokeAuthority(tx, a.signers.admin, right.id, "Left the board", right.version + 1),
    ),
  ).rejects.toMatchObject({ code: "so_already" });
  await expect(a.signAs(a.signers.second, r.id, r.sha256)).rejects.toMatchObject({
    code: "no_authority",
    status: 403,
  });
  const author = [{ side: "ours", personId: a.people.author.personId }, a.bySide.link];
  const other = await a.approved();
  await a.entitle(a.people.author.personId);
  await expect(a.ask(other, { signers: author })).rejects.toMatchObject({ code: "own_work" });
  await expect(
    a.ask(other, {
      signers: [a.bySide.ours, { side: "link", name: "Clerk", email: a.people.clerk.email }],
    }),
  ).rejects.toMatchObject({ code: "own_member" });
});

test("a link: five wrong codes end it, a used one signs nothing again, and an agency's id of another opens nothing", async () => {
  const r = await a.ask(await a.approved(), { signers: [a.bySide.ours, a.bySide.link] });
  const token = await a.tokenOf(ann);
  await expect(openWithCode(t.app, token, "000000")).rejects.toMatchObject({
    code: "code_over",
    message: "This code is no longer good. Have a new one sent.",
  });
  await sendCode(t.app, token);
  const code = await a.codeOf(ann);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const tries = [];
  for (let n = 0; n < 5; n++)
    tries.push(await openWithCode(t.app, token, wrong).catch((e: Error) => e.message));
  expect(tries[0]).toContain("4 tries left");
  await expect(openWithCode(t.app, token, code)).rejects.toMatchObject({ code: "link_ended" });
  const signer = (await a.detail(r.id)).signers[1]!;
  const again = await post(
    `/signature-requests/${r.id}/signers/${signer.id}/actions/send-link`,
    {},
    "author",
  );
  expect(again.statusCode).toBe(200);
  const passed = await opened();
  expect(passed.token).not.toBe(token);
  const [orgId, ...rest] = passed.token.split(".");
  expect(orgId).toBe(a.agency.orgId);
  const elsewhere = await makeAgency(t.database);
  await expect(
    documentByLink(t.app, { ...passed, token: [elsewhere.orgId, ...rest].join(".") }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(documentByLink(t.app, { ...passed, pass: "x".repeat(43) })).rejects.toMatchObject({
    code: "pass_over",
  });
  const both = await Promise.allSettled(
    [1, 2].map(() => signByLink(t.app, passed, "10.1.1.1", a.given(r.sha256))),
  );
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  const { stranger } = await makeMembers(t.database, elsewhere, { stranger: { role: "admin" } });
  await expect(a.signAs(stranger, r.id, r.sha256)).rejects.toMatchObject({ status: 404 });
});

test("two who sign at once complete a request once; a replay and a second signature change nothing", async () => {
  const id = await a.approved();
  await a.entitle(a.signers.second.personId);
  const r = await a.ask(id, {
    signers: [
      a.bySide.ours,
      { side: "ours", personId: a.signers.second.personId },
      a.bySide.portal,
    ],
  });
  const key = newId();
  const body = { ...a.given(r.sha256), name: undefined };
  const byVendor = () =>
    server.inject({
      method: "POST",
      url: `/api/v1/vendor-signatures/${a.agency.orgId}/${r.id}/actions/sign`,
      payload: body,
      headers: { "x-who": "vendor", "idempotency-key": key },
    });
  expect((await byVendor()).statusCode).toBe(200);
  expect((await byVendor()).statusCode).toBe(200);
  expect((await a.detail(r.id)).signers.filter((s) => s.status === "signed")).toHaveLength(1);
  await Promise.all([
    a.signAs(a.signers.chair, r.id, r.sha256),
    a.signAs(a.signers.second, r.id, r.sha256),
  ]);
  expect(await a.detail(r.id)).toMatchObject({ status: "complete" });
  expect((await a.read(id)).signings).toHaveLength(1);
  await expect(a.signAs(a.signers.chair, r.id, r.sha256)).rejects.toMatchObject({
    code: "signed_already",
  });
  const shown = await server.inject({
    url: "/api/v1/vendor-signatures",
    headers: { "x-who": "vendor" },
  });
  expect(shown.json().items).toMatchObject([{ number: r.number, status: "complete" }]);
});

test("ordered signers wait for their turn; who declines ends it; who signs for the agency proves anew who they are", async () => {
  const id = await a.approved();
  const r = await a.ask(id, { ordered: true, signers: [a.bySide.portal, a.bySide.ours] });
  await expect(a.signAs(a.signers.chair, r.id, r.sha256)).rejects.toMatchObject({
    code: "not_your_turn",
  });
  await post(
    `/vendor-signatures/${a.agency.orgId}/${r.id}/actions/sign`,
    a.given(r.sha256),
    "vendor",
  );
  // Who has signed is offered neither a signature nor a refusal any more.
  const theirs = `/vendor-signatures/${a.agency.orgId}/${r.id}`;
  const view = await server.inject({
    url: `/api/v1${theirs}`,
    headers: { "x-who": "vendor" },
  });
  expect(view.json()).toMatchObject({ asked: false });
  const late = await post(`${theirs}/actions/decline`, { reason: "Too dear" }, "vendor");
  expect([late.statusCode, late.json().code]).toEqual([409, "signed_already"]);
  const unproved = () =>
    post(`/signature-requests/${r.id}/actions/sign`, a.given(r.sha256), "chair");
  const { chair } = a.signers;
  await identityDb(t.database).rows(sql`
    insert into session (id, person_id, expires_at, created_at)
    values (
      ${chair.sessionId}, ${chair.personId}, clock_timestamp() + interval '1 hour',
      clock_timestamp() - interval '30 minutes'
    )
  `);
  expect((await unproved()).statusCode).toBe(403);
  const declined = await post(
    `/signature-requests/${r.id}/actions/decline`,
    { reason: "The end is wrong." },
    "chair",
  );
  expect(declined.json()).toMatchObject({ status: "declined" });
  expect((await a.letters(a.vendorActor.email))[0]!.subject).toContain("was declined");
  expect((await a.read(id)).status).toBe("out_for_signature");
  const asked = await post(
    "/signature-requests",
    {
      sourceType: "contract",
      sourceId: id,
      signers: [a.bySide.ours, a.bySide.link],
      ordered: false,
      expiresOn: agencyDay(3),
    },
    "author",
  );
  const next = await a.detail(asked.json().id);
  const terms = await PDFDocument.load(await fileOf(next.sha256));
  expect(terms.getTitle()).toBe(`Contract ${next.number}`);
  expect((await declineByLink(t.app, await opened(), "10.1.1.1", "Too late")).status).toBe(
    "declined",
  );
  await expect(a.signAs(chair, next.id, next.sha256)).rejects.toMatchObject({ code: "not_open" });
});

test("a changed document and paper void what was signed; the agency's day ends what nobody signed", async () => {
  const changed = await a.approved();
  const first = await a.ask(changed);
  await a.signAs(a.signers.chair, first.id, first.sha256);
  await a.as(a.people.author, (tx) =>
    backToDrafting(tx, a.people.author, "reopen", { id: changed, version: null, reason: "Price" }),
  );
  expect(await a.detail(first.id)).toMatchObject({
    status: "voided",
    statusReason: expect.stringContaining("Price"),
  });
  expect((await a.letters(ann))[0]!.subject).toContain("is void");

  const paper = await a.approved();
  const second = await a.ask(paper);
  await a.as(a.people.keeper, (tx) =>
    signContract(tx, a.people.keeper, { id: paper, version: null }, a.ink),
  );
  expect((await a.detail(second.id)).status).toBe("voided");

  const late = await a.ask(await a.approved(), { expiresOn: agencyDay(0) });
  expect(await a.as(a.people.clerk, expireSignatures)).toBe(0);
  const tomorrow = { ...a.people.clerk, businessNow: `${agencyDay(2)}T12:00:00Z` };
  expect(await a.as(tomorrow, expireSignatures)).toBeGreaterThanOrEqual(1);
  expect(await a.detail(late.id)).toMatchObject({ status: "expired" });
});

test("the last signature and a change of the terms at the same moment: the change waits for nothing, and the signature is refused", async () => {
  const id = await a.approved();
  const r = await a.ask(id);
  await signByLink(t.app, await opened(), "10.1.1.1", a.given(r.sha256));
  const { author } = a.people;
  let signing: Promise<unknown> = Promise.resolve();
  await a.as(author, async (tx) => {
    await lockRow(tx, contract, id);
    signing = a.signAs(a.signers.chair, r.id, r.sha256).catch((error: unknown) => error);
    await new Promise((later) => setTimeout(later, 300));
    await backToDrafting(tx, author, "reopen", { id, version: null, reason: "Price" });
  });
  expect(await signing).toMatchObject({ code: "not_open" });
});

test("an amendment is applied with the last signature under it", async () => {
  const id = await a.inForce();
  const { author, manager } = a.people;
  const amendment = await a.as(author, (tx) =>
    createAmendment(
      tx,
      author,
      amendmentInput.parse({
        contractId: id,
        kind: "money",
        title: "More stone",
        reason: "Flood",
        ceilingChange: 1_000_00,
        yearPlan: [{ year: 2027, amount: 1_000_00 }],
      }),
    ),
  );
  await a.as(author, (tx) => submitAmendment(tx, author, { id: amendment.id, version: null }));
  const source = { sourceType: "contractAmendment" };
  await expect(a.ask(amendment.id, source)).rejects.toMatchObject({ code: "rule" });
  await approveDocument(t.database, manager, amendment.id);
  const r = await a.ask(amendment.id, source);
  expect(r.amount).toBe(8_000_00);
  await a.signAs(a.signers.chair, r.id, r.sha256);
  await signByLink(t.app, await opened(), "10.1.1.1", a.given(r.sha256));
  const after = await readAmendment(t.database.read(author), author, amendment.id);
  expect(after).toMatchObject({ status: "applied", signings: [{ vendorSigner: "Ann Oakes" }] });
  expect((await a.read(id)).ceiling).toBe(8_000_00);
});
