import { endingRule } from "./deletion/ending-rules.data.ts";
import { endingEndpoints } from "./deletion/ending.api.ts";
import { deletionsOn, deletionsRun, shutBeforeAll } from "./deletion/deletion.jobs.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { defineArea } from "#server/area.ts";
import { heldAfterRestore } from "#server/backup/holding.ts";
import { exportEndpoints } from "./export/export.api.ts";
import { exportJob, exportsEnd } from "./export/export.jobs.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { supportWitness } from "#server/agencies/support.ts";
import { sandboxEndpoints } from "./sandbox/sandbox.api.ts";
import { sandboxEndJob } from "./sandbox/end.jobs.ts";
import { sandboxJob } from "./sandbox/sandbox.jobs.ts";
import { seedAgencyCounts } from "./demo/agencies.seed.ts";
import { agenciesLeaving } from "./agencies.leaving.data.ts";
import { operatorEndpoints } from "./operator/operator.api.ts";
import { supportEndpoints } from "./support/support.api.ts";
import { noteSupportRead } from "./support/support.service.ts";
import { tenantEndpoints } from "./tenant/tenant.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "agencies",
  noFacts: "Agencies and their states are the installation's, no records of an agency's work.",
  endpoints: [
    ...operatorEndpoints,
    ...supportEndpoints,
    ...tenantEndpoints,
    ...exportEndpoints,
    ...endingEndpoints,
    ...sandboxEndpoints,
  ],
  jobs: [exportJob, sandboxJob, sandboxEndJob],
  schedules: [exportsEnd, deletionsOn, deletionsRun],
  start: {
    afterRestore: "goes on",
    begin: async (app) => {
      await shutBeforeAll(app);
      return async () => {};
    },
  },
  seed: { after: ["field"], tell: seedAgencyCounts },
  brings: [
    agencyTables.of(...agenciesLeaving),
    shippedRules.of(endingRule),
    supportWitness.of(noteSupportRead),
    heldAfterRestore.of({
      name: "exports of agencies",
      statement: `
        update agency_export
        set
          status = 'ended', key_sealed = null, version = version + 1,
          updated_at = clock_timestamp()
        where status in ('making', 'ready')
      `,
    }),
    heldAfterRestore.of({
      name: "practice copies",
      statement: `
        update agency_sandbox
        set
          status = case when copied_at is null then 'failed' else 'ending' end,
          failure = 'Levee was restored from a backup while it was copied. Ask for it again.',
          version = version + 1, updated_at = clock_timestamp()
        where status in ('asked', 'copying')
      `,
    }),
  ],
});
