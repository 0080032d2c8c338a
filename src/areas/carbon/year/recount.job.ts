import { z } from "zod";
import { updateRow } from "#server/db/rows.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { carbonYear } from "../carbon.tables.ts";
import { recountYear } from "./recount.service.ts";

/** Counts a year anew; begun again after a restart it counts the same, for every record counts once. */
export const recountJob = defineJob({
  kind: "carbon.recount",
  payload: z.object({ yearId: z.uuid() }),
  dropped: (tx, { yearId }) => updateRow(tx, carbonYear, yearId, { jobId: null }),
  run: async ({ app, actor, payload: { yearId }, progress }) => {
    await progress(0, 2, "Reading bills, issues, routes and shipments");
    await app.database.transaction(actor, (tx) => recountYear(tx, actor, yearId));
    await progress(2, 2, "Done");
    return { resultPath: `/carbon/years/${yearId}` };
  },
});
