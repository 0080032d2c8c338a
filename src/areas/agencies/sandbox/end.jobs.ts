import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { roundOfEnds } from "./end.service.ts";

/** Deletes a copy that was ended; what it leaves undone the round of every ten minutes does. */
export const sandboxEndJob = defineJob({
  kind: "agencies.sandboxEnd",
  lane: "long",
  payload: z.object({ sandboxId: z.uuid() }),
  run: async ({ app }) => {
    await roundOfEnds(app);
    return { resultPath: "/tenant-management" };
  },
});
