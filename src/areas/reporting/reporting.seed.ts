import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { transition } from "#server/lifecycle.ts";
import { dashboardInput } from "./dashboard/dashboard.model.ts";
import { makeDashboard, shareDashboard } from "./dashboard/dashboard.service.ts";
import { questionInput } from "./figure/figure.model.ts";
import { askToPublish, publishReport } from "./publication/publication.service.ts";
import { standing } from "./ready/ready.data.ts";
import { makeReport } from "./report/report.service.ts";
import { savedReportNoun } from "./report/report.noun.ts";
import { scheduleInput } from "./schedule/schedule.model.ts";
import { addReader, makeSchedule } from "./schedule/schedule.service.ts";
import { keepRun } from "./run/run.service.ts";

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
 * The budget officer shares a report with the county, sends it to two colleagues on Mondays, and keeps
 * what it and a ready one say.
 */
export const seedReporting = async (app: App): Promise<void> => {
  const budget = demoActor("budget");
  const kept = await app.database.transaction(budget, async (tx) => {
    const { id } = await makeReport(tx, budget, orders);
    await transition(tx, budget, savedReportNoun, { id, action: "share", version: null });
    const { name, question } = orders;
    await keepRun(tx, budget, { name, question, reportId: id, ready: null });
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
    return runId;
  });
  await publishSpending(app, kept);
  await shareBoard(app);
};
