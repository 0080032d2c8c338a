import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { dropSandbox, makeSandbox } from "./sandbox.service.ts";

/** Makes a copy of an agency for practice; begun anew after a restart. */
export const sandboxJob = defineJob({
  kind: "agencies.sandbox",
  lane: "long",
  payload: z.object({ sandboxId: z.uuid() }),
  run: async (job) => {
    const made = await makeSandbox(job);
    return { result: { rowCount: made?.rowCount ?? 0 }, resultPath: "/tenant-management" };
  },
  dropped: (tx, { sandboxId }, why) => dropSandbox(tx, sandboxId, why),
});
