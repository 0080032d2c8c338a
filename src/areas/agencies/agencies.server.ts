import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { defineArea } from "#server/area.ts";
import { heldAfterRestore } from "#server/backup/holding.ts";
import { agenciesLeaving } from "./agencies.leaving.data.ts";
import { exportEndpoints } from "./export/export.api.ts";
import { exportJob, exportsEnd } from "./export/export.jobs.ts";

export default defineArea({
  name: "agencies",
  noFacts: "What is taken along of an agency is no work of its people that adds up.",
  endpoints: exportEndpoints,
  jobs: [exportJob],
  schedules: [exportsEnd],
  brings: [
    agencyTables.of(...agenciesLeaving),
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
  ],
});
