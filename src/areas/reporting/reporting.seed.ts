import { demoActor } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { transition } from "#server/lifecycle.ts";
import { dashboardInput } from "./dashboard/dashboard.model.ts";
import { makeDashboard, shareDashboard } from "./dashboard/dashboard.service.ts";
import { questionInput } from "./figure/figure.model.ts";
import { askToPublish, publishReport } from "./publication/publication.service.ts";
import { comparison } from "./ready/comparison.data.ts";
import { standing } from "./ready/ready.data.ts";
import { makeReport } from "./report/report.service.ts";
import { savedReportNoun } from "./report/report.noun.ts";
import { scheduleInput } from "./schedule/schedule.model.ts";
import { addReader, makeSchedule } from "./schedule/schedule.service.ts";
import { keepRun } from "./run/run.service.ts";
import { explainVariance, readVariances } from "./variance/variance.service.ts";

const orders = {
  name: "Orders by department for the council",
  question: {
    measures: ["orders.ordered"],
    by: ["department"],
    where: {},
    period: "fiscal-year" as const,
  },
  chart: "bar" as const,
};

// What the board reads before it meets: the year that ended with why it differs, then the one that runs.
const packet = {
  slug: "council-meeting",
  title: "Packet of the county board's meeting",
  says: "How the last fiscal year compares with its budget and why it differs, what each department may still spend this year, and what the county ordered from whom.",
  correction: null,
};
const whyItDiffers: Record<string, string> = {
  "Parks, Flood recovery fund":
    "The trails along the river wait for the federal decision on their flood projects. No work was let before the year ended; the money goes on to the next year.",
  "Administration, General fund":
    "Two positions stayed open for most of the year, and the move of the records room was put off.",
};

// Two rows of the fiscal year that ended are explained; the others wait for the budget officer.
const explainYear = async (tx: Tx, budget: Actor): Promise<number | null> => {
  const [, ended] = (await readVariances(tx, budget)).years;
  if (!ended) return null;
  const { rows } = await readVariances(tx, budget, ended.id);
  for (const { department, fund, departmentId, fundId, written } of rows) {
    const named = `${department}, ${fund.replace(/^\d+ /, "")}`;
    const explanation = whyItDiffers[named];
    if (!explanation || written) continue;
    const row = { fiscalYearId: ended.id, departmentId, fundId };
    await explainVariance(tx, budget, { ...row, explanation });
  }
  return ended.year;
};

const keepComparison = (tx: Tx, budget: Actor, year: number) =>
  keepRun(tx, budget, {
    name: `Budgetary comparison of fiscal year ${year}`,
    question: questionInput.parse({
      ...comparison.question,
      where: { ...comparison.question.where, fiscalYear: [String(year)] },
      period: "all",
    }),
    reportId: null,
    ready: comparison.id,
  });

const publishPacket = async (app: App, others: readonly string[]): Promise<void> => {
  const [budget, manager] = [demoActor("budget"), demoActor("manager")];
  const { id } = await app.database.transaction(budget, async (tx) => {
    const year = await explainYear(tx, budget);
    const first = year === null ? [] : [(await keepComparison(tx, budget, year)).id];
    return askToPublish(tx, budget, { ...packet, runIds: [...first, ...others] });
  });
  await app.database.transaction(manager, (tx) =>
    publishReport(tx, manager, { id, version: null, reason: null }),
  );
};

const spending = {
  slug: "spending",
  title: "What each department may spend, and what is left",
};
const versions = [
  {
    says: "The budget of this fiscal year by department: what was planned, what orders and contracts hold, what was spent and what is left. Grants are not part of it.",
    correction: null,
  },
  {
    says: "The budget of this fiscal year by department: what was planned, what orders and contracts hold, what was spent and what is left. Money of grants is part of it, in the department that spends it.",
    correction: "The text said that grants are not part of these figures. They are.",
  },
];

// The manager publishes what the budget officer asks for, and then its correction.
const publishSpending = async (app: App, runId: string): Promise<void> => {
  const [budget, manager] = [demoActor("budget"), demoActor("manager")];
  for (const version of versions) {
    const { id } = await app.database.transaction(budget, (tx) =>
      askToPublish(tx, budget, { ...spending, ...version, runIds: [runId] }),
    );
    await app.database.transaction(manager, (tx) =>
      publishReport(tx, manager, { id, version: null, reason: null }),
    );
  }
};

// What department heads find below their work: the county's own choice in place of the product's.
const headsBoard = {
  name: "My department this month",
  tiles: [
    { of: "ready", id: "budget-to-actual", look: "bar", width: "whole" },
    { of: "ready", id: "orders-by-department", look: "table", width: "half" },
    { of: "ready", id: "late-service-requests", look: "figure", width: "half" },
  ],
};

const shareBoard = async (app: App): Promise<void> => {
  const budget = demoActor("budget");
  await app.database.transaction(budget, async (tx) => {
    const { id } = await makeDashboard(tx, budget, dashboardInput.parse(headsBoard));
    const step = { id, version: null, reason: null };
    await shareDashboard(tx, budget, step, { duty: "department_head" });
  });
};

/**
 * The budget officer shares a report with the county, sends it to two colleagues on Mondays, keeps what it
 * and a ready one say, explains two variances of the last fiscal year, and puts the board's packet together.
 */
export const seedReporting = async (app: App): Promise<void> => {
  const budget = demoActor("budget");
  const kept = await app.database.transaction(budget, async (tx) => {
    const { id } = await makeReport(tx, budget, orders);
    await transition(tx, budget, savedReportNoun, { id, action: "share", version: null });
    const { name, question } = orders;
    const ordered = await keepRun(tx, budget, { name, question, reportId: id, ready: null });
    const letter = await makeSchedule(
      tx,
      budget,
      scheduleInput.parse({ name, every: "week", weekDay: 1, at: "07:30", reportId: id }),
    );
    for (const reader of ["manager", "user"])
      await addReader(tx, budget, letter.id, demoActor(reader).personId!);
    const ready = standing.find((each) => each.id === "budget-to-actual")!;
    const { id: runId } = await keepRun(tx, budget, {
      name: ready.name,
      question: questionInput.parse(ready.question),
      reportId: null,
      ready: ready.id,
    });
    return { spent: runId, ordered: ordered.id };
  });
  await publishSpending(app, kept.spent);
  await publishPacket(app, [kept.spent, kept.ordered]);
  await shareBoard(app);
};
