// A client's link shows its own records until its day, keeps a copy, and is renewed by mail alone; refusals of the area.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { agreementPaper } from "./agreement/paper.service.ts";
import type { AgreementDetail } from "./agreement/agreement.model.ts";
import type { ClientDetail } from "./client/client.model.ts";
import type { ClientView } from "./link/link.model.ts";
import type { RequestDetail } from "./request/request.model.ts";
import {
  agreed,
  agreementOf,
  doneRequest,
  letters,
  mailedToken,
  servingAgency,
  signedBy,
  township,
  workedHours,
  type Serving,
  type Written,
} from "./served.setup.ts";

let t: TestDatabase;
let s: Serving;
let client: string;
let other: string;
let token: string;
const [clients, agreements, requests, bills] = [
  "/api/v1/clients",
  "/api/v1/client-agreements",
  "/api/v1/client-requests",
  "/api/v1/client-bills",
] as const;

const by = <T = { number: string }>(to: string, body: object = {}, of = token) =>
  s.asking<T>(s.people.clerk, `POST /api/v1/served-clients/${to}`, { token: of, ...body });
const look = (of = token) => by<ClientView>("look", {}, of);
const give = (over: object = {}, id = client, who = s.people.biller) =>
  s.asking<{ id: string }>(who, `POST ${clients}/${id}/links`, {
    ...{ name: "June Albers", email: "june@laketown.test", untilOn: agencyDay(30) },
    ...over,
  });

beforeAll(async () => {
  t = await freshDatabase();
  s = await servingAgency(t);
  client = await township(s);
  other = await township(s);
  await give();
  token = await mailedToken(s, "june@laketown.test");
});
afterAll(() => t.drop());

test("by the link a client asks, writes and signs; a copy goes to it, the biller answers", async () => {
  const { number } = await by("request", {
    ...{ title: "Grade 82nd Street", text: "Before the frost", wantedOn: agencyDay(10) },
  });
  expect(await letters(s, "servedCopy")).toBe(1);
  const view = await look();
  expect(view).toMatchObject({ closed: null, requests: [{ number, status: "requested" }] });
  const { id } = view.requests[0]!;
  await by("message", { requestId: id, text: "The gate is open on weekdays." });
  await s.asking(s.people.biller, `POST ${requests}/${id}/actions/message`, { text: "Thank you." });
  const { messages, byLink } = await s.asking<RequestDetail>(
    s.people.clerk,
    `GET ${requests}/${id}`,
  );
  expect([messages.map(({ side }) => side), byLink]).toEqual([["client", "agency"], true]);
  const agreement = await agreed(s, client, { sign: false });
  await signedBy(s, agreement, "agency");
  expect((await look()).agreements).toMatchObject([
    { id: agreement, toSign: true, payDays: 30, services: [{ code: "COST" }, {}, {}, {}] },
  ]);
  await by("sign", { agreementId: agreement, name: "June Albers, clerk" });
  const signed = await s.asking<AgreementDetail>(s.people.clerk, `GET ${agreements}/${agreement}`);
  expect(signed).toMatchObject({ status: "active", clientSignedOn: agencyDay() });
  expect(signed.clientSigner).toContain("June Albers, clerk, by the link of june@laketown.test");
  const paper = await agreementPaper(t.database.read(s.people.boss), agreement);
  expect(paper.html).toContain("June Albers, clerk, by the link of june@laketown.test");
  await s.asking(s.people.biller, `POST ${requests}/${id}/actions/decline`, { reason: "Too late" });
  expect(await refusalOf(by("message", { requestId: id, text: "Why?" }))).toContain("request_over");
});

test("a link reaches nothing of another client, and made-up ones open nothing", async () => {
  const agreement = await agreed(s, other);
  const request = await doneRequest(s, other, agreement, { service: "VISIT" });
  const bill = await s.asking<Written>(s.people.biller, `POST ${bills}`, {
    ...{ agreementId: agreement, requestIds: [request] },
  });
  const text = JSON.stringify(await look());
  for (const hidden of [agreement, request, bill.id]) expect(text).not.toContain(hidden);
  expect(await refusalOf(by("message", { requestId: request, text: "Hello" }))).toContain(
    "not_found",
  );
  expect(await refusalOf(by("sign", { agreementId: agreement, name: "June" }))).toContain(
    "not_found",
  );
  expect(await refusalOf(by("dispute", { billId: bill.id, reason: "Not ours" }))).toContain(
    "not_found",
  );
  expect(await refusalOf(by("bill", { billId: bill.id }))).toContain("not_found");
  expect(await refusalOf(by("agreement", { agreementId: agreement }))).toContain("not_found");
  const [orgId, , mac] = token.split(".");
  const forged = [
    `${orgId}.${newId()}.${mac}`,
    tokenOf("kept-letter", { orgId: orgId!, id: newId() }),
  ];
  for (const wrong of forged) expect(await refusalOf(look(wrong))).toContain("link");
});

test("a link ends by its day, its address has a new one by mail, and an ended one has none", async () => {
  expect(await refusalOf(by("renew"))).toContain("link_stands");
  expect(await refusalOf(give())).toContain("link_known");
  expect(await refusalOf(give({ email: "x@y.test", untilOn: agencyDay(-1) }))).toContain(
    "link_over",
  );
  await t.database.transaction(s.people.boss, (tx) =>
    tx.rows(sql`
      update served_link
      set until_on = ${agencyDay(-1)}
      where org_id = ${s.a.orgId} and client_id = ${client}
    `),
  );
  const over = await look();
  expect(over).toMatchObject({ renewable: true, client: "", requests: [], bills: [], owed: 0 });
  expect(await refusalOf(by("request", { title: "More", text: "", wantedOn: null }))).toContain(
    "link_closed",
  );
  expect(await by<{ sentTo: string }>("renew")).toEqual({ sentTo: "j…@laketown.test" });
  expect((await look()).closed).toContain("A newer link was sent");
  const fresh = await mailedToken(s, "june@laketown.test");
  expect(fresh).not.toBe(token);
  expect(await look(fresh)).toMatchObject({ closed: null });
  const { links } = await s.asking<ClientDetail>(s.people.clerk, `GET ${clients}/${client}`);
  const [link] = links;
  expect(links).toHaveLength(1);
  const end = `POST /api/v1/client-links/${link!.id}/actions/end`;
  await s.asking(s.people.biller, end);
  expect(await refusalOf(s.asking(s.people.biller, end))).toContain("link_ended");
  expect(await look(fresh)).toMatchObject({ renewable: false });
});

test("an agreement is approved by another than wrote it, and signed once by each side", async () => {
  const post = (over: object = {}) =>
    s.asking<Written>(s.people.biller, `POST ${agreements}`, agreementOf(s, client, over));
  expect(await refusalOf(post({ endsOn: agencyDay(-300) }))).toContain("ends before it begins");
  expect(await refusalOf(post({ overheadBp: 0 }))).toContain("Enter the percent");
  expect(await refusalOf(post({ ownerId: s.people.clerk.personId }))).toContain("no_biller");
  const over = await post({ startsOn: agencyDay(-90), endsOn: agencyDay(-1) });
  const submit = (id: string) =>
    s.asking(s.people.biller, `POST ${agreements}/${id}/actions/submit`);
  expect(await refusalOf(submit(over.id))).toContain("term_over");
  const { id } = await post();
  expect(await refusalOf(signedBy(s, id, "client"))).toContain("not_to_sign");
  await submit(id);
  const patch = s.asking(s.people.biller, `PATCH ${agreements}/${id}`, { title: "Other" }, 2);
  expect(await refusalOf(patch)).toBe(
    "rule: It was sent for approval. Take it back to change it, or write the next one.",
  );
  await expect(approveDocument(t.database, s.people.biller, id)).rejects.toThrow();
  await approveDocument(t.database, s.people.boss, id);
  const author = { ...s.people.biller, permissions: s.people.boss.permissions };
  expect(await refusalOf(signedBy(s, id, "agency", author))).toContain("own_agreement");
  await signedBy(s, id, "client");
  expect(await refusalOf(signedBy(s, id, "client"))).toContain("signed_already");
  const draft = { agreementId: id, requestIds: [] };
  expect(await refusalOf(s.asking(s.people.biller, `POST ${bills}`, draft))).toContain(
    "not_signed",
  );
});

test("a request goes under an agreement in force of its own client, its work order works for one", async () => {
  const agreement = await agreed(s, other);
  const order = await workedHours(s, [60]);
  const ask = (over: object = {}) =>
    s.asking<Written>(s.people.biller, `POST ${requests}`, {
      ...{ clientId: client, title: "Clear a ditch", askedBy: "June", workOrderId: order },
      ...over,
    });
  expect(await refusalOf(ask({ workOrderId: newId() }))).toContain("work_unknown");
  const { id } = await ask();
  expect(await refusalOf(ask())).toContain("work_taken");
  const accept = (body: object) =>
    s.asking(s.people.biller, `POST ${requests}/${id}/actions/accept`, body);
  expect(await refusalOf(accept({ agreementId: agreement, service: "CREW" }))).toContain(
    "no_agreement",
  );
  const own = await agreed(s, client);
  expect(await refusalOf(accept({ agreementId: own, service: "NONE" }))).toContain("no_service");
  await accept({ agreementId: own, service: "CREW" });
  const two = { agreementId: agreement, requestIds: [id] };
  expect(await refusalOf(s.asking(s.people.biller, `POST ${bills}`, two))).toContain(
    "other_agreement",
  );
});

test("a client with something open stays, a name is taken once, others reach nothing", async () => {
  const { name } = await s.asking<ClientDetail>(s.people.clerk, `GET ${clients}/${client}`);
  expect(await refusalOf(township(s, { name: name.toUpperCase() }))).toContain("client_known");
  const end = (id: string) =>
    s.asking(s.people.biller, `POST ${clients}/${id}/actions/end`, { reason: "Merged" });
  expect(await refusalOf(end(other))).toContain("client_open");
  const gone = await township(s);
  await end(gone);
  expect(await refusalOf(give({ email: "a@b.test" }, gone))).toContain("client_ended");
  expect(await refusalOf(s.asking(s.stranger, `GET ${clients}/${client}`))).toContain("not_found");
  expect(await refusalOf(give({}, client, s.people.clerk))).toContain("not allow");
});
