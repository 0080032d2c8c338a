import type { Holding } from "#server/backup/holding.ts";

/** A list goes out of the restored books only when somebody says so. */
export const listsAfterRestore: Holding = {
  name: "connectors that send lists",
  statement: `
    update connector
    set
      status = 'paused', next_run_at = null, version = version + 1,
      updated_at = clock_timestamp()
    where kind = 'list' and status in ('active', 'failing')
  `,
};
