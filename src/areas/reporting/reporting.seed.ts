import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { transition } from "#server/lifecycle.ts";
import { questionInput } from "./figure/figure.model.ts";
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

/**
 * The budget officer shares a report with the county, sends it to two colleagues on Mondays, and keeps
 * what it and a ready one say.
 */
export const seedReporting = async (app: App): Promise<void> => {
  const budget = demoActor("budget");
  await app.database.transaction(budget, async (tx) => {
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
    await keepRun(tx, budget, {
      name: ready.name,
      question: questionInput.parse(ready.question),
      reportId: null,
      ready: ready.id,
    });
  });
};
