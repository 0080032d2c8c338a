import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { operationLeaving } from "./operation.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { invariants, probes } from "#server/operation/checking.ts";
import { databaseProbes } from "#server/operation/checks/database.probe.ts";
import { filesRule } from "#server/operation/checks/files.ts";
import { auditRule } from "#server/operation/checks/ledger.ts";
import { jobsRule, lettersRule, linksRule } from "#server/operation/checks/links.ts";
import { machineProbes } from "#server/operation/checks/machine.probe.ts";
import {
  definitionsRule,
  numbersRule,
  policiesRule,
  statusRule,
} from "#server/operation/checks/tables.ts";
import { jobsProbe, letterProbe, probeJob } from "#server/operation/checks/work.probe.ts";
import { beginMinutes, tidyMonitor } from "#server/operation/monitor/minutes.ts";
import { keepRules } from "#server/operation/monitor/rules.ts";
import { metricsEndpoints } from "./metrics/metrics.api.ts";
import { monitorLines } from "#server/operation/monitor/lines.ts";
import { adminMatters } from "#areas/organization/organization.server.ts";
import { heldMatter } from "./backup/held.service.ts";
import { backupEndpoints } from "./backup/backup.api.ts";
import { backupLine, backupSchedules } from "./backup/backup.jobs.ts";
import { monitorEndpoints } from "./monitor/monitor.api.ts";
import { restoredEndpoints } from "./restored/restored.api.ts";
import { restoredMatter } from "./restored/restored.service.ts";
import { seedOperation } from "./demo/operation.seed.ts";
import { booksJob } from "./run/books.service.ts";
import { migrateLate } from "#server/db/migrate.ts";
import { nights } from "./run/night.service.ts";
import { checkEndpoints } from "./run/run.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "operation",
  noFacts: "It watches the machine, not the records of the agency.",
  endpoints: [
    ...backupEndpoints,
    ...restoredEndpoints,
    ...checkEndpoints,
    ...monitorEndpoints,
    ...metricsEndpoints,
  ],
  jobs: [booksJob, probeJob],
  schedules: [
    ...backupSchedules,
    nights,
    tidyMonitor,
    {
      ...{ name: "late-migrations", cron: "17 * * * *", afterRestore: "goes on" },
      run: async ({ database }) => void (await migrateLate(database.url)),
    },
    // What is wrong with the machine is of now.
    { name: "monitor-alarms", cron: "* * * * *", afterRestore: "goes on", run: keepRules },
  ],
  start: { afterRestore: "goes on", begin: beginMinutes },
  seed: { after: ["rights", "platform"], tell: seedOperation },
  brings: [
    agencyTables.of(...operationLeaving),
    adminMatters.of(heldMatter, restoredMatter),
    monitorLines.of(backupLine),
    probes.of(...databaseProbes, jobsProbe, letterProbe, ...machineProbes),
    invariants.of(
      policiesRule,
      numbersRule,
      definitionsRule,
      statusRule,
      linksRule,
      filesRule,
      auditRule,
      lettersRule,
      jobsRule,
    ),
  ],
});
