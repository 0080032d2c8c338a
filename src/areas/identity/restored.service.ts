import type { Holding } from "#server/backup/holding.ts";

/** Sessions that ended after the backup would be open again: everybody signs in anew. */
export const sessionsAfterRestore: Holding = {
  name: "sessions",
  statement: `
    update session
    set ended_at = clock_timestamp(), ended_reason = 'restored'
    where ended_at is null
  `,
};
