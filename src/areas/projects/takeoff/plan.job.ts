import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { readIssue } from "./read-issue.service.ts";

/** Splits a plan set into its sheets. */
export const readPlansJob = defineJob({
  kind: "takeoff.read",
  lane: "long",
  payload: z.object({ issueId: z.uuid() }),
  run: async ({ app, actor, payload, progress }) => ({
    result: await readIssue(app, actor.orgId!, payload.issueId, progress),
    resultPath: "/quantity-takeoff",
  }),
});
