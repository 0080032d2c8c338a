import type { Holding } from "#server/backup/holding.ts";

/** A batch that was going out as the copy was made may be in the finance system: a person says. */
export const batchesAfterRestore: Holding = {
  name: "batches on their way to the finance system",
  statement: `
    update fms_batch
    set status = 'unknown', version = version + 1, updated_at = clock_timestamp()
    where status = 'sending'
  `,
};
