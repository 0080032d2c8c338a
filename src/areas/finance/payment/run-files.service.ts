import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { remakeBankFile } from "./bank-file.service.ts";
import { runNoun, type RunRecord } from "./payment.noun.ts";
import { writeRegister } from "./register.service.ts";
import type { RunStatus } from "./run-lifecycle.model.ts";

const isLeft = async (tx: Tx, run: RunRecord): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as one
    from payment
    where org_id = ${run.orgId}
      and run_id = ${run.id}
      and status not in ('voided', 'returned', 'cancelled')
    limit 1
  `)) !== null;

/**
 * What changes of a run when one of its payments did not go: the register says so, and the bank
 * file, while it is here (`bank`), loses the entry. A run of which nothing is left before it was
 * sent has ended.
 */
export const remade = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  run: RunRecord,
  bank: boolean,
  note: string,
): Promise<{ to: RunStatus; patch: Partial<RunRecord>; note: string }> => {
  const file = bank ? await remakeBankFile(tx, actor, files, run) : {};
  const registerFileId = await writeRegister(tx, actor, files, run);
  const ends = run.status === "released" && !(await isLeft(tx, run));
  return {
    to: ends ? "cancelled" : (run.status as RunStatus),
    patch: {
      ...file,
      registerFileId,
      ...(ends ? { stopReason: "Every payment of the run is void." } : {}),
    },
    note: file.nachaSha256 ? `${note}; bank file ${file.nachaSha256}` : note,
  };
};

/** Makes the bank file of a run anew that still holds a void payment; 409 when none does. */
export const remakeFiles = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  files: FileStore,
): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    id,
    action: "remake",
    version,
    effect: (run) => {
      if (run.voidInFile === 0 || run.status !== "released")
        throw conflict("rule", "No void payment stands in the bank file of this run.");
      return remade(tx, actor, files, run, true, "without void payments");
    },
  });
