import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { isAway } from "../db/away.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { Cancelled } from "../jobs/jobs.ts";

/**
 * The problem of a job that is run a second time while the first still works (its instance was slow
 * to answer): it leaves the rows and the state to that one.
 */
export const otherWorker = "import_running";

/** Marks a run as stopped, with what happened to it in words. */
export const stopRun = (
  tx: Tx,
  id: string,
  what: "check" | "import",
  error: unknown,
): Promise<unknown> => {
  const how =
    error instanceof Cancelled ? "was cancelled" : "stopped because something failed on our side";
  const text =
    error instanceof Problem
      ? error.message
      : what === "check"
        ? `The check ${how}. Nothing was changed.`
        : `The import ${how}. What was brought in stays; going on brings in the rest.`;
  return tx.rows(sql`
    update import_run
    set state = 'failed', error = ${text}, version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
};

/**
 * Marks a run as stopped after its work failed, unless another works at it, or the database was
 * away: the queue brings that work again.
 */
export const stopAfter = async (
  app: App,
  actor: Actor,
  id: string,
  error: unknown,
  what: "check" | "import",
) => {
  if (isAway(error) || (error instanceof Problem && error.code === otherWorker)) return;
  await app.database.transaction(actor, (tx) => stopRun(tx, id, what, error)).catch(() => {});
};
