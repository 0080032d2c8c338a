// Certified payrolls: signed, checked against the determination, accepted by another; weeks that lack.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { addDays, day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payAgency } from "./pay.setup.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import { lackingPayrolls } from "./payroll/demand.service.ts";
import {
  socialSecurityRefused,
  type PayrollDetail,
  type PayrollRead,
  type PayrollRow,
  type PayrollWeeks,
} from "./payroll/payroll.model.ts";
import { wh347Columns } from "./payroll/wh347-columns.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
type Site = Awaited<ReturnType<typeof a.building>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

type Written = { id: string; number: string; version: number; status: string };
const at = "/api/v1/certified-payrolls";
// The last Saturday that is over, and weeks before it.
const lastSaturday = (): string => {
  const today = day(agencyDay());
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() + 1) % 7;
  return addDays(today, -back);
};
const weekBefore = (weeks: number) => addDays(day(lastSaturday()), -7 * weeks);

// $30.00 and $9.50 are due: 40 × $30.00 = $1,200.00.
const carpenter = (over: object = {}) => ({
  name: "Ann Lee",
  idNumber: "1234",
  classification: "Carpenter",
  straight: ["0", "8", "8", "8", "8", "8", "0"],
  overtime: ["0", "0", "0", "0", "0", "0", "0"],
  rate: 30_00,
  overtimeRate: 45_00,
  fringePlans: 9_50,
  fringeCash: 0,
  gross: 1_200_00,
  grossAll: 1_200_00,
  deductions: 300_00,
  net: 900_00,
  ...over,
});
const given = (site: Site, over: object = {}) => ({
  projectId: site.id,
  purchaseOrderId: site.order.id,
  employer: a.vendor.name,
  payrollNo: 1,
  weekEnding: lastSaturday(),
  paidOn: agencyDay(),
  workers: [carpenter()],
  signedBy: "Dana Berg",
  signedTitle: "Payroll manager",
  ...over,
});
const enter = (site: Site, over: object = {}, actor: Actor = a.people.engineer) =>
  a.asking<Written>(actor, `POST ${at}`, given(site, over));
const read = (id: string, actor: Actor = a.people.engineer) =>
  a.asking<PayrollDetail>(actor, `GET ${at}/${id}`);
const step = async (id: string, name: string, body: object = {}, actor = a.people.engineer) =>
  a.asking<Written>(actor, `POST ${at}/${id}/actions/${name}`, body, (await read(id)).version);
const change = async (id: string, body: object) =>
  a.asking<Written>(a.people.engineer, `PATCH ${at}/${id}`, body, (await read(id)).version);
const determine = async (site: Site, rates: object[]) =>
  a.asking<Written>(
    a.people.engineer,
    `POST /api/v1/projects/${site.id}/actions/wages`,
    {
      determination: "MN20260064",
      modification: 3,
      publishedOn: "2026-03-06",
      source: "Contract, attachment C",
      rates,
    },
    (await a.read(site.id)).version,
  );
const road = [{ quantity: "300", unitPrice: "120" }];
const site = async (code: string, over: { federal?: boolean } = {}) => {
  const made = await a.building(code, road, over);
  await determine(made, [{ classification: "Carpenter", basic: 30_00, fringe: 9_50 }]);
  return made;
};
const placesOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await work.then(
    () => null,
    (e: unknown) => e,
  );
  return error instanceof Problem ? (error.errors ?? []).map(({ path }) => path) : [];
};

test("a payroll is signed, sent, and accepted by somebody who did not enter it", async () => {
  const s = await site("W1");
  const { id } = await enter(s, { signedBy: "" });
  expect(await refusalOf(step(id, "submit"))).toMatch(
    /not_signed.*Name who signs the statement of compliance/s,
  );
  await change(id, { signedBy: "Dana Berg" });
  await step(id, "submit");
  const sent = await read(id);
  expect(sent).toMatchObject({
    status: "submitted",
    findings: [],
    determination: "MN20260064, modification 3",
    totals: { people: 1, hours: "40", gross: 1_200_00 },
    late: false,
    canEdit: false,
  });
  expect(await refusalOf(step(id, "accept"))).toMatch(/accept it/);
  const board = await a.asking<ConstructionBoard>(
    a.people.inspector,
    "GET /api/v1/construction-board",
  );
  expect(board.cards.find((card) => card.id === id)).toMatchObject({ column: "ours" });
  await step(id, "accept", {}, a.people.second);
  expect(await read(id)).toMatchObject({ status: "accepted", acceptedBy: a.people.second.name });
  await step(id, "reopen", { reason: "The timecards say 44 hours" }, a.people.second);
  expect(await read(id)).toMatchObject({
    status: "returned",
    statusReason: "The timecards say 44 hours",
    acceptedBy: null,
    signedAt: null,
  });
});

test("pay that is too low is said by row, sent only with what is still owed, and never accepted", async () => {
  const s = await site("W2");
  const low = carpenter({ fringePlans: 9_00 });
  const { id } = await enter(s, { workers: [carpenter({ name: "Bo Dahl" }), low] });
  const sending = step(id, "submit");
  expect(await placesOf(sending)).toEqual(["workers.1"]);
  expect(await refusalOf(step(id, "submit"))).toMatch(
    /payroll_faults.*\$39\.00 an hour with fringe benefits is below \$39\.50/s,
  );
  await change(id, { exceptions: "Ann Lee is owed $20.00, paid next Friday" });
  await step(id, "submit");
  expect(
    await refusalOf(step(id, "accept", { reason: "It is all right" }, a.people.second)),
  ).toMatch(/is below \$39\.50.*Return it: it is accepted once it is corrected/s);
  await step(id, "return", { reason: "Pay what is owed" }, a.people.second);
  await change(id, { workers: [carpenter({ name: "Bo Dahl" }), carpenter()] });
  await step(id, "submit");
  expect((await step(id, "accept", {}, a.people.second)).status).toBe("accepted");
});

test("a classification that the determination does not have is accepted with its conformance", async () => {
  const s = await site("W3");
  const { id } = await enter(s, {
    workers: [carpenter({ classification: "Diver" })],
    exceptions: "The conformance was asked for on form SF-1444",
  });
  await step(id, "submit");
  expect(await refusalOf(step(id, "accept", {}, a.people.second))).toMatch(
    /reason_missing.*Say which conformance of the Department of Labor sets its rate/s,
  );
  await step(id, "accept", { reason: "Conformance MN-2026-17" }, a.people.second);
  expect((await read(id)).acceptedReason).toBe("Conformance MN-2026-17");
});

test("a full Social Security number is refused before anything is stored, also from a file", async () => {
  const s = await site("W4");
  for (const over of [
    { workers: [carpenter({ idNumber: "123-45-6789" })] },
    { workers: [carpenter({ name: "Ann Lee 123456789" })] },
    { exceptions: "123 45 6789 was off" },
  ])
    expect(await refusalOf(enter(s, over))).toContain(socialSecurityRefused);
  const { total } = await a.asking<{ total: number }>(
    a.people.engineer,
    `GET ${at}?projectId=${s.id}`,
  );
  expect(total).toBe(0);
  const stored = await a.as(a.people.admin, (tx) =>
    tx.rows(sql`select 1 as found from audit_entry where content::text like '%123-45-6789%'`),
  );
  expect(stored).toEqual([]);
  const row = (id: string, hours: string) =>
    `Ann Lee,${id},Carpenter,,${hours},8,8,8,8,8,0,0,0,0,0,0,0,0,30.00,45.00,9.50,0,"1,200.00",1200,300,900`;
  const text = [
    wh347Columns.join(","),
    row("1234", "0"),
    row("123-45-6789", "0"),
    row("1234", "9x"),
  ];
  const found = await a.asking<PayrollRead>(a.people.engineer, `POST ${at}/rpc/read`, {
    text: text.join("\r\n"),
  });
  expect(found.workers).toMatchObject([carpenter()]);
  expect(found.errors).toEqual([
    { line: 3, says: socialSecurityRefused },
    { line: 4, says: "ST 1: Hours are a number such as 8 or 7.5." },
  ]);
  const half = await a.asking<PayrollRead>(a.people.engineer, `POST ${at}/rpc/read`, {
    text: "Name,Rate\nAnn Lee,30",
  });
  expect(half.errors[0]!.says).toMatch(/^These columns are missing: ID number, Classification,/);
  const broken = a.asking(a.people.engineer, `POST ${at}/rpc/read`, { text: '"Name' });
  expect(await refusalOf(broken)).toMatch(/file_unreadable.*cannot be read/s);
});

test("a week is told once by an employer, of an order of the project, when it is over", async () => {
  const [s, other] = [await site("W5"), await site("W6")];
  const { id, number } = await enter(s);
  expect(
    await refusalOf(enter(s, { payrollNo: 2, employer: a.vendor.name.toUpperCase() })),
  ).toMatch(new RegExp(`week_there.*${number} tells of this week already`, "s"));
  expect(await refusalOf(enter(s, { weekEnding: weekBefore(1) }))).toMatch(
    /payroll_number_there.*bears this number already/s,
  );
  expect(await refusalOf(enter(s, { weekEnding: agencyDay(1), payrollNo: 2 }))).toMatch(
    /week_ahead.*not over yet/s,
  );
  expect(await refusalOf(enter(s, { purchaseOrderId: other.order.id, employer: "Other" }))).toMatch(
    /order_unknown.*Choose an order of this project/s,
  );
  expect(await refusalOf(enter(s, { noWork: true, employer: "Other" }))).toMatch(
    /work was performed in this week/,
  );
  await step(id, "discard", { reason: "Entered twice" });
  expect((await enter(s)).status).toBe("draft");
});

test("a closed project takes no payroll, and another agency or duty reads none", async () => {
  const s = await site("W7");
  const { id } = await enter(s);
  for (const actor of [a.people.inspector, a.people.clerk])
    expect(await refusalOf(read(id, actor))).toMatch(/not_allowed/);
  expect(await refusalOf(read(id, a.elsewhere))).toMatch(/not_found/);
  const { items } = await a.asking<{ items: PayrollRow[] }>(a.elsewhere, `GET ${at}`);
  expect(items).toEqual([]);
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`update project set status = 'cancelled' where id = ${s.id}`),
  );
  expect(await refusalOf(enter(s, { weekEnding: weekBefore(1), payrollNo: 2 }))).toMatch(
    /project_not_building.*is not being built now/s,
  );
  expect(
    await refusalOf(determine(s, [{ classification: "Carpenter", basic: 1, fringe: 0 }])),
  ).toMatch(/is over: its wages stay\./);
});

test("weeks that lack are named by employer: of the contractor each, of others those in which a log saw them", async () => {
  const s = await site("W8", { federal: true });
  const plain = await site("W9");
  const from = addDays(day(weekBefore(3)), 1);
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`update project set began_on = ${from}, starts_on = ${from} where id = ${s.id}`),
  );
  const lacking = async () =>
    (
      await lackingPayrolls(t.database.read(a.people.engineer), {
        projectId: s.id,
        purchaseOrderId: s.order.id,
        to: day(lastSaturday()),
      })
    ).lacking;
  const none = await lackingPayrolls(t.database.read(a.people.engineer), {
    projectId: plain.id,
    purchaseOrderId: plain.order.id,
    to: day(lastSaturday()),
  });
  expect(none).toEqual({
    wages: { demanded: "no", because: "no award pays for it" },
    lacking: [],
  });
  const log = await a.asking<Written>(a.people.inspector, "POST /api/v1/daily-logs", {
    projectId: s.id,
    day: addDays(day(weekBefore(1)), -2),
    crews: [{ employer: "Hansen Paving", trade: "Pavers", people: 3, hours: "8" }],
  });
  await a.asking(
    a.people.inspector,
    `POST /api/v1/daily-logs/${log.id}/actions/submit`,
    {},
    log.version,
  );
  const name = a.vendor.name;
  expect(await lacking()).toEqual([
    { employer: name, weeks: [weekBefore(2), weekBefore(1), weekBefore(0)] },
    { employer: "Hansen Paving", weeks: [weekBefore(1)] },
  ]);
  const send = async (no: number, over: object) => {
    const { id } = await enter(s, { payrollNo: no, ...over });
    await step(id, "submit");
    return id;
  };
  await send(1, { weekEnding: weekBefore(2) });
  await send(2, { weekEnding: weekBefore(1), noWork: true, workers: [], paidOn: null });
  const hansen = await send(1, { employer: "hansen paving", weekEnding: weekBefore(1) });
  expect(await lacking()).toEqual([{ employer: name, weeks: [weekBefore(0)] }]);
  await step(hansen, "return", { reason: "Rates of the wrong county" }, a.people.second);
  expect((await lacking()).map(({ employer }) => employer)).toEqual([name, "hansen paving"]);
  // The last one of an employer ends what is asked of it.
  const last = await read((await enter(s, { payrollNo: 3, final: true })).id);
  await step(last.id, "submit");
  const weeks = await a.asking<PayrollWeeks>(
    a.people.engineer,
    `GET /api/v1/projects/${s.id}/payroll-weeks`,
  );
  expect(weeks.demanded).toBe("notKnown");
  expect(weeks.employers.map((e) => [e.employer, e.weeks.map(({ state }) => state)])).toEqual([
    [name, ["submitted", "submitted", "submitted"]],
    ["hansen paving", ["returned"]],
  ]);
});

/** The day log of the Friday before the last Saturday, on which the contractor's crew was at work. */
const seenAtWork = async (s: Site): Promise<string> => {
  const log = await a.asking<Written>(a.people.inspector, "POST /api/v1/daily-logs", {
    projectId: s.id,
    day: addDays(day(lastSaturday()), -1),
    crews: [{ employer: a.vendor.name, trade: "Pavers", people: 3, hours: "8" }],
  });
  const { number } = await a.asking<Written>(
    a.people.inspector,
    `POST /api/v1/daily-logs/${log.id}/actions/submit`,
    {},
    log.version,
  );
  return number;
};

test("a payroll that says no work is held against the logs of its week", async () => {
  const s = await site("W10");
  const number = await seenAtWork(s);
  const { id } = await enter(s, { noWork: true, workers: [], paidOn: null });
  const [said] = (await read(id)).against;
  expect(said).toMatch(new RegExp(`^${number} saw its crew at work on`));
});

test("an application is not certified while a payroll of its period lacks", async () => {
  const s = await site("W11", { federal: true });
  // It began today; payrolls are owed from the first day on which somebody was seen at work.
  await seenAtWork(s);
  const id = await a.sent(s, [{ value: "10" }], {
    periodFrom: weekBefore(1),
    periodTo: lastSaturday(),
  });
  const papers = async () =>
    (await a.readPay(id)).papers.filter(({ title }) => title.startsWith("Certified payrolls"));
  const [lacks] = await papers();
  expect(lacks).toMatchObject({ ok: false, citation: "29 CFR 5.5(a)(3)(ii)(A)" });
  expect(lacks!.says).toMatch(new RegExp(`^${a.vendor.name}: weeks to `));
  await a.step(id, "confirm", a.people.inspector);
  expect(await refusalOf(a.step(id, "certify", a.certifier, { lines: [] }))).toMatch(
    /papers_lack.*Certified payrolls to/s,
  );
});
