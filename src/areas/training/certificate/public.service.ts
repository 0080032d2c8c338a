import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";

/** A code as somebody types it from paper: without the dashes, O for 0, I and L for 1. */
const asProof = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

/** Whether the certificate of a code holds today; nothing more of it. */
export const certificateHolds = async (
  app: Pick<App, "database">,
  typed: string,
): Promise<{ valid: boolean }> =>
  published(app.database).one<{ valid: boolean }>(sql`
    select levee_certificate_holds(${asProof(typed)}) as valid
  `);
