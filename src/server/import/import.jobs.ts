import { z } from "zod";
import { sql } from "../db/sql.ts";
import { defineJob } from "../jobs/jobs.ts";
import { validateImport } from "./check-rows.ts";
import { commitImport } from "./commit-rows.ts";
import { stopRun } from "./stopping.ts";

const payload = z.object({ importId: z.uuid() });

export const validateJob = defineJob({
  kind: "import.validate",
  lane: "imports",
  payload,
  dropped: (tx, { importId }, why) => stopRun(tx, importId, "check", why),
  run: async ({ app, actor, payload: { importId }, progress }) => ({
    result: await validateImport(app, actor, importId, progress),
  }),
});
export const commitJob = defineJob({
  kind: "import.commit",
  lane: "imports",
  payload,
  dropped: (tx, { importId }, why) => stopRun(tx, importId, "import", why),
  run: async ({ app, actor, payload: { importId }, progress }) => {
    const result = await commitImport(app, actor, importId, progress);
    const { kind } = await app.database
      .read(actor)
      .one<{ kind: string }>(
        sql`select kind from import_run where org_id = ${actor.orgId} and id = ${importId}`,
      );
    return { result: { ...result, kind } };
  },
});
