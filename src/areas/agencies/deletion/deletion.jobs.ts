import type { Schedule } from "#server/jobs/jobs.ts";
import { deletionRound } from "./delete.service.ts";

/** Every ten minutes agencies whose days are over are deleted; what was begun goes on. */
export const deletionsRun: Schedule = {
  name: "agency-deletions",
  cron: "*/10 * * * *",
  afterRestore: "goes on",
  run: async (app) => void (await deletionRound(app)),
};
