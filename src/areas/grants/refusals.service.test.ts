// What an award, its drawdowns, revisions and reports refuse, as a person meets it at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { releaseRun } from "#areas/finance/finance.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { faultOf } from "./revision/test.model.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let grants: Actor;
let certifier: Actor;
let awardId: string;
let segmentCode: string;
let first: string;
let other: Awaited<ReturnType<typeof makeBudget>>;
const ask = askingOf(() => t);
const refused = (actor: Actor, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(actor, asked, body, version));

const offer = {
  title: "Preparedness",
  grantor: "CDC",
  amount: 3_000_00,
  match: 1_000_00,
  shareRate: 7_500,
  periodFrom: agencyDay(-200),
  periodTo: agencyDay(200),
  budget: [
    { objectClass: "supplies", cents: 3_500_00 },
    { objectClass: "other", cents: 500_00 },
  ],
};
const offered = async (over: object = {}) =>
  (await ask(grants, "POST /api/v1/grant-awards", { ...offer, ...over })).id;
const award = (id: string, step: string) => `POST /api/v1/grant-awards/${id}/actions/${step}`;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 10_000_00, { federal: true });
  a = { ...agency, accountStringId };
  other = await makeBudget(t.database, agency, 100_00, { federal: true });
  ({ grants, certifier } = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
  }));
  const { code } = await t.database.read(grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  segmentCode = code;
  awardId = await offered();
  ({ number: first } = await ask<{ number: string }>(
    grants,
    `GET /api/v1/grant-awards/${awardId}`,
  ));
  await ask(grants, award(awardId, "accept"), { segmentCode });
  await ask(grants, award(awardId, "activate"));
  for (const cents of [100_00, 60_00]) await approvedInvoice(t.database, a, { cents });
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
});
afterAll(() => t.drop());

const drawdown = (id: string, step: string) => `POST /api/v1/drawdowns/${id}/actions/${step}`;
const drafted = async (over: object = {}) =>
  (await ask(grants, "POST /api/v1/drawdowns", { awardId, through: agencyDay(), ...over })).id;
const certified = async () => {
  const id = await drafted();
  await ask(grants, drawdown(id, "check"));
  await ask(certifier, drawdown(id, "certify"));
  return id;
};

test("an award is not accepted with the code of a budget that lies outside of its period", async () => {
  const over = { periodFrom: agencyDay(4_000), periodTo: agencyDay(4_300) };
  const { awardId: segment } = await t.database.read(grants).one<{ awardId: string }>(sql`
    select award_id
    from account_string
    where org_id = ${a.orgId} and id = ${other.accountStringId}
  `);
  const { code } = await t.database
    .read(grants)
    .one<{ code: string }>(
      sql`select code from segment_value where org_id = ${a.orgId} and id = ${segment}`,
    );
  const id = await offered(over);
  expect(await refused(grants, award(id, "accept"), { segmentCode: code })).toMatch(
    /^award_period: .+ has a budget that is not this award's\. Award \S+ runs from .+ to .+; fiscal year \d+ lies outside of it/,
  );
  expect(await refused(grants, award(id, "accept"), { segmentCode: "LATER" })).toBe(
    "nothing was refused",
  );
});

test("a drawdown is not sent when a certified line changed", async () => {
  const id = await certified();
  const change = (cents: number) =>
    t.database.transaction(grants, (tx) =>
      tx.rows(sql`
        update cost_claim
        set cents = cents + ${cents}
        where org_id = ${a.orgId} and claimer_id = ${id} and share = 'match'
      `),
    );
  await change(-1);
  expect(await refused(grants, drawdown(id, "submit"), { reference: "PMS-1" })).toBe(
    "certificate_lapsed: A line changed after the certificate: check and certify the request again.",
  );
  await change(1);
  const sent = await ask(grants, drawdown(id, "submit"), { reference: "PMS-1" });
  expect(sent.status).toBe("submitted");
  const approve = (approved: number) =>
    refused(grants, drawdown(id, "approvePartly"), { approved, reason: "Less" });
  expect(await approve(120_00)).toBe("invalid_field: Enter less than $120.00.");
  expect(await approve(120_01)).toBe("invalid_field: Enter less than $120.00.");
  const pay = (over: object) =>
    refused(grants, drawdown(id, "pay"), { paidOn: agencyDay(), deposit: "D-1", ...over });
  expect(await pay({ paidOn: agencyDay(1) })).toBe("invalid_field: This day has not come yet.");
  expect(await pay({ paid: 119_99 })).toContain(
    "$120.00 were asked for. Record first that the grantor approved less, or that it was returned.",
  );
  expect(await approve(119_99)).toBe("nothing was refused");
  expect(await pay({ paid: 120_00 })).toContain("$119.99 were asked for.");
  expect(await pay({ paid: 119_99 })).toBe("nothing was refused");
});

test("nothing is drawn ahead, in advance of a reimbursing award, or of one that is only offered", async () => {
  const draw = (over: object) =>
    refused(grants, "POST /api/v1/drawdowns", { awardId, through: agencyDay(), ...over });
  expect(await draw({ through: agencyDay(1) })).toContain("This day has not come yet.");
  expect(await draw({ kind: "advance" })).toContain("This award reimburses: it pays no advance.");
  expect(await draw({ awardId: await offered() })).toMatch(
    /^rule: AWD-\S+ is offered: nothing is drawn from it\.$/,
  );
});

test("an award's days follow each other, its budget adds up, and an accepted one is revised", async () => {
  const enter = (over: object) =>
    refused(grants, "POST /api/v1/grant-awards", { ...offer, ...over });
  expect(await enter({ periodTo: agencyDay(-201) })).toContain(
    "The last day comes before the first.",
  );
  expect(await enter({ periodTo: offer.periodFrom })).toBe("nothing was refused");
  expect(await enter({ preawardFrom: agencyDay(-199) })).toContain(
    "Pre-award costs lie before the period.",
  );
  const short = await offered({ match: 1_000_01 });
  expect(await refused(grants, award(short, "accept"), { segmentCode: "AW9" })).toBe(
    "rule: The budget by object class comes to $4,000.00; amount and match come to $4,000.01.",
  );
  const second = await offered();
  expect(await refused(grants, award(second, "accept"), { segmentCode })).toContain(
    `${segmentCode} is the code of ${first}. Enter another one for this award.`,
  );
  const read = await ask(grants, `GET /api/v1/grant-awards/${awardId}`);
  expect(
    await refused(grants, `PATCH /api/v1/grant-awards/${awardId}`, { title: "X" }, read.version),
  ).toBe("rule: An accepted award is changed by a revision.");
});

test("a term that ended is not approved any more", async () => {
  const { id } = await ask(grants, `POST /api/v1/grant-awards/${awardId}/terms`, {
    kind: "other",
    words: "Ask first.",
    document: "Notice of award",
  }).catch(() =>
    ask(grants, `POST /api/v1/grant-awards/${awardId}/terms`, {
      kind: "equipment",
      cents: 10_000_00,
      words: "Ask first.",
      document: "Notice of award",
    }),
  );
  const approve = (approvedOn: string) =>
    refused(grants, `POST /api/v1/award-terms/${id}/approval`, { approvedOn, approval: "By mail" });
  expect(await approve(agencyDay(1))).toContain("This day has not come yet.");
  await ask(grants, `POST /api/v1/award-terms/${id}/end`);
  expect(await approve(agencyDay())).toBe("rule: This term does not stand any more.");
});

test("a revision moves nothing in all, says something, and of a declined award there is none", async () => {
  const nothing = {
    moves: [],
    newPeriodTo: null,
    scopeChange: false,
    keyPerson: false,
    newSubaward: false,
  };
  const budget = new Map([["supplies", 100]]);
  expect(faultOf(nothing, budget)).toBe("Say what changes.");
  expect(faultOf({ ...nothing, keyPerson: true }, budget)).toBeNull();
  const move = { objectClass: "supplies", cents: -1 } as const;
  expect(faultOf({ ...nothing, moves: [move] }, budget)).toBe(
    "What moves among classes comes to nothing in all: what one gains another loses.",
  );
  const declined = await offered();
  await ask(grants, award(declined, "decline"), { reason: "Too little" });
  const revise = { title: "More", reason: "Needed", scopeChange: true };
  const path = "POST /api/v1/award-revisions";
  expect(await refused(grants, path, { ...revise, awardId: declined })).toMatch(
    /^rule: AWD-\S+ is declined: it is not revised\.$/,
  );
  const { id } = await ask(grants, path, { ...revise, awardId });
  await ask(grants, `${path}/${id}/actions/test`);
  const approver = (await makeMembers(t.database, a, { finance: { role: "manager" } })).finance;
  expect(await refused(approver, `${path}/${id}/actions/approve`)).toBe(
    "rule: The grantor decides this revision: send it.",
  );
});

test("a milestone says what came of it, a performance report what was done", async () => {
  const { id } = await ask(grants, "POST /api/v1/milestones", {
    awardId,
    title: "Plan",
    plannedOn: agencyDay(3),
  });
  await ask(grants, `POST /api/v1/milestones/${id}/actions/begin`);
  expect(await refused(grants, `POST /api/v1/milestones/${id}/actions/finish`)).toBe(
    "rule: Say what came of it.",
  );
  const report = await t.database.read(grants).one<{ id: string }>(sql`
    select id
    from grant_report
    where org_id = ${a.orgId} and award_id = ${awardId} and kind = 'ppr'
    limit 1
  `);
  expect(
    await refused(grants, `POST /api/v1/grant-reports/${report.id}/actions/prepare`, {
      narrative: " ",
    }),
  ).toBe("rule: Write what was done against the goals.");
});

test("a disaster's cost is decided once, and dismissed with its reason", async () => {
  const bill = await approvedInvoice(t.database, a, { cents: 5_00 });
  const { id } = await t.database.transaction(grants, (tx) =>
    tx.one<{ id: string }>(sql`
      insert into cost_line (
        org_id, id, source, source_id, document_id, document_number, description, account_string_id,
        object_class, fiscal_year_id, posted_on, incurred_from, incurred_to, cents, emergency,
        changed_on
      )
      select
        ${a.orgId}, ${newId()}, 'invoice', gen_random_uuid(), ${bill.id}, ${bill.number}, 'Pumps',
        s.id, 'contractual', ${a.fiscalYearId}, ${agencyDay()}, ${agencyDay()}, ${agencyDay()}, 500,
        true, ${agencyDay()}
      from account_string s
      where s.org_id = ${a.orgId} and s.award_id is null
      limit 1
      returning id
    `),
  );
  const decide = (body: object) =>
    refused(a.people.manager, `POST /api/v1/disaster-costs/${id}/decision`, body);
  expect(await decide({ decision: "dismissed" })).toBe("rule: Say why it is dismissed.");
  expect(await decide({ decision: "accepted" })).toBe("nothing was refused");
  expect(await decide({ decision: "accepted" })).toBe("rule: This cost was decided already.");
});
