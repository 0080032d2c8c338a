// A grant's whole life by its people, as they meet it at the endpoints: a grant manager who does the
// work alone, a signer, a certifier, and those who pay. Days pass by the business day of whoever acts.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { mapAccounts, releaseRun } from "#areas/finance/finance.server.ts";
import { demoApplicant } from "#areas/preaward/demo/preaward.data.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"grants" | "signer" | "certifier", Actor>;
let segmentCode: string;
let day = "2026-09-01";
const now = (actor: Actor): Actor => ({ ...actor, businessNow: `${day}T18:00:00Z` });
const asking = askingOf(() => t);
const ask = <R = { id: string; version: number; status: string }>(
  actor: Actor,
  asked: string,
  body: unknown = {},
  version: number | null = null,
) => asking<R>(now(actor), asked, body, version);
type Items<T> = { items: T[] };

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 484_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    signer: { duties: ["grant_signer"] },
    certifier: { duties: ["certifier"] },
  });
  const { code, accountId } = await t.database.read(a.people.admin).one<{
    code: string;
    accountId: string;
  }>(sql`
    select w.code, s.account_id
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${accountStringId}
  `);
  segmentCode = code;
  const { admin } = a.people;
  await t.database.transaction(admin, (tx) =>
    mapAccounts(tx, [{ accountId, objectClass: "construction" }]),
  );
  await ask(people.signer, "PUT /api/v1/grant-applicant", {
    ...demoApplicant,
    samUntil: "2099-01-01",
  });
  await ask(admin, "POST /api/v1/signing-authorities", {
    personId: people.signer.personId,
    kinds: ["grantApplication"],
    amountLimit: 500_000_00,
    fromOn: "2020-01-01",
    toOn: null,
    basis: "Resolution 2026-30",
  });
});
afterAll(() => t.drop());

const decidedOpportunity = async () => {
  const path = "POST /api/v1/grant-opportunities";
  const made = await ask(people.certifier, path, {
    number: "FEMA-26-BRIDGE",
    title: "Bridges that stay open",
    agency: "Federal Emergency Management Agency",
    alns: ["97.029"],
    eligibility: ["01"],
    closesOn: "2026-09-30",
  });
  const at = `${path}/${made.id}/actions`;
  await ask(people.certifier, `${at}/review`);
  const verdict = { verdict: "will_apply", reason: "It pays a deck.", matchSource: "Road fund" };
  await ask(people.certifier, `${at}/propose`, verdict);
  await ask(people.grants, `${at}/decide`, verdict);
  return made.id;
};

type Application = {
  version: number;
  status: string;
  federalCents: number;
  findings: { place: string; message: string }[];
  forms: { code: string; version: number; xml: string }[];
  sections: { id: string; version: number }[];
};
const path = (id: string) => `/api/v1/grant-applications/${id}`;
const read = (id: string) => ask<Application>(people.grants, `GET ${path(id)}`);

/** A construction application, written whole by the grant manager: what its package asks. */
const written = async (opportunityId: string) => {
  const { id } = await ask(people.grants, "POST /api/v1/grant-applications", {
    kind: "construction",
    title: "A bridge that stays open",
    opportunityNumber: "FEMA-26-BRIDGE",
    opportunityId,
    grantor: "Federal Emergency Management Agency",
    aln: "97.029",
    startsOn: "2026-10-05",
    endsOn: "2027-02-28",
    dueOn: "2026-09-30",
  });
  await ask(people.grants, `PUT ${path(id)}/budget`, {
    activities: [{ title: "Bridge", aln: "97.029" }],
    lines: [{ kind: "construction", description: "Deck", cents: 484_000_00 }],
    match: [{ source: "Road fund", cents: 96_800_00 }],
  });
  const answers: Readonly<Record<string, object>> = {
    "SF-424": { contactFirst: "Ann", contactLast: "Oak", agree: true },
    "SF-424D": { assured: true },
    "SF-LLL": { disclose: false },
  };
  for (const { code } of (await read(id)).forms) {
    await ask(people.grants, `POST ${path(id)}/forms/${code}/refill`);
    // What is not named stays: the form was filled from the budget.
    if (answers[code])
      await ask(people.grants, `PATCH ${path(id)}/forms/${code}`, {
        answers: answers[code],
        whole: true,
      });
  }
  for (const section of (await read(id)).sections)
    await ask(people.grants, `PUT /api/v1/grant-application-sections/${section.id}/text`, {
      body: "We ask for {budget.federal} of {budget.total}.",
    });
  return id;
};

const signed = {
  first: "Harriet",
  last: "Okafor",
  title: "Chair",
  phone: "952-555-0100",
  agreed: true,
};
const applied = async (id: string) => {
  const step = (who: keyof typeof people, name: string, body: object = {}) =>
    ask(people[who], `POST ${path(id)}/actions/${name}`, body);
  expect(await read(id)).toMatchObject({ federalCents: 387_200_00, findings: [] });
  await step("grants", "review");
  expect(await refusalOf(step("grants", "sign", signed))).toMatch(/not_allowed|not_in_this_status/);
  await step("signer", "return", { reason: "The approach names no month." });
  expect(await read(id)).toMatchObject({
    status: "draft",
    statusReason: "The approach names no month.",
  });
  const { items } = await ask<Items<{ title: string; body: string }>>(
    people.grants,
    "GET /api/v1/notifications",
  );
  expect(items[0]).toMatchObject({ body: "The approach names no month." });
  await step("grants", "review");
  expect(await read(id)).toMatchObject({ statusReason: null });
  await step("signer", "pass");
  await step("signer", "sign", signed);
  await step("grants", "submit", { trackingNumber: "GRANT14200001" });
  day = "2026-10-02";
  await step("signer", "award", {
    awardNumber: "FEMA-2026-BR-0007",
    awardedOn: "2026-10-02",
    awardCents: 387_200_00,
  });
};

const spending = async () => {
  const awards = await ask<Items<{ id: string; grantorNumber: string; amount: number }>>(
    people.grants,
    "GET /api/v1/grant-awards",
  );
  // Whoever kept the application keeps the award, whoever recorded it.
  expect(await ask(people.grants, `GET /api/v1/grant-awards/${awards.items[0]!.id}`)).toMatchObject(
    { ownerId: people.grants.personId, segment: null },
  );
  expect(awards.items).toMatchObject([{ grantorNumber: "FEMA-2026-BR-0007", amount: 387_200_00 }]);
  const { id } = awards.items[0]!;
  const at = `POST /api/v1/grant-awards/${id}/actions`;
  day = "2026-10-05";
  await ask(people.grants, `${at}/accept`, { segmentCode });
  expect(await ask(people.grants, `GET /api/v1/grant-awards/${id}`)).toMatchObject({
    segment: segmentCode,
  });
  await ask(people.grants, `${at}/activate`);
  day = "2026-11-16";
  const agency = {
    ...a,
    people: Object.fromEntries(
      Object.entries(a.people).map(([name, actor]) => [name, now(actor)]),
    ) as typeof a.people,
  };
  await approvedInvoice(t.database, agency, { cents: 240_000_00 });
  const run = await approvedRun(t.database, agency, { payOn: day });
  await t.database.transaction(now(a.people.treasurer), (tx) =>
    releaseRun(tx, now(a.people.treasurer), { id: run, version: null }, t.app.files),
  );
  return id;
};

type Step = (who: keyof typeof people, name: string, body?: object) => Promise<{ status: string }>;
/** A certifier sends back what is not right, and whoever prepared it reads why. */
const sentBack = async (id: string, step: Step, reason: string) => {
  expect(await refusalOf(step("certifier", "sendBack"))).toMatch(/reason/);
  expect(await refusalOf(step("grants", "sendBack", { reason }))).toMatch(/not_allowed/);
  const { status } = await step("certifier", "sendBack", { reason });
  expect(["draft", "due"]).toContain(status);
  const { items } = await ask<Items<{ title: string; body: string; link: string }>>(
    people.grants,
    "GET /api/v1/notifications",
  );
  expect(items.find(({ link }) => link.endsWith(id))).toMatchObject({ body: reason });
};

const drawn = async (awardId: string) => {
  day = "2026-11-24";
  const { id } = await ask(people.grants, "POST /api/v1/drawdowns", {
    awardId,
    kind: "reimbursement",
    through: day,
  });
  const step = (who: keyof typeof people, name: string, body: object = {}) =>
    ask(people[who], `POST /api/v1/drawdowns/${id}/actions/${name}`, body);
  await step("grants", "check");
  expect(await refusalOf(step("grants", "certify"))).toMatch(/not_allowed/);
  await sentBack(id, step, "The bank's proof is missing.");
  await step("grants", "check");
  await step("certifier", "certify");
  await step("grants", "submit", { reference: "PMS 27-1" });
  const early = step("grants", "pay", { paidOn: "2026-11-23", deposit: "ACH 1" });
  expect(await refusalOf(early)).toContain(
    "The request was sent on Nov 24, 2026: its money came on that day or later.",
  );
  day = "2026-11-30";
  await step("grants", "pay", { paidOn: day, deposit: "ACH 1" });
  await step("certifier", "reconcile");
  const again = { awardId, kind: "reimbursement", through: day };
  expect(await refusalOf(ask(people.grants, "POST /api/v1/drawdowns", again))).toMatch(
    /^nothing_to_draw/,
  );
};

type Report = { id: string; kind: string; periodTo: string; status: string; final: boolean };
const reports = async (awardId: string) =>
  (
    await ask<Items<Report>>(
      people.grants,
      `GET /api/v1/grant-reports?awardId=${awardId}&sort=dueOn`,
    )
  ).items;
const report = async ({ id, kind, final }: Report) => {
  const step = (who: keyof typeof people, name: string, body: object = {}) =>
    ask(people[who], `POST /api/v1/grant-reports/${id}/actions/${name}`, body);
  await step("grants", "prepare", { narrative: "The deck is laid." });
  if (kind === "sf425" && !final) {
    const reason = "Line 10e is not what the books say.";
    const said = () =>
      ask<{ statusReason: string | null }>(people.grants, `GET /api/v1/grant-reports/${id}`);
    await sentBack(id, step, reason);
    // Why stands on the report until it is prepared anew.
    expect(await said()).toMatchObject({ statusReason: reason });
    await step("grants", "prepare", { narrative: "The deck is laid." });
    expect(await said()).toMatchObject({ statusReason: null });
  }
  await step("certifier", "certify");
  await step("grants", "submit", { reference: "Sent by the grantor's system" });
  return ask<{ cells: { line: string; cents: number }[] }>(
    people.grants,
    `GET /api/v1/grant-reports/${id}`,
  );
};

/** The quarter is reported when it is over, as it stood at its end. */
const quarter = async (awardId: string) => {
  const interim = (await reports(awardId)).filter((r) => !r.final);
  expect(interim.map((r) => [r.kind, r.periodTo]).toSorted()).toEqual([
    ["ppr", "2026-12-31"],
    ["sf425", "2026-12-31"],
  ]);
  day = "2026-12-31";
  const early = `POST /api/v1/grant-reports/${interim[0]!.id}/actions/prepare`;
  expect(await refusalOf(ask(people.grants, early, { narrative: "Done." }))).toMatch(/^not_over/);
  day = "2027-01-12";
  for (const each of interim) {
    const { cells } = await report(each);
    if (each.kind === "sf425") expect(cells.find((c) => c.line === "10e")!.cents).toBe(192_000_00);
  }
};

test("a grant manager alone, with a signer and a certifier, from an opportunity to the closeout", async () => {
  const id = await written(await decidedOpportunity());
  expect((await read(id)).forms.map(({ code }) => code)).toEqual([
    "SF-424",
    "SF-424C",
    "SF-424D",
    "SF-LLL",
    "Sites",
  ]);
  if (!pdfBrowser()) return;
  await applied(id);
  const awardId = await spending();
  await drawn(awardId);
  await quarter(awardId);

  const close = `POST /api/v1/grant-awards/${awardId}/actions`;
  expect(await refusalOf(ask(people.grants, `${close}/close`))).not.toBe("nothing was refused");
  day = "2027-03-02";
  await ask(people.grants, `${close}/end`, { reason: "The period is over." });
  expect(await refusalOf(ask(people.grants, `${close}/close`))).toMatch(/Reports are open/);
  for (const each of (await reports(awardId)).filter((r) => r.final)) await report(each);
  expect(await ask(people.grants, `${close}/close`)).toMatchObject({ status: "closed" });
});
