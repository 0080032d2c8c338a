import { invariants } from "#server/operation/checking.ts";
import { scannerLine } from "./operation/scanner-line.service.ts";
import { monitorLines } from "#server/operation/monitor/lines.ts";
import { figuresRule } from "./dashboard/figures.checks.ts";
import { adminMatters } from "#areas/organization/organization.server.ts";
import { attendFiles } from "#server/files/attend.ts";
import { platformEndpoints } from "#server/http/platform.ts";
import { importEndpoints } from "#server/import/import.api.ts";
import { commitJob, validateJob } from "#server/import/import.jobs.ts";
import { refusedAfterRestore } from "#server/files/refused.ts";
import { housekeeping } from "#server/jobs/housekeeping.ts";
import { searchKinds } from "./search/search.labels.ts";
import { allSearches, defineArea } from "#server/area.ts";
import { seedPlatform } from "./platform.seed.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { z } from "zod";
import { searchAnswer } from "./search/search.model.ts";
import { searchRecords } from "./search/search.service.ts";
import { agingEndpoints } from "./aging/aging.api.ts";
import { visitEndpoints } from "./visit/visit.api.ts";
import { dashboardRow } from "./dashboard/dashboard.model.ts";
import { tellAlarms } from "./operation/alarm.service.ts";
import { tellRefusedFiles } from "./operation/refused-files.service.ts";
import { failedLetters } from "./letters/matter.service.ts";
import { discoverabilityEndpoints } from "./discoverability/discoverability.api.ts";
import { keptLetterEndpoints } from "./letters/kept.api.ts";
import { letterPaperEndpoints } from "./letters/paper.api.ts";
import { listEndpoints } from "#server/http/export.ts";
import { mailList, mailRow } from "#server/mail/mail-list.ts";
import { makeAwaitedPapers } from "#server/mail/paper-makers.ts";
import { filesLine } from "./operation/files-line.service.ts";
import { readDashboard } from "./dashboard/dashboard.service.ts";

export { visitsByMonth } from "./visit/visit.service.ts";
export { namedPages } from "./search/register.ts";
export { searchRecords } from "./search/search.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "platform",
  noFacts: "It shows the records of other areas.",
  brings: [
    adminMatters.of(failedLetters),
    invariants.of(figuresRule),
    monitorLines.of(scannerLine),
  ],
  missing: () =>
    Object.keys(searchKinds)
      .filter(
        (kind) => kind !== "attachment" && !allSearches().some((source) => source.kind === kind),
      )
      .map((kind) => `No area says how to search for ${kind}.`),
  jobs: [validateJob, commitJob],
  schedules: [
    housekeeping,
    // What is wrong with the machine is of now.
    { name: "operation-alarms", cron: "* * * * *", afterRestore: "goes on", run: tellAlarms },
    {
      name: "refused-files",
      cron: "* * * * *",
      afterRestore: refusedAfterRestore,
      run: tellRefusedFiles,
    },
    {
      name: "letter-papers",
      cron: "* * * * *",
      afterRestore: "goes on",
      run: async (app) => void (await makeAwaitedPapers(app)),
    },
  ],
  start: { afterRestore: "goes on", begin: attendFiles },
  seed: {
    after: [
      "sign-on",
      "engagement",
      "assets",
      "emergency",
      "forms",
      "communications",
      "flows",
      "rights",
      "projects",
    ],
    tell: seedPlatform,
  },
  endpoints: [
    ...platformEndpoints,
    ...importEndpoints,
    ...visitEndpoints,
    ...agingEndpoints,
    ...keptLetterEndpoints,
    ...letterPaperEndpoints,
    ...discoverabilityEndpoints,
    ...listEndpoints("/api/v1/letters", "operation.read", mailList, mailRow),
    endpoint({
      method: "GET",
      path: "/api/v1/dashboard",
      permission: "organization.read",
      summary: "What needs the person, the agency's money, work in flight",
      response: dashboardRow,
      handler: async ({ app, db, actor }) => ({
        ...(await readDashboard(db, actor)),
        filesLine: await filesLine(app, db, actor),
      }),
    }),
    endpoint({
      method: "GET",
      path: "/api/v1/search",
      permission: "signed-in",
      summary: "Records by number, title or vendor: at most five of each noun that you may read",
      response: searchAnswer,
      query: z.object({ q: z.string().trim().min(2, "Type at least two characters.").max(100) }),
      handler: ({ db, actor, query }) => searchRecords(db, actor, query.q),
    }),
  ],
});
