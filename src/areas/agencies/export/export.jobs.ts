import { z } from "zod";
import { defineJob, type Schedule } from "#server/jobs/jobs.ts";
import { endExports } from "./export.service.ts";
import { dropExport, makeExport } from "./make.service.ts";

/** Makes an export; begun anew after a restart, from a snapshot of its own. */
export const exportJob = defineJob({
  kind: "agencies.export",
  lane: "long",
  payload: z.object({ exportId: z.uuid() }),
  run: async (job) => {
    const { rowCount, fileCount, size } = await makeExport(job);
    return { result: { rowCount, fileCount, size }, resultPath: "/tenant-management" };
  },
  dropped: (tx, { exportId }, why) => dropExport(tx, exportId, why),
});

/** Every hour exports whose week is over are taken away. */
export const exportsEnd: Schedule = {
  name: "agency-exports-end",
  cron: "41 * * * *",
  afterRestore: "goes on",
  run: async (app) => void (await endExports(app)),
};
