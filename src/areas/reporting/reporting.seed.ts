import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { transition } from "#server/lifecycle.ts";
import { standing } from "./ready/ready.data.ts";
import { questionInput } from "./figure/figure.model.ts";
import { savedReportInput } from "./report/report.model.ts";
import { savedReportNoun } from "./report/report.noun.ts";
import { makeReport } from "./report/report.service.ts";
import { keepInput } from "./run/run.model.ts";
import { keepRun } from "./run/run.service.ts";

/** Two reports that the county shares, and what they said when they were made. */
export const seedReporting = (app: App, log: (line: string) => void): Promise<void> => {
  const officer = demoActor("budget");
  return app.database.transaction(officer, async (tx) => {
    for (const report of [
      {
        name: "Payments by vendor and month",
        question: questionInput.parse({
          measures: ["payments.paid"],
          by: ["vendor", "month"],
          where: {},
          period: "fiscal-year",
        }),
        chart: "stacked" as const,
      },
      {
        name: "Orders and invoices by department",
        question: questionInput.parse({
          measures: ["orders.ordered", "orders.invoiced"],
          by: ["department"],
          where: {},
          period: "fiscal-year",
        }),
        chart: "bar" as const,
      },
    ]) {
      const { id, version } = await makeReport(tx, officer, savedReportInput.parse(report));
      await transition(tx, officer, savedReportNoun, { id, action: "share", version });
    }
    for (const id of ["budget-to-actual", "spend-by-vendor"]) {
      const { name, question } = standing.find((each) => each.id === id)!;
      await keepRun(tx, officer, keepInput.parse({ name, question, ready: id }));
    }
    log("two shared reports and two kept runs");
  });
};
