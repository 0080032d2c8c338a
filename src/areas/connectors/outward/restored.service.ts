import type { Holding } from "#server/backup/holding.ts";

/** Nothing goes out of the restored books before somebody says so. */
export const listsAfterRestore: Holding = {
  name: "connectors that send lists or take files",
  statement: `
    update connector
    set
      status = 'paused', next_run_at = null, version = version + 1,
      updated_at = clock_timestamp()
    where kind in ('list', 'push') and status in ('active', 'failing')
  `,
};

/** What was on its way as the copy was made may have arrived since: a person decides. */
export const deliveriesAfterRestore: Holding = {
  name: "files on their way to other systems",
  statement: `
    update connector_delivery
    set
      status = 'unknown', ended_at = clock_timestamp(),
      message = 'It was on its way as the copy was made: whether it arrived is not known.'
    where status in ('waits', 'sending')
  `,
};
