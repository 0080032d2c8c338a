import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import { dutyLabels, permissions } from "#roles.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { transition } from "#server/lifecycle.ts";
import { answerOf, factsFor } from "./figure/figure.service.ts";
import { questionInput, type ReportQuestion } from "./figure/figure.model.ts";
import { besideEachOther, findingOf } from "./figure/finding.labels.ts";
import { daysOf, yearBefore } from "./figure/period.model.ts";
import { tableOf } from "./figure/sheet.model.ts";
import { standing } from "./ready/ready.data.ts";
import { readyFor } from "./ready/ready.service.ts";
import { savedReportList } from "./report/report.list.ts";
import { savedReportNoun } from "./report/report.noun.ts";
import { changeReport, makeReport, readReport } from "./report/report.service.ts";
import { keepInput } from "./run/run.model.ts";
import { keptRunList } from "./run/run.list.ts";
import { readPacket } from "./packet/packet.service.ts";
import { keepRun, readRun } from "./run/run.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
const everything = new Set(Object.keys(permissions)) as ReadonlySet<Permission>;
const budget: ReportQuestion = questionInput.parse({
  measures: ["budget.budget", "budget.available"],
  by: ["fund"],
  where: { side: ["spending"] },
  period: "fiscal-year",
});
const invoices: ReportQuestion = questionInput.parse({
  measures: ["invoices.total", "invoices.invoices"],
  by: ["vendor"],
  where: {},
  period: "all",
});
// An officer of the budget, a colleague who reads the same, and somebody who may not read invoices.
let officer: Actor;
let colleague: Actor;
let outsider: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await payingAgency(t.database);
  await approvedInvoice(t.database, agency, { cents: 120_00 });
  await approvedInvoice(t.database, agency, { cents: 30_50 });
  const { admin, manager, ap } = agency.people;
  officer = { ...admin, permissions: everything };
  colleague = { ...manager, permissions: everything };
  const without = [...everything].filter((each) => each !== "invoice.read");
  outsider = { ...ap, permissions: new Set(without) };
});
afterAll(() => t.drop());

const read = <T>(
  actor: Actor,
  ask: (db: ReturnType<TestDatabase["database"]["read"]>) => Promise<T>,
) => ask(t.database.read(actor));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
const keep = (actor: Actor, question: ReportQuestion, more: object = {}) =>
  t.database.transaction(actor, (tx) =>
    keepRun(tx, actor, keepInput.parse({ name: "For the council", question, ...more })),
  );

test("a question is answered with its finding, and a fiscal year holds for facts of a year and of days", async () => {
  const answer = await read(officer, (db) => answerOf(db, officer, invoices));
  expect(answer.totals[0]).toMatchObject({ value: 150_50, rows: 2 });
  expect(answer.finding).toBe("Invoices: Invoiced, all time: $150.50.");
  const lines = await read(officer, (db) => answerOf(db, officer, budget));
  expect(lines.totals[0]!.value).toBe(50_000_000_00);
  expect(lines.from).toBe("2026-10-01");
  expect(lines.totals[0]!.opens).toContain("year=2027");
  expect(
    await refusal(
      read(officer, (db) => answerOf(db, officer, { ...budget, period: "last-fiscal-year" })),
    ),
  ).toBe("no_such_year");
});

test("the ledger says by which hash a run was kept, and no figure of it", async () => {
  const run = await keep(officer, invoices);
  const { content } = await read(officer, (db) =>
    db.one<{ content: string }>(sql`
      select content
      from audit_entry
      where org_id = ${officer.orgId} and object_id = ${run.id} and action = 'keptRun.create'
    `),
  );
  expect(content).toContain(run.sha256);
  expect(content).not.toContain("150.50");
  expect(content).not.toContain("15050");
});

test("days that are behind each other the wrong way are refused, never answered with nothing", () => {
  const errors = (period: string) =>
    questionInput
      .safeParse({ ...budget, period })
      .error?.issues.map((issue) => [issue.path.join("."), issue.message]);
  expect(errors("2026-12-31..2026-01-01")).toEqual([
    ["period", "The last day is before the first."],
  ]);
  expect(errors("2026-12-31..2026-12-31")).toBeUndefined();
});

test("periods are worked out by the agency's years and the calendar", () => {
  const years = [
    { year: 2026, startsOn: "2025-10-01", endsOn: "2026-09-30" },
    { year: 2027, startsOn: "2026-10-01", endsOn: "2027-09-30" },
  ] as unknown as Parameters<typeof daysOf>[1];
  const on = (period: ReportQuestion["period"], today: string) =>
    daysOf(period, years, today as never);
  expect(on("fiscal-year", "2026-11-26")).toEqual({
    from: "2026-10-01",
    until: "2027-09-30",
    year: 2027,
  });
  expect(on("year-to-date", "2026-11-26")).toEqual({
    from: "2026-10-01",
    until: "2026-11-26",
    year: 2027,
  });
  expect(on("year-to-date", "2028-01-01")).toBeNull();
  // As far into the year before; the whole year once its last day has come.
  const earlier = (today: string) =>
    yearBefore(on("year-to-date", today) as Parameters<typeof yearBefore>[0], years);
  expect(earlier("2026-11-26")).toEqual({ from: "2025-10-01", until: "2025-11-26", year: 2026 });
  expect(earlier("2027-09-30")).toEqual({ from: "2025-10-01", until: "2026-09-30", year: 2026 });
  expect(on("last-fiscal-year", "2026-11-26")).toMatchObject({ year: 2026 });
  expect(on("last-fiscal-year", "2026-09-30")).toBeNull();
  expect(on("fiscal-year", "2028-01-01")).toBeNull();
  expect(on("month", "2028-02-10")).toEqual({ from: "2028-02-01", until: "2028-02-29" });
  expect(on("last-month", "2027-01-31")).toEqual({ from: "2026-12-01", until: "2026-12-31" });
  expect(on("2026-01-05..2026-02-06", "2028-01-01")).toEqual({
    from: "2026-01-05",
    until: "2026-02-06",
  });
  expect(on("all", "2028-01-01")).toEqual({});
});

test("a finding names where most is, and says nothing of most where that means nothing", () => {
  const told = {
    by: [{ id: "vendor", label: "Vendor" }],
    measures: [{ id: "paid", label: "Paid", unit: "cents" as const }],
    withheld: [],
    rows: [
      { names: ["Delta Stone"], cells: [{ value: 75_00 }] },
      { names: ["Oak"], cells: [{ value: 25_00 }] },
    ],
    totals: [{ value: 100_00 }],
  };
  expect(findingOf(told, "this month")).toBe(
    "Paid, this month: $100.00; most: Delta Stone with $75.00 (75%).",
  );
  expect(findingOf({ ...told, totals: [{ value: 0 }] }, "this month")).toBe(
    "Paid, this month: $0.00.",
  );
  expect(findingOf({ ...told, measures: [], withheld: ["Paid"] }, "this month")).toBe(
    "You may not read these figures: Paid.",
  );
});

test("a finding names no greatest part of a duration, nor of a balance over months", () => {
  const cells = (value: number) => [{ value }];
  const told = {
    by: [{ id: "month", label: "Month" }],
    measures: [{ id: "cases.median", label: "Days, median", unit: "days" as const }],
    withheld: [],
    rows: [
      { names: ["2026-10"], cells: cells(9) },
      { names: ["2026-11"], cells: cells(1) },
    ],
    totals: [{ value: 1 }],
  };
  expect(findingOf(told, "this month")).toBe("Days, median, this month: 1 day.");
  expect(findingOf({ ...told, totals: [{ value: null }] }, "this month")).toBe(
    "Days, median, this month: not reached yet.",
  );
  const left = { id: "ledger.left", label: "Left", unit: "cents" as const, balance: true };
  expect(findingOf({ ...told, measures: [left] }, "all time")).toBe("Left, all time: $0.01.");
});

test("a table of an answer has its whole and its finding as last rows", async () => {
  const { header, money, rows } = tableOf(
    await read(officer, (db) => answerOf(db, officer, invoices)),
    "UTC",
  );
  expect(header).toEqual(["Vendor", "Invoices: Invoiced", "Invoices: Number received"]);
  expect(money).toEqual([false, true, false]);
  expect(rows.slice(-2)).toEqual([["All", 150_50, 2], ["Invoices: Invoiced, all time: $150.50."]]);
});

test("who may not read a figure is offered neither it nor a report of it, and keeps no half answer", async () => {
  expect(factsFor(outsider).map((fact) => fact.id)).not.toContain("invoices");
  expect(factsFor(officer).map((fact) => fact.id)).toContain("invoices");
  const answer = await read(outsider, (db) => answerOf(db, outsider, invoices));
  expect(answer.withheld).toEqual(["Invoices: Invoiced", "Invoices: Number received"]);
  expect(answer.rows).toEqual([]);
  expect(await refusal(keep(outsider, invoices))).toBe("figures_withheld");
  const ready = await read(outsider, (db) => readyFor(db, outsider));
  expect(ready.map((each) => each.id)).not.toContain("invoices-to-pay");
});

test("a report is its owner's until it is shared; others change nothing of it", async () => {
  const input = { name: "Invoices by vendor", question: invoices, chart: "bar" as const };
  const made = await t.database.transaction(officer, (tx) => makeReport(tx, officer, input));
  const listed = async (actor: Actor) =>
    (
      await runList<{ id: string }>(
        t.database.read(actor),
        actor,
        savedReportList,
        listQuery(savedReportList).parse({}),
      )
    ).items.map((each) => each.id);
  expect(await listed(officer)).toContain(made.id);
  expect(await listed(colleague)).not.toContain(made.id);
  expect(await refusal(read(colleague, (db) => readReport(db, colleague, made.id)))).toBe(
    "not_found",
  );
  const step = (actor: Actor, action: "share" | "withdraw" | "retire", version: number) =>
    t.database.transaction(actor, (tx) =>
      transition(tx, actor, savedReportNoun, { id: made.id, action, version }),
    );
  await step(officer, "share", 1);
  expect(await listed(colleague)).toContain(made.id);
  const seen = await read(colleague, (db) => readReport(db, colleague, made.id));
  expect(seen.canEdit).toBe(false);
  expect(seen.actions.map((each) => each.reason)).toContain(
    "Only whoever made this report does this.",
  );
  expect(await refusal(step(colleague, "withdraw", 2))).toBe("rule");
  const changed = (actor: Actor, version = 2) =>
    t.database.transaction(actor, (tx) =>
      changeReport(tx, actor, made.id, { ...input, name: "By vendor" }, version),
    );
  expect(await refusal(changed(colleague))).toBe("rule");
  await changed(officer);
  await step(officer, "retire", 3);
  expect(await refusal(changed(officer, 4))).toBe("not_in_this_status");
});

test("a run keeps what was answered, byte for byte, for those who may read its figures", async () => {
  const own = await keep(officer, invoices);
  const shared = await keep(officer, invoices, { ready: "invoices-to-pay" });
  const run = await read(officer, (db) => readRun(db, officer, own.id));
  expect(createHash("sha256").update(run.result).digest("hex")).toBe(run.sha256);
  expect(run.answer.totals[0]!.value).toBe(150_50);
  const [entry] = await t.database.read(officer).rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${officer.orgId} and object_id = ${own.id}
  `);
  expect(entry!.content).toContain(run.sha256);
  await approvedInvoice(t.database, agency, { cents: 9_99 });
  const later = await read(officer, (db) => readRun(db, officer, own.id));
  expect(later.answer.totals[0]!.value).toBe(150_50);
  const listed = async (actor: Actor) =>
    (
      await runList<{ id: string }>(
        t.database.read(actor),
        actor,
        keptRunList,
        listQuery(keptRunList).parse({}),
      )
    ).items.map((each) => each.id);
  expect(await listed(colleague)).toEqual([shared.id]);
  expect(await listed(outsider)).toEqual([]);
  expect(await refusal(read(colleague, (db) => readRun(db, colleague, own.id)))).toBe("not_found");
  expect(await refusal(read(outsider, (db) => readRun(db, outsider, shared.id)))).toBe("not_found");
  const packet = await read(officer, (db) => readPacket(db, officer, [shared.id, own.id]));
  expect(packet.indexOf(shared.number)).toBeLessThan(packet.indexOf(own.number));
  expect(packet).toContain("150.50");
  // One run that is not theirs, and the packet is not made.
  expect(
    await refusal(read(colleague, (db) => readPacket(db, colleague, [shared.id, own.id]))),
  ).toBe("not_found");
  expect(await refusal(keep(officer, invoices, { ready: "sefa" }))).toBe("unknown_ready_report");
  await expect(
    t.database.transaction(officer, (tx) =>
      tx.rows(sql`update kept_run set finding = 'x' where id = ${own.id}`),
    ),
  ).rejects.toThrow();
});

test("ready reports name figures, pages, permissions and duties that there are, and can be answered", async () => {
  const ready = await read(officer, (db) => readyFor(db, officer));
  expect(ready.map((each) => each.id).sort()).toEqual(standing.map((each) => each.id).sort());
  // Nothing was published as a packet here, and it says so in place of its figure.
  const unanswered = ready.filter((each) => each.why);
  expect(unanswered.map(({ id }) => id)).toEqual(["since-last-meeting"]);
  expect(unanswered[0]!.why).toMatch(/^No packet of reports has been published yet/);
  expect(ready.find((each) => each.id === "invoices-to-pay")!.keptAt).not.toBeNull();
  for (const { question, readers } of standing) {
    for (const duty of readers) expect(Object.keys(dutyLabels)).toContain(duty);
    if (!question || question.period === "since-packet") continue;
    const asked = questionInput.parse(question);
    const answer = await read(officer, (db) => answerOf(db, officer, asked));
    const own = answer.measures.filter((each) => !each.id.includes("~"));
    expect(own.map((each) => each.id)).toEqual([...question.measures]);
  }
});

test("figures beside each other leave out what they all begin with", () => {
  const named = (...labels: string[]) =>
    besideEachOther(labels.map((label) => ({ label }))).map(({ label }) => label);
  expect(named("Budget lines: Revised", "Budget lines: Spent")).toEqual(["Revised", "Spent"]);
  expect(named("Budget lines: Revised", "Orders: Ordered")).toEqual([
    "Budget lines: Revised",
    "Orders: Ordered",
  ]);
  expect(named("Budget lines: Revised")).toEqual(["Budget lines: Revised"]);
  expect(named("Revised", "Spent")).toEqual(["Revised", "Spent"]);
});

test("beside each figure its share, its rank, its running total, or the year before; what has none is refused", async () => {
  const ask = (more: object) =>
    read(officer, (db) => answerOf(db, officer, { ...invoices, ...more } as ReportQuestion));
  const shared = await ask({ beside: "share" });
  expect(shared.measures.map(({ id }) => id)).toEqual([
    "invoices.total",
    "invoices.total~share",
    "invoices.invoices",
    "invoices.invoices~share",
  ]);
  expect(shared.rows[0]!.cells[1]!.value).toBe(100);
  const year = Number(agencyDay(0).slice(0, 4));
  const wholeYear = (of: number) => `${of}-01-01..${of}-12-31`;
  const running = await ask({ by: ["month"], period: wholeYear(year), beside: "running" });
  const [all, , count] = running.totals.map(({ value }) => value);
  expect(all).toBeGreaterThan(0);
  expect(running.rows.at(-1)!.cells[1]!.value).toBe(all);
  const earlier = await ask({ period: wholeYear(year + 1), beside: "previous-year" });
  expect(earlier.totals.map(({ value }) => value)).toEqual([0, all, 0, count]);
  expect(earlier.rows[0]!.cells[1]!.opens).toContain(`${year}-01-01`);

  expect(await refusal(ask({ beside: "running" }))).toBe("running_without_months");
  expect((await ask({ beside: "running", by: ["week"] })).rows.at(-1)!.cells[1]!.value).toBe(all);
  const weeks = { by: ["week"], beside: "previous-year", period: wholeYear(year) };
  expect(await refusal(ask(weeks))).toBe("weeks_have_no_year_before");
  expect(await refusal(ask({ by: [], beside: "share" }))).toBe("beside_without_parts");
  expect(await refusal(ask({ beside: "previous-year" }))).toBe("all_time_has_no_year_before");
});

test("days a year earlier end where that year ended, around leap days too", () => {
  const before = (from: string, until: string) =>
    yearBefore({ from, until } as unknown as Parameters<typeof yearBefore>[0], []);
  expect(before("2028-02-01", "2028-02-29")).toEqual({ from: "2027-02-01", until: "2027-02-28" });
  expect(before("2029-02-01", "2029-02-28")).toEqual({ from: "2028-02-01", until: "2028-02-29" });
  expect(before("2026-11-01", "2026-11-30")).toEqual({ from: "2025-11-01", until: "2025-11-30" });
});
