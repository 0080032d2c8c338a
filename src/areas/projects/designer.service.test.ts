// A designer outside answers one question, or recommends on one submittal, by the link of a letter, and
// reaches nothing else; who is asked to decide takes it over or decides otherwise.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { assemble } from "#server/instance.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { badLetters, standInClamd, type StandInClamd } from "#server/testing/clamd.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { join } from "node:path";
import type { ConstructionBoard } from "./board/board.model.ts";
import type { DesignerView } from "./designer/designer.model.ts";
import { daysLater, questionAgency } from "./question.setup.ts";
import { papersOfRfis } from "./question/evidence.service.ts";
import { rfiDocument } from "./question/paper.model.ts";
import { submittalDocument } from "./submittal/paper.model.ts";
import type { ContractorSubmittals, SubmittalDetail } from "./submittal/submittal.model.ts";

type Written = { id: string; version: number; status: string; number: string };
let t: TestDatabase;
let server: FastifyInstance;
let scanner: StandInClamd;
const setUp = async () => questionAgency(t, await contractAgency(t));
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  q = await setUp();
  scanner = await standInClamd();
  t.app.files = lookedAtFiles(
    join(t.app.config.LEVEE_DATA_DIR, "files"),
    t.database,
    scanner.address,
  );
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await scanner.close();
  await t.drop();
});
beforeEach(() => identityDb(t.database).rows(sql`delete from rate_limit`));

const outside = "hanna@voss.example.org";
const to = (over: object = {}) => ({
  name: "Hanna Voss",
  firm: "Voss Engineers",
  email: outside,
  untilOn: agencyDay(10),
  ...over,
});
const broken =
  "This link is not complete or no longer known. Open it from the letter again, or ask whoever sent it.";
const sha256 = () => newId().replaceAll("-", "").padEnd(64, "0");
const kept = (actor: Actor, name: string) =>
  q.as(q.deputy, (tx) =>
    recordFile(tx, {
      orgId: q.agency.orgId,
      name,
      mediaType: "application/pdf",
      size: 10,
      sha256: sha256(),
      uploadedBy: actor.personId,
    }),
  );

// As a browser without an account: the whole server stands between.
const ask = async (what: string, payload: object) => {
  const answer = await server.inject({
    method: "POST",
    url: `/api/v1/designer-answers/${what}`,
    headers: { "idempotency-key": newId() },
    payload,
  });
  return {
    code: answer.statusCode,
    raw: answer.rawPayload.toString(),
    body: answer.headers["content-type"]?.toString().includes("json")
      ? answer.json<DesignerView & { detail: string; code: string }>()
      : null,
  };
};
const look = (token: string) => ask("look", { token });
const give = (token: string, version: number, over: object = {}) =>
  ask("give", { token, version, answer: "Lower it by two feet.", ...over });
const upload = async (token: string, name: string, content: Buffer) => {
  const answer = await server.inject({
    method: "POST",
    url: "/api/v1/designer-answers/files",
    headers: {
      "idempotency-key": newId(),
      "content-type": "multipart/form-data; boundary=b",
    },
    payload: Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n`),
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: x/y\r\n\r\n`,
      ),
      content,
      Buffer.from("\r\n--b--\r\n"),
    ]),
  });
  return { code: answer.statusCode, body: answer.json<{ id: string; detail: string }>() };
};
const pdf = () => Buffer.from(`%PDF-1.7\n${newId()}\n%%EOF`);
const letters = (kind: string) =>
  identityDb(t.database).rows<{ subject: string; toAddress: string; link: string | null }>(sql`
    select subject, to_address, link
    from mail
    where org_id = ${q.agency.orgId} and kind = ${kind}
    order by created_at
  `);
const lastToken = async () =>
  (await letters("designerLink")).at(-1)!.link!.split("/designer-answers/")[1]!;

const opened = async (site: string, over: object = {}) => {
  const { id } = await q.draft(site, over);
  await q.step(id, "open", {}, q.people.inspector);
  return id;
};
const sent = async (id: string, over: object = {}) => {
  await q.step(id, "toDesigner", to(over), q.people.engineer);
  return lastToken();
};
const until = (linkId: string, day: string) =>
  q.as(q.deputy, (tx) =>
    tx.rows(sql`
      update designer_link
      set until_on = ${day}
      where org_id = ${q.agency.orgId} and id = ${linkId}
    `),
  );
const standing = (site: string, status: string) =>
  q.as(q.deputy, (tx) =>
    tx.rows(sql`
      update project
      set status = ${status}
      where org_id = ${q.agency.orgId} and id = ${site}
    `),
  );
const cardOf = async (id: string, actor: Actor = q.people.engineer) =>
  (await q.asking<ConstructionBoard>(actor, "GET /api/v1/construction-board")).cards.find(
    (card) => card.id === id,
  );

test("a question goes out by one letter, is answered, corrected, and taken over as it stands", async () => {
  const { engineer, second, inspector } = q.people;
  const site = await q.building("D1");
  const photo = await kept(inspector, "footing.pdf");
  const id = await opened(site, { fileIds: [photo], contractId: q.contractId });
  const token = await sent(id);
  expect((await letters("designerLink")).at(-1)).toMatchObject({
    subject: "Please answer RFI-D1-001: Footing at abutment 2",
    toAddress: outside,
  });
  expect(await q.read(id)).toMatchObject({
    status: "open",
    court: "designer",
    designer: { name: "Hanna Voss", email: outside, answeredAt: null },
  });
  expect((await q.read(id, q.people.bystander)).designer).toMatchObject({ email: "" });
  expect(await cardOf(id)).toMatchObject({ column: "designers", days: 0 });
  expect(await cardOf(id, daysLater(engineer, 4))).toMatchObject({ column: "designers", days: 4 });
  expect(await q.read(id, daysLater(engineer, 4))).toMatchObject({
    daysDesigner: 4,
    daysAgency: 0,
  });
  const { code, body, raw } = await look(token);
  expect(code).toBe(200);
  expect(body).toMatchObject({
    kind: "rfi",
    number: "RFI-D1-001",
    project: "Bridge D1",
    files: [{ id: photo, name: "footing.pdf" }],
    given: null,
    version: 1,
  });
  expect(body!.turns.map(({ what }) => what)).toEqual(["Asked", "Sent to a designer"]);
  expect(raw).not.toContain(id);
  const sketch = await upload(token, "sketch.pdf", pdf());
  expect(sketch.code).toBe(201);
  expect((await give(token, 1, { fileIds: [sketch.body.id] })).code).toBe(200);
  expect(await q.read(id)).toMatchObject({
    status: "open",
    court: "agency",
    answer: "",
    designer: { answer: "Lower it by two feet.", files: [{ name: "sketch.pdf" }] },
  });
  const copies = await letters("designerAnswer");
  expect(copies.at(-1)).toMatchObject({ subject: "RFI-D1-001: your answer", toAddress: outside });
  // An answer to what was answered since, such as the same one sent again, is none.
  expect((await give(token, 1)).code).toBe(412);
  expect((await look(token)).body!.given).toMatchObject({ answer: "Lower it by two feet." });
  const right = { answer: "Lower it by three feet.", fileIds: [sketch.body.id] };
  expect((await give(token, 2, right)).code).toBe(200);
  expect((await letters("designerAnswer")).at(-1)!.subject).toBe(
    "RFI-D1-001: your corrected answer",
  );
  const linkId = (await q.read(id)).designer!.id;
  const over = { designerLinkId: linkId };
  // The one who asked takes over no answer, either, and no answer is given by who may not.
  expect(await refusalOf(q.step(id, "answer", over, inspector))).toMatch(/^not_allowed/);
  await q.step(id, "answer", over, second);
  const answered = await q.read(id);
  expect(answered).toMatchObject({
    status: "answered",
    answer: "Lower it by three feet.",
    answeredByName: `Hanna Voss, Voss Engineers; taken over by ${second.name}`,
    answerFiles: [{ name: "sketch.pdf" }],
    designer: null,
  });
  expect(answered.turns.map(({ kind, bySide, byName }) => [kind, bySide, byName])).toEqual([
    ["asked", "agency", inspector.name],
    ["sent_out", "agency", engineer.name],
    ["advised", "designer", "Hanna Voss, Voss Engineers"],
    ["corrected", "designer", "Hanna Voss, Voss Engineers"],
    ["answered", "agency", second.name],
  ]);
  // The paper of the evidence names the designer's turns.
  expect(rfiDocument(answered, "County", String)).toContain("Corrected by the designer");
  const [evidence] = await papersOfRfis(t.database.read(engineer), [id]);
  expect(evidence!.name).toBe("RFI-D1-001.pdf");
  // Taken over, the link is over.
  expect(await look(token)).toMatchObject({ code: 404, body: { detail: broken } });
  expect(await give(token, 3)).toMatchObject({ code: 404, body: { detail: broken } });
});

test("who asked does not take the designer's answer over, and what was corrected since is read anew", async () => {
  const { engineer, second } = q.people;
  const site = await q.building("D2");
  const { id } = await q.draft(site, {}, engineer);
  await q.step(id, "open", {}, engineer);
  const token = await sent(id);
  await give(token, 1);
  const seen = await q.read(id);
  const over = { designerLinkId: seen.designer!.id };
  expect(await refusalOf(q.step(id, "answer", over, engineer))).toMatch(/another person/);
  await give(token, 2, { answer: "Three feet." });
  const stale = q.asking(second, `POST /api/v1/rfis/${id}/actions/answer`, over, seen.version);
  expect(await refusalOf(stale)).toMatch(/^stale_version/);
  expect(await refusalOf(q.step(id, "answer", { designerLinkId: newId() }, second))).toMatch(
    /^answer_gone: This answer of the designer does not stand any more/,
  );
  expect(await refusalOf(q.step(id, "answer", {}, second))).toMatch(/Write the answer/);
  // In other words it is answered too, and the link ends.
  await q.step(id, "answer", { answer: "Fill it with lean concrete." }, second);
  expect(await q.read(id)).toMatchObject({
    answer: "Fill it with lean concrete.",
    answeredByName: second.name,
  });
  expect((await look(token)).code).toBe(404);
  await q.step(id, "reopen", { reason: "And the wall?" }, engineer);
  expect((await look(token)).code).toBe(404);
});

test("forged, replaced, revoked and expired links say one sentence, and so do closed projects", async () => {
  const { engineer, inspector } = q.people;
  const site = await q.building("D3");
  const id = await opened(site);
  const first = await sent(id);
  const refused = async (token: string) => {
    const payloads = [
      await look(token),
      await give(token, 1),
      await ask("file", { token, fileId: newId() }),
    ];
    for (const { code, body } of payloads) {
      expect(code).toBe(404);
      expect(body!.detail).toBe(broken);
    }
    const uploaded = await upload(token, "a.pdf", pdf());
    expect(uploaded).toMatchObject({ code: 404, body: { detail: broken } });
  };
  const [orgId, linkId, mac] = first.split(".") as [string, string, string];
  await refused(`${orgId}.${id}.${mac}`);
  await refused(tokenOf("grant-section", { orgId, id: linkId }));
  await refused(tokenOf("designer-answer", { orgId, id: newId() }));
  await refused(tokenOf("designer-answer", { orgId: q.elsewhere.orgId!, id: linkId }));
  await refused(first.replace(/.$/, "~"));
  // Sent anew, the former is void.
  const next = await sent(id, { untilOn: agencyDay() });
  await refused(first);
  expect((await look(next)).code).toBe(200);
  await until(next.split(".")[1]!, agencyDay(-1));
  await refused(next);
  await until(next.split(".")[1]!, agencyDay(3));
  for (const status of ["closed", "cancelled"]) {
    await standing(site, status);
    await refused(next);
  }
  await standing(site, "on_hold");
  expect((await look(next)).code).toBe(200);
  await standing(site, "active");
  expect(await refusalOf(q.step(id, "recall", {}, inspector))).toMatch(/^not_allowed/);
  await q.step(id, "recall", {}, engineer);
  await refused(next);
  expect(await q.read(id)).toMatchObject({ court: "agency", designer: null });
  expect(await refusalOf(q.step(id, "recall", {}, engineer))).toMatch(
    /^rule: No designer has a link to it/,
  );
  const last = await sent(id);
  await q.step(id, "withdraw", { reason: "Found it" }, inspector);
  await refused(last);
});

test("whoever may not answer sends no link; a day that has passed or is too far is refused", async () => {
  const { engineer, inspector, bystander } = q.people;
  const id = await opened(await q.building("D4"));
  for (const who of [inspector, bystander])
    expect(await refusalOf(q.step(id, "toDesigner", to(), who))).toMatch(/^not_allowed/);
  const { version } = await q.read(id);
  const away = q.asking(q.elsewhere, `POST /api/v1/rfis/${id}/actions/toDesigner`, to(), version);
  expect(await refusalOf(away)).toMatch(/^not_found/);
  const wrong = (over: object) => refusalOf(q.step(id, "toDesigner", to(over), engineer));
  expect(await wrong({ untilOn: agencyDay(-1) })).toMatch(/The link would have ended already/);
  expect(await wrong({ untilOn: agencyDay(91) })).toMatch(/A link works for 90 days at most/);
  expect(await wrong({ email: "nobody" })).toMatch(/Enter an email address/);
  const theirs = await opened(await q.building("D5"), {
    contractId: q.contractId,
    askedOf: "contractor",
  });
  expect(await refusalOf(q.step(theirs, "toDesigner", to(), engineer))).toMatch(
    /^rule: The contractor has it: wait for what it answers/,
  );
});

test("asked back to the contractor, the designer's link is over; the contractor reads nothing of it", async () => {
  const { engineer, second } = q.people;
  const site = await q.building("D6");
  const { id } = await q.askOutside(site);
  const token = await sent(id);
  expect((await q.side(site)).questions[0]).toMatchObject({ court: "agency", may: ["withdraw"] });
  await give(token, 1, { answer: "The contractor may be right." });
  const seen = JSON.stringify(await q.side(site));
  expect(seen).not.toContain("Voss");
  expect(seen).not.toContain("may be right");
  await q.step(id, "askBack", { reason: "At which pile?" }, engineer);
  expect((await look(token)).code).toBe(404);
  await q.stepOutside(id, "reply", "At pile 4.");
  const anew = await sent(id);
  await give(anew, 1, { answer: "Two feet." });
  await q.step(id, "answer", { designerLinkId: (await q.read(id)).designer!.id }, second);
  expect((await q.side(site)).questions[0]).toMatchObject({ answer: "Two feet." });
});

test("a link reads the files of its own matter and takes its own uploads alone, looked at by the scanner", async () => {
  const { engineer, inspector } = q.people;
  const site = await q.building("D7");
  const [mine, other] = [await kept(inspector, "mine.pdf"), await kept(inspector, "other.pdf")];
  const id = await opened(site, { fileIds: [mine] });
  const otherId = await opened(site, { fileIds: [other] });
  const token = await sent(id);
  const file = (fileId: string) => ask("file", { token, fileId });
  expect(await file(other)).toMatchObject({ code: 404, body: { detail: broken } });
  const sketch = await upload(token, "sketch.pdf", pdf());
  // An upload that was not answered with is read by nobody.
  expect((await file(sketch.body.id)).code).toBe(404);
  expect((await give(token, 1, { fileIds: [other] })).body).toMatchObject({
    errors: [{ path: "fileIds.0", message: "This file is not there. Upload it again." }],
  });
  const rival = await sent(otherId);
  expect((await give(rival, 1, { fileIds: [sketch.body.id] })).code).toBe(422);
  expect((await give(token, 1, { fileIds: [sketch.body.id] })).code).toBe(200);
  expect((await file(sketch.body.id)).raw).toContain("%PDF-1.7");
  expect((await upload(token, "bad.txt", Buffer.from(badLetters))).code).toBe(422);
  await q.as(q.deputy, (tx) =>
    tx.rows(sql`
      update designer_link
      set upload_ids = (select jsonb_agg(gen_random_uuid()) from generate_series(1, 30))
      where org_id = ${q.agency.orgId} and id = ${token.split(".")[1]!}
    `),
  );
  expect(await upload(token, "more.pdf", pdf())).toMatchObject({
    code: 409,
    body: {
      code: "too_many_files",
      detail: "30 files were uploaded by this link: that is the most.",
    },
  });
  expect((await q.read(id, engineer)).designer!.files).toHaveLength(1);
});

test("the answers and uploads of one address are limited", async () => {
  const token = await sent(await opened(await q.building("D8")));
  for (let n = 0; n < 20; n += 1) expect((await give(token, 999)).code).toBe(412);
  expect((await give(token, 999)).code).toBe(429);
  expect((await upload(token, "a.pdf", pdf())).code).toBe(201);
  await identityDb(t.database).rows(
    sql`update rate_limit set hits = 60 where key like 'formFile:%'`,
  );
  expect((await upload(token, "b.pdf", pdf())).code).toBe(429);
});

const submittalOf = (id: string, actor: Actor = q.people.engineer) =>
  q.asking<SubmittalDetail>(actor, `GET /api/v1/submittals/${id}`);
const act = async (id: string, name: string, body: object, actor: Actor) =>
  q.asking<Written>(
    actor,
    `POST /api/v1/submittals/${id}/actions/${name}`,
    body,
    (await submittalOf(id)).version,
  );
const inReview = async (site: string) => {
  const { inspector, second } = q.people;
  const { id } = await q.asking<Written>(inspector, "POST /api/v1/submittals", {
    projectId: site,
    contractId: q.contractId,
    title: "Bearing pads",
    section: "05 10 00",
  });
  const drawing = await kept(inspector, "pads.pdf");
  await act(id, "submit", { fileIds: [drawing], says: "As ordered" }, inspector);
  expect(await refusalOf(act(id, "toDesigner", to(), second))).toMatch(/^not_in_this_status/);
  await act(id, "review", {}, second);
  await act(id, "toDesigner", to(), second);
  return { id, drawing, token: await lastToken() };
};

test("a submittal is sent out under review; the designer recommends, and the reviewer takes it over", async () => {
  const { second, inspector } = q.people;
  const site = await q.building("D9");
  const { id, drawing, token } = await inReview(site);
  expect(await submittalOf(id)).toMatchObject({ status: "in_review", court: "designer" });
  expect(await cardOf(id)).toMatchObject({ column: "designers" });
  expect((await look(token)).body).toMatchObject({
    kind: "submittal",
    number: "SUB-D9-001",
    files: [{ id: drawing, name: "pads.pdf" }],
  });
  expect((await give(token, 1)).body).toMatchObject({
    errors: [{ path: "recommendation", message: "Say what you recommend." }],
    code: "recommendation_missing",
  });
  const marked = await upload(token, "marked.pdf", pdf());
  const fileIds = [marked.body.id];
  const says = { answer: "Move the pads by an inch.", recommendation: "approveAsNoted", fileIds };
  expect((await give(token, 1, says)).code).toBe(200);
  const { designer } = await submittalOf(id);
  expect(designer).toMatchObject({ recommendation: "approveAsNoted" });
  // The contractor reads nothing of it before it is decided.
  const side = async () =>
    JSON.stringify(
      await q.asking<ContractorSubmittals>(
        q.contractor,
        `GET /api/v1/vendor-projects/${q.agency.orgId}/${site}/submittals`,
      ),
    );
  expect(await side()).not.toMatch(/Voss|Move the pads|designer/);
  const over = { designerLinkId: designer!.id };
  expect(await refusalOf(act(id, "approve", over, second))).toMatch(
    /^recommends_otherwise: The designer recommends something else: decide in your own words/,
  );
  // Whoever entered the submission decides with no recommendation, either.
  expect(await refusalOf(act(id, "approveAsNoted", over, inspector))).toMatch(/^not_allowed/);
  await act(id, "approveAsNoted", over, second);
  const decided = await submittalOf(id);
  expect(decided).toMatchObject({
    status: "approved_as_noted",
    review: "Move the pads by an inch.",
    reviewedByName: `${second.name}, as Hanna Voss, Voss Engineers recommends`,
    designer: null,
  });
  expect(decided.turns.at(-1)).toMatchObject({ files: [{ name: "marked.pdf" }] });
  expect(decided.turns.map(({ kind }) => kind)).toEqual([
    "submitted",
    "taken",
    "sent_out",
    "advised",
    "approved_as_noted",
  ]);
  expect(submittalDocument(decided, "County", String)).toContain("Recommended by the designer");
  expect(await side()).toContain("Move the pads");
  expect((await look(token)).code).toBe(404);
});

test("against the recommendation a reviewer decides with words only; the link can be ended", async () => {
  const { second } = q.people;
  const site = await q.building("D10");
  const { id, token } = await inReview(site);
  await give(token, 1, { answer: "It does not fit.", recommendation: "reject" });
  expect(await refusalOf(act(id, "approve", {}, second))).toMatch(
    /^recommendation_unanswered: The designer recommends rejected: say why it is decided otherwise/,
  );
  await act(id, "approve", { says: "It was measured on the site: it fits." }, second);
  expect(await submittalOf(id)).toMatchObject({ status: "approved", reviewedByName: second.name });
  const other = await inReview(await q.building("D11"));
  await act(other.id, "recall", {}, second);
  expect((await look(other.token)).code).toBe(404);
  expect(await submittalOf(other.id)).toMatchObject({ court: "agency", designer: null });
  expect(await refusalOf(act(other.id, "recall", {}, second))).toMatch(
    /^rule: No designer has a link to it/,
  );
});
